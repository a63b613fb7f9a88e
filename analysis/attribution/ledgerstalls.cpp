#include "analysis/attribution/ledgerstalls.h"

#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace tachograph {

namespace {

/// Steps at which something of a kind is logged, and how long it took where that is known.
using Moments = std::map<std::int64_t, double>;

Moments momentsOf(const Run& run, EventKind kind, std::string_view role) {
    Moments moments;
    for (const Event& event : run.events()) {
        const bool superseded = event.row && *event.row < run.rows().size() && run.rows().isSuperseded(*event.row);
        if (event.kind == kind && event.step && !superseded)
            moments[*event.step] = std::max(moments[*event.step], event.durationSeconds.value_or(0.0));
    }
    const Series* series = run.forRole(role);
    for (std::size_t i = 0; series && i < series->size(); ++i) {
        const double seconds = series->inUnit(i);
        if (std::isfinite(seconds) && seconds > 0.0 && !run.rows().isSuperseded(series->rowOf(i))) {
            double& known = moments[run.rows().step[series->rowOf(i)]];
            known = std::max(known, seconds);
        }
    }
    return moments;
}

/// Duration of the moments from one step to another: nothing when there is none, 0 when it is not known.
std::optional<double> momentIn(const Moments& moments, std::int64_t from, std::int64_t to) {
    std::optional<double> seconds;
    for (auto moment = moments.lower_bound(from); moment != moments.end() && moment->first <= to; ++moment)
        seconds = seconds.value_or(0.0) + moment->second;
    return seconds;
}

class Booking {
  public:
    Booking(const Run& run, TimeLedger& ledger)
        : m_checkpoints(momentsOf(run, EventKind::checkpoint, roles::checkpointTime)),
          m_evaluations(momentsOf(run, EventKind::evaluation, roles::evaluationTime)), m_ledger(ledger) {
        ledger.checkpointsKnown = !m_checkpoints.empty();
        ledger.evaluationsKnown = !m_evaluations.empty();
    }

    /// A checkpoint may be written before or after its step is logged: both neighbours of the place count.
    [[nodiscard]] bool coincides(std::int64_t previous, std::int64_t step) const {
        return momentIn(m_checkpoints, previous, step) || momentIn(m_evaluations, previous, step);
    }

    /// Where both coincide the logged duration of one tells them apart.
    void book(std::int64_t previous, std::int64_t step, double seconds, bool between) {
        const auto checkpoint = momentIn(m_checkpoints, previous, step);
        const auto evaluation = momentIn(m_evaluations, previous, step);
        if (checkpoint && evaluation && (*checkpoint > 0.0 || *evaluation > 0.0)) {
            const double evaluating =
                *evaluation > 0.0 ? std::min(seconds, *evaluation) : seconds - std::min(seconds, *checkpoint);
            add(step, evaluating, StallKind::evaluation, between);
            add(step, seconds - evaluating, StallKind::checkpoint, between);
            return;
        }
        add(step, seconds,
            checkpoint && evaluation ? StallKind::checkpointAndEvaluation
            : checkpoint             ? StallKind::checkpoint
            : evaluation             ? StallKind::evaluation
                                     : StallKind::other,
            between);
    }

    void add(std::int64_t step, double seconds, StallKind kind, bool between) {
        if (seconds > 0.0)
            m_ledger.stalls.push_back({step, seconds, kind, between});
    }

  private:
    Moments m_checkpoints, m_evaluations;
    TimeLedger& m_ledger;
};

/// The distance at which slow steps come again and again, at most 20 steps; 0 when they do not. Rarer ones may be
/// checkpoints that nobody logged: those are stalls. `places` are indices of slow steps.
std::int64_t periodOf(const std::vector<std::size_t>& places, std::size_t steps) {
    constexpr std::size_t fewest = 4; // slow steps
    constexpr double longest = 20.0;
    if (places.size() < fewest)
        return 0;
    std::vector<double> distances;
    for (std::size_t i = 1; i < places.size(); ++i)
        distances.push_back(static_cast<double>(places[i] - places[i - 1]));
    const double usual = numerics::median(distances);
    const auto regular = std::ranges::count(distances, usual);
    const bool throughout = static_cast<double>(places.size()) * usual >= 0.5 * static_cast<double>(steps);
    const bool inTurn =
        usual >= 2.0 && usual <= longest && static_cast<double>(regular) >= 0.8 * static_cast<double>(distances.size());
    return inTurn && throughout ? std::llround(usual) : 0;
}

bool inTraining(const TimeLedger& ledger, std::uint32_t attempt) {
    return attempt >= ledger.ordinary->firstAttempt && attempt <= ledger.ordinary->lastAttempt;
}

/// What ends one attempt and begins the next: wall clock minus the first step.
void bookRestarts(const Run& run, const StepValues& stepTimes, Booking& booking, const TimeLedger& ledger) {
    const auto& attempts = run.attempts();
    for (std::uint32_t i = ledger.ordinary->firstAttempt; i < ledger.ordinary->lastAttempt; ++i) {
        const std::uint32_t last = attempts[i].endRow - 1, first = attempts[i + 1].firstRow;
        const auto next = std::ranges::lower_bound(stepTimes.row, first);
        const double own = next == stepTimes.row.end()
                               ? std::nan("")
                               : stepTimes.value[static_cast<std::size_t>(next - stepTimes.row.begin())];
        const double seconds = run.rows().timeOf(first) - run.rows().timeOf(last) - own;
        if (std::isfinite(seconds))
            booking.add(run.rows().step[first], seconds, StallKind::restart, true);
    }
}

/// Goes through the steps of a recording in order.
class SlowSteps {
  public:
    SlowSteps(const StepValues& values, const TimedPlaces& steps, const Booking& booking)
        : m_values(values), m_steps(steps), m_booking(booking) {}

    [[nodiscard]] std::uint32_t attemptOf(std::size_t place) const { return m_values.attempt[m_steps.index[place]]; }
    [[nodiscard]] bool begins(std::size_t place) const {
        return place == 0 || attemptOf(place) != attemptOf(place - 1);
    }
    /// The step before it in its attempt; itself when there is none.
    [[nodiscard]] std::int64_t previous(std::size_t place) const {
        return m_steps.step[begins(place) ? place : place - 1];
    }
    [[nodiscard]] bool coincides(std::size_t place) const {
        return m_booking.coincides(previous(place), m_steps.step[place]);
    }

  private:
    const StepValues& m_values;
    const TimedPlaces& m_steps;
    const Booking& m_booking;
};

void bookPauses(const StepTimes& stepTimes, Booking& booking, const TimeLedger& ledger, const Job& job) {
    const StepValues& values = stepTimes.values(job);
    const StepTimes::Places& gaps = stepTimes.gaps(job);
    if (job.canceled())
        return;
    for (const auto& [place, excess] : gaps.slow) {
        const std::uint32_t index = gaps.all.index[place];
        if (inTraining(ledger, values.attempt[index]))
            booking.book(values.step[index - 1], gaps.all.step[place], excess, true);
    }
    bookRestarts(stepTimes.run(), values, booking, ledger);
}

} // namespace

std::vector<SlowPlace> bookStalls(const StepTimes& stepTimes, TimeLedger& ledger, const Job& job) {
    Booking booking(stepTimes.run(), ledger);
    const auto& [all, slow] = stepTimes.steps(job);
    const SlowSteps steps(stepTimes.values(job), all, booking);
    std::vector<std::size_t> unexplained;
    for (const SlowPlace& one : slow)
        if (!steps.coincides(one.place))
            unexplained.push_back(one.place);
    ledger.period = periodOf(unexplained, all.size());
    std::vector<SlowPlace> stalls;
    bool first = false; // slow ever since the attempt began
    std::size_t last = 0;
    for (const auto& [place, excess] : slow) {
        first = steps.begins(place) || (first && place == last + 1);
        last = place;
        const bool inTurn = ledger.period > 0 && !steps.coincides(place);
        if (inTurn || !inTraining(ledger, steps.attemptOf(place)))
            continue;
        if (first)
            booking.add(all.step[place], excess, StallKind::firstSteps, false);
        else
            booking.book(steps.previous(place), all.step[place], excess, false);
        stalls.push_back({place, excess / all.weightOf(place)});
    }
    if (ledger.gapsKnown && !job.canceled()) {
        bookPauses(stepTimes, booking, ledger, job);
        std::ranges::stable_sort(ledger.stalls, {}, &Stall::step);
    }
    return stalls;
}

} // namespace tachograph
