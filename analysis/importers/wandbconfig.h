#pragma once

#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tachograph {

/// The configuration of a W&B run. What it was at the first row is the configuration of the run; settings that change
/// later become config events.
class WandbConfig {
  public:
    explicit WandbConfig(RunBuilder& builder) : m_builder(builder) {}

    /// A ConfigRecord, which begins at byte `place`.
    void read(std::string_view message, std::uint64_t place);
    /// Hands settings and environment to the builder.
    void finish();

  private:
    void readItem(std::string_view message, std::uint64_t place);
    void set(const std::string& key, std::string value, std::uint64_t place);

    static constexpr std::size_t mostSettings = 10'000;
    static constexpr std::size_t mostChanges = 1'000; ///< events
    RunBuilder& m_builder;
    Settings m_first, m_now;
    std::size_t m_changes = 0;
};

} // namespace tachograph
