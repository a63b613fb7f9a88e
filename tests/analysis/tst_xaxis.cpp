#include "analysis/importers/openrun.h"
#include "analysis/run/runbuilder.h"
#include "analysis/run/xaxis.h"
#include "tests/support/samples.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <limits>

using namespace tachograph;

namespace {

/// Rows as "step elapsed time tokens", "-" = not logged; elapsed with a unit ("8m", "45s") or exact.
std::shared_ptr<const Run> runFrom(const QString& table) {
    RunBuilder builder("run", "run.log", "dflash_console");
    for (const QString& line : table.split('\n', Qt::SkipEmptyParts)) {
        const QStringList cells = line.split(' ', Qt::SkipEmptyParts);
        RowInfo info;
        info.step = cells.at(0).toLongLong();
        if (cells.value(1, "-") != "-") {
            const bool minutes = cells[1].endsWith('m'), seconds = cells[1].endsWith('s');
            info.elapsed = (minutes || seconds ? cells[1].chopped(1) : cells[1]).toDouble() * (minutes ? 60 : 1);
            info.elapsedResolution = minutes ? 60 : seconds ? 1 : RowInfo::none;
        }
        if (cells.value(2, "-") != "-")
            info.time = cells[2].toDouble();
        const auto row = builder.addRow(info);
        if (cells.value(3, "-") != "-")
            builder.addValue(builder.series("tokens_total"), row, cells[3].toDouble());
        if (cells.value(4, "-") != "-")
            builder.addValue(builder.series("tokens_per_step"), row, cells[4].toDouble());
        if (cells.value(5, "-") != "-")
            builder.addValue(builder.series("step_time_s"), row, cells[5].toDouble());
    }
    return builder.build(MetricRoles::builtIn());
}

QString textOf(const std::vector<double>& positions) {
    QStringList text;
    for (double position : positions)
        text << QString::number(position, 'g', 8);
    return text.join(" ");
}

} // namespace

class TestXAxis : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void names() {
        for (XAxis axis : {XAxis::step, XAxis::sinceResume, XAxis::elapsed, XAxis::wallClock, XAxis::tokens})
            QVERIFY(xAxisFromName(xAxisName(axis)) == axis);
        for (const char* name : {"", "Step", "steps", "time"})
            QVERIFY(!xAxisFromName(name));
    }

    void positions_data() {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("axis");
        QTest::addColumn<QString>("expected");
        QTest::newRow("steps") << "5\n6\n5\n7"
                               << "step"
                               << "5 6 5 7";
        QTest::newRow("since resume") << "690\n691\n650\n651"
                                      << "resume"
                                      << "0 1 0 1";
        QTest::newRow("whole minutes are spread") << "1 1m\n2 1m\n3 2m\n4 2m\n5 2m\n6 3m\n7 3m"
                                                  << "elapsed"
                                                  << "90 110 130 150 170 190 210";
        QTest::newRow("one stamp only") << "1 8m\n2 8m"
                                        << "elapsed"
                                        << "495 525";
        QTest::newRow("whole seconds") << "1 10s\n2 12s"
                                       << "elapsed"
                                       << "10.5 12.5";
        QTest::newRow("exact stamps") << "1 10.25\n2 12.5"
                                      << "elapsed"
                                      << "10.25 12.5";
        QTest::newRow("a process that starts again") << "5 10.0\n6 20.0\n5 1.0\n6 11.0"
                                                     << "elapsed"
                                                     << "10 20 21 31";
        QTest::newRow("a clock that runs on") << "5 10.0\n6 20.0\n5 30.0\n6 40.0"
                                              << "elapsed"
                                              << "10 20 30 40";
        QTest::newRow("a gap in the stamps") << "1 10.0\n2 -\n3 30.0"
                                             << "elapsed"
                                             << "10 nan 30";
        QTest::newRow("from time stamps") << "1 - 1000.5\n2 - 1003"
                                          << "elapsed"
                                          << "0 2.5";
        QTest::newRow("clock going back is shown") << "1 - 1000\n2 - 990"
                                                   << "elapsed"
                                                   << "0 -10";
        QTest::newRow("from step times") << "1 - - - - 2\n2 - - - - 3\n3 - - - - nan"
                                         << "elapsed"
                                         << "2 5 5";
        QTest::newRow("wall clock") << "1 - 1000.5\n2 -"
                                    << "wall"
                                    << "1000.5 nan";
        QTest::newRow("token counter") << "1 - - 100\n2 - - -\n3 - - 300"
                                       << "tokens"
                                       << "100 200 300";
        QTest::newRow("tokens per step") << "1 - - - 10\n2 - - - 20\n4 - - - 20"
                                         << "tokens"
                                         << "10 30 70";
        QTest::newRow("no stamps") << "1\n2"
                                   << "elapsed"
                                   << "";
        QTest::newRow("no time") << "1 5m"
                                 << "wall"
                                 << "";
        QTest::newRow("no tokens") << "1 5m"
                                   << "tokens"
                                   << "";
        QTest::newRow("no rows") << ""
                                 << "step"
                                 << "";
    }
    void positions() {
        QFETCH(QString, table);
        QFETCH(QString, axis);
        const auto run = runFrom(table);
        QTEST(textOf(positionsOnAxis(*run, *xAxisFromName(axis.toStdString()))), "expected");
    }

    void stepsFromEndToEnd() {
        constexpr auto lowest = std::numeric_limits<std::int64_t>::min(),
                       highest = std::numeric_limits<std::int64_t>::max();
        RunBuilder builder("hostile", "hostile", "jsonl");
        for (const std::int64_t step : {lowest, std::int64_t(-1), std::int64_t(1), highest})
            builder.addRow({.step = step});
        const auto run = builder.build(MetricRoles::builtIn());
        QCOMPARE(positionsOnAxis(*run, XAxis::step), (std::vector<double>{-0x1p63, -1, 1, 0x1p63}));
        QCOMPARE(positionsOnAxis(*run, XAxis::sinceResume), (std::vector<double>{0, 0x1p63, 0x1p63, 0x1p64}));
    }

    void whyNot() {
        const auto bare = runFrom("1\n2");
        QCOMPARE(whyNotOnAxis(*bare, XAxis::step), std::string());
        QCOMPARE(whyNotOnAxis(*bare, XAxis::sinceResume), std::string());
        QCOMPARE(whyNotOnAxis(*bare, XAxis::wallClock), std::string("time stamps are not logged"));
        QVERIFY(!whyNotOnAxis(*bare, XAxis::elapsed).empty());
        QCOMPARE(whyNotOnAxis(*bare, XAxis::tokens), std::string("tokens are not logged"));
    }

    void elapsedOfARecordingNeverGoesBackInAnAttempt() {
        for (const char* file :
             {"dflash/after-cu130-17steps.log", "dflash/redesign-q_hsb.log", "dflash/tmux-capture.log"}) {
            const auto runs = openRuns(tests::testData(file));
            const auto positions = positionsOnAxis(*runs->front(), XAxis::elapsed);
            const Rows& rows = runs->front()->rows();
            QCOMPARE(positions.size(), rows.size());
            for (std::size_t row = 0; row < rows.size(); ++row) {
                QVERIFY(positions[row] >= rows.elapsed[row]);
                QVERIFY(positions[row] < rows.elapsed[row] + rows.elapsedResolution[row]);
                QVERIFY(row == 0 || positions[row] > positions[row - 1]);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestXAxis)
#include "tst_xaxis.moc"
