#include "analysis/detectors/registry.h"
#include "analysis/detectors/stalls.h"
#include "tests/analysis/detectortext.h"
#include "tests/support/syntheticrun.h"

using namespace tachograph;
using namespace tachograph::tests;

/// Detectors of time beside creep, shift and checkpoint stalls.
class TestDetectorsTime : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void verdicts_data() {
        verdictColumns();
        const auto add = [](const char* name, const char* code, const QByteArray& run, const char* expected) {
            QTest::newRow(name) << QByteArray(code) << QByteArray("jsonl") << run << QByteArray(expected);
        };
        const char* outside = "EVALUATION_UNACCOUNTED";
        // 100 steps of 2 s; at step 51 the clock shows 100 s more.
        const QByteArray half = "step step_time_s\n1..50@1000+2 2\n", rest = "51..100@1200+2 2\n";
        add("a pause at an evaluation", outside, half + "!evaluation 50 eval\n" + rest,
            "found info at 51: No step time contains 1 pause between steps, 1 min 40 s, 33\n1 of them at a logged "
            "evaluation. Each takes 100 s");
        add("a pause with no event", outside, half + rest, "found info at 51\n0 of them at a logged evaluation");
        add("a pause at a checkpoint is told elsewhere", outside, half + "!checkpoint 50 saved\n" + rest,
            "clear: No pause between steps stands out");
        add("a pause at both", outside, half + "!checkpoint 50 saved\n!evaluation 50 eval\n" + rest,
            "found info at 51");
        add("evaluations logged by their time", outside,
            "step step_time_s evaluation_time_s\n1..50@1000+2 2 -\n!checkpoint 51 saved\n51@1200 2 100\n"
            "52..100@1202+2 2 -",
            "found info at 51\n1 of them at a logged evaluation");
        add("a short pause", outside, half + "51..100@1106+2 2", "clear:\nbelow 5.0");
        add("no pause", outside, "step step_time_s\n1..100@1000+2 2", "clear: No pause");
        add("the pause of a restart", outside, half + "!restart again\n" + rest, "clear: No pause");
        add("a slow step is no pause", outside, "step step_time_s\n1..50@1000+2 2\n51@1202 104\n52..100@1204+2 2",
            "clear: No pause");
        add("no time stamps", outside, "step step_time_s\n1..100 2", "not-applicable\nnot logged");
        add("step time from the stamps", outside, "step loss\n1..100@1000+2 2", "not-applicable\nnot logged");
        add("too short", outside, "step step_time_s\n1..10@1000+2 2", "not-applicable");

        const char* wait = "DATA_WAIT";
        add("a large wait", wait, "step step_time_s data_wait_time_s\n1..100 2 0.5",
            "found warning at 1..100: Waiting for data takes 25");
        add("a wait that grows", wait, "step step_time_s data_wait_time_s\n1..100 2>2.2 0.02>0.22",
            "found warning\nIt grows.");
        add("a small wait", wait, "step step_time_s data_wait_time_s\n1..100 5 0.015", "clear:\n0.3");
        add("tiny and growing", wait, "step step_time_s data_wait_time_s\n1..100 5 0.001>0.02", "clear:");
        add("falling", wait, "step step_time_s data_wait_time_s\n1..100 5 0.3>0.02", "clear:");
        add("one long wait", wait, "step step_time_s data_wait_time_s\n1..50 2 0.01\n51 7 5\n52..100 2 0.01", "clear:");
        add("wait not logged", wait, "step step_time_s\n1..100 2", "not-applicable\nnot logged");
        add("step time not logged", wait, "step data_wait_time_s\n1..100 2", "not-applicable\nnot logged");
        add("few waits", wait, "step step_time_s data_wait_time_s\n1..15 2 1\n16..100 2 -", "not-applicable");

        const char* stall = "RUN_STALLED";
        add("an hour without a step", stall, "step loss\n1..50@1000+10 2\n51..100@5090+10 2",
            "found warning at 51: No step for 1 h");
        add("hours behind the last step", stall, "step loss\n1..50@1000+10 2\n50@9000 2",
            "found critical at 50\nbehind");
        add("an hour of evaluation", stall, "step loss\n1..50@1000+10 2\n!evaluation 50 eval\n51..100@5090+10 2",
            "clear:");
        add("an hour of checkpoint", stall, "step loss\n1..50@1000+10 2\n!checkpoint 50 saved\n51..100@5090+10 2",
            "clear:");
        add("an hour between attempts", stall, "step loss\n1..50@1000+10 2\n!restart again\n51..100@5090+10 2",
            "clear:");
        add("steady", stall, "step loss\n1..100@1000+10 2", "clear: The longest wait for a step is 10 s");
        add("slow steps", stall, "step loss\n1..100@1000+3600 2", "clear:");
        add("logged every 100 steps", stall, "step loss\n100@1000 2\n200..219@2000+10 2\n300@3000 2", "clear:");
        add("five minutes", stall, "step loss\n1..50@1000+10 2\n51..100@1790+10 2", "clear:");
        add("stamps are not logged", stall, "step loss\n1..100 2", "not-applicable\nnot logged");
        add("few stamps", stall, "step loss\n1..5@1000+10 2\n6@9000 2", "not-applicable");

        const char* start = "SLOW_START";
        add("a first step of 100 s", start, "step step_time_s\n1 100\n2..200 2",
            "found info at 1: The first step takes up to 100 s (usual: 2.00 s), together 1 min 38 s more than usual, "
            "20");
        add("two slow starts", start, "step step_time_s\n1 100\n2..200 2\n!restart again\n201 100\n202..400 2",
            "found info at 1..201: 2 steps behind a start");
        add("a slow start in a long run", start, "step step_time_s\n1 100\n2..5000 2", "clear:\n1.0");
        add("a start of seconds", start, "step step_time_s\n1 4.5\n2..100 0.13", "clear:");
        add("as usual", start, "step step_time_s\n1..100 2", "clear: No first steps");
        add("slow in the middle", start, "step step_time_s\n1..50 2\n51 100\n52..100 2", "clear: No first steps");
        add("twenty per cent more", start, "step step_time_s\n1..3 2.4\n4..100 2", "clear:");
        add("long completions at first", start, "step step_time_s completion_len_mean\n1..8 100 1700\n9..200 2 20",
            "clear: No first steps");
        add("a slow start with completions as usual", start,
            "step step_time_s completion_len_mean\n1..2 100 400\n3..200 2 400", "found info at 1");
        add("a saw-tooth", start,
            "step step_time_s\n1 200\n2..8 6\n9 180\n10..16 6\n17 190\n18..24 6\n25 130\n26..30 6",
            "clear: No first steps");
        add("short", start, "step step_time_s\n1 100\n2..10 2", "not-applicable");
        add("no step time", start, "step loss\n1..100 2", "not-applicable\nnot logged");

        const char* fall = "THROUGHPUT_COLLAPSE";
        add("throughput falls to a quarter", fall, "step tokens_per_s\n1..100 20000\n101..150 5000",
            "found critical at 101..150: Throughput falls from 20.0 Ktok/s, sustained from step 1, to 5.0 Ktok/s at "
            "the end "
            "(×0.25)");
        add("falls after a restart", fall, "step tokens_per_s\n1..100 20000\n!restart again\n101..150 5000",
            "found critical");
        add("steps get slower, rate not logged", fall, "step step_time_s\n1..100 2\n101..150 8",
            "found critical\nSteps per hour falls from 1,800 steps/h\nNOT Throughput");
        add("steps get longer with their tokens", fall,
            "step step_time_s completion_len_mean\n1..100 2 300\n101..150 8 1200", "clear:");
        add("steps slower, tokens per second flat", fall,
            "step step_time_s tokens_per_s\n1..100 2 9000\n101..150 8 9000", "clear:\nThe rate at the end is ×1.00");
        add("steps creep, rate not logged", fall, "step step_time_s\n1..400 2>6", "clear: The pace in steps per hour");
        add("throughput creeps down", fall, "step tokens_per_s\n1..400 20000>5000", "found critical");
        add("to two thirds", fall, "step tokens_per_s\n1..100 20000\n101..150 13400", "clear:");
        add("a hole that recovers", fall, "step tokens_per_s\n1..60 20000\n61..100 2000\n101..150 20000", "clear:");
        add("a slow start", fall, "step tokens_per_s\n1..20 2000\n21..150 20000", "clear:");
        add("a few fast steps", fall, "step tokens_per_s\n1..60 9000\n61..64 90000\n65..150 9000", "clear:");
        add("a stall at the end", fall, "step tokens_per_s\n1..147 9000\n148..150 10", "clear:");
        const QByteArray first = "step tokens_per_s\n1..10 5000\n11..100 20000\n!restart again\n";
        add("a resume slow for longer than the first start", fall, first + "101..125 5000",
            "found critical at 94..125: Throughput falls from");
        add("a resume as slow as the first start", fall,
            "step tokens_per_s\n1..30 5000\n31..100 20000\n!restart again\n101..130 5000",
            "clear: The last attempt has ×1.00 of the pace of attempt 1 as far from its start");
        add("a resume that is slow from its start", fall,
            "step tokens_per_s\n1..300 20000\n!restart again\n301..317 5300",
            "found critical at 301..317: Throughput after the restart at step 301 is 5.3 Ktok/s, where attempt 1 had "
            "20.0 Ktok/s as far from its start (17 steps, ×0.27)");
        add("a resume that repeats steps slowly", fall,
            "step tokens_per_s\n1..300 20000\n!restart again\n280..296 5300", "found critical\nwhere attempt 1 had");
        add("a resume that recovers", fall,
            "step tokens_per_s\n1..40 20000\n!restart again\n41..75 5000\n76..200 20000", "clear:");
        add("two resumes, the last as slow as the one before", fall,
            "step tokens_per_s\n1..300 20000\n!restart again\n301..317 5300\n!restart again\n318..334 5300",
            "found critical at 279..334: Throughput falls");
        add("too few steps after a resume", fall, "step tokens_per_s\n1..300 20000\n!restart again\n301..309 5300",
            "clear:");
        add("short attempts, rates to tell", fall, "step tokens_per_s\n1..20 20000\n!restart again\n21..40 5000",
            "found critical at 21..40");
        add("another training", fall, "step tokens_per_s\n1..300 20000\n!restart again\n1..17 5300", "clear:");
        add("a resume with longer completions, rate not logged", fall,
            "step step_time_s completion_len_mean\n1..100 2 300\n!restart again\n101..130 8 1200", "clear:");
        add("a resume slower by the step, rate not logged", fall,
            "step step_time_s\n1..300 2\n!restart again\n301..317 8",
            "found critical\nSteps per hour after the restart");
        add("too few", fall, "step tokens_per_s\n1..40 20000\n41..50 5000", "not-applicable\nFewer than 60");
        add("nothing", fall, "step loss\n1..100 2", "not-applicable\nlogged");
    }
    void verdicts() {
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, run);
        QFETCH(QByteArray, expected);
        QCOMPARE(faultOfVerdict(*runFromText(run.toStdString()), code, expected), QString());
    }

    /// 100 steps of 2 s an attempt; the elapsed stamp of the first one is 2 s and what the row says.
    void timeBeforeTheFirstStep_data() {
        QTest::addColumn<int>("firstStep");
        QTest::addColumn<QList<int>>("before");
        QTest::addColumn<bool>("restarts");
        QTest::addColumn<QByteArray>("expected");
        const QByteArray silent = "clear: No first steps";
        QTest::newRow("88 s") << 1 << QList{88} << true
                              << QByteArray(
                                     "found info at 1: The first steps take no longer than usual; 1 min 28 s and "
                                     "more pass before the first step; 31");
        QTest::newRow("two starts") << 1 << QList{20, 88} << true
                                    << QByteArray("found info\n1 min 48 s and more pass before the first steps of 2");
        QTest::newRow("one process, the step goes back") << 1 << QList{0, 88} << false << silent;
        QTest::newRow("a second") << 1 << QList{1} << true << QByteArray("clear: The first steps take no longer");
        QTest::newRow("cut") << 50 << QList{5000} << true << silent;
    }
    void timeBeforeTheFirstStep() {
        QFETCH(int, firstStep);
        QFETCH(QList<int>, before);
        QFETCH(bool, restarts);
        QFETCH(QByteArray, expected);
        RunBuilder builder("made", "made.jsonl", "jsonl");
        const auto seconds = builder.series("step_time_s");
        double elapsed = 0;
        for (qsizetype attempt = 0; attempt < before.size(); ++attempt) {
            elapsed = before[attempt] + (restarts ? 0.0 : elapsed);
            for (int i = 0; i < 100; ++i)
                builder.addValue(seconds,
                                 builder.addRow({.step = firstStep + 90 * attempt + i, .elapsed = elapsed += 2}), 2.0);
        }
        QCOMPARE(faultOfVerdict(*builder.build(MetricRoles::builtIn()), "SLOW_START", expected), QString());
    }

    void transients_data() {
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("up and down") << QByteArray("found info at 130..280: Step time goes up ×2.0\n"
                                                   "and down again at step 280\nNo logged event coincides");
        QTest::newRow("up") << QByteArray("clear:");
        QTest::newRow("down") << QByteArray("clear:");
        QTest::newRow("flat") << QByteArray("clear: Step time does not go up and come back");
        QTest::newRow("ramp") << QByteArray("clear:");
        QTest::newRow("a single slow step") << QByteArray("clear:");
        QTest::newRow("up a little and down") << QByteArray("clear:");
    }
    void transients() {
        QFETCH(QByteArray, expected);
        const QByteArray shape = QTest::currentDataTag();
        const auto seconds = [shape](std::int64_t step) {
            const bool bump = step >= 130 && step < 280;
            if (shape == "up and down")
                return bump ? 4.0 : 2.0;
            if (shape == "up a little and down")
                return bump ? 2.4 : 2.0;
            if (shape == "up")
                return step < 130 ? 2.0 : 4.0;
            if (shape == "down")
                return step < 130 ? 4.0 : 2.0;
            if (shape == "ramp")
                return 2.0 + 0.01 * static_cast<double>(step);
            return shape == "a single slow step" && step == 200 ? 40.0 : 2.0;
        };
        QCOMPARE(faultOfVerdict(*madeRun(400, {{"step_time_s", seconds, 0.02}}), "STEP_TIME_TRANSIENT", expected),
                 QString());
    }

    void pausesLieBetweenTheirSteps() {
        const auto run = runFromText("step step_time_s\n1..50@1000+2 2\n51..100@1200+2 2");
        const Pauses pauses = findPauses(StepTimes(*run), {});
        QCOMPARE(pauses.list.size(), std::size_t(1));
        QCOMPARE(pauses.list[0].before, std::int64_t(50));
        QCOMPARE(pauses.list[0].at, std::int64_t(51));
        // The stamps of steps 50 and 51 are 1,098 and 1,200 s; the step takes 2 s.
        QCOMPARE(pauses.list[0].seconds, 100.0);
        QCOMPARE(pauses.seconds, 300.0);
    }
};

QTEST_GUILESS_MAIN(TestDetectorsTime)
#include "tst_detectors_time.moc"
