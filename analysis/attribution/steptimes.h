#pragma once

#include "analysis/attribution/ordinarysteps.h"
#include "analysis/attribution/slowplaces.h"
#include "analysis/core/job.h"
#include "analysis/run/run.h"
#include "analysis/run/stepvalues.h"

#include <memory>
#include <mutex>
#include <vector>

namespace tachograph {

/// The step times of a run and what both detectors and the bill take from them, each worked out when it is first asked
/// for. Threads may share it; all must ask with jobs that are canceled together. Worthless once they are.
class StepTimes {
  public:
    explicit StepTimes(const Run& run) : m_run(run) {}

    [[nodiscard]] const Run& run() const { return m_run; }
    /// The series of that role; nullptr when step time is neither logged nor derived. What follows is then empty.
    [[nodiscard]] const Series* series() const;
    /// Current steps of all attempts.
    const StepValues& values(const Job& job) const;
    std::shared_ptr<const OrdinarySteps> ordinary(const Job& job) const;

    /// Places and the slow ones among them.
    struct Places {
        TimedPlaces all;
        std::vector<SlowPlace> slow;
    };
    const Places& steps(const Job& job) const;
    const Places& gaps(const Job& job) const; ///< between steps

  private:
    template <typename Value>
    struct Lazy {
        std::once_flag once;
        Value value;
    };
    const Run& m_run;
    mutable Lazy<StepValues> m_values;
    mutable Lazy<std::shared_ptr<const OrdinarySteps>> m_ordinary;
    mutable Lazy<Places> m_steps, m_gaps;
};

} // namespace tachograph
