#include "analysis/report/fifths.h"

#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace tachograph {

std::optional<Fifths> fifths(const Run& run, std::string_view role) {
    const Series* series = run.forRole(role);
    if (!series)
        return std::nullopt;
    std::vector<double> values = stepValues(run, *series, Include::current).value;
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    if (values.size() < 2)
        return std::nullopt;
    const std::size_t fifth = std::max<std::size_t>(1, values.size() / 5);
    return Fifths{numerics::median(std::span(values).first(fifth)), numerics::median(std::span(values).last(fifth))};
}

} // namespace tachograph
