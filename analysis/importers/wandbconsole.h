#pragma once

#include "analysis/importers/consoleevents.h"
#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tachograph {

/// The console output inside a W&B recording: chunks of two streams that need not end where a line does, with carriage
/// returns and colours. It gives events, and the last step that a step line of verl tells of.
class WandbConsole {
  public:
    explicit WandbConsole(RunBuilder& builder) : m_output(builder), m_errors(builder) {}

    /// An OutputRecord or OutputRawRecord, which begins at byte `place`.
    void read(std::string_view message, std::uint64_t place);
    void finish();

    [[nodiscard]] std::optional<std::int64_t> lastStep() const { return m_lastStep; }

  private:
    struct Stream {
        explicit Stream(RunBuilder& builder) : events(builder) {}
        ConsoleEvents events;
        std::string line; // its end has not come yet
        std::uint64_t number = 0;
    };
    void endLine(Stream& stream, std::optional<double> time);

    static constexpr std::size_t longestLine = std::size_t{64} * 1024; ///< what is longer is cut into lines
    Stream m_output, m_errors;
    std::optional<std::int64_t> m_lastStep;
};

} // namespace tachograph
