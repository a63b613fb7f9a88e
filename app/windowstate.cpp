#include "app/windowstate.h"

#include "app/bundledcases.h"
#include "app/savedseries.h"
#include "app/themecontroller.h"
#include "app/workspace.h"
#include "models/addedseries.h"
#include "models/convert.h"
#include "models/following/watching.h"
#include "models/review/reviews.h"
#include "widgets/compare/comparebar.h"
#include "widgets/compare/comparepage.h"
#include "widgets/compare/runssection.h"
#include "widgets/plot/plotview.h"
#include "widgets/viewbar.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace tachograph::app {

using models::OpenRun;
using models::toQt;
using models::toStd;
using models::Watching;

namespace {

constexpr std::array themeNames = {"system", "light", "dark"};

/// The file of PATH#NAME; a '#' may be part of the file's name too.
QString fileOf(const QString& path) {
    const qsizetype hash = path.lastIndexOf(u'#');
    return QFileInfo::exists(path) || hash <= 0 ? path : path.left(hash);
}

SavedPath savedPath(const QString& path, const QString& folder) {
    if (path.isEmpty())
        return {};
    SavedPath saved;
    const QString absolute = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
    saved.absolute = toStd(absolute);
    if (!folder.isEmpty())
        if (const QString relative = QDir(folder).relativeFilePath(absolute);
            !relative.startsWith(QLatin1String("..")) && !QDir::isAbsolutePath(relative))
            saved.relative = toStd(relative);
    return saved;
}

/// Where the file is now; empty when it is not there.
QString foundPath(const SavedPath& saved, const QString& folder) {
    if (!saved.relative.empty() && !folder.isEmpty())
        if (QString path = QDir(folder).filePath(toQt(saved.relative)); QFileInfo::exists(fileOf(path)))
            return path;
    const QString path = toQt(saved.absolute);
    return !path.isEmpty() && QFileInfo::exists(fileOf(path)) ? path : QString();
}

const BundledCase* bundledCase(const QString& name) {
    for (const BundledCase& bundled : bundledCases())
        if (name == QLatin1String(bundled.name))
            return &bundled;
    return nullptr;
}

/// Whether a file of the same name has another hash now.
bool hasChanged(const SavedRun& saved, const Run& run) {
    return std::ranges::any_of(run.sources(), [&saved](const SourceFile& file) {
        return std::ranges::any_of(saved.sha256, [&file](const auto& known) {
            return known.first == file.name && !known.second.empty() && known.second != file.sha256;
        });
    });
}

SavedArrangement savedArrangement(const widgets::LaneArrangement& arrangement) {
    SavedArrangement saved;
    for (const QString& id : arrangement.folded)
        saved.folded.insert(toStd(id));
    for (const QString& id : arrangement.logarithmic)
        saved.logarithmic.insert(toStd(id));
    saved.maximized = toStd(arrangement.maximized);
    for (const QString& id : arrangement.order)
        saved.order.push_back(toStd(id));
    for (const auto& [id, height] : arrangement.heights)
        saved.heights[toStd(id)] = std::clamp(height, leastSavedHeight, mostSavedHeight);
    return saved;
}

widgets::LaneArrangement arrangementOf(const SavedArrangement& saved) {
    widgets::LaneArrangement arrangement;
    for (const std::string& id : saved.folded)
        arrangement.folded.insert(toQt(id));
    for (const std::string& id : saved.logarithmic)
        arrangement.logarithmic.insert(toQt(id));
    arrangement.maximized = toQt(saved.maximized);
    for (const std::string& id : saved.order)
        arrangement.order.push_back(toQt(id));
    for (const auto& [id, height] : saved.heights)
        arrangement.heights[toQt(id)] = height;
    return arrangement;
}

} // namespace

WindowState::WindowState(Parts parts, QObject* parent) : QObject(parent), m_parts(parts) {
    const models::Session& session = m_parts.session;
    for (const auto signal :
         {&models::Session::runsChanged, &models::Session::currentChanged, &models::Session::optionsChanged,
          &models::Session::viewRangeChanged, &models::Session::knobsChanged})
        connect(&session, signal, this, &WindowState::changed);
    connect(&Watching::of(session), &Watching::changed, this, &WindowState::changed);
    connect(&m_parts.session.reviews(), &models::Reviews::changed, this, &WindowState::reviewsChanged);
    connect(&session, &models::Session::timelineChanged, this, &WindowState::settleWhenRead);
    connect(&session, &models::Session::runsChanged, this, &WindowState::settleWhenRead);
    connect(&m_parts.workspace.plot(), &widgets::PlotView::arrangementChanged, this, &WindowState::changed);
    connect(&m_parts.comparison.plot(), &widgets::PlotView::arrangementChanged, this, &WindowState::changed);
    connect(&m_parts.workspace, &Workspace::robustYChanged, this, &WindowState::changed);
    connect(&m_parts.comparison.bar(), &widgets::CompareBar::changed, this, &WindowState::changed);
    connect(&m_parts.comparison.runs(), &widgets::RunsSection::changed, this, &WindowState::changed);
    connect(&m_parts.compare, &QAction::toggled, this, &WindowState::changed);
    connect(&m_parts.theme, &ThemeController::choiceChanged, this, &WindowState::changed);
}

SavedRun WindowState::savedRun(const OpenRun& run, const QString& folder) const {
    const models::RunOrigin origin = m_parts.session.origin(run.id);
    SavedRun saved;
    saved.name = toStd(run.name);
    if (origin.inMemory) {
        saved.bundled = bundledCase(origin.path) ? toStd(origin.path) : std::string();
    } else {
        saved.path = savedPath(origin.path, folder);
        saved.config = savedPath(origin.configFile, folder);
        for (const QString& part : origin.parts)
            saved.parts.push_back(savedPath(part, folder));
    }
    if (run.run)
        for (const SourceFile& file : run.run->sources())
            saved.sha256.emplace_back(file.name, file.sha256);
    saved.slot = run.slot;
    saved.visible = run.visible;
    saved.followed = Watching::of(m_parts.session).live(run.id) != nullptr;
    saved.review = *m_parts.session.reviews().of(run.id);
    return saved;
}

SavedComparison WindowState::savedComparison() const {
    const widgets::CompareBar& bar = m_parts.comparison.bar();
    const CompareOptions options = bar.options();
    SavedComparison saved;
    const auto& runs = m_parts.session.runs();
    for (const auto& [id, index] : {std::pair(bar.runA(), &saved.a), std::pair(bar.runB(), &saved.b)})
        if (const auto found = std::ranges::find(runs, id, &OpenRun::id); found != runs.end())
            *index = static_cast<std::size_t>(found - runs.begin());
    saved.attemptA = options.attemptA;
    saved.attemptB = options.attemptB;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (m_parts.comparison.runs().leftOut().contains(runs[i].id))
            saved.leftOut.insert(i);
    saved.shown = m_parts.compare.isChecked();
    saved.axis = options.axis;
    saved.offset = options.offset;
    saved.leaveOutEvents = options.leaveOutEvents;
    saved.onlyVisible = bar.onlyVisible();
    saved.sideBySide = bar.sideBySide();
    saved.arrangement = savedArrangement(m_parts.comparison.plot().arrangement());
    return saved;
}

SavedSession WindowState::capture(const QString& folder) const {
    const models::Session& session = m_parts.session;
    SavedSession saved;
    for (const OpenRun& run : session.runs()) {
        if (session.current() == &run)
            saved.current = saved.runs.size();
        if (run.id == Watching::of(session).baseline())
            saved.baseline = saved.runs.size();
        saved.runs.push_back(savedRun(run, folder));
    }
    for (SavedRun absent : m_absent) {
        absent.path = savedPath(toQt(absent.path.absolute), folder);
        saved.runs.push_back(std::move(absent));
    }
    saved.axis = session.options().axis;
    saved.smoothing = session.options().smoothing;
    saved.range = session.viewRange();
    saved.robustY = m_parts.workspace.plot().options().robustY;
    for (const auto& [id, shown] : session.laneWishes())
        saved.lanes[toStd(id)] = shown;
    saved.added = savedSeries(session.addedSeries());
    saved.arrangement = savedArrangement(m_parts.workspace.plot().arrangement());
    saved.knobs = session.knobs();
    // High contrast is what somebody needs, not how a session looks.
    const ThemeChoice theme = m_parts.theme.choice();
    saved.theme =
        themeNames[static_cast<std::size_t>(theme == ThemeChoice::highContrast ? ThemeChoice::system : theme)];
    saved.comparison = savedComparison();
    return saved;
}

void WindowState::closeAll() {
    m_parts.compare.setChecked(false);
    std::vector<std::uint64_t> ids;
    for (const OpenRun& run : m_parts.session.runs())
        ids.push_back(run.id);
    for (const std::uint64_t id : ids)
        m_parts.session.close(id);
    m_parts.session.reviews().clear();
    m_absent.clear();
}

/// 0 when there is nothing to open.
std::uint64_t WindowState::openSaved(const SavedRun& saved, const QString& folder) {
    models::Session& session = m_parts.session;
    if (const BundledCase* bundled = bundledCase(toQt(saved.bundled)))
        return session.openBytes(toQt(saved.bundled), bytesOf(*bundled), configOf(*bundled));
    QStringList parts;
    for (const SavedPath& part : saved.parts)
        if (const QString found = foundPath(part, folder); !found.isEmpty())
            parts << found;
    if (parts.size() > 1)
        return session.openAsOneRun(parts);
    const QString path = foundPath(saved.path, folder);
    return path.isEmpty() ? 0 : session.open(path, foundPath(saved.config, folder));
}

void WindowState::restore(const SavedSession& saved, const QString& folder) {
    closeAll();
    models::Session& session = m_parts.session;
    AllKnobs knobs; // those that this version has, within their limits
    for (const auto& [code, values] : saved.knobs)
        for (const auto& [name, value] : values)
            if (!setKnob(knobs, code + '.' + name + '=' + machineNumber(value)))
                continue;
    m_wanted = saved;
    m_ids.clear();
    session.setKnobs(knobs);
    m_parts.theme.showForSession(
        static_cast<ThemeChoice>(std::find(themeNames.begin(), themeNames.end(), saved.theme) - themeNames.begin()));
    session.setAxis(saved.axis);
    session.setSmoothing(saved.smoothing);
    models::Session::LaneWishes lanes;
    for (const auto& [id, shown] : saved.lanes)
        lanes[toQt(id)] = shown;
    session.setAddedSeries(addedOf(saved.added));
    for (const SavedRun& run : saved.runs) {
        m_ids.push_back(openSaved(run, folder));
        if (m_ids.back() == 0) {
            m_absent.push_back(run);
            if (SavedPath& path = m_absent.back().path; path.absolute.empty() && !folder.isEmpty())
                path.absolute = toStd(QDir::cleanPath(QDir(folder).filePath(toQt(path.relative))));
            continue;
        }
        session.setSlot(m_ids.back(), run.slot);
        session.setVisible(m_ids.back(), run.visible);
        session.reviews().set(session.reviews().keyOf(m_ids.back()), run.review);
    }
    if (saved.current && m_ids[*saved.current] != 0)
        session.setCurrent(m_ids[*saved.current]);
    if (saved.baseline)
        Watching::of(session).setBaseline(m_ids[*saved.baseline]);
    session.setLaneWishes(lanes);
    m_parts.workspace.plot().setArrangement(arrangementOf(saved.arrangement));
    m_parts.workspace.setRobustY(saved.robustY);
    settleWhenRead();
}

/// When nothing is being read any more and what was read is drawn.
void WindowState::settleWhenRead() {
    if (!m_wanted || m_ids.size() != m_wanted->runs.size())
        return;
    const auto& runs = m_parts.session.runs();
    const Watching& watching = Watching::of(m_parts.session); // what waits for its first line may do so for long
    const bool reading = std::ranges::any_of(runs, [&watching](const OpenRun& run) {
        return run.state == OpenRun::State::loading && !watching.live(run.id);
    });
    if (!reading && drawn())
        settle();
}

/// Whether the timeline shows the visible runs, the current one first.
bool WindowState::drawn() const {
    const models::Session& session = m_parts.session;
    const models::TimelinePtr timeline = session.timeline();
    std::size_t visible = 0;
    for (const OpenRun& run : session.runs()) {
        if (!run.run || !run.visible)
            continue;
        ++visible;
        if (!timeline || std::ranges::find(timeline->runs, run.run, &models::TimelineRun::run) == timeline->runs.end())
            return false;
    }
    const OpenRun* current = session.current();
    const bool first =
        !current || !current->run || !current->visible || visible == 0 || timeline->runs.front().run == current->run;
    return first && (visible == 0 || timeline->runs.size() == visible);
}

void WindowState::settle() {
    const SavedSession saved = *m_wanted;
    m_wanted.reset();
    QStringList missing, changed, dropped;
    for (std::size_t i = 0; i < saved.runs.size(); ++i) {
        const OpenRun* run = m_parts.session.run(m_ids[i]);
        if (m_ids[i] == 0 || !run)
            missing << toQt(saved.runs[i].name);
        else if (run->run && hasChanged(saved.runs[i], *run->run))
            changed << toQt(saved.runs[i].name);
    }
    if (const models::TimelinePtr timeline = m_parts.session.timeline(); timeline && missing.isEmpty()) {
        models::CheckedSeries checked = models::checkedSeries(addedOf(saved.added), *timeline);
        m_parts.session.setAddedSeries(checked.kept);
        dropped = checked.dropped;
    }
    if (saved.range && m_parts.session.options().axis == saved.axis)
        m_parts.session.setViewRange(saved.range);
    restoreComparison(saved.comparison);
    for (std::size_t i = 0; i < saved.runs.size(); ++i)
        if (saved.runs[i].followed && m_ids[i] != 0)
            Watching::of(m_parts.session).setFollowed(m_ids[i], true);
    emit settled(missing, changed, dropped);
}

void WindowState::restoreComparison(const SavedComparison& saved) {
    CompareOptions options;
    options.axis = saved.axis;
    options.offset = saved.offset;
    options.leaveOutEvents = saved.leaveOutEvents;
    widgets::CompareBar& bar = m_parts.comparison.bar();
    bar.restore(options, saved.onlyVisible, saved.sideBySide);
    m_parts.comparison.plot().setArrangement(arrangementOf(saved.arrangement));
    std::set<std::uint64_t> leftOut;
    for (const std::size_t run : saved.leftOut)
        if (m_ids[run] != 0)
            leftOut.insert(m_ids[run]);
    m_parts.comparison.runs().setLeftOut(std::move(leftOut));
    if (saved.a && saved.b && m_ids[*saved.a] != 0 && m_ids[*saved.b] != 0)
        bar.setRuns(m_ids[*saved.a], saved.attemptA, m_ids[*saved.b], saved.attemptB);
    if (saved.shown && m_parts.compare.isEnabled())
        m_parts.compare.setChecked(true);
}

} // namespace tachograph::app
