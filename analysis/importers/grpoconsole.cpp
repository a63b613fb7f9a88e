#include "analysis/importers/consoleevents.h"
#include "analysis/importers/consoleimport.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/datelessclock.h"
#include "analysis/importers/quantity.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

/// "--- Step 3 ---"
std::optional<std::int64_t> stepHeader(std::string_view text) {
    constexpr std::string_view word = "--- Step ";
    if (!text.starts_with(word))
        return std::nullopt;
    text.remove_prefix(word.size());
    const auto step = takeInteger(text);
    return step && text.starts_with(" ---") ? step : std::nullopt;
}

/// "Generated 16 completions in 571.94s | Reward: 0.125": the verb and what follows " in ".
struct Sentence {
    std::string key;
    std::string_view behind;
};

std::optional<Sentence> findSentence(std::string_view text) {
    constexpr std::array<std::string_view, 3> verbs = {"Generated ", "Trained ", "Synced "};
    for (std::string_view verb : verbs) {
        const std::string_view first = text.substr(0, text.find(" | "));
        const std::size_t in = first.rfind(" in ");
        if (!text.starts_with(verb) || in == std::string_view::npos || !readQuantity(text.substr(in + 4)))
            continue;
        std::string key(verb.substr(0, verb.size() - 1));
        key.front() = static_cast<char>(key.front() + 32);
        return Sentence{std::move(key), text.substr(in + 4)};
    }
    return std::nullopt;
}

class LoopReader {
  public:
    explicit LoopReader(RunBuilder& builder) : m_builder(builder), m_events(builder) {
        builder.reading().addStepKey("Step");
    }

    void take(const ConsolePiece& piece) {
        if (const auto step = stepHeader(piece.text)) {
            flush(true);
            m_row = rowOf(piece, *step);
            m_inStep = true;
        } else if (const auto sentence = findSentence(piece.text)) {
            if (m_inStep)
                takeSentence(*sentence, piece);
        } else if (!takeClock(piece.text)) {
            m_events.take(piece.text, piece.line, piece.time);
        }
    }

    void finish() {
        flush(false);
        m_events.finish();
        if (m_clock.started())
            m_builder.addNote(datelessClockNote);
    }

  private:
    /// "571.94s | Reward: 0.125 (Moving Avg: 0.125) | Accuracy: 6.25%"
    void takeSentence(const Sentence& sentence, const ConsolePiece& piece) {
        std::string_view rest = sentence.behind;
        const std::size_t bar = rest.find('|');
        if (piece.torn && bar == std::string_view::npos) {
            m_row.cut = true;
            return;
        }
        const auto seconds = readQuantity(rest.substr(0, bar));
        add(sentence.key, seconds->value, seconds->unit);
        while (const std::size_t at = rest.find('|') + 1) {
            rest.remove_prefix(at);
            const std::size_t end = rest.find('|');
            const std::string_view item = trimmed(rest.substr(0, end));
            const std::size_t colon = item.find(": ");
            const auto value = colon == std::string_view::npos ? std::nullopt : readQuantity(item.substr(colon + 2));
            if (piece.torn && end == std::string_view::npos)
                m_row.cut = true;
            else if (value)
                add(std::string(item.substr(0, colon)), value->value, value->unit);
        }
    }

    /// The same reward is printed with the generation and with the training.
    void add(const std::string& key, double value, std::string_view unit) {
        const auto known = std::ranges::find(m_values, key, &Value::key);
        if (known == m_values.end() || known->value != value)
            m_values.push_back({key, value, std::string(unit.substr(0, 8))});
    }

    /// "[16:47:29] [job-a] Acquiring Sampler lock...": seconds since the first stamp, over midnight too.
    bool takeClock(std::string_view text) {
        if (text.size() < 10 || text[0] != '[' || text[9] != ']' || text[3] != ':')
            return false;
        const auto clock = parseDuration(text.substr(1, 8));
        if (!clock)
            return false;
        m_clock.add(clock->seconds);
        return true;
    }

    /// A step is over when the next one begins; only then the clock tells its end.
    void flush(bool over) {
        if (!m_values.empty()) {
            if (over && m_clock.started()) {
                m_row.elapsed = m_clock.elapsed();
                m_row.elapsedResolution = 1.0;
            }
            const std::uint32_t row = m_builder.addRow(m_row);
            for (const Value& item : m_values) {
                const std::uint32_t series = m_builder.series(item.key);
                m_builder.addValue(series, row, item.value);
                if (series != RunBuilder::noSeries && m_builder.edit(series).sourceUnit.empty())
                    m_builder.edit(series).sourceUnit = item.unit;
            }
            if (m_row.cut)
                m_builder.addLineIssue(m_row.place, "The recording ends inside of step " + std::to_string(m_row.step) +
                                                        "; what stands before the end was kept.");
        }
        m_values.clear();
        m_inStep = false;
    }

    struct Value {
        std::string key;
        double value = 0;
        std::string unit;
    };
    RunBuilder& m_builder;
    ConsoleEvents m_events;
    RowInfo m_row;
    std::vector<Value> m_values; ///< of the step at hand
    DatelessClock m_clock;
    bool m_inStep = false;
};

int sniff(const Head& head) {
    constexpr int certain = 91, likely = 54;
    bool step = false, sentence = false, loop = false;
    forEachPieceOfHead(head.bytes, [&](std::string_view text) {
        step = step || stepHeader(text);
        sentence = sentence || findSentence(text);
        loop = loop || text.find("Disaggregated GRPO") != std::string_view::npos;
        return step && sentence;
    });
    return step && sentence ? certain : step && loop ? likely : 0;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<LoopReader>(source, job, "grpo_console",
                                   "no complete line of a GRPO loop, such as \"Generated 16 completions in 571.94s\" "
                                   "below \"--- Step 3 ---\". Open the log in which they are printed.");
}

} // namespace

const Importer& grpoConsoleImporter() {
    static const Importer importer{"grpo_console",
                                   "Disaggregated GRPO loop",
                                   "Console of a disaggregated GRPO loop: sentences such as \"Generated ... in 3.2s\" "
                                   "below \"--- Step N ---\", with a clock that has no date.",
                                   {"*.log", "*.txt"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
