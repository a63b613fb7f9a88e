#include "analysis/core/text.h"
#include "analysis/detectors/examinedrun.h"
#include "analysis/importers/togetherness.h"
#include "analysis/report/inspectjson.h"
#include "analysis/report/inspectlist.h"
#include "analysis/report/inspecttext.h"
#include "app/commandline/axisoptions.h"
#include "app/commandline/notesoption.h"
#include "app/commandline/openpaths.h"
#include "app/commandline/subcommand.h"
#include "version.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tachograph::app {

namespace {

std::optional<Severity> severityFromName(const std::string& name) {
    for (const Severity severity : {Severity::info, Severity::warning, Severity::critical})
        if (name == severityName(severity))
            return severity;
    return std::nullopt;
}

/// Met when a finding is at least that grave. Not judged when that cannot be said: a detector that may give such a
/// finding is undecided, failed or was canceled, or none that judges a quantity came to an answer. What the reviewer
/// dismissed does not count.
ExitStatus judge(const JudgedRun& judged, Severity least) {
    const Diagnosis& diagnosis = judged.diagnosis;
    const auto counts = [&](const Finding* finding) {
        return finding->severity >= least && !(judged.review && dismissalOf(judged.review->review, *finding));
    };
    if (std::ranges::any_of(diagnosis.findings(), counts))
        return ExitStatus::conditionMet;
    const bool open = std::ranges::any_of(diagnosis.examinations, [least](const Examination& examination) {
        const Outcome outcome = examination.result.outcome;
        return examination.detector->severity >= least &&
               (outcome == Outcome::undecided || outcome == Outcome::failed || outcome == Outcome::canceled);
    });
    return open || !diagnosis.judged() ? ExitStatus::notJudged : ExitStatus::done;
}

/// The question that the window asks before it opens several files.
void tellOfOneRun(const std::vector<Arguments::Path>& paths, Terminal& terminal) {
    std::vector<std::string> names;
    for (const Arguments::Path& path : paths)
        names.push_back(path.path);
    const Togetherness together = togethernessOf(names);
    if (!together.likely)
        return;
    terminal.print("\nThese " + std::to_string(names.size()) +
                   " files fit each other: with --one-run they are read as one run.\n");
    for (const std::string& name : together.endsUnseen)
        terminal.print("Of " + plainText(name, 200) + " only the beginning was looked at for this.\n");
}

ExitStatus run(const Arguments& arguments, Terminal& terminal) {
    if (arguments.paths.empty())
        return usageError(terminal, "inspect", {"inspect", "a PATH is missing."});
    AllKnobs knobs;
    for (const std::string& assignment : arguments.values("--knob"))
        if (const Result<void> set = setKnob(knobs, assignment); !set) {
            terminal.error("--knob " + assignment, set.error().message);
            return ExitStatus::usage;
        }
    std::optional<Severity> failOn;
    if (const auto name = arguments.value("--fail-on")) {
        failOn = severityFromName(*name);
        if (!failOn)
            return usageError(
                terminal, "inspect",
                {"--fail-on " + *name, "there is no such severity; there are info, warning and critical."});
    }

    const auto price = readGpuPrice(arguments);
    if (const auto* error = std::get_if<UsageError>(&price))
        return usageError(terminal, "inspect", *error);
    const auto range = arguments.value("--range");
    if (range && !parseRange(*range))
        return usageError(terminal, "inspect", {"--range " + *range, noSuchRange});

    const auto notes = readNotes(arguments);
    if (!notes) {
        terminal.error(*arguments.value("--notes"), notes.error().message);
        return ExitStatus::notReadOrWritten;
    }

    ExitStatus status = ExitStatus::done;
    std::vector<JudgedRun> judged;
    const auto open = arguments.has("--one-run") ? openPathsAsOneRun : openPaths;
    const std::vector<RunPtr> runs = open(arguments.paths, terminal, status);
    if (*notes && runs.size() > 1)
        return usageError(terminal, "inspect",
                          {"--notes", "notes are of one run, and there are several. Give one PATH, or PATH#NAME."});
    for (const RunPtr& opened : runs) {
        BillOptions bill{{}, std::get<double>(price)};
        if (range)
            bill.range = stepsWithin(*opened, XAxis::step, parseRange(*range)->first, parseRange(*range)->second);
        const ExaminedRun examined(*opened);
        Diagnosis diagnosis = diagnose(examined, knobs, terminal.job("Judging " + opened->name()));
        judged.push_back({opened, std::move(diagnosis), accountTime(*opened, examined.ledger({}), bill)});
        judged.back().review = reviewFor(*notes, *opened);
        if (failOn)
            status = mostTelling(status, judge(judged.back(), *failOn));
    }
    if (arguments.has("--json")) {
        terminal.print(inspectJson(judged, TACHOGRAPH_VERSION));
        return status;
    }
    if (judged.size() > 1 && !arguments.has("--each"))
        terminal.print(inspectList(judged));
    else
        for (const JudgedRun& one : judged)
            terminal.print((&one == judged.data() ? "" : "\n") + inspectText(one));
    if (!arguments.has("--one-run"))
        tellOfOneRun(arguments.paths, terminal);
    return status;
}

} // namespace

const Subcommand inspectCommand{
    "inspect",
    "PATH... [--one-run] [--each] [--json] [--knob CODE.name=value]... [--fail-on info|warning|critical] [--range A:B] "
    "[--gpu-price P] [--notes FILE]",
    "what is in these runs and what the detectors say",
    "Reads every run of every PATH and prints its identity, findings, detectors, bill, series, events and import "
    "issues.\n"
    "Of several runs it prints one line each; --each prints all of every run, and PATH#NAME all of one.\n"
    "With --fail-on the exit status is 1 when a finding is at least that grave and 4 when that could not be judged.",
    {configOption(),
     {"--one-run", "", "all PATHs are files of one job: metrics, console, nvidia-smi, the scheduler's log, restarts"},
     {"--each", "", "every run in full where there are several (the JSON always has all)"},
     {"--json", "", "the answer as JSON, schema tachograph.inspect/1"},
     {"--knob", "CODE.name=value", "changes a number of a detector; see tachograph detectors", true},
     {"--fail-on", "info|warning|critical", "exit status 1 when a finding is at least that grave"},
     {"--range", "A:B", "steps to be billed, either end may be empty (default all)"},
     gpuPriceOption(),
     notesOption()},
    run};

} // namespace tachograph::app
