#include "analysis/importers/csvreader.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/splitruns.h"
#include "analysis/importers/wandbpanel.h"

#include "analysis/core/linereader.h"
#include "analysis/core/text.h"

#include <algorithm>

namespace tachograph {

namespace {

/// The header of a table: the first line that is not blank, with its separator; no cells when it is none.
struct Header {
    CsvLine line;
    std::string text; // what `line` points into
    char separator = ',';
    bool stepColumn = false;
};

/// `header` must stay where it is: its cells point into its text.
void findHeader(LineReader& lines, Header& header) {
    while (const auto line = lines.next()) {
        if (trimmed(line->text).empty())
            continue;
        header.text = std::string(line->text);
        break;
    }
    const auto separator = separatorOf(header.text);
    if (!separator)
        return;
    header.separator = *separator;
    header.line.split(header.text, *separator);
    if (!CsvReader::looksLikeHeader(header.line, *separator))
        header.line.cells.clear();
    header.stepColumn = std::ranges::any_of(
        header.line.cells, [](std::string_view cell) { return stepKeyRank(trimmed(cell)).has_value(); });
}

/// Lines that have as many cells as the header, at least half of the filled ones numbers, against lines that have not.
int sniff(const Head& head) {
    Source source = Source::fromBytes(std::string(head.fileName), std::string(head.bytes));
    LineReader lines(source);
    Header header;
    findHeader(lines, header);
    if (header.line.cells.empty())
        return 0;
    std::size_t rows = 0, others = 0;
    CsvLine line;
    while (const auto text = lines.next()) {
        if (trimmed(text->text).empty() || !text->complete)
            continue;
        line.split(text->text, header.separator);
        std::size_t filled = 0, numbers = 0;
        for (const std::string_view cell : line.cells) {
            filled += cell.empty() ? 0 : 1;
            numbers += cellNumber(cell, header.separator) ? 1 : 0;
        }
        const bool row = line.cells.size() == header.line.cells.size() && numbers > 0 && numbers * 2 >= filled;
        ++(row ? rows : others);
    }
    if (others > rows)
        return 0;
    if (rows == 0)
        return header.stepColumn ? 40 : 0;
    return (header.stepColumn ? 85 : 55) - (others > 0 ? 20 : 0);
}

Result<std::vector<RunBuilder>> readTable(Source& source, const Job& job) {
    CsvReader first(source, {});
    if (!first.readAll(job))
        return Error{canceledMessage};
    if (first.rowCount() == 0)
        return Error{source.path() + (source.size() == 0 ? ": it is empty." : ": it holds no row of a table.") +
                     " Check that it is the right file."};
    auto starts = first.split().starts();
    if (starts.empty())
        return first.takeBuilders();
    const std::size_t cutOff = boundStarts(starts);
    CsvReader second(source, starts);
    if (!second.readAll(job))
        return Error{canceledMessage};
    auto builders = second.takeBuilders();
    if (auto shrunk = nameSplitRuns(source, cutOff, builders))
        return std::move(*shrunk);
    for (RunBuilder& builder : builders)
        builder.addNote("One of " + std::to_string(builders.size()) + " runs in the file.");
    return builders;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    source.rewind();
    bool panel = false;
    {
        Source start = Source::fromBytes(source.name(), source.head(Head::bytesAsked));
        LineReader lines(start);
        Header header;
        findHeader(lines, header);
        panel = isWandbPanelHeader(header.line);
    }
    auto runs = panel ? readWandbPanel(source, job) : readTable(source, job);
    if (runs && source.name().starts_with("Train_Samples_"))
        for (RunBuilder& run : *runs)
            run.reading().stepSentence = "DeepSpeed's monitor counts samples, not steps, in the column step.";
    return runs;
}

} // namespace

const Importer& csvImporter() {
    static const Importer importer{
        "csv",
        "CSV or TSV table",
        "A header line and a row a step, separated by commas, semicolons or tabs, such as Lightning's metrics.csv, a "
        "W&B panel export or DeepSpeed's monitor (of that, no real file seen).",
        {"*.csv", "*.tsv"},
        sniff,
        read};
    return importer;
}

} // namespace tachograph
