#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tachograph {

/// What a reviewer wrote about a run: at a step, over a span of steps, or about the whole run. Anchored to steps, so
/// that it keeps its place along every axis.
struct Note {
    std::uint64_t id = 0;                  ///< unique within a review while it is open; not saved. 0 = none yet
    std::optional<std::int64_t> firstStep; ///< nothing: about the whole run
    std::int64_t lastStep = 0;             ///< not before the first; equal to it for a point
    std::string text;                      ///< plain text, line breaks kept; untrusted where it was read
    std::string from;                      ///< code of the finding that it was made of; else empty

    [[nodiscard]] bool wholeRun() const { return !firstStep; }
    [[nodiscard]] bool isPoint() const { return firstStep && *firstStep == lastStep; }
    bool operator==(const Note&) const = default;
};

/// A finding that the reviewer set aside, with the reason. It holds for exactly that finding: one with other steps or
/// of other series is another finding.
struct Dismissal {
    std::string code;
    std::optional<std::int64_t> onsetStep;
    std::int64_t firstStep = 0, lastStep = 0;
    std::vector<std::string> series; ///< roles that the finding cites
    std::string reason;              ///< plain text

    bool operator==(const Dismissal&) const = default;
};

} // namespace tachograph
