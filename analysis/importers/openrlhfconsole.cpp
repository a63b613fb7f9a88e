#include "analysis/importers/consoletext.h"
#include "analysis/importers/keyvalues.h"
#include "analysis/importers/labelleddicts.h"
#include "analysis/importers/progressbar.h"

#include <algorithm>

namespace tachograph {

namespace {

constexpr std::string_view label = "Global step";

/// The bar of older versions: "Train epoch [1/1]: 21%|██ | 841/4096 [1:03:43<4:06:33, 4.54s/it, pg=-0.156, glen=770]".
std::optional<ProgressBar> findTrainBar(std::string_view text) {
    const auto bar = findProgressBar(text);
    const bool mine =
        bar && bar->description.starts_with("Train epoch [") && bar->postfix.find("glen=") != std::string_view::npos;
    return mine ? bar : std::nullopt;
}

class OpenRlhfReader {
  public:
    explicit OpenRlhfReader(RunBuilder& builder) : m_builder(builder), m_rows(builder), m_barRows(builder) {}

    void take(const ConsolePiece& piece) {
        if (m_open && continues(piece.text))
            return;
        endRecord();
        const auto found = findLabelledDict(piece.text);
        if (found && found->label == label)
            beginRecord(*found, piece);
        else if (const auto bar = findTrainBar(piece.text))
            addBar(*bar, piece);
        else
            m_rows.takeOther(piece);
    }

    void finish() {
        endRecord();
        m_rows.finish();
        m_builder.addNote(readBySourceAndQuote);
    }

  private:
    void beginRecord(const LabelledDict& found, const ConsolePiece& piece) {
        m_builder.reading().addStepKey(label);
        m_open = true;
        m_step = found.number;
        m_dict = found.dict;
        m_piece = piece;
        const std::size_t end = piece.text.find("] ");
        m_prefix = end < piece.text.size() - found.dict.size() ? piece.text.substr(0, end + 2) : std::string_view();
        if (found.dict.find('}') != std::string_view::npos)
            endRecord();
    }

    /// A record of several lines: the logger puts the prefix of the first in front of each. Blank pieces are its \r.
    bool continues(std::string_view text) {
        constexpr std::size_t longest = std::size_t{1} << 20;
        if (trimmed(text).empty())
            return true;
        if (m_prefix.empty() || !text.starts_with(m_prefix) || findLabelledDict(text) || m_dict.size() > longest)
            return false;
        m_dict += " " + std::string(text.substr(m_prefix.size()));
        if (text.find('}') != std::string_view::npos)
            endRecord();
        return true;
    }

    void endRecord() {
        if (!m_open)
            return;
        m_open = false;
        m_piece.text = m_dict;
        m_rows.addRow(m_dict, m_step, m_piece);
    }

    /// The bar counts within one epoch.
    void addBar(const ProgressBar& bar, const ConsolePiece& piece) {
        std::string_view epoch = bar.description.substr(bar.description.find('[') + 1);
        const std::int64_t before = std::max<std::int64_t>(takeInteger(epoch).value_or(1), 1) - 1;
        constexpr std::int64_t most = std::int64_t{1} << 26;
        if (bar.done == 0 || before > most || bar.total > most)
            return;
        RowInfo info = rowOf(piece, before * bar.total + bar.done);
        info.elapsed = bar.elapsed.value_or(RowInfo::none);
        info.elapsedResolution = bar.elapsed ? 1.0 : RowInfo::none;
        for (const KeyValue& item : keyValuesOf(bar.postfix, false))
            m_barRows.add(m_builder.series(item.key), item.value);
        m_barRows.finishRow(info);
        if (m_builder.reading().stepKeys.empty())
            m_builder.reading().stepSentence = "Steps are those of the progress bar, counted on from epoch to epoch.";
    }

    RunBuilder& m_builder;
    LabelledDictRows m_rows;
    MergingRows m_barRows;
    bool m_open = false; // a record whose end has not been seen
    std::int64_t m_step = 0;
    std::string m_prefix, m_dict;
    ConsolePiece m_piece; // its first line; the text is m_dict
};

int sniff(const Head& head) {
    constexpr int certain = 94;
    return certainIfAnyPiece(head.bytes, certain, [](std::string_view text) {
        const auto dict = findLabelledDict(text);
        return (dict && dict->label == label) || findTrainBar(text);
    });
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<OpenRlhfReader>(source, job, "openrlhf_console",
                                       "no line of OpenRLHF, such as \"Global step 12: {'timing/generation': 20.5}\". "
                                       "Open the log in which they are printed.");
}

} // namespace

const Importer& openRlhfConsoleImporter() {
    static const Importer importer{"openrlhf_console",
                                   "OpenRLHF console (no real file seen)",
                                   "Console of OpenRLHF: \"Global step N: {...}\", or the progress bar of older "
                                   "versions; made from its source, no real file seen.",
                                   {"*.log", "*.txt"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
