#pragma once

#include "analysis/run/event.h"
#include "analysis/run/readingrecord.h"
#include "analysis/run/rows.h"
#include "analysis/run/series.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// A blemish of a recording that was read all the same: where, and what was found and done.
struct Issue {
    std::uint64_t place = 0; ///< line number or byte offset; 0 when it concerns the whole file
    std::string where;       ///< "line 38", "byte 4,096 of run.wandb", or a file name
    std::string text;        ///< one sentence: what was found, what was done
    std::string excerpt;     ///< the beginning of the line, at most 120 bytes; may be empty
};

/// All issues are counted, the first `kept` of them are kept in full.
struct Issues {
    static constexpr std::size_t most = 100;
    std::size_t total = 0;
    std::vector<Issue> kept;
};

struct SourceFile {
    std::string name;   ///< base name
    std::string path;   ///< as given
    std::string sha256; ///< 64 hexadecimal digits; empty when it could not be computed
    std::uint64_t bytes = 0;
};

/// Flattened settings, key -> text of the scalar as recorded. Nested keys are joined with '.'.
using Settings = std::map<std::string, std::string>;

/// Everything a recording says about one run. Made by RunBuilder only, then never changed: safe to share between
/// threads.
struct RunData {
    std::string name;   ///< for people; base name of the file without its ending, or the run's own name
    std::string path;   ///< as given, with #NAME for one run of a container
    std::string format; ///< importer id
    Rows rows;
    std::vector<Attempt> attempts;
    std::vector<Series> series; ///< logged ones in order of first appearance, then derived ones
    std::vector<Event> events;  ///< in log order
    Settings config;            ///< what the user chose: batch size, budgets, learning rate
    Settings environment;       ///< what it ran on: package versions, "cuda", "gpus", host
    Issues issues;
    std::vector<SourceFile> sources;
    std::vector<std::string> notes; ///< things to know about the recording: "rates are averages since the start"
    ReadingRecord reading;          ///< what was decided while it was read
    RepeatRule repeatRule = RepeatRule::last;
    bool placesAreLines = true; ///< Rows::place counts lines, else bytes
};

class Run {
  public:
    explicit Run(RunData data);

    [[nodiscard]] const std::string& name() const { return m_data.name; }
    [[nodiscard]] const std::string& path() const { return m_data.path; }
    [[nodiscard]] const std::string& format() const { return m_data.format; }
    [[nodiscard]] const Rows& rows() const { return m_data.rows; }
    [[nodiscard]] const std::vector<Attempt>& attempts() const { return m_data.attempts; }
    [[nodiscard]] const std::vector<Series>& series() const { return m_data.series; }
    [[nodiscard]] const std::vector<Event>& events() const { return m_data.events; }
    [[nodiscard]] const Settings& config() const { return m_data.config; }
    [[nodiscard]] const Settings& environment() const { return m_data.environment; }
    [[nodiscard]] const Issues& issues() const { return m_data.issues; }
    [[nodiscard]] const std::vector<SourceFile>& sources() const { return m_data.sources; }
    [[nodiscard]] const std::vector<std::string>& notes() const { return m_data.notes; }
    [[nodiscard]] const ReadingRecord& reading() const { return m_data.reading; }
    [[nodiscard]] RepeatRule repeatRule() const { return m_data.repeatRule; }
    [[nodiscard]] bool placesAreLines() const { return m_data.placesAreLines; }

    /// The series to use for a role: a current one before an average since the start, a logged one before a derived
    /// one, else the first. nullptr when the quantity is not logged and cannot be derived.
    [[nodiscard]] const Series* forRole(std::string_view role) const;
    /// nullptr when there is no such key.
    [[nodiscard]] const Series* forKey(std::string_view key) const;

    /// Takes the data out of a run that is no longer needed: how RunBuilder adds to one that nobody has seen yet.
    [[nodiscard]] RunData takeData() && { return std::move(m_data); }

    [[nodiscard]] SeriesFigures figures(const Series& series) const;

    /// Different steps in the recording, and the smallest and largest of them (0, 0, 0 when there are no rows).
    [[nodiscard]] std::size_t stepCount() const { return m_stepCount; }
    [[nodiscard]] std::int64_t firstStep() const { return m_firstStep; }
    [[nodiscard]] std::int64_t lastStep() const { return m_lastStep; }

  private:
    RunData m_data;
    std::size_t m_stepCount = 0;
    std::int64_t m_firstStep = 0, m_lastStep = 0;
};

} // namespace tachograph
