#include "app/commandline/severalruns.h"

#include "app/commandline/openpaths.h"

#include <algorithm>

namespace tachograph::app {

ExitStatus severalRuns(Terminal& terminal, const std::string& path, const std::vector<RunPtr>& runs) {
    constexpr std::size_t most = 5;
    std::string names;
    for (std::size_t i = 0; i < std::min(runs.size(), most); ++i)
        names += (names.empty() ? "" : ", ") + runs[i]->path();
    if (runs.size() > most)
        names += ", ...";
    terminal.error(shownPath(path), "there are " + std::to_string(runs.size()) + " runs in it. Name one: " + names +
                                        (runs.size() > most ? "" : "."));
    return ExitStatus::usage;
}

std::vector<RunPtr> openOneEach(const std::vector<Arguments::Path>& paths, Terminal& terminal, ExitStatus& status) {
    std::vector<RunPtr> runs;
    for (const Arguments::Path& path : paths) {
        const std::vector<RunPtr> opened = openPaths({path}, terminal, status);
        if (opened.size() > 1)
            status = mostTelling(status, severalRuns(terminal, path.path, opened));
        else if (!opened.empty())
            runs.push_back(opened.front());
    }
    return runs;
}

} // namespace tachograph::app
