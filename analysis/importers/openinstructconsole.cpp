#include "analysis/importers/consolerows.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/stepkeys.h"

#include <algorithm>

namespace tachograph {

namespace {

constexpr std::string_view upright = "\u2502";    // at both ends of a line in the panel
constexpr std::string_view topCorner = "\u256d";  // begins the panel's first line
constexpr std::string_view lastCorner = "\u2570"; // begins its last line

bool isPanelStart(std::string_view text) {
    return text.starts_with(topCorner) && text.find(" Metrics ") != std::string_view::npos;
}

/// What stands between the borders of a panel's line, blanks in front kept; nothing for other lines.
std::optional<std::string_view> insidePanel(std::string_view text) {
    const std::size_t first = text.find(upright), last = text.rfind(upright);
    if (first == std::string_view::npos || first == last)
        return std::nullopt;
    return text.substr(first + upright.size(), last - first - upright.size());
}

/// A panel taken apart: rows "category  name: value | name: value", long ones broken at blanks into further lines whose
/// first column is empty. The names have lost the category in front ("time/total" is "total" in the row "time").
class Panel {
  public:
    void add(std::string_view inside) {
        const std::size_t begin = inside.find_first_not_of(' ');
        if (begin == std::string_view::npos)
            return;
        const std::size_t end = inside.find(' ', begin);
        const bool named = begin <= mostIndent &&
                           inside.substr(begin, end - begin).find(':') == std::string_view::npos &&
                           inside.substr(begin, end - begin).find('|') == std::string_view::npos;
        if (named && end != std::string_view::npos) {
            finishRow();
            m_category = std::string(inside.substr(begin, end - begin));
            m_text = std::string(trimmed(inside.substr(end)));
        } else if (m_text.size() < longestRow) {
            m_text += " " + std::string(trimmed(inside));
        }
    }

    /// "time/total" and its number, in order.
    [[nodiscard]] const std::vector<std::pair<std::string, double>>& values() {
        finishRow();
        return m_values;
    }

  private:
    void finishRow() {
        std::string_view rest = m_text;
        while (!rest.empty()) {
            const std::size_t bar = std::min(rest.find('|'), rest.size());
            const std::string_view item = trimmed(rest.substr(0, bar));
            rest.remove_prefix(std::min(bar + 1, rest.size()));
            const std::size_t colon = item.rfind(": ");
            const auto number = colon == std::string_view::npos ? std::nullopt : parseNumber(item.substr(colon + 2));
            const std::string_view name = item.substr(0, std::min(colon, item.size()));
            if (number && !name.empty() && name.size() <= longestName)
                m_values.emplace_back((m_category == "other" ? "" : m_category + "/") + std::string(name), *number);
        }
        m_text.clear();
    }

    static constexpr std::size_t mostIndent = 4, longestName = 200, longestRow = 65'536;
    std::string m_category, m_text;
    std::vector<std::pair<std::string, double>> m_values;
};

class OpenInstructReader {
  public:
    explicit OpenInstructReader(RunBuilder& builder) : m_builder(builder), m_rows(builder) {
        builder.reading().addStepKey("training_step");
    }

    void take(const ConsolePiece& piece) {
        if (isPanelStart(piece.text)) {
            m_unfinished += m_panel ? 1 : 0;
            m_panel.emplace();
            m_place = rowOf(piece, 0);
            m_lines = 0;
        } else if (m_panel && piece.text.starts_with(lastCorner)) {
            addPanel(piece);
        } else if (const auto inside = m_panel ? insidePanel(piece.text) : std::nullopt) {
            m_panel->add(*inside);
        } else {
            m_rows.takeOther(piece);
        }
        if (m_panel && ++m_lines > mostLines) {
            m_panel.reset();
            ++m_unfinished;
        }
    }

    void finish() {
        m_rows.finish();
        m_unfinished += m_panel ? 1 : 0;
        if (m_unfinished > 0)
            m_builder.addIssue({0,
                                "whole recording",
                                "Panels of metrics without an end or a training_step, left out: " +
                                    formatCount(static_cast<std::int64_t>(m_unfinished)) + ".",
                                {}});
        m_builder.addNote(std::string(readBySource) + " Numbers are printed with two decimals.");
    }

  private:
    void addPanel(const ConsolePiece& piece) {
        std::optional<std::int64_t> step;
        for (const auto& [key, value] : m_panel->values())
            if (key == "training_step")
                step = stepFromNumber(value);
        if (!step) {
            ++m_unfinished;
            m_panel.reset();
            return;
        }
        m_place.step = *step;
        for (const auto& [key, value] : m_panel->values())
            if (key != "training_step")
                m_rows.add(key, value);
        m_rows.finishRow(m_place, piece);
        m_panel.reset();
    }

    static constexpr int mostLines = 2'000;

    RunBuilder& m_builder;
    ConsoleRows m_rows;
    std::optional<Panel> m_panel;
    RowInfo m_place;
    int m_lines = 0;
    std::size_t m_unfinished = 0;
};

int sniff(const Head& head) {
    constexpr int certain = 94;
    bool panel = false, step = false;
    forEachPieceOfHead(head.bytes, [&](std::string_view text) {
        panel = panel || isPanelStart(text);
        step = step || (panel && insidePanel(text) && text.find("training_step: ") != std::string_view::npos);
        return step;
    });
    return step ? certain : 0;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<OpenInstructReader>(
        source, job, "open_instruct_console",
        "no panel of open-instruct titled \"Metrics\" with a training_step. Open the "
        "log in which they are printed.");
}

} // namespace

const Importer& openInstructConsoleImporter() {
    static const Importer importer{"open_instruct_console",
                                   "open-instruct console (no real file seen)",
                                   "Console of open-instruct: a panel \"Metrics\" a training step, its values by "
                                   "category; made from its source, no real file seen.",
                                   {"*.log", "*.txt"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
