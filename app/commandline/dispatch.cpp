#include "app/commandline/dispatch.h"

#include "app/commandline/subcommand.h"
#include "app/headless.h"
#include "version.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tachograph::app {

namespace {

/// Words that the contract gives to later versions: said clearly rather than taken for a file.
const UsageError* laterFeature(std::span<const std::string> words) {
    static const std::array<UsageError, 2> later{
        UsageError{"--compare", "the comparison in the window is not in this version. Compare on the command line: "
                                "tachograph diff A B."},
        UsageError{"--against", "following a run against a baseline is not in this version. Open both in the window: "
                                "tachograph A B."}};
    const auto paths = std::ranges::find(words, "--");
    for (const UsageError& one : later)
        if (std::any_of(words.begin(), paths, [&one](const std::string& word) {
                return word == one.subject || word.starts_with(one.subject + '=');
            }))
            return &one;
    return nullptr;
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
    const std::array known{configOption(), Option{"--version", "", "the version", false}};
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
    return WindowWish{std::move(arguments.paths), false};
}

} // namespace

std::variant<ExitStatus, WindowWish> dispatch(std::span<const std::string> words) {
    Terminal terminal;
    if (const UsageError* later = laterFeature(words)) {
        terminal.error(later->subject, later->sentence);
        return ExitStatus::usage;
    }
    if (words.size() == 1 && words.front() == demoCommand.name && displayAvailable())
        return WindowWish{{}, true};
    const Subcommand* subcommand = words.empty() ? nullptr : subcommandByName(words.front());
    std::variant<ExitStatus, WindowWish> outcome =
        subcommand ? runSubcommand(*subcommand, words.subspan(1), terminal) : windowOrGeneral(words, terminal);
    if (auto* status = std::get_if<ExitStatus>(&outcome); status && !terminal.flush())
        *status = mostTelling(*status, ExitStatus::notReadOrWritten);
    return outcome;
}

} // namespace tachograph::app
