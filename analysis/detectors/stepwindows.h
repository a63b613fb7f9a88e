#pragma once

#include "analysis/detectors/steptimetrend.h"
#include "analysis/run/run.h"

#include <cstdint>
#include <vector>

namespace tachograph {

/// Medians (of a saw-tooth: means) of any series over consecutive ranges of steps of one training, superseded steps
/// left out.
class StepWindows {
  public:
    /// `count` windows with about equally many of the trend's steps each.
    StepWindows(const Run& run, const StepTimeTrend& trend, std::size_t count, const Job& job);

    [[nodiscard]] std::size_t size() const { return m_lastSteps.size(); }
    /// One median a window, in the unit of the role; NaN for a window without finite values, and once the
    /// job is canceled.
    [[nodiscard]] std::vector<double> medians(const Series& series) const;

  private:
    const Run& m_run;
    const Job& m_job;
    std::uint32_t m_firstAttempt, m_lastAttempt;
    std::int64_t m_firstStep;
    bool m_means;                          ///< a saw-tooth: the median would show one phase of it
    std::vector<std::int64_t> m_lastSteps; ///< of each window
};

} // namespace tachograph
