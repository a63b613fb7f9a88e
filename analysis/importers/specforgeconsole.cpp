#include "analysis/importers/labelleddicts.h"

namespace tachograph {

namespace {

/// "step 120: {'loss': 2.5, 'perf/optimizer_step_time_s': 3.25}"
bool isSpecForge(const LabelledDict& found) {
    return found.label == "step" && (found.dict.find("'perf/optimizer_step") != std::string_view::npos ||
                                     found.dict.find("'perf/train_compute_time_s'") != std::string_view::npos);
}

class SpecForgeReader {
  public:
    explicit SpecForgeReader(RunBuilder& builder) : m_builder(builder), m_rows(builder) {
        builder.reading().addStepKey("step");
    }

    void take(const ConsolePiece& piece) {
        const auto found = findLabelledDict(piece.text);
        if (found && found->label == "step")
            m_rows.addRow(found->dict, found->number, piece);
        else
            m_rows.takeOther(piece);
    }

    void finish() {
        m_rows.finish();
        m_builder.addNote(readBySource);
    }

  private:
    RunBuilder& m_builder;
    LabelledDictRows m_rows;
};

int sniff(const Head& head) {
    constexpr int certain = 96;
    return certainIfAnyPiece(head.bytes, certain, [](std::string_view text) {
        const auto dict = findLabelledDict(text);
        return dict && isSpecForge(*dict);
    });
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<SpecForgeReader>(source, job, "specforge_console",
                                        "no line of SpecForge, such as \"step 120: {'perf/optimizer_step_time_s': "
                                        "3.25}\". Open the log in which they are printed.");
}

} // namespace

const Importer& specForgeConsoleImporter() {
    static const Importer importer{"specforge_console",
                                   "SpecForge console (no real file seen)",
                                   "Console of SpecForge, a trainer of drafters: \"step N: {...}\" with its phases; "
                                   "made from its source, no real file seen.",
                                   {"*.log", "*.txt"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
