#include "analysis/run/derivedseries.h"

#include <array>

namespace tachograph {

std::span<const DerivedSeries> derivedSeriesRegistry() {
    return {};
}

void addDerivedSeries(RunData& data, const Job& job) {
    for (const DerivedSeries& derivation : derivedSeriesRegistry()) {
        if (job.canceled())
            return;
        const Run run(data);
        for (Series& series : derivation.derive(run, data.notes)) {
            series.derived = true;
            data.series.push_back(std::move(series));
        }
    }
}

} // namespace tachograph
