#include "app/commandline/arguments.h"

#include <algorithm>

namespace tachograph::app {

bool Arguments::has(std::string_view name) const {
    return std::ranges::find(options, name, &std::pair<std::string, std::string>::first) != options.end();
}

std::optional<std::string> Arguments::value(std::string_view name) const {
    const auto found = std::ranges::find(options, name, &std::pair<std::string, std::string>::first);
    return found == options.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> Arguments::values(std::string_view name) const {
    std::vector<std::string> all;
    for (const auto& [option, text] : options)
        if (option == name)
            all.push_back(text);
    return all;
}

namespace {

/// Reads the words of one command line from front to back.
class Parser {
  public:
    Parser(std::span<const std::string> words, std::span<const Option> known) : m_words(words), m_known(known) {}

    std::variant<Arguments, UsageError> parse() {
        while (m_next < m_words.size() && !m_error)
            word(m_words[m_next++]);
        if (m_error)
            return *m_error;
        return std::move(m_arguments);
    }

  private:
    void word(const std::string& word) {
        const bool option = !m_pathsOnly && word.size() > 1 && word.front() == '-';
        if (!option)
            m_arguments.paths.push_back({word, {}, {}});
        else if (word == "--")
            m_pathsOnly = true;
        else
            this->option(word);
    }

    void option(const std::string& word) {
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const std::string name = word.substr(0, equals);
        const auto known = std::ranges::find(m_known, name, &Option::name);
        if (known == m_known.end())
            return fail(name, "there is no such option.");
        std::string value;
        if (known->value.empty()) {
            if (equals != std::string::npos)
                return fail(name, "it takes no value.");
        } else if (!takeValue(word, equals, value)) {
            return fail(name, "its value is missing: " + name + ' ' + known->value + '.');
        }
        if (name == "--config")
            return ofPath(name, "FILE", value, &Arguments::Path::config);
        if (name == "--attempt" && !isAttempt(value))
            return fail(name + ' ' + value, "it is the number of an attempt, from 1, or last.");
        if (name == "--attempt")
            return ofPath(name, "N", value, &Arguments::Path::attempt);
        if (!known->repeatable && m_arguments.has(name))
            return fail(name, "it was given twice. Give it once.");
        m_arguments.options.emplace_back(name, value);
    }

    bool takeValue(const std::string& word, std::size_t equals, std::string& value) {
        if (equals != std::string::npos) {
            value = word.substr(equals + 1);
        } else if (m_next < m_words.size() && !m_words[m_next].starts_with("--")) {
            value = m_words[m_next++];
        }
        return !value.empty();
    }

    static bool isAttempt(const std::string& value) {
        return value == "last" || (value.size() <= 9 && value.front() != '0' &&
                                   value.find_first_not_of("0123456789") == std::string::npos);
    }

    void ofPath(const std::string& name, const std::string& form, const std::string& value,
                std::string Arguments::Path::*member) {
        if (m_arguments.paths.empty())
            return fail(name,
                        "it belongs to the PATH before it and there is none. Write PATH " + name + ' ' + form + '.');
        std::string& taken = m_arguments.paths.back().*member;
        if (!taken.empty())
            return fail(name, "a PATH can have one. Give it once for each PATH.");
        taken = value;
    }

    void fail(const std::string& subject, const std::string& sentence) { m_error = UsageError{subject, sentence}; }

    std::span<const std::string> m_words;
    std::span<const Option> m_known;
    std::size_t m_next = 0;
    bool m_pathsOnly = false;
    Arguments m_arguments;
    std::optional<UsageError> m_error;
};

} // namespace

std::variant<Arguments, UsageError> parseArguments(std::span<const std::string> words, std::span<const Option> known) {
    for (const std::string& word : words) {
        if (word == "--")
            break;
        if (word == "--help" || word == "-h")
            return Arguments{{}, {{"--help", {}}}};
    }
    return Parser(words, known).parse();
}

} // namespace tachograph::app
