#include "analysis/importers/dflashrecorder.h"

#include "analysis/core/text.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

/// What the format itself knows about its keys.
struct KnownKey {
    std::string_view key, role, unit;
    bool averaged; ///< an average since the process started (and to be confirmed by the balance check)
};
constexpr std::array knownKeys = {KnownKey{"Ktok/s", roles::throughput, "Ktok/s", true},
                                  KnownKey{"tok/s", roles::throughput, "tok/s", true},
                                  KnownKey{"Mtok/s", roles::throughput, "Mtok/s", true},
                                  KnownKey{"dft", roles::drafterRate, "batches/s", true},
                                  KnownKey{"tgt", roles::targetRate, "batches/s", true},
                                  KnownKey{"ETA", roles::eta, "d", false},
                                  KnownKey{"loss", roles::loss, "", false},
                                  KnownKey{"lr", roles::learningRate, "", false},
                                  KnownKey{"noise", roles::noise, "", false}};

} // namespace

void DflashRecorder::addTick(std::string_view text, std::uint64_t line, std::optional<double> time) {
    const auto tick = scanTick(text);
    if (!tick) {
        m_builder.addLineIssue(line, "The line is cut inside of its step number; it was left out.",
                               plainText(text, 120));
        return;
    }
    const bool cut = tick->dots || tick->open || (m_endExpected && !tick->ended);
    noteRestart(*tick);
    RowInfo info;
    info.step = tick->step;
    info.elapsed = tick->elapsed;
    info.elapsedResolution = tick->elapsedResolution;
    info.place = line;
    info.time = time.value_or(RowInfo::none);
    info.cut = cut && m_endExpected;
    m_builder.reading().addStepKey("step");
    const std::uint32_t row = m_builder.addRow(info);
    std::string dropped;
    for (const TickItem& item : tick->items)
        addItem(item, row, dropped);
    if (tick->foreign)
        m_builder.addLineIssue(line, "It holds words that do not belong into a tick; they were skipped.",
                               plainText(text, 120));
    if (cut)
        m_builder.addLineIssue(
            line,
            "The line is cut; what stands before the cut was kept" +
                (dropped.empty() ? std::string(".") : ", the cut value of " + dropped + " was left out."),
            plainText(text, 120));
}

/// The elapsed time starts again although the step does not go back: a process that went on from a checkpoint.
void DflashRecorder::noteRestart(const DflashTick& tick) {
    const Rows& rows = m_builder.rows();
    if (rows.size() == 0 || tick.step < rows.step.back())
        return;
    const double before = rows.elapsedOf(rows.size() - 1);
    // Half: clocks that differ by a tick between threads are no restart.
    if (tick.elapsed + tick.elapsedResolution <= before / 2.0)
        m_builder.startAttempt("the elapsed time starts again");
}

void DflashRecorder::addItem(const TickItem& item, std::uint32_t row, std::string& dropped) {
    if (item.isList) {
        addList(item, row);
        if (item.listOpen)
            dropped = std::string(item.key);
        return;
    }
    const std::uint32_t series = seriesFor(item.key, item.key);
    if (item.open) {
        dropped = std::string(item.key);
        m_builder.addMissing(series, row);
    } else if (item.values.empty()) {
        m_builder.addMissing(series, row);
    } else {
        m_builder.addValue(series, row, item.values.front());
        if (series != RunBuilder::noSeries) {
            double& resolution = m_builder.edit(series).printResolution;
            resolution = std::max(resolution, item.resolution);
        }
    }
}

/// One queue keeps the name of its list, several are numbered behind it.
void DflashRecorder::addList(const TickItem& item, std::uint32_t row) {
    if (item.values.size() == 1 && !item.listOpen) {
        m_builder.addValue(seriesFor(item.key, item.key), row, item.values.front());
        return;
    }
    for (std::size_t i = 0; i < item.values.size(); ++i)
        m_builder.addValue(seriesFor(std::string(item.key) + "/" + std::to_string(i), item.key), row, item.values[i]);
}

std::uint32_t DflashRecorder::seriesFor(std::string_view key, std::string_view name) {
    const std::size_t before = m_builder.seriesCount();
    const std::uint32_t index = m_builder.series(key);
    if (index == RunBuilder::noSeries || m_builder.seriesCount() == before)
        return index;
    Series& series = m_builder.edit(index);
    series.scope = Scope::job;
    if (name.starts_with("q_")) {
        series.role = roles::queuePrefix + std::string(key);
        series.sourceUnit = "items";
        return index;
    }
    const auto known = std::ranges::find(knownKeys, key, &KnownKey::key);
    if (known == knownKeys.end())
        return index;
    series.role = known->role;
    series.sourceUnit = known->unit;
    if (known->averaged) {
        series.averaging = Averaging::sinceStart;
        series.how = "printed; by format an average since the start of the process";
    }
    return index;
}

void DflashRecorder::addTail(std::string_view text, std::uint64_t line) {
    ++m_tails;
    const DflashTick tail = scanTickTail(text);
    std::string readable;
    for (const TickItem& item : tail.items) {
        if (item.values.empty() || item.open)
            continue;
        readable += (readable.empty() ? "" : ", ") + std::string(item.key) + " ";
        readable += formatNumber(item.values.front(), 6) + (item.values.size() > 1 ? " ..." : "");
        readable += item.key == "ETA" ? " d" : "";
    }
    m_builder.addLineIssue(line,
                           "It is the end of a tick whose beginning, with its step, is not in the recording (" +
                               readable + "); it was left out.",
                           plainText(text, 120));
}

void DflashRecorder::addGpu(const GpuRow& gpu) {
    ++m_gpuRows;
    const std::string name = "gpu/" + std::to_string(gpu.index);
    m_gpuCount = std::max(m_gpuCount, gpu.index + 1);
    m_builder.setEnvironment("gpus", std::to_string(m_gpuCount));
    if (m_builder.rowCount() == 0) {
        m_builder.setEnvironment(name, formatNumber(gpu.memoryMiB, 7) + " MiB, " +
                                           formatNumber(gpu.utilizationPercent, 3) + " %");
        return;
    }
    const auto row = static_cast<std::uint32_t>(m_builder.rowCount() - 1);
    addGpuValue(name + "/memory", "MiB", row, gpu.memoryMiB);
    addGpuValue(name + "/utilization", "%", row, gpu.utilizationPercent);
}

void DflashRecorder::addGpuValue(const std::string& role, const char* unit, std::uint32_t row, double value) {
    const std::uint32_t index = m_builder.series(role);
    if (index == RunBuilder::noSeries)
        return;
    Series& series = m_builder.edit(index);
    series.role = role;
    series.sourceUnit = unit;
    series.scope = Scope::gpu;
    m_builder.addValue(index, row, value);
}

} // namespace tachograph
