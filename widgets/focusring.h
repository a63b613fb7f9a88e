#pragma once

#include "widgets/theme.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

class QAbstractScrollArea;

namespace tachograph::widgets {

/// Draws a frame around the list, table or text that has the keyboard, in every window of the program: the style sheet
/// can do so only by moving what is in it. Not when the mouse brought the focus.
class FocusRing : public QObject {
    Q_OBJECT
  public:
    explicit FocusRing(QObject* parent);

    void setTheme(const Theme& theme);
    /// The one that is framed; null = none.
    [[nodiscard]] QWidget* framed() const;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void frame(QAbstractScrollArea& area);
    void release();

    QColor m_color;
    QPointer<QWidget> m_frame; ///< a child of the framed one
};

} // namespace tachograph::widgets
