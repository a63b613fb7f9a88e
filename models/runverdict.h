#pragma once

#include "analysis/review/runreview.h"
#include "models/session.h"

#include <QString>

#include <array>
#include <cstddef>

namespace tachograph::models {

/// What the detectors said about a run, in short. Findings that the reviewer dismissed are counted apart.
struct RunVerdict {
    enum class State {
        unread,   ///< it is being read or could not be read
        waiting,  ///< not examined yet
        stopped,  ///< the examination was stopped or failed
        examined, ///< all that follows is true
    };
    State state = State::unread;
    QString gravest; ///< code of the gravest finding; empty without one
    Severity severity = Severity::info;
    std::array<std::size_t, 3> counts = {}; ///< findings by Severity
    std::size_t dismissed = 0;
    bool judged = false; ///< see Diagnosis::judged(): else "no findings" says little

    bool operator==(const RunVerdict&) const = default;
};

/// `stopped`: see Examining::stopped().
RunVerdict runVerdict(const OpenRun& run, const RunReview& review, bool stopped = false);
/// Of a run of the session.
RunVerdict runVerdict(Session& session, const OpenRun& run);

/// "THROUGHPUT_ROT, 1 warning, 2 info", "no findings", "not yet examined"; empty for a run that is not there.
QString verdictText(const RunVerdict& verdict);

/// "THROUGHPUT_ROT", "no findings", "not yet examined": without the numbers.
QString verdictHead(const RunVerdict& verdict);

/// For sorting: one critical finding is graver than any number of warnings; 0 = none, NaN = not known.
double gravity(const RunVerdict& verdict);

} // namespace tachograph::models
