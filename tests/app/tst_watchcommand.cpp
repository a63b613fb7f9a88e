#include "tests/app/program.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>

using namespace tachograph::tests;

namespace {

/// A little noise without a generator: the fractional parts of multiples of the golden ratio, 0.9 to 1.1.
double wobble(int step, double start) {
    const double part = start + 0.6180339887 * step;
    return 0.9 + 0.2 * (part - std::floor(part));
}

QByteArray slow(int steps) {
    return recording(steps, [](int step) { return 3.0 * wobble(step, 0.4); });
}

/// Of the lines of the watch itself, with their clock: "HH:mm:ss  step 17: ...".
QStringList lines(const QByteArray& out) {
    QStringList found;
    for (const QString& line : QString::fromUtf8(out).split(QLatin1Char('\n')))
        if (QRegularExpression(QStringLiteral("^\\d\\d:\\d\\d:\\d\\d  ")).match(line).hasMatch())
            found << line.mid(10);
    return found;
}

} // namespace

/// `tachograph watch` as it is run: over standard input and over a file that changes meanwhile.
class TestWatchCommand : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        m_program.write(QStringLiteral("good.jsonl"), recording(300, [](int step) { return 2.0 * wobble(step, 0.1); }));
        m_program.write(QStringLiteral("slow.jsonl"), slow(300));
        m_program.write(QStringLiteral("empty.jsonl"), QByteArray());
        m_program.write(QStringLiteral("folder/a.jsonl"), slow(10));
    }

    void refuses_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* line, int status, const char* error) {
            QTest::newRow(line) << QString::fromLatin1(line) << status << QString::fromLatin1(error);
        };
        row("watch", 2, "it takes one PATH");
        row("watch --against good.jsonl", 2, "it takes one PATH");
        row("watch slow.jsonl", 2, "--against BASELINE is missing");
        row("watch slow.jsonl good.jsonl --against good.jsonl", 2, "it takes one PATH");
        row("slow.jsonl good.jsonl --against good.jsonl", 2, "it takes one PATH");
        row("watch slow.jsonl --against", 2, "its value is missing");
        row("watch slow.jsonl --against -", 2, "a baseline is read to its end first");
        row("watch folder --against good.jsonl", 2, "it is a folder");
        row("watch slow.jsonl --against good.jsonl --every 0", 2, "it is a number of seconds above 0");
        row("watch slow.jsonl --against good.jsonl --every soon", 2, "it is a number of seconds above 0");
        row("watch slow.jsonl --against good.jsonl --idle -3", 2, "it is a number of seconds above 0");
        row("watch slow.jsonl --against good.jsonl --idle 1e9", 2, "it is a number of seconds above 0");
        row("watch slow.jsonl --against good.jsonl --fail-on better", 2, "it is worse or worse:PCT");
        row("watch slow.jsonl --against good.jsonl --axis depth", 2, "--axis depth");
        row("watch slow.jsonl --against good.jsonl --compare", 2, "there is no such option");
        row("watch slow.jsonl --follow --against good.jsonl", 2, "--follow: there is no such option");
        row("--follow", 2, "it takes a PATH, the recording of the running job");
        row("--follow --against good.jsonl", 2, "it takes a PATH, the recording of the running job");
        row("--follow slow.jsonl --against", 2, "its value is missing");
        row("--follow slow.jsonl --against -", 2, "a baseline is read to its end first");
        row("--follow folder --against good.jsonl", 2, "it is a folder");
        row("--follow nowhere/job.jsonl", 2, "the folder that the job would write it to does not exist");
        row("--follow slow.jsonl --idle 3", 2, "there is no such option");
        row("--follow=slow.jsonl", 2, "it takes no value");
        row("--follow - -", 2, "standard input can be read only once");
        row("- -", 2, "standard input can be read only once");
        row("--compare - -", 2, "standard input can be read only once");
        row("--follow slow.jsonl --against good.jsonl", 3, "there is no display to open it on");
        row("-", 3, "there is no display to open it on");
        row("watch slow.jsonl --against missing.jsonl", 3, "missing.jsonl: there is no such file");
        row("watch slow.jsonl --against empty.jsonl", 3, "empty.jsonl: it is empty");
        row("watch missing.jsonl --against good.jsonl --idle 0.2", 3, "missing.jsonl: there is no such file");
        row("watch empty.jsonl --against good.jsonl --idle 0.2", 3, "no whole line in it yet");
    }
    void refuses() {
        QFETCH(QString, line);
        QFETCH(int, status);
        QFETCH(QString, error);
        const auto outcome = m_program.run(line.split(QLatin1Char(' ')));
        QCOMPARE(outcome.status, status);
        QVERIFY2(outcome.err.contains(error.toUtf8()), outcome.err.constData());
        QCOMPARE(outcome.out, QByteArray());
    }

    /// The end of the input ends it, with the answer and the status of diff.
    void standardInput_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<int>("status");
        const QString same = QStringLiteral("- --against good.jsonl");
        QTest::newRow("no condition") << same << slow(300) << 0;
        QTest::newRow("worse") << same + QStringLiteral(" --fail-on worse") << slow(300) << 1;
        QTest::newRow("not as much worse") << same + QStringLiteral(" --fail-on worse:90") << slow(300) << 0;
        QTest::newRow("too few") << same + QStringLiteral(" --fail-on worse") << slow(8) << 4;
        QTest::newRow("a torn end") << same + QStringLiteral(" --fail-on worse") << slow(300) + "{\"step\": 301, \"st"
                                    << 1;
        QTest::newRow("nothing") << same << QByteArray() << 3;
        QTest::newRow("no recording") << same << QByteArray("hello\nworld\n") << 3;
        QTest::newRow("half a line") << same << QByteArray("{\"step\": 1, ") << 3;
    }
    void standardInput() {
        QFETCH(QString, words);
        QFETCH(QByteArray, input);
        QFETCH(int, status);
        const auto outcome = m_program.run(words.split(QLatin1Char(' ')), input);
        QVERIFY2(outcome.status == status, outcome.err.constData());
        QCOMPARE(outcome.err.isEmpty(), status != 3);
        const auto diff = QByteArrayLiteral("Metrics (A, B, change");
        QCOMPARE(outcome.out.contains(diff), status != 3);
    }

    /// Nothing in the folder the program is started in is taken for the configuration of standard input.
    void theFinalAnswerIsThatOfDiff() {
        const auto watched = m_program.run(
            {QStringLiteral("-"), QStringLiteral("--against"), QStringLiteral("good.jsonl"), QStringLiteral("--json")},
            slow(300));
        const auto compared = m_program.run({QStringLiteral("diff"), QStringLiteral("good.jsonl"),
                                             QStringLiteral("slow.jsonl"), QStringLiteral("--json")});
        QJsonObject a = QJsonDocument::fromJson(watched.out).object(),
                    b = QJsonDocument::fromJson(compared.out).object();
        QVERIFY(!a.isEmpty());
        QCOMPARE(a.value(QStringLiteral("verdict")).toString(), QStringLiteral("worse"));
        QCOMPARE(a.value(QStringLiteral("metrics")), b.value(QStringLiteral("metrics")));
        QCOMPARE(a.value(QStringLiteral("headline")), b.value(QStringLiteral("headline")));
        QCOMPARE(a.value(QStringLiteral("schema")).toString(), QStringLiteral("tachograph.diff/1"));
    }

    /// At step 17 it says what can be said; later, with more, the verdict.
    void saysAtOnceWhatCanBeSaid() {
        m_program.write(QStringLiteral("first.jsonl"), slow(17));
        m_program.write(QStringLiteral("rest.jsonl"), slow(300).mid(slow(17).size()));
        const auto outcome = m_program.runShell(
            await + QStringLiteral("(cat first.jsonl; await 'step 17: ' said; cat rest.jsonl; await 'step 300: ' said) "
                                   "| tachograph - --against good.jsonl --every 600 > said; "
                                   "status=$?; cat said; exit $status"));
        QCOMPARE(outcome.status, 0);
        const QStringList said = lines(outcome.out);
        QVERIFY2(said.size() == 2, outcome.out.constData());
        QVERIFY2(said[0].startsWith(QStringLiteral("step 17: too few steps to judge; so far: ")), qPrintable(said[0]));
        QVERIFY2(said[0].contains(QStringLiteral("+4")) || said[0].contains(QStringLiteral("+5")), qPrintable(said[0]));
        QVERIFY2(said[1].startsWith(QStringLiteral("step 300: B is slower")), qPrintable(said[1]));
    }

    void aFileThatGrowsIsCutAndIsReplaced() {
        m_program.write(QStringLiteral("job.jsonl"), slow(120));
        m_program.write(QStringLiteral("later.jsonl"), slow(160).mid(slow(100).size()));
        const auto outcome = m_program.runShell(
            await + QStringLiteral("(await 'step 120: ' lived; cp later.jsonl new; mv new job.jsonl; "
                                   "await 'attempt 2' lived; rm job.jsonl; await 'Waiting for it' failed; "
                                   "cat later.jsonl > job.jsonl) & "
                                   "tachograph watch job.jsonl --against good.jsonl --idle 5 > lived 2> failed; "
                                   "status=$?; cat lived; cat failed >&2; exit $status"));
        QCOMPARE(outcome.status, 0);
        const QStringList said = lines(outcome.out);
        QVERIFY2(said.contains(QStringLiteral("file was replaced, read again as attempt 2")), outcome.out.constData());
        QVERIFY2(said.last().startsWith(QStringLiteral("step 160 of attempt 3: ")), outcome.out.constData());
        QVERIFY2(outcome.err.contains("there is no such file. Check the path. Waiting for it."),
                 outcome.err.constData());
        QCOMPARE(outcome.err.count('\n'), qsizetype(1));
    }

    /// A look comes once a second and after a long one later: --idle counts from what was written, not from looks.
    void isNotIdleWhileSomethingIsWritten_data() {
        QTest::addColumn<QString>("command");
        QTest::newRow("file") << QStringLiteral(
            "(for i in 1 2 3 4 5 6 7 8; do sleep 0.2; cat more.jsonl >> job.jsonl; done; cat last.jsonl >> job.jsonl) "
            "& tachograph watch job.jsonl --against good.jsonl --idle 0.6");
        QTest::newRow("standard input that stays open") << QStringLiteral(
            "(cat job.jsonl; for i in 1 2 3 4 5 6 7 8; do sleep 0.2; cat more.jsonl; done; cat last.jsonl; sleep 4) "
            "| tachograph watch - --against good.jsonl --idle 0.6");
    }
    void isNotIdleWhileSomethingIsWritten() {
        QFETCH(QString, command);
        m_program.write(QStringLiteral("job.jsonl"), slow(100));
        m_program.write(QStringLiteral("more.jsonl"), "\n");
        m_program.write(QStringLiteral("last.jsonl"), slow(140).mid(slow(100).size()));
        QElapsedTimer clock;
        clock.start();
        const auto outcome = m_program.runShell(command);
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.contains(": 140 steps, 1 to 140"), outcome.out.constData());
        QVERIFY2(clock.elapsed() >= 1'600, qPrintable(QString::number(clock.elapsed())));
    }

    void controlCEndsItWithTheAnswer() {
        m_program.write(QStringLiteral("job.jsonl"), slow(300) + "{\"step\": 3");
        const auto outcome = m_program.runShell(QStringLiteral(
            // Without --foreground it signals its group too, and a second Ctrl+C ends the program at once.
            "timeout --foreground --preserve-status -s INT 3 tachograph job.jsonl --against good.jsonl "
            "--fail-on worse"));
        QCOMPARE(outcome.status, 1);
        QVERIFY(outcome.out.contains("Metrics (A, B, change"));
    }

    /// With --json standard output holds the answer and nothing else.
    void linesGoToStandardErrorWithJson() {
        const auto outcome =
            m_program.runShell(QStringLiteral("tachograph slow.jsonl --against good.jsonl --json --idle 2"));
        QCOMPARE(outcome.status, 0);
        QVERIFY(!QJsonDocument::fromJson(outcome.out).isNull());
        QCOMPARE(lines(outcome.err).size(), 1);
    }

    /// Two processes that write to one file, lines whole: it goes on to the end.
    void twoWriters() {
        const auto outcome =
            m_program.runShell(QStringLiteral("rm -f two.jsonl; for part in 1 2 3; do cat slow.jsonl >> two.jsonl; cat "
                                              "good.jsonl >> two.jsonl; sleep 1; done & "
                                              "tachograph watch two.jsonl --against good.jsonl --idle 3"));
        QCOMPARE(outcome.status, 0);
        QVERIFY(outcome.out.contains("runs in it; the last one is compared"));
    }

  private:
    /// A function of the shell: waits until the text stands in the file, a minute at most.
    const QString await =
        QStringLiteral("await() { for i in $(seq 600); do grep -qs -- \"$1\" $2 && return; sleep 0.1; done; }; ");
    Program m_program;
};

QTEST_GUILESS_MAIN(TestWatchCommand)
#include "tst_watchcommand.moc"
