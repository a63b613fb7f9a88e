#include "tests/app/program.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <functional>

using tachograph::tests::Program;
using tachograph::tests::recording;

namespace {

/// JSON lines of 60 rows; a cell is written as given.
QByteArray rows(const std::function<QByteArray(int)>& step, const std::function<QByteArray(int)>& stepTime,
                const std::function<QByteArray(int)>& time = {}, int count = 60) {
    QByteArray text;
    for (int i = 0; i < count; ++i) {
        text += "{\"step\": " + step(i) + ", \"step_time_s\": " + stepTime(i) + ", \"loss\": " + stepTime(i);
        text += time ? ", \"timestamp\": " + time(i) + "}\n" : QByteArray("}\n");
    }
    return text;
}

QByteArray number(qint64 value) {
    return QByteArray::number(value);
}

QByteArray byStep(int i) {
    return number(i + 1);
}

QByteArray twoSeconds(int i) {
    return QByteArray::number(2.0 + 0.01 * (i % 5));
}

std::function<QByteArray(int)> constant(const char* text) {
    return [text](int) {
        return QByteArray(text);
    };
}

/// Taken in turn.
std::function<QByteArray(int)> mixed(const QByteArrayList& cells) {
    return [cells](int i) {
        return cells[i % cells.size()];
    };
}

/// "inspect flat.jsonl --json" -> the first run.
QJsonObject firstRun(const QByteArray& json) {
    return QJsonDocument::fromJson(json).object().value("runs").toArray().at(0).toObject();
}

/// What no answer may hold: a number of more digits than anybody reads, or one that a C library prints for none.
QString nonsenseIn(const QByteArray& answer) {
    static const QRegularExpression nonsense(
        QStringLiteral("\\bnan\\b(?! +missing)|\\binf\\b|[0-9]{25,}|([0-9]{1,3},){8,}[0-9]"));
    return nonsense.match(QString::fromUtf8(answer)).captured();
}

} // namespace

/// Numbers, times and places at which programs go wrong, from the file to the answer of the program as it is run:
/// it ends, soon, with valid JSON and readable text.
class NumbersTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void everyAnswer_data();
    void everyAnswer();
    void steps_data();
    void steps();
    void sameInEveryPlace_data();
    void sameInEveryPlace();
    void offsetsAreTheSameMoment();
    void cleanupTestCase() { qInfo("answers to strange numbers looked at: %d", m_answers); }

  private:
    void look(const QStringList& words, const QString& file = {});

    Program m_program;
    int m_answers = 0;
};

void NumbersTest::initTestCase() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    m_program.write(QStringLiteral("usual.jsonl"), recording(60, [](int step) { return 2.0 + 0.01 * (step % 7); }));
}

void NumbersTest::everyAnswer_data() {
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const QByteArray& text) {
        QTest::newRow(name) << text;
    };
    const auto clock = [](double second) {
        return QByteArray::number(second, 'f', 3);
    };
    row("steps up to 2^53", rows([](int i) { return number(9007199254740932 + i); }, twoSeconds));
    row("steps beyond 2^53", rows([](int i) { return number(9007199254740992 + i); }, twoSeconds));
    row("steps of 19 digits", rows([](int i) { return number(9223372036854775700 + i); }, twoSeconds));
    row("steps of 30 digits", rows(constant("123456789012345678901234567890"), twoSeconds));
    row("negative steps", rows([](int i) { return number(i - 60); }, twoSeconds));
    row("steps far apart", rows([](int i) { return number(i * 150'000'000'000'000); }, twoSeconds));
    row("steps backwards", rows([](int i) { return number(1060 - i); }, twoSeconds));
    row("one step again and again", rows(constant("7"), twoSeconds));
    row("all equal", rows(byStep, constant("2")));
    row("all zero", rows(byStep, constant("0")));
    row("one point", rows(byStep, twoSeconds, {}, 1));
    row("two points", rows(byStep, twoSeconds, {}, 2));
    row("1e308", rows(byStep, constant("1e308")));
    row("1e308 and -1e308", rows(byStep, mixed({"1e308", "-1e308"})));
    row("1e300 among others", rows(byStep, mixed({"2", "2.1", "2", "1e300", "2.2"})));
    row("beyond doubles", rows(byStep, mixed({"2", "1e999", "-1e999"})));
    row("denormals", rows(byStep, mixed({"4.9e-324", "1e-310", "2.2e-308"})));
    row("from denormal to 1e308", rows(byStep, mixed({"4.9e-324", "1e308", "1"})));
    row("negative step times", rows(byStep, constant("-2")));
    row("mixed NaN", rows(byStep, mixed({"NaN", "Infinity", "null", "\"NaN\"", "-Infinity", "2", "\"\"", "nan"})));
    row("all NaN", rows(byStep, constant("NaN")));
    row("negative times", rows(byStep, twoSeconds, [&](int i) { return clock(-62135596800.0 + i); }));
    row("huge times", rows(byStep, twoSeconds, [&](int i) { return clock(253402300799.0 + i * 1e9); }));
    row("times of 1e300", rows(byStep, twoSeconds, [](int i) { return QByteArray::number(i * 1e300, 'g', 17); }));
    row("a clock that goes back", rows(byStep, twoSeconds, [&](int i) { return clock(1764500000 - 3600.0 * i); }));
    row("a clock set back once",
        rows(byStep, twoSeconds, [&](int i) { return clock(1764500000 + 2 * i - 3600 * (i > 30)); }));
    row("a clock set by ten years",
        rows(byStep, twoSeconds, [&](int i) { return clock((i > 30 ? 1764500000 : 1449140000) + 2 * i); }));
    row("a clock that stands", rows(byStep, twoSeconds, constant("1764500000")));
    row("over midnight and new year", rows(byStep, twoSeconds, [&](int i) {
            return i < 30 ? "\"2026-12-31 23:59:" + QByteArray::number(30 + i) + "\""
                          : "\"2027-01-01 00:00:" + QByteArray::number(i - 30 + 100).mid(1) + "\"";
        }));
    row("impossible days", rows(byStep, twoSeconds,
                                mixed({"\"2026-02-30 25:61:61\"", "\"0000-00-00 00:00:00\"", "\"9999-12-31 23:59:60\"",
                                       "\"12026-01-01 00:00:00\""})));
}

void NumbersTest::look(const QStringList& words, const QString& file) {
    const auto outcome = m_program.run(words);
    QVERIFY2(outcome.status == 0 || outcome.status == 3, // 3: not read, with a sentence
             qPrintable(words.join(' ') + QStringLiteral(": %1 ").arg(outcome.status) + outcome.err));
    QCOMPARE(outcome.err.count('\n'), outcome.status == 0 ? 0 : 1);
    ++m_answers;
    const QByteArray answer = file.isEmpty() ? outcome.out : m_program.read(file);
    if (outcome.status != 0)
        return;
    QVERIFY(!answer.isEmpty());
    if (file.endsWith(QLatin1String(".png"))) {
        QVERIFY(answer.startsWith("\x89PNG"));
    } else if (words.contains(QStringLiteral("--json"))) { // which knows neither NaN nor infinities
        QJsonParseError problem;
        QJsonDocument::fromJson(answer, &problem);
        QVERIFY2(problem.error == QJsonParseError::NoError, qPrintable(problem.errorString()));
    } else {
        QCOMPARE(nonsenseIn(answer), QString());
    }
}

void NumbersTest::everyAnswer() {
    QFETCH(QByteArray, text);
    m_program.write(QStringLiteral("strange.jsonl"), text);
    const QString strange = QStringLiteral("strange.jsonl"), usual = QStringLiteral("usual.jsonl");
    for (const QStringList& words : {QStringList{"inspect", strange}, QStringList{"inspect", strange, "--json"},
                                     QStringList{"diff", usual, strange}, QStringList{"diff", strange, usual, "--json"},
                                     QStringList{"diff", strange, strange}})
        look(words);
    look({"report", strange, "-o", "o.md"}, "o.md");
    look({"report", strange, "-o", "o.png"}, "o.png");
}

void NumbersTest::steps_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("last");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("issue"); // empty = none
    QTest::newRow("up to 2^53 - 1") << rows([](int i) { return number(9007199254740932 + i); }, twoSeconds)
                                    << 9007199254740932.0 << 9007199254740991.0 << 60 << "";
    QTest::newRow("2^53 and more are none")
        << rows([](int i) { return number(9007199254740990 + i); }, twoSeconds) << 9007199254740990.0
        << 9007199254740991.0 << 2 << "58 rows have no step number";
    QTest::newRow("negative") << rows([](int i) { return number(i - 60); }, twoSeconds) << -60.0 << -1.0 << 60 << "";
    QTest::newRow("one point") << rows(byStep, twoSeconds, {}, 1) << 1.0 << 1.0 << 1 << "";
}

void NumbersTest::steps() {
    QFETCH(QByteArray, text);
    QFETCH(double, first);
    QFETCH(double, last);
    QFETCH(int, count);
    QFETCH(QString, issue);
    m_program.write(QStringLiteral("steps.jsonl"), text);
    const auto outcome = m_program.run({"inspect", "steps.jsonl", "--json"});
    QCOMPARE(outcome.status, 0);
    const QJsonObject run = firstRun(outcome.out), steps = run.value("steps").toObject();
    QCOMPARE(steps.value("first").toDouble(), first);
    QCOMPARE(steps.value("last").toDouble(), last);
    QCOMPARE(steps.value("count").toInt(), count);
    QCOMPARE(outcome.out.contains("no step number"), !issue.isEmpty());
    QVERIFY2(outcome.out.contains(issue.toUtf8()), outcome.out.constData());
}

void NumbersTest::sameInEveryPlace_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    for (const char* zone :
         {"America/St_Johns", "Asia/Kathmandu", "Pacific/Kiritimati", "Nowhere/Nothing", ":/dev/zero"})
        QTest::addRow("time zone %s", zone) << "TZ" << zone;
    QTest::newRow("a locale that is not installed") << "LC_ALL"
                                                    << "de_DE.UTF-8";
    QTest::newRow("a locale that there is not") << "LC_ALL"
                                                << "xx_YY";
    QTest::newRow("no locale") << "LC_ALL"
                               << "C";
    QTest::newRow("decimal comma") << "LOCPATH"
                                   << "de_DE.UTF-8";
}

/// Where the program runs is no part of its answer: neither the time zone nor a decimal comma.
void NumbersTest::sameInEveryPlace() {
    QFETCH(QString, name);
    QFETCH(QString, value);
    Program here, there;
    if (name == "LOCPATH") { // one with a decimal comma, made for this test
        const QString made = there.path(value);
        QProcess localedef;
        localedef.start("localedef", {"-i", value.section('.', 0, 0), "-f", "UTF-8", made});
        if (!localedef.waitForFinished() || !QDir(made).exists("LC_NUMERIC"))
            QSKIP("The sources of locales are not installed.");
        there.setEnvironment("LOCPATH", QFileInfo(made).path());
        there.setEnvironment("LC_ALL", value);
        QCOMPARE(there.runShell("locale decimal_point").out.trimmed(), QByteArray(","));
    } else {
        there.setEnvironment(name, value);
    }
    for (Program* program : {&here, &there}) {
        program->write("a.jsonl", recording(200, [](int step) { return 2.0 + 0.01 * step; }));
        program->write("b.csv",
                       "step,step_time_s,timestamp\n1,2.5,2026-03-29 00:59:58\n2,\"1,234.5\",2026-03-29 02:00:01\n");
    }
    for (const QString& line : {QStringLiteral("inspect a.jsonl"), QStringLiteral("inspect a.jsonl --json"),
                                QStringLiteral("inspect b.csv --json"), QStringLiteral("diff a.jsonl b.csv"),
                                QStringLiteral("report a.jsonl -o x.csv"), QStringLiteral("report a.jsonl -o x.md"),
                                QStringLiteral("report a.jsonl -o x.html")}) {
        const auto expected = here.run(line.split(' ')), got = there.run(line.split(' '));
        QCOMPARE(got.status, 0);
        QCOMPARE(got.out, expected.out);
        QCOMPARE(got.err, expected.err);
        ++m_answers;
    }
    for (const char* file : {"x.csv", "x.md", "x.html"}) {
        QVERIFY(!here.read(file).isEmpty());
        QCOMPARE(there.read(file), here.read(file));
    }
}

/// The same moments written with offsets of three zones, and as seconds, make the same step times from stamps.
void NumbersTest::offsetsAreTheSameMoment() {
    const QByteArrayList ways = {"\"2026-11-29T23:59:%1Z\"", "\"2026-11-30T05:44:%1+05:45\"",
                                 "\"2026-11-29T20:29:%1-03:30\"", "seconds"};
    QByteArray first;
    for (const QByteArray& way : ways) {
        // 2026-11-29T23:59:00Z is 1795996740.
        QByteArray text;
        for (int i = 0; i < 30; ++i) {
            const QByteArray second = QByteArray::number(100 + 2 * i).mid(1);
            const QByteArray stamp =
                way.startsWith('"') ? QByteArray(way).replace("%1", second) : number(1'795'996'740 + 2 * i);
            text += "{\"step\": " + byStep(i) + ", \"timestamp\": " + stamp + ", \"loss\": 1}\n";
        }
        m_program.write(QStringLiteral("zone.jsonl"), text);
        const auto outcome = m_program.run({"report", "zone.jsonl", "-o", "zone.csv"});
        QCOMPARE(outcome.err, QByteArray());
        const QByteArray table = m_program.read(QStringLiteral("zone.csv"));
        QVERIFY(table.contains("1795996740"));
        if (first.isEmpty())
            first = table;
        QCOMPARE(table, first);
    }
}

QTEST_GUILESS_MAIN(NumbersTest)
#include "tst_numbers.moc"
