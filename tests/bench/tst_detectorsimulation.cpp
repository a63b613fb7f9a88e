#include "analysis/diagnosis/diagnosis.h"
#include "tests/bench/detectorsimulation.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

/// They read what was recorded, or do arithmetic on it: an error, a restart, a printed rate. What a machine can be
/// simulated to log would only say again what it logs.
const std::set<std::string> recordedFacts{
    "OUT_OF_MEMORY",  "WORKER_LOST", "EXCEPTION",           "NON_FINITE",      "RESUME_REWIND",
    "WARNING_NEW",    "ETA_DRIFT",   "AVERAGED_RATE",       "QUEUE_IMBALANCE", "PIPELINE_BOTTLENECK",
    "RECORDED_ALERT", "GPU_IDLE",    "GPU_MEMORY_PRESSURE", "THERMAL_THROTTLE"};
/// Their confidence depends on the run: see confidence.h.
const std::set<std::string> byRun{"THROUGHPUT_ROT", "STEP_TIME_SHIFT"};

} // namespace

/// How often the other detectors are right, on fixed seeds, and that they say so.
class TestDetectorSimulation : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void storedShareIsThatOfTheSimulation_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<double>("leastFound");
        for (std::size_t i = 0; i < detectorCases().size(); ++i) {
            const std::string code = detectorCases()[i].code;
            // Where the reward is noisy these two are undecided rather than wrong.
            const bool byReward = code == "REWARD_HACK_LENGTH" || code == "TRUNCATION_STARVE";
            QTest::newRow(code.c_str()) << static_cast<int>(i) << (byReward ? 60.0 : 90.0);
        }
    }
    void storedShareIsThatOfTheSimulation() {
        QFETCH(int, index);
        QFETCH(double, leastFound);
        constexpr std::size_t runs = 1000;
        const DetectorCase& made = detectorCases()[static_cast<std::size_t>(index)];
        const Detector& detector = *detectorByCode(made.code);
        const DetectorRates rates = measure(made, runs);
        const auto figures = QString("%1 found, %2 false alarms").arg(rates.hits).arg(rates.falseAlarms);
        QVERIFY(detector.simulation.has_value());
        QVERIFY2(std::abs(detector.simulation->shareRight - rates.shareRight()) < 0.0005, qPrintable(figures));
        QCOMPARE(QString::fromStdString(detector.simulation->how),
                 QString("1,000 runs with %1; 1,000 with %2").arg(made.planted, made.absent));
        QVERIFY2(static_cast<double>(rates.hits) >= leastFound / 100.0 * runs, qPrintable(figures));
        QVERIFY2(static_cast<double>(rates.falseAlarms) <= 0.05 * runs, qPrintable(figures));
    }

    /// Other runs than those the stored figure is from give about the same.
    void otherRunsAgree_data() { storedShareIsThatOfTheSimulation_data(); }
    void otherRunsAgree() {
        QFETCH(int, index);
        const DetectorCase& made = detectorCases()[static_cast<std::size_t>(index)];
        const DetectorRates rates = measure(made, 300, 1'000'000);
        const double stored = detectorByCode(made.code)->simulation->shareRight;
        QVERIFY2(std::abs(stored - rates.shareRight()) < 0.03, qPrintable(QString::number(rates.shareRight())));
    }

    void everyDetectorIsSimulatedOrReadsFacts() {
        for (const Detector* detector : detectors()) {
            const int kinds = (detector->simulation ? 1 : 0) + static_cast<int>(recordedFacts.count(detector->code)) +
                              static_cast<int>(byRun.count(detector->code));
            QVERIFY2(kinds == 1, detector->code.c_str());
        }
    }

    void findingsCarryIt() {
        const DetectorCase& made = detectorCases()[1];
        const auto run = made.make(true, 1);
        const Diagnosis diagnosis = diagnose(*run);
        const auto examination = std::ranges::find_if(
            diagnosis.examinations, [&](const Examination& one) { return one.detector->code == made.code; });
        QCOMPARE(examination->result.findings.size(), std::size_t(1));
        const Finding& finding = examination->result.findings.front();
        QCOMPARE(finding.confidence.value_or(-1), examination->detector->simulation->shareRight);
        QVERIFY(std::ranges::any_of(finding.evidence, [&](const Evidence& evidence) {
            return evidence.name == "confidence_cell" && evidence.text == examination->detector->simulation->how;
        }));
        // Never more than 99 %: so many runs cannot show it.
        for (const Finding* one : diagnosis.findings())
            QVERIFY(!one->confidence || *one->confidence <= 0.99);
    }
};

QTEST_GUILESS_MAIN(TestDetectorSimulation)
#include "tst_detectorsimulation.moc"
