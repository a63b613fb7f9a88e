#include "app/commandline/openpaths.h"
#include "app/commandline/reportoptions.h"
#include "app/commandline/reportwriter.h"
#include "app/commandline/subcommand.h"
#include "app/headless.h"

#include <algorithm>
#include <filesystem>

namespace tachograph::app {

namespace {

/// Recordings are never overwritten, whatever their names.
bool isInput(const Run& run, const std::string& output) {
    std::error_code none;
    for (const SourceFile& file : run.sources())
        if (std::filesystem::equivalent(file.path, output, none))
            return true;
    return false;
}

ExitStatus severalRuns(Terminal& terminal, const std::string& path, const std::vector<RunPtr>& runs) {
    constexpr std::size_t most = 5;
    std::string names;
    for (std::size_t i = 0; i < std::min(runs.size(), most); ++i)
        names += (names.empty() ? "" : ", ") + runs[i]->path();
    if (runs.size() > most)
        names += ", ...";
    terminal.error(shownPath(path),
                   "there are " + std::to_string(runs.size()) + " runs in it. Name one: " + names + '.');
    return ExitStatus::usage;
}

ExitStatus run(const Arguments& arguments, Terminal& terminal) {
    const auto parsed = parseReportOptions(arguments);
    if (const auto* error = std::get_if<UsageError>(&parsed))
        return usageError(terminal, "report", *error);
    const ReportOptions& options = std::get<ReportOptions>(parsed);
    ExitStatus status = ExitStatus::done;
    const std::vector<RunPtr> runs = openPaths(arguments.paths, terminal, status);
    if (runs.empty())
        return status;
    if (runs.size() > 1)
        return severalRuns(terminal, arguments.paths.front().path, runs);
    const RunPtr& only = runs.front();
    if (isInput(*only, options.output))
        return usageError(terminal, "report", {options.output, "it is the recording itself. Choose another name."});
    const HeadlessApplication application;
    return mostTelling(status, writeReport(only, shownPath(arguments.paths.front().path), options, terminal));
}

} // namespace

const Subcommand reportCommand{
    "report",
    "RUN -o OUT [--size ticket|long|WxH] [--scale S] [--theme light|dark] [--range A:B] [--axis AXIS]",
    "a picture, page or table of one run",
    "Writes a report of one run. OUT ends in .png (annotated timelines), .html (page with the picture),\n"
    ".md, .json (as inspect --json) or .csv (all rows and series). An existing OUT is replaced as a whole.",
    {configOption(),
     {"-o", "OUT", "the file to write; its ending says what it is"},
     {"--size", "ticket|long|WxH", "1600x1000 (default), everything 1600 wide, or 1000x700 to 8000x8000; .png, .html"},
     {"--scale", "S", "pixels per unit of the size, 0.5 to 4 (default 1); .png, .html"},
     {"--theme", "light|dark", "colours of the picture (default light); .png, .html"},
     {"--range", "A:B", "part of the axis, either end may be empty; .png, .html, .csv"},
     {"--axis", "step|resume|elapsed|wall|tokens", "what the range and the picture go along (default step)"}},
    run};

} // namespace tachograph::app
