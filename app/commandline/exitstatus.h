#pragma once

namespace tachograph::app {

/// Exit statuses, a documented contract. Of several, the one that is listed first in mostTelling() is returned.
enum class ExitStatus {
    done = 0,
    conditionMet = 1,     ///< a --fail-on condition holds
    usage = 2,            ///< the command line makes no sense; nothing was done
    notReadOrWritten = 3, ///< an input could not be read or an output not written; the others are done
    notJudged = 4         ///< --fail-on was asked and could not be judged
};

/// What wins when both apply: 2, then 3, then 1, then 4.
constexpr ExitStatus mostTelling(ExitStatus a, ExitStatus b) {
    for (const ExitStatus status :
         {ExitStatus::usage, ExitStatus::notReadOrWritten, ExitStatus::conditionMet, ExitStatus::notJudged})
        if (a == status || b == status)
            return status;
    return ExitStatus::done;
}

} // namespace tachograph::app
