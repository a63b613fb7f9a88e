#include "analysis/comparison/headline.h"

#include "analysis/comparison/otherjob.h"
#include "analysis/core/text.h"
#include "analysis/run/roles.h"

#include <cmath>

namespace tachograph {

namespace {

std::string verdictWords(const Comparison& comparison) {
    switch (comparison.verdict) {
    case Verdict::worse:
        return "B is slower";
    case Verdict::better:
        return "B is faster";
    case Verdict::differs:
        return "A and B differ";
    case Verdict::notDistinguishable:
        return "A and B cannot be told apart";
    case Verdict::tooFew:
        return "Too few independent steps for a verdict";
    case Verdict::stillRamping:
        return comparison.rampB.answer == Ramping::yes ? "B still speeds up" : "A still speeds up";
    case Verdict::notComparable:
        return "A and B are not comparable";
    case Verdict::sameRun:
        break;
    }
    return "A and B are the same recording, or one is a part of the other";
}

/// The figure behind the verdict.
std::string figureText(const Comparison& comparison) {
    const MetricComparison& metric = comparison.headlineMetric;
    if (!std::isfinite(metric.effect))
        return {};
    const MetricComparison* step = metricOf(comparison, roles::stepTime);
    if (comparison.equalWork.basis.starts_with("fits"))
        return comparison.equalWork.text + (step && std::isfinite(step->effect)
                                                ? "; as logged a step takes " + formatChange(step->effect)
                                                : std::string());
    return formatQuantity(metric.b.median, metric.unit) + " against " + formatQuantity(metric.a.median, metric.unit) +
           " at steady state, " + formatChange(metric.effect);
}

/// What the steady window leaves out because something was lost.
std::string failureText(const Comparison& comparison) {
    std::string text;
    if (comparison.failureA)
        text += " A: " + comparison.failureA->text + '.';
    if (comparison.failureB)
        text += " B: " + comparison.failureB->text + '.';
    return text;
}

} // namespace

std::string headlineOf(const Comparison& comparison) {
    // The doubt comes first: a verdict on two jobs is none about either.
    const std::string sign = otherJobSign(*comparison.a, *comparison.b);
    const std::string doubt = sign.empty() ? std::string() : "Perhaps not the same job (" + sign + "). ";
    if (comparison.verdict == Verdict::sameRun)
        return verdictWords(comparison) + '.';
    const std::string words = doubt + verdictWords(comparison);
    if (comparison.verdict == Verdict::notComparable)
        return words + (comparison.warnings.empty() ? "." : ": " + comparison.warnings.front());
    if (comparison.verdict == Verdict::tooFew)
        return words + '.' + (comparison.matched ? ' ' + comparison.matched->text : std::string()) +
               failureText(comparison);
    const std::string figure = figureText(comparison);
    return words + (figure.empty() ? "." : ": " + figure + '.') + failureText(comparison);
}

} // namespace tachograph
