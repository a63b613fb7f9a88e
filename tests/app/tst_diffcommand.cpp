#include "tests/app/program.h"

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
    }
    void statuses() {
        QFETCH(QString, line);
        QFETCH(int, status);
        const auto outcome = m_program.run(words(line));
        QVERIFY2(outcome.status == status, outcome.err + outcome.out);
        QCOMPARE(outcome.err.isEmpty(), status != 3);
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
