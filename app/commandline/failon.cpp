#include "app/commandline/failon.h"

#include "analysis/core/text.h"
#include "analysis/run/roles.h"

#include <cmath>
#include <string>

namespace tachograph::app {

namespace {

/// "worse" or "worse:PCT" into a share; nothing when it is neither.
std::optional<double> parseFailOn(const std::string& text) {
    if (text == "worse")
        return 0.0;
    if (!text.starts_with("worse:"))
        return std::nullopt;
    const auto percent = parseNumber(text.substr(6));
    return percent && *percent >= 0.0 && *percent <= 1000.0 ? std::optional(*percent / 100.0) : std::nullopt;
}

/// Whether the whole interval of the headline metric lies on the bad side of a change by `share`.
bool beyond(const MetricComparison& metric, double share) {
    if (!std::isfinite(metric.low) || !std::isfinite(metric.high))
        return false;
    return roleInfo(metric.role).better == Direction::higherIsBetter ? metric.high < -share : metric.low > share;
}

} // namespace

std::variant<FailOn, UsageError> readFailOn(const Arguments& arguments) {
    const auto text = arguments.value("--fail-on");
    if (!text)
        return FailOn{};
    const auto share = parseFailOn(*text);
    if (!share)
        return UsageError{"--fail-on " + *text, "it is worse or worse:PCT, such as worse:5."};
    return FailOn{share};
}

ExitStatus judge(const Comparison& comparison, const FailOn& failOn) {
    if (!failOn.share)
        return ExitStatus::done;
    switch (comparison.verdict) {
    case Verdict::worse:
        return beyond(comparison.headlineMetric, *failOn.share) ? ExitStatus::conditionMet : ExitStatus::done;
    case Verdict::tooFew:
    case Verdict::stillRamping:
    case Verdict::notComparable:
        return ExitStatus::notJudged;
    case Verdict::better:
    case Verdict::differs:
    case Verdict::notDistinguishable:
    case Verdict::sameRun:
        break;
    }
    return ExitStatus::done;
}

} // namespace tachograph::app
