#include "analysis/attribution/ordinarysteps.h"

#include "analysis/attribution/steptimes.h"
#include "analysis/attribution/wholeperiods.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/numerics/sawtooth.h"
#include "analysis/numerics/warmup.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace tachograph {

namespace {

/// A run of attempts that belong to one training: a restart from its first step or earlier begins another one.
struct Training {
    std::uint32_t first = 0, last = 0;
    std::int64_t firstStep = 0;
    std::size_t values = 0;
};

std::vector<Training> trainingsOf(const Run& run) {
    std::vector<Training> trainings;
    for (std::uint32_t i = 0; i < run.attempts().size(); ++i) {
        const Attempt& attempt = run.attempts()[i];
        if (trainings.empty() || attempt.firstStep <= trainings.back().firstStep)
            trainings.push_back({i, i, attempt.firstStep, 0});
        trainings.back().last = i;
    }
    return trainings;
}

/// The training with the most values; the later one of equals.
Training chooseTraining(const Run& run, const StepValues& values) {
    std::vector<Training> trainings = trainingsOf(run);
    std::vector<std::size_t> valuesOf(run.attempts().size(), 0);
    for (const std::uint32_t attempt : values.attempt)
        ++valuesOf[attempt];
    for (Training& training : trainings)
        for (std::uint32_t attempt = training.first; attempt <= training.last; ++attempt)
            training.values += valuesOf[attempt];
    Training best = trainings.front();
    for (const Training& training : trainings)
        if (training.values >= best.values)
            best = training;
    return best;
}

/// Keeps the entries whose mark is 0.
void keepUnmarked(OrdinarySteps& steps, const std::vector<std::uint8_t>& marks) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (marks[i] != 0)
            continue;
        steps.step[kept] = steps.step[i];
        steps.value[kept] = steps.value[i];
        steps.attempt[kept] = steps.attempt[i];
        ++kept;
    }
    steps.step.resize(kept);
    steps.value.resize(kept);
    steps.attempt.resize(kept);
}

void takeValues(const Run& run, const StepValues& values, OrdinarySteps& steps) {
    const Training training = chooseTraining(run, values);
    steps.step.reserve(values.size());
    steps.value.reserve(values.size());
    steps.attempt.reserve(values.size());
    steps.firstAttempt = training.first;
    steps.lastAttempt = training.last;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values.attempt[i] < training.first || values.attempt[i] > training.last) {
            ++steps.leftOut.otherTrainings;
        } else if (!std::isfinite(values.value[i]) || values.value[i] <= 0.0) {
            ++steps.leftOut.notFinite;
        } else {
            steps.step.push_back(values.step[i]);
            steps.value.push_back(values.value[i]);
            steps.attempt.push_back(values.attempt[i]);
        }
    }
}

/// Calls body(begin, end) for each attempt.
template <typename Body>
void forEachAttempt(const OrdinarySteps& steps, Body body) {
    for (std::size_t begin = 0; begin < steps.attempt.size();) {
        std::size_t end = begin;
        while (end < steps.attempt.size() && steps.attempt[end] == steps.attempt[begin])
            ++end;
        body(begin, end);
        begin = end;
    }
}

enum Mark : std::uint8_t { kept = 0, inWarmUp, atCheckpoint, inShortAttempt };

void markWarmUp(const OrdinarySteps& steps, double resolution, std::vector<std::uint8_t>& marks) {
    const std::size_t most = steps.value.size() / 20; // 5 % of the run
    forEachAttempt(steps, [&](std::size_t begin, std::size_t end) {
        const std::span<const double> values(steps.value.data() + begin, end - begin);
        const std::size_t length = numerics::warmUpLength(values, std::min(most, values.size()), resolution);
        std::fill_n(marks.begin() + static_cast<std::ptrdiff_t>(begin), length, inWarmUp);
    });
}

/// Marks the value at or after each checkpoint, and `around` values on both sides. Returns how many.
std::size_t markCheckpoints(const Run& run, const OrdinarySteps& steps, std::size_t around,
                            std::vector<std::uint8_t>& marks) {
    if (std::ranges::none_of(run.events(), [](const Event& e) { return e.kind == EventKind::checkpoint; }))
        return 0;
    // Ascending steps need no order of their own: there may be a million.
    std::vector<std::size_t> order;
    if (!std::ranges::is_sorted(steps.step)) {
        order.resize(steps.step.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return steps.step[i]; });
    }
    const auto placeOf = [&](std::size_t rank) {
        return order.empty() ? rank : order[rank];
    };
    const std::size_t count = steps.step.size();
    std::size_t marked = 0;
    for (const Event& event : run.events()) {
        if (event.kind != EventKind::checkpoint || !event.step)
            continue;
        std::size_t at = 0;
        if (order.empty())
            at = static_cast<std::size_t>(std::ranges::lower_bound(steps.step, *event.step) - steps.step.begin());
        else
            at = static_cast<std::size_t>(
                std::ranges::lower_bound(order, *event.step, {}, [&](std::size_t i) { return steps.step[i]; }) -
                order.begin());
        if (at == count && (count == 0 || stepDistance(steps.step[placeOf(count - 1)], *event.step) > 1.0))
            continue;
        for (std::size_t k = at - std::min(at, around); k <= at + around && k < count; ++k) {
            std::uint8_t& mark = marks[placeOf(k)];
            marked += mark == kept ? 1 : 0;
            mark = mark == kept ? std::uint8_t{atCheckpoint} : mark;
        }
    }
    return marked;
}

/// With very frequent checkpoints the neighbours stay in, then the checkpoint steps too: medians of blocks stand a
/// third of slow steps, but not the loss of most of the run.
void leaveOutCheckpoints(const Run& run, const OrdinarySteps& steps, std::vector<std::uint8_t>& marks) {
    for (const std::size_t around : {std::size_t{1}, std::size_t{0}}) {
        std::vector<std::uint8_t> tried = marks;
        if (3 * markCheckpoints(run, steps, around, tried) > marks.size())
            continue;
        marks = std::move(tried);
        return;
    }
}

/// Where the steps are a saw-tooth, whole periods of it take their place: a single phase tells little about the whole,
/// and the slow one would be taken for an outlier.
void foldSawTooth(const Run& run, OrdinarySteps& steps, std::vector<std::uint8_t>& marks) {
    std::vector<std::uint8_t> checkpoints(steps.value.size(), kept);
    markCheckpoints(run, steps, 0, checkpoints);
    // Only the part that is looked at: of a million values the rest need not be copied.
    const auto [begin, end] = numerics::sawToothPart(steps.value.size());
    std::vector<double> values(steps.value.begin() + static_cast<std::ptrdiff_t>(begin),
                               steps.value.begin() + static_cast<std::ptrdiff_t>(end));
    std::size_t before = begin; // the last value that is none of a checkpoint
    while (before > 0 && checkpoints[before] != kept)
        --before;
    for (std::size_t i = begin; i < end; ++i) {
        before = checkpoints[i] == kept ? i : before;
        values[i - begin] = steps.value[before];
    }
    const std::size_t period = numerics::sawToothPeriod(values);
    if (period == 1)
        return;
    steps.leftOut.checkpoint = static_cast<std::size_t>(std::ranges::count(checkpoints, std::uint8_t{atCheckpoint}));
    marks = std::move(checkpoints);
    foldPeriods(steps, period, marks);
}

void leaveOutShortAttempts(OrdinarySteps& steps) {
    constexpr std::size_t shortest = 5;
    std::vector<std::uint8_t> marks(steps.value.size(), kept);
    forEachAttempt(steps, [&](std::size_t begin, std::size_t end) {
        if (end - begin < shortest) {
            std::fill(marks.begin() + static_cast<std::ptrdiff_t>(begin),
                      marks.begin() + static_cast<std::ptrdiff_t>(end), inShortAttempt);
            steps.leftOut.shortAttempts += steps.period * (end - begin);
        } else {
            ++steps.stitched;
        }
    });
    keepUnmarked(steps, marks);
}

/// Half width of a value as a share of it.
double relativeResolution(const Series& series) {
    if (series.uncertainty.empty() && series.printResolution <= 0)
        return 0.0;
    std::vector<double> sizes;
    for (const double value : series.values)
        if (std::isfinite(value) && value > 0)
            sizes.push_back(value);
    const double typical = numerics::median(sizes);
    std::vector<double> widths;
    for (const double width : series.uncertainty)
        if (std::isfinite(width))
            widths.push_back(width);
    const double half = widths.empty() ? 0.5 * series.printResolution : numerics::median(widths);
    return typical > 0 && std::isfinite(half) ? std::clamp(half / typical, 0.0, 1.0) : 0.0;
}

} // namespace

std::pair<std::int64_t, std::int64_t> OrdinarySteps::earlySteps() const {
    return {step.front(), step[std::max<std::size_t>(1, step.size() / 5) - 1]};
}

std::pair<std::int64_t, std::int64_t> OrdinarySteps::lateSteps() const {
    return {step[step.size() - std::max<std::size_t>(1, step.size() / 5)], step.back()};
}

OrdinarySteps ordinarySteps(const Run& run, const Job& job) {
    return ordinarySteps(StepTimes(run), job);
}

OrdinarySteps ordinarySteps(const StepTimes& stepTimes, const Job& job) {
    const Run& run = stepTimes.run();
    OrdinarySteps steps;
    steps.series = stepTimes.series();
    if (!steps.series) {
        steps.notApplicable = "Step time is not logged and cannot be derived.";
        return steps;
    }
    if (steps.series->averaging == Averaging::sinceStart) {
        steps.notApplicable = "Step time is logged only as an average since the start, which lags behind: not judged.";
        return steps;
    }
    const StepValues& values = stepTimes.values(job);
    if (job.canceled())
        return steps;
    if (values.size() == 0) {
        steps.notApplicable = "Step time has no values.";
        return steps;
    }
    takeValues(run, values, steps);
    if (job.canceled())
        return steps;
    steps.resolution = relativeResolution(*steps.series);
    std::vector<std::uint8_t> marks(steps.value.size(), kept);
    foldSawTooth(run, steps, marks);
    if (job.canceled())
        return steps;
    markWarmUp(steps, steps.resolution, marks);
    if (job.canceled())
        return steps;
    if (steps.period == 1)
        leaveOutCheckpoints(run, steps, marks);
    steps.leftOut.warmUp = steps.period * static_cast<std::size_t>(std::ranges::count(marks, std::uint8_t{inWarmUp}));
    steps.leftOut.checkpoint += static_cast<std::size_t>(std::ranges::count(marks, std::uint8_t{atCheckpoint}));
    keepUnmarked(steps, marks);
    if (!job.canceled())
        leaveOutShortAttempts(steps);
    return steps;
}

} // namespace tachograph
