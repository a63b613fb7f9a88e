#include "app/commandline/subcommand.h"

#include <algorithm>
#include <array>

namespace tachograph::app {

extern const Subcommand watchCommand;

std::span<const Subcommand* const> subcommands() {
    static constexpr std::array<const Subcommand*, 8> all{&demoCommand,      &inspectCommand, &diffCommand,
                                                          &watchCommand,     &reportCommand,  &formatsCommand,
                                                          &detectorsCommand, &manualCommand};
    return all;
}

const Subcommand* subcommandByName(std::string_view name) {
    const auto found = std::ranges::find(subcommands(), name, [](const Subcommand* one) { return one->name; });
    return found == subcommands().end() ? nullptr : *found;
}

namespace {

/// Two aligned columns; a left part that is too long gets a line of its own.
std::string helpRow(const std::string& left, const std::string& right) {
    constexpr std::size_t column = 30;
    std::string line = "  " + left;
    if (line.size() + 2 > column)
        return line + '\n' + std::string(column, ' ') + right + '\n';
    return line + std::string(column - line.size(), ' ') + right + '\n';
}

} // namespace

std::string generalHelp() {
    std::string text = "Tachograph: post-mortem of LLM training and RL fine-tuning runs.\n\n"
                       "  tachograph [PATH... [--config FILE]]\n"
                       "                              window with these runs; - is standard input, as it comes\n";
    text += helpRow("tachograph --compare A B [C...]", "window with B compared to A, and further runs");
    text += helpRow("tachograph --follow PATH... [--against BASELINE]",
                    "window with jobs that still run, the first compared to a baseline");
    for (const Subcommand* one : subcommands())
        text += helpRow("tachograph " + one->name + (one->synopsis.empty() ? "" : ' ' + one->synopsis), one->summary);
    text += helpRow("tachograph --version", "the version");
    text += helpRow("tachograph NAME --help", "more about one of these");
    return text +
           "\nA PATH is a file, a folder, - for standard input, or PATH#NAME for one run of a recording that holds\n"
           "several (nameless ones are #1, #2). A file called like a command is opened as ./NAME.\n\n"
           "Exit status: 0 done; 1 a --fail-on condition is met; 2 the command line is wrong; 3 an input could not\n"
           "be read or an output not written; 4 --fail-on could not be judged.\n";
}

std::string helpFor(const Subcommand& subcommand) {
    std::string text = "tachograph " + subcommand.name;
    text += (subcommand.synopsis.empty() ? "" : ' ' + subcommand.synopsis) + "\n\n" + subcommand.help + '\n';
    if (!subcommand.options.empty())
        text += '\n';
    for (const Option& option : subcommand.options)
        text += helpRow(option.name + (option.value.empty() ? "" : ' ' + option.value), option.help);
    return text;
}

ExitStatus usageError(Terminal& terminal, const std::string& command, const UsageError& error) {
    terminal.error(error.subject,
                   error.sentence + " See tachograph " + (command.empty() ? "" : command + ' ') + "--help.");
    return ExitStatus::usage;
}

Option configOption() {
    return {"--config", "FILE", "configuration of the PATH before it, instead of the file beside it", true};
}

} // namespace tachograph::app
