#include "analysis/importers/openrun.h"
#include "tests/analysis/accountparts.h"
#include "tests/support/samples.h"

#include <QRegularExpression>
#include <QTest>

using namespace tachograph;
using namespace tachograph::tests;

/// The bill of recordings whose truth is planted or known from their sources.
class TestBillSamples : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void plantedTruth_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("main"); // the part that carries the rise
        QTest::addColumn<double>("least"); // share of it, at least
        QTest::newRow("length") << "rl/rot-2s-to-5s.jsonl"
                                << "length" << 0.9;
        QTest::newRow("optimization") << "rl/infra-rot.jsonl"
                                      << "phase/optimization" << 0.9;
        QTest::newRow("batch") << "rl/one-step-up.jsonl"
                               << "tokens" << 0.9;
    }
    void plantedTruth() {
        QFETCH(QString, file);
        QFETCH(QString, main);
        QFETCH(double, least);
        const std::string path = sharedData(file.toStdString());
        if (path.empty())
            QSKIP(sharedDataMissing);
        const TimeAccount account = accountOf(*openRuns(path).value().front());
        QVERIFY2(whyNotExact(account).isEmpty(), qPrintable(whyNotExact(account)));
        const double change = account.change.after - account.change.before;
        QVERIFY2(secondsOf(account.change.parts, main) >= least * change, textOf(account.change.parts));
        QVERIFY2(secondsOf(account.bill.parts, main) >= least * account.bill.slower, textOf(account.bill.parts));
    }

    void plantedStalls() {
        for (const char* file : {"rl/checkpoint-stall.jsonl", "rl/checkpoint-stall-outside.jsonl"}) {
            const std::string path = sharedData(file);
            if (path.empty())
                QSKIP(sharedDataMissing);
            const TimeAccount account = accountOf(*openRuns(path).value().front());
            // 4, 6, .. 50 s make 648 s; outside the last of 50 s has no next row.
            const bool outside = std::string(file).find("outside") != std::string::npos;
            QVERIFY2(near(secondsOf(account.bill.parts, "checkpoints"), outside ? 598.0 : 648.0, 0.02),
                     textOf(account.bill.parts));
            QVERIFY2(std::abs(account.bill.slower) < 0.02 * account.bill.seconds, textOf(account.bill.parts));
        }
    }

    void plantedNothing() {
        const std::string path = sharedData("rl/flat.jsonl");
        if (path.empty())
            QSKIP(sharedDataMissing);
        const TimeAccount account = accountOf(*openRuns(path).value().front());
        QVERIFY2(std::abs(account.bill.slower) < 0.03 * account.bill.seconds, textOf(account.bill.parts));
        QCOMPARE(partOf(account.bill.parts, "checkpoints")->places.size(), std::size_t(12));
    }

    void realRuns() {
        const std::string resumed = sharedData("rl/resumed-overlap.jsonl");
        if (resumed.empty())
            QSKIP(sharedDataMissing);
        const auto account = accountOf(*openRuns(resumed).value().front());
        QVERIFY2(near(secondsOf(account.bill.parts, "redone"), 209.3, 0.001), textOf(account.bill.parts));
        QCOMPARE(account.bill.steps, 280.0);
        // Every phase grows with the length; generation and optimization are 65 % of the step.
        const auto growth =
            accountOf(*openRuns(sharedData("verl_console/rl-length-growth-238steps.log")).value().front());
        const double change = growth.change.after - growth.change.before;
        QVERIFY2(secondsOf(growth.change.parts, "length") > 0.7 * change, textOf(growth.change.parts));
        QVERIFY(near(growth.change.after / growth.change.before, 2.55, 0.05));
        // Validation is outside of the step: 175.3, 172.3, 180.6, 169.8 and 209.2 s less 9.27 s of a checkpoint.
        const auto wandb = accountOf(*openRuns(sharedData("wandb/run-20251130_194146-rlstab01")).value().front());
        QVERIFY2(near(secondsOf(wandb.bill.parts, "evaluation"), 897.9, 0.01), textOf(wandb.bill.parts));
    }
};

QTEST_GUILESS_MAIN(TestBillSamples)
#include "tst_bill_samples.moc"
