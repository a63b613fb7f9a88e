#include "analysis/importers/consolerows.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/datelessclock.h"
#include "analysis/importers/quantity.h"

#include <algorithm>

namespace tachograph {

namespace {

/// "12:00:00 SUCCESS Step 13 |    7.5s | Loss 0.0123 | Throughput 28965 tokens/s"
struct PrimeLine {
    std::int64_t step = 0;
    std::optional<double> clock; ///< seconds since midnight
    std::string_view values;     ///< behind the first bar
};

std::optional<PrimeLine> findLine(std::string_view text) {
    constexpr std::string_view word = "SUCCESS Step ";
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = text.substr(at + word.size());
    const auto step = takeInteger(rest);
    if (!step || !rest.starts_with(" |"))
        return std::nullopt;
    PrimeLine line{*step, std::nullopt, rest.substr(2)};
    if (at >= 9 && text[at - 4] == ':' && text[at - 7] == ':')
        if (const auto clock = parseDuration(text.substr(at - 9, 8)))
            line.clock = clock->seconds;
    return line;
}

class PrimeReader {
  public:
    explicit PrimeReader(RunBuilder& builder) : m_rows(builder) { builder.reading().addStepKey("Step"); }

    void take(const ConsolePiece& piece) {
        const auto line = findLine(piece.text);
        if (!line) {
            m_rows.takeOther(piece);
            return;
        }
        RowInfo info = rowOf(piece, line->step);
        if (line->clock) {
            m_clock.add(*line->clock);
            info.elapsed = m_clock.elapsed();
            info.elapsedResolution = 1.0;
        }
        std::string_view rest = line->values;
        while (!info.cut) {
            const std::size_t bar = rest.find('|');
            const std::string_view item = trimmed(rest.substr(0, bar));
            info.cut = piece.torn && bar == std::string_view::npos && !item.empty();
            if (!info.cut)
                addItem(item);
            if (bar == std::string_view::npos)
                break;
            rest.remove_prefix(bar + 1);
        }
        m_rows.finishRow(info, piece);
    }

    void finish() {
        m_rows.finish();
        if (m_clock.started())
            m_rows.builder().addNote(datelessClockNote);
        m_rows.builder().addNote(readBySourceAndQuote);
    }

  private:
    /// "7.5s", "Time: 40.00s", "Loss 0.0123", "Throughput: 1200 tokens/s", "Peak Mem.: 29/31 GiB".
    void addItem(std::string_view item) {
        const auto duration = parseDuration(item);
        const bool bare = duration && !item.empty() && item.front() >= '0' && item.front() <= '9';
        if (bare) {
            m_rows.add("Time", duration->seconds, "s");
            return;
        }
        std::size_t number = item.find(": ");
        const bool colon = number != std::string_view::npos;
        if (!colon)
            number = numberIn(item);
        if (number == std::string_view::npos || number == 0)
            return;
        const std::string key = plainText(trimmed(item.substr(0, number)), 100);
        const std::string_view text = trimmed(item.substr(number + (colon ? 2 : 0)));
        if (key == "Time") {
            if (const auto seconds = parseDuration(text))
                m_rows.add(key, seconds->seconds, "s");
        } else if (const auto quantity = readQuantity(text)) {
            const std::string_view behind = trimmed(quantity->rest);
            const std::string_view word = behind.substr(0, behind.find(' '));
            m_rows.add(key, quantity->value,
                       quantity->unit.empty() || quantity->unit == "/" ? lastWord(word, behind) : quantity->unit);
        } else {
            m_rows.addMissing(key);
        }
    }

    /// Where the number of "Grad. Norm 0.1234" begins: the first word behind the first that is one.
    static std::size_t numberIn(std::string_view item) {
        for (std::size_t at = item.find(' '); at != std::string_view::npos; at = item.find(' ', at + 1)) {
            const auto quantity = readQuantity(item.substr(at + 1));
            if (quantity && item[at + 1] != ' ')
                return at + 1;
        }
        return std::string_view::npos;
    }

    /// "tokens/s" as "tok/s"; of "31 GiB" behind "29/" the unit.
    static std::string_view lastWord(std::string_view word, std::string_view behind) {
        if (word == "tokens/s")
            return "tok/s";
        if (word == "tokens/sample")
            return "tok";
        const bool number = !word.empty() && word.front() >= '0' && word.front() <= '9';
        return number ? trimmed(behind.substr(word.size())) : word;
    }

    ConsoleRows m_rows;
    DatelessClock m_clock;
};

int sniff(const Head& head) {
    constexpr int certain = 94;
    return certainIfAnyPiece(head.bytes, certain, [](std::string_view text) { return findLine(text).has_value(); });
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<PrimeReader>(source, job, "prime_rl_console",
                                    "no step line of prime-rl, such as \"SUCCESS Step 13 | 7.5s | Loss 0.0123\". Open "
                                    "the log of the trainer or the orchestrator.");
}

} // namespace

const Importer& primeRlConsoleImporter() {
    static const Importer importer{"prime_rl_console",
                                   "prime-rl console (no real file seen)",
                                   "Console of prime-rl's trainer or orchestrator: \"SUCCESS Step N | 7.5s | ...\"; "
                                   "made from its source, no real file seen.",
                                   {"*.log", "*.txt"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
