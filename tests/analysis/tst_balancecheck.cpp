#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/balancecheck.h"
#include "analysis/run/roles.h"
#include "tests/analysis/tablerun.h"
#include "tests/support/samples.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace tachograph;
using tests::runFrom;
using tests::simulated;

/// Are rates current or averages since the start, told from what they must add up to.
class TestBalanceCheck : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void balance_data() {
        QTest::addColumn<bool>("averaged");
        QTest::addColumn<double>("factor");
        QTest::addColumn<double>("startUp");
        QTest::addColumn<bool>("told");
        QTest::addColumn<QString>("expected");
        QTest::newRow("averages") << true << 1.0 << 88.0 << true << "averages";
        QTest::newRow("averages, batches not told") << true << 1.0 << 88.0 << false << "averages";
        QTest::newRow("current") << false << 1.0 << 88.0 << true << "current";
        QTest::newRow("current, batches not told") << false << 1.0 << 88.0 << false << "current";
        QTest::newRow("ten times too much") << true << 10.0 << 88.0 << true << "do not balance";
        QTest::newRow("half of it") << false << 0.5 << 88.0 << true << "do not balance";
    }
    void balance() {
        QFETCH(bool, averaged);
        QFETCH(double, factor);
        QFETCH(double, startUp);
        QFETCH(bool, told);
        QFETCH(QString, expected);
        tests::DflashPlan plan;
        plan.averagedRates = averaged;
        plan.rateFactor = factor;
        plan.startUp = startUp;
        plan.tellBatchesPerStep = told;
        const auto run = simulated(plan);
        const auto check = balanceCheck(*run);
        QVERIFY(check);
        const char* name = check->kind == RateKind::current      ? "current"
                           : check->kind == RateKind::sinceStart ? "averages"
                                                                 : "do not balance";
        QCOMPARE(QString(name), expected);
        QVERIFY(check->decided);
        QCOMPARE(run->notes().size(), std::size_t(1));
        QVERIFY(run->notes()[0].find(expected.toStdString()) != std::string::npos);
        const bool deaveraged = run->forKey("throughput (de-averaged)") != nullptr;
        QCOMPARE(deaveraged, expected == "averages");
        QCOMPARE(run->forRole("throughput")->key == "Ktok/s", expected != "averages");
        QCOMPARE(run->forKey("Ktok/s")->averaging == Averaging::current, expected == "current");
    }

    void tokensBalanceTheThroughputOfATrainerLog_data() {
        QTest::addColumn<bool>("averaged");
        QTest::newRow("average since the start") << true;
        QTest::newRow("current although the format says average") << false;
    }
    void tokensBalanceTheThroughputOfATrainerLog() {
        QFETCH(bool, averaged);
        QString table = "step elapsed total_tokens throughput\n";
        for (int i = 1; i <= 40; ++i) {
            const int elapsed = 100 + 50 * i; // 100 s of start-up
            const double tokens = 200000.0 * i;
            table += QString("%1 %2s %3 %4\n")
                         .arg(5 * i)
                         .arg(elapsed)
                         .arg(tokens, 0, 'f', 0)
                         .arg(averaged ? tokens / elapsed : 4000.0, 0, 'f', 2);
        }
        const auto run = runFrom(table);
        const auto check = balanceCheck(*run);
        QVERIFY(check && check->decided);
        QVERIFY(check->kind == (averaged ? RateKind::sinceStart : RateKind::current));
        const Series* best = run->forRole("throughput");
        QCOMPARE(best->derived, averaged);
        QVERIFY(std::abs(numerics::median(best->values) - 4000.0) < 40.0);
    }

    void tooLittleForABalance() {
        const auto runs = openRuns(tests::testData("dflash/tmux-capture.log"));
        QVERIFY(!balanceCheck(*runs->front()));
        QVERIFY(!runs->front()->forKey("throughput (de-averaged)"));
        QVERIFY(!batchesPerStep(*runs->front()));
        QCOMPARE(runs->front()->notes().size(), std::size_t(1));
    }

    void targetIsAheadByQueueAndFlight() {
        // (0.29 - 0.14) batches/s x 490 s = 73 batches = 60 in the queue and 13 in flight.
        const auto runs = openRuns(tests::testData("dflash/after-cu130-17steps.log"));
        const auto check = balanceCheck(*runs->front());
        QVERIFY(check && check->kind == RateKind::sinceStart);
        const auto figure = [&](const char* name) {
            return std::ranges::find(check->figures, std::string(name), &BalanceFigure::name)->value;
        };
        QVERIFY(std::abs(figure("target_ahead") - 73.0) <= figure("target_ahead_half_width"));
        QCOMPARE(figure("queue_held"), 60.0);
    }
};

QTEST_GUILESS_MAIN(TestBalanceCheck)
#include "tst_balancecheck.moc"
