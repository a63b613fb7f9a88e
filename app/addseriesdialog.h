#pragma once

#include "models/session.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTreeView;

namespace tachograph::models {
class AddedSeriesModel;
}

namespace tachograph::app {

/// Which series are laid beside those of a lane: a list that can be searched. What is ticked is drawn at once. What
/// does not fit is listed with the reason, and offered as a lane of its own.
class AddSeriesDialog : public QDialog {
    Q_OBJECT
  public:
    /// `ownLanes`: the lanes around are those of the session, so that one can be added.
    AddSeriesDialog(models::Session& session, const models::Timeline& timeline, const models::Lane& lane, bool ownLanes,
                    QWidget* parent = nullptr);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void buildList();
    void filter(const QString& text);
    void follow();
    void toggle();
    void showAlone();
    [[nodiscard]] QModelIndex chosen() const;

    models::Session& m_session;
    models::AddedSeriesModel* m_model;
    QSortFilterProxyModel* m_found;
    QLineEdit* m_search;
    QTreeView* m_list;
    QLabel* m_sentence;
    QPushButton *m_toggle, *m_alone;
    QString m_laneTitle;
};

} // namespace tachograph::app
