#include "tests/bench/detectorsimulation.h"

#include "analysis/detectors/detector.h"
#include "analysis/numerics/normaldraws.h"
#include "analysis/run/runbuilder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace tachograph::tests {

namespace {

using numerics::NormalDraws;
using Column = std::vector<double>; ///< one value a step

/// A job in the making: step times, what lies between the steps, and what else is logged.
class MadeJob {
  public:
    explicit MadeJob(std::uint64_t seed) : m_draws(0x9E3779B97F4A7C15ULL * (seed + 1)) {
        m_steps = static_cast<std::size_t>(60.0 * std::pow(1000.0 / 60.0, m_draws.uniform()));
        m_phi = between(0.0, 0.95);
        m_noise = between(0.03, 0.3);
        seconds = noisy(between(1.0, 20.0));
        pause.assign(m_steps, 0.0);
    }

    [[nodiscard]] std::size_t steps() const { return m_steps; }
    [[nodiscard]] double noise() const { return m_noise; }
    double between(double least, double most) { return least + (most - least) * m_draws.uniform(); }
    /// A step between two shares of the run.
    std::size_t stepBetween(double from, double to) {
        return std::min(m_steps - 1, static_cast<std::size_t>(between(from, to) * static_cast<double>(m_steps)));
    }
    bool even() { return m_draws.uniform() < 0.5; }
    /// A level with this run's noise around it.
    Column noisy(double level) {
        Column values;
        double memory = m_draws.normal();
        for (std::size_t i = 0; i < m_steps; ++i) {
            values.push_back(level * std::exp(m_noise * memory));
            memory = m_phi * memory + std::sqrt(1.0 - m_phi * m_phi) * m_draws.normal();
        }
        return values;
    }
    [[nodiscard]] double stepSeconds() const {
        double sum = 0.0;
        for (const double value : seconds)
            sum += value;
        return sum;
    }
    /// Steps far enough apart to be looked at one by one, about one in `every`.
    std::vector<std::size_t> places(std::size_t every) {
        std::vector<std::size_t> result;
        for (std::size_t at = every; at < m_steps; at += every)
            result.push_back(at - static_cast<std::size_t>(m_draws.uniform() * static_cast<double>(every) / 2.0));
        return result;
    }
    /// Adds a share of the run's step time, spread evenly over some places, to `where` (seconds or pause).
    void addShare(Column& where, const std::vector<std::size_t>& at, double share) {
        const double each = share / (1.0 - share) * stepSeconds() / static_cast<double>(at.size());
        for (const std::size_t place : at)
            where[place] += each;
    }
    void addEvents(EventKind kind, const std::vector<std::size_t>& at) {
        for (const std::size_t place : at)
            events.emplace_back(place, kind);
    }

    /// Steps are numbered from 1; stamps are those of a step's end, pauses lie in front of it.
    std::shared_ptr<const Run> build() const {
        RunBuilder builder("simulated", "simulated", "jsonl");
        const std::uint32_t stepTime = builder.series("step_time_s");
        std::vector<std::pair<std::uint32_t, const Column*>> columns;
        for (const auto& [key, column] : logged)
            columns.emplace_back(builder.series(key), &column);
        double time = 1.7e9;
        for (std::size_t i = 0; i < m_steps; ++i) {
            time += pause[i] + seconds[i];
            RowInfo info;
            info.step = static_cast<std::int64_t>(i + 1);
            info.time = time;
            const std::uint32_t row = builder.addRow(info);
            builder.addValue(stepTime, row, seconds[i]);
            for (const auto& [series, column] : columns)
                builder.addValue(series, row, (*column)[i]);
        }
        for (const auto& [place, kind] : events) {
            Event event;
            event.kind = kind;
            event.step = static_cast<std::int64_t>(place + 1);
            builder.addEvent(std::move(event));
        }
        return builder.build(MetricRoles::builtIn());
    }

    Column seconds; ///< of each step
    Column pause;   ///< in front of each step, in no step time
    std::map<std::string, Column> logged;
    std::vector<std::pair<std::size_t, EventKind>> events;

  private:
    NormalDraws m_draws;
    std::size_t m_steps = 0;
    double m_phi = 0, m_noise = 0;
};

void scale(Column& values, std::size_t from, std::size_t to, double factor) {
    for (std::size_t i = from; i < std::min(to, values.size()); ++i)
        values[i] *= factor;
}

std::shared_ptr<const Run> checkpointStalls(bool planted, std::uint64_t number) {
    MadeJob job(number);
    const auto checkpoints = job.places(20);
    job.addEvents(EventKind::checkpoint, checkpoints);
    Column& where = job.even() ? job.seconds : job.pause;
    if (planted) {
        job.addShare(where, checkpoints, job.between(0.1, 0.5));
    } else if (job.even()) {
        job.addShare(where, checkpoints, job.between(0.0, 0.1));
    } else { // as much time, but elsewhere
        std::vector<std::size_t> elsewhere;
        for (const std::size_t place : checkpoints)
            elsewhere.push_back(place >= 8 ? place - 5 : place + 5);
        job.addShare(where, elsewhere, job.between(0.1, 0.5));
    }
    return job.build();
}

std::shared_ptr<const Run> evaluationPauses(bool planted, std::uint64_t number) {
    MadeJob job(number);
    const auto places = job.places(25);
    if (planted) {
        job.addShare(job.pause, places, job.between(0.05, 0.5));
    } else if (job.even()) {
        job.addShare(job.pause, places, job.between(0.0, 0.05));
    } else { // what another finding tells, or a step does
        job.addEvents(EventKind::checkpoint, places);
        job.addShare(job.even() ? job.pause : job.seconds, places, job.between(0.05, 0.5));
    }
    if (job.even())
        job.addEvents(EventKind::evaluation, planted ? places : std::vector<std::size_t>());
    return job.build();
}

std::shared_ptr<const Run> transients(bool planted, std::uint64_t number) {
    MadeJob job(number);
    const std::size_t from = job.stepBetween(0.2, 0.4), to = job.stepBetween(0.6, 0.8);
    const double factor = job.between(1.4, 3.0);
    if (planted)
        scale(job.seconds, from, to, factor);
    else if (job.even())
        scale(job.seconds, from, to, job.between(1.0, 1.4));
    else if (job.even())
        scale(job.seconds, from, job.steps(), factor); // stays up
    else if (job.even())
        for (std::size_t i = 0; i < job.steps(); ++i)
            job.seconds[i] *= 1.0 + (factor - 1.0) * static_cast<double>(i) / static_cast<double>(job.steps());
    return job.build();
}

std::shared_ptr<const Run> collapses(bool planted, std::uint64_t number) {
    MadeJob job(number);
    Column rate = job.noisy(12'000.0);
    const std::size_t from = job.stepBetween(0.3, 0.7);
    if (planted)
        scale(rate, from, rate.size(), job.between(0.15, 0.5));
    else if (job.even())
        scale(rate, from, rate.size(), job.between(0.5, 1.0)); // slower, but no collapse
    else
        scale(rate, from, from + job.steps() / 6, job.between(0.15, 0.5)); // it comes back
    job.logged["tokens_per_s"] = std::move(rate);
    return job.build();
}

std::shared_ptr<const Run> stalledRuns(bool planted, std::uint64_t number) {
    MadeJob job(number);
    const std::size_t at = job.stepBetween(0.1, 0.9);
    const double seconds = std::max(600.0, 20.0 * job.stepSeconds() / static_cast<double>(job.steps()));
    if (planted)
        job.pause[at] += job.between(1.0, 10.0) * seconds;
    else if (job.even())
        job.pause[at] += job.between(0.0, 0.95) * seconds;
    else { // a long pause with a reason
        job.pause[at] += job.between(1.0, 10.0) * seconds;
        job.addEvents(job.even() ? EventKind::checkpoint : EventKind::evaluation, {at});
    }
    return job.build();
}

std::shared_ptr<const Run> slowStarts(bool planted, std::uint64_t number) {
    MadeJob job(number);
    const std::size_t count = 1 + static_cast<std::size_t>(3.0 * job.between(0.0, 0.999));
    std::vector<std::size_t> places;
    const std::size_t first = planted || job.even() ? 0 : job.stepBetween(0.3, 0.8); // the same in mid-run
    for (std::size_t i = 0; i < count; ++i)
        places.push_back(std::min(job.steps() - 1, first + i));
    job.addShare(job.seconds, places, planted || first > 0 ? job.between(0.05, 0.4) : job.between(0.0, 0.05));
    job.seconds[places.front()] += planted ? 10.0 : 0.0; // never less than the least that counts
    return job.build();
}

std::shared_ptr<const Run> dataWaits(bool planted, std::uint64_t number) {
    MadeJob job(number);
    const bool grows = planted && job.even();
    const double share = !planted ? job.between(0.0, 0.1) : grows ? 0.03 : job.between(0.1, 0.6);
    Column wait = job.noisy(share);
    for (std::size_t i = 0; i < wait.size(); ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(wait.size());
        wait[i] *= job.seconds[i] * (grows ? 1.0 + 5.0 * t : 1.0);
    }
    job.logged["data_wait_time_s"] = std::move(wait);
    return job.build();
}

/// Length grows; the reward does not, or the other way about.
std::shared_ptr<const Run> lengthHacks(bool planted, std::uint64_t number) {
    MadeJob job(number);
    Column length = job.noisy(400.0), reward = job.noisy(1.0);
    const bool longer = planted || job.even();
    const double growth = job.between(0.4, 2.0), gain = longer && !planted ? job.between(0.05, 1.0) : 0.0;
    for (std::size_t i = 0; i < length.size(); ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(length.size());
        length[i] *= longer ? 1.0 + growth * t : 1.0;
        reward[i] = reward[i] - 1.0 + 0.3 + gain * t;
    }
    job.logged["completion_len_mean"] = std::move(length);
    job.logged["reward_mean"] = std::move(reward);
    return job.build();
}

std::shared_ptr<const Run> truncations(bool planted, std::uint64_t number) {
    MadeJob job(number);
    const bool many = planted || job.even();
    Column cut = job.noisy(many ? job.between(0.3, 0.7) : job.between(0.0, 0.3)), reward = job.noisy(1.0);
    const double gain = many && !planted ? job.between(0.05, 1.0) : 0.0;
    for (std::size_t i = 0; i < cut.size(); ++i) {
        cut[i] = std::min(1.0, cut[i]);
        reward[i] = reward[i] - 0.7 + gain * static_cast<double>(i) / static_cast<double>(cut.size());
    }
    job.logged["truncated_ratio"] = std::move(cut);
    job.logged["reward_mean"] = std::move(reward);
    return job.build();
}

} // namespace

std::span<const DetectorCase> detectorCases() {
    static constexpr std::array cases{
        DetectorCase{"STEP_TIME_TRANSIENT", "x1.4 to x3 in the middle of the run",
                     "less than x1.4 there, as much that stays, a ramp, or nothing", transients},
        DetectorCase{"THROUGHPUT_COLLAPSE", "a rate that falls to 15 to 50 % and stays",
                     "one that falls to 50 % and more, or comes back after a sixth of the run", collapses},
        DetectorCase{"CHECKPOINT_STALL", "stalls at checkpoints, 10 to 50 % of the time",
                     "less than 10 %, or as much at other steps", checkpointStalls},
        DetectorCase{"EVALUATION_UNACCOUNTED", "pauses between steps, 5 to 50 % of the time",
                     "less than 5 %, or as much at checkpoints or in steps", evaluationPauses},
        DetectorCase{"DATA_WAIT", "waits of 10 to 60 % of the step, or growing sixfold to 18 %",
                     "waits of less than 10 %", dataWaits},
        DetectorCase{"SLOW_START", "1 to 3 first steps that take 5 to 40 % of the time",
                     "less than 5 %, or as much in mid-run", slowStarts},
        DetectorCase{"RUN_STALLED", "a pause of 10 minutes and more, 20 steps at least",
                     "less than that, or as much at a checkpoint or an evaluation", stalledRuns},
        DetectorCase{"REWARD_HACK_LENGTH", "completions 40 to 200 % longer, the reward flat",
                     "a reward that grows along, or neither grows", lengthHacks},
        DetectorCase{"TRUNCATION_STARVE", "30 to 70 % of completions cut off, the reward flat",
                     "a reward that grows, or less than 30 % cut off", truncations}};
    return cases;
}

DetectorRates measure(const DetectorCase& made, std::size_t runs, std::uint64_t first) {
    const Detector& detector = *detectorByCode(made.code);
    KnobValues knobs;
    for (const Knob& knob : detector.knobs)
        knobs[knob.name] = knob.defaultValue;
    DetectorRates rates;
    rates.runs = runs;
    for (std::uint64_t number = first; number < first + runs; ++number) {
        const auto found = [&](bool planted) {
            const auto run = made.make(planted, 2 * number + (planted ? 1 : 0));
            return detector.examine(*run, knobs, {}).outcome == Outcome::found;
        };
        rates.hits += found(true) ? 1 : 0;
        rates.falseAlarms += found(false) ? 1 : 0;
    }
    return rates;
}

} // namespace tachograph::tests
