#include "analysis/core/text.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/jsonnumbers.h"
#include "analysis/importers/mergingrows.h"
#include "analysis/importers/rundatabase.h"
#include "analysis/importers/settingsfile.h"
#include "analysis/importers/sidefiles.h"
#include "analysis/importers/stepkeys.h"
#include "analysis/importers/timedvalues.h"

#include <array>
#include <cmath>
#include <deque>
#include <map>

namespace tachograph {

namespace {

constexpr std::size_t mostRuns = 10'000;
constexpr std::int64_t rowsBetweenReports = 1'024;

bool fits(const SqliteDatabase& database) {
    return database.hasColumn("metrics", "run_name") && database.hasColumn("metrics", "metrics") &&
           database.hasColumn("metrics", "step");
}

/// One run of the database while it is read.
struct TrackioRun {
    TrackioRun(const std::string& name, const std::string& path) : builder(name, path, "trackio"), rows(builder) {
        builder.setRepeatRule(RepeatRule::last);
        builder.reading().addStepKey("step");
    }
    RunBuilder builder;
    MergingRows rows;
    TimedValues machine;
};

class TrackioReader {
  public:
    TrackioReader(const SqliteDatabase& database, const Source& source, const Job& job)
        : m_database(database), m_source(source), m_job(job) {}

    Result<std::vector<RunBuilder>> read() {
        readMetrics();
        readMachine();
        readConfigs();
        readAlerts();
        std::vector<RunBuilder> runs;
        for (TrackioRun& run : m_runs) {
            run.machine.finish(run.builder);
            for (const std::string& problem : m_problems)
                run.builder.addIssue({0, m_source.name(), problem, {}});
            runs.push_back(std::move(run.builder));
        }
        return runs;
    }

  private:
    /// The run of a row. Databases of older versions have no run_id: the name tells runs apart.
    TrackioRun* runOf(const SqliteRows& rows, int idColumn, int nameColumn) {
        const std::string name = plainText(rows.text(nameColumn), 200);
        const std::string id = rows.isNull(idColumn) ? "name " + name : "id " + std::string(rows.text(idColumn));
        const auto known = m_index.find(id);
        if (known != m_index.end())
            return known->second;
        if (m_runs.size() >= mostRuns)
            return nullptr;
        TrackioRun& run = m_runs.emplace_back(name.empty() ? id : name, m_source.path());
        m_index.emplace(id, &run);
        return &run;
    }

    void keepProblem(const SqliteRows& rows, const char* table) {
        if (!rows.problem().empty())
            m_problems.push_back(tableProblem(rows, table));
    }

    void readMetrics() {
        const std::int64_t all = m_database.rowCountHint("metrics");
        SqliteRows rows(m_database.handle(),
                        m_database.selectOrNull("metrics", {"run_id", "run_name", "timestamp", "step", "metrics"}));
        std::int64_t number = 0;
        while (rows.next()) {
            if (number++ % rowsBetweenReports == 0) {
                if (m_job.canceled())
                    return;
                m_job.report(all > 0 ? std::min(1.0, static_cast<double>(number) / static_cast<double>(all)) : 0.0);
            }
            TrackioRun* run = runOf(rows, 0, 1);
            if (!run)
                continue;
            const auto step = stepFromNumber(static_cast<double>(rows.integer(3)));
            const bool read =
                step && m_numbers.read(rows.text(4), [run](std::string_view key, std::optional<double> value) {
                    if (value)
                        run->rows.add(run->builder.series(key), *value);
                    else
                        run->rows.addMissing(run->builder.series(key));
                });
            if (!read) {
                run->builder.addLineIssue(static_cast<std::uint64_t>(number),
                                          "Row of the table metrics: it is no log call with a step and was left out.");
                continue;
            }
            RowInfo info;
            info.step = *step;
            info.time = parseTimestamp(rows.text(2)).value_or(RowInfo::none);
            info.place = static_cast<std::uint64_t>(number);
            if (!std::isnan(info.time))
                run->builder.reading().timeKey = "timestamp";
            run->rows.finishRow(info);
        }
        keepProblem(rows, "metrics");
    }

    void readMachine() {
        SqliteRows rows(m_database.handle(),
                        m_database.selectOrNull("system_metrics", {"run_id", "run_name", "timestamp", "metrics"}));
        while (rows.next() && !m_job.canceled()) {
            TrackioRun* run = runOf(rows, 0, 1);
            const auto time = parseTimestamp(rows.text(2));
            if (run && time)
                m_numbers.read(rows.text(3), [&](std::string_view key, std::optional<double> value) {
                    if (value)
                        run->machine.add(run->builder.series(key), *time, *value);
                });
        }
    }

    void readConfigs() {
        SqliteRows rows(m_database.handle(), m_database.selectOrNull("configs", {"run_id", "run_name", "config"}));
        while (rows.next() && !m_job.canceled()) {
            TrackioRun* run = runOf(rows, 0, 1);
            auto settings = parseSettings(rows.text(2).substr(0, largestSettingsFile), m_source.name());
            if (!run || !settings)
                continue;
            Settings environment;
            moveEnvironment(*settings, environment);
            for (const auto& [key, value] : *settings)
                if (!key.starts_with('_'))
                    run->builder.setConfig(key, value);
            for (const auto& [key, value] : environment)
                run->builder.setEnvironment(key, value);
        }
    }

    void readAlerts() {
        SqliteRows rows(m_database.handle(), m_database.selectOrNull("alerts", {"run_id", "run_name", "timestamp",
                                                                                "step", "level", "title", "text"}));
        while (rows.next() && !m_job.canceled()) {
            TrackioRun* run = runOf(rows, 0, 1);
            if (!run)
                continue;
            Event event;
            event.kind = EventKind::note;
            event.time = parseTimestamp(rows.text(2));
            if (!rows.isNull(3))
                event.step = stepFromNumber(static_cast<double>(rows.integer(3)));
            event.text = "Trackio alert (" + plainText(rows.text(4), 20) + "): " + plainText(rows.text(5), 200) +
                         (rows.text(6).empty() ? "" : ": " + plainText(rows.text(6), 500));
            run->builder.addEvent(std::move(event));
        }
    }

    const SqliteDatabase& m_database;
    const Source& m_source;
    const Job& m_job;
    std::deque<TrackioRun> m_runs; // does not move them
    std::map<std::string, TrackioRun*, std::less<>> m_index;
    std::vector<std::string> m_problems;
    JsonNumbers m_numbers;
};

Result<std::vector<RunBuilder>> readDatabase(const SqliteDatabase& database, const Source& source, const Job& job) {
    return TrackioReader(database, source, job).read();
}

int sniff(const Head& head) {
    constexpr std::array<std::string_view, 3> words = {"run_name TEXT", "metrics TEXT", "system_metrics"};
    return sniffDatabase(head, words, 2);
}

} // namespace

const DatabaseFormat& trackioDatabase() {
    static const DatabaseFormat format{fits, readDatabase};
    return format;
}

const Importer& trackioImporter() {
    static const Importer importer{"trackio",
                                   "Trackio database (no real file seen)",
                                   "PROJECT.db of Trackio with all its runs, settings, machine statistics and alerts; "
                                   "no real file seen, built from its source.",
                                   {"*.db"},
                                   sniff,
                                   readRunDatabase};
    return importer;
}

} // namespace tachograph
