#include "app/commandline/dispatch.h"

#include "analysis/comparison/comparisonset.h"
#include "app/commandline/subcommand.h"
#include "app/headless.h"
#include "version.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tachograph::app {

namespace {

/// `tachograph PATH --against BASELINE` is `tachograph watch` without the word; with --follow it is the window.
bool asksForWatch(std::span<const std::string> words) {
    const auto options = words.first(static_cast<std::size_t>(std::ranges::find(words, "--") - words.begin()));
    return std::ranges::any_of(
               options,
               [](const std::string& word) { return word == "--against" || word.starts_with("--against="); }) &&
           std::ranges::find(options, "--follow") == options.end();
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

/// A file, a folder, standard input, or PATH#NAME of one of them.
bool canBeOpened(const std::string& path) {
    std::error_code ignored;
    const auto exists = [&ignored](const std::string& name) {
        return std::filesystem::exists(std::filesystem::symlink_status(name, ignored));
    };
    return path == "-" || exists(path) || exists(path.substr(0, path.rfind('#')));
}

/// Least number of letters to insert, leave out or replace, or pairs to swap, that make one word the other.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            cost[i][j] = i == 0 || j == 0 ? i + j
                                          : std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1,
                                                      cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[a.size()][b.size()];
}

/// What to do about a word that is neither a command nor a path.
std::string neitherSentence(const std::string& word) {
    constexpr std::size_t longestCommand = 20, mostEdits = 2;
    std::string sentence = "it is neither a command nor an existing file or folder.";
    if (word.size() > longestCommand)
        return sentence;
    const Subcommand* const nearest =
        std::ranges::min(subcommands(), {}, [&word](const Subcommand* one) { return editDistance(one->name, word); });
    return editDistance(nearest->name, word) > mostEdits ? sentence
                                                         : sentence + " The nearest command is " + nearest->name + '.';
}

/// What is wrong with the PATHs that --follow names, which need not be there yet; nothing when they are good.
std::optional<UsageError> followError(const Arguments& arguments) {
    if (arguments.paths.empty())
        return UsageError{"--follow", "it takes a PATH, the recording of the running job, or - for standard input."};
    if (arguments.value("--against") == "-")
        return UsageError{"--against -", "a baseline is read to its end first. Name a file."};
    for (const Arguments::Path& each : arguments.paths) {
        std::error_code ignored;
        if (std::filesystem::is_directory(each.path, ignored))
            return UsageError{each.path, "it is a folder. Name the file that the job writes to."};
        const std::filesystem::path path(each.path.substr(0, each.path.rfind('#')));
        if (path.has_parent_path() && !std::filesystem::is_directory(path.parent_path(), ignored))
            return UsageError{each.path, "the folder that the job would write it to does not exist."};
    }
    return std::nullopt;
}

/// What is wrong with the PATHs of a window; nothing when they are good.
std::optional<UsageError> pathsError(const Arguments& arguments) {
    const auto& paths = arguments.paths;
    constexpr std::size_t mostRuns = 1 + ComparisonSet::mostOthers;
    if (arguments.has("--compare") && (paths.size() < 2 || paths.size() > mostRuns))
        return UsageError{"--compare", "it takes two PATHs, A and B, and at most " + std::to_string(mostRuns) +
                                           " with further runs to compare to A."};
    if (std::ranges::count(paths, "-", &Arguments::Path::path) > 1)
        return UsageError{"-", "standard input can be read only once. Name a file for the other."};
    if (arguments.has("--follow"))
        return followError(arguments);
    if (!paths.empty() && !canBeOpened(paths.front().path))
        return UsageError{paths.front().path, neitherSentence(paths.front().path)};
    return std::nullopt;
}

std::variant<ExitStatus, WindowWish> windowOrGeneral(std::span<const std::string> words, Terminal& terminal) {
    const std::array known{configOption(), Option{"--version", "", "the version", false},
                           Option{"--compare", "", "the comparison of the PATHs with the first", false},
                           Option{"--follow", "", "the PATHs are still written to", false},
                           Option{"--against", "BASELINE", "the run that what is followed is compared with", false}};
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
    if (const auto error = pathsError(arguments))
        return usageError(terminal, {}, *error);
    return WindowWish{std::move(arguments.paths), false, arguments.has("--compare"), arguments.has("--follow"),
                      arguments.value("--against").value_or("")};
}

} // namespace

std::variant<ExitStatus, WindowWish> dispatch(std::span<const std::string> words) {
    Terminal terminal;
    if (words.size() == 1 && words.front() == demoCommand.name && displayAvailable())
        return WindowWish{{}, true, false};
    if (words.size() == 1 && words.front() == "help") {
        terminal.print(generalHelp());
        return terminal.flush() ? ExitStatus::done : ExitStatus::notReadOrWritten;
    }
    const Subcommand* subcommand = words.empty() ? nullptr : subcommandByName(words.front());
    std::variant<ExitStatus, WindowWish> outcome = subcommand ? runSubcommand(*subcommand, words.subspan(1), terminal)
                                                   : asksForWatch(words)
                                                       ? runSubcommand(*subcommandByName("watch"), words, terminal)
                                                       : windowOrGeneral(words, terminal);
    if (auto* status = std::get_if<ExitStatus>(&outcome); status && !terminal.flush())
        *status = mostTelling(*status, ExitStatus::notReadOrWritten);
    return outcome;
}

} // namespace tachograph::app
