#include "analysis/importers/pointrows.h"
#include "tests/support/describe.h"

#include <QTest>

using namespace tachograph;

namespace {

/// "a1 a2 b2 | a1": series and step of every point in log order, the value being its number; | starts an attempt.
QString rowsOf(const QString& points) {
    RunBuilder builder("run", "run", "tensorboard");
    PointRows rows;
    double number = 0;
    for (const QString& word : points.split(' ', Qt::SkipEmptyParts)) {
        if (word == "|") {
            rows.startAttempt("marked");
            continue;
        }
        const std::uint32_t series = builder.series(word.left(1).toStdString());
        rows.add({series, word.mid(1).toLongLong(), RowInfo::none, ++number, 0});
    }
    if (!rows.finish(builder, {}))
        return "canceled";
    const auto run = builder.build(MetricRoles::builtIn());
    return QString::fromStdString(tests::describe(std::vector<RunPtr>{run})).trimmed();
}

} // namespace

/// Single values laid together in rows.
class TestPointRows : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void rows_data() {
        QTest::addColumn<QString>("points");
        QTest::addColumn<QString>("rows");
        QTest::newRow("nothing") << ""
                                 << "run:";
        QTest::newRow("one row a step") << "a1 b1 a2 b2"
                                        << "run: 1 2\n  a: 1 3\n  b: 2 4";
        QTest::newRow("one series after the other") << "a1 a2 a3 b1 b2 b3"
                                                    << "run: 1 2 3\n  a: 1 2 3\n  b: 4 5 6";
        QTest::newRow("logged late") << "a1 a2 a3 b2 a4"
                                     << "run: 1 2 3 4\n  a: 1 2 3 5\n  b: - 4 - -";
        QTest::newRow("logged again at its step") << "a1 a1 a1 b1"
                                                  << "run: 1 1 1\n  a: 1 2 3\n  b: 4 - -";
        QTest::newRow("back as a whole") << "a1 b1 a2 b2 a1 b1"
                                         << "run: 1 2 | 1\n  a: 1 3 5\n  b: 2 4 6";
        QTest::newRow("back to the middle") << "a1 b1 a2 b2 a3 b3 a2 b2 a3"
                                            << "run: 1 2 3 | 2 3\n  a: 1 3 5 7 9\n  b: 2 4 6 8 -";
        QTest::newRow("one series alone goes back") << "a5 b1 b2 a6 b1 b2 a7 b1 b2"
                                                    << "run: 1 1 1 2 2 2 5 6 7\n  a: - - - - - - 1 4 7\n"
                                                       "  b: 2 5 8 3 6 9 - - -";
        QTest::newRow("the other has ended") << "a5 b1 b2 b1 b2"
                                             << "run: 1 2 5 | 1 2\n  a: - - 1 - -\n  b: 2 3 - 4 5";
        QTest::newRow("rare series behind a restart") << "a9 b5 a10 b10 a8 a9 b9"
                                                      << "run: 5 9 10 | 8 9\n  a: - 1 3 5 6\n  b: 2 - 4 - 7";
        QTest::newRow("marked, although it goes on") << "a1 a2 | a3 a4"
                                                     << "run: 1 2 | 3 4\n  a: 1 2 3 4";
        QTest::newRow("marked at the beginning") << "| a1 a2"
                                                 << "run: 1 2\n  a: 1 2";
        QTest::newRow("marked at the end") << "a1 a2 |"
                                           << "run: 1 2\n  a: 1 2";
        QTest::newRow("marked twice") << "a1 | | a2"
                                      << "run: 1 | 2\n  a: 1 2";
        QTest::newRow("negative steps") << "a-1 a0 a1"
                                        << "run: -1 0 1\n  a: 1 2 3";
    }
    void rows() {
        QFETCH(QString, points);
        QFETCH(QString, rows);
        QCOMPARE(rowsOf(points), rows);
    }

    void rowsOfPoints() {
        RunBuilder builder("run", "run", "tensorboard");
        const std::uint32_t a = builder.series("a"), b = builder.series("b");
        PointRows rows;
        rows.add({a, 1, RowInfo::none, 0, 0});
        rows.add({a, 3, RowInfo::none, 0, 0});
        rows.add({b, 2, RowInfo::none, 0, 0});
        QVERIFY(rows.finish(builder, {}));
        QCOMPARE(rows.rowOf(0), 0u);
        QCOMPARE(rows.rowOf(1), 2u);
        QCOMPARE(rows.rowOf(2), 1u);
    }

    void tooManySeriesAreLeftOut() {
        RunBuilder builder("run", "run", "tensorboard");
        PointRows rows;
        rows.add({RunBuilder::noSeries, 1, RowInfo::none, 0, 0});
        QVERIFY(rows.finish(builder, {}));
        QCOMPARE(builder.rowCount(), std::size_t(0));
    }

    /// Many series that go back at every value: bounded work.
    void goingBackAndForth() {
        RunBuilder builder("run", "run", "tensorboard");
        PointRows rows;
        constexpr std::uint32_t seriesCount = 5'000;
        for (std::uint32_t n = 0; n < seriesCount; ++n)
            builder.series("s" + std::to_string(n));
        for (std::uint32_t n = 0; n < 200'000; ++n)
            rows.add({n % seriesCount, (n % 7) * 1000 - static_cast<std::int64_t>(n), RowInfo::none, 1.0, 0});
        QVERIFY(rows.finish(builder, {}));
        std::size_t values = 0;
        for (const Series& series : builder.allSeries())
            values += series.size();
        QCOMPARE(values, std::size_t(200'000));
    }

    void cancelIsAnswered() {
        std::stop_source stop;
        stop.request_stop();
        RunBuilder builder("run", "run", "tensorboard");
        PointRows rows;
        rows.add({builder.series("a"), 1, RowInfo::none, 0, 0});
        QVERIFY(!rows.finish(builder, Job(stop.get_token())));
    }
};

QTEST_GUILESS_MAIN(TestPointRows)
#include "tst_pointrows.moc"
