#include "analysis/core/source.h"
#include "app/commandline/addedoption.h"
#include "app/commandline/attemptchoice.h"
#include "app/commandline/axisoptions.h"
#include "app/commandline/notesoption.h"
#include "app/commandline/openpaths.h"
#include "app/commandline/reportoptions.h"
#include "app/commandline/reportwriter.h"
#include "app/commandline/sessionoption.h"
#include "app/commandline/severalruns.h"
#include "app/commandline/subcommand.h"
#include "app/headless.h"
#include "app/reportmaterial.h"

namespace tachograph::app {

namespace {

ExitStatus run(const Arguments& arguments, Terminal& terminal) {
    const auto parsed = parseReportOptions(arguments);
    if (const auto* error = std::get_if<UsageError>(&parsed))
        return usageError(terminal, "report", *error);
    ReportOptions options = std::get<ReportOptions>(parsed);
    const auto notes = readNotes(arguments);
    if (!notes) {
        terminal.error(*arguments.value("--notes"), notes.error().message);
        return ExitStatus::notReadOrWritten;
    }
    options.notes = *notes;
    ExitStatus status = ExitStatus::done;
    const std::vector<RunPtr> runs = openOneEach(arguments.paths, terminal, status);
    if (runs.size() < arguments.paths.size())
        return status;
    if (const auto recording = recordingAmong(runs, options.form, options.output))
        return usageError(terminal, "report", {*recording, "it is the recording itself. Choose another name."});
    const auto attempts = chosenAttempts(arguments.paths, runs);
    if (const auto* error = std::get_if<UsageError>(&attempts))
        return usageError(terminal, "report", *error);
    const auto added = addedSeries(arguments, runs);
    if (const auto* error = std::get_if<UsageError>(&added))
        return usageError(terminal, "report", *error);
    const auto left = applySession(arguments, runs.front(), options);
    if (!left) {
        terminal.error(baseName(*arguments.value("--session")), left.error().message);
        return ExitStatus::notReadOrWritten;
    }
    for (const QString& series : *left)
        terminal.error(baseName(*arguments.value("--session")), "left out: " + series.toStdString() + '.');
    for (const auto& [lane, keys] : std::get<models::AddedSeries>(added))
        options.added[lane] = keys;
    const HeadlessApplication application;
    if (options.compare)
        return mostTelling(status, writeComparison({runs, std::get<AttemptChoices>(attempts)}, options, terminal));
    return mostTelling(status, writeReport(runs.front(), shownPath(arguments.paths.front().path), options, terminal));
}

} // namespace

const Subcommand reportCommand{
    "report",
    "RUN [RUN_B [RUN_C...]] -o OUT [--attempt N] [--size ticket|slide|long|WxH] [--scale S] [--theme light|dark]\n"
    "      [--range A:B] [--axis AXIS] [--offset N] [--printed A:B] [--keep-events] [--knob CODE.name=value]...\n"
    "      [--gpu-price P] [--notes FILE] [--add LANE=SERIES]... [--session FILE] [--without PARTS] [--with-picture]\n"
    "      [--with-session]",
    "a picture, page or table of one run, the same of several",
    "Writes a report of one run, or of RUN_B (and up to seven more) compared with RUN. OUT ends in .png (annotated\n"
    "timelines), .svg or .pdf (the same as lines and text), .html (page with the picture), .md, .json (as inspect\n"
    "--json or diff --json) or, of one run, .csv (all rows and series). An existing OUT is replaced as a whole.",
    {configOption(),
     attemptOption(),
     {"-o", "OUT", "the file to write; its ending says what it is"},
     {"--size", "ticket|slide|long|WxH",
      "1600x1000 (default), 1280x720, everything 1600 wide, or 1000x700 to 8000x8000; pictures, .html"},
     {"--scale", "S", "pixels per unit of the size, 0.5 to 4 (default 1); .png, .html"},
     {"--theme", "light|dark", "colours of the picture (default light); pictures, .html"},
     {"--range", "A:B", "part of the axis, either end may be empty; pictures, .html, .csv"},
     {"--axis", "step|resume|elapsed|wall|tokens",
      "what the range and the picture go along (default step; of several runs it is proposed)"},
     {"--offset", "N", "of several runs: moves all but RUN right by N units of the axis"},
     {"--printed", "A:B", "of two runs: steps whose printed averages are quoted; else the last ones"},
     {"--keep-events", "", "of several runs: keeps steps at checkpoints and evaluations in the statistics"},
     {"--knob", "CODE.name=value", "of one run: changes a number of a detector; see tachograph detectors", true},
     gpuPriceOption(),
     notesOption(),
     addedOption(),
     sessionOption(),
     {"--without", "PARTS", "leaves out lanes, findings, tables or notes, with commas between; pictures, .html, .md"},
     {"--with-picture", "", "with .md: the picture beside it, of the same name with .png"},
     {"--with-session", "", "with .png: the session in it, so that dropping it on the window restores the view"}},
    run};

} // namespace tachograph::app
