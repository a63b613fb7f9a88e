#include "analysis/importers/openrun.h"
#include "models/rundetails.h"
#include "tests/support/runtext.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace tachograph;
using namespace tachograph::models;
using tests::runFromText;

namespace {

/// Lines of a section without indentation: "Name: value".
QString sectionText(const RunDetails& details, const QString& title) {
    const auto section = std::ranges::find(details.sections, title, &DetailsSection::title);
    if (section == details.sections.end())
        return "no such section";
    QStringList lines;
    for (const DetailsRow& row : section->rows)
        lines.append(row.name + ": " + row.value);
    return lines.join('\n');
}

QString plain(const QByteArray& text) {
    QStringList lines;
    for (const QString& line : QString::fromUtf8(text).split('\n'))
        if (!line.trimmed().isEmpty())
            lines.append(line.trimmed());
    return lines.join('\n');
}

} // namespace

class TestRunDetails : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void sections_data();
    void sections();
    void costsComeFromFindings();
    void longListsAreCut();
    void saysHowItWasRead();
};

void TestRunDetails::sections_data() {
    QTest::addColumn<QString>("section");
    QTest::addColumn<QByteArray>("run");
    QTest::addColumn<QByteArray>("expected");
    auto add = [](const char* name, const char* section, const char* run, const char* expected) {
        QTest::newRow(name) << QString(section) << QByteArray(run) << QByteArray(expected);
    };

    add("nothing is logged", "Run details", "step loss", R"(
        Source: run.jsonl
        Format: jsonl
        Started: not logged
        Software: not logged
        Steps: none
        Attempts: 0
        Run again: none)");
    add("two attempts", "Run details", R"(step step_time_s
        1@1764500000 2
        2@1764500060 2
        3@1764500120 4
        3@1764503600 2
        4@1764503725 2
        !environment torch 2.9.1+cu128
        !environment nccl 2.27.5)",
        R"(
        Source: run.jsonl
        Format: jsonl
        Started: 30 Nov 2025, 10:53 UTC
        Recorded time: 1 h 2 min
        Software: torch 2.9.1+cu128
        Steps: 1 to 4, 4 logged
        Attempts: 1
        Run again: none)");
    add("steps that were run twice", "Run details", R"(step step_time_s
        1 2
        2 2
        3 4
        2 2
        3 2)",
        R"(
        Source: run.jsonl
        Format: jsonl
        Started: not logged
        Software: not logged
        Steps: 1 to 3, 3 logged
        Attempts: 2
        Run again: 2 steps, 6 s)");
    add("an environment of other things only", "Run details", "step loss\n 1 1\n !environment host node01", R"(
        Source: run.jsonl
        Format: jsonl
        Started: not logged
        Software: 1 entry
        Steps: 1 to 1, 1 logged
        Attempts: 1
        Run again: none)");

    add("no signs of health", "Health", "step loss\n 1 1", R"(
        Exceptions: none logged
        Out of memory: none logged
        Checkpoints: none logged
        Queues: not logged
        GPUs: not logged)");
    add("health", "Health", R"(step a=queue/q_pre/0 b=queue/q_pre/1 c=queue/q_hs u=gpu/0/utilization v=gpu/1/utilization
        1 50 50 20 0.4 0.9
        1200 50 49 60 0.43 0.98
        !checkpoint 1
        !oom 1100 CUDA out of memory
        !exception 1 a
        !exception 1200 b)",
        R"(
        Exceptions: 2, last at step 1,200
        Out of memory: 1, last at step 1,100
        Checkpoints: 1, last at step 1
        Queue q_pre: 50, 49 items at step 1,200
        Queue q_hs: 60 items at step 1,200
        GPUs: 2 at 43 % to 98 %)");

    add("no figures of performance", "Performance", "step loss\n 1 1", R"(
        Step time: not logged
        Throughput: not logged
        Completion length: not logged
        Printed ETA: not logged)");
    add("performance, early and late", "Performance", R"(step step_time_s tokens_per_s e=eta
        1 2 8000 86400
        2 3 8100 1347840
        3 3 8100 null
        4 3 8100 null
        5 4.5 843 null)",
        R"(
        Step time: 2.00 s → 4.50 s
        Throughput: 8.0 Ktok/s → 843 tok/s
        Completion length: not logged
        Printed ETA: 15.6 d at step 2)");
    add("never finite", "Performance", "step step_time_s\n 1 nan", R"(
        Step time: no finite value
        Throughput: not logged
        Completion length: not logged
        Printed ETA: not logged)");
}

void TestRunDetails::sections() {
    QFETCH(QString, section);
    QFETCH(QByteArray, run);
    QFETCH(QByteArray, expected);
    const auto details = runDetails(*runFromText(run.toStdString()), Diagnosis());
    const QString narrow = QString::fromUtf8("\u202f"); // before %
    QCOMPARE(sectionText(details, section).replace(narrow, " "), plain(expected));
}

void TestRunDetails::costsComeFromFindings() {
    const Detector& detector = *detectorByCode("THROUGHPUT_ROT");
    Finding finding;
    finding.code = detector.code;
    finding.evidence = {{"hours_above_early", 2.4, "h", "Above the early rate", "2 h 24 min"},
                        {"length_ratio", 2.0, "ratio", "Completion length", "×2.00"}};
    Diagnosis diagnosis;
    diagnosis.examinations.push_back(
        {&detector,
         {},
         {.outcome = Outcome::found, .reason = {}, .findings = {finding}, .evidence = {}, .fits = {}, .badges = {}}});
    const auto run = runFromText("step step_time_s\n 1 2\n 2 4");
    const QString text = sectionText(runDetails(*run, diagnosis), "Time and cost");
    QVERIFY2(text.startsWith("Pace, early: 1,800 steps/h\nPace, late: 900 steps/h\n"), qPrintable(text));
    QVERIFY2(text.endsWith("GPU-hours: number of GPUs not logged\nAbove the early rate: 2 h 24 min"), qPrintable(text));
    QVERIFY(!text.contains("Completion length"));
}

void TestRunDetails::longListsAreCut() {
    std::string text = "step loss\n";
    for (int attempt = 0; attempt < 300; ++attempt)
        text += "2 1\n1 1\n";
    const RunDetails details = runDetails(*runFromText(text), Diagnosis());
    const auto& rows = details.sections.front().rows;
    const auto attempts = std::ranges::find(rows, "Attempts", &DetailsRow::name);
    QVERIFY(attempts != rows.end());
    QCOMPARE(attempts->value, "301");
    QCOMPARE(attempts->note.count('\n'), 20);
    QVERIFY(attempts->note.endsWith("…"));
}

void TestRunDetails::saysHowItWasRead() {
    const auto runs = openRunsFromBytes("run.csv", "step,loss\n1,2\n2,1\n3\n");
    QVERIFY(runs.ok());
    const RunDetails details = runDetails(*runs->front(), {});
    QCOMPARE(sectionText(details, "How it was read"), "Steps: Steps are the numbers of \"step\".\n"
                                                      "Lines: 4 lines, with 2 rows and 0 events in them.\n"
                                                      "Import issues: 1");
    QCOMPARE(details.sections.back().rows.back().note, "line 4: It has 1 cell instead of 2 and was left out.");
}

QTEST_GUILESS_MAIN(TestRunDetails)
#include "tst_rundetails.moc"
