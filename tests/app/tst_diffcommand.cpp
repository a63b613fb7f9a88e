#include "tests/app/program.h"

#include <QImage>
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

QStringList words(const QString& line) {
    return line.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

} // namespace

/// `tachograph diff` and reports of two runs as they are run: exit status, JSON schema, errors.
class TestDiffCommand : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        m_program.write(QStringLiteral("a.jsonl"), recording(300, [](int step) { return 2.0 * wobble(step, 0.1); }));
        m_program.write(QStringLiteral("b.jsonl"), recording(300, [](int step) { return 2.6 * wobble(step, 0.4); }));
        m_program.write(QStringLiteral("short.jsonl"), recording(8, [](int step) { return 2.6 * wobble(step, 0.4); }));
        m_program.write(QStringLiteral("empty.jsonl"), QByteArray());
        // Steps 1 to 300 as in a.jsonl, then from 201 on again, and slower.
        QList<QByteArray> again = recording(500, [](int step) { return 3.0 * wobble(step, 0.7); }).split('\n');
        m_program.write(QStringLiteral("job.jsonl"),
                        m_program.read(QStringLiteral("a.jsonl")) + again.mid(200).join('\n'));
        m_program.write(QStringLiteral("other.jsonl"), "{\"step\": 1, \"apples\": 3}\n{\"step\": 2, \"apples\": 4}\n");
    }

    void statuses_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("status");
        const auto row = [](const char* line, int status) {
            QTest::newRow(line) << QString::fromLatin1(line) << status;
        };
        row("diff a.jsonl b.jsonl", 0);
        row("diff a.jsonl b.jsonl --fail-on worse", 1);
        row("diff a.jsonl b.jsonl --fail-on worse:20", 1);
        row("diff a.jsonl b.jsonl --fail-on worse:60", 0);
        row("diff b.jsonl a.jsonl --fail-on worse", 0);
        row("diff a.jsonl a.jsonl --fail-on worse", 0);
        row("diff a.jsonl short.jsonl --fail-on worse", 4);
        row("diff a.jsonl other.jsonl --fail-on worse", 4);
        row("diff a.jsonl b.jsonl --fail-on worse --range 500:", 4);
        row("diff a.jsonl b.jsonl --range 20: --axis resume --offset 0 --fail-on worse:5", 1);
        row("diff a.jsonl missing.jsonl --fail-on worse", 3);
        row("diff a.jsonl b.jsonl short.jsonl", 0);
        row("diff a.jsonl job.jsonl --attempt 1 --fail-on worse", 0);
        row("diff a.jsonl job.jsonl --attempt 2 --fail-on worse:30", 1);
        row("diff job.jsonl --attempt 1 job.jsonl --attempt last --fail-on worse:30", 1);
        row("diff job.jsonl --attempt 2 job.jsonl --attempt last --fail-on worse", 0);
    }
    void statuses() {
        QFETCH(QString, line);
        QFETCH(int, status);
        const auto outcome = m_program.run(words(line));
        QVERIFY2(outcome.status == status, outcome.err + outcome.out);
        QCOMPARE(outcome.err.isEmpty(), status != 3);
    }

    void mistakes_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* line, const char* sentence) {
            QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(sentence);
        };
        row("diff a.jsonl job.jsonl --attempt 3",
            "job.jsonl --attempt 3: it has 2 attempts: 1 (steps 1 to 300), 2 (steps 201 to 500).");
        row("diff a.jsonl --attempt 2 b.jsonl", "a.jsonl --attempt 2: it has 1 attempt: 1 (steps 1 to 300).");
        row("diff a.jsonl b.jsonl --attempt 0", "--attempt 0: it is the number of an attempt, from 1, or last.");
        row("diff a.jsonl b.jsonl --attempt -1", "--attempt -1: it is the number of an attempt, from 1, or last.");
        row("diff a.jsonl b.jsonl --attempt first",
            "--attempt first: it is the number of an attempt, from 1, or last.");
        row("diff a.jsonl b.jsonl --attempt 99999999999", "--attempt 99999999999: it is the number of an attempt");
        row("diff --attempt 1 a.jsonl b.jsonl", "--attempt: it belongs to the PATH before it and there is none.");
        row("diff a.jsonl b.jsonl --attempt 1 --attempt 1", "--attempt: a PATH can have one.");
        row("diff a.jsonl b.jsonl --attempt", "--attempt: its value is missing: --attempt N.");
        row("inspect a.jsonl --attempt 1", "--attempt: there is no such option.");
        row("report job.jsonl --attempt 1 -o x.md", "--attempt: it is for comparisons.");
        row("report a.jsonl -o x.png --offset 3", "--offset: it is for reports of several runs.");
        row("report a.jsonl -o x.png --keep-events", "--keep-events: it is for reports of several runs.");
        row("report a.jsonl -o x.png --printed 3:4", "--printed: it is for reports of several runs.");
        row("report a.jsonl b.jsonl a.jsonl a.jsonl a.jsonl a.jsonl a.jsonl a.jsonl a.jsonl a.jsonl -o x.md",
            "report: it takes one run, or a baseline and at most eight others.");
        row("report a.jsonl b.jsonl short.jsonl -o x.csv", "x.csv: of several runs it can be");
    }
    void mistakes() {
        QFETCH(QString, line);
        QFETCH(QString, sentence);
        const auto outcome = m_program.run(words(line));
        QCOMPARE(outcome.status, 2);
        QCOMPARE(outcome.err.count('\n'), 1);
        QVERIFY2(outcome.err.contains(sentence.toUtf8()), outcome.err);
        QVERIFY(outcome.out.isEmpty());
    }

    void theAnswerNamesAttemptAndRange() {
        const auto outcome = m_program.run(
            words(QStringLiteral("diff a.jsonl job.jsonl --attempt 2 --range 20:90 --axis resume --json")));
        QCOMPARE(outcome.status, 0);
        const QJsonObject answer = QJsonDocument::fromJson(outcome.out).object();
        QVERIFY(answer[QStringLiteral("a")].toObject()[QStringLiteral("attempt")].isNull());
        const QJsonObject b = answer[QStringLiteral("b")].toObject();
        QCOMPARE(b[QStringLiteral("attempt")].toInt(), 2);
        QCOMPARE(b[QStringLiteral("name")].toString(), QStringLiteral("job, attempt 2"));
        const QJsonObject range = answer[QStringLiteral("range")].toObject();
        QCOMPARE(range[QStringLiteral("from")].toDouble(), 20.0);
        QCOMPARE(range[QStringLiteral("to")].toDouble(), 90.0);
        const auto text =
            m_program.run(words(QStringLiteral("diff a.jsonl job.jsonl --attempt 2 --range 20:90 --axis resume")));
        QVERIFY2(text.out.contains("B  job, attempt 2: 300 steps, 201 to 500\n"), text.out);
        QVERIFY2(text.out.contains("Only 20 to 90, axis resume: every number is of that range.\n"), text.out);
        const auto all = m_program.run(words(QStringLiteral("diff a.jsonl job.jsonl")));
        QVERIFY2(all.out.contains("500 steps, 1 to 500, all of its 2 attempts\n"), all.out);
    }

    void severalRuns_data() {
        QTest::addColumn<QString>("command");
        QTest::newRow("diff") << QStringLiteral("diff a.jsonl b.jsonl job.jsonl --attempt 2 short.jsonl");
        QTest::newRow("report") << QStringLiteral("report a.jsonl b.jsonl job.jsonl --attempt 2 short.jsonl -o of4.md");
    }
    void severalRuns() {
        QFETCH(QString, command);
        const auto outcome = m_program.run(words(command));
        QVERIFY2(outcome.status == 0, outcome.err);
        const QByteArray text =
            command.startsWith(QLatin1String("diff")) ? outcome.out : m_program.read(QStringLiteral("of4.md"));
        for (const char* part : {"All runs against A", "B b", "C job, attempt 2", "D short", "too few"})
            QVERIFY2(text.contains(part), part + text);
    }

    void jsonHasEveryKeyOfTheSchema() {
        const auto outcome = m_program.run(words(QStringLiteral("diff a.jsonl b.jsonl short.jsonl --json")));
        QCOMPARE(outcome.status, 0);
        const QJsonObject answer = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(answer[QStringLiteral("schema")].toString(), QStringLiteral("tachograph.diff/1"));
        for (const char* key : {"a", "b", "alignment", "comparable", "metrics", "attribution", "config", "environment",
                                "expectation", "at_equal_work", "matched_distance", "new_in_b", "findings", "ramp",
                                "eta", "suspects", "others", "verdict", "headline"})
            QVERIFY2(answer.contains(QLatin1String(key)), key);
        QCOMPARE(answer[QStringLiteral("verdict")].toString(), QStringLiteral("worse"));
        QCOMPARE(answer[QStringLiteral("a")].toObject()[QStringLiteral("path")].toString(), QStringLiteral("a.jsonl"));
        const QJsonArray others = answer[QStringLiteral("others")].toArray();
        QCOMPARE(others.size(), 1);
        QVERIFY(others[0].toObject()[QStringLiteral("metrics")].isArray());
        bool found = false;
        for (const QJsonValue& value : answer[QStringLiteral("metrics")].toArray()) {
            const QJsonObject metric = value.toObject();
            for (const char* key : {"role", "key", "unit", "scope", "a", "b", "effect", "interval", "p", "p_holm",
                                    "verdict", "averaged", "printed"})
                QVERIFY2(metric.contains(QLatin1String(key)), key);
            if (metric[QStringLiteral("role")] != QStringLiteral("step_time"))
                continue;
            found = true;
            QVERIFY(std::abs(metric[QStringLiteral("effect")].toDouble() - 0.3) < 0.01);
            QCOMPARE(metric[QStringLiteral("interval")].toArray().size(), 2);
            QCOMPARE(metric[QStringLiteral("a")].toObject()[QStringLiteral("n")].toInt(), 300);
        }
        QVERIFY(found);
    }

    void emptyRunsAreAnswered() {
        const auto outcome = m_program.run(words(QStringLiteral("diff a.jsonl empty.jsonl --json")));
        QVERIFY(outcome.status == 0 || outcome.status == 3); // an empty file may be refused, with a sentence
        QVERIFY(outcome.status == 0 || !outcome.err.isEmpty());
    }

    void reports_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("beginning");
        QTest::newRow("text") << QStringLiteral("out.md") << QByteArray("# a and b");
        QTest::newRow("page") << QStringLiteral("out.html") << QByteArray("<!DOCTYPE html>");
        QTest::newRow("picture") << QStringLiteral("out.png") << QByteArray("\x89PNG");
        QTest::newRow("JSON") << QStringLiteral("out.json") << QByteArray("{\n  \"schema\": \"tachograph.diff/1\"");
    }
    void reports() {
        QFETCH(QString, file);
        QFETCH(QByteArray, beginning);
        const auto outcome = m_program.run({QStringLiteral("report"), QStringLiteral("a.jsonl"),
                                            QStringLiteral("b.jsonl"), QStringLiteral("-o"), file});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QByteArray text = m_program.read(file);
        QVERIFY2(text.startsWith(beginning), text.left(80));
        QVERIFY(file.endsWith(QLatin1String("png")) || text.contains("worse") || text.contains("Worse"));
        QCOMPARE(text.contains("data:image/png"), file.endsWith(QLatin1String("html")));
    }

    void thePictureOfSeveralRunsIsAnother() {
        const auto two = m_program.run(words(QStringLiteral("report a.jsonl b.jsonl -o two.png")));
        const auto three =
            m_program.run(words(QStringLiteral("report a.jsonl b.jsonl job.jsonl --attempt 1 -o three.png")));
        const auto chosen = m_program.run(words(QStringLiteral("report a.jsonl job.jsonl --attempt 2 -o chosen.png")));
        QVERIFY2(two.status == 0 && three.status == 0 && chosen.status == 0, three.err + chosen.err);
        const QImage picture(m_program.path(QStringLiteral("three.png")));
        QCOMPARE(picture.size(), QSize(1600, 1000));
        QCOMPARE(picture.text(QStringLiteral("Command")),
                 QStringLiteral("tachograph report a.jsonl b.jsonl job.jsonl --attempt 1 --size ticket -o report.png"));
        QVERIFY(!picture.text(QStringLiteral("SHA-256 3")).isEmpty());
        QVERIFY(picture != QImage(m_program.path(QStringLiteral("two.png"))));
        QCOMPARE(QImage(m_program.path(QStringLiteral("chosen.png"))).text(QStringLiteral("Command")),
                 QStringLiteral("tachograph report a.jsonl job.jsonl --attempt 2 --size ticket -o report.png"));
    }

    void aReportNeverReplacesARecording() {
        const QByteArray before = m_program.read(QStringLiteral("b.jsonl"));
        m_program.write(QStringLiteral("copy.json"), before);
        const auto outcome = m_program.run(words(QStringLiteral("report a.jsonl copy.json -o copy.json")));
        QCOMPARE(outcome.status, 2);
        QCOMPARE(m_program.read(QStringLiteral("copy.json")), before);
    }

  private:
    Program m_program;
};

QTEST_GUILESS_MAIN(TestDiffCommand)
#include "tst_diffcommand.moc"
