#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tachograph {

enum class EventKind { checkpoint, resume, evaluation, oom, exception, config, exit, note };

/// A moment that was *logged*; what we infer is a Finding.
struct Event {
    EventKind kind = EventKind::note;
    std::optional<std::int64_t> step;      ///< as logged, else of the last row before it; nothing when there is none
    std::optional<double> time;            ///< Unix seconds
    std::optional<double> durationSeconds; ///< when known
    std::string text;                      ///< what to show, from the recording: plain text, untrusted
    std::optional<std::uint32_t> row;      ///< the last row before it in the recording
    std::uint64_t place = 0;               ///< line number or byte offset, as Rows::place
    bool stepLogged = true;                ///< false when `step` was taken from the row before it
};

/// "checkpoint", "resume", "evaluation", "oom", "exception", "config", "exit", "note": as in the JSON.
const char* eventKindName(EventKind kind);

} // namespace tachograph
