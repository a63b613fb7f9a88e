#include "app/commandline/dispatch.h"

#include "analysis/comparison/comparisonset.h"
#include "app/commandline/subcommand.h"
#include "app/headless.h"
#include "version.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace tachograph::app {

namespace {

/// A word that the contract gives to a later version: said clearly rather than taken for a file.
const UsageError* laterFeature(std::span<const std::string> words) {
    static const UsageError later{"--against", "following a run against a baseline is not in this version. Compare two "
                                               "recordings: tachograph --compare A B."};
    const auto paths = std::ranges::find(words, "--");
    const bool asked = std::any_of(words.begin(), paths, [](const std::string& word) {
        return word == later.subject || word.starts_with(later.subject + '=');
    });
    return asked ? &later : nullptr;
}

ExitStatus runSubcommand(const Subcommand& subcommand, std::span<const std::string> words, Terminal& terminal) {
    auto parsed = parseArguments(words, subcommand.options);
    if (const auto* error = std::get_if<UsageError>(&parsed))
        return usageError(terminal, subcommand.name, *error);
    const Arguments& arguments = std::get<Arguments>(parsed);
    if (arguments.has("--help")) {
        terminal.print(helpFor(subcommand));
        return ExitStatus::done;
    }
    return subcommand.run(arguments, terminal);
}

std::variant<ExitStatus, WindowWish> windowOrGeneral(std::span<const std::string> words, Terminal& terminal) {
    const std::array known{configOption(), Option{"--version", "", "the version", false},
                           Option{"--compare", "", "the comparison of the PATHs with the first", false}};
    auto parsed = parseArguments(words, known);
    if (const auto* error = std::get_if<UsageError>(&parsed))
        return usageError(terminal, {}, *error);
    Arguments& arguments = std::get<Arguments>(parsed);
    if (arguments.has("--help")) {
        terminal.print(generalHelp());
        return ExitStatus::done;
    }
    if (arguments.has("--version")) {
        terminal.print("tachograph " TACHOGRAPH_VERSION "\n");
        return ExitStatus::done;
    }
    const bool compare = arguments.has("--compare");
    constexpr std::size_t mostRuns = 1 + ComparisonSet::mostOthers;
    if (compare && (arguments.paths.size() < 2 || arguments.paths.size() > mostRuns))
        return usageError(terminal, {},
                          {"--compare", "it takes two PATHs, A and B, and at most " + std::to_string(mostRuns) +
                                            " with further runs to compare to A."});
    return WindowWish{std::move(arguments.paths), false, compare};
}

} // namespace

std::variant<ExitStatus, WindowWish> dispatch(std::span<const std::string> words) {
    Terminal terminal;
    if (const UsageError* later = laterFeature(words)) {
        terminal.error(later->subject, later->sentence);
        return ExitStatus::usage;
    }
    if (words.size() == 1 && words.front() == demoCommand.name && displayAvailable())
        return WindowWish{{}, true, false};
    if (words.size() == 1 && words.front() == "help") {
        terminal.print(generalHelp());
        return terminal.flush() ? ExitStatus::done : ExitStatus::notReadOrWritten;
    }
    const Subcommand* subcommand = words.empty() ? nullptr : subcommandByName(words.front());
    std::variant<ExitStatus, WindowWish> outcome =
        subcommand ? runSubcommand(*subcommand, words.subspan(1), terminal) : windowOrGeneral(words, terminal);
    if (auto* status = std::get_if<ExitStatus>(&outcome); status && !terminal.flush())
        *status = mostTelling(*status, ExitStatus::notReadOrWritten);
    return outcome;
}

} // namespace tachograph::app
