#pragma once

#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <vector>

namespace tachograph {

/// Values that were recorded over time, without a step of the training: statistics of the machine. They are laid at the
/// last row that was logged before them, the early ones at the first row, so that all of them stay and no row is
/// invented.
class TimedValues {
  public:
    void add(std::uint32_t series, double time, double value) { m_values.push_back({series, time, value}); }
    [[nodiscard]] bool empty() const { return m_values.empty(); }
    /// Adds them to the builder, whose rows must all be there, with a note. Without rows only a note is added.
    void finish(RunBuilder& builder);

  private:
    struct Value {
        std::uint32_t series = 0;
        double time = 0, value = 0;
    };
    std::vector<Value> m_values;
};

} // namespace tachograph
