#include "models/items/lanestatisticsmodel.h"
#include "models/lanestatistics.h"
#include "sessiontest.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>

#include <numeric>

using namespace tachograph;
using namespace tachograph::models;

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

Timeline timelineOf(const std::vector<std::vector<double>>& runs) {
    Timeline timeline;
    Lane lane;
    lane.id = lane.title = QStringLiteral("value");
    for (std::size_t run = 0; run < runs.size(); ++run) {
        std::vector<double> x(runs[run].size());
        std::iota(x.begin(), x.end(), 0.0);
        LaneLine line;
        line.label = QStringLiteral("raw");
        line.run = static_cast<int>(run);
        for (std::size_t i = 0; i < x.size(); ++i)
            if (!std::isfinite(runs[run][i]))
                lane.missing.push_back(x[i]);
        line.curve = makeCurve(x, runs[run]);
        lane.lines.push_back(line);
        timeline.runs.push_back({nullptr, nullptr, static_cast<int>(run), QString(), 0});
    }
    timeline.lanes = {lane};
    return timeline;
}

/// "raw: n 4, 1.75 2.5 3.25, MAD 1.4826, 1 to 4; missing 0"
QString text(const LaneStatistics& statistics) {
    QString all;
    for (const QuantityStatistics& quantity : statistics.quantities)
        all += QStringLiteral("%1: n %2, %3 %4 %5, MAD %6; ")
                   .arg(quantity.title)
                   .arg(quantity.count())
                   .arg(quantity.lowerQuartile)
                   .arg(quantity.median)
                   .arg(quantity.upperQuartile)
                   .arg(quantity.scaledMad);
    return all + QStringLiteral("missing %1").arg(statistics.missing);
}

} // namespace

/// Expectations are those of scipy: numpy.quantile, scipy.stats.median_abs_deviation(scale="normal").
class TestLaneStatistics : public tests::SessionTest {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void figures_data() {
        QTest::addColumn<std::vector<double>>("values");
        QTest::addColumn<QString>("expected");
        QTest::newRow("four") << std::vector<double>{4, 1, 3, 2} << "raw: n 4, 1.75 2.5 3.25, MAD 1.4826; missing 0";
        QTest::newRow("one") << std::vector<double>{7} << "raw: n 1, 7 7 7, MAD 0; missing 0";
        QTest::newRow("none") << std::vector<double>{} << "raw: n 0, nan nan nan, MAD nan; missing 0";
        QTest::newRow("equal") << std::vector<double>{3, 3, 3} << "raw: n 3, 3 3 3, MAD 0; missing 0";
        QTest::newRow("what is no value counts apart")
            << std::vector<double>{4, noValue, 1, 3, noValue, 2} << "raw: n 4, 1.75 2.5 3.25, MAD 1.4826; missing 2";
        QTest::newRow("outlier") << std::vector<double>{1, 2, 3, 4, 1000} << "raw: n 5, 2 3 4, MAD 1.4826; missing 0";
        QTest::newRow("beyond the range")
            << std::vector<double>{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 50} << "raw: n 10, 1 1 1, MAD 0; missing 0";
    }
    void figures() {
        QFETCH(std::vector<double>, values);
        QFETCH(QString, expected);
        const Timeline timeline = timelineOf({values});
        QCOMPARE(text(laneStatistics(timeline, timeline.lanes.front(), 0, 9)), expected);
    }

    void severalRuns() {
        const Timeline timeline = timelineOf({{}, {1, 2, 3}, {5}});
        const LaneStatistics statistics = laneStatistics(timeline, timeline.lanes.front(), 0, 9);
        QCOMPARE(statistics.quantities.size(), std::size_t(3));
        QCOMPARE(statistics.quantities.back().title, QString("A: raw")); // nothing in it
        const auto main = mainQuantities(statistics);
        QCOMPARE(main.size(), std::size_t(2));
        QCOMPARE(main[0]->run, 1);
        QCOMPARE(main[1]->run, 2);
    }

    void shares() {
        QuantityStatistics quantity;
        QCOMPARE(quantity.shareUpTo(1), 0.0);
        quantity.sorted = {1, 2, 2, 4};
        QCOMPARE(quantity.shareUpTo(0.5), 0.0);
        QCOMPARE(quantity.shareUpTo(2), 0.75);
        QCOMPARE(quantity.shareUpTo(3.9), 0.75);
        QCOMPARE(quantity.shareUpTo(4), 1.0);
    }

    /// Follows the lane and the visible range of a session, and nobody works while nobody looks.
    void examinerFollowsTheView() {
        Session session(nullptr);
        LaneExaminer examiner(session);
        LaneStatisticsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        connect(&examiner, &LaneExaminer::viewChanged, &model, [&] { model.setView(examiner.view()); });
        session.openBytes("run", tests::jsonLines({1, 60, 2, 2}));
        QVERIFY(settled(session));
        examiner.setLane("step_time");
        QTest::qWait(200);
        QVERIFY(!examiner.view());
        examiner.setWanted(true);
        QTRY_VERIFY(examiner.view());
        QCOMPARE(examiner.view()->quantities.front().count(), std::size_t(60));
        QCOMPARE(model.index(0, 0).data().toString(), QString("60"));
        session.setViewRange(std::pair(11.0, 20.0));
        QTRY_COMPARE(examiner.view()->quantities.front().count(), std::size_t(10));
        QVERIFY(model.asTsv().contains("Values\t10"));
        examiner.setLane("no such lane");
        QTRY_VERIFY(!examiner.view());
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.asTsv(), QString());
    }
};

QTEST_GUILESS_MAIN(TestLaneStatistics)
#include "tst_lanestatistics.moc"
