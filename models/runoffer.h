#pragma once

#include "analysis/run/run.h"

#include <QString>

#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

namespace tachograph::models {

/// One run of a recording that holds several, as people choose by.
struct OfferedRun {
    QString name; ///< the NAME of PATH#NAME, or the run's own
    std::size_t steps = 0;
    double start = std::numeric_limits<double>::quiet_NaN();   ///< Unix seconds of the first stamp; NaN = not logged
    double seconds = std::numeric_limits<double>::quiet_NaN(); ///< from first to last stamp; NaN = not logged
};

/// The runs of a recording that holds several.
struct RunOffer {
    QString recording; ///< base name
    std::vector<OfferedRun> runs;
};

/// `opened` is the path that was opened: what the run's own path adds to it is its name. Looks at every row once.
OfferedRun offeredRun(const Run& run, std::string_view opened);

} // namespace tachograph::models
