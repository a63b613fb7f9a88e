#include "models/timeline.h"
#include "tests/models/timelinetext.h"
#include "tests/support/runtext.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace tachograph;
using namespace tachograph::models;
using tests::curveText;
using tests::laneText;
using tests::onlyLane;
using tests::options;
using tests::plain;
using tests::runFromText;
using tests::table;
using tests::timelineOf;

class TestTimeline : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void lanes_data();
    void lanes();
    void axes_data();
    void axes();
    void ranges_data();
    void ranges();
    void standardLanes();
    void severalRuns();
    void severalRunsOfDifferentScope();
    void earlierAttemptsCanBeHidden();
    void extremesOfLongRunsAreKept();
    void attemptsWithoutEndStayBounded();
    void elapsedAlongTheSteps();
    void noRunsGiveAnEmptyTimeline();
    void canceledWorkStops();
};

/// A run, the lane to look at, and all that the lane must hold; worked out by hand.
void TestTimeline::lanes_data() {
    QTest::addColumn<QString>("lane");
    QTest::addColumn<int>("smoothing");
    QTest::addColumn<QByteArray>("run");
    QTest::addColumn<QByteArray>("expected");
    auto add = [](const char* name, const char* lane, int smoothing, const char* run, const char* expected) {
        QTest::newRow(name) << QString::fromLatin1(lane) << smoothing << QByteArray(run) << QByteArray(expected);
    };

    add("plain", "step_time", 0, "step step_time_s\n 1 2\n 2 2.5\n 3 3", "Step time [s]\n raw \"raw\" 1:2 2:2.5 3:3");
    add("smoothed", "step_time", 3, "step step_time_s\n 1 2\n 2 9\n 3 2\n 4 2\n 5 3",
        "Step time [s]\n raw \"raw\" 1:2 2:9 3:2 4:2 5:3\n smoothed \"median of 3\" 1:5.5 2:2 3:2 4:2 5:2.5");
    add("an even window becomes odd", "step_time", 2, "step step_time_s\n 1 2\n 2 9\n 3 2",
        "Step time [s]\n raw \"raw\" 1:2 2:9 3:2\n smoothed \"median of 3\" 1:5.5 2:2 3:5.5");
    add("too short to smooth", "step_time", 5, "step step_time_s\n 1 2\n 2 9\n 3 2",
        "Step time [s]\n raw \"raw\" 1:2 2:9 3:2");
    add("smoothing restarts after a gap", "step_time", 3, "step step_time_s\n 1 1\n 2 1\n 3 1\n 7 5\n 8 5\n 9 5",
        "Step time [s]\n raw \"raw\" 1:1 2:1 3:1 | 7:5 8:5 9:5\n"
        "smoothed \"median of 3\" 1:1 2:1 3:1 | 7:5 8:5 9:5");
    add("every tenth step is no gap, a missing one is", "step_time", 0,
        "step step_time_s\n 10 2\n 20 2\n 30 2\n 50 2\n 60 2",
        "Step time [s]\n raw \"raw\" 10:2 20:2 30:2 | 50:2 60:2");
    add("values that are none", "step_time", 0, "step step_time_s\n 1 2\n 2 nan\n 3 null\n 4 inf\n 5 2\n 6 2",
        "Step time [s]\n raw \"raw\" 1:2 | 5:2 6:2\n missing 2 3 4");
    add("a key that comes late", "step_time", 0, "step step_time_s\n 1 -\n 2 -\n 3 2\n 4 2",
        "Step time [s]\n raw \"raw\" 3:2 4:2");
    add("all NaN", "step_time", 3, "step step_time_s\n 1 nan\n 2 -inf",
        "Step time [s]\n state: 2 values, none of them finite\n missing 1 2");
    add("one NaN", "step_time", 3, "step step_time_s\n 1 nan",
        "Step time [s]\n state: 1 value, none of them finite\n missing 1");
    add("only null", "step_time", 3, "step step_time_s\n 1 null\n 2 null",
        "Step time [s]\n state: no value in any of 2 rows that name it\n missing 1 2");
    add("one point", "step_time", 21, "step step_time_s\n 7 2", "Step time [s]\n raw \"raw\" 7:2");
    add("empty run", "step_time", 21, "step step_time_s", "Step time [s]\n state: not logged");
    add("not logged", "step_time", 21, "step loss\n 1 2", "Step time [s]\n state: not logged");
    add("overlapping attempts", "step_time", 0, "step step_time_s\n 1 2\n 2 2\n 3 2\n 4 2\n 3 5\n 4 5\n 5 5",
        "Step time [s]\n superseded \"earlier attempt\" 2:2 3:2 4:2\n raw \"raw\" 1:2 2:2 | 3:5 4:5 5:5");
    add("an attempt that went further than the later one", "step_time", 0,
        "step step_time_s\n 1 2\n 2 2\n 3 2\n 4 2\n 2 5\n 3 5",
        "Step time [s]\n superseded \"earlier attempt\" 1:2 2:2 3:2\n raw \"raw\" 1:2 | 2:5 3:5 | 4:2");
    add("a restart without overlap", "step_time", 3, "step step_time_s\n 1 1\n 2 1\n !restart resumed\n 3 5\n 4 5",
        "Step time [s]\n raw \"raw\" 1:1 2:1 | 3:5 4:5\n smoothed \"median of 3\" 1:1 2:1 | 3:5 4:5");
    add("attempts do not smooth each other", "step_time", 3, "step step_time_s\n 1 1\n 2 1\n 3 1\n 2 7\n 3 7\n 4 7",
        "Step time [s]\n superseded \"earlier attempt\" 1:1 2:1 3:1\n raw \"raw\" 1:1 | 2:7 3:7 4:7\n"
        "smoothed \"median of 3\" 1:1 | 2:7 3:7 4:7");
    add("ticks", "step_time", 0, "step step_time_s\n 1 2\n 1 4\n 1 3\n 2 5",
        "Step time [s]\n band \"range of the ticks\" 1:4 2:5 above 1:2 2:5\n raw \"raw\" 1:3 2:5");
    add("ticks of which one says nothing", "step_time", 0, "step step_time_s\n 1 null\n 1 4\n 2 nan\n 2 5",
        "Step time [s]\n band \"range of the ticks\" 1:4 2:5 above 1:4 2:5\n raw \"raw\" 1:4 2:5\n missing 1 2");
    add("zero and negative values stay", "step_time", 0, "step step_time_s\n 1 0\n 2 -1",
        "Step time [s]\n raw \"raw\" 1:0 2:-1");

    add("milliseconds become seconds", "step_time", 0, "step iteration_time_s\n 1 0.5\n 2 0.25",
        "Step time [s]\n raw \"raw\" 1:0.5 2:0.25");
    add("Ktok/s by size", "throughput", 0, "step tokens_per_s\n 1 8000\n 2 9000\n 3 100",
        "Throughput [Ktok/s] whole job\n raw \"raw\" 1:8 2:9 3:0.1");
    add("tok/s by size", "throughput", 0, "step tokens_per_s\n 1 800\n 2 9000\n 3 100",
        "Throughput [tok/s] whole job\n raw \"raw\" 1:800 2:9000 3:100");
    add("throughput that is never finite", "throughput", 0, "step tokens_per_s\n 1 inf\n 2 inf",
        "Throughput [tok/s] whole job\n state: 2 values, none of them finite\n missing 1 2");

    add("length with cap", "completion_length", 0,
        "step completion_len_mean\n 1 300\n 2 310\n !setting actor.max_response_length 1024",
        "Completion length [tok]\n raw \"mean\" 1:300 2:310\n limit \"max_response_length 1,024\" 1:1024 2:1024");
    add("a cap that is no number is none", "completion_length", 0,
        "step completion_len_mean\n 1 300\n 2 310\n !setting max_completion_length none\n !setting max_new_tokens -1",
        "Completion length [tok]\n raw \"mean\" 1:300 2:310");
    add("p10 to p90 before shortest to longest", "completion_length", 0,
        "step completion_len_mean completion_len_p10 completion_len_p90 completion_len_min completion_len_max\n"
        "1 300 100 500 1 900\n 2 310 110 510 2 910",
        "Completion length [tok]\n band \"p10 to p90\" 1:500 2:510 above 1:100 2:110\n"
        "raw \"longest\" 1:900 2:910\n raw \"mean\" 1:300 2:310");
    add("shortest to longest", "completion_length", 0,
        "step completion_len_mean completion_len_min completion_len_max\n 1 300 1 900\n 2 310 nan 910\n 3 310 3 920",
        "Completion length [tok]\n band \"shortest to longest\" 1:900 | 3:920 above 1:1 | 3:3\n"
        "raw \"mean\" 1:300 2:310 3:310");
    add("only the tail is logged", "completion_length", 0, "step completion_len_max\n 1 900",
        "Completion length [tok]\n state: not logged");

    add("phases on top of each other", "split", 0,
        "step gen=generation_time opt=optimization_time un=unaccounted_time\n 1 1.5 0.5 0.25\n 2 2 - 0.1\n 3 1 1 0.5",
        "Step time by phase [s]\n"
        "stack \"generation\" 1:1.5 2:2 3:1 above 1:0 2:0 3:0\n"
        "stack \"optimization\" 1:2 | 3:2 above 1:1.5 | 3:1\n"
        "stack \"unaccounted\" 1:2.25 | 3:2.5 above 1:2 | 3:2");
    add("overlap is shown below zero", "split", 0,
        "step gen=generation_time opt=optimization_time un=unaccounted_time\n 1 1.5 0.5 0.25\n 2 2 2 -0.5",
        "Step time by phase [s] phases overlap at 1 step, by at most 500 ms\n"
        "stack \"generation\" 1:1.5 2:2 above 1:0 2:0\n"
        "stack \"optimization\" 1:2 2:4 above 1:1.5 2:2\n"
        "stack \"unaccounted\" 1:2.25 2:4 above 1:2 2:4\n"
        "stack \"overlap\" 2:0 above 2:-0.5");
    add("only one phase", "split", 0, "step generation_time_s\n 1 1\n 2 nan",
        "Step time by phase [s] the rest of the step is not known\n"
        "stack \"generation\" 1:1 | above 1:0 |\n missing 2");
    add("no phase", "split", 0, "step loss\n 1 1", "Step time by phase [s]\n state: not logged");

    add("queues", "queues", 0, "step q=queue/q_hs p=queue/q_pre\n 1 60 50\n 1 58 40\n 2 60 50",
        "Queues [items]\n band \"range of the ticks\" 1:60 2:60 above 1:58 2:60\n raw \"q_hs\" 1:59 2:60\n"
        "band \"range of the ticks\" 1:50 2:50 above 1:40 2:50\n raw \"q_pre\" 1:45 2:50");
    add("several queues of a name", "queues", 0,
        "step a=queue/q_pre/0 b=queue/q_pre/1\n 1 50 40\n 2 50 null\n 3 48 nan",
        "Queues [items]\n band \"range of the queues\" 1:50 2:50 3:48 above 1:40 2:50 3:48\n"
        "raw \"q_pre (2 queues)\" 1:45 2:50 3:48\n missing 2 3");
    add("a single series", "series/grad norm", 0, "step loss\n 1 1", "grad norm []\n state: not logged");
    add("a series without a role", "series/own", 0, "step own\n 1 1\n 2 3", "own []\n raw \"raw\" 1:1 2:3");
    add("a share in percent", "series/t", 0, "step t=truncation\n 1 0.5",
        "Truncated completions [%]\n raw \"raw\" 1:50");
    add("no such lane", "nonsense", 0, "step own\n 1 1", "nonsense []\n state: there is no such lane");
}

void TestTimeline::lanes() {
    QFETCH(QString, lane);
    QFETCH(int, smoothing);
    QFETCH(QByteArray, run);
    QFETCH(QByteArray, expected);
    QCOMPARE(onlyLane(timelineOf({runFromText(run.toStdString())}, options(lane, smoothing))), plain(expected));
}

void TestTimeline::axes_data() {
    QTest::addColumn<XAxis>("axis");
    QTest::addColumn<QByteArray>("run");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray twoAttempts = "step step_time_s\n 11@100 2\n 12@104 3\n 13@110 4\n 12@200 5\n 13@205 6";
    QTest::newRow("since resume: attempts lie over each other")
        << XAxis::sinceResume << twoAttempts
        << QByteArray("Step time [s]\n superseded \"earlier attempt\" 0:2 1:3 2:4\n raw \"raw\" 0:2\n raw 0:5 1:6");
    QTest::newRow("elapsed: one after the other")
        << XAxis::elapsed << twoAttempts
        << QByteArray("Step time [s]\n superseded \"earlier attempt\" 0:2 4:3 10:4\n raw \"raw\" 0:2 | 100:5 105:6");
    QTest::newRow("wall clock")
        << XAxis::wallClock << twoAttempts
        << QByteArray(
               "Step time [s]\n superseded \"earlier attempt\" 100:2 104:3 110:4\n raw \"raw\" 100:2 | 200:5 205:6");
    QTest::newRow("wall clock not logged") << XAxis::wallClock << QByteArray("step step_time_s\n 1 2\n 2 3")
                                           << QByteArray("Step time [s]\n state: time stamps are not logged");
    QTest::newRow("tokens not logged") << XAxis::tokens << QByteArray("step loss step_time_s\n 1 2 1\n 2 3 1")
                                       << QByteArray("Step time [s]\n state: tokens are not logged");
    QTest::newRow("a row without a time stamp is counted, not joined over")
        << XAxis::wallClock << QByteArray("step step_time_s\n 1@10 2\n 2 3\n 3@12 4\n 4@13 5")
        << QByteArray("Step time [s] 1 value has no place on this axis\n raw \"raw\" 10:2 | 12:4 13:5");
    QTest::newRow("a clock that is set back")
        << XAxis::wallClock << QByteArray("step step_time_s\n 1@10 2\n 2@12 3\n 3@11 4\n 4@13 5")
        << QByteArray("Step time [s]\n raw \"raw\" 10:2 11:4 12:3 13:5");
}

void TestTimeline::axes() {
    QFETCH(XAxis, axis);
    QFETCH(QByteArray, run);
    QFETCH(QByteArray, expected);
    QCOMPARE(onlyLane(timelineOf({runFromText(run.toStdString())}, options("step_time", 0, axis))), plain(expected));
}

void TestTimeline::ranges_data() {
    QTest::addColumn<QByteArray>("run");
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("most");
    QTest::newRow("steps") << QByteArray("step step_time_s\n 3 1\n 9 2\n 4 1") << 3.0 << 9.0;
    QTest::newRow("one step gets room") << QByteArray("step step_time_s\n 7 2") << 6.5 << 7.5;
    QTest::newRow("nothing") << QByteArray("step step_time_s") << 0.0 << 1.0;
    QTest::newRow("steps below zero") << QByteArray("step step_time_s\n -2 1\n -1 1") << -2.0 << -1.0;
}

void TestTimeline::ranges() {
    QFETCH(QByteArray, run);
    const TimelinePtr timeline = timelineOf({runFromText(run.toStdString())}, options({}));
    QTEST(timeline->xMin, "least");
    QTEST(timeline->xMax, "most");
    QCOMPARE(timeline->xTitle, "Step");
}

void TestTimeline::standardLanes() {
    auto ids = [](const char* run) {
        QStringList result;
        const TimelinePtr timeline = timelineOf({runFromText(run)}, options({}));
        for (const Lane& lane : timeline->lanes)
            result.append(lane.id);
        return result.join(' ');
    };
    // What is not logged keeps its place, so that it is said; rates and queues belong to pipelines only.
    QCOMPARE(ids("step loss\n 1 1"), "step_time split completion_length throughput steps_per_hour");
    QCOMPARE(ids("step tgt=target_rate q=queue/q_hs\n 1 1 60"),
             "step_time split completion_length throughput rates queues steps_per_hour");
}

void TestTimeline::severalRuns() {
    const auto a = runFromText("step step_time_s\n 1 2\n 2 2", "A");
    const auto b = runFromText("step step_time_s\n 2 3\n 3 3", "B");
    const auto c = runFromText("step loss\n 1 1", "C");
    QCOMPARE(onlyLane(timelineOf({a, b, c}, options("step_time"))),
             plain("Step time [s] not logged in C\n raw \"A\" 1:2 2:2\n raw of run 1 \"B\" 2:3 3:3"));
    QCOMPARE(onlyLane(timelineOf({c, c}, options("step_time"))), plain("Step time [s]\n state: not logged"));
    QCOMPARE(onlyLane(timelineOf({a, c}, options("split"))), plain("Step time by phase [s] A\n state: not logged"));
}

void TestTimeline::severalRunsOfDifferentScope() {
    const auto job = runFromText("step tokens_per_s\n 1 8000", "A");
    const auto gpu = runFromText("step perf/throughput\n 1 900", "B", "verl_console");
    const QString text = onlyLane(timelineOf({job, gpu}, options("throughput")));
    QVERIFY2(text.startsWith("Throughput, whole job and per GPU [Ktok/s] not comparable: A: whole job, B: per GPU\n"),
             qPrintable(text));
    const QString same = onlyLane(timelineOf({job, job}, options("throughput")));
    QVERIFY2(same.startsWith("Throughput [Ktok/s] whole job\n"), qPrintable(same));
    QVERIFY2(text.endsWith("raw of run 1 \"B\" 1:0.9"), qPrintable(text));
}

void TestTimeline::earlierAttemptsCanBeHidden() {
    TimelineOptions hidden = options("step_time");
    hidden.showSuperseded = false;
    QCOMPARE(onlyLane(timelineOf({runFromText("step step_time_s\n 1 2\n 2 2\n 1 3\n 2 3")}, hidden)),
             plain("Step time [s]\n raw \"raw\" 1:3 2:3"));
}

void TestTimeline::extremesOfLongRunsAreKept() {
    const auto run = runFromText(table("step step_time_s", 10'000, [](int step) {
        return std::to_string(step) + (step == 7321 ? " 900" : step == 42 ? " 0.001" : step % 2 == 0 ? " 2" : " 2.1");
    }));
    const auto timeline = timelineOf({run}, options("step_time", 21));
    const Lane& lane = timeline->lanes.front();
    QCOMPARE(lane.lines.size(), std::size_t(2));
    QCOMPARE(lane.lines[0].curve->size(), std::size_t(10'000));
    QCOMPARE(*lane.lines[0].curve->yRange(1, 10'000), std::pair(0.001, 900.0));
    QCOMPARE(*lane.lines[1].curve->yRange(1, 10'000), std::pair(2.0, 2.1)); // medians know no outlier
    QVERIFY(lane.robustValues.size() <= 4000);
    QCOMPARE(lane.robustX.size(), lane.robustValues.size());
    const auto [low, high] = std::ranges::minmax(lane.robustValues);
    QCOMPARE(low, 2.0);
    QCOMPARE(high, 2.1);
}

/// A recording whose steps jump back at every row has as many attempts as rows.
void TestTimeline::attemptsWithoutEndStayBounded() {
    constexpr int rows = 20'000;
    const auto run = runFromText(table("step step_time_s", rows, [](int row) {
        return std::to_string(row % 2 == 0 ? 5 : 3) + " " + std::to_string(row);
    }));
    const auto timeline = timelineOf({run}, options("step_time", 21));
    std::size_t points = 0;
    for (const LaneLine& line : timeline->lanes.front().lines)
        points += line.curve->size();
    QVERIFY(timeline->lanes.front().lines.size() < 100);
    QVERIFY2(points >= rows, qPrintable(QString::number(points)));
}

void TestTimeline::elapsedAlongTheSteps() {
    const auto timeline = timelineOf({runFromText("step step_time_s\n 1@100 2\n 2@110 3\n 3@130 4")}, options({}));
    QCOMPARE(curveText(*timeline->elapsedAlong), "1:0 2:10 3:30");
    QVERIFY(!timelineOf({runFromText("step loss\n 1 2")}, options({}))->elapsedAlong);
    QVERIFY(!timelineOf({runFromText("step loss\n 1@1 2")}, options({}, 0, XAxis::elapsed))->elapsedAlong);
}

void TestTimeline::noRunsGiveAnEmptyTimeline() {
    const auto timeline = timelineOf({}, options({}));
    QVERIFY(timeline->lanes.empty() && timeline->events.empty() && timeline->findings.empty());
    QVERIFY(timeline->xMin < timeline->xMax);
}

void TestTimeline::canceledWorkStops() {
    std::stop_source stop;
    stop.request_stop();
    const auto run = runFromText("step step_time_s\n 1 2");
    QVERIFY(buildTimeline({{run, nullptr, 0, "run"}}, options({}), Job(stop.get_token()))->events.empty());
}

QTEST_GUILESS_MAIN(TestTimeline)
#include "tst_timeline.moc"
