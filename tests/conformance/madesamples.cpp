#include "tests/conformance/madesamples.h"

#include "tests/support/database.h"
#include "tests/support/eventfile.h"
#include "tests/support/wandbfile.h"

#include <QString>

namespace tachograph::tests {

namespace {

QByteArray eventFiles(int copies) {
    QString steps;
    for (int step = 1; step <= 8; ++step)
        steps += QString("%1@%2 loss=%3 step_time_s=%4\n")
                     .arg(step)
                     .arg(1764500000 + 3 * step)
                     .arg(2.5 - 0.05 * step)
                     .arg(step == 6 ? "nan" : QString::number(2.0 + 0.03 * step));
    const std::string body = eventFile(steps.toStdString());
    QByteArray bytes = QByteArray::fromStdString(eventFile("version@1764500000"));
    bytes.reserve(bytes.size() + copies * static_cast<qsizetype>(body.size()));
    for (int i = 0; i < copies; ++i)
        bytes.append(body.data(), static_cast<qsizetype>(body.size()));
    return bytes;
}

QByteArray wandbFiles(int copies) {
    QString rows;
    for (int step = 1; step <= 8; ++step)
        rows += QString("row _step=%1 loss=%2 step_time_s=%3 _timestamp=%4\n")
                    .arg(step)
                    .arg(2.5 - 0.05 * step)
                    .arg(step == 6 ? "NaN" : QString::number(2.0 + 0.03 * step))
                    .arg(1764500000 + 3 * step);
    const std::vector<std::string> once = wandbRecords(rows.toStdString());
    std::vector<std::string> all = wandbRecords("run abc name=sample");
    all.reserve(all.size() + once.size() * static_cast<std::size_t>(copies));
    for (int i = 0; i < copies; ++i)
        all.insert(all.end(), once.begin(), once.end());
    return QByteArray::fromStdString(blockLog(all));
}

/// A database with these tables, into which `insert` puts all rows at once: it selects from `rows`, which holds the
/// eight rows `copies` times, in order of `n`, with step, loss, seconds (NULL in the sixth) and time.
QByteArray database(const std::string& tables, const std::string& insert, int copies) {
    std::string rows = "CREATE TEMP TABLE sample (step, loss, seconds, time);";
    for (int step = 1; step <= 8; ++step)
        rows += QString("INSERT INTO sample VALUES (%1, %2, %3, %4);")
                    .arg(step)
                    .arg(2.5 - 0.05 * step)
                    .arg(step == 6 ? "NULL" : QString::number(2.0 + 0.03 * step))
                    .arg(1764500000 + 3 * step)
                    .toStdString();
    rows += "CREATE TEMP TABLE rows AS WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE "
            "n < " +
            std::to_string(copies) + ") SELECT 8 * n + step AS n, sample.* FROM copies CROSS JOIN sample;";
    return QByteArray::fromStdString(databaseBytes(tables + rows + insert));
}

QByteArray mlflowDatabases(int copies) {
    const std::string run = "INSERT INTO runs VALUES ('a1', 'sample', 'RUNNING', 0, NULL, 'active', 0);";
    return database(
        mlflowTables + run,
        "INSERT INTO metrics SELECT k, CASE k WHEN 'loss' THEN loss ELSE ifnull(seconds, 0) END, time * 1000, "
        "'a1', step, k = 'step_time_s' AND seconds IS NULL FROM rows CROSS JOIN (SELECT 'loss' AS k UNION ALL "
        "SELECT 'step_time_s') ORDER BY n",
        copies);
}

QByteArray trackioDatabases(int copies) {
    return database(trackioTables,
                    "INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) SELECT 'r1', datetime(time, "
                    "'unixepoch'), 'sample', step, '{\"loss\": ' || loss || ', \"step_time_s\": ' || "
                    "ifnull(seconds, '\"NaN\"') || '}' FROM rows ORDER BY n",
                    copies);
}

/// NaN cannot be stored there; an infinity stands for it.
QByteArray rlwatchDatabases(int copies) {
    return database(rlwatchTables,
                    "INSERT INTO metrics (run_id, step, timestamp, loss, grad_norm) SELECT 'sample', step, time, loss, "
                    "ifnull(seconds, 9e999) FROM rows ORDER BY n",
                    copies);
}

} // namespace

std::optional<MadeSample> madeSample(const std::string& importerId) {
    if (importerId == "tensorboard")
        return MadeSample{eventFiles, 8};
    if (importerId == "wandb")
        return MadeSample{wandbFiles, 3}; // the rest of the block is lost
    if (importerId == "mlflow")
        return MadeSample{mlflowDatabases, 0};
    if (importerId == "trackio")
        return MadeSample{trackioDatabases, 0};
    if (importerId == "rlwatch")
        return MadeSample{rlwatchDatabases, 0};
    return std::nullopt;
}

} // namespace tachograph::tests
