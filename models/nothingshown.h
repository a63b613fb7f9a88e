#pragma once

#include "models/session.h"

#include <QString>

#include <optional>

namespace tachograph::models {

/// Why a session with runs has no timeline, for the place where it would be.
struct NothingShown {
    QString headline;                    ///< "Reading run.jsonl"
    QString advice;                      ///< what leads on: "Esc cancels it."
    std::optional<double> progress = {}; ///< 0 to 1, while something is read
    bool failed = false;                 ///< nothing will come by itself
    bool operator==(const NothingShown&) const = default;
};

/// Nothing when there is a timeline, or no run at all.
std::optional<NothingShown> nothingShown(const Session& session);

} // namespace tachograph::models
