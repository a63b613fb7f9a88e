#pragma once

#include "analysis/importers/consolerows.h"
#include "analysis/importers/ranksteps.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tachograph {

/// A line with a step number and values behind it.
struct MegatronLine {
    std::int64_t step = 0;
    std::string_view values;
};

/// "iteration  1/  500 | key: value | key: value |", wherever it begins in the line.
std::optional<MegatronLine> findMegatronIteration(std::string_view text);
/// "steps: 1 loss: 12.6360 iter time (s): 15.161 samples/sec: 1.055": DeepSpeed's words for the same step.
std::optional<MegatronLine> findMegatronSteps(std::string_view text);

/// Fills a builder from the lines of a Megatron-LM console. Both forms of a step become one row.
class MegatronReader {
  public:
    explicit MegatronReader(RunBuilder& builder) : m_builder(builder), m_rows(builder) {}

    void take(const ConsolePiece& piece);
    void finish();

  private:
    void addRow(const MegatronLine& line, const ConsolePiece& piece, bool bars);
    bool addBarValues(std::string_view text, bool torn);
    bool addWordValues(std::string_view text, bool torn);
    void addValue(std::string_view key, std::string_view text);
    bool takeValidation(const ConsolePiece& piece);
    bool takeCheckpoint(const ConsolePiece& piece);
    bool takeResume(const ConsolePiece& piece);
    bool takeArgument(std::string_view text);
    void flushCheckpoint();

    RunBuilder& m_builder;
    ConsoleRows m_rows;
    RankSteps m_ranks;
    std::optional<Event> m_checkpoint; ///< announced; the line with its duration may follow
    std::optional<std::int64_t> m_lastSaved;
    bool m_inArguments = false;
};

} // namespace tachograph
