#include "analysis/detectors/queues.h"
#include "analysis/detectors/registry.h"
#include "analysis/importers/openrun.h"
#include "tests/analysis/detectortext.h"
#include "tests/support/dflashsimulator.h"

using namespace tachograph;
using namespace tachograph::tests;

namespace {

RunPtr consoleOf(const DflashPlan& plan) {
    const auto runs = openRunsFromBytes("run.log", dflashConsole(plan));
    return runs ? runs->front() : nullptr;
}

/// A jsonl run with queues: roles come with the columns.
QByteArray queueRun(const QByteArray& columns, const QByteArray& rows) {
    return "step " + columns + "\n" + rows;
}

} // namespace

/// Detectors of pipelines: rates, queues and ETAs.
class TestDetectorsPipeline : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void queueVerdicts_data() {
        verdictColumns();
        const auto add = [](const char* name, const char* code, const QByteArray& columns, const QByteArray& rows,
                            const char* expected) {
            QTest::newRow(name) << QByteArray(code) << QByteArray("jsonl") << queueRun(columns, rows)
                                << QByteArray(expected);
        };
        const char* limit = "PIPELINE_BOTTLENECK";
        const QByteArray both = "q_pre=queue/q_pre q_hs=queue/q_hs", hs = "q_hs=queue/q_hs";
        add("full behind the target: the drafter", limit, both, "1..40 50 0>60\n41..120 50 60",
            "found warning at 61..120: The drafter limits the pipeline: q_hs is full (60 of 60) in 100\n"
            "How fast the target could be cannot be seen\nbalance, not speed");
        add("full before, empty behind the target: the target", limit, both, "1..40 50 60>0\n41..120 50 0",
            "found warning at 61..120: The target limits the pipeline: q_pre is full");
        add("all empty: data loading", limit, both, "1..10 50 30\n11..120 0 0",
            "found warning\nData loading limits the pipeline: q_pre is empty");
        add("empty behind the target, half full before", limit, both, "1..10 50 30\n11..65 20 0\n66..120 30 0",
            "The target limits the pipeline: q_hs is empty");
        add("several loaders, all full", limit, "a=queue/q_pre/0 b=queue/q_pre/1 q_hs=queue/q_hs",
            "1..60 50 50 60\n61..120 49 50 60", "The drafter limits");
        add("balanced", limit, both, "1..60 50 10\n61..90 50 25\n91..119 49 12\n120 49 60",
            "clear: No stage holds up the others for long: q_pre is full\nq_hs is neither full nor empty");
        add("full half of the time", limit, hs, "1..60 60\n61..90 60\n91..120 20", "clear:");
        add("full only at the start", limit, hs, "1..60 60\n61..120 30", "clear:");
        add("one of the loaders lags", limit, "a=queue/q_pre/0 b=queue/q_pre/1", "1..60 50 50\n61..120 50 20",
            "clear:");
        add("too few readings", limit, hs, "1..30 60", "not-applicable\nfewer than 20");
        add("NaN is no reading", limit, hs, "1..30 60\n31..120 nan", "not-applicable");
        add("names that are not known", limit, "x=queue/x", "1..120 60", "not-applicable");
        add("no queues", limit, "loss", "1..120 2", "not-applicable: Queues between stages are not logged");

        const char* uneven = "QUEUE_IMBALANCE";
        const QByteArray six = "a=queue/q_hsb/0 b=queue/q_hsb/1 c=queue/q_hsb/2 d=queue/q_hsb/3 e=queue/q_hsb/4 "
                               "f=queue/q_hsb/5";
        add("one bucket holds half", uneven, six, "1..120 1 1 4 2 2 10",
            "found info at 61..120: Number 6 of the 6 queues q_hsb holds ×3.00 the mean (medians [1, 1, 4, 2, 2, "
            "10])"
            " and is the fullest in 100");
        add("even buckets", uneven, six, "1..60 50 50 50 49 50 50\n61..120 50 49 50 50 48 50", "clear: Even enough");
        add("the fullest changes", uneven, "a=queue/q/0 b=queue/q/1 c=queue/q/2",
            "1..60 1 1 1\n61..75 9 1 1\n76..90 1 9 1\n91..105 1 1 9\n106..120 9 1 1", "clear:");
        add("hardly an item", uneven, six, "1..120 0 0 0 0 0 3", "not-applicable");
        add("two queues are no list", uneven, "a=queue/q/0 b=queue/q/1", "1..120 1 9", "not-applicable");
        add("few readings", uneven, six, "1..30 1 1 4 2 2 10", "not-applicable");
        add("no queues either", uneven, "loss", "1..120 2", "not-applicable\nnot logged");
    }
    void queueVerdicts() {
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, run);
        QFETCH(QByteArray, expected);
        QCOMPARE(faultOfVerdict(*runFromText(run.toStdString()), code, expected), QString());
    }

    /// A console whose rates are known: the queue behind the target is always full.
    void consoles_data() {
        QTest::addColumn<double>("startUp");
        QTest::addColumn<bool>("averaged");
        QTest::addColumn<double>("factor");
        QTest::addColumn<QByteArray>("rate");
        QTest::addColumn<QByteArray>("eta");
        // True: 1/3 batches/s of 40,000 tokens = 13.3 Ktok/s. The target, 70 batches ahead of 800 in 2,440 s, prints
        // (800 + 70) / 2,440 = 0.357 batches/s, so that an ETA of 8.0 d is 8.6 d at the drafter's pace.
        QTest::newRow("averages") << 40.0 << true << 1.0
                                  << QByteArray("found info\naverages since the start of the process\n"
                                                "the current rate is 13.3 Ktok/s")
                                  << QByteArray(
                                         "clear: The printed ETA is 8.0 d; at the current rate it is 8.6 d (×1.0");
        QTest::newRow("averages after a long start-up")
            << 400.0 << true << 1.0 << QByteArray("found info\nthe current rate is 13.3 Ktok/s")
            << QByteArray("clear:");
        QTest::newRow("current rates") << 40.0 << false << 1.0 << QByteArray("clear: Balance check\nare current")
                                       << QByteArray("clear:");
        QTest::newRow("wrong units") << 40.0 << true << 2.0
                                     << QByteArray("found warning\ndo not balance with what they count")
                                     << QByteArray("clear:");
    }
    void consoles() {
        QFETCH(double, startUp);
        QFETCH(bool, averaged);
        QFETCH(double, factor);
        QFETCH(QByteArray, rate);
        QFETCH(QByteArray, eta);
        DflashPlan plan;
        plan.startUp = startUp;
        plan.averagedRates = averaged;
        plan.rateFactor = factor;
        const RunPtr run = consoleOf(plan);
        QVERIFY(run);
        QCOMPARE(faultOfVerdict(*run, "AVERAGED_RATE", rate), QString());
        QCOMPARE(faultOfVerdict(*run, "ETA_DRIFT", eta), QString());
        QCOMPARE(faultOfVerdict(*run, "PIPELINE_BOTTLENECK", "found warning\nThe drafter limits the pipeline"),
                 QString());
    }

    void etas_data() {
        verdictColumns();
        const auto add = [](const char* name, const QByteArray& rows, const char* expected) {
            QTest::newRow(name) << QByteArray("ETA_DRIFT") << QByteArray("jsonl")
                                << "step remaining_time step_time_s\n" + rows << QByteArray(expected);
        };
        // Steps of 10 s; 10,000 s in all: an honest ETA falls by 10 s a step.
        add("honest", "1..200@1000+10 9990>8000 10", "clear: The predicted end moved from 2 h 46 min to 2 h 46 min");
        add("never falls", "1..200@1000+10 9000 10", "clear:");
        add("grows", "1..200@1000+10 9000>15000 10", "found warning at 21..200: The predicted end moved from 2 h");
        add("wild in the start-up only", "1..19@1000+10 90000 10\n20..200@1190+10 9800>8000 10", "clear:");
        add("comes earlier", "1..200@1000+10 15000>2000 10", "clear:");
        add("too few", "1..15@1000+10 9000>15000 10", "not-applicable\nFewer than 20");
        add("no values", "1..200@1000+10 - 10", "not-applicable");
        add("zero", "1..200@1000+10 0 10", "not-applicable\nzero");
    }
    void etas() {
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, run);
        QFETCH(QByteArray, expected);
        QCOMPARE(faultOfVerdict(*runFromText(run.toStdString()), code, expected), QString());
    }

    void ratesThatCannotBeChecked_data() {
        QTest::addColumn<QByteArray>("run");
        QTest::newRow("no stamps") << QByteArray("step tokens_per_s\n1..100 9000");
        QTest::newRow("no counter") << QByteArray("step tokens_per_s\n1..100@1000+10 9000");
        QTest::newRow("no rate") << QByteArray("step loss\n1..100@1000+10 2");
    }
    void ratesThatCannotBeChecked() {
        QFETCH(QByteArray, run);
        QCOMPARE(faultOfVerdict(*runFromText(run.toStdString()), "AVERAGED_RATE", "not-applicable\nnot logged"),
                 QString());
    }

    void readingsAreOfTheSecondHalf() {
        const auto run = runFromText("step q=queue/q_hs\n1..50 0\n51..99 4\n100 8");
        const QueueReadings readings = steadyReadings(*run, *run->forKey("q"), {});
        QCOMPARE(readings.values.size(), std::size_t(50));
        QCOMPARE(readings.most, 8.0);
        QCOMPARE(readings.fullShare(), 0.02);
        QCOMPARE(readings.emptyShare(), 0.0);
        QCOMPARE(readings.firstStep, std::int64_t(51));
    }
};

QTEST_GUILESS_MAIN(TestDetectorsPipeline)
#include "tst_detectors_pipeline.moc"
