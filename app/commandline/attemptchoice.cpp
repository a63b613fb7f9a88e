#include "app/commandline/attemptchoice.h"

#include "app/commandline/openpaths.h"

#include <algorithm>

namespace tachograph::app {

namespace {

/// "it has 2 attempts: 1 (steps 501 to 620), 2 (steps 601 to 780)."
std::string attemptsOf(const Run& run) {
    constexpr std::size_t most = 6;
    const std::size_t count = run.attempts().size();
    std::string text = "it has " + std::to_string(count) + (count == 1 ? " attempt" : " attempts");
    for (std::size_t i = 0; i < std::min(count, most); ++i)
        text += (i == 0 ? ": " : ", ") + std::to_string(i + 1) + " (steps " +
                std::to_string(run.attempts()[i].firstStep) + " to " + std::to_string(run.attempts()[i].lastStep) + ')';
    return text + (count > most ? ", ..." : "") + '.';
}

} // namespace

Option attemptOption() {
    return {"--attempt", "N", "only attempt N (1, 2, ... or last) of the PATH before it, instead of all of the run",
            true};
}

std::variant<AttemptChoices, UsageError> chosenAttempts(const std::vector<Arguments::Path>& paths,
                                                        const std::vector<RunPtr>& runs) {
    AttemptChoices chosen;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::string& wanted = paths[i].attempt;
        const std::size_t count = runs[i]->attempts().size();
        if (wanted.empty()) {
            chosen.emplace_back();
            continue;
        }
        const std::size_t number = wanted == "last" ? count : std::stoul(wanted);
        if (number < 1 || number > count)
            return UsageError{shownPath(paths[i].path) + " --attempt " + wanted, attemptsOf(*runs[i])};
        chosen.emplace_back(number - 1);
    }
    return chosen;
}

} // namespace tachograph::app
