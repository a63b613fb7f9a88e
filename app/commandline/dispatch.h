#pragma once

#include "app/commandline/arguments.h"
#include "app/commandline/exitstatus.h"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace tachograph::app {

/// A command line that asks for the window.
struct WindowWish {
    std::vector<Arguments::Path> paths; ///< in order; "-" is standard input
    bool demo = false;                  ///< with the bundled pair, compared
    bool compare = false;               ///< the two paths, compared
    bool follow = false;                ///< the paths are still written to
    std::string against = {};           ///< the baseline that the first of them is compared with; empty = none
};

/// Does what a command line asks for (words without the program's name), or says that it asks for the window.
std::variant<ExitStatus, WindowWish> dispatch(std::span<const std::string> words);

} // namespace tachograph::app
