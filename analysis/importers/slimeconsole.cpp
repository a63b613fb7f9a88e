#include "analysis/importers/labelleddicts.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

/// Two processes print a "perf N" line each; "step N" counts optimizer steps, the others count rollouts.
constexpr std::array<std::string_view, 4> labels = {"perf", "rollout", "eval", "step"};

bool isSlime(const LabelledDict& found) {
    if (std::ranges::find(labels, found.label) == labels.end())
        return false;
    const std::string_view key = found.dict.substr(2);
    return found.label == "step" ? key.starts_with("train/")
                                 : key.starts_with("perf/") || key.starts_with("rollout/") || key.starts_with("eval/");
}

class SlimeReader {
  public:
    explicit SlimeReader(RunBuilder& builder) : m_builder(builder), m_rows(builder) {}

    void take(const ConsolePiece& piece) {
        const auto found = findLabelledDict(piece.text);
        if (!found || !isSlime(*found)) {
            m_rows.takeOther(piece);
            return;
        }
        const bool training = found->label == "step";
        if (!training)
            m_rollout = found->number;
        if (!training || !m_rollout)
            m_builder.reading().addStepKey(found->label);
        // A log without any rollout line has the optimizer steps only.
        m_rows.addRow(found->dict, training ? m_rollout.value_or(found->number) : found->number, piece);
        m_training = m_training || training;
    }

    void finish() {
        m_rows.finish();
        if (m_training && m_rollout)
            m_builder.reading().stepSentence =
                "Steps are rollouts; values of optimizer steps lie at the rollout they belong to.";
        m_builder.addNote(readBySourceAndQuote);
    }

  private:
    RunBuilder& m_builder;
    LabelledDictRows m_rows;
    std::optional<std::int64_t> m_rollout;
    bool m_training = false;
};

int sniff(const Head& head) {
    constexpr int certain = 95;
    return certainIfAnyPiece(head.bytes, certain, [](std::string_view text) {
        const auto dict = findLabelledDict(text);
        return dict && isSlime(*dict) && dict->dict.find("perf/optimizer_step") == std::string_view::npos;
    });
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<SlimeReader>(source, job, "slime_console",
                                    "no line of slime, such as \"perf 0: {'perf/rollout_time': 98.6}\". Open the log "
                                    "in which they are printed.");
}

} // namespace

const Importer& slimeConsoleImporter() {
    static const Importer importer{"slime_console",
                                   "slime console (no real file seen)",
                                   "Console of slime and miles: \"perf N: {...}\", \"rollout N: {...}\", \"step N: "
                                   "{...}\"; made from their source, no real file seen.",
                                   {"*.log", "*.txt"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
