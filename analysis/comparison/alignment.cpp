#include "analysis/comparison/alignment.h"

#include "analysis/core/text.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

/// Median of the first values of the last attempt: where the run took up.
std::optional<double> firstValue(const Run& run, const char* role) {
    constexpr std::size_t enough = 5;
    const Series* series = run.forRole(role);
    if (!series)
        return std::nullopt;
    const StepValues values = stepValues(run, *series, Include::current);
    std::vector<double> first;
    for (std::size_t i = 0; i < values.size() && first.size() < enough; ++i)
        if (values.attempt[i] + 1 == run.attempts().size() && std::isfinite(values.value[i]))
            first.push_back(values.value[i]);
    return first.empty() ? std::nullopt : std::optional(numerics::median(first));
}

/// What goes on from a checkpoint tells "resumed" from "from scratch".
void addContinuity(Alignment& alignment, const Run& a, const Run& b) {
    constexpr double exact = 0.02, noisy = 0.15;
    for (const char* role : {roles::learningRate, roles::noise, roles::loss}) {
        const auto x = firstValue(a, role), y = firstValue(b, role);
        if (!x || !y)
            continue;
        const double allowed = role == roles::loss ? noisy : exact;
        const bool equal = std::abs(*x - *y) <= allowed * std::max(std::abs(*x), std::abs(*y));
        alignment.continuity.push_back({role, roleInfo(role).title, *x, *y, equal});
        if (!equal)
            alignment.doubts.push_back(roleInfo(role).title + " differs at the start: " + formatNumber(*x, 3) +
                                       " against " + formatNumber(*y, 3) +
                                       ", so the two may not go on from one "
                                       "checkpoint.");
    }
    std::string equal;
    for (const Continuity& one : alignment.continuity)
        if (one.equal)
            equal += (equal.empty() ? "" : ", ") + one.title;
    if (!equal.empty() && alignment.doubts.empty())
        alignment.why += "; equal there: " + equal;
}

std::string stepRange(std::int64_t first, std::int64_t last) {
    return std::to_string(first) + " to " + std::to_string(last);
}

} // namespace

std::optional<std::int64_t> resumeStep(const Run& run) {
    for (auto event = run.events().rbegin(); event != run.events().rend(); ++event)
        if (event->kind == EventKind::resume && event->step && *event->step > 0)
            return event->step;
    if (!run.attempts().empty() && run.attempts().back().firstStep > 1)
        return run.attempts().back().firstStep;
    return std::nullopt;
}

Alignment align(const Run& a, const Run& b, const CompareOptions& options) {
    Alignment alignment;
    alignment.offset = options.offset;
    const auto resumeA = resumeStep(a), resumeB = resumeStep(b);
    const std::int64_t first = std::max(a.firstStep(), b.firstStep()), last = std::min(a.lastStep(), b.lastStep());
    if (a.stepCount() == 0 || b.stepCount() == 0) {
        alignment.why = "there is nothing to lay over: a run without steps";
    } else if (resumeA && resumeB && *resumeA == *resumeB) {
        alignment.axis = XAxis::sinceResume;
        alignment.why = "both resume at step " + std::to_string(*resumeA);
        addContinuity(alignment, a, b);
    } else if (first <= last) {
        alignment.why = "both have steps " + stepRange(first, last);
        if (resumeA.has_value() != resumeB.has_value())
            alignment.doubts.push_back("Only " + std::string(resumeA ? "A" : "B") + " is resumed (at step " +
                                       std::to_string(resumeA ? *resumeA : *resumeB) + ").");
    } else {
        alignment.axis = XAxis::sinceResume;
        alignment.why = "their steps do not overlap (" + stepRange(a.firstStep(), a.lastStep()) + " and " +
                        stepRange(b.firstStep(), b.lastStep()) + "), so each counts from its own start";
        alignment.doubts.push_back("The two runs may be at different stages of training.");
    }
    if (options.axis && *options.axis != alignment.axis) {
        alignment.why =
            "the axis was chosen; proposed is " + std::string(xAxisName(alignment.axis)) + ", as " + alignment.why;
        alignment.axis = *options.axis;
    }
    return alignment;
}

} // namespace tachograph
