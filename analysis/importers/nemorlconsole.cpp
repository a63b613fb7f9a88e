#include "analysis/importers/consoleevents.h"
#include "analysis/importers/consoleimport.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/quantity.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

/// "==== Step 10/50 ====": its number.
std::optional<std::int64_t> stepHeader(std::string_view text) {
    constexpr std::string_view word = "== Step ";
    const std::size_t at = text.find(word);
    if (!text.starts_with("=====") || at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = text.substr(at + word.size());
    const auto step = takeInteger(rest);
    return step && (rest.starts_with('/') || rest.starts_with(" =")) ? step : std::nullopt;
}

enum class Section { none, training, timing, performance, validation, validationTiming };

struct SectionTitle {
    std::string_view title;
    Section section;
};

/// Longer titles first: one is the end of another.
constexpr std::array sectionTitles = std::to_array<SectionTitle>({{"Validation Results:", Section::validation},
                                                                  {"Validation Timing:", Section::validationTiming},
                                                                  {"Training Results:", Section::training},
                                                                  {"Performance Metrics:", Section::performance},
                                                                  {"Worker Initialization Timing:", Section::none},
                                                                  {" Timing:", Section::timing}});

std::optional<Section> sectionTitle(std::string_view text) {
    const std::string_view bare = trimmed(text);
    for (const auto& [title, section] : sectionTitles)
        if (bare.size() < 60 && bare.ends_with(title))
            return section;
    return std::nullopt;
}

/// "  • generation: 31.11s (38.5%)" or "    - E2E (Tokens/sec): 4897.46" without its bullet; empty for other lines.
std::string_view bulletText(std::string_view text) {
    const std::string_view bare = trimmed(text);
    for (std::string_view bullet : {"\u2022 ", "- "})
        if (bare.starts_with(bullet) && text.starts_with(' '))
            return trimmed(bare.substr(bullet.size()));
    return {};
}

class NemoReader {
  public:
    explicit NemoReader(RunBuilder& builder) : m_builder(builder), m_events(builder) {
        builder.reading().addStepKey("Step");
    }

    void take(const ConsolePiece& piece) {
        if (const auto step = stepHeader(piece.text)) {
            flushEvents();
            m_step = *step;
            m_row = noRow;
            m_section = Section::none;
        } else if (const auto section = sectionTitle(piece.text)) {
            m_section = *section;
        } else if (const std::string_view item = bulletText(piece.text); !item.empty() && m_section != Section::none) {
            takeItem(item, piece);
        } else if (!takeAnnouncement(piece)) {
            m_events.take(piece.text, piece.line, piece.time);
        }
    }

    void finish() {
        flushEvents();
        m_events.finish();
        m_builder.addNote("Validation and checkpointing lie inside the total step time; validation is not in the list "
                          "of its parts. Parts named NAME/PART lie inside of NAME/total.");
    }

  private:
    static constexpr std::uint32_t noRow = RunBuilder::noSeries;

    /// "generation: 31.11s (38.5%)"; a title of further items has nothing behind its colon.
    void takeItem(std::string_view item, const ConsolePiece& piece) {
        const std::size_t colon = item.rfind(": ");
        if (colon == std::string_view::npos || colon == 0)
            return;
        std::string key = plainText(item.substr(0, colon), 200);
        if (m_section == Section::validation)
            key = "Validation/" + key;
        const auto quantity = readQuantity(item.substr(colon + 2));
        if (m_row == noRow) {
            m_row = m_builder.addRow(rowOf(piece, m_step));
        }
        const std::uint32_t series = m_builder.series(key);
        // The number of a torn line may be half of one.
        if (piece.torn)
            m_builder.addLineIssue(piece.line, "The line is cut inside of the value of " + key + ".", item);
        if (!quantity || piece.torn) {
            m_builder.addMissing(series, m_row);
            return;
        }
        m_builder.addValue(series, m_row, quantity->value);
        if (series != RunBuilder::noSeries && (quantity->unit == "s" || quantity->unit == "ms"))
            m_builder.edit(series).sourceUnit = std::string(quantity->unit);
        if (key == "checkpointing" && m_checkpoint)
            m_checkpoint->durationSeconds = quantity->value;
        if (key == "Total validation time" && m_validation)
            m_validation->durationSeconds = quantity->value;
    }

    /// "Saving checkpoint for step 10..." and "Starting validation at step 10...": how long is said later.
    bool takeAnnouncement(const ConsolePiece& piece) {
        // Every worker says so once more.
        if (piece.text.starts_with("Saving checkpoint to "))
            return true;
        constexpr std::string_view saving = "Saving checkpoint for step ", validating = "Starting validation at step ";
        for (std::string_view word : {saving, validating}) {
            const std::size_t at = piece.text.find(word);
            if (at == std::string_view::npos)
                continue;
            std::string_view rest = piece.text.substr(at + word.size());
            const auto step = takeInteger(rest);
            if (!step)
                continue;
            // A validation before the first step has a row of its own.
            if (m_builder.rowCount() == 0 && m_row == noRow && *step < m_step)
                m_step = *step;
            Event event;
            event.kind = word == saving ? EventKind::checkpoint : EventKind::evaluation;
            event.step = step;
            event.time = piece.time;
            event.place = piece.line;
            event.text = word == saving ? "Checkpoint of step " + std::to_string(*step) : "Validation";
            (word == saving ? m_checkpoint : m_validation) = std::move(event);
            return true;
        }
        return false;
    }

    void flushEvents() {
        for (std::optional<Event>* event : {&m_validation, &m_checkpoint}) {
            if (*event)
                m_builder.addEvent(std::move(**event));
            event->reset();
        }
    }

    RunBuilder& m_builder;
    ConsoleEvents m_events;
    Section m_section = Section::none;
    std::int64_t m_step = 0;
    std::uint32_t m_row = noRow;
    std::optional<Event> m_validation, m_checkpoint;
};

int sniff(const Head& head) {
    constexpr int certain = 95, likely = 65;
    bool step = false, values = false, other = false;
    forEachPieceOfHead(head.bytes, [&](std::string_view text) {
        step = step || stepHeader(text);
        const std::string_view bare = trimmed(text);
        values = values || bare.ends_with("Training Results:") || bulletText(text).starts_with("Total step time: ");
        other = other || text.find("Running synchronous GRPO training") != std::string_view::npos ||
                text.find("Generating responses for batch of size") != std::string_view::npos;
        return step && values;
    });
    return step && values ? certain : step && other ? likely : 0;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<NemoReader>(source, job, "nemo_rl_console",
                                   "no results of NeMo-RL, such as \"Total step time: 80.85s\" below \"Step 10/50\". "
                                   "Open the log in which they are printed.");
}

} // namespace

const Importer& nemoRlConsoleImporter() {
    static const Importer importer{"nemo_rl_console",
                                   "NeMo-RL console",
                                   "Console of NeMo-RL: blocks of bullet lines below \"Step N/M\"; validation and "
                                   "checkpointing lie inside of its total step time.",
                                   {"*.log", "*.txt"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
