#pragma once

#include "widgets/panels/panel.h"

class QAction;
class QLabel;
class QListView;
class QModelIndex;

namespace tachograph::models {
class NotesModel;
}

namespace tachograph::widgets {

class NotesDelegate;

/// What the reviewer wrote about the current run, as a list: a click shows the note in the timelines, Enter or a double
/// click edits it.
class NotesPanelWidget : public PanelWidget {
    Q_OBJECT
  public:
    explicit NotesPanelWidget(models::Session& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;
    [[nodiscard]] QList<QAction*> titleActions() const override;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void follow();
    void followSelection();
    void choose(const QModelIndex& index);
    void edit(const QModelIndex& index);
    void remove(const QModelIndex& index);
    void showMenu(const QPoint& position);

    models::Session& m_session;
    models::NotesModel* m_notes;
    NotesDelegate* m_delegate;
    QListView* m_list;
    QLabel* m_empty;
    QAction *m_add, *m_more;
};

} // namespace tachograph::widgets
