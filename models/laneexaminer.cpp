#include "models/laneexaminer.h"

namespace tachograph::models {

LaneExaminer::LaneExaminer(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    constexpr int restMilliseconds = 120;
    m_delay.setSingleShot(true);
    m_delay.setInterval(restMilliseconds);
    connect(&m_delay, &QTimer::timeout, this, &LaneExaminer::start);
    connect(&session, &Session::timelineChanged, this, &LaneExaminer::follow);
    connect(&session, &Session::viewRangeChanged, this, &LaneExaminer::follow);
    connect(&m_job, &BackgroundJob::finished, this,
            [this](const std::any& value) { show(std::any_cast<LaneStatisticsPtr>(value), m_asked.timeline); });
}

void LaneExaminer::setWanted(bool wanted) {
    m_wanted = wanted;
    follow();
}

void LaneExaminer::setLane(const QString& id) {
    m_lane = id;
    follow();
}

LaneExaminer::Question LaneExaminer::question() const {
    return {m_session.timeline(), m_lane, m_session.viewRange()};
}

void LaneExaminer::follow() {
    if (m_wanted && !(question() == m_asked))
        m_delay.start();
}

void LaneExaminer::start() {
    m_asked = question();
    const TimelinePtr timeline = m_asked.timeline;
    std::size_t index = 0;
    while (timeline && index < timeline->lanes.size() && timeline->lanes[index].id != m_lane)
        ++index;
    if (!timeline || index == timeline->lanes.size()) {
        m_job.cancel();
        show(nullptr, nullptr);
        return;
    }
    const auto range = m_asked.range.value_or(std::pair(timeline->xMin, timeline->xMax));
    m_job.start([timeline, index, range](const Job&) -> Result<std::any> {
        return std::any(LaneStatisticsPtr(std::make_shared<const LaneStatistics>(
            laneStatistics(*timeline, timeline->lanes[index], range.first, range.second))));
    });
}

void LaneExaminer::show(LaneStatisticsPtr view, TimelinePtr timeline) {
    m_view = std::move(view);
    m_timeline = std::move(timeline);
    emit viewChanged();
}

} // namespace tachograph::models
