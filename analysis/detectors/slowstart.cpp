#include "analysis/attribution/ordinarysteps.h"
#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/numerics/warmup.h"
#include "analysis/run/derive/derivation.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tachograph {

namespace {

constexpr std::size_t fewestSteps = 20; ///< of an attempt

/// What the first steps of all attempts cost above the usual step.
struct StartCost {
    std::size_t attempts = 0;         ///< that are long enough
    std::vector<std::int64_t> places; ///< first steps of those that start slowly
    double seconds = 0, total = 0;    ///< above the usual step; of all steps
    double worst = 0, usual = 0;      ///< slowest first step, and the median of its attempt
    std::size_t steps = 0;            ///< slow ones
    double before = 0;                ///< in front of the first steps, by elapsed stamps; a lower bound
    std::size_t clocked = 0;          ///< attempts whose `before` is known

    /// Less than a second is what a logger takes.
    [[nodiscard]] bool startsLate() const { return before >= 1.0; }
    [[nodiscard]] double all() const { return seconds + before; }
    [[nodiscard]] double share() const { return total + before > 0 ? all() / (total + before) : 0.0; }
};

/// One attempt in order; `length` is empty when completion length is not logged.
struct AttemptSteps {
    std::vector<double> seconds, length;
    std::int64_t firstStep = 0;
};

/// Steps as slow as those of the start come again, as where only every eighth step generates: that is how it runs.
bool comesAgain(std::span<const double> rest, double worst) {
    const auto again = std::ranges::count_if(rest, [worst](double value) { return value >= 0.5 * worst; });
    return again >= 2 && static_cast<double>(again) >= 0.02 * static_cast<double>(rest.size());
}

void addAttempt(const AttemptSteps& attempt, StartCost& cost) {
    const std::span<const double> values(attempt.seconds);
    for (const double value : values)
        cost.total += value;
    if (values.size() < fewestSteps)
        return;
    ++cost.attempts;
    const std::size_t most = std::max<std::size_t>(1, values.size() / 10);
    const std::size_t length = numerics::warmUpLength(values, most, 0.1);
    const double usual = numerics::median(values.subspan(length));
    const double usualLength = numerics::median(attempt.length);
    double above = 0, worst = 0;
    std::size_t slow = 0;
    for (std::size_t i = 0; i < length; ++i) {
        // Below twice the usual it is within what steps vary anyhow; longer completions are no start.
        if (values[i] < 2 * usual || (!attempt.length.empty() && attempt.length[i] > 1.3 * usualLength))
            continue;
        above += values[i] - usual;
        worst = std::max(worst, values[i]);
        ++slow;
    }
    if (slow == 0 || comesAgain(values.subspan(length), worst))
        return;
    cost.places.push_back(attempt.firstStep);
    cost.seconds += above;
    cost.steps += slow;
    if (worst > cost.worst) {
        cost.worst = worst;
        cost.usual = usual;
    }
}

/// Completion length by step and attempt, NaN where it is not logged; empty when it is nowhere.
std::vector<double> lengthsOf(const Run& run, const StepValues& seconds, const Job& job) {
    const Series* series = derive::current(run, roles::completionLength);
    if (!series)
        return {};
    const StepValues values = stepValues(run, *series, Include::current, job);
    std::vector<double> lengths(seconds.size(), std::numeric_limits<double>::quiet_NaN());
    std::size_t other = 0;
    for (std::size_t i = 0; i < seconds.size(); ++i) {
        while (other < values.size() &&
               std::pair(values.attempt[other], values.step[other]) < std::pair(seconds.attempt[i], seconds.step[i]))
            ++other;
        if (other < values.size() && values.attempt[other] == seconds.attempt[i] &&
            values.step[other] == seconds.step[i])
            lengths[i] = values.value[other];
    }
    return lengths;
}

StartCost costOf(const StepValues& values, const std::vector<double>& lengths) {
    StartCost cost;
    AttemptSteps attempt;
    for (std::size_t i = 0; i <= values.size(); ++i) {
        if (i == values.size() || (i > 0 && values.attempt[i] != values.attempt[i - 1])) {
            // A length that only some steps have cannot be compared step by step.
            if (std::ranges::any_of(attempt.length, [](double v) { return !std::isfinite(v); }))
                attempt.length.clear();
            addAttempt(attempt, cost);
            attempt = {};
        }
        if (i == values.size() || !std::isfinite(values.value[i]) || values.value[i] <= 0)
            continue;
        if (attempt.seconds.empty())
            attempt.firstStep = values.step[i];
        attempt.seconds.push_back(values.value[i]);
        if (!lengths.empty())
            attempt.length.push_back(lengths[i]);
    }
    return cost;
}

/// Whether a process is known to begin with the attempt: a recording that was cut begins anywhere, and a step may go
/// back while the process runs on.
bool beginsProcess(const Run& run, std::size_t attempt) {
    const Attempt& rows = run.attempts()[attempt];
    if (attempt > 0)
        return run.rows().elapsedOf(rows.firstRow) < run.rows().elapsedOf(run.attempts()[attempt - 1].endRow - 1);
    return rows.firstStep <= 1 || std::ranges::any_of(run.events(), [&](const Event& event) {
               return event.kind == EventKind::resume && event.step && *event.step <= rows.firstStep &&
                      stepDistance(*event.step, rows.firstStep) <= 1;
           });
}

/// Elapsed stamps count from the start of the process: what the steps up to the first row do not take went before them.
/// They are rounded down, so it is no less.
void addTimeBefore(const Run& run, const StepValues& values, StartCost& cost) {
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
        const std::uint32_t attempt = values.attempt[i], first = run.attempts()[attempt].firstRow;
        const bool begins = i == 0 || values.attempt[i - 1] != attempt;
        if (!begins || values.attempt[i + 1] != attempt || values.step[i] != run.rows().step[first] ||
            !beginsProcess(run, attempt))
            continue;
        // Logged every tenth step, the first row holds ten of them.
        const double steps = std::max(1.0, stepDistance(values.step[i], values.step[i + 1]));
        const double before = run.rows().elapsedOf(first) - steps * values.value[i];
        if (!std::isfinite(before))
            continue;
        ++cost.clocked;
        cost.before += std::max(0.0, before);
    }
}

std::string stepsText(const StartCost& cost) {
    if (cost.places.empty())
        return "The first steps take no longer than usual";
    const std::string steps =
        cost.steps == 1 ? "The first step takes up to "
                        : formatCount(static_cast<std::int64_t>(cost.steps)) + " steps behind a start take up to ";
    return steps + formatStepTime(cost.worst) + " (usual: " + formatStepTime(cost.usual) + "), together " +
           formatElapsed(cost.seconds) + " more than usual";
}

std::string costText(const StartCost& cost) {
    if (!cost.startsLate())
        return stepsText(cost) + ", " + formatShare(cost.share()) + " of the step time";
    return stepsText(cost) + "; " + formatElapsed(cost.before) + " and more pass before the first step" +
           (cost.clocked > 1 ? "s of " + std::to_string(cost.clocked) + " starts" : std::string()) + "; " +
           formatShare(cost.share()) + " of both and the steps";
}

Finding findingOf(const Run& run, const StartCost& cost) {
    std::vector<std::int64_t> places = cost.places;
    if (places.empty())
        places.push_back(run.attempts().front().firstStep);
    Finding finding = findingAt(slowStart, run, places);
    finding.title = "start costs " + formatElapsed(cost.all());
    finding.summary = costText(cost) + ".";
    finding.evidence = {{"seconds", cost.seconds, "s", "Above the usual step", formatElapsed(cost.seconds)},
                        {"share", cost.share(), "ratio", "Share of the time", formatShare(cost.share())},
                        {"worst", cost.worst, "s", "Slowest first step", formatStepTime(cost.worst)},
                        {"starts", static_cast<double>(cost.places.size()), "", "Slow starts",
                         formatCount(static_cast<std::int64_t>(cost.places.size())) + " of " +
                             formatCount(static_cast<std::int64_t>(cost.attempts))}};
    if (cost.startsLate())
        finding.evidence.push_back(
            {"before_first_step", cost.before, "s", "Before the first step, at least", formatElapsed(cost.before)});
    finding.citedRoles = {roles::stepTime};
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const Series* stepTime = derive::current(run, roles::stepTime);
    if (!stepTime)
        return notApplicable("Step time is not logged and cannot be derived.");
    const StepValues values = stepValues(run, *stepTime, Include::current, job);
    if (job.canceled())
        return canceledAnswer();
    StartCost cost = costOf(values, lengthsOf(run, values, job));
    addTimeBefore(run, values, cost);
    if (job.canceled())
        return canceledAnswer();
    if (cost.attempts == 0)
        return notApplicable("No attempt has 20 steps with a step time.");
    if (cost.places.empty() && !cost.startsLate())
        return clearAnswer("No first steps take twice as long as usual for no logged reason.");
    const double share = knobValue(slowStart, knobs, "share"), seconds = knobValue(slowStart, knobs, "seconds");
    if (cost.share() >= share && cost.all() >= seconds)
        return foundAnswer({findingOf(run, cost)});
    return clearAnswer(costText(cost) + ".");
}

} // namespace

const Detector slowStart{
    .code = "SLOW_START",
    .title = "The first steps after a start are slow",
    .meaning =
        "The first steps after each (re)start, until the step time settles (at most a tenth of the attempt), take "
        "at least twice the usual time: compilation, cold caches, first allocations. Found when they cost at "
        "least `share` of all step time and at least `seconds`. First steps with longer "
        "completions, and steps as slow as these that come again and again, are none. Where elapsed stamps are "
        "printed they tell the time before the first step too (loading, compiling, filling queues), if the recording "
        "begins at step 0 or 1 or with a resume; time stamps of the wall clock cannot tell it from downtime.",
    .severity = Severity::info,
    .neededRoles = {roles::stepTime},
    .knobs = {{"share", 0.05, 0.001, 1.0, "ratio", "Least share of all step time above the usual step."},
              {"seconds", 10.0, 0.0, 1e6, "s", "Least time above the usual step."}},
    .suggestions = {"Keep the compilation cache between runs.", "Warm up with the shapes that will occur.",
                    "Leave the first steps out when you compare speeds."},
    .related = {"RESUME_REWIND", "STEP_TIME_TRANSIENT"},
    .examine = examine,
    // Printed by: bench_simulation --detectors 1000
    .simulation = Simulation{0.993, "1,000 runs with 1 to 3 first steps that take 5 to 40 % of the time; 1,000 with "
                                    "less than 5 %, or as much in mid-run"},
};

} // namespace tachograph
