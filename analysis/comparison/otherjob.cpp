#include "analysis/comparison/otherjob.h"

#include "analysis/core/text.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

namespace tachograph {

namespace {

/// What is trained on what.
std::string subjectSign(const Run& a, const Run& b) {
    for (const char* key : {"model", "model_name", "model.name", "model_name_or_path", "dataset", "dataset.name"}) {
        const auto x = a.config().find(key), y = b.config().find(key);
        if (x != a.config().end() && y != b.config().end() && x->second != y->second)
            return std::string(key) + " is " + plainText(x->second, 60) + " in A and " + plainText(y->second, 60) +
                   " in B";
    }
    return {};
}

std::string settingsSign(const Run& a, const Run& b) {
    constexpr std::size_t fewest = 6;
    std::size_t both = 0, different = 0;
    for (const auto& [key, value] : a.config())
        if (const auto other = b.config().find(key); other != b.config().end()) {
            ++both;
            different += other->second != value ? 1 : 0;
        }
    if (both < fewest || 2 * different <= both)
        return {};
    return std::to_string(different) + " of the " + std::to_string(both) + " settings that both have differ";
}

/// Medians over all current steps; NaN when not known.
double tokensPerStep(const Run& run) {
    const Series* series = run.forRole(roles::tokensPerStep);
    if (!series)
        return std::numeric_limits<double>::quiet_NaN();
    std::vector<double> values = stepValues(run, *series, Include::current).value;
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    return numerics::median(values);
}

/// A batch may be doubled to compare; a step of another size altogether is one of another job.
std::string workSign(const Run& a, const Run& b) {
    constexpr double mostFold = 3.0;
    const double x = tokensPerStep(a), y = tokensPerStep(b);
    if (!(x > 0.0) || !(y > 0.0) || (y < mostFold * x && x < mostFold * y))
        return {};
    return "a step holds " + formatTokens(x) + " in A and " + formatTokens(y) + " in B";
}

std::set<std::string> recordedKeys(const Run& run) {
    std::set<std::string> keys;
    for (const Series& series : run.series())
        if (!series.derived)
            keys.insert(series.key);
    return keys;
}

/// A trainer of one job writes the same names before and after.
std::string namesSign(const Run& a, const Run& b) {
    constexpr std::size_t fewest = 4;
    const std::set<std::string> x = recordedKeys(a), y = recordedKeys(b);
    const std::size_t less = std::min(x.size(), y.size());
    const auto common =
        static_cast<std::size_t>(std::ranges::count_if(x, [&y](const std::string& key) { return y.contains(key); }));
    if (less < fewest || 4 * common > less)
        return {};
    return std::to_string(common) + " of " + std::to_string(less) + " logged names occur in both";
}

} // namespace

std::string otherJobSign(const Run& a, const Run& b) {
    if (std::string sign = subjectSign(a, b); !sign.empty())
        return sign;
    if (std::string sign = settingsSign(a, b); !sign.empty())
        return sign;
    if (std::string sign = namesSign(a, b); !sign.empty())
        return sign;
    if (std::string sign = workSign(a, b); !sign.empty())
        return sign;
    return a.format() == b.format() ? std::string() : "one is " + a.format() + ", the other " + b.format();
}

} // namespace tachograph
