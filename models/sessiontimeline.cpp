#include "models/sessionprivate.h"

#include <algorithm>
#include <tuple>

namespace tachograph::models {

std::vector<TimelineRun> Session::Private::visibleRuns() const {
    std::vector<TimelineRun> runs;
    for (const OpenRun& entry : q->m_runs) {
        if (!entry.visible || !entry.run)
            continue;
        const auto place = entry.id == q->m_current ? runs.begin() : runs.end();
        runs.insert(place, TimelineRun{entry.run, entry.diagnosis, entry.slot, entry.name});
    }
    return runs;
}

void Session::Private::leaveUnsupportedAxis() {
    for (const auto& [axis, reason] : q->axes())
        if (axis == q->m_options.axis && !reason.isEmpty())
            q->setAxis(XAxis::step);
}

/// Lane wishes -> ids. No wishes: no ids, which stands for the standard lanes.
void Session::Private::applyLanes() {
    q->m_options.lanes.clear();
    if (laneWishes.empty())
        return;
    for (const LaneChoice& choice : q->laneChoices()) {
        const auto wish = laneWishes.find(choice.id);
        if (wish == laneWishes.end() ? choice.standard : wish->second)
            q->m_options.lanes.push_back(choice.id);
    }
}

void Session::Private::startTimeline() {
    std::vector<TimelineRun> runs = visibleRuns();
    if (runs.empty()) {
        building.cancel();
        if (q->m_timeline)
            setTimeline(nullptr);
        return;
    }
    building.start([runs = std::move(runs), options = q->m_options](const Job& job) -> Result<std::any> {
        return std::any(buildTimeline(runs, options, job));
    });
    tellBusy();
}

/// A view that reaches to the end of what there was reaches to the end of what there is, as wide as before.
void Session::Private::moveAlong(const Timeline& before, const Timeline& now) {
    auto& range = q->m_viewRange;
    if (!watching->any() || !range || before.options.axis != now.options.axis || range->second < before.xMax)
        return;
    const double by = now.xMax - range->second;
    *range = {range->first + by, range->second + by};
}

/// The selected finding stays selected when the new timeline has it too.
void Session::Private::setTimeline(const TimelinePtr& timeline) {
    int selected = -1;
    if (q->m_timeline && timeline && q->m_selectedFinding >= 0) {
        auto identity = [](const Timeline& in, const TimelineFinding& of) {
            const Finding& finding = of.finding;
            const TimelineRun& run = in.runs[static_cast<std::size_t>(of.run)];
            return std::make_tuple(run.slot, run.name, finding.code, finding.firstStep, finding.onsetStep);
        };
        const auto index = static_cast<std::size_t>(q->m_selectedFinding);
        const auto wanted = identity(*q->m_timeline, q->m_timeline->findings[index]);
        for (std::size_t i = 0; i < timeline->findings.size() && selected < 0; ++i)
            if (identity(*timeline, timeline->findings[i]) == wanted)
                selected = static_cast<int>(i);
    }
    const bool moved = std::exchange(q->m_selectedFinding, selected) != selected;
    const TimelinePtr before = std::exchange(q->m_timeline, timeline);
    const auto range = q->m_viewRange;
    if (before && timeline)
        moveAlong(*before, *timeline);
    emit q->timelineChanged();
    if (q->m_viewRange != range)
        emit q->viewRangeChanged();
    if (moved)
        emit q->selectedFindingChanged();
}

void Session::Private::tellBusy() {
    std::pair<bool, QString> now{false, {}};
    if (reading.size() == 1) {
        const auto entry = std::ranges::find(q->m_runs, OpenRun::State::loading, &OpenRun::state);
        now = {true, QStringLiteral("Reading ") + (entry == q->m_runs.end() ? QString() : entry->name)};
    } else if (reading.size() > 1) {
        now = {true, QStringLiteral("Reading %1 recordings").arg(reading.size())};
    } else if (judging.size() > 0) {
        now = {true, QStringLiteral("Judging")};
    } else if (building.running()) {
        now = {true, QStringLiteral("Drawing")};
    }
    if (busy == now)
        return;
    busy = now;
    emit q->busyChanged(now.first, now.second);
}

} // namespace tachograph::models
