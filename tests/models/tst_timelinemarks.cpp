#include "models/timeline.h"
#include "tests/models/timelinetext.h"
#include "tests/support/runtext.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>

using namespace tachograph;
using namespace tachograph::models;
using tests::eventsText;
using tests::onlyLane;
using tests::options;
using tests::plain;
using tests::runFromText;
using tests::table;
using tests::timelineOf;

namespace {

Detector made(const char* code, const char* title, Severity severity) {
    Detector detector = *detectors().front(); // what it would examine is not asked
    detector.code = code;
    detector.title = title;
    detector.severity = severity;
    return detector;
}

const Detector& detector(std::string_view code) {
    static const Detector rot = made("THROUGHPUT_ROT", "Step time is creeping up", Severity::info);
    static const Detector other = made("OTHER", "Something else", Severity::critical);
    return rot.code == code ? rot : other;
}

std::shared_ptr<Diagnosis> diagnosisWith(const char* code, const DetectorResult& result) {
    auto diagnosis = std::make_shared<Diagnosis>();
    diagnosis->examinations.push_back({&detector(code), {}, result});
    return diagnosis;
}

Finding finding(const char* code, Severity severity, std::int64_t onset, std::int64_t first, std::int64_t last) {
    Finding result;
    result.code = code;
    result.severity = severity;
    result.onsetStep = onset;
    result.firstStep = first;
    result.lastStep = last;
    return result;
}

/// One line a finding: "info THROUGHPUT_ROT 2..9 onset 4 at 3 5".
QString findingsText(const Timeline& timeline) {
    QStringList lines;
    for (const TimelineFinding& entry : timeline.findings) {
        QString line = QStringLiteral("%1 %2 %3..%4 onset %5")
                           .arg(severityName(entry.finding.severity), QString::fromStdString(entry.finding.code))
                           .arg(entry.first)
                           .arg(entry.last)
                           .arg(entry.onset);
        for (const double place : entry.places)
            line += QStringLiteral(" at %1").arg(place);
        lines.append(line);
    }
    return lines.join('\n');
}

} // namespace

/// What a timeline marks: events, findings, fits and badges.
class TestTimelineMarks : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void events();
    void eventsWithoutAPlace();
    void findingsOnTheAxis();
    void findingsAndFitsOnAnotherAxis();
    void fits();
    void badges_data();
    void badges();
};

void TestTimelineMarks::events() {
    std::string text = table("step step_time_s", 120, [](int step) {
        std::string row = std::to_string(step) + (step == 50 ? " 9" : step % 2 == 0 ? " 2" : " 2.1");
        if (step == 50 || step == 100)
            row += "\n!checkpoint " + std::to_string(step);
        return row;
    });
    text += "!resume 3\n!oom 7 CUDA out of memory. GPU 6 has 187 MiB free\n!oom 8 out of memory\n"
            "!config 20 length_penalty 0.02 → 0\n!evaluation 30\n!exception 31\n!note 32 look here\n";
    QCOMPARE(eventsText(*timelineOf({runFromText(text)}, options({}))), plain(R"(
        3 resume "resume 3"
        7 oom "OOM on GPU 6 at 7"
        8 oom "OOM at 8"
        20 config "length_penalty 0.02 → 0"
        30 evaluation
        31 exception "exception at 31"
        32 note "look here"
        50 checkpoint slow
        100 checkpoint
        120 exit "log ends at 120")"));
}

void TestTimelineMarks::eventsWithoutAPlace() {
    // Before the first row, far outside, between two rows, and a run that logs its own end.
    QCOMPARE(
        eventsText(*timelineOf({runFromText("step loss\n !note - early\n 10 1\n 20 1\n !note 900 far\n !note 15 between"
                                            "\n !exit - done")},
                               options({}))),
        plain("10 note \"early\"\n 15 note \"between\"\n 20 note \"far\"\n 20 exit \"done\""));
    QCOMPARE(eventsText(*timelineOf({runFromText("step loss\n !note 5 alone")}, options({}))), QString());
    QCOMPARE(eventsText(*timelineOf({runFromText("step loss\n 1 1\n !note 1 x\033[31m\u202ered")}, options({}))),
             plain("1 note \"xred\"\n 1 exit \"log ends at 1\""));
}

void TestTimelineMarks::findingsOnTheAxis() {
    DetectorResult result;
    result.outcome = Outcome::found;
    result.findings = {finding("OTHER", Severity::info, 5, 2, 99), finding("OTHER", Severity::critical, 8, 8, 9),
                       finding("OTHER", Severity::info, 3, 3, 4)};
    result.findings[2].places = {4, 3};
    const auto run = runFromText("step step_time_s\n 1 1\n 3 1\n 5 1\n 9 1");
    const auto timeline = timelineOf({run}, options({}), diagnosisWith("OTHER", result));
    QCOMPARE(findingsText(*timeline), plain(R"(
        critical OTHER 8..9 onset 8
        info OTHER 3..4 onset 3 at 3 at 4
        info OTHER 2..9 onset 5)"));
    const auto empty = timelineOf({runFromText("step step_time_s")}, options({}), diagnosisWith("OTHER", result));
    QVERIFY(empty->findings.empty());
}

void TestTimelineMarks::findingsAndFitsOnAnotherAxis() {
    DetectorResult result;
    result.findings = {finding("OTHER", Severity::info, 2, 1, 3)};
    result.fits = {{FitLine::Kind::creep, "step_time", {1, 3}, {2, 4}}};
    const auto run = runFromText("step step_time_s\n 1@100 2\n 2@110 3\n 3@130 4");
    const auto timeline = timelineOf({run}, options("step_time", 0, XAxis::wallClock), diagnosisWith("OTHER", result));
    QCOMPARE(findingsText(*timeline), "info OTHER 100..130 onset 110");
    QCOMPARE(onlyLane(timeline),
             plain("Step time [s]\n raw \"raw\" 100:2 110:3 130:4\n creepFit \"creep fit\" 100:2 130:4"));
}

void TestTimelineMarks::fits() {
    DetectorResult result;
    result.fits = {{FitLine::Kind::creep, "step_time", {1, 3}, {2, 4}},
                   {FitLine::Kind::shift, "step_time", {1, 2, 2, 3}, {2, 2, 4, 4}},
                   {FitLine::Kind::creep, "generation_time", {1, 3}, {2, 4}},
                   {FitLine::Kind::creep, "step_time", {2}, {4}}};
    const auto run = runFromText("step step_time_s\n 1 2\n 2 3\n 3 4");
    const DiagnosisPtr diagnosis = diagnosisWith("THROUGHPUT_ROT", result);
    QCOMPARE(onlyLane(timelineOf({run}, options("step_time"), diagnosis)),
             plain("Step time [s]\n raw \"raw\" 1:2 2:3 3:4\n creepFit \"creep fit\" 1:2 3:4\n"
                   "shiftFit \"shift fit\" 1:2 2:2..4 3:4"));
    TimelineOptions without = options("step_time");
    without.showFits = false;
    QCOMPARE(onlyLane(timelineOf({run}, without, diagnosis)), plain("Step time [s]\n raw \"raw\" 1:2 2:3 3:4"));
}

/// The figures of the finding decide, not the curves.
void TestTimelineMarks::badges_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<double>("throughputRatio");
    QTest::addColumn<double>("stepsPerHourLate");
    QTest::addColumn<QString>("badge");
    const QString rot = "THROUGHPUT_ROT";
    QTest::newRow("flat tok/s") << rot << 1.02 << 800.0 << "flat tok/s hides the rot: steps take ×2.25";
    QTest::newRow("slightly lower") << rot << 0.86 << 800.0 << "flat tok/s hides the rot: steps take ×2.25";
    QTest::newRow("rising") << rot << 1.2 << 900.0 << "tok/s ×1.20 hides the rot: steps take ×2.00";
    QTest::newRow("falling too: nothing is hidden") << rot << 0.6 << 800.0 << "";
    QTest::newRow("not known") << rot << std::nan("") << 800.0 << "";
    QTest::newRow("pace not known") << rot << 1.0 << std::nan("") << "";
    QTest::newRow("another finding") << "OTHER" << 1.0 << 800.0 << "";
}

void TestTimelineMarks::badges() {
    QFETCH(QString, code);
    QFETCH(double, throughputRatio);
    QFETCH(double, stepsPerHourLate);
    DetectorResult result;
    result.findings = {finding(qPrintable(code), Severity::info, 2, 1, 5)};
    result.findings[0].evidence = {{"throughput_ratio", throughputRatio, "ratio", {}, {}},
                                   {"steps_per_hour_early", 1800, "1/h", {}, {}},
                                   {"steps_per_hour_late", stepsPerHourLate, "1/h", {}, {}}};
    const auto run = runFromText("step tokens_per_s\n 1 8000\n 2 8000");
    const auto timeline = timelineOf({run}, options("throughput"), diagnosisWith("THROUGHPUT_ROT", result));
    QTEST(timeline->lanes.front().badge, "badge");
    QCOMPARE(timelineOf({run}, options("throughput"))->lanes.front().badge, QString());
}

QTEST_GUILESS_MAIN(TestTimelineMarks)
#include "tst_timelinemarks.moc"
