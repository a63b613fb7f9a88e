#pragma once

#include "analysis/attribution/steptimes.h"
#include "analysis/attribution/timeledger.h"
#include "analysis/core/job.h"
#include "analysis/detectors/steptimetrend.h"
#include "analysis/run/run.h"

#include <map>
#include <memory>
#include <mutex>

namespace tachograph {

/// A run under diagnosis, with what several detectors take from it: worked out when the first of them asks, and kept
/// until the diagnosis ends. These are intermediate values, no answers: no detector sees what another one says.
/// Threads may share it; all must ask with jobs that are canceled together.
class ExaminedRun {
  public:
    explicit ExaminedRun(const Run& run) : m_stepTimes(run) {}

    [[nodiscard]] const Run& run() const { return m_stepTimes.run(); }
    [[nodiscard]] const StepTimes& stepTimes() const { return m_stepTimes; }
    /// The verdict on the step time for a least `ratio` of a rise.
    std::shared_ptr<const StepTimeTrend> trend(double ratio, const Job& job) const;
    const TimeLedger& ledger(const Job& job) const;

  private:
    StepTimes m_stepTimes;
    mutable std::mutex m_trendMutex;
    mutable std::map<double, std::shared_ptr<const StepTimeTrend>> m_trends;
    mutable std::once_flag m_ledgerOnce;
    mutable TimeLedger m_ledger;
};

} // namespace tachograph
