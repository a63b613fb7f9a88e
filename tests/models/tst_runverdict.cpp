#include "analysis/detectors/detector.h"
#include "analysis/importers/openrun.h"
#include "models/examining.h"
#include "models/items/runsmodel.h"
#include "models/items/runsview.h"
#include "models/review/reviews.h"
#include "models/runverdict.h"
#include "sessiontest.h"

#include <QRegularExpression>

#include <cmath>

using namespace tachograph;
using namespace tachograph::models;

namespace {

/// "critical OUT_OF_MEMORY, info SLOW_START": findings of a made-up diagnosis, in this order.
DiagnosisPtr diagnosisOf(const QString& findings, bool judged = true) {
    auto diagnosis = std::make_shared<Diagnosis>();
    Examination examination;
    const auto all = detectors();
    examination.detector = *std::ranges::find_if(
        all, [judged](const Detector* detector) { return detector->neededRoles.empty() != judged; });
    examination.result.outcome = Outcome::clear;
    for (const QString& text : findings.split(QStringLiteral(", "), Qt::SkipEmptyParts)) {
        Finding finding;
        const QString severity = text.section(' ', 0, 0);
        finding.severity = severity == "critical"  ? Severity::critical
                           : severity == "warning" ? Severity::warning
                                                   : Severity::info;
        finding.code = text.section(' ', 1).toStdString();
        finding.firstStep = static_cast<std::int64_t>(examination.result.findings.size());
        examination.result.outcome = Outcome::found;
        examination.result.findings.push_back(finding);
    }
    diagnosis->examinations.push_back(examination);
    return diagnosis;
}

OpenRun openRun(const DiagnosisPtr& diagnosis) {
    OpenRun run;
    run.id = 1;
    run.state = OpenRun::State::ready;
    run.run = openRunsFromBytes("made", tests::jsonLines({}).toStdString()).value().front();
    run.diagnosis = diagnosis;
    return run;
}

} // namespace

/// The verdict on a run in short: nothing is said that no detector said.
class TestRunVerdict : public tests::SessionTest {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void texts_data() {
        QTest::addColumn<QString>("findings");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* findings, const char* text) {
            QTest::newRow(findings) << QString::fromLatin1(findings) << QString::fromLatin1(text);
        };
        row("", "no findings");
        row("info SLOW_START", "SLOW_START, 1 info");
        row("info SLOW_START, info SLOW_START", "SLOW_START, 2 info");
        row("info SLOW_START, warning DATA_WAIT", "DATA_WAIT, 1 warning, 1 info");
        row("warning A, critical B, warning C", "B, 1 critical, 2 warnings");
        row("critical B, critical C", "B, 2 critical");
    }
    void texts() {
        QFETCH(QString, findings);
        const RunVerdict verdict = runVerdict(openRun(diagnosisOf(findings)), {});
        QTEST(verdictText(verdict), "text");
        QCOMPARE(verdict.gravest.isEmpty(), findings.isEmpty());
    }

    void beforeThereIsOne() {
        OpenRun run = openRun(nullptr);
        QCOMPARE(verdictText(runVerdict(run, {})), QString("not yet examined"));
        QVERIFY(std::isnan(gravity(runVerdict(run, {}))));
        QCOMPARE(verdictText(runVerdict(run, {}, true)), QString("not examined"));
        run.state = OpenRun::State::loading;
        QCOMPARE(verdictText(runVerdict(run, {})), QString());
        run = {};
        run.state = OpenRun::State::failed;
        QCOMPARE(verdictText(runVerdict(run, {})), QString());
        QVERIFY(std::isnan(gravity(runVerdict(run, {}))));
    }

    /// Where no detector had what it needs, "no findings" alone would be a verdict.
    void nothingToJudge() {
        const RunVerdict verdict = runVerdict(openRun(diagnosisOf({}, false)), {});
        QCOMPARE(verdictText(verdict), QString("no findings, too little logged"));
        QCOMPARE(gravity(verdict), 0.0);
    }

    void dismissedOnesDoNotCount() {
        const DiagnosisPtr diagnosis = diagnosisOf("critical OUT_OF_MEMORY, info SLOW_START");
        RunReview review;
        review.dismissals.push_back(dismiss(*diagnosis->findings()[0], "known"));
        QCOMPARE(verdictText(runVerdict(openRun(diagnosis), review)), QString("SLOW_START, 1 info, 1 dismissed"));
        review.dismissals.push_back(dismiss(*diagnosis->findings()[1], ""));
        const RunVerdict verdict = runVerdict(openRun(diagnosis), review);
        QCOMPARE(verdictText(verdict), QString("no findings, 2 dismissed"));
        QCOMPARE(gravity(verdict), 0.0);
    }

    /// Each is graver than the one before.
    void gravityGoesBySeverityFirst() {
        double before = -1;
        for (const char* findings :
             {"", "info A", "info A, info B", "warning A", "warning A, info B", "warning A, warning B", "critical A",
              "critical A, info B", "critical A, critical B"}) {
            const double now = gravity(runVerdict(openRun(diagnosisOf(findings)), {}));
            QVERIFY2(now > before, findings);
            before = now;
        }
        QString many;
        for (int i = 0; i < 20'000; ++i)
            many += "info A, ";
        QVERIFY(gravity(runVerdict(openRun(diagnosisOf(many)), {})) <
                gravity(runVerdict(openRun(diagnosisOf("warning A")), {})));
    }

    /// Through the session: it waits, is stopped, is examined after all, and a dismissal changes the row.
    void comesInTheBackground() {
        Session session(nullptr);
        RunsModel model(session);
        RunsView view(session, model);
        Examining& examining = Examining::of(session);
        const std::uint64_t id = session.openBytes(
            "crashed", tests::jsonLines({1, 60, 2, 2}) + "{\"step\": 61, \"step_time_s\": NaN, \"loss\": NaN}\n");
        const auto said = [&] {
            return verdictText(view.index(0, 0).data(RunsModel::verdictRole).value<RunVerdict>());
        };
        QStringList heard;
        QObject listener;
        connect(&model, &QAbstractItemModel::dataChanged, &listener, [&] {
            if (heard.isEmpty() || heard.back() != said())
                heard << said();
        });
        QTRY_VERIFY(session.run(id)->run);
        if (!session.run(id)->diagnosis) { // else it was faster than us
            examining.stop(id);
            QTRY_VERIFY(session.run(id)->diagnosis || said() == "not examined");
            examining.start(id);
        }
        QTRY_VERIFY(session.run(id)->diagnosis);
        QVERIFY2(heard.contains("not yet examined"), qPrintable(heard.join(" | ")));
        QTRY_VERIFY2(said().startsWith("NON_FINITE"), qPrintable(said()));
        QVERIFY(view.index(0, 0).data(Qt::AccessibleTextRole).toString().endsWith(said()));
        session.reviews().dismiss(id, *session.run(id)->diagnosis->findings().front(), "seen");
        QVERIFY2(said().endsWith("1 dismissed"), qPrintable(said()));
        examining.stop(id); // nothing to stop
        examining.stop(99);
        examining.start(id); // nor to start
        examining.start(99);
        QVERIFY(!examining.waiting(id) && !examining.stopped(id) && !examining.waiting(99) && !examining.stopped(99));
    }
};

QTEST_GUILESS_MAIN(TestRunVerdict)
#include "tst_runverdict.moc"
