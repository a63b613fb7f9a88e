#include "analysis/importers/consolerows.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/keyvalues.h"
#include "analysis/importers/stepkeys.h"

#include <algorithm>

namespace tachograph {

namespace {

/// A line "... - step=5 loss=3.6606 dt=108.1093 sps=73.9 mtps=1.2": where its step begins.
std::size_t findStep(std::string_view text) {
    constexpr std::string_view key = "step=";
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos || (at > 0 && text[at - 1] != ' '))
        return std::string_view::npos;
    const std::string_view rest = text.substr(at);
    const bool mine = rest.find(" loss=") != std::string_view::npos && rest.find(" dt=") != std::string_view::npos &&
                      rest.find(" dtf=") != std::string_view::npos;
    return mine ? at : std::string_view::npos;
}

/// The stamp of "4/100 [00:04<01:12, 1.32it/s][2024-04-02 01:59:46][INFO]": behind a bar it is no prefix.
std::optional<double> stampIn(std::string_view text) {
    const std::size_t at = text.rfind("][20");
    return at == std::string_view::npos ? std::nullopt : parseTimestamp(text.substr(at + 2, 19));
}

class EzpzReader {
  public:
    explicit EzpzReader(RunBuilder& builder) : m_rows(builder) { builder.reading().addStepKey("step"); }

    void take(const ConsolePiece& piece) {
        const std::size_t at = findStep(piece.text);
        if (at == std::string_view::npos) {
            m_rows.takeOther(piece);
            return;
        }
        bool cut = false;
        const auto values = keyValuesOf(piece.text.substr(at), piece.torn, &cut);
        const auto step =
            values.empty() || values.front().key != "step" ? std::nullopt : stepFromNumber(values.front().value);
        if (!step)
            return;
        RowInfo info = rowOf(piece, *step);
        info.cut = cut;
        if (!piece.time)
            info.time = stampIn(piece.text.substr(0, at)).value_or(RowInfo::none);
        for (std::size_t i = 1; i < values.size(); ++i)
            m_rows.add(values[i].key, values[i].value, unitOf(values[i].key));
        m_rows.finishRow(info, piece);
    }

    void finish() { m_rows.finish(); }

  private:
    /// The format knows the units: all times are in ms.
    static std::string_view unitOf(std::string_view key) {
        if (key == "dt" || key == "dtf" || key == "dtb")
            return "ms";
        return key == "sps" ? "samples/s" : key == "mfu" ? "%" : "";
    }

    ConsoleRows m_rows;
};

int sniff(const Head& head) {
    constexpr int certain = 92, likely = 53;
    int sure = 0;
    forEachPieceOfHead(head.bytes, [&](std::string_view text) {
        if (findStep(text) != std::string_view::npos)
            sure = certain;
        else if (text.find("][dist:") != std::string_view::npos || text.find("][trainer:") != std::string_view::npos ||
                 text.starts_with("[INFO][dist"))
            sure = std::max(sure, likely);
        return sure == certain;
    });
    return sure;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<EzpzReader>(source, job, "ezpz_console",
                                   "no line of ezpz or wordplay, such as \"step=5 loss=3.66 dt=108.1 dtf=4.6\". Open "
                                   "the log in which they are printed.");
}

} // namespace

const Importer& ezpzConsoleImporter() {
    static const Importer importer{"ezpz_console",
                                   "ezpz console",
                                   "Console of ezpz and wordplay with the lines of all ranks: \"step=N loss=... "
                                   "dt=...\", times in ms, also inside of Markdown.",
                                   {"*.log", "*.txt", "*.md"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
