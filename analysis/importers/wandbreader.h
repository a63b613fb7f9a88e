#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/core/source.h"
#include "analysis/importers/blocklog.h"
#include "analysis/importers/mergingrows.h"
#include "analysis/importers/wandbaxis.h"
#include "analysis/importers/wandbconfig.h"
#include "analysis/importers/wandbconsole.h"
#include "analysis/importers/wandbitem.h"
#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tachograph {

/// Reads a W&B run file in two passes: the first finds the axis of the steps, the second makes the run.
class WandbReader {
  public:
    static constexpr std::size_t fileHeaderBytes = 7;

    explicit WandbReader(Source& source);

    Result<RunBuilder> read(const Job& job);

  private:
    using Visitor = std::function<void(std::uint32_t kind, std::string_view message, std::uint64_t place)>;
    bool visitRecords(const Visitor& visit, bool lastPass, const Job& job);
    void survey(std::uint32_t kind, std::string_view message);
    void take(std::uint32_t kind, std::string_view message, std::uint64_t place);

    void readHistory(std::string_view message, std::uint64_t place);
    [[nodiscard]] std::int64_t stepOf(std::optional<double> own, std::optional<double> axis);
    void readStatistics(std::string_view message);
    void readRun(std::string_view message, std::uint64_t place);
    void readEnvironment(std::string_view message);
    void readExit(std::string_view message, std::uint64_t place);
    void addEvent(EventKind kind, std::string text, std::uint64_t place);
    void addDamage(const BlockLog::Record& record);
    void addNotes(const BlockLog& log);

    Source& m_source;
    RunBuilder m_builder;
    MergingRows m_rows;
    WandbAxis m_axis;
    WandbValues m_values;
    WandbConfig m_config;
    WandbConsole m_console;
    std::vector<std::pair<std::uint32_t, double>> m_earlyStatistics; // before the first row: series, value
    std::map<std::string, std::string> m_environment;
    std::int64_t m_lastStep = 0;
    bool m_hasStep = false, m_exited = false, m_statistics = false;
    std::size_t m_others = 0, m_damagedMessages = 0;
};

} // namespace tachograph
