#include "analysis/attribution/bill.h"

#include "analysis/attribution/attribution.h"
#include "analysis/attribution/phasefit.h"
#include "analysis/attribution/redonework.h"
#include "analysis/core/text.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/derive/derivation.h"
#include "analysis/run/roles.h"
#include "analysis/run/visitsteps.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace tachograph {

namespace {

constexpr std::size_t fewestSteps = 10; // a fifth holds two

/// Where steps stand out in turn only whole periods can be compared.
std::size_t wholePeriods(const TimeLedger& ledger, std::size_t steps) {
    const auto period = static_cast<std::size_t>(ledger.period);
    return period == 0 ? steps : std::max<std::size_t>(1, (steps + period - 1) / period) * period;
}

/// The steps of the first and the last fifth of the ordinary steps in a range; nothing when there are too few.
std::optional<std::pair<StepRange, StepRange>> fifthsIn(const TimeLedger& ledger, const StepRange& range) {
    const std::vector<std::int64_t>& all = ledger.period > 0 ? ledger.step : ledger.ordinary->step;
    std::vector<std::int64_t> sorted;
    if (!std::ranges::is_sorted(all)) {
        sorted = all;
        std::ranges::sort(sorted);
    }
    std::span<const std::int64_t> steps(sorted.empty() ? all : sorted);
    const auto begin = std::ranges::lower_bound(steps, range.first), end = std::ranges::upper_bound(steps, range.last);
    if (begin >= end)
        return std::nullopt;
    steps = {begin, end};
    const std::size_t fifth = wholePeriods(ledger, steps.size() / 5);
    if (steps.size() < std::max(fewestSteps, 2 * fifth))
        return std::nullopt;
    return std::pair(StepRange{steps.front(), steps[fifth - 1]}, StepRange{steps[steps.size() - fifth], steps.back()});
}

/// The first fifth as detectors take it: in the order of the recording. A mean is worked out with its side.
EarlyRate earlyRateOf(const TimeLedger& ledger) {
    const OrdinarySteps& ordinary = *ledger.ordinary;
    EarlyRate early;
    early.mean = ledger.period > 0;
    if (early.mean) {
        early.count = std::min(ledger.step.size(), wholePeriods(ledger, ledger.step.size() / 5));
        early.steps = {ledger.step.front(), ledger.step[early.count - 1]};
        return early;
    }
    early.count = std::max<std::size_t>(1, ordinary.value.size() / 5);
    early.seconds = numerics::median(std::span(ordinary.value).first(early.count));
    const auto [first, last] = ordinary.earlySteps();
    early.steps = {std::min(first, last), std::max(first, last)};
    return early;
}

/// Side of the early rate: its level is the rate, and it holds no stalls.
StepSide earlySide(const TimeLedger& ledger, EarlyRate& early) {
    StepSide side = sideOf(ledger, early.steps, Level::median);
    if (!early.mean)
        for (double& phase : side.phases)
            phase *= early.seconds / side.level;
    else
        early.seconds = side.level;
    side.level = early.seconds;
    side.stalls = {};
    return side;
}

double redoneSeconds(const RedoneWork& redone) {
    return std::isfinite(redone.seconds) ? redone.seconds : 0.0;
}

TimePart redonePart(const RedoneWork& redone, const StepRange& range, double seconds) {
    TimePart part{
        "redone", "steps done again", seconds, 0.0, seconds, {}, {}, formatNumber(redone.steps, 6) + " steps"};
    for (const Rewind& rewind : redone.rewinds)
        if (range.contains(rewind.again))
            part.places.push_back(rewind.again);
    return part;
}

void scale(std::vector<TimePart>& parts, double steps) {
    for (TimePart& part : parts) {
        part.seconds *= steps;
        part.before *= steps;
        part.after *= steps;
    }
}

/// A range of its own without an early side: everything it took.
std::vector<TimePart> wholeOf(const TimeLedger& ledger, const StepSide& side) {
    std::vector<TimePart> whole;
    const auto add = [&](std::string id, std::string name, double seconds, std::string role, std::string note = {}) {
        whole.push_back({std::move(id), std::move(name), seconds, 0.0, seconds, std::move(role), {}, std::move(note)});
    };
    for (std::size_t i = 0; i < side.phases.size(); ++i)
        add("phase/" + ledger.phases[i].name, ledger.phases[i].name, side.phases[i] * side.steps,
            ledger.phases[i].role);
    if (side.phases.empty())
        add("step-time", ledger.phases.empty() ? "step time, not split" : "step time", side.level * side.steps,
            roles::stepTime);
    else
        add("unaccounted", "unaccounted", side.unaccounted() * side.steps, roles::unaccountedTime,
            side.unaccounted() < 0.0 ? "negative: the logged phases overlap" : "");
    return whole;
}

/// The stalls and what was done again among `parts`: they stand behind what is left over of the step.
void addStalls(std::vector<TimePart>& whole, const std::vector<TimePart>& parts) {
    const auto rest = std::ranges::find_if(
        parts, [](const TimePart& part) { return part.id == "unaccounted" || part.id == "step-time"; });
    whole.insert(whole.end(), rest + 1, parts.end());
}

double tokensIn(const Run& run, const TimeLedger& ledger, const StepRange& range) {
    const auto [begin, end] = stepsIn(ledger, range);
    double sum = 0.0, counted = 0.0, all = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
        all += ledger.weight[i];
        if (i >= ledger.tokens.size() || !std::isfinite(ledger.tokens[i]))
            continue;
        sum += ledger.tokens[i] * ledger.weight[i];
        counted += ledger.weight[i];
    }
    if (counted > 0.0)
        return sum / counted * all;
    const Series* counter = derive::current(run, roles::tokensTotal);
    if (!counter)
        return std::nan("");
    double first = std::nan(""), last = std::nan("");
    visitSteps(run, *counter, Include::current, {}, [&](const StepValue& step) {
        if (!range.contains(step.step) || !std::isfinite(step.value))
            return;
        first = std::isnan(first) ? step.value : first;
        last = step.value;
    });
    return last > first ? last - first : std::nan("");
}

/// What bill and change have in common.
struct Asked {
    const Run& run;
    const TimeLedger& ledger;
    StepRange range;
    PhaseFits fits;
    std::optional<std::pair<StepRange, StepRange>> fifths;
};

Bill billOf(const Asked& asked, const BillOptions& options, const Job& job) {
    const auto& [run, ledger, range, fits, fifths] = asked;
    const RedoneWork redone = redoneWork(run, options.range, job);
    Bill bill;
    bill.early = earlyRateOf(ledger);
    bill.range = range;
    const StepSide early = earlySide(ledger, bill.early), now = sideOf(ledger, range, Level::mean);
    bill.steps = now.steps;
    bill.parts = explainDifference(ledger, fits, early, now);
    scale(bill.parts, bill.steps);
    bill.whole = wholeOf(ledger, now);
    bill.slower = (now.level - early.level) * bill.steps;
    bill.betweenAttempts = now.stalls[static_cast<std::size_t>(StallKind::restart)] * bill.steps;
    if (redone.steps > 0.0)
        bill.parts.push_back(redonePart(redone, range, redoneSeconds(redone)));
    addStalls(bill.whole, bill.parts);
    bill.seconds = now.total() * bill.steps + redoneSeconds(redone);
    bill.above = bill.seconds - bill.steps * early.level;
    bill.gpus = gpuCount(run);
    if (bill.gpus > 0.0)
        bill.gpuHours = (bill.above - bill.betweenAttempts) / 3600.0 * bill.gpus;
    if (options.pricePerGpuHour > 0.0)
        bill.cost = bill.gpuHours * options.pricePerGpuHour;
    if (fifths) {
        bill.rewardBefore = rewardIn(ledger, fifths->first);
        bill.rewardAfter = rewardIn(ledger, fifths->second);
    }
    bill.tokens = tokensIn(run, ledger, range);
    return bill;
}

EarlyToLate changeIn(const Asked& asked, const Job& job) {
    const auto& [run, ledger, range, fits, fifths] = asked;
    EarlyToLate change;
    if (!fifths) {
        change.notApplicable = "Fewer than 10 ordinary steps with a step time: no first and last fifth to compare.";
        return change;
    }
    change.early = sideOf(ledger, fifths->first, Level::median);
    change.late = sideOf(ledger, fifths->second, Level::median);
    change.parts = explainDifference(ledger, fits, change.early, change.late);
    const RedoneWork before = redoneWork(run, fifths->first, job), after = redoneWork(run, fifths->second, job);
    change.before = change.early.total() + redoneSeconds(before) / change.early.steps;
    change.after = change.late.total() + redoneSeconds(after) / change.late.steps;
    if (before.steps > 0.0 || after.steps > 0.0) {
        TimePart part = redonePart(after, fifths->second, redoneSeconds(after) / change.late.steps);
        part.before = redoneSeconds(before) / change.early.steps;
        part.seconds = part.after - part.before;
        change.parts.push_back(std::move(part));
    }
    return change;
}

/// One sentence; empty when there is a bill.
std::string whyNoBill(const TimeLedger& ledger, const std::optional<StepRange>& range, const Job& job) {
    // A canceled ledger is filled in part only.
    if (job.canceled() || (ledger.notApplicable.empty() && ledger.step.empty()))
        return canceledMessage;
    if (!ledger.notApplicable.empty())
        return ledger.notApplicable;
    if (ledger.ordinary->value.size() < fewestSteps)
        return formatCount(static_cast<std::int64_t>(ledger.ordinary->value.size())) +
               " ordinary steps with a step time; 10 are needed for an early rate.";
    const auto [begin, end] = stepsIn(ledger, range);
    return begin == end ? "No current step of the range has a step time." : "";
}

Asked askedFor(const Run& run, const TimeLedger& ledger, const BillOptions& options, const Job& job) {
    const StepRange range = options.range.value_or(StepRange{ledger.step.front(), ledger.step.back()});
    return {run, ledger, range, fitPhases(ledger, job), fifthsIn(ledger, range)};
}

bool anyFinite(const std::vector<double>& column) {
    return std::ranges::any_of(column, [](double value) { return std::isfinite(value); });
}

std::vector<std::string> notLoggedIn(const TimeLedger& ledger, const Bill& bill) {
    std::vector<std::string> missing;
    const auto say = [&](bool known, const char* what) {
        if (!known)
            missing.emplace_back(what);
    };
    say(!ledger.phases.empty(), "phases of the step");
    say(anyFinite(ledger.length), "completion length");
    say(anyFinite(ledger.tail), "tail of the length");
    say(anyFinite(ledger.tokens), "tokens per step");
    say(ledger.checkpointsKnown, "checkpoints");
    say(ledger.evaluationsKnown, "evaluation");
    say(ledger.gapsKnown, "time between the steps");
    say(anyFinite(ledger.reward), "reward");
    say(bill.gpus > 0.0, "number of GPUs");
    return missing;
}

} // namespace

std::optional<Bill> billTime(const Run& run, const TimeLedger& ledger, const BillOptions& options, const Job& job) {
    if (!whyNoBill(ledger, options.range, job).empty())
        return std::nullopt;
    const Asked asked = askedFor(run, ledger, options, job);
    if (job.canceled())
        return std::nullopt;
    return billOf(asked, options, job);
}

TimeAccount accountTime(const Run& run, const TimeLedger& ledger, const BillOptions& options, const Job& job) {
    TimeAccount account;
    account.notApplicable = whyNoBill(ledger, options.range, job);
    if (!account.notApplicable.empty())
        return account;
    const Asked asked = askedFor(run, ledger, options, job);
    if (job.canceled()) {
        account.notApplicable = canceledMessage;
        return account;
    }
    account.bill = billOf(asked, options, job);
    account.change = changeIn(asked, job);
    account.notLogged = notLoggedIn(ledger, account.bill);
    if (ledger.ordinary->series->derived)
        account.notes.push_back("Step time is derived " + ledger.ordinary->series->how + ".");
    if (ledger.period > 0)
        account.notes.push_back("Every " + formatCount(ledger.period) +
                                " steps one stands out: whole periods are counted, by means.");
    constexpr std::size_t few = 20;
    if (account.bill.early.count < few)
        account.notes.push_back("The early rate rests on " +
                                formatCount(static_cast<std::int64_t>(account.bill.early.count)) +
                                " step times only: low evidence.");
    if (ledger.ordinary->leftOut.otherTrainings > 0)
        account.notes.push_back(formatCount(static_cast<std::int64_t>(ledger.ordinary->leftOut.otherTrainings)) +
                                " steps of other trainings in the recording are not counted.");
    return account;
}

} // namespace tachograph
