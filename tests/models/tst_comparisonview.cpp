#include "models/comparison/comparer.h"
#include "models/items/comparedmetricsmodel.h"
#include "models/items/differencesmodel.h"
#include "tests/support/runtext.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>

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

ComparisonViewPtr viewOf(const RunPtr& a, const RunPtr& b, const CompareOptions& options = {}) {
    return viewComparison({a, b, QStringLiteral("first"), QStringLiteral("second"), options, 21});
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
        comparer.request({a, b, {}, {}, {}, 21});
        comparer.request({a, c, {}, {}, {}, 21});
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
        comparer.request({runOf(5000, 2), runOf(5000, 3), {}, {}, {}, 21});
        comparer.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!comparer.running(), 10'000);
        QVERIFY(!comparer.view());
        QTRY_COMPARE(busy.last().first().toBool(), false);
    }
};

QTEST_GUILESS_MAIN(TestComparisonView)
#include "tst_comparisonview.moc"
