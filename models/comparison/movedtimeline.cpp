#include "models/comparison/movedtimeline.h"

#include "models/comparison/comparisonview.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace tachograph::models {

namespace {

/// Another curve, moved right.
class MovedCurve : public CurveSource {
  public:
    MovedCurve(CurvePtr curve, double by) : m_curve(std::move(curve)), m_by(by) {}

    Edges columns(double xMin, double xMax, std::size_t count, std::vector<PixelColumn>& out) const override {
        Edges edges = m_curve->columns(xMin - m_by, xMax - m_by, count, out);
        for (auto* edge : {&edges.before, &edges.after})
            if (*edge)
                (*edge)->first += m_by;
        return edges;
    }

    [[nodiscard]] std::optional<std::pair<double, double>> nearest(double x) const override {
        auto point = m_curve->nearest(x - m_by);
        if (point)
            point->first += m_by;
        return point;
    }

    [[nodiscard]] std::optional<std::pair<double, double>> xRange() const override {
        auto range = m_curve->xRange();
        if (range)
            *range = {range->first + m_by, range->second + m_by};
        return range;
    }

    [[nodiscard]] std::optional<std::pair<double, double>> yRange(double xMin, double xMax) const override {
        return m_curve->yRange(xMin - m_by, xMax - m_by);
    }

    [[nodiscard]] Beyond beyond(double xMin, double xMax, double low, double high) const override {
        return m_curve->beyond(xMin - m_by, xMax - m_by, low, high);
    }

    [[nodiscard]] std::vector<std::pair<double, double>> points(double xMin, double xMax) const override {
        auto points = m_curve->points(xMin - m_by, xMax - m_by);
        for (auto& point : points)
            point.first += m_by;
        return points;
    }

    [[nodiscard]] std::size_t size() const override { return m_curve->size(); }

  private:
    CurvePtr m_curve;
    double m_by;
};

void moveLine(LaneLine& line, double by) {
    for (CurvePtr* curve : {&line.curve, &line.low})
        if (*curve)
            *curve = std::make_shared<MovedCurve>(*curve, by);
}

bool isLevel(const LaneLine& line) {
    return line.kind == LineKind::limit;
}

/// Keeps the levels; what was drawn still decides the scale, so that the lane does not jump.
void leaveOutRatio(Lane& lane) {
    const auto drawn = std::stable_partition(lane.lines.begin(), lane.lines.end(), isLevel);
    std::move(drawn, lane.lines.end(), std::back_inserter(lane.scaledWith));
    lane.lines.erase(drawn, lane.lines.end());
    lane.qualifier = QStringLiteral("not yet known at this offset");
}

void moveLane(Lane& lane, int run, double by) {
    bool alone = !lane.lines.empty();
    for (LaneLine& line : lane.lines) {
        alone = alone && line.run == run;
        if (line.run == run && !isLevel(line))
            moveLine(line, by);
    }
    // In a lane of both runs a missing value does not tell whose it is.
    if (alone)
        for (double& x : lane.missing)
            x += by;
}

} // namespace

TimelinePtr movedTimeline(const Timeline& timeline, int run, double by, std::pair<double, double> range) {
    auto moved = std::make_shared<Timeline>(timeline);
    std::tie(moved->xMin, moved->xMax) = range;
    if (by == 0.0)
        return moved;
    if (static_cast<std::size_t>(run) < moved->moved.size())
        moved->moved[static_cast<std::size_t>(run)] += by;
    for (Lane& lane : moved->lanes) {
        if (lane.id == ratioLaneId)
            leaveOutRatio(lane);
        else
            moveLane(lane, run, by);
    }
    for (TimelineEvent& event : moved->events)
        if (event.run == run)
            event.x += by;
    std::ranges::stable_sort(moved->events, {}, &TimelineEvent::x);
    return moved;
}

} // namespace tachograph::models
