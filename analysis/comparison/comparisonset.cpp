#include "analysis/comparison/comparisonset.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tachograph {

namespace {

/// Both say something about themselves, and nothing that may matter differs.
bool equalSettings(const Run& a, const Run& b) {
    if ((a.config().empty() && a.environment().empty()) || (b.config().empty() && b.environment().empty()))
        return false;
    return std::ranges::none_of(differences(a.config(), b.config()), mayMatter) &&
           std::ranges::none_of(differences(a.environment(), b.environment()), mayMatter);
}

/// Spread of the headline medians of one side: itself and its repeats among the others.
std::optional<NoiseFloor> floorOf(const std::vector<Comparison>& comparisons, bool ofA) {
    const Comparison& first = comparisons.front();
    const Run& side = ofA ? *first.a : *first.b;
    NoiseFloor floor;
    floor.ofA = ofA;
    std::vector<double> medians{ofA ? first.headlineMetric.a.median : first.headlineMetric.b.median};
    floor.names.push_back(side.name());
    for (std::size_t i = 1; i < comparisons.size(); ++i) {
        const MetricComparison& metric = comparisons[i].headlineMetric;
        if (metric.role != first.headlineMetric.role || comparisons[i].verdict == Verdict::sameRun ||
            !equalSettings(side, *comparisons[i].b))
            continue;
        medians.push_back(metric.b.median);
        floor.names.push_back(comparisons[i].b->name());
    }
    const auto [least, most] = std::ranges::minmax(medians);
    if (medians.size() < 2 || !(least > 0.0) || !std::isfinite(most))
        return std::nullopt;
    floor.spread = most / least - 1.0;
    return floor;
}

bool isBack(Verdict verdict) {
    return verdict == Verdict::notDistinguishable;
}

/// A, B, then A's settings again.
void sayRevert(ComparisonSet& set) {
    const Comparison& first = set.comparisons.front();
    if (first.verdict != Verdict::worse && first.verdict != Verdict::better)
        return;
    for (std::size_t i = 1; i < set.comparisons.size(); ++i) {
        const Comparison& again = set.comparisons[i];
        if (!equalSettings(*first.a, *again.b) || equalSettings(*first.a, *first.b))
            continue;
        const std::string change = std::isfinite(again.headlineMetric.effect)
                                       ? " (" + formatChange(again.headlineMetric.effect) + " against A)"
                                       : std::string();
        set.cameBack = isBack(again.verdict);
        if (set.cameBack)
            set.revert = "Going back to A's settings, the speed came back: " + again.b->name() +
                         " cannot be told apart from A" + change +
                         ". That is the strongest evidence a set of "
                         "recordings can give.";
        else
            set.revert = again.b->name() + " has A's settings again, but that the speed came back is not shown: " +
                         verdictTitle(again.verdict) + change + '.';
        return;
    }
}

} // namespace

ComparisonSet setOf(std::vector<Comparison> comparisons) {
    ComparisonSet set;
    set.comparisons = std::move(comparisons);
    for (const bool ofA : {true, false})
        if (const auto floor = floorOf(set.comparisons, ofA))
            set.floors.push_back(*floor);
    sayRevert(set);
    return set;
}

ComparisonSet compareAll(const std::vector<RunPtr>& runs, const CompareOptions& options, const Job& job,
                         const std::vector<std::optional<std::size_t>>& attempts) {
    std::vector<Comparison> comparisons;
    const std::size_t count = std::min(runs.size(), ComparisonSet::mostOthers + 1);
    for (std::size_t i = 1; i < count; ++i) {
        CompareOptions own = options;
        if (!attempts.empty())
            own.attemptA = attempts.front();
        if (!attempts.empty() || i > 1)
            own.attemptB = i < attempts.size() ? attempts[i] : std::nullopt;
        if (i > 1)
            own.printedAt.reset(); // the quoted steps are those of A and B
        comparisons.push_back(compareRuns(runs.front(), runs[i], own, job));
        job.report(static_cast<double>(i) / static_cast<double>(count - 1));
    }
    return setOf(std::move(comparisons));
}

} // namespace tachograph
