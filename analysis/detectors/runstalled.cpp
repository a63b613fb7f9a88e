#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/xaxis.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::size_t fewestSteps = 20;

/// From the first row of one step to the first row of the next, within an attempt.
struct Interval {
    std::int64_t from = 0, to = 0;
    double seconds = 0; ///< all of it
    double secondsAStep = 0;
    bool atEnd = false; ///< no further step: the rows of the last one
};

/// Calls visit(Interval) for each, in order.
template <typename Visit>
void visitIntervals(const Run& run, const std::vector<double>& clock, const Job& job, Visit visit) {
    constexpr std::size_t askEvery = 1U << 16;
    const Rows& rows = run.rows();
    for (const Attempt& attempt : run.attempts()) {
        std::size_t begin = rows.size(); // the first row of the current step
        for (std::size_t row = attempt.firstRow; row < attempt.endRow; ++row) {
            if (row % askEvery == 0 && job.canceled())
                return;
            if (!std::isfinite(clock[row]))
                continue;
            if (begin == rows.size()) {
                begin = row;
            } else if (rows.step[row] > rows.step[begin]) {
                const double seconds = clock[row] - clock[begin];
                const double steps = static_cast<double>(rows.step[row]) - static_cast<double>(rows.step[begin]);
                visit(Interval{rows.step[begin], rows.step[row], seconds, seconds / steps, false});
                begin = row;
            }
        }
        const std::size_t last = attempt.endRow - 1;
        if (begin < last && std::isfinite(clock[last]) && rows.step[last] == rows.step[begin])
            visit(Interval{rows.step[begin], rows.step[begin], clock[last] - clock[begin], clock[last] - clock[begin],
                           true});
    }
}

/// Steps at which the run had something else to do: that time is told elsewhere.
std::vector<std::int64_t> workSteps(const Run& run) {
    std::vector<std::int64_t> steps;
    for (const Event& event : run.events())
        if (event.step && (event.kind == EventKind::checkpoint || event.kind == EventKind::evaluation))
            steps.push_back(*event.step);
    std::ranges::sort(steps);
    return steps;
}

bool explained(const std::vector<std::int64_t>& work, const Interval& interval) {
    const auto next = std::ranges::lower_bound(work, interval.from);
    return next != work.end() && *next <= interval.to;
}

std::string placeText(const Interval& interval) {
    return interval.atEnd ? "behind step " + formatCount(interval.from)
                          : "between steps " + formatCount(interval.from) + " and " + formatCount(interval.to);
}

Finding findingOf(const Run& run, const std::vector<Interval>& stalls, double usual) {
    std::vector<std::int64_t> steps;
    double total = 0;
    const Interval* longest = &stalls.front();
    bool ends = false;
    for (const Interval& stall : stalls) {
        steps.push_back(stall.to);
        total += stall.seconds;
        ends = ends || stall.atEnd;
        if (stall.seconds > longest->seconds)
            longest = &stall;
    }
    Finding finding = findingAt(runStalled, run, steps);
    finding.severity = ends ? Severity::critical : Severity::warning;
    finding.title = "stalled for " + formatElapsed(longest->seconds);
    finding.summary = "No step for " + formatElapsed(longest->seconds) + " " + placeText(*longest) +
                      ", where a step takes " + formatStepTime(usual) +
                      "; no logged checkpoint or evaluation lies there.";
    if (stalls.size() > 1)
        finding.summary += " " + formatCount(static_cast<std::int64_t>(stalls.size())) + " such stalls take " +
                           formatElapsed(total) + ".";
    finding.evidence = {{"stalls", static_cast<double>(stalls.size()), "", "Stalls",
                         formatCount(static_cast<std::int64_t>(stalls.size()))},
                        {"longest", longest->seconds, "s", "Longest", formatElapsed(longest->seconds)},
                        {"usual", usual, "s", "Usual time of a step by the clock", formatStepTime(usual)},
                        {"seconds", total, "s", "Together", formatElapsed(total)}};
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const bool stamped = whyNotOnAxis(run, XAxis::wallClock).empty();
    if (!stamped && run.rows().elapsed.empty())
        return notApplicable("Time stamps are not logged.");
    const std::vector<double> elapsed = stamped ? std::vector<double>() : positionsOnAxis(run, XAxis::elapsed);
    const std::vector<double>& clock = stamped ? run.rows().time : elapsed;
    if (clock.empty() || job.canceled())
        return job.canceled() ? canceledAnswer() : notApplicable("Time stamps are not logged.");
    std::vector<double> paces;
    paces.reserve(clock.size());
    visitIntervals(run, clock, job, [&](const Interval& interval) {
        if (!interval.atEnd)
            paces.push_back(interval.secondsAStep);
    });
    if (job.canceled())
        return canceledAnswer();
    if (paces.size() < fewestSteps)
        return notApplicable("Fewer than 20 steps have a time stamp.");
    const double usual = numerics::median(paces);
    const double least =
        std::max(60.0 * knobValue(runStalled, knobs, "minutes"), knobValue(runStalled, knobs, "ratio") * usual);
    const std::vector<std::int64_t> work = workSteps(run);
    std::vector<Interval> stalls;
    double longest = 0;
    visitIntervals(run, clock, job, [&](const Interval& interval) {
        // Rows are logged every few steps: what the steps in between usually take is no stall.
        const double expected = interval.atEnd ? 0 : usual * (interval.seconds / interval.secondsAStep - 1.0);
        const double excess = interval.seconds - expected;
        longest = std::max(longest, excess);
        if (excess >= least && !explained(work, interval))
            stalls.push_back(interval);
    });
    if (job.canceled())
        return canceledAnswer();
    if (!stalls.empty())
        return foundAnswer({findingOf(run, stalls, usual)});
    return clearAnswer("The longest wait for a step is " + formatElapsed(longest) + ", where a step takes " +
                       formatStepTime(usual) + "; " + formatElapsed(least) + " count as a stall.");
}

} // namespace

const Detector runStalled{
    .code = "RUN_STALLED",
    .title = "The run stood still",
    .meaning =
        "Within one attempt no new step was logged for at least `minutes` and `ratio` times the usual time of a "
        "step by the clock, and no logged checkpoint or evaluation lies there. Time between attempts is downtime, "
        "not a stall. Critical when the attempt ends that way (its last step is printed again and again), else a "
        "warning. A process that hangs without printing leaves no trace in its recording.",
    .severity = Severity::critical,
    .neededRoles = {},
    .needs = "time stamps or elapsed stamps",
    .knobs = {{"minutes", 10.0, 0.1, 1e5, "min", "Least time without a new step."},
              {"ratio", 20.0, 2.0, 1e5, "ratio", "Least multiple of the usual time of a step."}},
    .suggestions = {"Look at the system log of that time: storage, network, other jobs, preemption.",
                    "Check for a collective that waited for one rank (NCCL timeouts).",
                    "Log a stack of every rank when no step ends for minutes."},
    .related = {"WORKER_LOST", "EVALUATION_UNACCOUNTED", "CHECKPOINT_STALL"},
    .examine = examine,
    // Printed by: bench_simulation --detectors 1000
    .simulation = Simulation{1.000, "1,000 runs with a pause of 10 minutes and more, 20 steps at least; 1,000 with "
                                    "less than that, or as much at a checkpoint or an evaluation"},
};

} // namespace tachograph
