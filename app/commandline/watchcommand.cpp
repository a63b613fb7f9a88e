#include "analysis/report/diffjson.h"
#include "analysis/report/difftext.h"
#include "app/commandline/axisoptions.h"
#include "app/commandline/endsignals.h"
#include "app/commandline/failon.h"
#include "app/commandline/severalruns.h"
#include "app/commandline/subcommand.h"
#include "app/commandline/watch.h"
#include "app/userroles.h"
#include "version.h"

#include <QCoreApplication>

#include <filesystem>
#include <optional>
#include <variant>

namespace tachograph::app {

namespace {

/// Seconds of an option; nothing when they make no sense.
std::optional<double> readSeconds(const std::string& text) {
    constexpr double longest = 1e6;
    const auto seconds = finiteNumber(text);
    return seconds && *seconds > 0.0 && *seconds <= longest ? seconds : std::nullopt;
}

std::variant<WatchOptions, UsageError> readOptions(const Arguments& arguments) {
    if (arguments.paths.size() != 1)
        return UsageError{"watch", "it takes one PATH, the recording of the running job, or - for standard input."};
    WatchOptions options;
    options.path = arguments.paths.front();
    std::error_code ignored;
    if (std::filesystem::is_directory(options.path.path, ignored))
        return UsageError{options.path.path, "it is a folder. Name the file that the job writes to."};
    const auto baseline = arguments.value("--against");
    if (!baseline)
        return UsageError{"watch", "--against BASELINE is missing, the run to compare with."};
    if (*baseline == "-")
        return UsageError{"--against -", "a baseline is read to its end first. Name a file."};
    auto compare = readCompareOptions(arguments);
    if (auto* error = std::get_if<UsageError>(&compare))
        return std::move(*error);
    options.compare = std::get<CompareOptions>(compare);
    for (const char* name : {"--every", "--idle"}) {
        const auto text = arguments.value(name);
        const auto seconds = text ? readSeconds(*text) : std::nullopt;
        if (text && !seconds)
            return UsageError{name + (' ' + *text), "it is a number of seconds above 0."};
        if (seconds && name == std::string_view("--every"))
            options.everySeconds = *seconds;
        else if (seconds)
            options.idleSeconds = seconds;
    }
    options.linesToErrors = arguments.has("--json");
    return options;
}

ExitStatus answer(const Watch& watch, const Arguments& arguments, const FailOn& failOn, Terminal& terminal) {
    if (!watch.comparison())
        return watch.status();
    const ComparisonSet& set = *watch.comparison();
    terminal.print(arguments.has("--json") ? diffJson(set, TACHOGRAPH_VERSION) : '\n' + diffText(set));
    return mostTelling(watch.status(), judge(set.comparisons.front(), failOn));
}

ExitStatus run(const Arguments& arguments, Terminal& terminal) {
    const auto read = readOptions(arguments);
    if (const auto* error = std::get_if<UsageError>(&read))
        return usageError(terminal, "watch", *error);
    const auto failOn = readFailOn(arguments);
    if (const auto* error = std::get_if<UsageError>(&failOn))
        return usageError(terminal, "watch", *error);
    ExitStatus status = ExitStatus::done;
    const auto baseline = openOneEach({{*arguments.value("--against"), {}, {}}}, terminal, status);
    if (baseline.empty())
        return status;
    int argc = 1;
    char name[] = "tachograph";
    char* argv[] = {name, nullptr};
    const QCoreApplication application(argc, argv);
    const EndSignals endSignals;
    Watch watch(baseline.front(), loadUserRoles().table, std::get<WatchOptions>(read), terminal);
    QObject::connect(&endSignals, &EndSignals::came, &watch, &Watch::finish);
    QObject::connect(&watch, &Watch::ended, &application, &QCoreApplication::quit, Qt::QueuedConnection);
    watch.start();
    QCoreApplication::exec();
    return mostTelling(status, answer(watch, arguments, std::get<FailOn>(failOn), terminal));
}

} // namespace

extern const Subcommand watchCommand{
    "watch",
    "PATH|- --against BASELINE [--every SECONDS] [--idle SECONDS] [--json]\n"
    "      [--axis step|resume|elapsed|wall|tokens] [--offset N] [--range A:B] [--keep-events]\n"
    "      [--fail-on worse[:PCT]]",
    "a job that still runs, against a baseline",
    "Follows the file that a job writes, or standard input, and says with a line when the verdict, the attempts or "
    "the\n"
    "findings change. The file is read only, never locked, and may be cut, replaced or removed meanwhile. The end of\n"
    "standard input, Ctrl+C or --idle ends it, with the final comparison and the exit status of diff.\n"
    "tachograph PATH --against BASELINE is the same.",
    {configOption(),
     {"--against", "BASELINE", "the run to compare with, such as the last good one"},
     {"--every", "SECONDS", "a line at least so often while there are new steps; else every 60 s"},
     {"--idle", "SECONDS", "ends when nothing was written for so long; else it goes on for ever"},
     {"--json", "", "the final answer as JSON, schema tachograph.diff/1; the lines go to standard error"},
     {"--axis", "step|resume|elapsed|wall|tokens",
      "what the runs are laid along; else it is proposed, with the reason"},
     {"--offset", "N", "moves the job right by N units of the axis"},
     {"--range", "A:B", "compares only this part of the axis, either end may be empty"},
     {"--keep-events", "", "keeps steps at checkpoints and evaluations, and their neighbours, in the statistics"},
     {"--fail-on", "worse[:PCT]", "exit status 1 when the job is worse by more than PCT percent at the end"}},
    run};

} // namespace tachograph::app
