#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/run/metricroles.h"
#include "analysis/run/run.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tachograph {

struct RowColumns;
struct RowPlan;

/// Collects what an importer reads and makes a Run of it: the only way to make one. It finds the attempts, marks
/// superseded rows, gives series their roles and adds the derived series. Bounds protect the machine: what goes over
/// them is counted in one Issue, never silently lost and never an abort.
class RunBuilder {
  public:
    static constexpr std::size_t mostSeries = 20'000;
    static constexpr std::size_t mostEvents = 200'000;
    static constexpr std::size_t mostRows = 0xFFFFFFF0u;

    RunBuilder(std::string name, std::string path, std::string format);

    void setName(std::string name) { m_data.name = std::move(name); }
    void setPath(std::string path) { m_data.path = std::move(path); }
    void setRepeatRule(RepeatRule rule) { m_data.repeatRule = rule; }
    void setPlacesAreBytes() { m_data.placesAreLines = false; }

    /// Appends a row; the number that values and events refer to.
    std::uint32_t addRow(const RowInfo& info);
    /// Appends rows of consecutive lines; the number of the first.
    std::uint32_t addRows(const RowColumns& rows);
    /// So many rows are to come, each with so many values: memory is taken once, not again and again.
    void expectRows(std::size_t rows, std::size_t series);
    [[nodiscard]] std::size_t rowCount() const { return m_data.rows.size(); }
    [[nodiscard]] const Rows& rows() const { return m_data.rows; }

    /// The next row starts a new attempt although its step need not go back: a resume line, a new file.
    void startAttempt(std::string reason);

    /// Number of the series with this key, made on first use. mostSeries and above: noSeries, and one Issue.
    std::uint32_t series(std::string_view key);
    static constexpr std::uint32_t noSeries = 0xFFFFFFFFu;
    /// A logged value, NaN and infinities included. Rows must not decrease within a series; two values of one series in
    /// one row are both kept. Ignored for noSeries.
    void addValue(std::uint32_t series, std::uint32_t row, double value);
    /// One value for each of consecutive rows.
    void addValues(std::uint32_t series, std::uint32_t firstRow, std::span<const double> values);
    /// The row says that there is no value: null, empty, "---".
    void addMissing(std::uint32_t series, std::uint32_t row);
    /// To set unit, scope or averaging where the format itself knows them (the table of roles fills what is left
    /// empty).
    Series& edit(std::uint32_t series) { return m_data.series[series]; }
    [[nodiscard]] std::size_t seriesCount() const { return m_data.series.size(); }

    /// Fills event.row (the last row so far) and, when no step is given, its step from it.
    void addEvent(Event event);
    void addIssue(Issue issue);
    /// Issue at a line of the source: `where` is filled as "line N".
    void addLineIssue(std::uint64_t line, std::string text, std::string_view excerpt = {});
    void addNote(std::string note);
    /// Where the steps come from and what was merged: every importer says it here.
    ReadingRecord& reading() { return m_data.reading; }
    void setConfig(std::string key, std::string value) { m_data.config[std::move(key)] = std::move(value); }
    void setEnvironment(std::string key, std::string value) { m_data.environment[std::move(key)] = std::move(value); }
    [[nodiscard]] const Settings& config() const { return m_data.config; }
    void addSource(SourceFile file) { m_data.sources.push_back(std::move(file)); }
    [[nodiscard]] const std::string& name() const { return m_data.name; }
    [[nodiscard]] const std::string& format() const { return m_data.format; }
    [[nodiscard]] const std::vector<Event>& events() const { return m_data.events; }
    [[nodiscard]] const std::vector<SourceFile>& allSources() const { return m_data.sources; }
    [[nodiscard]] const std::vector<Series>& allSeries() const { return m_data.series; }

    /// Everything that `later` holds follows as a further attempt: a restart that was recorded in a file of its own,
    /// named `fileName`. Settings that differ become config events at its first row.
    void append(RunBuilder later, const std::string& fileName);

    /// Gives the series their roles and units by the table now; build() does it otherwise.
    void settleRoles(const MetricRoles& roles);
    /// Lays `other`, a second recording of the same run, among the rows here as the plan says. The roles of both must
    /// be settled; a role that both have stays with the series here. A series whose key is taken gets the file's name
    /// behind its key. Checkpoints, evaluations and resumes that both have are one event; the answer counts them.
    std::size_t join(RunBuilder other, const RowPlan& plan, const std::string& fileName);

    /// Attempts, superseded rows, roles, derived series. The builder is empty afterwards.
    std::shared_ptr<const Run> build(const MetricRoles& roles, const Job& job = {});

  private:
    static void nameRows(Series& series);
    void findAttempts();
    void markSuperseded();
    std::vector<int> describeSeries(const MetricRoles& roles);
    void joinRows(const Rows& theirs, const RowPlan& plan);
    void joinSeries(std::vector<Series> theirs, const RowPlan& plan, const std::string& fileName);
    std::size_t joinEvents(std::vector<Event> theirs, const RowPlan& plan);
    void joinMarks(const std::vector<std::pair<std::uint32_t, std::string>>& theirs, const RowPlan& plan);

    RunData m_data;
    std::unordered_map<std::string, std::uint32_t> m_seriesByKey;
    std::vector<std::pair<std::uint32_t, std::string>> m_marks; // row -> reason of an attempt that starts there
    std::size_t m_seriesRefused = 0, m_eventsRefused = 0;
    std::size_t m_expectedRows = 0, m_expectedValues = 0;
    std::size_t m_settled = 0; // series that the table of roles has described
};

} // namespace tachograph
