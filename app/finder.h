#pragma once

#include "models/items/findentry.h"
#include "models/session.h"

#include <QList>
#include <QObject>
#include <QString>

#include <vector>

class QAction;

namespace tachograph::models {
class FindModel;
}
namespace tachograph::widgets {
class FindField;
}

namespace tachograph::app {

class Actions;
class Workspace;

/// What the search field finds and where it leads: a step, a finding, a note, a series, a run, a command.
class Finder : public QObject {
    Q_OBJECT
  public:
    Finder(models::Session& session, Actions& actions, Workspace& workspace, QWidget& window);

    [[nodiscard]] widgets::FindField& field() { return *m_field; }
    void go(const models::FindEntry& entry);

  private:
    struct Command {
        QAction* action;
        QString title;
    };
    [[nodiscard]] std::vector<Command> commands() const;
    [[nodiscard]] std::vector<models::FindEntry> commandEntries() const;
    void goToNote(std::uint64_t note);
    /// What was asked for is shown as soon as the timeline has it.
    void followTimeline();

    models::Session& m_session;
    Actions& m_actions;
    Workspace& m_workspace;
    models::FindModel* m_model;
    widgets::FindField* m_field;
    QString m_wantedLane;
    std::uint64_t m_wantedNote = 0;
};

} // namespace tachograph::app
