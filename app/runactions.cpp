#include "app/runactions.h"

#include "app/actions.h"
#include "app/workspace.h"
#include "models/following/watching.h"
#include "models/items/runsview.h"
#include "widgets/panels/runs.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace tachograph::app {

using models::OpenRun;
using models::Session;
using models::Watching;

RunActions::RunActions(Session& session, Actions& actions, Workspace& workspace, QObject* parent)
    : QObject(parent), m_session(session), m_actions(actions) {
    Watching& watching = Watching::of(session);
    const auto onCurrent = [this](QAction* action, const std::function<void(const OpenRun&)>& act) {
        connect(action, &QAction::triggered, this, [this, act] {
            if (const OpenRun* run = m_session.current())
                act(*run);
            refresh(); // a checkable action has changed by itself
        });
    };
    onCurrent(actions.closeRun, [&session](const OpenRun& run) { session.close(run.id); });
    onCurrent(actions.reload, [&session](const OpenRun& run) { session.reload(run.id); });
    onCurrent(actions.hideRun, [&session](const OpenRun& run) { session.setVisible(run.id, !run.visible); });
    onCurrent(actions.followFile,
              [&watching](const OpenRun& run) { watching.setFollowed(run.id, !watching.live(run.id)); });
    onCurrent(actions.pinBaseline,
              [&watching](const OpenRun& run) { watching.setBaseline(watching.baseline() == run.id ? 0 : run.id); });
    connect(actions.showAllRuns, &QAction::triggered, this, [&session] {
        std::vector<std::uint64_t> all;
        for (const OpenRun& run : session.runs())
            all.push_back(run.id);
        models::showOnly(session, all);
    });
    connect(actions.filterRuns, &QAction::triggered, this, [&workspace] {
        workspace.showPanel(QStringLiteral("runs"));
        workspace.findChild<widgets::RunsPanelWidget*>()->focusFilter();
    });
    connect(&watching, &Watching::changed, this, &RunActions::refresh);
    connect(&session, &Session::runsChanged, this, &RunActions::refresh);
    connect(&session, &Session::currentChanged, this, &RunActions::refresh);
    refresh();
}

void RunActions::refresh() {
    const Watching& watching = Watching::of(m_session);
    const OpenRun* run = m_session.current();
    m_actions.setRunState(run && watching.baseline() == run->id, run && watching.live(run->id),
                          run && watching.canFollow(run->id));
}

} // namespace tachograph::app
