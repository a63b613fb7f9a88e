#pragma once

#include "models/timeline.h"

#include <QString>

#include <utility>
#include <vector>

namespace tachograph::models {

/// The values of one quantity of a lane: what a table shows in a column and what statistics are made of.
struct LaneColumn {
    QString title;                                 ///< "raw", "A: mean"; never empty
    int run = 0;                                   ///< index into Timeline::runs
    LineKind kind = LineKind::raw;                 ///< of the lines it comes from
    std::vector<std::pair<double, double>> points; ///< (x, value) by x; repeated x are kept
};

/// Every quantity of a lane with its values in [xMin, xMax]: logged values first, then what is worked out of them, then
/// earlier attempts. The attempts of a run are one column, a stack gives the heights of its parts, a band its two
/// edges. Fits and levels are no values. Columns without a value there are kept.
std::vector<LaneColumn> laneColumns(const Timeline& timeline, const Lane& lane, double xMin, double xMax);

/// Values that say NaN, null or "---" there; in a lane of several runs it is not known whose they are.
std::vector<double> missingPlaces(const Lane& lane, double xMin, double xMax);

/// "A": letter of a run's colour.
QString runLetter(const Timeline& timeline, int run);

} // namespace tachograph::models
