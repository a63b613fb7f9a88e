#include "analysis/importers/verlconsole.h"

#include "analysis/core/linereader.h"
#include "analysis/core/text.h"
#include "analysis/importers/consoleevents.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/names.h"
#include "analysis/importers/verlstep.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace tachograph {

namespace {

/// Characters after which the W&B console capture cuts a line.
constexpr std::size_t trackerLineLimit = 4096;
constexpr std::size_t longestDict = std::size_t{1} << 20;

class VerlReader {
  public:
    VerlReader(Source& source, RunBuilder& builder) : m_source(source), m_builder(builder), m_events(builder) {
        builder.reading().addStepKey("step");
    }

    /// False when canceled.
    bool read(const Job& job) {
        LineReader lines(m_source, LineReader::CarriageReturn::split);
        std::uint64_t untilAsked = 0;
        while (const auto line = lines.next()) {
            if (++untilAsked % 1024 == 0) {
                if (job.canceled())
                    return false;
                job.report(lines.progress());
            }
            take(*line);
            m_builder.reading().lines = line->number;
        }
        endDict();
        addPending(std::nullopt, {});
        m_events.finish();
        if (m_words > 0)
            m_builder.addIssue(
                {0,
                 "whole recording",
                 formatCount(static_cast<std::int64_t>(m_words)) + " values are no numbers and were left out.",
                 {}});
        return true;
    }

  private:
    /// A checkpoint or validation that was announced, until the step line tells how long it took.
    struct Announced {
        EventKind kind = EventKind::note;
        std::int64_t step = 0;
        std::string text;
        std::uint64_t line = 0;
        std::optional<double> time;
    };

    void take(const Line& line) {
        std::string colourless;
        std::string_view plain = line.text;
        if (plain.find('\x1b') != std::string_view::npos)
            plain = colourless = stripAnsi(plain);
        const ConsoleLine console = stripPrefixes(plain);
        const std::size_t at = findVerlStep(console.text);
        if (at != std::string_view::npos) {
            endDict();
            const bool cutByTracker = line.text.size() == trackerLineLimit;
            takeStep(console.text.substr(at), cutByTracker || line.cut || !line.complete, line.number, console.time);
            return;
        }
        if (!takeDict(console.text))
            takeOther(console.text, line.number, console.time);
    }

    void takeStep(std::string_view text, bool endMissing, std::uint64_t line, std::optional<double> time) {
        const auto step = scanVerlStep(text, endMissing);
        if (!step)
            return;
        addPending(step->step, {});
        RowInfo info;
        info.step = step->step;
        info.place = line;
        info.time = time.value_or(RowInfo::none);
        const std::uint32_t row = m_builder.addRow(info);
        for (const auto& [key, value] : step->values)
            m_builder.addValue(m_builder.series(key), row, value);
        for (std::string_view key : step->missing)
            m_builder.addMissing(m_builder.series(key), row);
        m_words += step->words.size();
        if (step->cut)
            noteCut(*step, row, line, text);
        addPending(std::nullopt, *step);
    }

    void noteCut(const VerlStep& step, std::uint32_t row, std::uint64_t line, std::string_view text) {
        if (!step.cutKey.empty())
            m_builder.addMissing(m_builder.series(step.cutKey), row);
        const std::string what =
            step.cutKey.empty() ? std::string("its last key") : "the value of " + plainText(step.cutKey, 120);
        m_builder.addLineIssue(line,
                               "The line of step " + std::to_string(step.step) + " is cut inside of " + what +
                                   "; what stands before the cut was kept.",
                               plainText(text, 120));
    }

    /// Adds the announced events that do not belong to the step `next`; with no next, all of them, with the durations
    /// that the line `step` gives, and those that only the line tells of.
    void addPending(std::optional<std::int64_t> next, const VerlStep& step) {
        std::vector<Announced> later;
        for (Announced& announced : m_announced) {
            if (next && announced.step == *next)
                later.push_back(std::move(announced));
            else
                addEvent(announced, announced.step == step.step ? durationOf(announced.kind, step) : std::nullopt);
        }
        for (EventKind kind : {EventKind::evaluation, EventKind::checkpoint}) {
            const bool known = std::ranges::any_of(m_announced, [&](const Announced& announced) {
                return announced.kind == kind && announced.step == step.step;
            });
            const auto duration = durationOf(kind, step);
            if (!next && duration && !known)
                addEvent({kind, step.step, kind == EventKind::evaluation ? "Validation" : "Checkpoint",
                          m_builder.rows().place.back(), std::nullopt},
                         duration);
        }
        m_announced = std::move(later);
    }

    static std::optional<double> durationOf(EventKind kind, const VerlStep& step) {
        const std::string_view key = kind == EventKind::evaluation ? "timing_s/testing" : "timing_s/save_checkpoint";
        const auto found = std::ranges::find(step.values, key, &VerlStep::Value::key);
        return found != step.values.end() && std::isfinite(found->value) && found->value > 0.0
                   ? std::optional(found->value)
                   : std::nullopt;
    }

    void addEvent(const Announced& announced, std::optional<double> duration) {
        Event event;
        event.kind = announced.kind;
        event.step = announced.step;
        event.text = announced.text;
        event.place = announced.line;
        event.time = announced.time;
        event.durationSeconds = duration;
        m_builder.addEvent(std::move(event));
    }

    /// The configuration that verl prints before it starts, one dict over many lines. True when the line belongs to it.
    bool takeDict(std::string_view text) {
        if (m_inDict) {
            const bool goesOn = !text.empty() && (text.front() == ' ' || text.front() == '\'');
            if (goesOn && m_dict.size() + text.size() < longestDict) {
                m_dict += '\n';
                m_dict += text;
                return true;
            }
            endDict();
        }
        if (m_builder.rowCount() > 0)
            return false;
        constexpr std::string_view rayArguments = "ray init kwargs: ";
        if (text.starts_with(rayArguments)) {
            m_dictPrefix = "ray_init";
            text.remove_prefix(rayArguments.size());
        } else {
            m_dictPrefix.clear();
        }
        if (!text.starts_with("{'"))
            return false;
        m_inDict = true;
        m_dict = text.substr(0, longestDict);
        return true;
    }

    void endDict() {
        if (!m_inDict)
            return;
        m_inDict = false;
        // A line end closes the last value: pretty-printing never breaks a number.
        for (auto& [key, value] : flattenPythonDict(m_dict + "\n", m_dictPrefix))
            m_builder.setConfig(plainText(key, 300), plainText(value, 1000));
        m_dict.clear();
    }

    void takeOther(std::string_view text, std::uint64_t line, std::optional<double> time) {
        constexpr std::string_view folder = "local_global_step_folder: ", validation = "test_gen_batch meta info: ",
                                   stepOfValidation = "'global_steps': ", host = "TaskRunner hostname: ";
        if (text.starts_with(folder)) {
            const std::string_view path = trimmed(text.substr(folder.size()));
            if (const auto step = stepInPath(path))
                announce({EventKind::checkpoint, *step,
                          "Checkpoint " + plainText(path.substr(path.find_last_of('/') + 1), 100), line, time});
        } else if (const std::size_t at = text.find(stepOfValidation);
                   text.starts_with(validation) && at != std::string_view::npos) {
            std::string_view rest = text.substr(at + stepOfValidation.size());
            if (const auto step = takeInteger(rest))
                announce({EventKind::evaluation, *step, "Validation", line, time});
        } else if (text.starts_with(host)) {
            m_builder.setEnvironment("host", plainText(text.substr(host.size(), text.find(',') - host.size()), 100));
        } else {
            m_events.take(text, line, time);
        }
    }

    /// A validation in several batches says so several times.
    void announce(Announced announced) {
        for (const Announced& before : m_announced)
            if (before.kind == announced.kind && before.step == announced.step)
                return;
        m_announced.push_back(std::move(announced));
        if (m_announced.size() > 16)
            addPending(std::nullopt, VerlStep{-1, {}, {}, {}, false, {}});
    }

    Source& m_source;
    RunBuilder& m_builder;
    ConsoleEvents m_events;
    std::vector<Announced> m_announced;
    bool m_inDict = false;
    std::string m_dict, m_dictPrefix;
    std::size_t m_words = 0;
};

int sniff(const Head& head) {
    const std::string text = stripAnsi(head.bytes);
    constexpr int certain = 95, likely = 60;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
        const std::string_view line = stripPrefixes(rest.substr(0, end)).text;
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::size_t at = findVerlStep(line);
        if (at == std::string_view::npos)
            continue;
        const auto step = scanVerlStep(line.substr(at), true);
        if (step && !step->values.empty())
            return certain;
    }
    // The step lines may begin behind a long configuration.
    for (std::string_view sign : {"{'actor_rollout_ref':", "latest_checkpointed_iteration.txt", "(TaskRunner pid="})
        if (text.find(sign) != std::string::npos)
            return likely;
    return findVerlStep(text) == 0 ? likely : 0;
}

Result<std::vector<RunBuilder>> read(Source& source, const Job& job) {
    std::vector<RunBuilder> runs;
    runs.emplace_back(stemOf(source.name()), source.path(), "verl_console");
    VerlReader reader(source, runs.front());
    if (!reader.read(job))
        return Error{canceledMessage};
    if (runs.front().rowCount() == 0)
        return Error{source.path() + ": it holds no step line of verl, such as \"step:3 - timing_s/step:364.7\". "
                                     "Open the log in which they are printed."};
    return runs;
}

} // namespace

const Importer& verlConsoleImporter() {
    static const Importer importer{"verl_console",
                                   "verl console",
                                   "Console of verl, plain or under Ray: a line \"step:N - key:value - ...\" a step; "
                                   "checkpoints and validations lie outside of its step time.",
                                   {"*.log", "*.txt"},
                                   sniff,
                                   read};
    return importer;
}

} // namespace tachograph
