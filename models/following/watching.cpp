#include "models/following/watching.h"

#include "models/convert.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tachograph::models {

namespace {

/// What the row says of a change; empty for more of the same.
QString remarkOf(const FollowedReading& reading) {
    using Change = FollowedReading::Change;
    switch (reading.change) {
    case Change::continued:
        return QStringLiteral("file was replaced, read again as attempt %1").arg(reading.run->attempts().size());
    case Change::replaced:
        return QStringLiteral("file was replaced, read again");
    case Change::first:
    case Change::grown:
        break;
    }
    return reading.runsInFile > 1 ? QStringLiteral("the last of %1 runs in it").arg(reading.runsInFile) : QString();
}

} // namespace

Watching::Watching(Session& session, Hooks hooks) : QObject(&session), m_session(session), m_hooks(std::move(hooks)) {
    connect(&session, &Session::runsChanged, this, &Watching::forgetClosed);
}

Watching& Watching::of(const Session& session) {
    return *session.findChild<Watching*>(QString(), Qt::FindDirectChildrenOnly);
}

/// A folder's path is that of none of its files. Asks no file system: it may be slow to answer.
bool Watching::canFollow(std::uint64_t run) const {
    const OpenRun* entry = m_session.run(run);
    const RunOrigin from = m_session.origin(run);
    if (!entry || !entry->run || from.inMemory || !from.parts.isEmpty())
        return false;
    const std::string path = pathToStd(entry->path);
    return std::ranges::any_of(entry->run->sources(), [&path](const SourceFile& file) {
        return path == file.path || path.starts_with(file.path + '#');
    });
}

void Watching::setFollowed(std::uint64_t run, bool on) {
    if (m_followed.contains(run) == on || (on && !canFollow(run)))
        return;
    if (on) {
        start(run);
    } else {
        m_followed.erase(run);
        m_session.reload(run); // its last line too, as it is now
    }
    emit changed();
}

void Watching::start(std::uint64_t run) {
    auto reader = std::make_unique<LiveReader>(m_hooks.source(run));
    LiveReader& started = *reader;
    connect(&started, &LiveReader::changed, this, [this, run, &started] {
        started.setBusy(true);
        m_followed[run].shown = false;
        m_hooks.show(run);
    });
    connect(&started, &LiveReader::ended, this, [this, run] {
        m_followed[run].ended = true;
        leave(run);
    });
    connect(&started, &LiveReader::waitingChanged, this, [this, run] { tellWaiting(run); });
    m_followed[run] = {std::move(reader), {}, true, false};
    started.start();
}

std::uint64_t Watching::open(const QString& name, const LiveInput& input) {
    return openLive(name, {}, input);
}

std::uint64_t Watching::openFile(const QString& path, const QString& configFile) {
    return openLive(path, configFile, {});
}

std::uint64_t Watching::openLive(const QString& name, const QString& configFile, const LiveInput& input) {
    const std::uint64_t run = m_hooks.add(name, configFile, input);
    start(run);
    emit changed();
    return run;
}

void Watching::finish(std::uint64_t run) {
    if (const auto found = m_followed.find(run); found != m_followed.end())
        found->second.reader->finish();
}

/// Once it is read to its end and what was read is shown. Later: the reader is just telling us.
void Watching::leave(std::uint64_t run) {
    QMetaObject::invokeMethod(
        this,
        [this, run] {
            const auto found = m_followed.find(run);
            if (found == m_followed.end() || !found->second.ended || !found->second.shown)
                return;
            const QString why = found->second.reader->waitingFor();
            const FollowedReadingPtr last = found->second.reader->reading();
            m_followed.erase(found);
            const OpenRun* entry = m_session.run(run);
            if (entry && !entry->run) {
                m_hooks.fail(run, why);
            } else if (entry && last && !last->others.empty()) {
                m_hooks.addOthers(run, last->others);
            }
            emit changed();
        },
        Qt::QueuedConnection);
}

const LiveRun* Watching::live(std::uint64_t run) const {
    const auto found = m_followed.find(run);
    return found == m_followed.end() ? nullptr : &found->second.state;
}

void Watching::setBaseline(std::uint64_t run) {
    if (run == m_baseline || (run != 0 && !m_session.run(run)))
        return;
    m_baseline = run;
    emit baselineChanged();
    emit changed();
}

FollowedReadingPtr Watching::newest(std::uint64_t run) const {
    const auto found = m_followed.find(run);
    return found == m_followed.end() ? nullptr : found->second.reader->reading();
}

void Watching::taken(std::uint64_t run, const FollowedReading& reading) {
    constexpr double nanoseconds = 1e9;
    const auto found = m_followed.find(run);
    if (found == m_followed.end())
        return;
    LiveRun& state = found->second.state;
    state.written = static_cast<double>(reading.stamp.changed) / nanoseconds;
    state.torn = reading.torn;
    // That it was replaced is still worth knowing when it has grown since.
    if (QString remark = remarkOf(reading); !remark.isEmpty() || reading.earlier == 0)
        state.remark = std::move(remark);
    emit changed();
}

void Watching::done(std::uint64_t run) {
    const auto found = m_followed.find(run);
    if (found == m_followed.end())
        return;
    found->second.shown = true;
    found->second.reader->setBusy(false);
    leave(run);
}

/// Contents of files that are gone are not there to be read anew: they go.
void Watching::readAnew() {
    std::vector<std::pair<std::uint64_t, bool>> runs;
    for (const auto& [run, followed] : m_followed)
        runs.emplace_back(run, followed.ended);
    for (const auto& [run, ended] : runs) {
        start(run);
        if (ended)
            finish(run);
    }
}

/// The file is gone or has nothing to read now, or it is back.
void Watching::tellWaiting(std::uint64_t run) {
    Followed& followed = m_followed[run];
    const OpenRun* entry = m_session.run(run);
    QString sentence = followed.reader->waitingFor();
    if (entry && sentence.startsWith(entry->path))
        sentence = sentence.mid(entry->path.size() + 2); // the row shows whose
    if (sentence.isEmpty() && followed.reader->reading())
        sentence = remarkOf(*followed.reader->reading());
    followed.state.remark = sentence;
    emit changed();
}

void Watching::forgetClosed() {
    std::erase_if(m_followed, [this](const auto& followed) { return !m_session.run(followed.first); });
    if (m_baseline != 0 && !m_session.run(m_baseline))
        setBaseline(0);
}

} // namespace tachograph::models
