#include "analysis/importers/consolerows.h"
#include "analysis/importers/keyvalues.h"
#include "analysis/importers/stepkeys.h"

#include <algorithm>
#include <array>
#include <map>

namespace tachograph {

namespace {

bool isStepKey(std::string_view key) {
    return key == "global_step" || key == "step";
}

/// "train/loss", "val/loss_epoch", "profile/step_ms"
bool isMetricKey(std::string_view key) {
    constexpr std::array groups = std::to_array<std::string_view>({"train/", "val/", "profile/"});
    return std::ranges::any_of(groups, [key](std::string_view group) { return key.starts_with(group); });
}

/// The keys and numbers of a line of metrics; nothing of other lines.
std::vector<KeyValue> metricsOf(std::string_view text, bool torn, bool* cut) {
    constexpr std::size_t longestLine = 20'000;
    if (text.size() > longestLine || text.find('=') == std::string_view::npos)
        return {};
    auto values = keyValuesOf(text, torn, cut);
    const bool some =
        std::ranges::any_of(values, [](const KeyValue& item) { return isMetricKey(item.key) || isStepKey(item.key); });
    return some ? values : std::vector<KeyValue>();
}

/// A record is "train/loss=2.5 profile/step_ms=812.0 epoch=0 global_step=120", broken at blanks into several lines
/// where the terminal is narrow. The step ends it.
class SpeculatorsReader {
  public:
    explicit SpeculatorsReader(RunBuilder& builder) : m_builder(builder), m_rows(builder) {}

    void take(const ConsolePiece& piece) {
        bool cut = false;
        const auto values = metricsOf(piece.text, piece.torn, &cut);
        if (values.empty() && !cut)
            m_rows.takeOther(piece);
        for (const KeyValue& item : values) {
            if (isStepKey(item.key))
                endRecord(item, piece);
            else
                addValue(item, piece);
        }
        if (cut)
            endWithTornStep(piece);
    }

    void finish() {
        m_rows.finish();
        drop();
        if (m_dropped > 0)
            m_builder.addIssue(
                {0,
                 "whole recording",
                 "Records without a step, left out: " + formatCount(static_cast<std::int64_t>(m_dropped)) + ".",
                 {}});
        m_builder.addNote(readBySource);
    }

  private:
    void addValue(const KeyValue& item, const ConsolePiece& piece) {
        // A key that comes again belongs to the next record: the step of this one is lost.
        if (m_pending.contains(std::string(item.key)) || m_pending.size() >= mostKeys)
            drop();
        if (m_pending.empty())
            m_place = rowOf(piece, 0);
        m_pending.emplace(item.key, item.value);
    }

    void endRecord(const KeyValue& item, const ConsolePiece& piece) {
        const auto step = stepFromNumber(item.value);
        if (m_pending.empty() || !step)
            return drop();
        m_builder.reading().addStepKey(item.key);
        m_place.step = *step;
        for (const auto& [key, value] : m_pending)
            m_rows.add(key, value);
        m_rows.finishRow(m_place, piece);
        m_pending.clear();
    }

    /// A step that reaches to the end of the recording may be half a number; it is whole when it is the next one.
    void endWithTornStep(const ConsolePiece& piece) {
        const auto values = keyValuesOf(piece.text, false);
        const auto& rows = m_builder.rows().step;
        if (values.empty() || !isStepKey(values.back().key) || rows.size() < 2)
            return;
        const std::int64_t next = 2 * rows.back() - rows[rows.size() - 2];
        if (stepFromNumber(values.back().value) == next)
            endRecord(values.back(), piece);
    }

    void drop() {
        m_dropped += m_pending.empty() ? 0 : 1;
        m_pending.clear();
    }

    static constexpr std::size_t mostKeys = 2'000;

    RunBuilder& m_builder;
    ConsoleRows m_rows;
    std::map<std::string, double> m_pending;
    RowInfo m_place;
    std::size_t m_dropped = 0;
};

int sniff(const Head& head) {
    constexpr int certain = 94;
    bool metric = false, step = false;
    forEachPieceOfHead(head.bytes, [&](std::string_view text) {
        const bool mine = text.find("profile/step_ms=") != std::string_view::npos ||
                          text.find("train/loss=") != std::string_view::npos;
        metric = metric || mine;
        step = step || (metric && text.find("global_step=") != std::string_view::npos);
        return metric && step;
    });
    return metric && step ? certain : 0;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<SpeculatorsReader>(source, job, "speculators_console",
                                          "no record of vllm speculators, such as \"train/loss=2.5 "
                                          "profile/step_ms=812.0 global_step=120\". Open the log in which they are "
                                          "printed.");
}

} // namespace

const Importer& speculatorsConsoleImporter() {
    static const Importer importer{
        "speculators_console",
        "vllm speculators console (no real file seen)",
        "Console of vllm speculators, a trainer of drafters: \"train/...=... "
        "profile/step_ms=... global_step=N\", times in ms; made from its source, no real file "
        "seen.",
        {"*.log", "*.txt"},
        sniff,
        read};
    return importer;
}

} // namespace tachograph
