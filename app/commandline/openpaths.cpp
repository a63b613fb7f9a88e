#include "app/commandline/openpaths.h"

#include "app/userroles.h"

#include <array>
#include <cstdio>
#include <unistd.h>

namespace tachograph::app {

std::string shownPath(const std::string& path) {
    return path == "-" ? "standard input" : path;
}

void tellInputIsRead() {
    if (isatty(STDIN_FILENO))
        std::fputs("Reading standard input; Ctrl+D ends it.\n", stderr);
}

namespace {

/// All bytes of standard input, or why not.
Result<std::string> readStandardInput() {
    tellInputIsRead();
    std::string bytes;
    std::array<char, 65536> buffer;
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), stdin)) {
        if (bytes.size() + count > mostInputBytes)
            return Error{"standard input: there is more than 1 GiB. Write it to a file and open the file."};
        bytes.append(buffer.data(), count);
    }
    if (std::ferror(stdin))
        return Error{"standard input: it could not be read. Name a file instead."};
    return bytes;
}

} // namespace

Result<std::vector<RunPtr>> openPath(const Arguments::Path& path, const MetricRoles* roles, Terminal& terminal) {
    const OpenOptions options{.configFile = path.config, .configText = {}, .roles = roles};
    const Job job = terminal.job("Reading " + shownPath(path.path));
    if (path.path != "-")
        return openRuns(path.path, options, job);
    Result<std::string> bytes = readStandardInput();
    if (!bytes)
        return bytes.error();
    return openRunsFromBytes("standard input", std::move(*bytes), options, job);
}

namespace {

UserRoles userRoles(Terminal& terminal, ExitStatus& status) {
    UserRoles roles = loadUserRoles();
    if (!roles.problem.empty()) {
        terminal.error("metric names", roles.problem);
        status = mostTelling(status, ExitStatus::notReadOrWritten);
    }
    return roles;
}

} // namespace

std::vector<RunPtr> openPaths(const std::vector<Arguments::Path>& paths, Terminal& terminal, ExitStatus& status) {
    const UserRoles roles = userRoles(terminal, status);
    std::vector<RunPtr> runs;
    for (const Arguments::Path& path : paths) {
        const auto opened = openPath(path, roles.table.get(), terminal);
        terminal.clearProgress();
        if (opened) {
            runs.insert(runs.end(), opened->begin(), opened->end());
            continue;
        }
        terminal.error(shownPath(path.path), opened.error().message);
        status = mostTelling(status, ExitStatus::notReadOrWritten);
    }
    return runs;
}

std::vector<RunPtr> openPathsAsOneRun(const std::vector<Arguments::Path>& paths, Terminal& terminal,
                                      ExitStatus& status) {
    const UserRoles roles = userRoles(terminal, status);
    OpenOptions options{.configFile = {}, .configText = {}, .roles = roles.table.get()};
    std::vector<std::string> names;
    for (const Arguments::Path& path : paths) {
        names.push_back(path.path);
        if (options.configFile.empty())
            options.configFile = path.config;
    }
    const std::string shown = names.size() == 1 ? names.front() : std::to_string(names.size()) + " files";
    auto opened = openFilesAsOneRun(names, options, terminal.job("Reading " + shown));
    terminal.clearProgress();
    if (opened)
        return std::move(opened).value();
    terminal.error(shown, opened.error().message);
    status = mostTelling(status, ExitStatus::notReadOrWritten);
    return {};
}

} // namespace tachograph::app
