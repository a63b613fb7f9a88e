#include "analysis/importers/consolerows.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/keyvalues.h"
#include "analysis/importers/ranksteps.h"
#include "analysis/importers/stepkeys.h"

#include <algorithm>
#include <array>
#include <map>

namespace tachograph {

namespace {

/// A line with a step and further numbers.
struct MetricLine {
    std::string_view stepKey;
    std::int64_t step = 0;
    std::vector<KeyValue> values;
    bool cut = false;
};

bool isWordEdge(std::string_view text, std::size_t at) {
    return at == 0 || std::string_view(" [(|,").find(text[at - 1]) != std::string_view::npos;
}

/// A step and the word in front of it.
struct StepWord {
    std::string_view word;
    std::int64_t step = 0;
};

/// "step  55", "iter 5:", "[step 55/100]", "Iteration #12": the number behind a word for steps.
std::optional<StepWord> stepBehindWord(std::string_view text) {
    constexpr std::array<std::string_view, 8> words = {"global_step", "Step", "step",      "STEP",
                                                       "iteration",   "iter", "Iteration", "Iter"};
    for (std::string_view word : words) {
        const std::size_t at = text.find(word);
        if (at == std::string_view::npos || !isWordEdge(text, at))
            continue;
        std::string_view rest = text.substr(at + word.size());
        const std::size_t number = rest.find_first_not_of(" #");
        if (number == 0 || number == std::string_view::npos)
            continue;
        rest.remove_prefix(number);
        const auto step = takeInteger(rest);
        if (step && (rest.empty() || std::string_view(" /:,|])").find(rest.front()) != std::string_view::npos))
            return StepWord{word, *step};
    }
    return std::nullopt;
}

std::optional<MetricLine> scan(std::string_view text, bool torn) {
    constexpr std::size_t longestLine = 20'000;
    MetricLine line;
    if (text.size() > longestLine)
        return std::nullopt;
    auto values = keyValuesOf(text, torn, &line.cut);
    int best = 1000;
    auto step = stepBehindWord(text);
    std::size_t stepAt = values.size();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto rank = stepKeyRank(values[i].key);
        const auto number = rank && values[i].unit.empty() ? stepFromNumber(values[i].value) : std::nullopt;
        if (!number || *rank >= best)
            continue;
        best = *rank;
        step = StepWord{values[i].key, *number};
        stepAt = i;
    }
    if (!step)
        return std::nullopt;
    line.step = step->step;
    line.stepKey = step->word;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (i != stepAt)
            line.values.push_back(values[i]);
    return line.values.empty() ? std::nullopt : std::optional(std::move(line));
}

class KeyValueReader {
  public:
    explicit KeyValueReader(RunBuilder& builder) : m_builder(builder), m_rows(builder) {}

    void take(const ConsolePiece& piece) {
        const auto line = scan(piece.text, piece.torn);
        if (!line) {
            m_rows.takeOther(piece);
            return;
        }
        if (!m_ranks.take(piece.rank, line->step))
            return;
        m_builder.reading().addStepKey(line->stepKey);
        RowInfo info = rowOf(piece, line->step);
        info.cut = line->cut;
        // The unit is what stands behind the number; names are left to the table of roles.
        for (const KeyValue& item : line->values)
            m_rows.add(item.key, item.value, item.unit);
        m_ranks.placed(m_rows.finishRow(info, piece));
    }

    void finish() {
        m_rows.finish();
        m_ranks.finish(m_builder);
        m_builder.addNote("Read by the general rule for \"key=value\" and \"key: value\": which key is which quantity "
                          "is known by common names only.");
    }

  private:
    RunBuilder& m_builder;
    ConsoleRows m_rows;
    RankSteps m_ranks;
};

/// At least three lines with a step and the same keys: prose and source code have no such lines.
int sniff(const Head& head) {
    constexpr int fallback = 25;
    constexpr int enough = 3;
    std::map<std::string, int> seen;
    bool found = false;
    forEachPieceOfHead(head.bytes, [&](std::string_view text) {
        const auto line = scan(text, false);
        if (!line)
            return false;
        std::string keys;
        for (const KeyValue& item : line->values)
            keys += std::string(item.key) + "\n";
        return found = ++seen[keys] >= enough;
    });
    return found ? fallback : 0;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<KeyValueReader>(source, job, "keyvalue_console",
                                       "no line with a step and numbers, such as \"step=5 loss=3.66 dt=1.1s\". Check "
                                       "that it is the right file.");
}

} // namespace

const Importer& keyValueConsoleImporter() {
    static const Importer importer{"keyvalue_console",
                                   "Lines of key=value",
                                   "Any text log with a step and numbers on a line, as \"key=value\" or \"key: "
                                   "value\": read when no other format fits.",
                                   {"*.log", "*.txt", "*.out"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
