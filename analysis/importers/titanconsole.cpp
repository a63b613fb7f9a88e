#include "analysis/core/text.h"
#include "analysis/importers/consolerows.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/quantity.h"
#include "analysis/importers/ranksteps.h"

#include <algorithm>

namespace tachograph {

namespace {

constexpr std::string_view stepKey = "step:", validate = "validate ";

bool isKeyCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// A line "step: 10  loss: 11.78  tps: 70,593" from its "step:" on.
struct TitanStep {
    std::int64_t step = 0;
    bool validation = false;
    std::string_view values;
};

std::optional<TitanStep> findStep(std::string_view text) {
    for (std::size_t at = text.find(stepKey); at != std::string_view::npos; at = text.find(stepKey, at + 1)) {
        if (at > 0 && text[at - 1] != ' ')
            continue;
        std::string_view rest = trimmed(text.substr(at + stepKey.size()));
        TitanStep found;
        const auto step = takeInteger(rest);
        // The values follow behind two blanks: "step:3 - " is another trainer's.
        if (!step || !rest.starts_with("  ") || rest.find(": ") == std::string_view::npos)
            continue;
        found.step = *step;
        found.values = rest;
        found.validation = text.substr(0, at).ends_with(validate);
        return found;
    }
    return std::nullopt;
}

class TitanReader {
  public:
    explicit TitanReader(RunBuilder& builder) : m_builder(builder), m_rows(builder) {
        builder.reading().addStepKey("step");
    }

    void take(const ConsolePiece& piece) {
        if (const auto step = findStep(piece.text))
            addRow(*step, piece);
        else if (!takeOther(piece))
            m_rows.takeOther(piece);
    }

    void finish() {
        m_rows.finish();
        m_ranks.finish(m_builder);
    }

  private:
    void addRow(const TitanStep& step, const ConsolePiece& piece) {
        if (!m_ranks.take(piece.rank, step.step))
            return;
        RowInfo info = rowOf(piece, step.step);
        info.cut = addValues(step, piece.torn);
        if (m_retries && !step.validation)
            m_rows.add("CUDA memory allocation retries", *m_retries);
        m_retries.reset();
        m_ranks.placed(m_rows.finishRow(info, piece));
        if (step.validation)
            m_rows.addEvaluation(step.step, piece);
    }

    /// "loss: 11.78  memory: 29.11GiB(92.83%)  mfu: N/A". True when the last value was left out as half a number.
    bool addValues(const TitanStep& step, bool torn) {
        std::string_view text = step.values;
        while (true) {
            const std::size_t colon = text.find(':');
            if (colon == std::string_view::npos)
                return torn && !trimmed(text).empty();
            std::size_t begin = colon;
            while (begin > 0 && isKeyCharacter(text[begin - 1]))
                --begin;
            const std::string key = (step.validation ? std::string(validate) : std::string()) +
                                    std::string(text.substr(begin, colon - begin));
            text.remove_prefix(colon + 1);
            text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
            const std::size_t end = std::min(text.find(' '), text.size());
            if (torn && end == text.size())
                return true;
            if (begin < colon)
                addValue(key, text.substr(0, end));
            text.remove_prefix(end);
        }
    }

    void addValue(const std::string& key, std::string_view text) {
        const auto quantity = readQuantity(text);
        if (!quantity) {
            m_rows.addMissing(key);
            return;
        }
        m_rows.add(key, quantity->value, quantity->unit);
        // "29.11GiB(92.83%)": the share of the memory there is.
        const auto share = quantity->rest.starts_with('(') ? readQuantity(quantity->rest.substr(1)) : std::nullopt;
        if (share)
            m_rows.add(key + "(" + std::string(share->unit) + ")", share->value, share->unit);
    }

    bool takeOther(const ConsolePiece& piece) {
        constexpr std::string_view saved = "Finished saving the checkpoint", starts = "Training starts at step ",
                                   loading = "Loading the checkpoint ";
        const std::string_view text = piece.text;
        if (const std::size_t at = text.find(saved); at != std::string_view::npos) {
            addCheckpoint(text.substr(at), piece);
            return true;
        }
        if (const std::size_t at = text.find(starts); at != std::string_view::npos) {
            std::string_view rest = text.substr(at + starts.size());
            if (const auto step = takeInteger(rest))
                addStart(*step, piece);
            return true;
        }
        return text.find(loading) != std::string_view::npos || takeRetries(text) || takeSetting(text);
    }

    /// Every rank says so; the step is that of the row before.
    void addCheckpoint(std::string_view text, const ConsolePiece& piece) {
        if (m_builder.rowCount() == m_rowsAtCheckpoint)
            return;
        m_rowsAtCheckpoint = m_builder.rowCount();
        Event event;
        event.kind = EventKind::checkpoint;
        event.time = piece.time;
        event.place = piece.line;
        event.text = "Checkpoint";
        const std::size_t in = text.rfind(" in ");
        const auto seconds = in == std::string_view::npos ? std::nullopt : readQuantity(text.substr(in + 4));
        if (seconds && seconds->value >= 0.0)
            event.durationSeconds = seconds->value;
        m_builder.addEvent(std::move(event));
    }

    void addStart(std::int64_t firstStep, const ConsolePiece& piece) {
        const bool again = m_builder.rowCount() > 0 && m_builder.rowCount() != m_rowsAtStart;
        m_rowsAtStart = m_builder.rowCount();
        if (again)
            m_builder.startAttempt("training starts at step " + std::to_string(firstStep));
        if (firstStep <= 1 || m_resumeLine == piece.line)
            return;
        m_resumeLine = piece.line;
        Event event;
        event.kind = EventKind::resume;
        event.step = firstStep - 1;
        event.time = piece.time;
        event.place = piece.line;
        event.text = "Resumed from the checkpoint of step " + std::to_string(firstStep - 1);
        if (again || m_builder.rowCount() == 0)
            m_builder.addEvent(std::move(event));
    }

    /// "19 CUDA memory allocation retries.": since the start, printed in front of a step line.
    bool takeRetries(std::string_view text) {
        const std::size_t at = text.find(" CUDA memory allocation retries");
        if (at == std::string_view::npos)
            return false;
        const std::size_t begin = text.substr(0, at).find_last_not_of("0123456789");
        if (const auto count = readQuantity(text.substr(begin + 1, at - begin - 1)))
            m_retries = count->value;
        return true;
    }

    bool takeSetting(std::string_view text) {
        constexpr std::string_view trainer = "Trainer is initialized with ", mesh = "with parallelism: ",
                                   version = "torchtitan version: ", device = "CUDA capacity: ";
        const auto behind = [text](std::string_view marker) {
            const std::size_t at = text.find(marker);
            return at == std::string_view::npos ? std::string_view() : text.substr(at + marker.size());
        };
        if (std::string_view list = behind(trainer); !list.empty())
            addSettings(list, ' ');
        else if (list = behind(mesh); !list.empty())
            addParallelism(list);
        else if (list = behind(version); !list.empty())
            m_builder.setEnvironment("torchtitan", plainText(list.substr(0, list.find(' ')), 60));
        else if (list = behind(device); !list.empty())
            m_builder.setEnvironment("gpu", plainText(list.substr(0, list.find(" with ")), 100));
        else
            return false;
        return true;
    }

    /// "local batch size 8, global batch size 16, total steps 20000 (warmup 500)"
    void addSettings(std::string_view list, char separator) {
        while (!list.empty()) {
            const std::size_t end = std::min(list.find(", "), list.size());
            std::string_view item = trimmed(list.substr(0, list.substr(0, end).find(" (")).substr(0, end));
            list.remove_prefix(std::min(end + 2, list.size()));
            const std::size_t cut = item.rfind(separator);
            if (cut != std::string_view::npos && readQuantity(item.substr(cut + 1)))
                m_builder.setConfig(plainText(item.substr(0, cut), 100), plainText(item.substr(cut + 1), 100));
        }
    }

    /// "pp=1, dp_replicate=1, dp_shard=4, cp=1, tp=1, ep=1": the GPUs are the product of those that do not overlap.
    void addParallelism(std::string_view list) {
        addSettings(list, '=');
        double gpus = 1;
        for (const char* degree : {"pp", "dp_replicate", "dp_shard", "cp", "tp"}) {
            const auto found = m_builder.config().find(degree);
            const auto value = found == m_builder.config().end() ? std::nullopt : parseNumber(found->second);
            gpus *= value && *value >= 1.0 ? *value : 0.0;
        }
        if (gpus >= 1.0 && gpus < 1e7)
            m_builder.setEnvironment("gpus", machineNumber(gpus));
    }

    RunBuilder& m_builder;
    ConsoleRows m_rows;
    RankSteps m_ranks;
    std::optional<double> m_retries;
    std::size_t m_rowsAtCheckpoint = static_cast<std::size_t>(-1), m_rowsAtStart = static_cast<std::size_t>(-1);
    std::uint64_t m_resumeLine = 0;
};

int sniff(const Head& head) {
    constexpr int certain = 94, likely = 52;
    int sure = 0;
    forEachPieceOfHead(head.bytes, [&](std::string_view text) {
        const auto step = findStep(text);
        if (step && (step->values.find(" tps:") != std::string_view::npos ||
                     step->values.find(" memory:") != std::string_view::npos))
            sure = certain;
        else if (text.find("torchtitan version") != std::string_view::npos)
            sure = std::max(sure, likely);
        return sure == certain;
    });
    return sure;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    return readConsole<TitanReader>(source, job, "torchtitan_console",
                                    "no step line of torchtitan, such as \"step: 10  loss: 11.78  tps: 70,593\". Open "
                                    "the log in which they are printed.");
}

} // namespace

const Importer& titanConsoleImporter() {
    static const Importer importer{"torchtitan_console",
                                   "torchtitan console",
                                   "Console of torchtitan: a line \"step: N  loss: ...  tps: ...\" every few steps, "
                                   "tok/s of one device; the step time comes from the time stamps.",
                                   {"*.log", "*.txt"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
