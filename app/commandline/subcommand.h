#pragma once

#include "app/commandline/arguments.h"
#include "app/commandline/exitstatus.h"
#include "app/commandline/terminal.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph::app {

/// One sub-command: a descriptor and a function. A new one is a file and a line in the registry; help follows from it.
struct Subcommand {
    std::string name;
    std::string synopsis; ///< what follows the name: "PATH... [--json]"
    std::string summary;  ///< a phrase for the list of commands
    std::string help;     ///< paragraphs for its own help, lines wrapped
    std::vector<Option> options;
    ExitStatus (*run)(const Arguments& arguments, Terminal& terminal);
};

std::span<const Subcommand* const> subcommands();
const Subcommand* subcommandByName(std::string_view name); ///< nullptr when there is none

/// Texts of `tachograph --help` and `tachograph NAME --help`.
std::string generalHelp();
std::string helpFor(const Subcommand& subcommand);

/// An error line and ExitStatus::usage; the way out is the command's help.
ExitStatus usageError(Terminal& terminal, const std::string& command, const UsageError& error);

/// The option that every command with a PATH takes.
Option configOption();

extern const Subcommand demoCommand;
extern const Subcommand detectorsCommand;
extern const Subcommand diffCommand;
extern const Subcommand formatsCommand;
extern const Subcommand inspectCommand;
extern const Subcommand manualCommand;
extern const Subcommand reportCommand;

} // namespace tachograph::app
