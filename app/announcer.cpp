#include "app/announcer.h"

#include "analysis/run/roles.h"
#include "models/convert.h"
#include "models/following/watching.h"

#include <algorithm>

namespace tachograph::app {

using widgets::MessageBar;

Announcer::Announcer(models::Session& session, MessageBar& messages, QObject* parent)
    : QObject(parent), m_session(session), m_messages(messages) {
    connect(&session, &models::Session::problem, this, [this](const QString& sentence) {
        m_messages.post({MessageBar::Kind::error, {}, sentence, {}, {}});
    });
    connect(&session, &models::Session::runsChanged, this, &Announcer::lookAtRuns);
}

void Announcer::lookAtRuns() {
    std::set<const Run*> open;
    for (const models::OpenRun& run : m_session.runs()) {
        if (run.state != models::OpenRun::State::ready || !run.run)
            continue;
        open.insert(run.run.get());
        // A followed run is another one every few seconds: its row says how it stands.
        if (m_announced.contains(run.run.get()) || models::Watching::of(m_session).live(run.id))
            continue;
        announceKeys(run);
        if (run.run->issues().total > 0)
            announceIssues(run);
    }
    m_announced = std::move(open);
}

void Announcer::announceKeys(const models::OpenRun& run) {
    const auto& series = run.run->series();
    const auto unknown = std::ranges::count_if(
        series, [](const Series& each) { return !each.derived && each.role.empty() && each.size() > 0; });
    const QString topic = QStringLiteral("keys/%1").arg(run.id);
    if (unknown == 0 || run.run->forRole(roles::stepTime)) {
        m_messages.dismissTopic(topic);
        return;
    }
    m_messages.post({MessageBar::Kind::info,
                     tr("%1: how long a step takes is not known.").arg(run.name),
                     unknown == 1 ? tr("One of its keys has a name that the program does not know.")
                                  : tr("%1 of its keys have names that the program does not know.").arg(unknown),
                     {{tr("Say what they mean"),
                       [this, id = run.id] {
                           emit meaningsRequested(id);
                       }}},
                     topic});
}

void Announcer::announceIssues(const models::OpenRun& run) {
    const Issues& issues = run.run->issues();
    MessageBar::Message message;
    message.kind = MessageBar::Kind::warning;
    message.headline = issues.total == 1
                           ? tr("%1: 1 issue while reading.").arg(run.name)
                           : tr("%1: %2 issues while reading.")
                                 .arg(run.name, models::toQt(formatCount(static_cast<std::int64_t>(issues.total))));
    if (!issues.kept.empty())
        message.text = QStringLiteral("%1: %2").arg(models::shown(issues.kept.front().where, 100),
                                                    models::shown(issues.kept.front().text, 200));
    message.text +=
        QLatin1Char(' ') +
        tr("%1 rows were read.").arg(models::toQt(formatCount(static_cast<std::int64_t>(run.run->rows().size()))));
    message.buttons = {{tr("Show issues"), [this, id = run.id] {
                            emit issuesRequested(id);
                        }}};
    message.topic = QStringLiteral("issues/%1").arg(run.id);
    m_messages.post(std::move(message));
}

} // namespace tachograph::app
