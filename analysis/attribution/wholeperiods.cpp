#include "analysis/attribution/wholeperiods.h"

#include <algorithm>
#include <numeric>

namespace tachograph {

void foldPeriods(OrdinarySteps& steps, std::size_t period, std::vector<std::uint8_t>& marks) {
    std::size_t kept = 0;
    for (std::size_t begin = 0; begin < steps.step.size();) {
        const std::size_t end = begin + period;
        const bool whole = end <= steps.step.size() && steps.attempt[end - 1] == steps.attempt[begin];
        if (!whole) { // the rest of this attempt
            const std::uint32_t attempt = steps.attempt[begin];
            while (begin < steps.step.size() && steps.attempt[begin] == attempt) {
                ++steps.leftOut.partPeriods;
                ++begin;
            }
            continue;
        }
        const auto first = static_cast<std::ptrdiff_t>(begin), last = static_cast<std::ptrdiff_t>(end);
        if (std::any_of(marks.begin() + first, marks.begin() + last, [](std::uint8_t mark) { return mark != 0; })) {
            steps.leftOut.partPeriods += period;
        } else {
            steps.value[kept] = std::accumulate(steps.value.begin() + first, steps.value.begin() + last, 0.0) /
                                static_cast<double>(period);
            steps.step[kept] = steps.step[begin];
            steps.attempt[kept] = steps.attempt[begin];
            ++kept;
        }
        begin = end;
    }
    steps.step.resize(kept);
    steps.value.resize(kept);
    steps.attempt.resize(kept);
    steps.period = period;
    marks.assign(kept, 0);
}

} // namespace tachograph
