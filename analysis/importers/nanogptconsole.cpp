#include "analysis/importers/consolerows.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/quantity.h"

#include <algorithm>

namespace tachograph {

namespace {

/// "iter 5: loss 10.9, time 263.56ms, mfu 108.40%" or "step 200: train loss 6.6, val loss 6.6".
struct NanoLine {
    std::int64_t step = 0;
    bool evaluation = false;
    std::string_view values;
};

std::optional<NanoLine> findLine(std::string_view text) {
    for (std::string_view word : {"iter ", "step "}) {
        const std::size_t at = text.find(word);
        if (at == std::string_view::npos || (at > 0 && text[at - 1] != ' '))
            continue;
        std::string_view rest = text.substr(at + word.size());
        const auto step = takeInteger(rest);
        const bool evaluation = word == "step ";
        const bool mine = evaluation ? rest.starts_with(": train loss ")
                                     : rest.starts_with(": loss ") && rest.find(", time ") != std::string_view::npos;
        if (step && mine)
            return NanoLine{*step, evaluation, rest.substr(2)};
    }
    return std::nullopt;
}

class NanoReader {
  public:
    explicit NanoReader(RunBuilder& builder) : m_rows(builder) {}

    void take(const ConsolePiece& piece) {
        const auto line = findLine(piece.text);
        if (!line) {
            m_rows.takeOther(piece);
            return;
        }
        m_rows.builder().reading().addStepKey(line->evaluation ? "step" : "iter");
        RowInfo info = rowOf(piece, line->step);
        info.cut = addValues(line->values, piece.torn);
        m_rows.finishRow(info, piece);
        if (line->evaluation)
            m_rows.addEvaluation(line->step, piece);
    }

    void finish() { m_rows.finish(); }

  private:
    /// "loss 10.9, time 263.56ms": words, then a number. True when the last one may be half a number.
    bool addValues(std::string_view text, bool torn) {
        while (!text.empty()) {
            const std::size_t comma = text.find(", ");
            const std::string_view item = trimmed(text.substr(0, comma));
            const std::size_t blank = item.rfind(' ');
            if (torn && comma == std::string_view::npos)
                return true;
            if (blank != std::string_view::npos && blank > 0)
                addValue(item.substr(0, blank), item.substr(blank + 1));
            if (comma == std::string_view::npos)
                break;
            text.remove_prefix(comma + 2);
        }
        return false;
    }

    void addValue(std::string_view key, std::string_view text) {
        constexpr std::size_t longestKey = 100;
        const auto quantity = readQuantity(text);
        if (key.size() > longestKey)
            return;
        if (quantity)
            m_rows.add(key, quantity->value, quantity->unit);
        else
            m_rows.addMissing(key);
    }

    ConsoleRows m_rows;
};

int sniff(const Head& head) {
    constexpr int certain = 93;
    return certainIfAnyPiece(head.bytes, certain, [](std::string_view text) { return findLine(text).has_value(); });
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<NanoReader>(source, job, "nanogpt_console",
                                   "no line of nanoGPT, such as \"iter 5: loss 10.8, time 310.56ms\". Open the log in "
                                   "which they are printed.");
}

} // namespace

const Importer& nanogptConsoleImporter() {
    static const Importer importer{"nanogpt_console",
                                   "nanoGPT console",
                                   "Console of nanoGPT: a line \"iter N: loss ..., time ...ms\" a step; the time is in "
                                   "ms, and the one behind an evaluation contains it.",
                                   {"*.log", "*.txt"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
