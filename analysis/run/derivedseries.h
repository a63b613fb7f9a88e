#pragma once

#include "analysis/core/job.h"
#include "analysis/run/run.h"

#include <span>
#include <string>
#include <vector>

namespace tachograph {

/// One way to get a series that the recording implies but does not hold. `derive` returns none when it does not apply.
/// It is called with everything known so far (logged series and those derived before it) and may also add notes.
struct DerivedSeries {
    std::string id;
    std::vector<Series> (*derive)(const Run& run, std::vector<std::string>& notes);
};

/// In the order they are tried: later ones may use earlier ones. A new derivation is one file and one line there.
std::span<const DerivedSeries> derivedSeriesRegistry();

/// Adds every derivation that applies to `data`, each marked as derived and explained in `how`.
void addDerivedSeries(RunData& data, const Job& job);

} // namespace tachograph
