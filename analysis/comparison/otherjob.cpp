#include "analysis/comparison/otherjob.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <set>

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
    const auto common = static_cast<std::size_t>(
        std::ranges::count_if(x, [&y](const std::string& key) { return y.contains(key); }));
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
    return a.format() == b.format() ? std::string() : "one is " + a.format() + ", the other " + b.format();
}

} // namespace tachograph
