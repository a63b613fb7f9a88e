#include "analysis/run/balancecheck.h"

#include "analysis/core/text.h"
#include "analysis/run/roles.h"
#include "analysis/run/stampwindows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace tachograph {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Interval {
    double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
    [[nodiscard]] bool empty() const { return low > high; }
    [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }
    void intersect(const Interval& other) {
        low = std::max(low, other.low);
        high = std::min(high, other.high);
    }
};

/// What is known at one anchor.
struct Sample {
    double seconds = 0.0, halfWidth = 0.0;
    double rate = 0.0;  ///< in the unit of the role
    double count = 0.0; ///< steps or tokens
};

/// A rate with the samples of the longest attempt.
struct Balance {
    std::vector<Sample> samples;
    double rounding = 0.0;          ///< half a unit in the last printed place of the rate
    std::optional<double> expected; ///< counts of the rate per count of the counter, when known
    bool steps = true;              ///< counts steps, not tokens
};

/// The value of a series at every row, in the unit of its role.
std::vector<double> byRow(const Run& run, const Series* series) {
    std::vector<double> values(series ? run.rows().size() : 0, nan);
    for (std::size_t i = 0; series && i < series->size(); ++i)
        values[series->rowOf(i)] = series->inUnit(i);
    return values;
}

const Series* loggedRole(const Run& run, std::string_view role) {
    for (const Series& series : run.series())
        if (!series.derived && series.role == role)
            return &series;
    return nullptr;
}

std::optional<double> configuredBatches(const Run& run) {
    for (const char* key : {"batches_per_step", "train.batches_per_step", "trainer.batches_per_step"}) {
        const auto entry = run.config().find(key);
        const auto value = entry == run.config().end() ? std::nullopt : parseNumber(entry->second);
        if (value && std::isfinite(*value) && *value > 0.0)
            return value;
    }
    return std::nullopt;
}

std::vector<StampAnchor> longestAttempt(const Run& run) {
    const auto all = stampAnchors(run, Stamps::elapsed);
    std::vector<StampAnchor> longest, current;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!current.empty() && current.back().attempt != all[i].attempt)
            current.clear();
        current.push_back(all[i]);
        if (current.size() > longest.size())
            longest = current;
    }
    return longest;
}

std::optional<Balance> findBalance(const Run& run) {
    Balance balance;
    const Series* rate = loggedRole(run, roles::drafterRate);
    const Series* counter = nullptr;
    if (!rate) {
        rate = loggedRole(run, roles::throughput);
        counter = loggedRole(run, roles::tokensTotal);
        if (!rate || !counter || rate->scope == Scope::gpu)
            return std::nullopt;
        balance.steps = false;
        balance.expected = 1.0;
    } else {
        balance.expected = configuredBatches(run);
    }
    balance.rounding = rate->printResolution / 2.0 * rate->toUnit;
    const auto rates = byRow(run, rate), counts = byRow(run, counter);
    for (const StampAnchor& anchor : longestAttempt(run)) {
        const double count = counter ? counts[anchor.row] : anchor.progress;
        if (std::isfinite(rates[anchor.row]) && std::isfinite(count))
            balance.samples.push_back({anchor.seconds, anchor.halfWidth + anchor.shift, rates[anchor.row], count});
    }
    if (balance.samples.size() < 4 || balance.samples.back().count <= balance.samples.front().count)
        return std::nullopt;
    return balance;
}

/// Counts of the rate per count of the counter over a stretch, if the rate is an average since the start.
Interval asAverage(const Balance& balance, const Sample& a, const Sample& b) {
    const double counts = b.count - a.count;
    const double value = (b.rate * b.seconds - a.rate * a.seconds) / counts;
    const double error =
        (balance.rounding * (a.seconds + b.seconds) + b.rate * b.halfWidth + a.rate * a.halfWidth) / counts;
    return {value - error, value + error};
}

/// The same if the rate is current: the area below it.
Interval asCurrent(const Balance& balance, std::span<const Sample> stretch) {
    double area = 0.0;
    for (std::size_t i = 1; i < stretch.size(); ++i)
        area += (stretch[i].rate + stretch[i - 1].rate) / 2.0 * (stretch[i].seconds - stretch[i - 1].seconds);
    const Sample &a = stretch.front(), &b = stretch.back();
    const double counts = b.count - a.count;
    const double error =
        (balance.rounding * (b.seconds - a.seconds) + b.rate * b.halfWidth + a.rate * a.halfWidth) / counts;
    return {area / counts - error, area / counts + error};
}

/// Both readings over thirds of the time; what is left of each when one number must hold for all three.
struct Readings {
    Interval average, current;
    Interval averageRange{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    Interval currentRange = averageRange;
};

void widen(Interval& range, const Interval& by) {
    range.low = std::min(range.low, (by.low + by.high) / 2.0);
    range.high = std::max(range.high, (by.low + by.high) / 2.0);
}

Readings readBothWays(const Balance& balance) {
    Readings readings;
    const auto& samples = balance.samples;
    const double from = samples.front().seconds, third = (samples.back().seconds - from) / 3.0;
    std::size_t begin = 0;
    for (int part = 1; part <= 3; ++part) {
        std::size_t end = begin;
        while (end + 1 < samples.size() && (part == 3 || samples[end].seconds < from + third * part))
            ++end;
        if (end == begin || samples[end].count <= samples[begin].count)
            continue;
        const Interval average = asAverage(balance, samples[begin], samples[end]);
        const Interval current = asCurrent(balance, std::span(samples).subspan(begin, end - begin + 1));
        readings.average.intersect(average);
        readings.current.intersect(current);
        widen(readings.averageRange, average);
        widen(readings.currentRange, current);
        begin = end;
    }
    return readings;
}

/// An average since the start times the time cannot be more than a counter has counted since then or before.
bool staysBelowTheCounter(const Balance& balance) {
    constexpr double rounding = 1.001; // numbers in JSON carry no print resolution
    return balance.steps || std::ranges::all_of(balance.samples, [&balance](const Sample& sample) {
               const double error = balance.rounding * sample.seconds + sample.rate * sample.halfWidth;
               return sample.rate * sample.seconds - error <= sample.count * rounding;
           });
}

/// How far the target is ahead of the drafter as the rates have it, against what the queue between them holds.
struct QueueBalance {
    bool known = false;
    bool fitsAverage = true, fitsCurrent = true;
    double ahead = nan, error = nan, held = nan, target = nan, drafter = nan, seconds = nan;
};

QueueBalance checkQueue(const Run& run) {
    QueueBalance result;
    const Series* target = loggedRole(run, roles::targetRate);
    const Series* drafter = loggedRole(run, roles::drafterRate);
    const Series* queue = loggedRole(run, std::string(roles::queuePrefix) + "q_hs");
    if (!target || !drafter || !queue)
        return result;
    const auto targets = byRow(run, target), drafters = byRow(run, drafter), queues = byRow(run, queue);
    const double rounding = (target->printResolution + drafter->printResolution) / 2.0;
    const double most = *std::ranges::max_element(queue->values);
    // Batches in flight between the stages are in no queue; their number is not printed.
    const double slack = 16.0 + most;
    double predicted = 0.0, before = nan, firstSeconds = nan, firstHeld = nan;
    for (const StampAnchor& anchor : longestAttempt(run)) {
        const double lead = targets[anchor.row] - drafters[anchor.row], held = queues[anchor.row];
        if (!std::isfinite(lead) || !std::isfinite(held))
            continue;
        const double ahead = lead * anchor.seconds,
                     error = rounding * anchor.seconds + std::abs(lead) * (anchor.halfWidth + anchor.shift);
        result.fitsAverage = result.fitsAverage && ahead + error >= held - 2.0 && ahead - error <= held + slack;
        if (std::isnan(firstSeconds)) {
            firstSeconds = anchor.seconds;
            firstHeld = held;
        } else {
            predicted += lead * (anchor.seconds - before);
            const double stretch = anchor.seconds - firstSeconds;
            result.fitsCurrent =
                result.fitsCurrent && std::abs(predicted - (held - firstHeld)) <= rounding * stretch + slack;
        }
        before = anchor.seconds;
        if (!result.known || ahead / error > result.ahead / result.error)
            result = {true, result.fitsAverage,  result.fitsCurrent,   ahead,         error,
                      held, targets[anchor.row], drafters[anchor.row], anchor.seconds};
    }
    return result;
}

std::string rangeText(const Interval& range) {
    const std::string low = formatNumber(range.low, 3), high = formatNumber(range.high, 3);
    return low == high ? low : low + " to " + high;
}

std::string sentenceFor(const Balance& balance, const Readings& readings, const BalanceCheck& check) {
    const std::string unit = balance.steps ? " batches a step" : " times the counted tokens";
    const std::string average = rangeText(readings.averageRange) + unit,
                      current = rangeText(readings.currentRange) + unit;
    if (!check.decided)
        return "Balance check: print and stamp resolution do not tell whether the printed rates are current or "
               "averages "
               "since the start of the process (" +
               average + " against " + current + ").";
    switch (check.kind) {
    case RateKind::current:
        return "Balance check: the printed rates are current (they give " + current + "; as averages since the start " +
               average + ").";
    case RateKind::sinceStart:
        return "Balance check: the printed rates are averages since the start of the process (they give " + average +
               "; as current rates " + current + ").";
    case RateKind::doNotBalance:
        break;
    }
    return "Balance check: the printed rates do not balance with what they count (" + average +
           " as averages since the start, " + current + " as current rates" +
           (balance.expected ? ", expected " + formatNumber(*balance.expected, 3) : std::string()) +
           "); units or counts are not what they seem, so no rate was de-averaged.";
}

void addFigures(BalanceCheck& check, const Balance& balance, const Readings& readings, const QueueBalance& queue) {
    const char* unit = balance.steps ? "batches/step" : "ratio";
    check.figures = {{"as_average_low", readings.averageRange.low, unit, {}},
                     {"as_average_high", readings.averageRange.high, unit, {}},
                     {"as_current_low", readings.currentRange.low, unit, {}},
                     {"as_current_high", readings.currentRange.high, unit, {}}};
    if (balance.expected)
        check.figures.push_back({"expected", *balance.expected, unit, {}});
    if (!queue.known)
        return;
    check.figures.push_back({"target_ahead", queue.ahead, "batches",
                             "(" + formatNumber(queue.target, 3) + " - " + formatNumber(queue.drafter, 3) +
                                 ") batches/s x " + formatElapsed(queue.seconds) + " = " +
                                 formatNumber(queue.ahead, 3) + " batches ahead"});
    check.figures.push_back({"target_ahead_half_width", queue.error, "batches", {}});
    check.figures.push_back({"queue_held", queue.held, "items", formatNumber(queue.held, 3) + " in q_hs"});
}

} // namespace

std::optional<BalanceCheck> balanceCheck(const Run& run) {
    const auto balance = findBalance(run);
    if (!balance)
        return std::nullopt;
    const Readings readings = readBothWays(*balance);
    const QueueBalance queue = balance->steps ? checkQueue(run) : QueueBalance{};
    const auto fits = [&balance](const Interval& left) {
        return !left.empty() && (!balance->expected || left.contains(*balance->expected));
    };
    const bool average = fits(readings.average) && queue.fitsAverage && staysBelowTheCounter(*balance);
    const bool current = fits(readings.current) && queue.fitsCurrent;
    BalanceCheck check;
    check.decided = !(average && current);
    if (average && current) {
        const Series* rate = loggedRole(run, balance->steps ? roles::drafterRate : roles::throughput);
        check.kind = rate->averaging == Averaging::sinceStart ? RateKind::sinceStart : RateKind::current;
    } else {
        check.kind = average ? RateKind::sinceStart : current ? RateKind::current : RateKind::doNotBalance;
    }
    check.sentence = sentenceFor(*balance, readings, check);
    addFigures(check, *balance, readings, queue);
    return check;
}

std::optional<double> batchesPerStep(const Run& run) {
    if (const auto configured = configuredBatches(run))
        return configured;
    const auto balance = findBalance(run);
    if (!balance || !balance->steps)
        return std::nullopt;
    const Interval measured = asAverage(*balance, balance->samples.front(), balance->samples.back());
    const double middle = (measured.low + measured.high) / 2.0, whole = std::round(middle);
    if (whole >= 1.0 && measured.contains(whole) && measured.high - measured.low < 1.0)
        return whole;
    constexpr double widest = 0.1;
    return middle > 0.0 && measured.high - measured.low <= widest * middle ? std::optional(middle) : std::nullopt;
}

} // namespace tachograph
