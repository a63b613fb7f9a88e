#include "tests/trust/binaryrecordings.h"

#include "tests/support/database.h"
#include "tests/support/eventfile.h"
#include "tests/support/packed.h"
#include "tests/support/wandbfile.h"

#include <QString>

namespace tachograph::tests {

namespace {

/// The number of rows that make this many bytes, going by what a few thousand take.
template <typename Make>
QByteArray ofSize(qint64 content, const Make& make) {
    constexpr int few = 4'000;
    const double each = static_cast<double>(make(few).size()) / few;
    return make(static_cast<int>(static_cast<double>(content) / each));
}

/// One text a step, joined by line ends.
template <typename Line>
std::string lines(int steps, const Line& line) {
    std::string text;
    for (int step = 1; step <= steps; ++step)
        text += line(step).toStdString() + '\n';
    return text;
}

/// A database of `tables`, whose `insert` selects from a table `steps` (step, time, loss, seconds).
QByteArray database(const std::string& tables, const std::string& insert, int steps) {
    return QByteArray::fromStdString(
        databaseBytes(tables +
                      "CREATE TEMP TABLE steps AS WITH RECURSIVE n (step) AS (SELECT 1 UNION ALL SELECT step + 1 "
                      "FROM n WHERE step < " +
                      std::to_string(steps) +
                      ") SELECT step, 1764500000 + 3 * step AS time, 1 + step * 7919 % 89999 / 90000.0 AS loss, 2 + "
                      "step * 104729 % 89989 / 90000.0 AS seconds FROM n;" +
                      insert));
}

QByteArray jsonLines(int steps) {
    return QByteArray::fromStdString(lines(steps, [](int step) {
        return QString(R"({"step": %1, "timestamp": %2, "loss": 1.%3, "step_time_s": 2.%4})")
            .arg(step)
            .arg(1764500000 + 3 * step)
            .arg(10'000 + step * 7'919 % 89'999)
            .arg(10'000 + static_cast<int>(step * 104'729LL % 89'989));
    }));
}

} // namespace

QByteArray eventFileOfSize(qint64 content) {
    return ofSize(content, [](int steps) {
        return QByteArray::fromStdString(eventFile("version@1764500000\n" + lines(steps, [](int step) {
                                                       return QString("%1@%2 loss=1.%3 step_time_s=2.%4")
                                                           .arg(step)
                                                           .arg(1764500000 + 3 * step)
                                                           .arg(step % 1'000)
                                                           .arg(step % 997);
                                                   })));
    });
}

QByteArray wandbFileOfSize(qint64 content) {
    return ofSize(content, [](int steps) {
        return QByteArray::fromStdString(wandbFile("run abc name=sample\n" + lines(steps, [](int step) {
                                                       return QString("row _step=%1 loss=1.%2 step_time_s=2.%3 "
                                                                      "_timestamp=%4")
                                                           .arg(step)
                                                           .arg(step % 1'000)
                                                           .arg(step % 997)
                                                           .arg(1764500000 + 3 * step);
                                                   })));
    });
}

QByteArray mlflowOfSize(qint64 content) {
    return ofSize(content, [](int steps) {
        return database(std::string(mlflowTables) +
                            "INSERT INTO runs VALUES ('a1', 'sample', 'RUNNING', 0, NULL, 'active', 0);",
                        "INSERT INTO metrics SELECT 'loss', loss, time * 1000, 'a1', step, 0 FROM steps;"
                        "INSERT INTO metrics SELECT 'step_time_s', seconds, time * 1000, 'a1', step, 0 FROM steps",
                        steps);
    });
}

QByteArray trackioOfSize(qint64 content) {
    return ofSize(content, [](int steps) {
        return database(trackioTables,
                        "INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) SELECT 'r1', datetime(time, "
                        "'unixepoch'), 'sample', step, '{\"loss\": ' || loss || ', \"step_time_s\": ' || seconds || "
                        "'}' FROM steps",
                        steps);
    });
}

QByteArray rlwatchOfSize(qint64 content) {
    return ofSize(content, [](int steps) {
        return database(rlwatchTables,
                        "INSERT INTO metrics (run_id, step, timestamp, loss, grad_norm) SELECT 'sample', step, time, "
                        "loss, seconds FROM steps",
                        steps);
    });
}

QByteArray gzipOfSize(qint64 content) {
    return QByteArray::fromStdString(gzipped(ofSize(content, jsonLines).toStdString()));
}

QByteArray zstdOfSize(qint64 content) {
    return QByteArray::fromStdString(zstdPacked(ofSize(content, jsonLines).toStdString()));
}

} // namespace tachograph::tests
