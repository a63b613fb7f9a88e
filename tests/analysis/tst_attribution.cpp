#include "analysis/attribution/attribution.h"
#include "analysis/run/runbuilder.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <limits>

using namespace tachograph;

namespace {

/// A table as text: a line of keys, then a line a row; the first column is the step, "-" = the key is not in the row.
std::shared_ptr<const Run> runFrom(const QString& table, const Settings& config = {}) {
    RunBuilder builder("run", "run.jsonl", "jsonl");
    const QStringList lines = table.split('\n', Qt::SkipEmptyParts);
    const QStringList keys = lines.value(0).split(' ', Qt::SkipEmptyParts).mid(1);
    for (const QString& line : lines.mid(1)) {
        const QStringList cells = line.split(' ', Qt::SkipEmptyParts);
        const auto row = builder.addRow({.step = cells.at(0).toLongLong()});
        for (qsizetype i = 1; i < cells.size(); ++i)
            if (cells.at(i) != "-")
                builder.addValue(builder.series(keys.at(i - 1).toStdString()), row,
                                 cells.at(i) == "nan" ? std::numeric_limits<double>::quiet_NaN()
                                                      : cells.at(i).toDouble());
    }
    for (const auto& [key, value] : config)
        builder.setConfig(key, value);
    return builder.build(MetricRoles::builtIn());
}

QString textOf(const std::vector<TimeShare>& shares) {
    QStringList parts;
    for (const TimeShare& part : shares)
        parts << QString("%1 %2 s %3").arg(QString::fromStdString(part.name)).arg(part.seconds).arg(part.share);
    return parts.join(", ");
}

} // namespace

class TestAttribution : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void shares_data() {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing") << "step x\n1 2"
                                 << "";
        QTest::newRow("phases without a step time") << "step generation_time_s\n1 2"
                                                    << "";
        QTest::newRow("step time that is never finite") << "step step_time_s\n1 nan\n2 nan"
                                                        << "";
        QTest::newRow("no phase") << "step step_time_s\n1 2\n2 6"
                                  << "unaccounted 8 s 1";
        QTest::newRow("two phases") << "step step_time_s generation_time_s optimization_time_s\n1 4 2 1\n2 4 2 1"
                                    << "generation 4 s 0.5, optimization 2 s 0.25, unaccounted 2 s 0.25";
        QTest::newRow("overlap is negative") << "step step_time_s generation_time_s optimization_time_s\n1 4 3 2"
                                             << "generation 3 s 0.75, optimization 2 s 0.5, unaccounted -1 s -0.25";
        QTest::newRow("a step without its phase is left out")
            << "step step_time_s generation_time_s\n1 4 2\n2 100 -\n3 4 2"
            << "generation 4 s 0.5, unaccounted 4 s 0.5";
        QTest::newRow("a NaN phase is left out") << "step step_time_s generation_time_s\n1 4 2\n2 100 nan\n3 4 2"
                                                 << "generation 4 s 0.5, unaccounted 4 s 0.5";
        QTest::newRow("a rare phase did not happen elsewhere")
            << "step step_time_s generation_time_s other_time_s\n1 4 2 -\n2 8 2 4\n3 4 2 -"
            << "generation 6 s 0.375, other 4 s 0.25, unaccounted 6 s 0.375";
        QTest::newRow("superseded steps stand apart")
            << "step step_time_s generation_time_s\n1 4 2\n2 7 2\n1 4 2\n2 4 2"
            << "generation 4 s 0.5, unaccounted 4 s 0.5, superseded steps 11 s 1.375";
    }
    void shares() {
        QFETCH(QString, table);
        QFETCH(QString, expected);
        QCOMPARE(textOf(timeShares(*runFrom(table))), expected);
    }

    void lostWorkCountsRowsStepsAndSeconds() {
        const LostWork lost = lostWork(*runFrom("step step_time_s\n1 1\n2 2\n3 3\n2 4\n3 5\n3 6"));
        QCOMPARE(lost.steps, std::size_t(2));
        QCOMPARE(lost.seconds, 5.0);
        QVERIFY(std::isnan(lostWork(*runFrom("step x\n1 1\n1 2")).seconds));
        QCOMPARE(lostWork(*runFrom("step step_time_s\n1 1\n2 2")).rows, std::size_t(0));
    }

    void gpus_data() {
        QTest::addColumn<QString>("settings");
        QTest::addColumn<double>("expected");
        QTest::newRow("not known") << "" << 0.0;
        QTest::newRow("a count") << "gpus.count=8" << 8.0;
        QTest::newRow("nodes times GPUs") << "trainer.n_gpus_per_node=8;trainer.nnodes=4" << 32.0;
        QTest::newRow("one node") << "trainer.n_gpus_per_node=8" << 8.0;
        QTest::newRow("nodes alone say nothing") << "trainer.nnodes=4" << 0.0;
        QTest::newRow("not a number") << "gpus=H100" << 0.0;
        QTest::newRow("negative") << "world_size=-1" << 0.0;
        QTest::newRow("NaN") << "world_size=nan" << 0.0;
    }
    void gpus() {
        QFETCH(QString, settings);
        QFETCH(double, expected);
        Settings config;
        for (const QString& entry : settings.split(';', Qt::SkipEmptyParts))
            config[entry.section('=', 0, 0).toStdString()] = entry.section('=', 1).toStdString();
        QCOMPARE(gpuCount(*runFrom("step x\n1 1", config)), expected);
    }
};

QTEST_GUILESS_MAIN(TestAttribution)
#include "tst_attribution.moc"
