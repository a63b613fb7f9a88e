#include "analysis/attribution/timeledger.h"

#include "analysis/attribution/ledgerstalls.h"
#include "analysis/attribution/slowplaces.h"
#include "analysis/attribution/steptimes.h"
#include "analysis/attribution/usualdistance.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/derive/derivation.h"
#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"
#include "analysis/run/visitsteps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace tachograph {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Values of other series beside the steps of the ledger, whatever row of the step they were logged in.
class Columns {
  public:
    Columns(const Run& run, std::vector<std::uint32_t> stepOf, const std::vector<std::uint32_t>& rows, const Job& job)
        : m_run(run), m_stepOf(std::move(stepOf)), m_job(job) {
        m_place.assign(m_stepOf.empty() ? 0 : std::size_t{m_stepOf.back()} + 1, none);
        for (std::size_t i = 0; i < rows.size(); ++i)
            m_place[m_stepOf[rows[i]]] = static_cast<std::uint32_t>(i);
        m_count = rows.size();
    }

    /// Empty when there is no such series, or only an average since the start.
    [[nodiscard]] std::vector<double> of(const Series* series, double absent = nan) const {
        if (!series || series->averaging != Averaging::current || m_job.canceled())
            return {};
        std::vector<double> column(m_count, absent);
        visitSteps(m_run, *series, Include::current, m_job, [&](const StepValue& step) {
            if (const std::uint32_t place = m_place[m_stepOf[step.row]]; place != none)
                column[place] = step.value;
        });
        return column;
    }
    [[nodiscard]] std::vector<double> of(std::string_view role) const { return of(m_run.forRole(role)); }

    /// For each step of the ledger whether it has all the usual phases.
    [[nodiscard]] std::vector<std::uint8_t> marks(const std::vector<std::uint8_t>& ofStep) const {
        std::vector<std::uint8_t> result(m_count, 0);
        for (std::size_t step = 0; step < std::min(ofStep.size(), m_place.size()); ++step)
            if (m_place[step] != none)
                result[m_place[step]] = ofStep[step];
        return result;
    }

  private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    const Run& m_run;
    std::vector<std::uint32_t> m_stepOf; // of every row
    const Job& m_job;
    std::vector<std::uint32_t> m_place; // in the ledger, of every step
    std::size_t m_count = 0;            // of steps in the ledger
};

std::vector<const Series*> phaseSeries(const Run& run) {
    std::vector<const Series*> series;
    for (const char* role : {roles::generationTime, roles::optimizationTime})
        if (const Series* one = derive::current(run, role))
            series.push_back(one);
    for (const Series* one : derive::furtherPhases(run))
        series.push_back(one);
    return series;
}

std::string phaseName(const std::string& role) {
    if (role == roles::generationTime)
        return "generation";
    if (role == roles::optimizationTime)
        return "optimization";
    if (role == roles::dataWaitTime)
        return "waiting for data";
    return role.substr(std::string_view(roles::phasePrefix).size());
}

/// A phase of a slow step is taken to be as it is around it: the median of up to 50 neighbours that are not slow.
void evenOut(std::vector<double>& values, const std::vector<std::uint8_t>& slow,
             const std::vector<std::uint8_t>& split) {
    constexpr std::size_t reach = 25;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (slow[i] == 0)
            continue;
        std::vector<double> around; // of steps that are not slow: what was logged is still there
        for (std::size_t k = i - std::min(i, reach); k <= i + reach && k < values.size(); ++k)
            if (slow[k] == 0 && split[k] != 0 && std::isfinite(values[k]))
                around.push_back(values[k]);
        values[i] = around.empty() ? 0.0 : numerics::median(around);
    }
}

void addPhases(const Columns& columns, const derive::StepSums& sums, const std::vector<const Series*>& series,
               const std::vector<std::uint8_t>& slow, TimeLedger& ledger) {
    if (series.empty()) {
        ledger.split.assign(ledger.step.size(), 0);
        return;
    }
    ledger.split = columns.marks(sums.whole);
    for (const Series* one : series)
        ledger.phases.push_back({one->role, phaseName(one->role), columns.of(one, 0.0)});
    for (std::size_t i = 0; i < ledger.split.size(); ++i)
        for (const LedgerPhase& phase : ledger.phases)
            if (i < phase.seconds.size() && !std::isfinite(phase.seconds[i]))
                ledger.split[i] = 0;
    for (LedgerPhase& phase : ledger.phases)
        evenOut(phase.seconds, slow, ledger.split);
}

/// Of the tail the longest completion before p95 before p90: a synchronous generation waits for the longest.
void addDrivers(const Columns& columns, TimeLedger& ledger) {
    ledger.length = columns.of(roles::completionLength);
    constexpr std::array<std::pair<const char*, const char*>, 3> tails{std::pair{roles::completionLengthMax, "longest"},
                                                                       std::pair{roles::completionLengthP95, "p95"},
                                                                       std::pair{roles::completionLengthP90, "p90"}};
    for (const auto& [role, name] : tails) {
        if (!ledger.tail.empty())
            break;
        ledger.tail = columns.of(role);
        ledger.tailName = ledger.tail.empty() ? "" : name;
    }
    ledger.tokens = columns.of(roles::tokensPerStep);
    ledger.reward = columns.of(roles::reward);
}

/// Steps up to the next logged one of the attempt, at most four times the usual distance: a hole is not billed.
void addWeights(const std::vector<std::uint32_t>& attempt, TimeLedger& ledger) {
    UsualDistance distance;
    for (std::size_t i = 1; i < ledger.step.size(); ++i)
        if (attempt[i] == attempt[i - 1] && ledger.step[i] > ledger.step[i - 1])
            distance.add(stepDistance(ledger.step[i - 1], ledger.step[i]));
    ledger.usualStride = std::max(1.0, distance.median(1.0));
    ledger.weight.assign(ledger.step.size(), ledger.usualStride);
    for (std::size_t i = 1; i < ledger.step.size(); ++i)
        if (attempt[i] == attempt[i - 1] && ledger.step[i] > ledger.step[i - 1])
            ledger.weight[i - 1] = std::min(stepDistance(ledger.step[i - 1], ledger.step[i]), 4.0 * ledger.usualStride);
}

/// What of each step the ledger does not keep.
struct LedgerRows {
    std::vector<std::uint32_t> row;
    std::vector<std::uint8_t> slow; ///< 1: the step is a stall, too
};

/// Every step of the training as an ordinary one.
LedgerRows addSteps(const StepTimes& stepTimes, const std::vector<SlowPlace>& stalls, TimeLedger& ledger,
                    const Job& job) {
    const StepValues& times = stepTimes.values(job);
    const TimedPlaces& steps = stepTimes.steps(job).all;
    LedgerRows rows;
    std::vector<std::uint32_t> attempt;
    ledger.step.reserve(steps.size());
    ledger.seconds.reserve(steps.size());
    rows.slow.reserve(steps.size());
    rows.row.reserve(steps.size());
    attempt.reserve(steps.size());
    auto stall = stalls.begin();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool slow = stall != stalls.end() && stall->place == i;
        const double excess = slow ? (stall++)->excess : 0.0;
        const std::size_t at = steps.index[i];
        if (times.attempt[at] < ledger.ordinary->firstAttempt || times.attempt[at] > ledger.ordinary->lastAttempt)
            continue;
        ledger.step.push_back(steps.step[i]);
        ledger.seconds.push_back(steps.seconds[i] - excess);
        rows.slow.push_back(slow ? 1 : 0);
        rows.row.push_back(times.row[at]);
        attempt.push_back(times.attempt[at]);
    }
    addWeights(attempt, ledger);
    return rows;
}

} // namespace

TimeLedger timeLedger(const Run& run, const Job& job) {
    return timeLedger(StepTimes(run), job);
}

TimeLedger timeLedger(const StepTimes& stepTimes, const Job& job) {
    const Run& run = stepTimes.run();
    TimeLedger ledger;
    ledger.ordinary = stepTimes.ordinary(job);
    ledger.notApplicable = ledger.ordinary->notApplicable;
    if (!ledger.notApplicable.empty() || job.canceled())
        return ledger;
    const auto& stamps = run.rows().time;
    ledger.gapsKnown =
        !stepTimes.series()->derived && std::ranges::any_of(stamps, [](double t) { return std::isfinite(t); });
    const std::vector<SlowPlace> stalls = bookStalls(stepTimes, ledger, job);
    if (job.canceled())
        return ledger;
    const LedgerRows rows = addSteps(stepTimes, stalls, ledger, job);
    if (ledger.step.empty())
        ledger.notApplicable = "Step time holds no finite value above 0.";
    const std::vector<const Series*> phases = phaseSeries(run);
    if (job.canceled())
        return ledger;
    derive::StepSums sums = derive::sumPerStep(run, phases);
    if (job.canceled())
        return ledger;
    const Columns columns(run, std::move(sums.stepOf), rows.row, job);
    addPhases(columns, sums, phases, rows.slow, ledger);
    addDrivers(columns, ledger);
    return ledger;
}

std::pair<std::size_t, std::size_t> stepsIn(const TimeLedger& ledger, const std::optional<StepRange>& range) {
    if (!range)
        return {0, ledger.step.size()};
    const auto begin = std::ranges::lower_bound(ledger.step, range->first);
    const auto end = std::ranges::upper_bound(ledger.step, range->last);
    const auto first = static_cast<std::size_t>(begin - ledger.step.begin());
    return {first, std::max(first, static_cast<std::size_t>(end - ledger.step.begin()))};
}

} // namespace tachograph
