#include "models/convert.h"
#include "models/sessionprivate.h"

#include <QFileInfo>
#include <QThread>

#include <algorithm>

namespace tachograph::models {

namespace {

AxisReasons axisReasons(const Run& run) {
    AxisReasons reasons;
    for (std::size_t i = 0; i < allAxes.size(); ++i)
        reasons[i] = toQt(whyNotOnAxis(run, allAxes[i]));
    return reasons;
}

std::vector<std::string> toPaths(const QStringList& files) {
    std::vector<std::string> paths;
    for (const QString& file : files)
        paths.push_back(pathToStd(file));
    return paths;
}

/// Of what was followed all that has come.
Result<std::vector<RunPtr>> openEnded(const LiveSource& source, const Job& job) {
    const auto reading = source(nullptr, job, true);
    if (!reading)
        return reading.error();
    std::vector<RunPtr> runs = reading.value()->others;
    runs.push_back(reading.value()->run);
    return runs;
}

Result<std::vector<RunPtr>> openOrigin(const Origin& origin, const OpenOptions& options, const Job& job) {
    if (origin.bytes)
        return openRunsFromBytes(toStd(origin.path), *origin.bytes, options, job);
    if (origin.parts.isEmpty())
        return openRuns(pathToStd(origin.path), options, job);
    return openFilesAsOneRun(toPaths(origin.parts), options, job);
}

Result<std::any> readRuns(const Origin& origin, const std::shared_ptr<const MetricRoles>& roles, const Job& job) {
    OpenOptions options;
    options.roles = roles.get();
    options.configFile = pathToStd(origin.configFile);
    options.configText = origin.configText;
    const auto runs = origin.live ? openEnded(origin.live(roles), job) : openOrigin(origin, options, job);
    if (!runs)
        return runs.error();
    const std::string opened = origin.bytes ? toStd(origin.path) : pathToStd(origin.path);
    std::vector<LoadedRun> loaded;
    for (const RunPtr& run : *runs)
        loaded.push_back(loadedRun(run, opened));
    return std::any(std::move(loaded));
}

Result<std::any> judge(const RunPtr& run, const AllKnobs& knobs, const FollowedReadingPtr& followed, const Job& job) {
    Judgement judgement;
    judgement.followed = followed;
    if (followed)
        judgement.axes = axisReasons(*run);
    judgement.diagnosis = std::make_shared<const Diagnosis>(diagnose(*run, knobs, job));
    judgement.details = std::make_shared<const RunDetails>(runDetails(*run, *judgement.diagnosis));
    return std::any(std::move(judgement));
}

} // namespace

LoadedRun loadedRun(const RunPtr& run, std::string_view opened) {
    return {run, axisReasons(*run), offeredRun(*run, opened)};
}

bool Session::mayBelongTogether(const QStringList& paths) {
    return tachograph::mayBelongTogether(toPaths(paths));
}

Session::Private::Private(Session* session, std::shared_ptr<const MetricRoles> table)
    : q(session),
      watching(new Watching(*session, {[this](std::uint64_t id) { return liveSource(id); },
                                       [this](const QString& name, const QString& configFile, const LiveInput& input) {
                                           Origin origin;
                                           origin.path = name;
                                           origin.configFile = configFile;
                                           origin.live = input;
                                           return add(origin, input ? name : QFileInfo(name).fileName(), false);
                                       },
                                       [this](std::uint64_t id) {
                                           if (const OpenRun* entry = find(id))
                                               startJudging(*entry);
                                           tellBusy();
                                       },
                                       [this](std::uint64_t id, const QString& sentence) { loadFailed(id, sentence); },
                                       [this](std::uint64_t id, const std::vector<RunPtr>& others) {
                                           addOthers(id, others);
                                       }})),
      examining(new Examining(*session, {[this](std::uint64_t id) {
                                             startJudging(*find(id));
                                             tellBusy();
                                         },
                                         [this](std::uint64_t id) {
                                             judging.cancel(id);
                                         }})),
      roles(std::move(table)), reading(QThread::idealThreadCount()), judging(QThread::idealThreadCount()) {
    rebuild.setSingleShot(true);
    QObject::connect(&rebuild, &QTimer::timeout, q, [this] { startTimeline(); });
    QObject::connect(&reading, &JobQueue::progress, q, [this](std::uint64_t id, double fraction) {
        if (OpenRun* entry = find(id)) {
            entry->progress = fraction;
            emit q->runsChanged();
        }
    });
    QObject::connect(&reading, &JobQueue::finished, q, [this](std::uint64_t id, const std::any& runs) {
        loaded(id, std::any_cast<const std::vector<LoadedRun>&>(runs));
    });
    QObject::connect(&reading, &JobQueue::failed, q,
                     [this](std::uint64_t id, const QString& sentence) { loadFailed(id, sentence); });
    QObject::connect(&reading, &JobQueue::canceled, q, [this](std::uint64_t id) { loadCanceled(id); });
    QObject::connect(&judging, &JobQueue::finished, q, [this](std::uint64_t id, const std::any& judgement) {
        judged(id, std::any_cast<const Judgement&>(judgement));
    });
    QObject::connect(&judging, &JobQueue::failed, q, [this](std::uint64_t id, const QString& sentence) {
        emit q->problem(sentence);
        notJudged(id);
    });
    QObject::connect(&judging, &JobQueue::canceled, q, [this](std::uint64_t id) { notJudged(id); });
    QObject::connect(&building, &BackgroundJob::finished, q, [this](const std::any& timeline) {
        setTimeline(std::any_cast<const TimelinePtr&>(timeline));
        tellBusy();
    });
    QObject::connect(&building, &BackgroundJob::failed, q, [this](const QString& sentence) {
        emit q->problem(sentence);
        tellBusy();
    });
    QObject::connect(&building, &BackgroundJob::canceled, q, [this] { tellBusy(); });
}

OpenRun* Session::Private::find(std::uint64_t id) {
    const auto found = std::ranges::find(q->m_runs, id, &OpenRun::id);
    return found == q->m_runs.end() ? nullptr : &*found;
}

/// The first one that no open run has: closing a run leaves the others their colours.
int Session::Private::freeSlot() const {
    for (int slot = 0;; ++slot)
        if (std::ranges::none_of(q->m_runs, [slot](const OpenRun& entry) {
                return entry.state != OpenRun::State::failed && entry.slot == slot;
            }))
            return slot;
}

std::uint64_t Session::Private::add(const Origin& origin, const QString& name, bool readNow) {
    OpenRun entry;
    entry.id = ++ids;
    entry.path = origin.path;
    entry.name = name;
    entry.slot = freeSlot();
    origins[entry.id] = origin;
    q->m_runs.push_back(entry);
    if (readNow)
        read(q->m_runs.back());
    const bool first = q->m_current == 0;
    if (first)
        q->m_current = entry.id;
    emit q->runsChanged();
    if (first)
        emit q->currentChanged();
    tellBusy();
    return entry.id;
}

LiveSource Session::Private::liveSource(std::uint64_t id) {
    const Origin& origin = origins[id];
    return origin.live ? origin.live(roles) : liveFile(find(id)->path, origin.configFile, roles);
}

void Session::Private::read(OpenRun& entry) {
    entry.state = OpenRun::State::loading;
    entry.progress = 0;
    entry.error.clear();
    reading.add(entry.id,
                [origin = origins[entry.id], table = roles](const Job& job) { return readRuns(origin, table, job); });
}

void Session::Private::fill(OpenRun& entry, const LoadedRun& loaded) {
    entry.state = OpenRun::State::ready;
    entry.run = loaded.run;
    entry.name = shown(loaded.run->name(), 200);
    entry.progress = 1;
    entry.diagnosis.reset();
    entry.details.reset();
    axes[entry.id] = loaded.axes;
    startJudging(entry);
}

/// Of a followed file its newest state, which is shown once it is judged.
void Session::Private::startJudging(const OpenRun& entry) {
    examining->began(entry.id);
    const FollowedReadingPtr newest = watching->newest(entry.id);
    judging.add(entry.id, [run = newest ? newest->run : entry.run, newest, knobs = q->m_knobs](const Job& job) {
        return judge(run, knobs, newest, job);
    });
}

/// The new state of the file changes places with the old one together with what is said of it.
void Session::Private::takeFollowed(OpenRun& entry, const Judgement& judgement) {
    entry.run = judgement.followed->run;
    entry.state = OpenRun::State::ready;
    axes[entry.id] = judgement.axes;
    watching->taken(entry.id, *judgement.followed);
    leaveUnsupportedAxis();
    applyLanes();
}

void Session::Private::loaded(std::uint64_t id, const std::vector<LoadedRun>& runs) {
    OpenRun* entry = find(id);
    if (!entry || runs.empty())
        return;
    if (origins[id].oneOfSeveral) {
        const auto own = std::ranges::find(
            runs, entry->path, [](const LoadedRun& loaded) { return QFile::decodeName(loaded.run->path().c_str()); });
        fill(*entry, own == runs.end() ? runs.front() : *own);
    } else if (runs.size() == 1) {
        fill(*entry, runs.front());
    } else if (offersSeveral && !entry->run) {
        offerRuns(id, runs);
        return;
    } else {
        openSeveral(*entry, runs);
    }
    const OpenRun* current = q->current();
    const bool takesOver = !current || current->state == OpenRun::State::failed;
    if (takesOver)
        q->m_current = id;
    leaveUnsupportedAxis();
    applyLanes();
    emit q->runsChanged();
    if (takesOver || id == q->m_current)
        emit q->currentChanged();
    if (!q->m_timeline && !building.running())
        startTimeline(); // nothing is shown yet
    else
        rebuild.start();
    tellBusy();
}

void Session::Private::loadFailed(std::uint64_t id, const QString& sentence) {
    OpenRun* entry = find(id);
    if (!entry)
        return;
    entry->state = entry->run ? OpenRun::State::ready : OpenRun::State::failed;
    entry->error = entry->run ? QString() : sentence;
    emit q->runsChanged();
    emit q->problem(sentence);
    tellBusy();
}

void Session::Private::loadCanceled(std::uint64_t id) {
    OpenRun* entry = find(id);
    if (entry && entry->run) {
        entry->state = OpenRun::State::ready;
        emit q->runsChanged();
    } else if (entry) {
        remove(id);
    }
    tellBusy();
}

void Session::Private::judged(std::uint64_t id, const Judgement& judgement) {
    OpenRun* entry = find(id);
    if (!entry)
        return;
    if (judgement.followed && !watching->live(id)) {
        startJudging(*entry); // not followed any more
        return;
    }
    if (judgement.followed)
        takeFollowed(*entry, judgement);
    entry->diagnosis = judgement.diagnosis;
    entry->details = judgement.details;
    emit q->runsChanged();
    if (id == q->m_current)
        emit q->currentChanged();
    rebuild.start();
    watching->done(id);
    tellBusy();
}

void Session::Private::notJudged(std::uint64_t id) {
    examining->endedWithout(id);
    watching->done(id);
    tellBusy();
}

/// The neighbour of a removed current run becomes the current one.
void Session::Private::remove(std::uint64_t id) {
    const auto found = std::ranges::find(q->m_runs, id, &OpenRun::id);
    if (found == q->m_runs.end())
        return;
    const auto next = q->m_runs.erase(found);
    origins.erase(id);
    axes.erase(id);
    const bool wasCurrent = q->m_current == id;
    if (wasCurrent)
        q->m_current = q->m_runs.empty() ? 0 : (next == q->m_runs.end() ? q->m_runs.back() : *next).id;
    reading.cancel(id);
    judging.cancel(id);
    applyLanes();
    emit q->runsChanged();
    if (wasCurrent)
        emit q->currentChanged();
    rebuild.start();
    tellBusy();
}

} // namespace tachograph::models
