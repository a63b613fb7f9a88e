#include "analysis/core/text.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/derive/derivation.h"
#include "analysis/run/derive/derivations.h"
#include "analysis/run/roles.h"
#include "analysis/run/stampwindows.h"

#include <algorithm>
#include <cmath>

namespace tachograph::derive {

namespace {

std::string unitName(double unit) {
    if (unit == 1.0)
        return "a whole second";
    if (unit == 60.0)
        return "a whole minute";
    if (unit == 3600.0)
        return "a whole hour";
    if (unit == 86400.0)
        return "a whole day";
    return unit > 0.0 ? formatNumber(unit, 3) + " s" : "full precision";
}

std::string howFrom(const std::vector<StampWindow>& windows, std::string_view stamps) {
    std::vector<double> steps, units;
    for (const StampWindow& window : windows) {
        steps.push_back(window.steps());
        units.push_back(window.end.unit);
    }
    const auto usual = static_cast<std::int64_t>(std::llround(numerics::median(steps)));
    std::ranges::nth_element(units, units.begin() + static_cast<std::ptrdiff_t>(units.size() / 2));
    return "from " + std::string(stamps) + " of " + unitName(units[units.size() / 2]) + ", " + formatCount(usual) +
           (usual == 1 ? " step" : " steps");
}

std::vector<Series> fromStamps(const Run& run, Stamps stamps, const char* name) {
    if (current(run, roles::stepTime))
        return {};
    const auto windows = stampWindows(stampAnchors(run, stamps));
    if (windows.empty())
        return {};
    Series series = make("step time (from " + std::string(name) + ")", roles::stepTime, howFrom(windows, name));
    for (const StampWindow& window : windows)
        append(series, window.end.row, window.seconds() / window.steps(), window.halfWidth() / window.steps());
    std::vector<Series> result;
    result.push_back(std::move(series));
    return result;
}

} // namespace

std::vector<Series> stepTimeFromElapsed(const Run& run, std::vector<std::string>&) {
    return fromStamps(run, Stamps::elapsed, "elapsed stamps");
}

std::vector<Series> stepTimeFromTimes(const Run& run, std::vector<std::string>&) {
    return fromStamps(run, Stamps::wallClock, "time stamps");
}

} // namespace tachograph::derive
