#include "analysis/detectors/steptimetrend.h"

#include "analysis/core/text.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/numerics/warmup.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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
    for (const std::uint32_t attempt : values.attempt) {
        const auto after = std::ranges::upper_bound(trainings, attempt, {}, &Training::first);
        ++(after - 1)->values;
    }
    Training best = trainings.front();
    for (const Training& training : trainings)
        if (training.values >= best.values)
            best = training;
    return best;
}

/// Keeps the entries whose mark is 0.
void keepUnmarked(StepTimeTrend& trend, const std::vector<std::uint8_t>& marks) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (marks[i] != 0)
            continue;
        trend.step[kept] = trend.step[i];
        trend.value[kept] = trend.value[i];
        trend.attempt[kept] = trend.attempt[i];
        ++kept;
    }
    trend.step.resize(kept);
    trend.value.resize(kept);
    trend.attempt.resize(kept);
}

void takeValues(const Run& run, const StepValues& values, StepTimeTrend& trend) {
    const Training training = chooseTraining(run, values);
    trend.firstAttempt = training.first;
    trend.lastAttempt = training.last;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values.attempt[i] < training.first || values.attempt[i] > training.last) {
            ++trend.leftOut.otherTrainings;
        } else if (!std::isfinite(values.value[i]) || values.value[i] <= 0.0) {
            ++trend.leftOut.notFinite;
        } else {
            trend.step.push_back(values.step[i]);
            trend.value.push_back(values.value[i]);
            trend.attempt.push_back(values.attempt[i]);
        }
    }
}

/// Calls body(begin, end) for each attempt.
template <typename Body>
void forEachAttempt(const StepTimeTrend& trend, Body body) {
    for (std::size_t begin = 0; begin < trend.attempt.size();) {
        std::size_t end = begin;
        while (end < trend.attempt.size() && trend.attempt[end] == trend.attempt[begin])
            ++end;
        body(begin, end);
        begin = end;
    }
}

enum Mark : std::uint8_t { kept = 0, inWarmUp, atCheckpoint, inShortAttempt };

void markWarmUp(const StepTimeTrend& trend, double resolution, std::vector<std::uint8_t>& marks) {
    const std::size_t most = trend.value.size() / 20; // 5 % of the run
    forEachAttempt(trend, [&](std::size_t begin, std::size_t end) {
        const std::span<const double> values(trend.value.data() + begin, end - begin);
        const std::size_t length = numerics::warmUpLength(values, std::min(most, values.size()), resolution);
        std::fill_n(marks.begin() + static_cast<std::ptrdiff_t>(begin), length, inWarmUp);
    });
}

/// Marks the value at or after each checkpoint, and `around` values on both sides. Returns how many.
std::size_t markCheckpoints(const Run& run, const StepTimeTrend& trend, std::size_t around,
                            std::vector<std::uint8_t>& marks) {
    if (std::ranges::none_of(run.events(), [](const Event& e) { return e.kind == EventKind::checkpoint; }))
        return 0;
    std::vector<std::size_t> order(trend.step.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!std::ranges::is_sorted(trend.step))
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return trend.step[i]; });
    std::size_t marked = 0;
    for (const Event& event : run.events()) {
        if (event.kind != EventKind::checkpoint || !event.step)
            continue;
        const auto found =
            std::ranges::lower_bound(order, *event.step, {}, [&](std::size_t i) { return trend.step[i]; });
        if (found == order.end() && (order.empty() || stepDistance(trend.step[order.back()], *event.step) > 1.0))
            continue;
        const std::size_t at = static_cast<std::size_t>(found - order.begin());
        for (std::size_t k = at - std::min(at, around); k <= at + around && k < order.size(); ++k) {
            marked += marks[order[k]] == kept ? 1 : 0;
            marks[order[k]] = marks[order[k]] == kept ? std::uint8_t{atCheckpoint} : marks[order[k]];
        }
    }
    return marked;
}

/// With very frequent checkpoints the neighbours stay in, then the checkpoint steps too: medians of blocks stand a
/// third of slow steps, but not the loss of most of the run.
void leaveOutCheckpoints(const Run& run, const StepTimeTrend& trend, std::vector<std::uint8_t>& marks) {
    for (const std::size_t around : {std::size_t{1}, std::size_t{0}}) {
        std::vector<std::uint8_t> tried = marks;
        if (3 * markCheckpoints(run, trend, around, tried) > marks.size())
            continue;
        marks = std::move(tried);
        return;
    }
}

void leaveOutShortAttempts(StepTimeTrend& trend) {
    constexpr std::size_t shortest = 5;
    std::vector<std::uint8_t> marks(trend.value.size(), kept);
    forEachAttempt(trend, [&](std::size_t begin, std::size_t end) {
        if (end - begin < shortest) {
            std::fill(marks.begin() + static_cast<std::ptrdiff_t>(begin),
                      marks.begin() + static_cast<std::ptrdiff_t>(end), inShortAttempt);
            trend.leftOut.shortAttempts += end - begin;
        } else {
            ++trend.stitched;
        }
    });
    keepUnmarked(trend, marks);
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

std::string tooShortReason(const StepTimeTrend& trend) {
    const numerics::TrendVerdict& verdict = trend.verdict;
    if (trend.value.empty())
        return "Step time holds no finite value above 0.";
    std::string text = formatCount(static_cast<std::int64_t>(trend.value.size())) + " usable step times";
    if (verdict.blockLength > 0)
        text += " hold fewer than 20 blocks of " + std::to_string(verdict.blockLength) +
                " (neighbouring values are mostly equal: the stamps are coarse)";
    else
        text += ", 40 are needed";
    return text + "; first and last fifth " + formatStepTime(verdict.early) + " and " + formatStepTime(verdict.late) +
           ", " + formatFactor(verdict.late / verdict.early) + ", unjudged" + ".";
}

} // namespace

std::pair<std::int64_t, std::int64_t> StepTimeTrend::earlySteps() const {
    return {step.front(), step[std::max<std::size_t>(1, step.size() / 5) - 1]};
}

std::pair<std::int64_t, std::int64_t> StepTimeTrend::lateSteps() const {
    return {step[step.size() - std::max<std::size_t>(1, step.size() / 5)], step.back()};
}

StepTimeTrend examineStepTime(const Run& run, double ratio, const Job& job) {
    StepTimeTrend trend;
    trend.series = run.forRole(roles::stepTime);
    if (!trend.series) {
        trend.notApplicable = "Step time is not logged and cannot be derived.";
        return trend;
    }
    if (trend.series->averaging == Averaging::sinceStart) {
        trend.notApplicable = "Step time is logged only as an average since the start, which lags behind: not judged.";
        return trend;
    }
    const StepValues values = stepValues(run, *trend.series, Include::current, job);
    if (job.canceled())
        return trend;
    if (values.size() == 0) {
        trend.notApplicable = "Step time has no values.";
        return trend;
    }
    takeValues(run, values, trend);
    if (job.canceled())
        return trend;
    const double resolution = relativeResolution(*trend.series);
    std::vector<std::uint8_t> marks(trend.value.size(), kept);
    markWarmUp(trend, resolution, marks);
    if (job.canceled())
        return trend;
    leaveOutCheckpoints(run, trend, marks);
    trend.leftOut.warmUp = static_cast<std::size_t>(std::ranges::count(marks, std::uint8_t{inWarmUp}));
    trend.leftOut.checkpoint = static_cast<std::size_t>(std::ranges::count(marks, std::uint8_t{atCheckpoint}));
    keepUnmarked(trend, marks);
    if (job.canceled())
        return trend;
    leaveOutShortAttempts(trend);
    if (job.canceled())
        return trend;
    trend.verdict = numerics::judgeTrend(trend.value, trend.attempt, {ratio, resolution}, job);
    if (trend.verdict.kind == numerics::TrendKind::tooShort)
        trend.notApplicable = tooShortReason(trend);
    return trend;
}

std::int64_t stepOfShift(const Run& run, const StepTimeTrend& trend, const numerics::LevelShift& shift) {
    if (shift.at == 0)
        return trend.step.front();
    const std::int64_t before = trend.step[shift.at - 1], after = trend.step[shift.at];
    const double middle = std::sqrt(trend.value[shift.at - 1] * trend.value[shift.at]);
    const bool rises = shift.after >= shift.before;
    const Series& series = *trend.series;
    std::int64_t first = after;
    for (std::size_t i = series.size(); i-- > 0;) {
        const std::uint32_t row = series.rowOf(i);
        const std::int64_t step = run.rows().step[row];
        if (step <= before || step >= after || run.rows().isSuperseded(row) || !std::isfinite(series.values[i]))
            continue;
        if ((series.inUnit(i) > middle) != rises)
            break;
        first = std::min(first, step);
    }
    return first;
}

} // namespace tachograph
