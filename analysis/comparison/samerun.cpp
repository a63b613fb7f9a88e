#include "analysis/comparison/comparable.h"

#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tachograph {

namespace {

/// Values that must agree before two recordings are called one.
constexpr std::size_t enoughValues = 5;

bool equal(double x, double y) {
    return x == y || (std::isnan(x) && std::isnan(y));
}

/// Values that every run with the same schedule shares say nothing.
bool isTelling(const Series& series) {
    return !series.derived && series.role != roles::learningRate && series.role != roles::noise &&
           series.key.find("epoch") == std::string::npos;
}

enum class Likeness { alike, different, unknown };

/// One series, row by row from the beginning: how a recording that was copied while it grew looks.
Likeness likeRows(const Run& a, const Run& b, const Series& x, const Series& y, std::set<double>& seen) {
    const std::size_t count = std::min(x.size(), y.size());
    if (count == 0)
        return Likeness::unknown;
    for (std::size_t i = 0; i < count; ++i) {
        if (a.rows().step[x.rowOf(i)] != b.rows().step[y.rowOf(i)] || !equal(x.values[i], y.values[i]))
            return Likeness::different;
        seen.insert(x.values[i]);
    }
    return Likeness::alike;
}

/// One series, step by step, superseded steps left out: a recording and its cleaned copy. The last step of either may
/// be incomplete.
Likeness likeSteps(const Run& a, const Run& b, const Series& x, const Series& y, std::set<double>& seen) {
    const StepValues left = stepValues(a, x, Include::current), right = stepValues(b, y, Include::current);
    std::map<std::int64_t, double> values;
    for (std::size_t i = 0; i < left.size(); ++i)
        values[left.step[i]] = left.value[i];
    const std::int64_t last = std::min(a.lastStep(), b.lastStep());
    std::size_t common = 0;
    for (std::size_t i = 0; i < right.size(); ++i) {
        const auto other = values.find(right.step[i]);
        if (other == values.end() || right.step[i] >= last)
            continue;
        if (!equal(other->second, right.value[i]))
            return Likeness::different;
        seen.insert(right.value[i]);
        ++common;
    }
    if (common == 0)
        return Likeness::unknown;
    // One is a part of the other only when the shorter has hardly a step of its own.
    return common + 2 >= std::min(left.size(), right.size()) ? Likeness::alike : Likeness::different;
}

template <typename Like>
bool allAlike(const Run& a, const Run& b, Like like) {
    std::size_t values = 0;
    for (const Series& series : a.series()) {
        const Series* other = isTelling(series) ? b.forKey(series.key) : nullptr;
        if (!other || other->derived)
            continue;
        std::set<double> seen;
        const Likeness likeness = like(a, b, series, *other, seen);
        if (likeness == Likeness::different)
            return false;
        values = std::max(values, likeness == Likeness::alike ? seen.size() : 0);
    }
    return values >= enoughValues;
}

} // namespace

bool sameRecording(const Run& a, const Run& b) {
    const auto sameSource = [](const SourceFile& x, const SourceFile& y) {
        return !x.sha256.empty() && x.sha256 == y.sha256;
    };
    if (a.stepCount() > 0 && a.stepCount() == b.stepCount() && a.name() == b.name() && !a.sources().empty() &&
        !b.sources().empty() && sameSource(a.sources().front(), b.sources().front()))
        return true;
    return allAlike(a, b, likeRows) || allAlike(a, b, likeSteps);
}

} // namespace tachograph
