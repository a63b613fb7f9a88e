#pragma once

#include "models/items/findentry.h"
#include "widgets/theme.h"

#include <QLineEdit>
#include <QPointer>

class QLabel;

namespace tachograph::models {
class FindModel;
}

namespace tachograph::widgets {

class FindList;

/// The one search field of the window: what is typed is looked for, arrows choose, Enter does it, Esc goes back to
/// where the keyboard was.
class FindField : public QLineEdit {
    Q_OBJECT
  public:
    FindField(models::FindModel& model, QWidget& window);

    /// Takes the keyboard and lists what there is.
    void begin();
    void setTheme(const Theme& theme);

  signals:
    void began(); ///< the keyboard came: the model is to collect
    void chosen(const tachograph::models::FindEntry& entry);

  protected:
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void open();
    void choose(int row);
    void leave();
    void placeHint();

    models::FindModel& m_model;
    QWidget& m_window;
    FindList* m_list;
    QLabel* m_icon;
    QLabel* m_hint;             ///< the keys, while nobody types
    QPointer<QWidget> m_before; ///< had the keyboard
};

} // namespace tachograph::widgets
