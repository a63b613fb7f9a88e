#include "analysis/importers/importer.h"

#include "analysis/core/text.h"
#include "analysis/importers/consoleevents.h"
#include "analysis/importers/consolelines.h"
#include "analysis/importers/mergingrows.h"
#include "analysis/importers/metricdict.h"
#include "analysis/importers/names.h"
#include "analysis/importers/trainerevents.h"
#include "analysis/importers/trlsteps.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::string_view banner = "***** Running training *****";

/// Where a dict of the trainer begins; nothing when the text holds none.
struct FoundDict {
    std::size_t at = 0;
    MetricDict dict;
};

bool isTrainerDict(const MetricDict& dict) {
    if (dict.values.size() < 2 || dict.words > dict.values.size())
        return false;
    return dict.has("epoch") || dict.has("loss") || dict.has("eval_loss") || dict.has("train_runtime");
}

std::optional<FoundDict> findTrainerDict(std::string_view text) {
    constexpr int mostTries = 4;
    std::size_t at = text.find("{'");
    for (int tries = 0; at != std::string_view::npos && tries < mostTries; ++tries) {
        // A word in front belongs to the formats of other trainers: "step 120: {'loss': ...".
        const std::string_view before = trimmed(text.substr(0, at));
        if (!before.ends_with(':') && !before.ends_with('=')) {
            MetricDict dict = readMetricDict(text.substr(at));
            if (isTrainerDict(dict))
                return FoundDict{at, std::move(dict)};
        }
        at = text.find("{'", at + 2);
    }
    return std::nullopt;
}

TrlSteps::Kind kindOf(const MetricDict& dict) {
    if (dict.has("train_runtime"))
        return TrlSteps::Kind::end;
    const bool evaluation =
        std::ranges::any_of(dict.values, [](const auto& item) { return item.first.starts_with("eval_"); });
    return evaluation && !dict.has("loss") ? TrlSteps::Kind::evaluation : TrlSteps::Kind::training;
}

/// First pass: where the bars and dicts are.
class StepFinder {
  public:
    explicit StepFinder(TrlSteps& steps) : m_steps(steps) {}

    void take(std::string_view text) {
        if (trimmed(text).empty()) {
            m_wiped = m_wiped || text.size() > 20;
            return;
        }
        std::size_t from = 0;
        while (const auto bar = findProgressBar(text, from)) {
            m_steps.addBar(*bar, m_wiped);
            m_wiped = false;
            from = bar->end;
        }
        m_wiped = m_wiped && from == 0 && text.find("{'") != std::string_view::npos;
        if (const auto found = findTrainerDict(text.substr(from)))
            m_steps.addDict(kindOf(found->dict), found->dict.find("epoch"));
    }

  private:
    TrlSteps& m_steps;
    bool m_wiped = false; ///< a row of blanks was printed over the bar
};

/// Second pass: the rows.
class TrlReader {
  public:
    TrlReader(RunBuilder& builder, const TrlSteps& steps)
        : m_builder(builder), m_steps(steps), m_rows(builder), m_events(builder) {}

    void take(const ConsolePiece& piece) {
        std::string_view text = piece.text;
        while (const auto bar = findProgressBar(text))
            text.remove_prefix(bar->end);
        if (const auto found = findTrainerDict(text)) {
            addRow(found->dict, piece);
            return;
        }
        if (m_builder.rowCount() == 0 && takeSetting(text))
            return;
        m_events.take(text, piece.line, piece.time);
    }

    void finish() {
        m_events.finish();
        m_builder.reading().stepSentence = m_steps.how();
        m_builder.reading().stepsCounted = m_steps.counted();
        if (m_words > 0)
            m_builder.addIssue(
                {0,
                 "whole recording",
                 formatCount(static_cast<std::int64_t>(m_words)) + " values are no numbers and were left out.",
                 {}});
    }

  private:
    void addRow(const MetricDict& dict, const ConsolePiece& piece) {
        if (m_next >= m_steps.places().size())
            return;
        const TrlSteps::Place& place = m_steps.places()[m_next++];
        if (place.restart) {
            m_builder.startAttempt("the progress starts again");
            m_rows.separate();
        }
        for (const auto& [key, value] : dict.values)
            m_rows.add(m_builder.series(key), value);
        for (const std::string& key : dict.missing)
            m_rows.addMissing(m_builder.series(key));
        m_words += dict.words;
        RowInfo info;
        info.step = place.step;
        info.place = piece.line;
        info.time = piece.time.value_or(RowInfo::none);
        info.elapsed = place.elapsed.value_or(RowInfo::none);
        info.elapsedResolution = place.elapsed ? 1.0 : RowInfo::none;
        info.cut = piece.text.find('}', piece.text.find("{'")) == std::string_view::npos;
        m_rows.finishRow(info);
        if (info.cut)
            m_builder.addLineIssue(piece.line, "The line is cut; what stands before the cut was kept.",
                                   plainText(piece.text, 120));
        const auto kind = kindOf(dict);
        addTrainerEvents(m_builder,
                         {kind == TrlSteps::Kind::evaluation, kind == TrlSteps::Kind::end, dict.find("eval_runtime"),
                          dict.find("train_runtime")},
                         place.step, piece.line);
    }

    /// "  Num examples = 7,473" below the banner.
    bool takeSetting(std::string_view text) {
        if (text.find(banner) != std::string_view::npos) {
            m_inBanner = true;
            return true;
        }
        const std::size_t equals = text.find(" = ");
        m_inBanner = m_inBanner && text.starts_with("  ") && equals != std::string_view::npos;
        if (m_inBanner)
            m_builder.setConfig(plainText(trimmed(text.substr(0, equals)), 200),
                                plainText(trimmed(text.substr(equals + 3)), 200));
        return m_inBanner;
    }

    RunBuilder& m_builder;
    const TrlSteps& m_steps;
    MergingRows m_rows;
    ConsoleEvents m_events;
    std::size_t m_next = 0, m_words = 0;
    bool m_inBanner = false;
};

int sniff(const Head& head) {
    constexpr int certain = 92, likely = 50;
    int sure = 0;
    forEachPieceOfHead(head.bytes, [&](std::string_view text) {
        if (text.find("{'") != std::string_view::npos && findTrainerDict(text))
            sure = certain;
        else if (text.find(banner) != std::string_view::npos)
            sure = std::max(sure, likely);
        return sure == certain;
    });
    return sure;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    TrlSteps steps;
    StepFinder finder(steps);
    if (!forEachConsolePiece(source, job, [&finder](const ConsolePiece& piece) { finder.take(piece.text); }))
        return Error{canceledMessage};
    steps.finish();
    std::vector<RunBuilder> runs;
    runs.emplace_back(stemOf(source.name()), source.path(), "trl_console");
    TrlReader reader(runs.front(), steps);
    const auto take = [&](const ConsolePiece& piece) {
        reader.take(piece);
        runs.front().reading().lines = piece.line;
    };
    if (!forEachConsolePiece(source, job, take))
        return Error{canceledMessage};
    reader.finish();
    if (runs.front().rowCount() == 0)
        return Error{source.path() + ": it holds no dict of a trainer, such as \"{'loss': 0.1, 'epoch': 0.5}\". "
                                     "Open the log in which they are printed, or trainer_state.json."};
    return runs;
}

} // namespace

const Importer& trlConsoleImporter() {
    static const Importer importer{"trl_console",
                                   "Trainer console",
                                   "Console of TRL, the Hugging Face Trainer and its relatives: a Python dict a log "
                                   "step; the step numbers come from the progress bar. Of axolotl and unsloth, no real "
                                   "file seen.",
                                   {"*.log", "*.txt", "*.out"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
