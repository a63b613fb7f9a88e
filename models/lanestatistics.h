#pragma once

#include "models/lanecolumns.h"

#include <QString>

#include <cstddef>
#include <vector>

namespace tachograph::models {

/// What the values of one quantity are like. Values are in the unit of the lane.
struct QuantityStatistics {
    QString title; ///< "raw", "A: mean"
    int run = 0;   ///< index into Timeline::runs
    LineKind kind = LineKind::raw;
    std::vector<double> sorted;                                             ///< all values, ascending
    double lowerQuartile = 0, median = 0, upperQuartile = 0, scaledMad = 0; ///< NaN without a value

    [[nodiscard]] std::size_t count() const { return sorted.size(); }
    /// Share of the values at or below `value`; 0 without a value.
    [[nodiscard]] double shareUpTo(double value) const;
};

/// The values of a lane in a range of the axis. Superseded attempts, smoothed lines, fits and levels are left out.
struct LaneStatistics {
    QString laneId, title, unit;
    double xMin = 0, xMax = 0;
    std::vector<QuantityStatistics> quantities; ///< those with a value first
    std::size_t missing = 0;                    ///< values that say NaN, null or "---", of all runs
};

LaneStatistics laneStatistics(const Timeline& timeline, const Lane& lane, double xMin, double xMax);

/// The quantities that stand for the lane in a picture: the first of each run that has a value.
std::vector<const QuantityStatistics*> mainQuantities(const LaneStatistics& statistics);

} // namespace tachograph::models
