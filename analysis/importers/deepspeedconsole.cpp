#include "analysis/importers/consolerows.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/keyvalues.h"

#include <algorithm>

namespace tachograph {

namespace {

/// "epoch=0/micro_step=10/global_step=10, RunningAvgSamplesPerSec=4.87, CurrSamplesPerSec=4.90" or
/// "step=10, skipped=0, lr=[1e-05], mom=[(0.9, 0.999)]": the step and what follows.
struct DeepSpeedLine {
    std::string_view key; ///< "global_step" or "step"
    std::int64_t step = 0;
    std::string_view values;
};

std::optional<DeepSpeedLine> findLine(std::string_view text) {
    for (std::string_view word : {"/global_step=", " step="}) {
        const std::size_t at = text.find(word);
        if (at == std::string_view::npos)
            continue;
        std::string_view rest = text.substr(at + word.size());
        const auto step = takeInteger(rest);
        const bool mine = rest.starts_with(", RunningAvgSamplesPerSec=") || rest.starts_with(", skipped=");
        if (step && mine)
            return DeepSpeedLine{word.substr(1, word.size() - 2), *step, rest.substr(2)};
    }
    return std::nullopt;
}

/// "time (ms) | fwd: 114577.10 | bwd: 231.4 | step: 105.42"
constexpr std::string_view timer = "time (ms) | ";

class DeepSpeedReader {
  public:
    explicit DeepSpeedReader(RunBuilder& builder) : m_builder(builder), m_rows(builder) {}

    void take(const ConsolePiece& piece) {
        if (const auto line = findLine(piece.text)) {
            m_builder.reading().addStepKey(line->key);
            addRow(line->values, line->step, {}, piece);
        } else if (const std::size_t at = piece.text.find(timer); at != std::string_view::npos) {
            // Timer lines carry no step: they belong to the step line in front of them.
            if (m_builder.rowCount() > 0)
                addRow(piece.text.substr(at + timer.size()), m_builder.rows().step.back(), "ms", piece);
        } else {
            m_rows.takeOther(piece);
        }
    }

    void finish() {
        m_rows.finish();
        m_builder.addNote(readBySource);
    }

  private:
    void addRow(std::string_view text, std::int64_t step, std::string_view unit, const ConsolePiece& piece) {
        bool cut = false;
        std::string plain(text);
        // "lr=[1e-05, 1e-05]": of several parameter groups the first.
        std::erase(plain, '[');
        for (const KeyValue& item : keyValuesOf(plain, piece.torn, &cut))
            m_rows.add(item.key, item.value, item.unit.empty() ? unit : item.unit);
        RowInfo info = rowOf(piece, step);
        info.cut = cut;
        m_rows.finishRow(info, piece);
    }

    RunBuilder& m_builder;
    ConsoleRows m_rows;
};

int sniff(const Head& head) {
    // Below the trainers that print beside DeepSpeed: their own lines say more.
    constexpr int certain = 80;
    return certainIfAnyPiece(head.bytes, certain, [](std::string_view text) { return findLine(text).has_value(); });
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<DeepSpeedReader>(source, job, "deepspeed_console",
                                        "no line of DeepSpeed's engine, such as \"global_step=10, "
                                        "RunningAvgSamplesPerSec=4.87\". Open the log in which they are printed.");
}

} // namespace

const Importer& deepSpeedConsoleImporter() {
    static const Importer importer{"deepspeed_console",
                                   "DeepSpeed console (no real file seen)",
                                   "Console of DeepSpeed's engine: samples per second, learning rate and timers in ms "
                                   "by step; made from its source, no real file seen.",
                                   {"*.log", "*.txt"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
