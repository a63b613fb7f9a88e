#include "analysis/diagnosis/diagnosis.h"
#include "tests/support/syntheticrun.h"

#include <QTest>

#include <optional>
#include <stop_token>

using namespace tachograph;
using namespace tachograph::tests;

class TestDiagnosis : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void listsEveryDetectorInOrder() {
        const auto run = madeRun(0, {});
        const Diagnosis diagnosis = diagnose(*run);
        QCOMPARE(diagnosis.examinations.size(), detectors().size());
        for (std::size_t i = 0; i < detectors().size(); ++i) {
            QCOMPARE(diagnosis.examinations[i].detector, detectors()[i]);
            QCOMPARE(diagnosis.examinations[i].knobs.size(), detectors()[i]->knobs.size());
        }
        QCOMPARE(QString::fromStdString(diagnosis.tally()),
                 QString("%1 not applicable").arg(diagnosis.examinations.size()));
        QVERIFY(diagnosis.findings().empty());
    }

    void executorGivesTheSameAnswer() {
        const auto run = madeRun(300, {{"step_time_s", [](std::int64_t s) {
                                            return 2.0 + 0.01 * double(s);
                                        }}});
        const Executor backwards = [](std::size_t count, const std::function<void(std::size_t)>& body) {
            for (std::size_t i = count; i-- > 0;)
                body(i);
        };
        QCOMPARE(QString::fromStdString(diagnose(*run, {}, Job({}, {}, backwards)).tally()),
                 QString::fromStdString(diagnose(*run).tally()));
    }

    void cancelIsSaidOfEveryDetector() {
        std::stop_source source;
        source.request_stop();
        const auto run = madeRun(300, {{"step_time_s", [](std::int64_t) {
                                            return 2.0;
                                        }}});
        const Diagnosis diagnosis = diagnose(*run, {}, Job(source.get_token()));
        QCOMPARE(diagnosis.count(Outcome::canceled), detectors().size());
    }

    void knobsReachTheDetector() {
        AllKnobs knobs;
        QVERIFY(setKnob(knobs, "THROUGHPUT_ROT.ratio=1.2"));
        const auto run = madeRun(300, {{"step_time_s", [](std::int64_t s) {
                                            return 2.0 + 0.003 * double(s);
                                        }}});
        QCOMPARE(diagnose(*run, knobs).findings().size(), std::size_t(1));
        QVERIFY(diagnose(*run).findings().empty());
        QCOMPARE(diagnose(*run, knobs).examinations.front().knobs.at("ratio"), 1.2);
    }

    void setKnobSaysWhatIsWrong_data() {
        QTest::addColumn<QByteArray>("assignment");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("empty") << QByteArray("") << QByteArray("CODE.name=value");
        QTest::newRow("no value") << QByteArray("THROUGHPUT_ROT.ratio") << QByteArray("CODE.name=value");
        QTest::newRow("dot in the value only") << QByteArray("ratio=1.5") << QByteArray("CODE.name=value");
        QTest::newRow("no such code") << QByteArray("ROT.ratio=2") << QByteArray("THROUGHPUT_ROT");
        QTest::newRow("no such knob") << QByteArray("THROUGHPUT_ROT.share=0.2") << QByteArray("ratio");
        QTest::newRow("not a number") << QByteArray("THROUGHPUT_ROT.ratio=much") << QByteArray("from 1.05 to 10");
        QTest::newRow("NaN") << QByteArray("THROUGHPUT_ROT.ratio=nan") << QByteArray("from 1.05 to 10");
        QTest::newRow("too small") << QByteArray("THROUGHPUT_ROT.ratio=0.5") << QByteArray("from 1.05 to 10");
        QTest::newRow("too large") << QByteArray("CHECKPOINT_STALL.share=20") << QByteArray("from 0.001 to 1");
    }
    void setKnobSaysWhatIsWrong() {
        QFETCH(QByteArray, assignment);
        QFETCH(QByteArray, part);
        AllKnobs knobs;
        const auto result = setKnob(knobs, assignment.toStdString());
        QVERIFY(!result);
        QVERIFY2(QByteArray::fromStdString(result.error().message).contains(part), result.error().message.c_str());
        QVERIFY(knobs.empty());
    }

    void blanksAroundTheNamesAreAllowed() {
        AllKnobs knobs;
        QVERIFY(setKnob(knobs, " THROUGHPUT_ROT . ratio = 1.5 "));
        QCOMPARE(knobs.at("THROUGHPUT_ROT").at("ratio"), 1.5);
    }

    /// Ten steps are too few for every verdict; that they are finite and never go back is no judgement.
    void readingIsNotJudging() {
        const auto two = [](std::int64_t) {
            return 2.0;
        };
        const Diagnosis brief = diagnose(*madeRun(10, {{"step_time_s", two}}));
        QVERIFY(brief.count(Outcome::clear) > 0);
        QVERIFY(!brief.judged());
        QVERIFY(diagnose(*madeRun(300, {{"step_time_s", two}})).judged());
    }

    void findingsComeGravestThenEarliest() {
        Diagnosis diagnosis;
        const auto add = [&](const char* code, Severity severity, std::optional<std::int64_t> onset) {
            Examination examination;
            examination.detector = detectors().front();
            Finding finding;
            finding.code = code;
            finding.severity = severity;
            finding.onsetStep = onset;
            examination.result.outcome = Outcome::found;
            examination.result.findings.push_back(finding);
            diagnosis.examinations.push_back(examination);
        };
        add("late info", Severity::info, 90);
        add("warning", Severity::warning, 50);
        add("info on all of it", Severity::info, std::nullopt);
        add("early info", Severity::info, 10);
        add("critical", Severity::critical, 70);
        QString order;
        for (const Finding* finding : diagnosis.findings())
            order += QString::fromStdString(finding->code) + ", ";
        QCOMPARE(order, QString("critical, warning, early info, late info, info on all of it, "));
        QCOMPARE(QString::fromStdString(diagnosis.tally()), QString("5 found"));
    }
};

QTEST_GUILESS_MAIN(TestDiagnosis)
#include "tst_diagnosis.moc"
