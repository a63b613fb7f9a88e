#include "models/comparison/comparer.h"
#include "models/comparison/movedtimeline.h"
#include "models/items/comparedmetricsmodel.h"
#include "models/items/comparedrunsmodel.h"
#include "models/items/comparedtables.h"
#include "models/items/differencesmodel.h"
#include "tests/support/runtext.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

using namespace tachograph;
using namespace tachograph::models;

namespace {

/// `steps` steps of `seconds` with a little noise that is the same in every run.
RunPtr runOf(int steps, double seconds, const std::string& extra = {}, double length = 0) {
    std::string text = "step step_time_s tokens_per_s";
    text += length > 0 ? " completion_len_mean\n" : "\n";
    for (int i = 0; i < steps; ++i) {
        const double noise = 0.02 * ((i * 7919) % 11 - 5) / 5.0;
        text += std::to_string(i + 1) + ' ' + std::to_string(seconds * (1 + noise)) + ' ' +
                std::to_string(20'000 / seconds / (1 + noise));
        text += length > 0 ? ' ' + std::to_string(length) + '\n' : "\n";
    }
    return tests::runFromText(text + extra);
}

/// Noise of 2 % without memory.
RunPtr noisyRun(int steps, double seconds, unsigned seed, const std::string& extra = {}) {
    std::mt19937 engine(seed);
    std::normal_distribution<double> noise(1.0, 0.02);
    std::string text = "step step_time_s tokens_per_s\n";
    for (int i = 1; i <= steps; ++i) {
        const double took = seconds * noise(engine);
        text += std::to_string(i) + ' ' + std::to_string(took) + ' ' + std::to_string(20'000 / took) + '\n';
    }
    return tests::runFromText(text + extra);
}

ComparisonViewPtr viewOf(const RunPtr& a, const RunPtr& b, const CompareOptions& options = {}) {
    return viewComparison({a, b, QStringLiteral("first"), QStringLiteral("second"), options, 21, false, {}});
}

QStringList laneIds(const ComparisonView& view) {
    QStringList ids;
    for (const Lane& lane : view.timeline->lanes)
        ids += lane.id;
    return ids;
}

const Lane& ratioLane(const ComparisonView& view) {
    return *std::ranges::find(view.timeline->lanes, QString(ratioLaneId), &Lane::id);
}

QString rowText(const QAbstractItemModel& model, int row) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells += model.index(row, column).data().toString();
    return cells.join(QStringLiteral(" | "));
}

} // namespace

class TestComparisonView : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void theRatioFollowsTheHeadlinesLane() {
        const auto view = viewOf(runOf(300, 2), runOf(300, 3));
        const QStringList ids = laneIds(*view);
        QCOMPARE(ids.at(0), view->comparison.headlineMetric.role == "throughput" ? QStringLiteral("throughput")
                                                                                 : QStringLiteral("step_time"));
        QCOMPARE(ids.at(1), QString(ratioLaneId));
        QCOMPARE(ids.count(QString(ratioLaneId)), 1);
        QVERIFY(!ids.contains(QStringLiteral("split")));
        QCOMPARE(view->timeline->runs.at(0).name, QStringLiteral("A"));
        QCOMPARE(view->timeline->runs.at(1).slot, 1);
    }

    void theRatioIsThatOfTheMedians() {
        const auto view = viewOf(runOf(300, 2), runOf(300, 3));
        const Lane& lane = ratioLane(*view);
        QVERIFY(lane.state.isEmpty());
        const double expected = view->comparison.headlineMetric.role == "throughput" ? 2.0 / 3.0 : 1.5;
        for (const double value : lane.robustValues)
            QVERIFY2(std::abs(value / expected - 1) < 0.05, qPrintable(QString::number(value)));
    }

    void nothingInCommonSaysSo() {
        const auto view = viewOf(tests::runFromText("step loss\n1 2\n2 1"), runOf(50, 2));
        QVERIFY(!ratioLane(*view).state.isEmpty());
        QVERIFY(ratioLane(*view).lines.empty());
    }

    void anOffsetMovesBAlone() {
        const RunPtr a = runOf(100, 2), b = runOf(100, 3);
        CompareOptions options;
        options.axis = XAxis::step;
        options.offset = 40;
        const auto view = viewOf(a, b, options);
        QCOMPARE(view->timeline->xMin, 1.0);
        QCOMPARE(view->timeline->xMax, 140.0);
    }

    void aMovedRunIsThatOfAnotherOffset_data() {
        QTest::addColumn<double>("by");
        QTest::newRow("right") << 40.0;
        QTest::newRow("left") << -25.0;
        QTest::newRow("beyond the other") << 500.0;
    }
    void aMovedRunIsThatOfAnotherOffset() {
        QFETCH(double, by);
        const RunPtr a = runOf(100, 2), b = runOf(80, 3, "!checkpoint 50 saved\n");
        CompareOptions options;
        options.axis = XAxis::step;
        const auto here = viewOf(a, b, options);
        options.offset = by;
        const auto there = viewOf(a, b, options);
        const TimelinePtr moved = movedTimeline(*here->timeline, 1, by, {there->timeline->xMin, there->timeline->xMax});
        QCOMPARE(moved->xMin, there->timeline->xMin);
        QCOMPARE(moved->lanes.size(), there->timeline->lanes.size());
        for (std::size_t i = 0; i < moved->lanes.size(); ++i) {
            const Lane &mine = moved->lanes[i], &theirs = there->timeline->lanes[i];
            if (mine.id == ratioLaneId) {
                QVERIFY(
                    std::ranges::all_of(mine.lines, [](const LaneLine& line) { return line.kind == LineKind::limit; }));
                continue;
            }
            QCOMPARE(mine.lines.size(), theirs.lines.size());
            for (std::size_t j = 0; j < mine.lines.size(); ++j) {
                const CurvePtr &x = mine.lines[j].curve, &y = theirs.lines[j].curve;
                QCOMPARE(x->xRange(), y->xRange());
                QCOMPARE(x->size(), y->size());
                for (const double at : {0.0, 10.0, 60.0, 555.0}) {
                    QCOMPARE(x->nearest(at), y->nearest(at));
                    QCOMPARE(x->yRange(at, at + 20), y->yRange(at, at + 20));
                }
                std::vector<PixelColumn> mineColumns, theirColumns;
                const auto edges = x->columns(3, 90, 7, mineColumns), others = y->columns(3, 90, 7, theirColumns);
                QCOMPARE(edges.before, others.before);
                QCOMPARE(edges.after, others.after);
                for (std::size_t column = 0; column < mineColumns.size(); ++column) {
                    QCOMPARE(mineColumns[column].count, theirColumns[column].count);
                    QCOMPARE(mineColumns[column].high, theirColumns[column].high);
                }
            }
        }
        for (const TimelineEvent& event : moved->events)
            if (event.event.kind == EventKind::checkpoint)
                QCOMPARE(event.x, 50 + by);
    }

    void severalRunsAreHeldAgainstTheFirst() {
        const std::string before = "!environment torch 2.9.1+cu128\n!setting batch 64\n",
                          after = "!environment torch 2.9.1+cu130\n!setting batch 64\n";
        const RunPtr a = noisyRun(300, 2, 1, before), b = noisyRun(300, 3, 2, after), c = noisyRun(200, 2, 3, before);
        ComparisonRequest request{a, b, {}, {}, {}, 21, false, {}};
        request.others = {b, c};
        const auto view = viewComparison(request);
        QCOMPARE(view->others.size(), std::size_t(2));
        QCOMPARE(view->comparison.b, b);
        QVERIFY2(view->revert.find("the speed came back") != std::string::npos, view->revert.c_str());
        QCOMPARE(view->floors.size(), std::size_t(1));
        QVERIFY(view->floors.front().ofA);
        request.b = c; // drawing another one changes nothing of what all of them tell
        const auto other = viewComparison(request);
        QCOMPARE(other->comparison.b, c);
        QCOMPARE(other->revert, view->revert);
        request.others = {b}; // two runs alone
        request.b = b;
        const auto alone = viewComparison(request);
        QVERIFY(alone->others.empty() && alone->revert.empty() && alone->floors.empty());
    }

    void runsAsATable() {
        ComparedRunsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const RunPtr a = noisyRun(300, 2, 1), b = noisyRun(300, 3, 2), c = noisyRun(300, 4, 3),
                     nothing = tests::runFromText("step x\n1 2\n");
        ComparisonRequest request{a, c, {}, {}, {}, 21, false, {}};
        model.setView(viewComparison(request));
        QCOMPARE(model.rowCount(), 0);
        request.others = {b, c, nothing};
        const auto view = viewComparison(request);
        model.setView(view);
        QCOMPARE(model.rowCount(), 4);
        QVERIFY2(rowText(model, 0).startsWith(QStringLiteral("A | run  1 to 300 | ")), qPrintable(rowText(model, 0)));
        QVERIFY2(rowText(model, 1).startsWith(QStringLiteral(" | run  1 to 300 | ")), qPrintable(rowText(model, 1)));
        QVERIFY2(rowText(model, 2).startsWith(QStringLiteral("B | run  1 to 300 | ")), qPrintable(rowText(model, 2)));
        QVERIFY2(rowText(model, 3).contains(QStringLiteral("nothing that both")), qPrintable(rowText(model, 3)));
        for (const int row : {1, 2})
            QVERIFY2(rowText(model, row).endsWith(QStringLiteral("Worse")), qPrintable(rowText(model, row)));
        QVERIFY(!model.index(0, 0).data(ComparedMetricsModel::effectRole).isValid());
        QCOMPARE(model.otherOf(0), -1);
        QCOMPARE(view->others[static_cast<std::size_t>(model.otherOf(2))].b, c);
        QCOMPARE(model.asText().count(QLatin1Char('\n')), 4);
        model.setView(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void etaAndMemoryOnlyWhereLogged() {
        const auto plain = viewOf(runOf(60, 2), runOf(60, 3));
        QVERIFY(etaTable(plain->comparison).rows.empty());
        QVERIFY(memoryTable(plain->comparison).rows.empty());
        QVERIFY(memoryTable(plain->comparison).remark.isEmpty());
        const std::string total = "!setting max_steps 1000\n";
        const RunPtr a = tests::runFromText("step step_time_s eta=eta g=gpu/0/memory\n1..100 2.0 1800 1000\n" + total);
        const RunPtr b = tests::runFromText("step step_time_s eta=eta g=gpu/0/memory\n1..100 4.0 1800 1500\n");
        const auto view = viewOf(a, b);
        const ComparedTable eta = etaTable(view->comparison);
        QVERIFY(!eta.rows.empty());
        // 900 steps of 2 s are left: as printed. B does not say how many there are.
        QCOMPARE(eta.rows.front().first(), QStringLiteral("A"));
        QCOMPARE(eta.rows.front().last(), QStringLiteral("×1.00"));
        QVERIFY(eta.rows.back().contains(QStringLiteral("total not logged")));
        const ComparedTable memory = memoryTable(view->comparison);
        QCOMPARE(memory.rows.size(), std::size_t(1));
        QCOMPARE(memory.rows.front().last(), QString::fromUtf8("+50.0\u202f%"));
        QCOMPARE(memory.header.size(), 4); // no capacity, no headroom
        ComparedTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(eta);
        QCOMPARE(model.rowCount(), static_cast<int>(eta.rows.size()));
        model.setTable({});
        QCOMPARE(model.columnCount(), 0);
    }

    void metricsAsATable() {
        ComparedMetricsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.widestFactor(), 1.05);
        model.setView(viewOf(runOf(400, 2), runOf(400, 3)));
        QVERIFY(model.rowCount() >= 2);
        bool stepTime = false;
        for (int row = 0; row < model.rowCount(); ++row) {
            const QString text = rowText(model, row);
            stepTime = stepTime || text.startsWith(QStringLiteral("Step time | 2.00 s | 3.00 s | +50.0"));
            const QVariantList effect = model.index(row, 0).data(ComparedMetricsModel::effectRole).toList();
            if (effect.size() == 3) {
                QVERIFY(effect[0].toDouble() <= effect[1].toDouble());
                QVERIFY(effect[1].toDouble() <= effect[2].toDouble());
                QVERIFY(effect[2].toDouble() <= model.widestFactor() + 1e-12);
            }
        }
        QVERIFY2(stepTime, qPrintable(model.asText()));
        QCOMPARE(model.asText().count(QLatin1Char('\n')), model.rowCount());
        QVERIFY(!model.index(0, 0).data(Qt::DecorationRole).isValid());
        model.setView(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void differencesAsATable() {
        const RunPtr a =
            runOf(50, 2, "!setting lr 1e-6\n!setting batch 64\n!setting same 1\n!environment torch 2.9.1+cu128\n");
        const RunPtr b = runOf(50, 2,
                               "!setting lr 0.000001\n!setting batch 48\n!setting same 1\n!setting pipe a|b\n"
                               "!environment torch 2.9.1+cu130\n!note 3 Falling back to slow attention\n");
        DifferencesModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setView(viewOf(a, b));
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row)
            all += rowText(model, row);
        const QString text = all.join(QLatin1Char('\n'));
        QVERIFY2(text.contains(QStringLiteral("batch | 64 | 48")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("pipe | not set | a|b")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("torch | 2.9.1+cu128 | 2.9.1+cu130")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("message new in B | not logged | Falling back to slow attention | once")),
                 qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("lr |")) && !text.contains(QStringLiteral("same |")), qPrintable(text));
        QVERIFY(model.asMarkdown().contains(QStringLiteral("a\\|b")));
        model.setView(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void theNewestRequestWins() {
        Comparer comparer;
        QSignalSpy changed(&comparer, &Comparer::viewChanged);
        const RunPtr a = runOf(400, 2), b = runOf(400, 3), c = runOf(400, 4);
        comparer.request({a, b, {}, {}, {}, 21, false, {}});
        comparer.request({a, c, {}, {}, {}, 21, false, {}});
        QTRY_VERIFY_WITH_TIMEOUT(!changed.isEmpty(), 30'000);
        QTest::qWait(50);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(comparer.view()->request.b, c);
        comparer.clear();
        QVERIFY(!comparer.view());
        QCOMPARE(changed.count(), 2);
    }

    void aCancelKeepsWhatWasThere() {
        Comparer comparer;
        QSignalSpy busy(&comparer, &Comparer::busyChanged);
        comparer.request({runOf(5000, 2), runOf(5000, 3), {}, {}, {}, 21, false, {}});
        comparer.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!comparer.running(), 10'000);
        QVERIFY(!comparer.view());
        QTRY_COMPARE(busy.last().first().toBool(), false);
    }
};

QTEST_GUILESS_MAIN(TestComparisonView)
#include "tst_comparisonview.moc"
