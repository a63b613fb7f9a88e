#include "analysis/detectors/stepwindows.h"

#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tachograph {

StepWindows::StepWindows(const Run& run, const StepTimeTrend& trend, std::size_t count, const Job& job)
    : m_run(run), m_job(job), m_firstAttempt(trend.steps->firstAttempt), m_lastAttempt(trend.steps->lastAttempt),
      m_firstStep(trend.steps->step.front()), m_means(trend.steps->period > 1) {
    const std::size_t n = trend.steps->step.size();
    for (std::size_t i = 1; i <= std::min(count, n); ++i)
        m_lastSteps.push_back(trend.steps->step[i * n / std::min(count, n) - 1]);
    // Steps that run back within one attempt must not make a window end before it begins.
    for (std::size_t i = 1; i < m_lastSteps.size(); ++i)
        m_lastSteps[i] = std::max(m_lastSteps[i], m_lastSteps[i - 1]);
}

std::vector<double> StepWindows::medians(const Series& series) const {
    std::vector<std::vector<double>> values(size());
    const Rows& rows = m_run.rows();
    for (auto& window : values)
        window.reserve(series.size() / size() + 1);
    std::size_t last = 0; // steps come in order: the window of one is most often that of the next
    constexpr std::size_t askEvery = 65'536;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (i % askEvery == 0 && m_job.canceled())
            return std::vector<double>(size(), std::numeric_limits<double>::quiet_NaN());
        const std::uint32_t row = series.rowOf(i);
        if (!std::isfinite(series.values[i]) || rows.isSuperseded(row) || rows.attempt[row] < m_firstAttempt ||
            rows.attempt[row] > m_lastAttempt || rows.step[row] < m_firstStep)
            continue;
        const std::int64_t step = rows.step[row];
        if (step > m_lastSteps[last] || (last > 0 && step <= m_lastSteps[last - 1])) {
            const auto window = std::ranges::lower_bound(m_lastSteps, step);
            if (window == m_lastSteps.end())
                continue;
            last = static_cast<std::size_t>(window - m_lastSteps.begin());
        }
        values[last].push_back(series.inUnit(i));
    }
    std::vector<double> result;
    for (const auto& window : values)
        result.push_back(m_means && !window.empty()
                             ? std::accumulate(window.begin(), window.end(), 0.0) / static_cast<double>(window.size())
                             : numerics::median(window));
    return result;
}

} // namespace tachograph
