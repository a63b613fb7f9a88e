#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tachograph::app {

/// An option that a command takes.
struct Option {
    std::string name;  ///< "--size" or "-o"
    std::string value; ///< what stands for its value in the help: "ticket|long|WxH"; empty = takes none
    std::string help;  ///< a phrase for the help
    bool repeatable = false;
};

/// A command line, taken apart.
struct Arguments {
    struct Path {
        std::string path;
        std::string config;  ///< of the --config after it; empty = none
        std::string attempt; ///< of the --attempt after it: a number from 1, or "last"; empty = none
    };
    std::vector<Path> paths;
    std::vector<std::pair<std::string, std::string>> options; ///< in order; the value is empty for options without one

    [[nodiscard]] bool has(std::string_view name) const;
    [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> values(std::string_view name) const;
};

/// What is wrong with a command line: the word it is about and a sentence.
struct UsageError {
    std::string subject;
    std::string sentence;
};

/// Takes `words` (without program and command) apart. Accepts "--name value", "--name=value", "-" as a path, and "--"
/// after which everything is a path. "--config FILE" and "--attempt N", when among `known`, belong to the path before
/// them. "--help" and "-h" are always known and make every other mistake irrelevant.
std::variant<Arguments, UsageError> parseArguments(std::span<const std::string> words, std::span<const Option> known);

} // namespace tachograph::app
