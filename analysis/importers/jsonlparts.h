#pragma once

#include "analysis/importers/jsonform.h"
#include "analysis/importers/jsonrecord.h"
#include "analysis/importers/rowblock.h"
#include "analysis/importers/stepkeys.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace tachograph {

/// A piece of JSON lines taken apart: blocks of lines of one shape as numbers, and single lines that need a parser.
/// Knows nothing of steps and series, so that pieces can be taken apart side by side. Memory is reused from piece to
/// piece.
class JsonlParts {
  public:
    /// `text` must outlive the parts; see JsonForm::read() for what lies behind it.
    void split(std::string_view text);

    struct Part {
        static constexpr std::size_t single = static_cast<std::size_t>(-1);
        std::size_t form = single; ///< of a block
        RowBlock block;            ///< of a single line: where it begins
    };
    [[nodiscard]] const std::vector<Part>& parts() const { return m_parts; }
    [[nodiscard]] const JsonForm& form(const Part& part) const { return m_forms[part.form]; }
    [[nodiscard]] std::string_view text() const { return m_text; }
    [[nodiscard]] std::size_t lineCount() const { return m_lines; }

  private:
    const char* readByForms(const char* at);
    bool learn(const char* at);

    std::string_view m_text;
    JsonRecord m_record;
    std::vector<JsonForm> m_forms;
    std::vector<Part> m_parts;
    std::vector<double> m_values;
    std::size_t m_used = 0; // of m_values
    std::size_t m_lines = 0, m_current = 0, m_attempts = 0;
    bool m_absences = false; // in the row at hand
};

/// Whether all metrics lie inside of "data", as verl's file logger wraps them. `fields` have a `key` each.
template <typename Fields>
bool isWrapped(const Fields& fields) {
    const auto inside = [](const auto& field) {
        return std::string_view(field.key).starts_with("data/");
    };
    return std::ranges::any_of(fields, inside) && std::ranges::all_of(fields, [&](const auto& field) {
               return inside(field) || stepKeyRank(field.key) || timeKeyUse(field.key) != KeyUse::series;
           });
}

} // namespace tachograph
