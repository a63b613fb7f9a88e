#include "analysis/comparison/matcheddistance.h"

#include "analysis/comparison/laststamps.h"
#include "analysis/core/text.h"
#include "analysis/numerics/hypergeometric.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tachograph {

namespace {

/// Fewer increments than this are too few for more than a hint.
constexpr std::size_t enoughIncrements = 20;

/// Two-sided sign test: `slower` of `of` independent comparisons, both sides being equally likely without a difference.
double signTest(std::size_t slower, std::size_t of) {
    const auto n = static_cast<double>(of);
    double tail = 0.0;
    for (std::size_t k = std::max(slower, of - slower); k <= of; ++k)
        tail += std::exp(numerics::logChoose(n, static_cast<double>(k)) - n * std::log(2.0));
    return std::min(1.0, 2.0 * tail);
}

/// Counts the increments between the moments of the coarser side, each against the same steps of the other. Ties count
/// for neither.
void countIncrements(MatchedDistance& matched, const std::vector<StampAnchor>& a, const std::vector<StampAnchor>& b) {
    const auto& coarse = a.size() < b.size() ? a : b;
    for (std::size_t i = 1; i < coarse.size(); ++i) {
        const double from = coarse[i - 1].progress, to = coarse[i].progress;
        if (from < matched.from || to > matched.distance || to <= from)
            continue;
        const auto a0 = secondsAt(a, from), a1 = secondsAt(a, to), b0 = secondsAt(b, from), b1 = secondsAt(b, to);
        if (!a0 || !a1 || !b0 || !b1 || *a1 - *a0 == *b1 - *b0)
            continue;
        ++matched.of;
        matched.slower += *b1 - *b0 > *a1 - *a0 ? 1 : 0;
    }
}

std::optional<MatchedDistance> fromStamps(const std::vector<StampAnchor>& x, const std::vector<StampAnchor>& y) {
    if (x.size() < 3 || y.size() < 3)
        return std::nullopt;
    MatchedDistance matched;
    matched.from = std::max(x.front().progress, y.front().progress);
    matched.distance = std::min(x.back().progress, y.back().progress);
    const auto beginA = secondsAt(x, matched.from), endA = secondsAt(x, matched.distance);
    const auto beginB = secondsAt(y, matched.from), endB = secondsAt(y, matched.distance);
    if (!beginA || !endA || !beginB || !endB || *endA <= *beginA || *endB <= *beginB)
        return std::nullopt;
    const double spanA = *endA - *beginA, spanB = *endB - *beginB;
    const double widthA = x.front().halfWidth + x.back().halfWidth, widthB = y.front().halfWidth + y.back().halfWidth;
    matched.factor = spanA / spanB;
    matched.low = std::max(0.0, spanA - widthA) / (spanB + widthB);
    matched.high = spanB > widthB ? (spanA + widthA) / (spanB - widthB) : HUGE_VAL;
    countIncrements(matched, x, y);
    return matched;
}

/// Logged step times of the last attempt in range by distance from its first step, that first step left out: it holds
/// the start-up.
std::map<std::int64_t, double> timesByDistance(const Run& run, const RowFilter& inRange) {
    std::map<std::int64_t, double> times;
    const Series* stepTime = run.forRole(roles::stepTime);
    if (!stepTime || stepTime->derived || run.attempts().empty())
        return times;
    const auto last = static_cast<std::uint32_t>(run.attempts().size() - 1);
    const StepValues values = stepValues(run, *stepTime, Include::current);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values.attempt[i] == last && inRange(values.row[i]) && std::isfinite(values.value[i]) &&
            values.value[i] > 0.0)
            times[values.step[i] - run.attempts()[last].firstStep] = values.value[i];
    times.erase(0);
    return times;
}

std::optional<MatchedDistance> fromStepTimes(const std::map<std::int64_t, double>& x,
                                             const std::map<std::int64_t, double>& y) {
    MatchedDistance matched;
    matched.fromStamps = false;
    double sumA = 0.0, sumB = 0.0;
    for (const auto& [distance, seconds] : x) {
        const auto other = y.find(distance);
        if (other == y.end())
            continue;
        if (sumA == 0.0)
            matched.from = static_cast<double>(distance - 1); // a step's time lies before its end
        sumA += seconds;
        sumB += other->second;
        matched.distance = static_cast<double>(distance);
        matched.of += other->second != seconds ? 1 : 0;
        matched.slower += other->second > seconds ? 1 : 0;
    }
    if (!(sumA > 0.0) || !(sumB > 0.0))
        return std::nullopt;
    matched.factor = matched.low = matched.high = sumA / sumB;
    return matched;
}

/// "Up to 17 steps after the start", or, where the beginning is left out, "Between 20 and 150 steps after the start".
std::string stretch(const MatchedDistance& matched) {
    constexpr double nearTheStart = 2.0;
    const std::string to = formatNumber(std::floor(matched.distance), 6);
    return matched.from < nearTheStart ? "Up to " + to : "Between " + formatNumber(matched.from, 6) + " and " + to;
}

} // namespace

std::optional<MatchedDistance> matchedDistance(const Run& a, const RowFilter& inRangeA, const Run& b,
                                               const RowFilter& inRangeB) {
    std::optional<MatchedDistance> matched = fromStamps(lastStamps(a, inRangeA), lastStamps(b, inRangeB));
    if (!matched)
        matched = fromStepTimes(timesByDistance(a, inRangeA), timesByDistance(b, inRangeB));
    if (!matched)
        return std::nullopt;
    matched->pSign = matched->of > 0 ? signTest(matched->slower, matched->of) : 1.0;
    matched->lowEvidence = matched->of < enoughIncrements;
    matched->text = stretch(*matched) + " steps after the start, start-up left out, B runs at " +
                    formatFactor(matched->factor) + " of A's rate; it is slower in " + std::to_string(matched->slower) +
                    " of " + std::to_string(matched->of) + " increments" +
                    (matched->lowEvidence ? " (low evidence)." : ".");
    return matched;
}

} // namespace tachograph
