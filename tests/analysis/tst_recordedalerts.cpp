#include "analysis/diagnosis/diagnosis.h"
#include "analysis/importers/openrun.h"
#include "analysis/report/inspecttext.h"
#include "analysis/report/runsummary.h"
#include "analysis/run/runbuilder.h"
#include "tests/support/database.h"

#include <QRegularExpression>
#include <QTest>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

const Examination& alertsOf(const Diagnosis& diagnosis) {
    return *std::ranges::find_if(diagnosis.examinations, [](const Examination& examination) {
        return examination.detector->code == "RECORDED_ALERT";
    });
}

/// "critical 2..5 places 2 5 by rlwatch: SUMMARY", a line for each finding; else the outcome.
QString described(const Diagnosis& diagnosis) {
    const DetectorResult& result = alertsOf(diagnosis).result;
    if (result.findings.empty())
        return QString::fromLatin1(outcomeName(result.outcome));
    QStringList lines;
    for (const Finding& finding : result.findings) {
        QString line = QStringLiteral("%1 %2..%3 by %4: %5")
                           .arg(severityName(finding.severity))
                           .arg(finding.firstStep)
                           .arg(finding.lastStep)
                           .arg(QString::fromStdString(finding.origin), QString::fromStdString(finding.summary));
        lines << line;
    }
    return lines.join(QLatin1Char('\n'));
}

RunPtr opened(const std::string& tables, const std::string& rows) {
    const auto runs = openRunsFromBytes("x.db", databaseBytes(tables + rows));
    return runs ? runs->front() : nullptr;
}

RunPtr rlwatchRun(const std::string& alerts) {
    std::string sql = "INSERT INTO runs VALUES ('g1', 'trl', 0, '{}');";
    for (int step = 1; step <= 9; ++step)
        sql += "INSERT INTO metrics (run_id, step, timestamp, loss) VALUES ('g1', " + std::to_string(step) + ", " +
               std::to_string(1764500000 + step) + ", 1.5);";
    if (!alerts.empty())
        sql += "INSERT INTO alerts (run_id, step, timestamp, detector, severity, message, recommendation) VALUES " +
               alerts + ";";
    return opened(rlwatchTables, sql);
}

/// A run of a format with notes, a line each.
std::shared_ptr<const Run> noted(const std::string& format, const QStringList& notes) {
    RunBuilder builder("run", "run", format);
    const auto loss = builder.series("loss");
    for (int step = 1; step <= 5; ++step)
        builder.addValue(loss, builder.addRow({.step = step}), 1.0);
    for (const QString& note : notes) {
        Event event;
        event.kind = EventKind::note;
        event.step = 3;
        event.text = note.toStdString();
        builder.addEvent(std::move(event));
    }
    return builder.build(MetricRoles::builtIn());
}

} // namespace

/// Alerts of other tools stand beside our findings, under the name of the tool.
class TestRecordedAlerts : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void rlwatch_data() {
        QTest::addColumn<QString>("alerts");
        QTest::addColumn<QString>("expected");
        QTest::newRow("none") << ""
                              << "clear";
        QTest::newRow("one") << "('g1', 2, 1764500002, 'kl_explosion', 'critical', 'KL is 0.5.', 'Lower the rate.')"
                             << "critical 2..2 by rlwatch: rlwatch recorded \"kl_explosion\" (critical) at step 2: KL "
                                "is 0.5. Lower the rate.";
        QTest::newRow("the same again") << "('g1', 2, 0, 'drift', 'warning', 'First.', ''), ('g1', 6, 0, 'drift', "
                                           "'warning', 'Second.', '')"
                                        << "warning 2..6 by rlwatch: rlwatch recorded \"drift\" (warning) at steps 2 "
                                           "and 6: First.";
        QTest::newRow("another severity is another alert")
            << "('g1', 2, 0, 'drift', 'warning', 'W', ''), ('g1', 3, 0, 'drift', 'critical', 'C', '')"
            << "warning 2..2 by rlwatch: rlwatch recorded \"drift\" (warning) at step 2: W.\ncritical 3..3 by rlwatch: "
               "rlwatch recorded \"drift\" (critical) at step 3: C.";
        QTest::newRow("unknown severity") << "('g1', 4, 0, 'x', 'odd', 'Text', '')"
                                          << "info 4..4 by rlwatch: rlwatch recorded \"x\" (odd) at step 4: Text.";
        QTest::newRow("beyond the run") << "('g1', 900, 0, 'x', 'info', 'Text', '')"
                                        << "info 9..9 by rlwatch: rlwatch recorded \"x\" (info) at step 9: Text.";
    }
    void rlwatch() {
        QFETCH(QString, alerts);
        const RunPtr run = rlwatchRun(alerts.toStdString());
        QVERIFY(run);
        QTEST(described(diagnose(*run)), "expected");
    }

    void trackio() {
        const RunPtr run = opened(trackioTables, R"(
            INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) VALUES
              ('r1', '2025-11-30T10:53:20', 'blue', 0, '{"loss": 2.5}'),
              ('r1', '2025-11-30T10:53:22', 'blue', 1, '{"loss": 7}');
            INSERT INTO alerts (run_id, timestamp, run_name, title, text, level, step) VALUES
              ('r1', '2025-11-30T10:53:25', 'blue', 'Spike', 'It rose: by 4.', 'error', 1);)");
        QVERIFY(run);
        QCOMPARE(described(diagnose(*run)),
                 "critical 1..1 by Trackio: Trackio recorded \"Spike\" (error) at step 1: It rose: by 4.");
    }

    void texts_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QStringList>("notes");
        QTest::addColumn<QString>("expected");
        QTest::newRow("W&B has no levels")
            << "wandb" << QStringList("Alert: Spike: The loss rose (again).")
            << "info 3..3 by W&B: W&B recorded \"Spike\" at step 3: The loss rose (again).";
        QTest::newRow("no text") << "wandb" << QStringList("Alert: Spike")
                                 << "info 3..3 by W&B: W&B recorded \"Spike\" at step 3.";
        QTest::newRow("torn") << "rlwatch" << QStringList("rlwatch drift (warn")
                              << "warning 3..3 by rlwatch: rlwatch recorded \"drift\" (warn) at step 3.";
        QTest::newRow("nothing behind the prefix")
            << "rlwatch" << QStringList("rlwatch ") << "info 3..3 by rlwatch: rlwatch recorded \"\" at step 3.";
        QTest::newRow("a note is no alert") << "wandb" << QStringList({"Alerting is off", "A note"}) << "clear";
        QTest::newRow("words of another tool are no alert")
            << "wandb" << QStringList("rlwatch drift (critical): x") << "clear";
        QTest::newRow("a console that prints such a line")
            << "verl_console" << QStringList("rlwatch drift (critical): x") << "not-applicable";
    }
    void texts() {
        QFETCH(QString, format);
        QFETCH(QStringList, notes);
        QTEST(described(diagnose(*noted(format.toStdString(), notes))), "expected");
    }

    void manyAreBounded() {
        QStringList notes;
        for (int i = 0; i < 3000; ++i)
            notes << QStringLiteral("Alert: name %1: text").arg(i);
        const Diagnosis diagnosis = diagnose(*noted("wandb", notes));
        QCOMPARE(alertsOf(diagnosis).result.findings.size(), std::size_t(50));
    }

    void theVerdictIsOurs() {
        const RunPtr run = rlwatchRun("('g1', 2, 0, 'kl_explosion', 'critical', 'KL is 0.5.', '')");
        const Diagnosis diagnosis = diagnose(*run);
        QVERIFY(!diagnosis.judged()); // nothing of ours could be decided
        const RunSummary summary = summarize(*run, diagnosis);
        QVERIFY2(summary.headline.find("kl_explosion") == std::string::npos, summary.headline.c_str());
        JudgedRun judged;
        judged.run = run;
        judged.diagnosis = diagnosis;
        const std::string text = inspectText(judged);
        QVERIFY2(text.find("recorded by rlwatch") != std::string::npos, text.c_str());
    }
};

QTEST_GUILESS_MAIN(TestRecordedAlerts)
#include "tst_recordedalerts.moc"
