#pragma once

#include "analysis/importers/dflashheader.h"
#include "analysis/importers/dflashtick.h"
#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tachograph {

/// Puts whole logical lines of the DFlash console into a run: rows, series with what the format knows of them, issues.
class DflashRecorder {
  public:
    explicit DflashRecorder(RunBuilder& builder) : m_builder(builder) {}

    /// Whole ticks of this recording end in an ETA: one without it was cut.
    void expectEnd(bool expected) { m_endExpected = expected; }

    /// A tick from its stamp to its end, however the terminal broke it. `line` is where it starts.
    void addTick(std::string_view text, std::uint64_t line, std::optional<double> time);
    /// The end of a tick whose beginning is gone: without a step it is no row, what it says is kept in an issue.
    void addTail(std::string_view text, std::uint64_t line);
    /// The rows of nvidia-smi stand in no tick: their values belong to the last one before them.
    void addGpu(const GpuRow& gpu);

    /// True when there was something to read although it made no row.
    [[nodiscard]] bool foundOther() const { return m_tails > 0 || m_gpuRows > 0; }

  private:
    void noteRestart(const DflashTick& tick);
    void addItem(const TickItem& item, std::uint32_t row, std::string& dropped);
    void addList(const TickItem& item, std::uint32_t row);
    void addGpuValue(const std::string& role, const char* unit, std::uint32_t row, double value);
    std::uint32_t seriesFor(std::string_view key, std::string_view name);

    RunBuilder& m_builder;
    bool m_endExpected = false;
    std::size_t m_tails = 0, m_gpuRows = 0;
    std::int64_t m_gpuCount = 0;
};

} // namespace tachograph
