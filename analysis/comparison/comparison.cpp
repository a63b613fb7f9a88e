#include "analysis/comparison/comparison.h"

#include "analysis/comparison/comparable.h"
#include "analysis/comparison/comparisonfindings.h"
#include "analysis/comparison/headline.h"
#include "analysis/comparison/judgemetrics.h"
#include "analysis/core/text.h"
#include "analysis/run/balancecheck.h"
#include "analysis/run/roles.h"
#include "analysis/run/runofattempt.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

RunPtr chosen(const RunPtr& run, const std::optional<std::size_t>& attempt) {
    const bool whole = !attempt || (*attempt == 0 && run->attempts().size() == 1);
    return whole ? run : runOfAttempt(*run, *attempt);
}

void warnOfMissingAttempt(Comparison& comparison, const char* side, const Run& run,
                          const std::optional<std::size_t>& attempt) {
    if (attempt && *attempt >= run.attempts().size())
        comparison.warnings.push_back(std::string(side) + " has " + std::to_string(run.attempts().size()) +
                                      " attempts; attempt " + std::to_string(*attempt + 1) + " is not among them.");
}

/// The positions that rows in use span.
std::pair<double, double> span(const SteadyRows& rows) {
    std::pair<double, double> range{infinity, -infinity};
    for (std::size_t row = 0; row < rows.use.size(); ++row)
        if (rows.use[row] && std::isfinite(rows.position[row])) {
            range.first = std::min(range.first, rows.position[row]);
            range.second = std::max(range.second, rows.position[row]);
        }
    return range;
}

bool enoughSteps(const Run& run, const SteadyRows& rows) {
    constexpr double enough = 20.0;
    const Series* stepTime = run.forRole(roles::stepTime);
    return stepTime && steadySample(run, *stepTime, rows).effective() >= enough;
}

/// Both sides' steady rows: within the range that both have when that leaves enough on each side, else all of each.
void chooseRows(Comparison& comparison) {
    const CompareOptions& options = comparison.options;
    const auto rowsOf = [&comparison, &options](bool sideB, double least, double most) {
        return steadyRows(sideB ? *comparison.b : *comparison.a,
                          {comparison.alignment.axis, sideB ? comparison.alignment.offset : 0.0, least, most,
                           options.leaveOutEvents});
    };
    const double least = options.rangeMin.value_or(-infinity), most = options.rangeMax.value_or(infinity);
    comparison.rowsA = rowsOf(false, least, most);
    comparison.rowsB = rowsOf(true, least, most);
    if (options.rangeMin || options.rangeMax) {
        comparison.inRangeA = rowsBetween(comparison.rowsA.position, least, most);
        comparison.inRangeB = rowsBetween(comparison.rowsB.position, least, most);
    }
    const auto x = span(comparison.rowsA), y = span(comparison.rowsB);
    const double from = std::max(x.first, y.first), to = std::min(x.second, y.second);
    if (!(from < to) || x == y)
        return;
    SteadyRows sharedA = rowsOf(false, from, to), sharedB = rowsOf(true, from, to);
    if (!enoughSteps(*comparison.a, sharedA) || !enoughSteps(*comparison.b, sharedB))
        return;
    comparison.rowsA = std::move(sharedA);
    comparison.rowsB = std::move(sharedB);
}

/// Step times at equal tokens; not where that would mean to guess what B does with completions it never had.
std::optional<LengthAdjusted> adjustedLengths(Comparison& comparison) {
    auto adjusted = adjustForLength(*comparison.a, comparison.rowsA, *comparison.b, comparison.rowsB);
    if (!adjusted || !adjusted->extrapolated)
        return adjusted;
    comparison.warnings.push_back("B has no completions like A's median of " + formatTokens(adjusted->lengthA) +
                                  " (its own is " + formatTokens(adjusted->lengthB) +
                                  "), so steps cannot be compared at equal tokens.");
    return std::nullopt;
}

double inverse(double effect) {
    return 1.0 / (1.0 + effect) - 1.0;
}

/// Equal work: at equal tokens where lengths are logged, else seconds per token (the inverse of throughput), else the
/// step as it is.
void judgeEqualWork(Comparison& comparison, const std::optional<LengthAdjusted>& adjusted, const Job& job) {
    EqualWork& work = comparison.equalWork;
    work.effect = work.low = work.high = nan;
    work.basis = "none";
    MetricComparison& headline = comparison.headlineMetric;
    const MetricComparison* throughput = metricOf(comparison, roles::throughput);
    if (adjusted) {
        headline.role = roles::stepTime;
        headline.key = "step time at equal tokens";
        headline.unit = roleInfo(roles::stepTime).unit;
        measureEffect(headline, adjusted->a, adjusted->b, comparison.options, job);
        headline.pHolm = headline.p;
        headline.verdict = verdictOf(headline, comparison.options.threshold);
        work = {headline.effect, headline.low, headline.high, "fits at A's median length", {}, adjusted->phases};
        work.text = "at equal tokens (" + formatTokens(adjusted->lengthA) + " a completion) a step takes " +
                    formatChange(work.effect);
    } else if (throughput && std::isfinite(throughput->effect)) {
        headline = *throughput;
        work = {inverse(throughput->effect),
                inverse(throughput->high),
                inverse(throughput->low),
                "seconds per token",
                {},
                {}};
        work.text = "a token takes " + formatChange(work.effect);
    } else if (const MetricComparison* step = metricOf(comparison, roles::stepTime)) {
        headline = *step;
    }
}

std::optional<MeasuredWork> measuredWork(const Comparison& comparison) {
    const MetricComparison* tokens = metricOf(comparison, roles::tokensPerStep);
    if (!tokens || !(tokens->a.median > 0.0) || !(tokens->b.median > 0.0))
        return std::nullopt;
    const auto x = batchesPerStep(*comparison.a), y = batchesPerStep(*comparison.b);
    if (x && y && *x > 0.0 && *y > 0.0)
        return MeasuredWork{tokens->a.median / *x, tokens->b.median / *y, true};
    return MeasuredWork{tokens->a.median, tokens->b.median, false};
}

void compareSettings(Comparison& comparison) {
    const Run &a = *comparison.a, &b = *comparison.b;
    if (!a.config().empty() && !b.config().empty())
        comparison.config = differences(a.config(), b.config());
    if (!a.environment().empty() && !b.environment().empty())
        comparison.environment = differences(a.environment(), b.environment());
    dropRepeats(comparison.config, comparison.environment);
    comparison.equalSettings = equalCount(a.config(), b.config()) + equalCount(a.environment(), b.environment());
    const double slower = comparison.equalWork.effect;
    const bool known =
        !(a.config().empty() && a.environment().empty()) && !(b.config().empty() && b.environment().empty());
    comparison.expectation = expectedEffect(comparison.config, comparison.environment, measuredWork(comparison),
                                            std::isfinite(slower) ? 1.0 / (1.0 + slower) : nan);
    if (!known)
        comparison.expectation.text = "What changed together is not known: configuration or environment are missing.";
}

void addSuspects(Comparison& comparison) {
    using Kind = SettingDifference::Kind;
    for (const auto* rows : {&comparison.environment, &comparison.config})
        for (const SettingDifference& row : *rows) {
            if (!mayMatter(row))
                continue;
            const std::string change =
                (row.a.empty() ? "not set" : row.a) + " \xE2\x86\x92 " + (row.b.empty() ? "not set" : row.b);
            comparison.suspects.push_back(
                {row.key, change, row.kind == Kind::package || row.kind == Kind::hardware ? 1.0 : 0.5});
        }
    for (const MessageDifference& message : comparison.messages)
        if (message.newInB)
            comparison.suspects.push_back({message.text, "first logged in B", 0.5});
    std::ranges::stable_sort(comparison.suspects, std::ranges::greater{}, &Suspect::weight);
}

Verdict overallVerdict(const Comparison& comparison, const Comparability& comparable) {
    if (sameRecording(*comparison.a, *comparison.b))
        return Verdict::sameRun;
    if (!comparable.comparable || comparison.metrics.empty())
        return Verdict::notComparable;
    const Verdict verdict = comparison.headlineMetric.verdict;
    if ((verdict == Verdict::worse && comparison.rampB.answer == Ramping::yes) ||
        (verdict == Verdict::better && comparison.rampA.answer == Ramping::yes))
        return Verdict::stillRamping;
    return verdict;
}

/// The step whose printed averages are quoted when nobody says which: the last in the range.
std::int64_t lastStep(const Run& run, const SteadyRows& rows, bool restricted) {
    if (!restricted)
        return run.lastStep();
    for (std::size_t row = rows.use.size(); row-- > 0;)
        if (rows.use[row])
            return run.rows().step[row];
    return run.lastStep();
}

/// Everything that is measured along the axis.
void judgeNumbers(Comparison& comparison, const Job& job) {
    const CompareOptions& options = comparison.options;
    const Run &a = *comparison.a, &b = *comparison.b;
    const SteadyRows &rowsA = comparison.rowsA, &rowsB = comparison.rowsB;
    const RowFilter &inRangeA = comparison.inRangeA, &inRangeB = comparison.inRangeB;
    const bool restricted = options.rangeMin || options.rangeMax;
    const auto quoted =
        options.printedAt.value_or(std::pair(lastStep(a, rowsA, restricted), lastStep(b, rowsB, restricted)));
    judgeMetrics(comparison, quoted, job);
    const auto adjusted = adjustedLengths(comparison);
    judgeEqualWork(comparison, adjusted, job);
    comparison.matched = matchedDistance(a, inRangeA, b, inRangeB);
    comparison.startUp = compareStartUps(a, inRangeA, b, inRangeB);
    comparison.rampA = rampOf(a, rowsA);
    comparison.rampB = rampOf(b, rowsB);
    comparison.waterfall = waterfall({a, rowsA, inRangeA}, {b, rowsB, inRangeB}, adjusted);
    comparison.etaA = etaCheck(a, rowsA, quoted.first, inRangeA);
    comparison.etaB = etaCheck(b, rowsB, quoted.second, inRangeB);
    comparison.printedMarks = printedMarks(a, quoted.first, b, rowsB, inRangeB, roles::throughput);
    comparison.ooms = oomReports(a, b);
    comparison.failureA = failureEffect(a, rowsA);
    comparison.failureB = failureEffect(b, rowsB);
    comparison.memory = memoryFigures(a, inRangeA, b, inRangeB, comparison.ooms);
}

} // namespace

const MetricComparison* metricOf(const Comparison& comparison, std::string_view role) {
    const auto found = std::ranges::find(comparison.metrics, role, &MetricComparison::role);
    return found == comparison.metrics.end() ? nullptr : &*found;
}

Comparison compareRuns(const RunPtr& wholeA, const RunPtr& wholeB, const CompareOptions& options, const Job& job) {
    Comparison comparison;
    const RunPtr a = chosen(wholeA, options.attemptA), b = chosen(wholeB, options.attemptB);
    comparison.a = a;
    comparison.b = b;
    comparison.options = options;
    comparison.alignment = align(*a, *b, options);
    chooseRows(comparison);
    const SteadyRows &rowsA = comparison.rowsA, &rowsB = comparison.rowsB;
    const Comparability comparable = comparability(*a, rowsA, *b, rowsB, comparison.alignment);
    comparison.warnings = comparable.warnings;
    warnOfMissingAttempt(comparison, "A", *wholeA, options.attemptA);
    warnOfMissingAttempt(comparison, "B", *wholeB, options.attemptB);
    judgeNumbers(comparison, job);
    compareSettings(comparison);
    const auto linesOf = [](const RunPtr& whole, const std::optional<std::size_t>& attempt) {
        return attempt && whole->placesAreLines() ? placesOfAttempt(*whole, *attempt) : PlaceRange{};
    };
    comparison.messages =
        messageDifferences(*a, *b, job, linesOf(wholeA, options.attemptA), linesOf(wholeB, options.attemptB));
    addSuspects(comparison);
    comparison.verdict = overallVerdict(comparison, comparable);
    if (comparison.verdict == Verdict::notComparable && comparison.warnings.empty())
        comparison.warnings.push_back(comparable.why.empty() ? "They have no quantity in common that could be compared."
                                                             : comparable.why);
    comparison.headline = headlineOf(comparison);
    comparison.findings = comparisonFindings(comparison);
    return comparison;
}

} // namespace tachograph
