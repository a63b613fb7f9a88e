#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/importers/pointrows.h"
#include "analysis/importers/timedvalues.h"
#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tachograph {

/// One run of an MLflow store, database or folders, while it is read.
class MlflowRun {
  public:
    MlflowRun(std::string name, std::string path);

    /// In the order in which they were logged. Keys below "system/" count samples, not steps.
    void addMetric(std::string_view key, std::int64_t step, std::optional<double> milliseconds, double value,
                   std::uint64_t place);
    void addParameter(std::string_view key, std::string_view value);
    void addTag(std::string_view key, std::string_view value);
    /// `status` in words: "FINISHED"; `deleted`: in the trash of MLflow.
    void setOutcome(std::string_view status, std::optional<double> endMilliseconds, bool deleted);
    RunBuilder& builder() { return m_builder; }

    /// An error when canceled.
    Result<RunBuilder> finish(const Job& job);

  private:
    static constexpr std::size_t mostSettings = 10'000;
    RunBuilder m_builder;
    PointRows m_points;
    TimedValues m_machine;
    Settings m_config;
    std::string m_status;
    std::optional<double> m_end;
    std::size_t m_strangeSteps = 0;
};

} // namespace tachograph
