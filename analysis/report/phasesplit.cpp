#include "analysis/report/phasesplit.h"

#include "analysis/report/fifths.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tachograph {

PhaseSplit phaseSplit(const Run& run) {
    PhaseSplit split;
    const auto step = fifths(run, roles::stepTime);
    if (!step)
        return split;
    split.stepEarly = step->early;
    split.stepLate = step->late;
    double early = split.stepEarly, late = split.stepLate;
    static constexpr std::array phases{std::pair(roles::generationTime, "generation"),
                                       std::pair(roles::optimizationTime, "optimization")};
    for (const auto& [role, name] : phases) {
        const auto phase = fifths(run, role);
        if (!phase)
            continue;
        split.parts.push_back({role, name, phase->early, phase->late});
        early -= phase->early;
        late -= phase->late;
    }
    if (split.parts.empty())
        return split;
    const bool further = std::ranges::any_of(
        run.series(), [](const Series& series) { return series.role.starts_with(roles::phasePrefix); });
    const auto unaccounted = fifths(run, roles::unaccountedTime);
    if (!further && unaccounted)
        split.parts.push_back({{}, "unaccounted", unaccounted->early, unaccounted->late});
    else
        split.parts.push_back({{}, "other and unaccounted", early, late});
    return split;
}

} // namespace tachograph
