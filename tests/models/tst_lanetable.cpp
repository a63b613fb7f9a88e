#include "models/items/lanetablemodel.h"
#include "models/lanecolumns.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <limits>

using namespace tachograph;
using namespace tachograph::models;

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

struct LinePlan {
    LineKind kind = LineKind::raw;
    QString label;
    std::vector<double> x, y, low;
    int run = 0;
};

/// One lane of planned lines; as many runs as the lines speak of.
Timeline timelineOf(const std::vector<LinePlan>& plans, std::vector<double> missing = {}) {
    Timeline timeline;
    timeline.xTitle = QStringLiteral("Step");
    Lane lane;
    lane.title = QStringLiteral("Step time");
    lane.unit = QStringLiteral("s");
    lane.missing = std::move(missing);
    for (const LinePlan& plan : plans) {
        LaneLine line;
        line.kind = plan.kind;
        line.label = plan.label;
        line.run = plan.run;
        line.curve = makeCurve(plan.x, plan.y);
        if (!plan.low.empty())
            line.low = makeCurve(plan.x, plan.low);
        lane.lines.push_back(line);
        while (static_cast<int>(timeline.runs.size()) <= plan.run)
            timeline.runs.push_back({nullptr, nullptr, static_cast<int>(timeline.runs.size()), QString(), 0});
    }
    timeline.lanes.push_back(std::move(lane));
    return timeline;
}

/// "1|2.5|;": cells of a row between bars, rows between line breaks, titles first.
QString tableText(const Timeline& timeline, double from, double to) {
    QString text = LaneTableModel(timeline, timeline.lanes.front(), from, to).asTsv();
    text.chop(1); // the last line break
    return text.replace(u'\t', u'|');
}

} // namespace

class TestLaneTable : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void tables_data() {
        QTest::addColumn<Timeline>("timeline");
        QTest::addColumn<QString>("table");
        const LinePlan raw{LineKind::raw, "raw", {1, 2, 3}, {2, 2.5, 3}, {}, 0};
        QTest::newRow("one line") << timelineOf({raw}) << "Step|raw (s)\n1|2\n2|2.5\n3|3";
        QTest::newRow("no points") << timelineOf({{LineKind::raw, "raw", {}, {}, {}, 0}}) << "Step|raw (s)";
        QTest::newRow("no line") << timelineOf({}) << "Step";
        QTest::newRow("outside the range")
            << timelineOf({{LineKind::raw, "raw", {-1, 0, 3, 4, 5}, {1, 2, 3, 4, 5}, {}, 0}})
            << "Step|raw (s)\n0|2\n3|3\n4|4";
        QTest::newRow("all digits") << timelineOf({{LineKind::raw, "raw", {1}, {0.1234567890123}, {}, 0}})
                                    << "Step|raw (s)\n1|0.1234567890123";
        QTest::newRow("a step twice") << timelineOf({{LineKind::raw, "raw", {1, 2, 2, 3}, {2, 7, 8, 3}, {}, 0}})
                                      << "Step|raw (s)\n1|2\n2|7\n2|8\n3|3";
        QTest::newRow("not a number is told")
            << timelineOf({{LineKind::raw, "raw", {1, 2, 3}, {2, noValue, 3}, {}, 0}}, {2})
            << "Step|raw (s)|without a value\n1|2|\n2||NaN, null or ---\n3|3|";
        QTest::newRow("attempts are one column") << timelineOf({{LineKind::raw, "raw", {3, 4}, {3, 4}, {}, 0},
                                                                {LineKind::raw, "raw", {1, 2}, {1, 2}, {}, 0}})
                                                 << "Step|raw (s)\n1|1\n2|2\n3|3\n4|4";
        QTest::newRow("logged values first, earlier attempts last")
            << timelineOf({{LineKind::superseded, "earlier attempt", {2}, {9}, {}, 0},
                           {LineKind::smoothed, "median of 21", {1, 2}, {2, 2.2}, {}, 0},
                           {LineKind::raw, "raw", {1, 2}, {2, 3}, {}, 0}})
            << "Step|raw (s)|median of 21 (s)|earlier attempt (s)\n1|2|2|\n2|3|2.2|9";
        QTest::newRow("fits and levels are no values")
            << timelineOf({raw,
                           {LineKind::limit, "limit", {1, 3}, {4, 4}, {}, 0},
                           {LineKind::creepFit, "fit", {1, 3}, {2, 3}, {}, 0}})
            << "Step|raw (s)\n1|2\n2|2.5\n3|3";
        QTest::newRow("a band has two edges") << timelineOf({{LineKind::band, "p10 to p90", {1, 2}, {4, 5}, {1, 2}, 0}})
                                              << "Step|p10 to p90, low (s)|p10 to p90, high (s)\n1|1|4\n2|2|5";
        QTest::newRow("a stack has heights")
            << timelineOf({{LineKind::stack, "other", {1, 2}, {3, 5}, {2, 3}, 0}}) << "Step|other (s)\n1|1\n2|2";
        QTest::newRow("several runs") << timelineOf({{LineKind::raw, "raw", {1, 2}, {1, 2}, {}, 0},
                                                     {LineKind::raw, "raw", {2, 3}, {7, 8}, {}, 1}})
                                      << "Step|A: raw (s)|B: raw (s)\n1|1|\n2|2|7\n3||8";
        QTest::newRow("a hostile name") << timelineOf({{LineKind::raw, "=1+2\tx", {1}, {2}, {}, 0}})
                                        << "Step|'=1+2 x (s)\n1|2";
    }
    void tables() {
        QFETCH(Timeline, timeline);
        QFETCH(QString, table);
        QCOMPARE(tableText(timeline, 0, 4), table);
    }

    void chosenRows() {
        const Timeline timeline = timelineOf({{LineKind::raw, "raw", {1, 2, 3}, {4, 5, 6}, {}, 0}});
        const LaneTableModel model(timeline, timeline.lanes.front(), 0, 9);
        QCOMPARE(model.asTsv({0, 2}), QString("Step\traw (s)\n1\t4\n3\t6\n"));
    }

    void wallClockIsWritten() {
        Timeline timeline = timelineOf({{LineKind::raw, "raw", {1764500000.25}, {2}, {}, 0}});
        timeline.options.axis = XAxis::wallClock;
        timeline.xTitle = QStringLiteral("Wall clock (UTC)");
        QCOMPARE(tableText(timeline, 0, 2e9), QString("Wall clock (UTC)|raw (s)\n2025-11-30T10:53:20.250Z|2"));
    }

    void isAModel() {
        const Timeline timeline = timelineOf({{LineKind::raw, "raw", {1, 2}, {1.23456789, 2}, {}, 0}}, {3});
        LaneTableModel model(timeline, timeline.lanes.front(), 0, 9);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.index(0, 1).data().toString(), QString("1.23457"));
        QCOMPARE(model.index(0, 1).data(Qt::ToolTipRole).toString(), QString("1.23456789"));
        QVERIFY(!model.index(9, 0).data().isValid());
        QVERIFY(!model.headerData(9, Qt::Horizontal, Qt::DisplayRole).isValid());
    }

    /// The points that a table is made of are those of the curve, whatever a picture leaves out.
    void pointsOfARange() {
        std::vector<double> x, y;
        for (int i = 0; i < 5000; ++i) {
            x.push_back(i / 2); // every place twice
            y.push_back(i % 7 == 0 ? noValue : i);
        }
        const CurvePtr curve = makeCurve(x, y);
        std::vector<std::pair<double, double>> expected;
        for (int i = 0; i < 5000; ++i)
            if (i % 7 != 0 && i / 2 >= 100 && i / 2 <= 1300)
                expected.emplace_back(i / 2, i);
        QCOMPARE(curve->points(100, 1300), expected);
        QVERIFY(curve->points(5, 4).empty());
        QVERIFY(curve->points(noValue, 4).empty());
        QVERIFY(curve->points(9000, 9001).empty());
    }
};

QTEST_GUILESS_MAIN(TestLaneTable)
#include "tst_lanetable.moc"
