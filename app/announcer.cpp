#include "app/announcer.h"

#include "models/convert.h"

namespace tachograph::app {

using widgets::MessageBar;

Announcer::Announcer(models::Session& session, MessageBar& messages, QObject* parent)
    : QObject(parent), m_session(session), m_messages(messages) {
    connect(&session, &models::Session::problem, this, [this](const QString& sentence) {
        m_messages.post({MessageBar::Kind::error, {}, sentence, {}, {}});
    });
    connect(&session, &models::Session::runsChanged, this, &Announcer::lookForIssues);
}

void Announcer::lookForIssues() {
    std::set<const Run*> open;
    for (const models::OpenRun& run : m_session.runs()) {
        if (run.state != models::OpenRun::State::ready || !run.run)
            continue;
        open.insert(run.run.get());
        if (run.run->issues().total > 0 && !m_announced.contains(run.run.get()))
            announce(run);
    }
    m_announced = std::move(open);
}

void Announcer::announce(const models::OpenRun& run) {
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
