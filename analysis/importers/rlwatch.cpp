#include "analysis/core/text.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/jsonnumbers.h"
#include "analysis/importers/mergingrows.h"
#include "analysis/importers/rundatabase.h"
#include "analysis/importers/settingsfile.h"
#include "analysis/importers/sidefiles.h"
#include "analysis/importers/stepkeys.h"

#include <array>
#include <cmath>
#include <deque>
#include <map>

namespace tachograph {

namespace {

constexpr std::size_t mostRuns = 10'000;
constexpr std::int64_t rowsBetweenReports = 4'096;
constexpr std::array metricColumns = {"entropy",       "kl_divergence", "reward_mean",   "reward_std",
                                      "reward_min",    "reward_max",    "advantage_std", "loss",
                                      "learning_rate", "clip_fraction", "grad_norm"};

bool fits(const SqliteDatabase& database) {
    return database.hasColumn("metrics", "kl_divergence") && database.hasColumn("metrics", "run_id") &&
           database.hasColumn("metrics", "step");
}

struct RlwatchRun {
    RlwatchRun(const std::string& name, const std::string& path) : builder(name, path, "rlwatch"), rows(builder) {
        builder.setRepeatRule(RepeatRule::last);
        builder.reading().addStepKey("step");
        builder.addNote("rlwatch stores NaN as NULL: what is shown as not logged may have been NaN.");
    }
    RunBuilder builder;
    MergingRows rows;
};

class RlwatchReader {
  public:
    RlwatchReader(const SqliteDatabase& database, const Source& source, const Job& job)
        : m_database(database), m_source(source), m_job(job) {}

    Result<std::vector<RunBuilder>> read() {
        readRuns();
        readMetrics();
        readAlerts();
        std::vector<RunBuilder> runs;
        for (RlwatchRun& run : m_runs) {
            if (!m_problem.empty())
                run.builder.addIssue({0, m_source.name(), m_problem, {}});
            runs.push_back(std::move(run.builder));
        }
        return runs;
    }

  private:
    RlwatchRun* runOf(std::string_view id) {
        const auto known = m_index.find(id);
        if (known != m_index.end())
            return known->second;
        if (m_runs.size() >= mostRuns)
            return nullptr;
        RlwatchRun& run = m_runs.emplace_back(plainText(id, 200), m_source.path());
        m_index.emplace(std::string(id), &run);
        return &run;
    }

    void readRuns() {
        const std::string columns = m_database.columnOrNull("runs", "run_id") + ", " +
                                    m_database.columnOrNull("runs", "framework") + ", " +
                                    m_database.columnOrNull("runs", "config_json");
        SqliteRows rows(m_database.handle(), "SELECT " + columns + " FROM runs");
        while (rows.next() && !m_job.canceled()) {
            RlwatchRun* run = runOf(rows.text(0));
            if (!run)
                continue;
            if (!rows.text(1).empty())
                run->builder.setEnvironment("framework", plainText(rows.text(1), 100));
            auto settings = parseSettings(rows.text(2).substr(0, largestSettingsFile), m_source.name());
            if (!settings)
                continue;
            Settings environment;
            moveEnvironment(*settings, environment);
            for (const auto& [key, value] : *settings)
                run->builder.setConfig(key, value);
            for (const auto& [key, value] : environment)
                run->builder.setEnvironment(key, value);
        }
    }

    void readMetrics() {
        std::string columns = "run_id, step, " + m_database.columnOrNull("metrics", "timestamp") + ", " +
                              m_database.columnOrNull("metrics", "extra_json");
        for (const char* name : metricColumns)
            columns += ", " + m_database.columnOrNull("metrics", name);
        const std::int64_t all = m_database.rowCountHint("metrics");
        SqliteRows rows(m_database.handle(), "SELECT " + columns + " FROM metrics");
        std::int64_t number = 0;
        while (rows.next()) {
            if (number++ % rowsBetweenReports == 0) {
                if (m_job.canceled())
                    return;
                m_job.report(all > 0 ? std::min(1.0, static_cast<double>(number) / static_cast<double>(all)) : 0.0);
            }
            RlwatchRun* run = runOf(rows.text(0));
            const auto step = stepFromNumber(static_cast<double>(rows.integer(1)));
            if (!run || !step)
                continue;
            takeColumns(rows, *run);
            RowInfo info;
            info.step = *step;
            info.time = rows.isNull(2) ? RowInfo::none : unixSeconds(rows.real(2)).value_or(RowInfo::none);
            info.place = static_cast<std::uint64_t>(number);
            if (!std::isnan(info.time))
                run->builder.reading().timeKey = "timestamp";
            run->rows.finishRow(info);
        }
        if (!rows.problem().empty())
            m_problem = tableProblem(rows, "metrics");
    }

    /// The columns from the fifth on are metrics, the fourth holds further ones.
    void takeColumns(const SqliteRows& rows, RlwatchRun& run) {
        const auto take = [&run](std::string_view key, std::optional<double> value) {
            const std::uint32_t series = run.builder.series(key);
            if (value)
                run.rows.add(series, *value);
            else
                run.rows.addMissing(series);
        };
        for (std::size_t i = 0; i < metricColumns.size(); ++i) {
            const int column = static_cast<int>(i) + 4;
            if (m_database.hasColumn("metrics", metricColumns[i]))
                take(metricColumns[i], rows.isNull(column) ? std::nullopt : std::optional(rows.real(column)));
        }
        m_numbers.read(rows.text(3), take);
    }

    /// What rlwatch itself found, under its name.
    void readAlerts() {
        std::string columns;
        for (const char* name : {"run_id", "step", "timestamp", "detector", "severity", "message", "recommendation"})
            columns += (columns.empty() ? "" : ", ") + m_database.columnOrNull("alerts", name);
        SqliteRows rows(m_database.handle(), "SELECT " + columns + " FROM alerts");
        while (rows.next() && !m_job.canceled()) {
            RlwatchRun* run = runOf(rows.text(0));
            if (!run)
                continue;
            Event event;
            event.kind = EventKind::note;
            if (!rows.isNull(1))
                event.step = stepFromNumber(static_cast<double>(rows.integer(1)));
            if (!rows.isNull(2))
                event.time = unixSeconds(rows.real(2));
            event.text = "rlwatch " + plainText(rows.text(3), 60) + " (" + plainText(rows.text(4), 20) +
                         "): " + plainText(rows.text(5), 500);
            if (!rows.text(6).empty())
                event.text += " " + plainText(rows.text(6), 300);
            run->builder.addEvent(std::move(event));
        }
    }

    const SqliteDatabase& m_database;
    const Source& m_source;
    const Job& m_job;
    std::deque<RlwatchRun> m_runs; // does not move them
    std::map<std::string, RlwatchRun*, std::less<>> m_index;
    JsonNumbers m_numbers;
    std::string m_problem;
};

Result<std::vector<RunBuilder>> readDatabase(const SqliteDatabase& database, const Source& source, const Job& job) {
    return RlwatchReader(database, source, job).read();
}

int sniff(const Head& head) {
    constexpr std::array<std::string_view, 3> words = {"kl_divergence", "advantage_std", "clip_fraction"};
    return sniffDatabase(head, words, 2);
}

} // namespace

const DatabaseFormat& rlwatchDatabase() {
    static const DatabaseFormat format{fits, readDatabase};
    return format;
}

const Importer& rlwatchImporter() {
    static const Importer importer{
        "rlwatch",
        "rlwatch database (no real file seen)",
        "metrics.db of rlwatch with all its runs; its alerts are shown as findings under its "
        "name; no real file seen, built from its source.",
        {"metrics.db", "*.db"},
        sniff,
        readRunDatabase};
    return importer;
}

} // namespace tachograph
