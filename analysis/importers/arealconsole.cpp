#include "analysis/importers/consolerows.h"
#include "analysis/importers/consoletext.h"

#include <algorithm>

namespace tachograph {

namespace {

constexpr std::string_view bar = "\u2502"; // the upright line of a box table

/// "Epoch 1/10 Step 3/100 Train step 3/1000 done."
std::optional<std::int64_t> doneStep(std::string_view text) {
    constexpr std::string_view word = "Train step ";
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos || text.find("Epoch ") > at)
        return std::nullopt;
    std::string_view rest = text.substr(at + word.size());
    const auto step = takeInteger(rest);
    return step && rest.starts_with('/') && rest.find(" done.") != std::string_view::npos ? step : std::nullopt;
}

/// The cells of "│ timeperf/rollout │ 1.2345e+01 │ ... │"; empty for other lines.
std::vector<std::string_view> cellsOf(std::string_view text) {
    std::vector<std::string_view> cells;
    std::size_t at = text.find(bar);
    while (at != std::string_view::npos) {
        const std::size_t begin = at + bar.size();
        at = text.find(bar, begin);
        if (at != std::string_view::npos)
            cells.push_back(trimmed(text.substr(begin, at - begin)));
    }
    return cells;
}

class ArealReader {
  public:
    explicit ArealReader(RunBuilder& builder) : m_rows(builder) { builder.reading().addStepKey("Train step"); }

    void take(const ConsolePiece& piece) {
        if (const auto step = doneStep(piece.text)) {
            m_place = rowOf(piece, *step);
            m_any = true;
            return;
        }
        const auto cells = cellsOf(piece.text);
        if (!m_any || cells.size() < 2) {
            m_rows.takeOther(piece);
            return;
        }
        // Pairs of a key and a number; a row may have two of them.
        for (std::size_t i = 0; i + 1 < cells.size(); i += 2) {
            const auto number = parseNumber(cells[i + 1]);
            if (number && !cells[i].empty() && cells[i].size() <= longestKey && !parseNumber(cells[i]))
                m_rows.add(cells[i], *number);
        }
        if (m_rows.hasValues())
            m_rows.finishRow(m_place, piece);
    }

    void finish() {
        m_rows.finish();
        m_rows.builder().addNote(readBySourceAndQuote);
    }

  private:
    static constexpr std::size_t longestKey = 200;

    ConsoleRows m_rows;
    RowInfo m_place;
    bool m_any = false; ///< a step was announced
};

int sniff(const Head& head) {
    constexpr int certain = 93;
    bool step = false, table = false;
    forEachPieceOfHead(head.bytes, [&](std::string_view text) {
        step = step || doneStep(text);
        table = table || (step && cellsOf(text).size() >= 2);
        return table;
    });
    return table ? certain : 0;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<ArealReader>(source, job, "areal_console",
                                    "no table of AReaL below a line such as \"Epoch 1/10 Step 3/100 Train step 3/1000 "
                                    "done.\". Open the log in which they are printed.");
}

} // namespace

const Importer& arealConsoleImporter() {
    static const Importer importer{"areal_console",
                                   "AReaL console (no real file seen)",
                                   "Console of AReaL: box tables of its statistics below \"Train step N/M done.\"; "
                                   "made from its source, no real file seen.",
                                   {"*.log", "*.txt"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
