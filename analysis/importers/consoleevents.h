#pragma once

#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace tachograph {

/// Finds what is worth an event among the lines of a console log that are no metric lines: checkpoints, resumes,
/// out-of-memory errors, tracebacks, words of the scheduler and reported fallbacks. Feed it every such line in order,
/// without colours and prefixes.
///
/// A traceback is one `exception` event, told by its last line; an out-of-memory error is an `oom` event for every copy
/// that was printed, whether it ends a traceback or stands alone. Several lines that speak of one checkpoint or resume
/// (same step, no row between) are one event.
class ConsoleEvents {
  public:
    explicit ConsoleEvents(RunBuilder& builder) : m_builder(builder) {}

    /// True when the line is (part of) an event and needs no further look.
    bool take(std::string_view text, std::uint64_t line, std::optional<double> time = std::nullopt);
    /// True for a line that can only be the first or last of an event, or a line of a traceback: never the rest of
    /// another.
    static bool startsEventLine(std::string_view text);
    /// Where the lines that follow stand in a recording whose places are bytes; without it the line is the place.
    void setPlace(std::uint64_t place) { m_place = place; }
    /// A traceback that the recording ends in becomes its event.
    void finish();

  private:
    bool takeTraceback(std::string_view text, std::uint64_t line);
    bool takeOutOfMemory(std::string_view text, std::uint64_t line);
    bool takeCheckpoint(std::string_view text, std::uint64_t line);
    bool takeResume(std::string_view text, std::uint64_t line);
    bool takeScheduler(std::string_view text, std::uint64_t line);
    bool takeFallback(std::string_view text, std::uint64_t line);
    void add(EventKind kind, std::optional<std::int64_t> step, std::string text, std::uint64_t line);
    void endTraceback(std::string_view lastLine);

    static constexpr std::uint64_t longestTraceback = 2'000; ///< lines

    static constexpr std::size_t mostFallbacks = 100;

    RunBuilder& m_builder;
    std::set<std::string> m_fallbacks; ///< texts that are events already: a message of every step or rank is one
    std::optional<double> m_time;
    std::optional<std::uint64_t> m_place;
    bool m_inTraceback = false;
    std::uint64_t m_tracebackLine = 0;
    std::string m_announcement; ///< "Exception in thread drafter-1 (cuda:6):", the line before the traceback
    std::uint64_t m_announcementLine = 0;

    /// The checkpoint or resume before, to know its further lines again.
    EventKind m_lastKind = EventKind::note;
    std::optional<std::int64_t> m_lastStep;
    std::size_t m_lastRows = 0;
    bool m_hasLast = false;
};

} // namespace tachograph
