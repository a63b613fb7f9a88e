#include "analysis/core/text.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/mlflowrun.h"
#include "analysis/importers/rundatabase.h"

#include <array>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <map>

namespace tachograph {

namespace {

constexpr std::size_t mostRuns = 10'000;
constexpr std::int64_t rowsBetweenReports = 4'096;

bool fits(const SqliteDatabase& database) {
    return database.hasColumn("metrics", "run_uuid") && database.hasColumn("metrics", "value") &&
           database.hasColumn("runs", "run_uuid");
}

/// MLflow stores infinities as the largest numbers there are, and NaN as 0 with a mark.
double valueOf(double stored, bool isNan) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (isNan)
        return std::numeric_limits<double>::quiet_NaN();
    return std::abs(stored) < std::numeric_limits<double>::max() ? stored : std::copysign(infinity, stored);
}

class MlflowDatabaseReader {
  public:
    MlflowDatabaseReader(const SqliteDatabase& database, const Source& source, const Job& job)
        : m_database(database), m_source(source), m_job(job) {}

    Result<std::vector<RunBuilder>> read() {
        readRuns();
        readMetrics();
        for (const bool tags : {false, true})
            readSettings(tags);
        std::vector<RunBuilder> runs;
        for (MlflowRun& run : m_runs) {
            for (const std::string& problem : m_problems)
                run.builder().addIssue({0, m_source.name(), problem, {}});
            auto built = run.finish(m_job);
            if (!built)
                return built.error();
            runs.push_back(std::move(built).value());
        }
        return runs;
    }

  private:
    MlflowRun* runOf(std::string_view id) {
        const auto found = m_index.find(id);
        return found == m_index.end() ? nullptr : found->second;
    }

    void keepProblem(const SqliteRows& rows, const char* table) {
        if (!rows.problem().empty())
            m_problems.push_back(tableProblem(rows, table));
    }

    void readRuns() {
        std::map<std::string, std::string, std::less<>> experiments;
        SqliteRows names(m_database.handle(), m_database.selectOrNull("experiments", {"experiment_id", "name"}));
        while (names.next() && experiments.size() < mostRuns)
            experiments.emplace(names.text(0), plainText(names.text(1), 200));
        SqliteRows rows(m_database.handle(), m_database.selectOrNull("runs", {"run_uuid", "name", "status", "end_time",
                                                                              "lifecycle_stage", "experiment_id"}));
        while (rows.next()) {
            if (m_runs.size() >= mostRuns) {
                m_problems.push_back("It holds more than 10,000 runs; the further ones were left out.");
                break;
            }
            const std::string id(rows.text(0));
            const std::string name = plainText(rows.text(1), 200);
            MlflowRun& run = m_runs.emplace_back(name.empty() ? plainText(id, 64) : name, m_source.path());
            m_index.emplace(id, &run);
            const auto end = rows.isNull(3) ? std::nullopt : std::optional(rows.real(3));
            run.setOutcome(rows.text(2), end, rows.text(4) == "deleted");
            if (const auto experiment = experiments.find(rows.text(5)); experiment != experiments.end())
                run.builder().setConfig("mlflow.experiment", experiment->second);
        }
        keepProblem(rows, "runs");
    }

    void readMetrics() {
        const std::int64_t all = m_database.rowCountHint("metrics");
        SqliteRows rows(m_database.handle(), m_database.selectOrNull("metrics", {"run_uuid", "key", "value",
                                                                                 "timestamp", "step", "is_nan"}));
        std::int64_t number = 0;
        while (rows.next()) {
            if (number++ % rowsBetweenReports == 0) {
                if (m_job.canceled())
                    return;
                m_job.report(all > 0 ? std::min(1.0, static_cast<double>(number) / static_cast<double>(all)) : 0.0);
            }
            MlflowRun* run = runOf(rows.text(0));
            if (!run || rows.isNull(2))
                continue;
            const auto time = rows.isNull(3) ? std::nullopt : std::optional(rows.real(3));
            run->addMetric(rows.text(1), rows.integer(4), time, valueOf(rows.real(2), rows.integer(5) != 0),
                           static_cast<std::uint64_t>(number));
        }
        keepProblem(rows, "metrics");
    }

    void readSettings(bool tags) {
        SqliteRows rows(m_database.handle(),
                        m_database.selectOrNull(tags ? "tags" : "params", {"run_uuid", "key", "value"}));
        while (rows.next() && !m_job.canceled())
            if (MlflowRun* run = runOf(rows.text(0)))
                tags ? run->addTag(rows.text(1), rows.text(2)) : run->addParameter(rows.text(1), rows.text(2));
    }

    const SqliteDatabase& m_database;
    const Source& m_source;
    const Job& m_job;
    std::deque<MlflowRun> m_runs; // does not move them
    std::map<std::string, MlflowRun*, std::less<>> m_index;
    std::vector<std::string> m_problems;
};

Result<std::vector<RunBuilder>> readDatabase(const SqliteDatabase& database, const Source& source, const Job& job) {
    return MlflowDatabaseReader(database, source, job).read();
}

/// A database whose schema the head does not show is claimed a little, so that it is opened and asked.
int sniff(const Head& head) {
    constexpr std::array<std::string_view, 4> words = {"latest_metrics", "run_uuid", "is_nan", "alembic_version"};
    return sniffDatabase(head, words, 2, 10);
}

} // namespace

const DatabaseFormat& mlflowDatabase() {
    static const DatabaseFormat format{fits, readDatabase};
    return format;
}

const Importer& mlflowImporter() {
    static const Importer importer{"mlflow",
                                   "MLflow store",
                                   "A SQLite store of MLflow (mlflow.db) with all its runs, or a file store: open the "
                                   "folder mlruns or that of one run.",
                                   {"*.db", "*.sqlite", "*.sqlite3"},
                                   sniff,
                                   readRunDatabase};
    return importer;
}

} // namespace tachograph
