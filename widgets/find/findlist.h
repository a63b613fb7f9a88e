#pragma once

#include "widgets/theme.h"

#include <QFrame>

class QLabel;
class QListView;

namespace tachograph::models {
class FindModel;
}

namespace tachograph::widgets {

class FindDelegate;

/// What was found, below the search field and over the rest of the window. The keyboard stays in the field, which
/// moves the choice.
class FindList : public QFrame {
    Q_OBJECT
  public:
    FindList(models::FindModel& model, QWidget& window);

    /// Below this rectangle of the window, as high as its rows or the window allow.
    void showBelow(const QRect& field);
    /// Moves the choice among the rows that lead somewhere.
    void move(int rows);
    /// -1 = none.
    [[nodiscard]] int chosen() const;
    [[nodiscard]] QString spokenChoice() const;
    void setTheme(const Theme& theme);

  signals:
    void activated(int row); ///< clicked
    void choiceChanged();

  private:
    void follow();

    models::FindModel& m_model;
    QListView* m_list;
    QLabel* m_tally;
    FindDelegate* m_delegate;
    QRect m_field;
};

} // namespace tachograph::widgets
