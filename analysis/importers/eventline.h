#pragma once

#include "analysis/importers/jsonrecord.h"
#include "analysis/run/event.h"

#include <optional>

namespace tachograph {

/// The event that a JSON line stands for: {"event": "checkpoint", "step": 50, "duration_s": 8.0}. Nothing when the
/// record has no text "event", or when the kind is not one of ours and the line holds metrics of its own.
std::optional<Event> eventOfRecord(const JsonRecord& record);

/// The kind a word stands for: "checkpoint", "save", "eval", "restart", "OOM" ...; nothing for other words.
std::optional<EventKind> eventKindOfWord(std::string_view word);

} // namespace tachograph
