#include "models/rundetails.h"
#include "models/timeline.h"
#include "tests/support/samples.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace tachograph;
using namespace tachograph::models;

namespace {

TimelinePtr timelineOf(const RunPtr& run, XAxis axis = XAxis::step) {
    TimelineOptions options;
    options.axis = axis;
    const auto diagnosis = std::make_shared<const Diagnosis>(diagnose(*run));
    return buildTimeline({{run, diagnosis, 0, QString::fromStdString(run->name())}}, options);
}

const Lane& laneOf(const Timeline& timeline, const QString& id) {
    static const Lane none;
    const auto found = std::ranges::find(timeline.lanes, id, &Lane::id);
    return found == timeline.lanes.end() ? none : *found;
}

QStringList labels(const Lane& lane) {
    QStringList result;
    for (const LaneLine& line : lane.lines)
        if (line.legend)
            result.append(line.label);
    return result;
}

std::size_t points(const Lane& lane, LineKind kind) {
    std::size_t count = 0;
    for (const LaneLine& line : lane.lines)
        if (line.kind == kind)
            count += line.curve->size();
    return count;
}

} // namespace

/// Timelines of the shared recordings, held against what is known of them.
class TestSamples : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void init() {
        if (tests::sharedData("").empty())
            QSKIP(tests::sharedDataMissing);
    }

    void everyRecordingOnEveryAxis_data();
    void everyRecordingOnEveryAxis();
    void lengthDrivenRotIsPointedOut_data();
    void lengthDrivenRotIsPointedOut();
    void bothFormsOfAnAverageAreNamed();
    void valuesThatAreNoneAreMarked();
    void earlierAttemptsAreApart();
    void checkpointsWithStallsAreMarked_data();
    void checkpointsWithStallsAreMarked();

  private:
    static RunPtr open(const std::string& path) {
        const auto runs = openRuns(tests::sharedData(path));
        return runs ? runs->front() : nullptr;
    }
};

void TestSamples::everyRecordingOnEveryAxis_data() {
    QTest::addColumn<QString>("path");
    for (const char* path :
         {"dflash/before-cu130.log", "dflash/tmux-capture.log", "dflash/redesign-q_hsb.log",
          "verl_console/rl-length-growth-238steps.log", "verl_console/rl-ray-ansi-80steps.log", "rl/rot-2s-to-5s.jsonl",
          "rl/nan-and-gaps.jsonl", "rl/resumed-overlap.jsonl", "rl/upgrade-after", "trainer_state/sft_bare_nan.json",
          "jsonl/train_metrics_with_duplicates.jsonl", "wandb_csv/panel_export_3runs.csv"})
        QTest::newRow(path) << QString(path);
}

void TestSamples::everyRecordingOnEveryAxis() {
    QFETCH(QString, path);
    const RunPtr run = open(path.toStdString());
    QVERIFY(run);
    for (const XAxis axis : {XAxis::step, XAxis::sinceResume, XAxis::elapsed, XAxis::wallClock, XAxis::tokens}) {
        const TimelinePtr timeline = timelineOf(run, axis);
        QVERIFY(timeline->xMin < timeline->xMax);
        for (const Lane& lane : timeline->lanes) {
            QVERIFY2(lane.lines.empty() != lane.state.isEmpty(), qPrintable(lane.id)); // drawn, or said why not
            for (const LaneLine& line : lane.lines)
                if (const auto range = line.curve->xRange())
                    QVERIFY2(range->first >= timeline->xMin && range->second <= timeline->xMax, qPrintable(lane.id));
        }
        if (axis != XAxis::step)
            continue;
        for (const LaneChoice& choice : laneChoices(timeline->runs))
            QVERIFY2(!choice.title.isEmpty() && !choice.group.isEmpty(), qPrintable(choice.id));
    }
    for (const DetailsSection& section : runDetails(*run, diagnose(*run)).sections)
        for (const DetailsRow& row : section.rows)
            QVERIFY2(!row.value.isEmpty(), qPrintable(row.name)); // never a blank for what is not logged
}

void TestSamples::lengthDrivenRotIsPointedOut_data() {
    QTest::addColumn<QString>("path");
    QTest::newRow("made") << "rl/rot-2s-to-5s.jsonl";
    QTest::newRow("real") << "verl_console/rl-length-growth-238steps.log";
}

void TestSamples::lengthDrivenRotIsPointedOut() {
    QFETCH(QString, path);
    const RunPtr run = open(path.toStdString());
    QVERIFY(run);
    const TimelinePtr timeline = timelineOf(run);
    QVERIFY(laneOf(*timeline, "throughput").badge.contains("hides the rot: steps take ×2."));
    QVERIFY(labels(laneOf(*timeline, "step_time")).contains("creep fit"));
    QVERIFY(std::ranges::any_of(timeline->findings,
                                [](const TimelineFinding& found) { return found.finding.code == "THROUGHPUT_ROT"; }));
    QVERIFY(labels(laneOf(*timeline, "split")).contains("generation"));
}

void TestSamples::bothFormsOfAnAverageAreNamed() {
    const RunPtr run = open("dflash/after-cu130.log");
    QVERIFY(run);
    const TimelinePtr timeline = timelineOf(run);
    const Lane& throughput = laneOf(*timeline, "throughput");
    QCOMPARE(throughput.unit, "Ktok/s");
    QVERIFY2(throughput.qualifier.startsWith("whole job, de-averaged"), qPrintable(throughput.qualifier));
    QVERIFY(labels(throughput).contains("printed: average since the start"));
    QVERIFY(labels(throughput).contains("de-averaged"));
    QCOMPARE(points(throughput, LineKind::sinceStart), std::size_t(151)); // one a step, 690 to 840
    const QStringList rates = labels(laneOf(*timeline, "rates"));
    for (const char* line : {"target, printed: average since the start", "drafter, printed: average since the start",
                             "drafter, de-averaged"})
        QVERIFY2(rates.contains(line), qPrintable(rates.join("; ")));
    QVERIFY(labels(laneOf(*timeline, "queues")).contains("q_hs"));
    QVERIFY(labels(laneOf(*timeline, "queues")).contains("q_pre (5 queues)"));
    QCOMPARE(laneOf(*timeline, "completion_length").state, "not logged");
}

/// 14 lengths are null, 6 step times are null, 5 throughputs are infinite; the steps of the latter are all different.
void TestSamples::valuesThatAreNoneAreMarked() {
    const RunPtr run = open("rl/nan-and-gaps.jsonl");
    QVERIFY(run);
    const TimelinePtr timeline = timelineOf(run);
    QCOMPARE(laneOf(*timeline, "completion_length").missing.size(), std::size_t(14));
    QCOMPARE(laneOf(*timeline, "step_time").missing.size(), std::size_t(6));
    QCOMPARE(laneOf(*timeline, "throughput").missing.size(), std::size_t(5));
    QCOMPARE(points(laneOf(*timeline, "step_time"), LineKind::raw), std::size_t(186));
    QCOMPARE(points(laneOf(*timeline, "throughput"), LineKind::raw), std::size_t(187));
    // Steps 61 to 65 are not there: no line leads over them.
    const auto raw = std::ranges::find(laneOf(*timeline, "step_time").lines, LineKind::raw, &LaneLine::kind);
    std::vector<PixelColumn> columns;
    const auto edges = raw->curve->columns(60.5, 65.5, 5, columns);
    QVERIFY(std::ranges::all_of(columns, [](const PixelColumn& column) { return column.count == 0; }));
    QVERIFY(edges.gapAfter);
}

/// Three attempts, 501 to 690, 640 to 690, 640 to 780: 102 rows are superseded, 280 are current.
void TestSamples::earlierAttemptsAreApart() {
    const RunPtr run = open("rl/resumed-overlap.jsonl");
    QVERIFY(run);
    const TimelinePtr timeline = timelineOf(run);
    const Lane& lane = laneOf(*timeline, "step_time");
    QCOMPARE(points(lane, LineKind::raw), std::size_t(280));
    // One more: the first attempt's dashed part starts at its last current point.
    QCOMPARE(points(lane, LineKind::superseded), std::size_t(102 + 1));
    QStringList resumes;
    for (const TimelineEvent& event : timeline->events)
        if (event.event.kind == EventKind::resume)
            resumes.append(event.label);
    QCOMPARE(resumes, (QStringList{"resume 640", "resume 640"}));
}

void TestSamples::checkpointsWithStallsAreMarked_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("checkpoints");
    QTest::addColumn<int>("slow");
    QTest::newRow("inside the step") << "rl/checkpoint-stall.jsonl" << 24 << 24;
    // The last one has no next row and thus no gap.
    QTest::newRow("between the steps") << "rl/checkpoint-stall-outside.jsonl" << 24 << 23;
    QTest::newRow("flat") << "rl/flat.jsonl" << 12 << 12;
}

void TestSamples::checkpointsWithStallsAreMarked() {
    QFETCH(QString, path);
    const RunPtr run = open(path.toStdString());
    QVERIFY(run);
    const TimelinePtr timeline = timelineOf(run);
    int checkpoints = 0, slow = 0;
    for (const TimelineEvent& event : timeline->events) {
        checkpoints += event.event.kind == EventKind::checkpoint ? 1 : 0;
        slow += event.slowStep ? 1 : 0;
    }
    QTEST(checkpoints, "checkpoints");
    QTEST(slow, "slow");
}

QTEST_GUILESS_MAIN(TestSamples)
#include "tst_samples.moc"
