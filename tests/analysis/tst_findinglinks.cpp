#include "analysis/detectors/registry.h"
#include "analysis/diagnosis/links.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace tachograph;

namespace {

/// "THROUGHPUT_ROT 100..300 at 100 200 length_ratio=2.4": code, span, places, figures.
void addFinding(Diagnosis& diagnosis, const QByteArray& line) {
    const QList<QByteArray> words = line.simplified().split(' ');
    Finding finding;
    finding.code = words[0].toStdString();
    finding.firstStep = words[1].split('.').front().toLongLong();
    finding.lastStep = words[1].split('.').back().toLongLong();
    finding.onsetStep = finding.firstStep;
    for (const QByteArray& word : words.mid(2)) {
        const QList<QByteArray> figure = word.split('=');
        if (figure.size() == 2)
            finding.evidence.push_back({figure[0].toStdString(), figure[1].toDouble(), "", "", ""});
        else if (word != "at")
            finding.places.push_back(word.toLongLong());
    }
    Examination examination;
    examination.detector = detectorByCode(finding.code);
    examination.result.outcome = Outcome::found;
    examination.result.findings.push_back(std::move(finding));
    diagnosis.examinations.push_back(std::move(examination));
}

/// "DOWNSTREAM <- UPSTREAM: text", a line each.
QString linksOf(const Diagnosis& diagnosis) {
    QStringList links;
    for (const Finding* finding : diagnosis.findings())
        for (const Evidence& evidence : finding->evidence)
            if (evidence.name == "likely_upstream")
                links.append(QString::fromStdString(finding->code + " <- " + evidence.text));
    links.sort();
    return links.join('\n');
}

} // namespace

/// The step that links findings.
class TestFindingLinks : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void links_data() {
        QTest::addColumn<QByteArray>("findings");
        QTest::addColumn<QString>("expected");
        const auto add = [](const char* name, const char* findings, const char* expected) {
            QTest::newRow(name) << QByteArray(findings) << QString::fromUtf8(expected);
        };
        add("rot by length", "THROUGHPUT_ROT 100..300 length_ratio=2.4\nREWARD_HACK_LENGTH 1..300",
            "THROUGHPUT_ROT <- REWARD_HACK_LENGTH: completion length ×2.40 over the same steps");
        add("rot with flat length", "THROUGHPUT_ROT 100..300 length_ratio=1.02\nREWARD_HACK_LENGTH 1..300", "");
        add("rot, length not logged", "THROUGHPUT_ROT 100..300\nTRUNCATION_STARVE 1..300", "");
        add("rot before the truncation", "THROUGHPUT_ROT 100..300 length_ratio=2\nTRUNCATION_STARVE 400..500", "");
        add("rot by waiting",
            "THROUGHPUT_ROT 1..300 early_median=2 late_median=4\nDATA_WAIT 1..300 early_wait=0.1 late_wait=1.7",
            "THROUGHPUT_ROT <- DATA_WAIT: the wait for data makes up 80\xE2\x80\xAF% of the rise of the step time");
        add("rot beside a constant wait",
            "THROUGHPUT_ROT 1..300 early_median=2 late_median=4\nDATA_WAIT 1..300 early_wait=0.5 late_wait=0.5", "");
        add("a worker and its memory", "OUT_OF_MEMORY 967..967 at 967\nWORKER_LOST 967..967 at 967",
            "WORKER_LOST <- OUT_OF_MEMORY: both at step 967");
        add("a worker and other memory", "OUT_OF_MEMORY 100..100 at 100\nWORKER_LOST 967..967 at 967", "");
        add("a shift at a lost worker", "STEP_TIME_SHIFT 500..1000\nWORKER_LOST 498..498 at 498",
            "STEP_TIME_SHIFT <- WORKER_LOST: step 498 lies at its onset, step 500");
        add("a shift far from it", "STEP_TIME_SHIFT 500..1000\nWORKER_LOST 100..100 at 100", "");
        add("steps lost to memory", "RESUME_REWIND 640..640 at 640 steps_again=51\nOUT_OF_MEMORY 690..690 at 690",
            "RESUME_REWIND <- OUT_OF_MEMORY: it lies at step 690, and training went back to step 640");
        add("steps lost to something else", "RESUME_REWIND 640..640 at 640 steps_again=51\nEXCEPTION 900..900 at 900",
            "");
        add("an ETA behind a full queue", "ETA_DRIFT 700..840\nPIPELINE_BOTTLENECK 760..840",
            "ETA_DRIFT <- PIPELINE_BOTTLENECK: steps 760 to 840 are in both");
        add("never upstream of its own", "PIPELINE_BOTTLENECK 760..840\nAVERAGED_RATE 1..840", "");
        add("nothing", "NON_FINITE 1..2", "");
    }
    void links() {
        QFETCH(QByteArray, findings);
        QFETCH(QString, expected);
        Diagnosis diagnosis;
        for (const QByteArray& line : findings.split('\n'))
            addFinding(diagnosis, line);
        const std::size_t before = diagnosis.findings().size();
        linkFindings(diagnosis);
        QCOMPARE(linksOf(diagnosis), expected);
        QCOMPARE(diagnosis.findings().size(), before);
    }

    void upstreamIsRelatedFirstAndOnce() {
        Diagnosis diagnosis;
        addFinding(diagnosis, "WORKER_LOST 9..9 at 9");
        addFinding(diagnosis, "OUT_OF_MEMORY 9..9 at 9");
        Finding& worker = diagnosis.examinations[0].result.findings[0];
        worker.related = {"EXCEPTION", "OUT_OF_MEMORY"};
        linkFindings(diagnosis);
        QCOMPARE(worker.related, (std::vector<std::string>{"OUT_OF_MEMORY", "EXCEPTION"}));
    }
};

QTEST_GUILESS_MAIN(TestFindingLinks)
#include "tst_findinglinks.moc"
