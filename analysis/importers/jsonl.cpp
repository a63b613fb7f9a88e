#include "analysis/importers/importer.h"
#include "analysis/importers/jsonlreader.h"
#include "analysis/importers/splitruns.h"
#include "analysis/importers/stepkeys.h"

#include "analysis/core/linereader.h"
#include "analysis/core/text.h"

namespace tachograph {

namespace {

/// 90 = every line in the head is a JSON object and one of them counts steps; less when other lines are between them.
int sniff(const Head& head) {
    Source source = Source::fromBytes(std::string(head.fileName), std::string(head.bytes));
    LineReader lines(source);
    JsonRecord record;
    std::size_t objects = 0, others = 0;
    bool steps = false, longRow = false;
    while (const auto line = lines.next()) {
        if (trimmed(line->text).empty())
            continue;
        if (!record.read(line->text)) {
            // The head may end inside a line.
            others += line->complete ? 1 : 0;
            longRow = !line->complete && head.bytes.size() >= Head::bytesAsked && !firstStepKey(line->text).empty();
            continue;
        }
        ++objects;
        for (const JsonField& field : record.fields())
            steps = steps || stepKeyRank(field.key).has_value();
    }
    if (objects == 0)
        return longRow && others == 0 ? 50 : 0;
    if (others > objects)
        return steps && others <= 4 * objects ? 30 : 0;
    return (steps ? 90 : 60) - (others > 0 ? 30 : 0);
}

/// One row of last values: W&B writes it when a run ends.
void noteSummary(const Source& source, std::vector<RunBuilder>& runs) {
    const bool one = runs.size() == 1 && runs.front().rowCount() == 1;
    if (one && source.name() == "wandb-summary.json")
        runs.front().addNote(
            "It is the summary of a W&B run: the last value of each quantity, as one row. The history of "
            "the run is in its run-ID.wandb, or comes from W&B as a CSV file.");
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    const std::string stepKey = JsonlReader::chooseStepKey(source);
    JsonlReader first(source, stepKey, {});
    if (!first.readAll(job))
        return Error{canceledMessage};
    if (first.rowCount() == 0 && first.eventCount() == 0)
        return Error{source.path() + (source.size() == 0 ? ": it is empty." : ": it holds no complete line of JSON.") +
                     " Check that it is the right file."};
    auto starts = first.split().starts();
    if (starts.empty()) {
        auto builders = first.takeBuilders();
        noteSummary(source, builders);
        return builders;
    }
    const std::size_t cutOff = boundStarts(starts);
    JsonlReader second(source, stepKey, starts);
    if (!second.readAll(job))
        return Error{canceledMessage};
    auto builders = second.takeBuilders();
    if (auto shrunk = nameSplitRuns(source, cutOff, builders))
        return std::move(*shrunk);
    for (std::size_t i = 0; i < builders.size(); ++i) {
        const auto& places = builders[i].rows().place;
        builders[i].addNote("One of " + std::to_string(builders.size()) + " runs in the file: lines " +
                            std::to_string(places.front()) + " to " + std::to_string(places.back()) + ".");
    }
    return builders;
}

} // namespace

const Importer& jsonlImporter() {
    static const Importer importer{
        "jsonl",
        "JSON lines",
        "One JSON object a line, flat or nested, such as verl's file logger, LLaMA-Factory's trainer_log.jsonl and "
        "ms-swift's logging.jsonl; lines with \"event\" become events.",
        {"*.jsonl", "*.ndjson", "*.json"},
        sniff,
        read};
    return importer;
}

} // namespace tachograph
