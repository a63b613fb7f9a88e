#include "analysis/core/text.h"
#include "analysis/detectors/attemptpace.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/derive/derivation.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"
#include "analysis/run/visitsteps.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

constexpr std::size_t blocks = 12, fewestSteps = 60;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The pace of a run in blocks of equally many steps: what was sustained, and where it ended.
struct Levels {
    double best = nan, late = nan; ///< best median of two neighbouring blocks, and the median of the last two
    std::int64_t bestStep = 0, fallStep = 0, lastStep = 0;
    std::int64_t fallMiddle = 0; ///< of the first low stretch: its median is low once half of it is
    std::size_t steps = 0;
    std::size_t between = 0; ///< levels on the way down, neither near the best nor near the last: many for a creep
    [[nodiscard]] double ratio() const { return late / best; }
    [[nodiscard]] bool known() const { return std::isfinite(best) && best > 0 && std::isfinite(late); }
};

/// `pace` maps what is logged to a pace that is better when it is higher.
Levels levelsOf(const Run& run, const Series& series, double (*pace)(double), const Job& job) {
    std::vector<double> all;
    std::vector<std::int64_t> steps;
    all.reserve(series.size());
    steps.reserve(series.size());
    visitSteps(run, series, Include::current, job, [&](const StepValue& step) {
        if (std::isfinite(step.value) && step.value > 0) {
            all.push_back(pace(step.value));
            steps.push_back(step.step);
        }
    });
    Levels levels;
    levels.steps = all.size();
    if (all.size() < fewestSteps)
        return levels;
    // Overlapping pairs of blocks: a sustained level lasts a sixth of the run.
    std::vector<double> medians;
    const std::size_t n = all.size();
    for (std::size_t b = 0; b + 1 < blocks; ++b) {
        const std::size_t from = b * n / blocks, to = (b + 2) * n / blocks;
        medians.push_back(numerics::median(std::span(all).subspan(from, to - from)));
    }
    const auto best = std::ranges::max_element(medians);
    levels.best = *best;
    levels.bestStep = steps[static_cast<std::size_t>(best - medians.begin()) * n / blocks];
    levels.late = medians.back();
    std::size_t fall = medians.size() - 1;
    const double middle = std::sqrt(levels.best * levels.late);
    while (fall > static_cast<std::size_t>(best - medians.begin()) && medians[fall - 1] < middle)
        --fall;
    constexpr double near = 1.15;
    levels.between = static_cast<std::size_t>(std::count_if(
        best, medians.end(), [&](double level) { return level < levels.best / near && level > levels.late * near; }));
    levels.fallStep = steps[fall * n / blocks];
    levels.fallMiddle = steps[(fall + 1) * n / blocks];
    levels.lastStep = steps.back();
    return levels;
}

double itself(double value) {
    return value;
}
/// Steps per hour; also turns a length into something that is the lower the longer it is.
double perHour(double seconds) {
    return 3600.0 / seconds;
}

struct Paces {
    const Series* rate = nullptr;          ///< tokens/s or batches/s, current
    Levels rates, steps, lengths;          ///< lengths: tokens a step or completion length
    std::optional<EqualDistance> attempts; ///< by the rate, or by steps per hour where no rate is known
    [[nodiscard]] const Levels& judged() const { return rates.known() ? rates : steps; }
    /// The last attempt ends a good part below an earlier one that was as far from its start.
    [[nodiscard]] bool fellAtRestart(double limit) const {
        return attempts && attempts->ratio() <= limit && attempts->late <= limit * attempts->before;
    }
    /// The fall is that of a start: an earlier attempt was as slow as far from its own.
    [[nodiscard]] bool slowAsBefore(double limit) const {
        return attempts && attempts->covers && attempts->ratio() > limit && judged().fallMiddle >= attempts->firstStep;
    }
};

Paces pacesOf(const Run& run, const Job& job) {
    Paces paces;
    paces.rate = derive::current(run, roles::throughput);
    if (!paces.rate)
        paces.rate = derive::current(run, roles::drafterRate);
    if (paces.rate)
        paces.rates = levelsOf(run, *paces.rate, itself, job);
    const Series* stepTime = derive::current(run, roles::stepTime);
    if (stepTime)
        paces.steps = levelsOf(run, *stepTime, perHour, job);
    if (run.attempts().size() > 1 && paces.rate)
        paces.attempts = atEqualDistance(stepValues(run, *paces.rate, Include::all, job), itself);
    else if (run.attempts().size() > 1 && stepTime)
        paces.attempts = atEqualDistance(stepValues(run, *stepTime, Include::all, job), perHour);
    for (const char* role : {roles::completionLength, roles::tokensPerStep})
        if (const Series* length = derive::current(run, role); length && !paces.lengths.known())
            paces.lengths = levelsOf(run, *length, perHour, job);
    return paces;
}

std::string rateText(double value, const Series& series) {
    return series.role == roles::throughput ? formatThroughput(value) : formatNumber(value, 3) + " batches/s";
}

/// Which of the two fell.
enum class Fell { neither, rate, stepsOnly };

Fell fellIn(const Paces& paces, double limit) {
    if (paces.slowAsBefore(limit))
        return Fell::neither;
    if (paces.rate && (paces.rates.known() || paces.attempts))
        // Tokens per second flat: longer completions, which THROUGHPUT_ROT tells.
        return (paces.rates.known() && paces.rates.ratio() <= limit) || paces.fellAtRestart(limit) ? Fell::rate
                                                                                                   : Fell::neither;
    // Steps that grow longer with their tokens are no collapse, and steps that creep are THROUGHPUT_ROT.
    constexpr std::size_t abrupt = 2; // windows overlap by half
    const bool longer = paces.lengths.known() && paces.lengths.ratio() < 1.0 / 1.3;
    const bool fell = paces.steps.known() && paces.steps.ratio() <= limit && paces.steps.between <= abrupt;
    return (fell || paces.fellAtRestart(limit)) && !longer ? Fell::stepsOnly : Fell::neither;
}

std::string whatFell(const Paces& paces, Fell fell) {
    if (fell == Fell::stepsOnly)
        return "Steps per hour";
    return paces.rate->role == roles::throughput ? "Throughput" : "Drafter rate";
}

std::string paceText(const Paces& paces, Fell fell, double value) {
    return fell == Fell::rate ? rateText(value, *paces.rate) : formatQuantity(value, "1/h");
}

/// The last attempt against an earlier one, as far from their starts.
Finding findingAtRestart(const Run& run, const Paces& paces, Fell fell) {
    const EqualDistance& pair = *paces.attempts;
    Finding finding = findingAt(throughputCollapse, run, {pair.firstStep, std::max(pair.firstStep, pair.lastStep)});
    finding.places.clear();
    const auto steps = formatCount(static_cast<std::int64_t>(pair.steps));
    finding.title = "restarts at " + formatFactor(pair.ratio());
    finding.summary = whatFell(paces, fell) + " after the restart at step " + formatCount(pair.firstStep) + " is " +
                      paceText(paces, fell, pair.now) + ", where attempt " + std::to_string(pair.earlier + 1) +
                      " had " + paceText(paces, fell, pair.before) + " as far from its start (" + steps + " steps, " +
                      formatFactor(pair.ratio()) + ").";
    finding.evidence = {
        {"earlier", pair.before, "", "Attempt " + std::to_string(pair.earlier + 1), paceText(paces, fell, pair.before)},
        {"last", pair.now, "", "Last attempt, as far from its start", paceText(paces, fell, pair.now)},
        {"late", pair.late, "", "Last attempt, second half", paceText(paces, fell, pair.late)},
        {"collapse_ratio", pair.ratio(), "ratio", "Factor", formatFactor(pair.ratio())},
        {"steps", static_cast<double>(pair.steps), "steps", "Steps from the start", steps}};
    finding.citedRoles = {fell == Fell::rate ? paces.rate->role : std::string(roles::stepTime)};
    return finding;
}

Finding findingOf(const Run& run, const Paces& paces, Fell fell, double limit) {
    const Levels& levels = fell == Fell::rate ? paces.rates : paces.steps;
    if (!levels.known() || levels.ratio() > limit)
        return findingAtRestart(run, paces, fell);
    Finding finding =
        findingAt(throughputCollapse, run,
                  {std::min(levels.fallStep, levels.lastStep), std::max(levels.fallStep, levels.lastStep)});
    finding.places.clear();
    const auto text = [&](double value) {
        return paceText(paces, fell, value);
    };
    finding.title = "falls to " + formatFactor(levels.ratio());
    finding.summary = whatFell(paces, fell) + " falls from " + text(levels.best) + ", sustained from step " +
                      formatCount(levels.bestStep) + ", to " + text(levels.late) + " at the end (" +
                      formatFactor(levels.ratio()) + "), from about step " + formatCount(levels.fallStep) + ".";
    if (fell == Fell::stepsOnly)
        finding.summary += " Tokens per second are not logged.";
    finding.evidence = {{"sustained", levels.best, "", "Best sustained level", text(levels.best)},
                        {"late", levels.late, "", "Level at the end", text(levels.late)},
                        {"collapse_ratio", levels.ratio(), "ratio", "Factor", formatFactor(levels.ratio())},
                        {"steps", static_cast<double>(levels.steps), "steps", "Steps judged",
                         formatCount(static_cast<std::int64_t>(levels.steps))}};
    finding.citedRoles = {fell == Fell::rate ? paces.rate->role : std::string(roles::stepTime)};
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const Paces paces = pacesOf(run, job);
    if (job.canceled())
        return canceledAnswer();
    if (!paces.rate && !derive::current(run, roles::stepTime))
        return notApplicable("A current throughput and a step time are not logged.");
    if (!paces.judged().known() && !paces.attempts)
        return notApplicable("Fewer than 60 steps have a throughput or a step time.");
    const double limit = knobValue(throughputCollapse, knobs, "ratio");
    const Fell fell = fellIn(paces, limit);
    if (fell != Fell::neither)
        return foundAnswer({findingOf(run, paces, fell, limit)});
    if (paces.attempts && (paces.slowAsBefore(limit) || !paces.judged().known()))
        return clearAnswer("The last attempt has " + formatFactor(paces.attempts->ratio()) +
                           " of the pace of attempt " + std::to_string(paces.attempts->earlier + 1) +
                           " as far from its start; " + formatFactor(limit) + " counts as a collapse.");
    const Levels& levels = paces.judged();
    return clearAnswer(std::string(paces.rates.known() ? "The rate" : "The pace in steps per hour") +
                       " at the end is " + formatFactor(levels.ratio()) + " of the best that was sustained; " +
                       formatFactor(limit) + " counts as a collapse.");
}

} // namespace

const Detector throughputCollapse{
    .code = "THROUGHPUT_COLLAPSE",
    .title = "The pace collapsed",
    .meaning =
        "The rate at the end (tokens or batches per second, current, not an average) is at most `ratio` of the best "
        "that the same job sustained before; a level is the median over a sixth of the steps, so that stalls and "
        "slow starts do not count. The last attempt of a training is held against earlier ones at equal distance from "
        "their starts: a resume that is slower all along is found after 10 steps, and one that is only still starting, "
        "as the others did, is none. Where no rate is logged, steps per hour are judged instead, unless they fall "
        "slowly "
        "or the steps "
        "grew longer with their tokens. Steps that get slower while tokens per second stay flat are no collapse "
        "but longer steps: see THROUGHPUT_ROT.",
    .severity = Severity::critical,
    .neededRoles = {roles::throughput},
    .needs = "or step_time",
    .knobs = {{"ratio", 0.5, 0.05, 0.95, "ratio", "Largest part of the sustained pace that counts as a collapse."}},
    .suggestions = {"Look at what changed at that step: events, configuration, machines.",
                    "Stop and restart from the last checkpoint if the pace does not return.",
                    "Compare with the run before at equal distance from the start."},
    .related = {"WORKER_LOST", "STEP_TIME_SHIFT", "THERMAL_THROTTLE", "PIPELINE_BOTTLENECK"},
    .examine = examine,
    // Printed by: bench_simulation --detectors 1000
    .simulation = Simulation{0.963, "1,000 runs with a rate that falls to 15 to 50 % and stays; 1,000 with one that "
                                    "falls to 50 % and more, or comes back after a sixth of the run"},
};

} // namespace tachograph
