#include "models/session.h"

#include "models/review/reviews.h"
#include "models/sessionprivate.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace tachograph::models {

Session::Session(std::shared_ptr<const MetricRoles> roles, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(this, std::move(roles))),
      m_reviews(std::make_unique<Reviews>(*this)) {}

Session::~Session() = default;

std::uint64_t Session::open(const QString& path, const QString& configFile) {
    return d->add(Origin{path, configFile, {}, nullptr, false}, QFileInfo(path).fileName());
}

std::uint64_t Session::openAsOneRun(const QStringList& paths) {
    if (paths.size() == 1)
        return open(paths.front());
    if (paths.isEmpty())
        return 0;
    return d->add(Origin{paths.front(), {}, paths, nullptr, false}, QFileInfo(paths.front()).fileName());
}

std::uint64_t Session::openBytes(const QString& name, const QByteArray& bytes, const QByteArray& config) {
    Origin origin{name, {}, {}, std::make_shared<const std::string>(bytes.toStdString()), false, config.toStdString()};
    return d->add(origin, name);
}

void Session::close(std::uint64_t id) {
    d->remove(id);
}

void Session::reload(std::uint64_t id) {
    if (OpenRun* entry = d->find(id)) {
        d->read(*entry);
        emit runsChanged();
        d->tellBusy();
    }
}

void Session::setRoles(std::shared_ptr<const MetricRoles> roles) {
    d->roles = std::move(roles);
    for (OpenRun& entry : m_runs)
        if (entry.state != OpenRun::State::failed &&
            !(d->watching->live(entry.id) && (d->origins[entry.id].live || !entry.run)))
            d->read(entry);
    d->watching->readAnew();
    emit runsChanged();
    d->tellBusy();
}

void Session::setKnobs(const AllKnobs& knobs) {
    if (knobs == m_knobs)
        return;
    m_knobs = knobs;
    for (const OpenRun& entry : m_runs)
        if (entry.run)
            d->startJudging(entry);
    emit knobsChanged();
    d->tellBusy();
}

void Session::cancelLoading(std::uint64_t id) {
    const OpenRun* entry = d->find(id);
    if (entry && !entry->run && d->watching->live(id)) {
        d->remove(id); // nothing has come yet
        return;
    }
    d->reading.cancel(id);
}

const OpenRun* Session::run(std::uint64_t id) const {
    return d->find(id);
}

const OpenRun* Session::current() const {
    return d->find(m_current);
}

void Session::setCurrent(std::uint64_t id) {
    if (id == m_current || !d->find(id))
        return;
    m_current = id;
    emit currentChanged();
    d->rebuild.start();
}

void Session::setVisible(std::uint64_t id, bool visible) {
    OpenRun* entry = d->find(id);
    if (!entry || entry->visible == visible)
        return;
    entry->visible = visible;
    d->leaveUnsupportedAxis();
    d->applyLanes();
    emit runsChanged();
    d->rebuild.start();
}

void Session::setSlot(std::uint64_t id, int slot) {
    OpenRun* entry = d->find(id);
    if (!entry || entry->slot == slot || slot < 0)
        return;
    entry->slot = slot;
    emit runsChanged();
    d->rebuild.start();
}

RunOrigin Session::origin(std::uint64_t id) const {
    const auto found = d->origins.find(id);
    if (found == d->origins.end())
        return {};
    const Origin& origin = found->second;
    return {origin.path, origin.configFile, origin.parts, origin.bytes || origin.live};
}

void Session::setAxis(XAxis axis) {
    if (axis == m_options.axis)
        return;
    m_options.axis = axis;
    setViewRange(std::nullopt); // the numbers of one axis mean nothing on another
    emit optionsChanged();
    d->rebuild.start();
}

void Session::setSmoothing(int window) {
    if (window == m_options.smoothing)
        return;
    m_options.smoothing = window;
    emit optionsChanged();
    d->rebuild.start();
}

void Session::setLaneShown(const QString& laneId, bool shown) {
    if (isLaneShown(laneId) == shown)
        return;
    const auto before = d->laneWishes;
    d->laneWishes[laneId] = shown;
    d->applyLanes();
    if (m_options.lanes.empty()) {
        d->laneWishes = before; // no lanes would stand for the standard ones
        d->applyLanes();
    }
    emit optionsChanged();
    if (d->laneWishes != before)
        emit lanesEdited(before, d->laneWishes);
    d->rebuild.start();
}

const Session::LaneWishes& Session::laneWishes() const {
    return d->laneWishes;
}

void Session::setLaneWishes(const LaneWishes& wishes) {
    if (wishes == d->laneWishes)
        return;
    d->laneWishes = wishes;
    d->applyLanes();
    emit optionsChanged();
    d->rebuild.start();
}

void Session::addSeries(const QString& laneId, const QString& key) {
    AddedSeries added = m_options.added;
    std::vector<QString>& keys = added[laneId];
    if (std::ranges::find(keys, key) != keys.end() || keys.size() >= mostAddedSeries)
        return;
    keys.push_back(key);
    const AddedSeries before = m_options.added;
    setAddedSeries(added);
    emit seriesEdited(before, added);
}

void Session::removeSeries(const QString& laneId, const QString& key) {
    AddedSeries added = m_options.added;
    const auto lane = added.find(laneId);
    if (lane == added.end() || std::erase(lane->second, key) == 0)
        return;
    if (lane->second.empty())
        added.erase(lane);
    const AddedSeries before = m_options.added;
    setAddedSeries(added);
    emit seriesEdited(before, added);
}

void Session::setAddedSeries(const AddedSeries& added) {
    if (added == m_options.added)
        return;
    m_options.added = added;
    emit optionsChanged();
    d->rebuild.start();
}

bool Session::isLaneShown(const QString& laneId) const {
    if (!m_options.lanes.empty())
        return std::ranges::find(m_options.lanes, laneId) != m_options.lanes.end();
    return std::ranges::any_of(laneChoices(),
                               [&](const LaneChoice& choice) { return choice.standard && choice.id == laneId; });
}

std::vector<std::pair<XAxis, QString>> Session::axes() const {
    std::vector<std::pair<XAxis, QString>> axes;
    for (std::size_t i = 0; i < allAxes.size(); ++i) {
        axes.emplace_back(allAxes[i], QString());
        for (const OpenRun& entry : m_runs)
            if (const auto known = d->axes.find(entry.id);
                entry.visible && known != d->axes.end() && axes.back().second.isEmpty())
                axes.back().second = known->second[i];
    }
    return axes;
}

std::vector<LaneChoice> Session::laneChoices() const {
    return models::laneChoices(d->visibleRuns());
}

void Session::setSelectedFinding(int index) {
    const bool known = m_timeline && index >= 0 && static_cast<std::size_t>(index) < m_timeline->findings.size();
    const int selected = known ? index : -1;
    if (std::exchange(m_selectedFinding, selected) != selected)
        emit selectedFindingChanged();
}

void Session::setViewRange(std::optional<std::pair<double, double>> range) {
    if (range == m_viewRange)
        return;
    m_viewRange = range;
    emit viewRangeChanged();
}

} // namespace tachograph::models
