#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tachograph {

/// Walks over JSON as Python programs and people really write it: bare NaN and Infinity, 1e999, None and True,
/// 'single quotes', np.float64(0.1), a comma too many, invalid UTF-8. Forward only, without a tree and without
/// recursion, so that neither size nor nesting of the input costs memory.
/// Every function skips blanks first; a function that does not find what it asks for leaves the position where it was.
class JsonScanner {
  public:
    explicit JsonScanner(std::string_view text) : m_text(text) {}

    [[nodiscard]] std::size_t position() const { return m_at; } ///< bytes from the start of the text

    /// The first byte of the next token, 0 at the end of the text.
    char peek();
    /// Steps over the one character `c`, if it comes next.
    bool take(char c);
    /// A quoted string. The view points into the text, or into `scratch` when the string holds escapes.
    std::optional<std::string_view> takeString(std::string& scratch);
    /// A number, true, null, NaN, np.float64(1): everything up to the next comma, bracket or brace outside of
    /// parentheses.
    std::optional<std::string_view> takeBareWord();
    /// Any value, as its raw text with quotes and braces; nothing when it is not complete.
    std::optional<std::string_view> takeValue();

  private:
    void skipBlanks();

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace tachograph
