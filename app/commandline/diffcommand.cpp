#include "analysis/comparison/comparisonset.h"
#include "analysis/report/diffjson.h"
#include "analysis/report/difftext.h"
#include "app/commandline/attemptchoice.h"
#include "app/commandline/axisoptions.h"
#include "app/commandline/failon.h"
#include "app/commandline/severalruns.h"
#include "app/commandline/subcommand.h"
#include "version.h"

#include <variant>

namespace tachograph::app {

namespace {

ExitStatus run(const Arguments& arguments, Terminal& terminal) {
    if (arguments.paths.size() < 2)
        return usageError(terminal, "diff", {"diff", "it takes two PATHs, A and B."});
    if (arguments.paths.size() > ComparisonSet::mostOthers + 1)
        return usageError(terminal, "diff", {"diff", "it takes a baseline and at most eight others."});
    const auto read = readCompareOptions(arguments);
    if (const auto* error = std::get_if<UsageError>(&read))
        return usageError(terminal, "diff", *error);
    const auto failOn = readFailOn(arguments);
    if (const auto* error = std::get_if<UsageError>(&failOn))
        return usageError(terminal, "diff", *error);
    ExitStatus status = ExitStatus::done;
    const std::vector<RunPtr> runs = openOneEach(arguments.paths, terminal, status);
    if (runs.size() < arguments.paths.size())
        return status;
    const auto attempts = chosenAttempts(arguments.paths, runs);
    if (const auto* error = std::get_if<UsageError>(&attempts))
        return usageError(terminal, "diff", *error);
    const ComparisonSet set =
        compareAll(runs, std::get<CompareOptions>(read), terminal.job("Comparing"), std::get<AttemptChoices>(attempts));
    terminal.clearProgress();
    status = mostTelling(status, judge(set.comparisons.front(), std::get<FailOn>(failOn)));
    terminal.print(arguments.has("--json") ? diffJson(set, TACHOGRAPH_VERSION) : diffText(set));
    return status;
}

} // namespace

const Subcommand diffCommand{
    "diff",
    "A [--attempt N] B [--attempt N] [C...] [--json] [--axis step|resume|elapsed|wall|tokens] [--offset N]\n"
    "      [--range A:B] [--printed A:B] [--keep-events] [--fail-on worse[:PCT]]",
    "whether B is slower than A, by how much, and where to look",
    "Lays B over A, compares every quantity that both log over their steady stretches, and says what changed "
    "together.\n"
    "With --fail-on the exit status is 1 when B is worse and the whole interval lies beyond PCT percent, and 4 when "
    "that\n"
    "could not be judged.",
    {configOption(),
     attemptOption(),
     {"--json", "", "the answer as JSON, schema tachograph.diff/1"},
     {"--axis", "step|resume|elapsed|wall|tokens",
      "what the runs are laid along; else it is proposed, with the reason"},
     {"--offset", "N", "moves B right by N units of the axis"},
     {"--range", "A:B", "compares only this part of the axis, either end may be empty"},
     {"--printed", "A:B", "steps of A and B whose printed averages are quoted; else the last ones"},
     {"--keep-events", "", "keeps steps at checkpoints and evaluations, and their neighbours, in the statistics"},
     {"--fail-on", "worse[:PCT]", "exit status 1 when B (the first after A) is worse by more than PCT percent"}},
    run};

} // namespace tachograph::app
