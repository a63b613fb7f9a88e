#include "models/lanestatistics.h"

#include "analysis/numerics/orderstatistics.h"

#include <algorithm>

namespace tachograph::models {

namespace {

QuantityStatistics statisticsOf(const LaneColumn& column) {
    QuantityStatistics answer;
    answer.title = column.title;
    answer.run = column.run;
    answer.kind = column.kind;
    answer.sorted.reserve(column.points.size());
    for (const auto& point : column.points)
        answer.sorted.push_back(point.second);
    std::ranges::sort(answer.sorted);
    answer.lowerQuartile = numerics::quantile(answer.sorted, 0.25);
    answer.median = numerics::median(answer.sorted);
    answer.upperQuartile = numerics::quantile(answer.sorted, 0.75);
    answer.scaledMad = numerics::scaledMad(answer.sorted);
    return answer;
}

} // namespace

double QuantityStatistics::shareUpTo(double value) const {
    if (sorted.empty())
        return 0;
    const auto above = std::ranges::upper_bound(sorted, value) - sorted.begin();
    return static_cast<double>(above) / static_cast<double>(sorted.size());
}

LaneStatistics laneStatistics(const Timeline& timeline, const Lane& lane, double xMin, double xMax) {
    LaneStatistics answer;
    answer.laneId = lane.id;
    answer.title = lane.title;
    answer.unit = lane.unit;
    answer.xMin = xMin;
    answer.xMax = xMax;
    for (const LaneColumn& column : laneColumns(timeline, lane, xMin, xMax))
        if (column.kind != LineKind::superseded && column.kind != LineKind::smoothed)
            answer.quantities.push_back(statisticsOf(column));
    std::stable_partition(answer.quantities.begin(), answer.quantities.end(),
                          [](const QuantityStatistics& quantity) { return quantity.count() > 0; });
    answer.missing = missingPlaces(lane, xMin, xMax).size();
    return answer;
}

std::vector<const QuantityStatistics*> mainQuantities(const LaneStatistics& statistics) {
    std::vector<const QuantityStatistics*> main;
    for (const QuantityStatistics& quantity : statistics.quantities)
        if (quantity.count() > 0 &&
            std::ranges::none_of(main, [&](const QuantityStatistics* other) { return other->run == quantity.run; }))
            main.push_back(&quantity);
    std::ranges::stable_sort(main, {}, [](const QuantityStatistics* quantity) { return quantity->run; });
    return main;
}

} // namespace tachograph::models
