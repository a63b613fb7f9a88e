#include "analysis/detectors/examinedrun.h"

namespace tachograph {

std::shared_ptr<const StepTimeTrend> ExaminedRun::trend(double ratio, const Job& job) const {
    const std::lock_guard lock(m_trendMutex);
    auto& known = m_trends[ratio];
    if (!known)
        known = std::make_shared<const StepTimeTrend>(examineStepTime(m_stepTimes, ratio, job));
    return known;
}

const TimeLedger& ExaminedRun::ledger(const Job& job) const {
    std::call_once(m_ledgerOnce, [&] { m_ledger = timeLedger(m_stepTimes, job); });
    return m_ledger;
}

} // namespace tachograph
