#include "program.h"
#include "tests/support/samples.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

using tachograph::tests::Program;
using tachograph::tests::recording;
using tachograph::tests::sharedData;
using tachograph::tests::sharedDataMissing;

/// inspect --json: schema, keys and their order, and figures against what is known of the recordings.
class InspectJsonTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void keysAndOrder();
    void notesOfTheReviewer();
    void notesThatCannotBe_data();
    void notesThatCannotBe();
    void billKeysAndFigures();
    void plantedTruth();
    void nonFiniteAndMissing();
    void invalidTextStaysValidJson();
    void localeDoesNotMatter();
    void sameAnswerTwice();
    void recordedFacts_data();
    void recordedFacts();
    void recordedVerdicts_data();
    void recordedVerdicts();

  private:
    Program m_program;
};

namespace {

QJsonObject runOf(const Program& program, const QStringList& words) {
    const auto outcome = program.run(QStringList{QStringLiteral("inspect"), QStringLiteral("--json")} + words);
    if (!outcome.err.isEmpty())
        qWarning("%s", outcome.err.constData());
    const QJsonObject document = QJsonDocument::fromJson(outcome.out).object();
    return document.value(QStringLiteral("runs")).toArray().at(0).toObject();
}

QJsonObject seriesOf(const QJsonObject& run, const QString& key) {
    for (const QJsonValue& series : run.value(QStringLiteral("series")).toArray())
        if (series.toObject().value(QStringLiteral("key")) == key)
            return series.toObject();
    return {};
}

QString outcomeOf(const QJsonObject& run, const QString& code) {
    for (const QJsonValue& one : run.value(QStringLiteral("diagnosis")).toArray())
        if (one.toObject().value(QStringLiteral("code")) == code)
            return one.toObject().value(QStringLiteral("outcome")).toString();
    return QStringLiteral("not listed");
}

/// Equal to a figure that was rounded to six significant digits, whichever way a half was rounded.
bool sameToSixDigits(double value, double rounded) {
    const double unit = rounded == 0.0 ? 1e-6 : std::pow(10.0, std::floor(std::log10(std::abs(rounded))) - 5.0);
    return std::abs(value - rounded) <= 0.5 * unit * (1.0 + 1e-6);
}

/// The cells of the table of series in the description of the recordings; rows about a part of a file are left out.
QList<QStringList> describedSeries() {
    QFile file(QString::fromStdString(sharedData("README.md")));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString section =
        QString::fromUtf8(file.readAll()).section(QStringLiteral("## 2."), 1).section(QStringLiteral("## 3."), 0, 0);
    static const QRegularExpression row(QStringLiteral("^\\| `([^`]+)` \\| `([^`]+)` \\| (.+) \\|$"),
                                        QRegularExpression::MultilineOption);
    QList<QStringList> rows;
    for (auto match = row.globalMatch(section); match.hasNext();) {
        const QRegularExpressionMatch one = match.next();
        if (!one.captured(1).contains(QLatin1Char('(')))
            rows << QStringList{one.captured(1), one.captured(2)} + one.captured(3).split(QStringLiteral(" | "));
    }
    return rows;
}

/// Folders whose formats can be opened.
bool readable(const QString& path) {
    for (const char* folder : {"rl/", "dflash/", "verl_console/", "trainer_state/", "jsonl/", "lightning/"})
        if (path.startsWith(QLatin1String(folder)))
            return true;
    return false;
}

} // namespace

void InspectJsonTest::initTestCase() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    m_program.write(QStringLiteral("linear.jsonl"), recording(100, [](int step) { return 1.0 + step / 64.0; }));
}

void InspectJsonTest::notesOfTheReviewer() {
    const auto without = m_program.run({"inspect", "--json", "linear.jsonl", "--fail-on", "info"});
    QCOMPARE(without.status, 1);
    const QJsonObject plain = QJsonDocument::fromJson(without.out).object().value("runs")[0].toObject();
    QVERIFY(plain.contains("review") && plain.value("review").isNull());
    QJsonArray dismissed;
    for (const QJsonValue& examination : plain.value("diagnosis").toArray())
        for (const QJsonValue& finding : examination["findings"].toArray()) {
            QVERIFY(!finding.toObject().contains("dismissed"));
            for (const char* series : {"", "step_time", "generation_time", "completion_length", "throughput"})
                dismissed.append(QJsonObject{{"code", examination["code"]},
                                             {"onset_step", finding["onset_step"]},
                                             {"first_step", finding["first_step"]},
                                             {"last_step", finding["last_step"]},
                                             {"series", *series ? QJsonArray{series} : QJsonArray()},
                                             {"reason", "known"}});
        }
    const QJsonObject notes{{"schema", "tachograph.notes/1"},
                            {"run", QJsonObject{{"name", "x"}, {"sha256", QJsonObject{{"x.jsonl", "00"}}}}},
                            {"notes", QJsonArray{QJsonObject{{"first_step", 3}, {"text", "a <b> note"}}}},
                            {"dismissed", dismissed}};
    m_program.write("notes.json", QJsonDocument(notes).toJson());
    const auto with = m_program.run({"inspect", "--json", "linear.jsonl", "--notes", "notes.json"});
    QCOMPARE(with.status, 0);
    const QJsonObject run = QJsonDocument::fromJson(with.out).object().value("runs")[0].toObject();
    QCOMPARE(run["review"]["notes"][0]["text"].toString(), QStringLiteral("a <b> note"));
    QCOMPARE(run["review"]["notes"][0]["last_step"].toInt(), 3);
    QCOMPARE(run["review"]["other_recording"].toBool(), true);
    for (const QJsonValue& examination : run.value("diagnosis").toArray())
        for (const QJsonValue& finding : examination["findings"].toArray())
            QVERIFY(finding.toObject().contains("dismissed"));
}

void InspectJsonTest::notesThatCannotBe_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("says");
    m_program.write("bad.json", "{\"schema\": \"tachograph.notes/1\", \"notes\": 3}");
    const auto row = [](const char* name, const QStringList& words, int status, const char* says) {
        QTest::newRow(name) << words << status << QByteArray(says);
    };
    row("no such file", {"inspect", "linear.jsonl", "--notes", "none.json"}, 3, "none.json: there is no such file");
    row("broken", {"inspect", "linear.jsonl", "--notes", "bad.json"}, 3, "bad.json: \"notes\" is not a list");
    row("two runs", {"inspect", "linear.jsonl", "linear.jsonl", "--notes", "notes.json"}, 2, "notes are of one run");
    row("of a table", {"report", "linear.jsonl", "-o", "x.csv", "--notes", "notes.json"}, 2, "holds no notes");
    row("of two runs", {"report", "linear.jsonl", "linear.jsonl", "-o", "x.png", "--notes", "notes.json"}, 2,
        "for a report of one run");
    row("a report, broken", {"report", "linear.jsonl", "-o", "x.md", "--notes", "bad.json"}, 3, "is not a list");
}

void InspectJsonTest::notesThatCannotBe() {
    QFETCH(QStringList, words);
    QFETCH(int, status);
    QFETCH(QByteArray, says);
    const auto outcome = m_program.run(words);
    QCOMPARE(outcome.status, status);
    QVERIFY2(outcome.err.contains(says) && outcome.err.count('\n') == 1, outcome.err.constData());
}

void InspectJsonTest::keysAndOrder() {
    const auto outcome =
        m_program.run({QStringLiteral("inspect"), QStringLiteral("--json"), QStringLiteral("linear.jsonl")});
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.err, QByteArray());
    const QString text = QString::fromUtf8(outcome.out);
    const QStringList run{"name",        "path",   "format", "sha256", "steps",       "attempts",
                          "series",      "events", "issues", "config", "environment", "diagnosis",
                          "attribution", "bill",   "notes",  "review", "reading"};
    qsizetype at = 0;
    for (const QString& key : QStringList{"schema", "version", "runs"} + run) {
        const qsizetype found = text.indexOf(QLatin1Char('"') + key + QStringLiteral("\":"), at);
        QVERIFY2(found > 0, qPrintable(key));
        if (key != QStringLiteral("series")) // its entries have further keys of these names
            at = found;
    }
    const QJsonObject document = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(document.value("schema").toString(), QStringLiteral("tachograph.inspect/1"));
    const QJsonObject first = document.value("runs").toArray().at(0).toObject();
    QCOMPARE(first.keys().size(), run.size());
    const QJsonObject series = seriesOf(first, QStringLiteral("step_time_s"));
    for (const char* key : {"role", "key", "unit", "source_unit", "scope", "count", "nonfinite", "missing", "first",
                            "last", "median", "early", "late", "derived", "averaged", "how", "null", "source"})
        QVERIFY2(series.contains(QLatin1String(key)), key);
    for (const char* key : {"rows", "repeated_rows", "cut_rows", "value_of_a_step"})
        QVERIFY2(first.value("reading").toObject().contains(QLatin1String(key)), key);
    for (const char* key : {"code", "outcome", "reason", "findings", "knobs"})
        QVERIFY2(first.value("diagnosis").toArray().at(0).toObject().contains(QLatin1String(key)), key);
}

void InspectJsonTest::billKeysAndFigures() {
    const QJsonObject bill = runOf(m_program, {QStringLiteral("linear.jsonl")}).value("bill").toObject();
    for (const char* key :
         {"steps", "early", "seconds", "above_seconds", "slower_steps_seconds", "between_attempts_seconds", "gpus",
          "gpu_hours_above", "cost_above", "parts", "whole", "bought", "early_to_late", "not_logged", "notes"})
        QVERIFY2(bill.contains(QLatin1String(key)), key);
    QCOMPARE(bill.keys().size(), 15);
    // Step time n = 1 + n/64: the early rate is the median of the first fifth, all steps take 178.90625 s.
    QCOMPARE(bill.value("early").toObject().value("seconds").toDouble(), 1 + 10.5 / 64);
    QVERIFY(qAbs(bill.value("seconds").toDouble() - 178.90625) < 1e-6);
    QVERIFY(qAbs(bill.value("above_seconds").toDouble() - (178.90625 - 100 * (1 + 10.5 / 64))) < 1e-6);
    double sum = 0;
    for (const QJsonValue& part : bill.value("parts").toArray()) {
        for (const char* key : {"id", "name", "seconds", "before", "after", "places", "note"})
            QVERIFY2(part.toObject().contains(QLatin1String(key)), key);
        sum += part.toObject().value("seconds").toDouble();
    }
    QVERIFY(qAbs(sum - bill.value("above_seconds").toDouble()) < 1e-6);
    QVERIFY(bill.value("gpus").isNull() && bill.value("gpu_hours_above").isNull() && bill.value("cost_above").isNull());
    QVERIFY(bill.value("not_logged").toArray().contains(QStringLiteral("number of GPUs")));
    const QJsonObject change = bill.value("early_to_late").toObject();
    QVERIFY(qAbs(change.value("late_seconds").toDouble() - (1 + 90.5 / 64)) < 1e-9);

    const QJsonObject part =
        runOf(m_program, {QStringLiteral("linear.jsonl"), QStringLiteral("--range"), QStringLiteral("81:"),
                          QStringLiteral("--gpu-price"), QStringLiteral("2.5")})
            .value("bill")
            .toObject();
    QCOMPARE(part.value("steps").toObject().value("count").toDouble(), 20.0);
    QVERIFY(qAbs(part.value("above_seconds").toDouble() - 20 * 80.0 / 64) < 1e-6);
    QVERIFY(part.value("cost_above").isNull()); // a price without a number of GPUs

    m_program.write(QStringLiteral("short.jsonl"), recording(3, [](int) { return 1.0; }));
    const QJsonObject none = runOf(m_program, {QStringLiteral("short.jsonl")}).value("bill").toObject();
    QCOMPARE(none.keys(), QStringList{QStringLiteral("reason")});
}

void InspectJsonTest::plantedTruth() {
    const QJsonObject run = runOf(m_program, {QStringLiteral("linear.jsonl")});
    QCOMPARE(run.value("name").toString(), QStringLiteral("linear"));
    QCOMPARE(run.value("format").toString(), QStringLiteral("jsonl"));
    const QJsonObject steps = run.value("steps").toObject();
    QCOMPARE(steps.value("first").toInt(), 1);
    QCOMPARE(steps.value("last").toInt(), 100);
    QCOMPARE(steps.value("count").toInt(), 100);
    QCOMPARE(run.value("attempts").toArray().size(), 1);
    // step time n = 1 + n/64: medians of the first and last 20 and of all are at n = 10.5, 90.5 and 50.5.
    const QJsonObject time = seriesOf(run, QStringLiteral("step_time_s"));
    QCOMPARE(time.value("role").toString(), QStringLiteral("step_time"));
    QCOMPARE(time.value("unit").toString(), QStringLiteral("s"));
    QCOMPARE(time.value("count").toInt(), 100);
    QCOMPARE(time.value("nonfinite").toInt(), 0);
    QCOMPARE(time.value("missing").toInt(), 0);
    QCOMPARE(time.value("early").toDouble(), 1 + 10.5 / 64);
    QCOMPARE(time.value("late").toDouble(), 1 + 90.5 / 64);
    QCOMPARE(time.value("median").toDouble(), 1 + 50.5 / 64);
    QCOMPARE(time.value("derived").toBool(true), false);
    QCOMPARE(time.value("averaged").toBool(true), false);
    QCOMPARE(seriesOf(run, QStringLiteral("tokens_per_s")).value("scope").toString(), QStringLiteral("job"));
    QVERIFY(time.value("scope").isNull() || time.value("scope").isString());
    // The sum of 1 + n/64 over 1..100 is 178.90625; 70 % and 25 % of it are phases, 5 % are not covered.
    double generation = 0, unaccounted = 0;
    for (const QJsonValue& part : run.value("attribution").toArray()) {
        const QString name = part.toObject().value("name").toString();
        (name == QStringLiteral("generation") ? generation : unaccounted) = part.toObject().value("seconds").toDouble();
    }
    QVERIFY(qAbs(generation - 0.7 * 178.90625) < 1e-6);
    QVERIFY(qAbs(unaccounted - 0.05 * 178.90625) < 1e-6);
}

void InspectJsonTest::nonFiniteAndMissing() {
    m_program.write(QStringLiteral("holes.jsonl"),
                    "{\"step\": 1, \"a\": 1, \"b\": NaN}\n{\"step\": 2, \"a\": Infinity, \"b\": NaN}\n"
                    "{\"step\": 3, \"a\": null, \"b\": -Infinity}\n{\"step\": 4, \"b\": NaN}\n"
                    "{\"step\": 5, \"a\": 3, \"b\": NaN}\n");
    const QJsonObject run = runOf(m_program, {QStringLiteral("holes.jsonl")});
    const QJsonObject a = seriesOf(run, QStringLiteral("a")), b = seriesOf(run, QStringLiteral("b"));
    QCOMPARE(a.value("count").toInt(), 2);
    QCOMPARE(a.value("nonfinite").toInt(), 1);
    QCOMPARE(a.value("missing").toInt(), 2);
    QCOMPARE(a.value("median").toDouble(), 2.0);
    QVERIFY(a.value("role").isNull());
    QVERIFY(a.value("scope").isNull());
    QCOMPARE(b.value("count").toInt(), 0);
    QCOMPARE(b.value("nonfinite").toInt(), 5);
    for (const char* key : {"first", "last", "median", "early", "late"})
        QVERIFY2(b.value(QLatin1String(key)).isNull(), key);
}

void InspectJsonTest::invalidTextStaysValidJson() {
    m_program.write(QStringLiteral("bytes.jsonl"), "{\"step\": 1, \"k\xff\": 1}\n{\"step\": 2, \"k\xff\": 2}\n");
    const auto outcome =
        m_program.run({QStringLiteral("inspect"), QStringLiteral("--json"), QStringLiteral("bytes.jsonl")});
    QJsonParseError error;
    QJsonDocument::fromJson(outcome.out, &error);
    QVERIFY2(outcome.out.isEmpty() ? outcome.status == 3 : error.error == QJsonParseError::NoError,
             outcome.out.constData());
    QVERIFY(outcome.status == 0 || outcome.status == 3);
}

void InspectJsonTest::localeDoesNotMatter() {
    const QStringList words{QStringLiteral("inspect"), QStringLiteral("--json"), QStringLiteral("linear.jsonl")};
    const QByteArray plain = m_program.run(words).out;
    Program german;
    german.write(QStringLiteral("linear.jsonl"), m_program.read(QStringLiteral("linear.jsonl")));
    german.setEnvironment(QStringLiteral("LC_ALL"), QStringLiteral("de_DE.UTF-8"));
    german.setEnvironment(QStringLiteral("LANG"), QStringLiteral("de_DE.UTF-8"));
    QCOMPARE(german.run(words).out, plain);
    QCOMPARE(german.run(words).err, QByteArray());
}

void InspectJsonTest::sameAnswerTwice() {
    const QStringList words{QStringLiteral("inspect"), QStringLiteral("--json"), QStringLiteral("linear.jsonl")};
    QCOMPARE(m_program.run(words).out, m_program.run(words).out);
}

void InspectJsonTest::recordedFacts_data() {
    QTest::addColumn<QStringList>("facts");
    for (const QStringList& row : describedSeries())
        if (readable(row.at(0)))
            QTest::newRow(qPrintable(row.at(0) + QLatin1Char(' ') + row.at(1))) << row;
    if (describedSeries().isEmpty())
        QTest::newRow("none") << QStringList();
}

/// Columns: path, key, role, unit, n, first..last, median, early, late, ratio, NaN Inf or null.
void InspectJsonTest::recordedFacts() {
    QFETCH(QStringList, facts);
    if (facts.isEmpty())
        QSKIP(sharedDataMissing);
    const QJsonObject run = runOf(m_program, {QString::fromStdString(sharedData(facts.at(0).toStdString()))});
    const QJsonObject series = seriesOf(run, facts.at(1));
    QVERIFY2(!series.isEmpty(), "the key is not there");
    QCOMPARE(series.value("count").toInt(), facts.at(4).toInt());
    QCOMPARE(QStringLiteral("%1..%2").arg(series.value("first").toInt()).arg(series.value("last").toInt()),
             facts.at(5));
    QVERIFY2(sameToSixDigits(series.value("median").toDouble(), facts.at(6).toDouble()), "median");
    QVERIFY2(sameToSixDigits(series.value("early").toDouble(), facts.at(7).toDouble()), "early");
    QVERIFY2(sameToSixDigits(series.value("late").toDouble(), facts.at(8).toDouble()), "late");
    QVERIFY(series.value("nonfinite").toInt() + series.value("missing").toInt() >= facts.at(10).toInt());
}

void InspectJsonTest::recordedVerdicts_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("rot");
    QTest::addColumn<QString>("shift");
    QTest::addColumn<QString>("stall");
    QTest::newRow("length-driven rot") << "rl/rot-2s-to-5s.jsonl"
                                       << "found"
                                       << "clear"
                                       << "clear";
    QTest::newRow("real rot") << "verl_console/rl-length-growth-238steps.log"
                              << "found"
                              << "clear"
                              << "";
    QTest::newRow("one step up") << "rl/one-step-up.jsonl"
                                 << "clear"
                                 << "found"
                                 << "";
    QTest::newRow("infrastructure") << "rl/infra-rot.jsonl"
                                    << "found"
                                    << "clear"
                                    << "";
    QTest::newRow("flat") << "rl/flat.jsonl"
                          << "clear"
                          << "clear"
                          << "clear";
    QTest::newRow("checkpoint stall") << "rl/checkpoint-stall.jsonl"
                                      << "clear"
                                      << ""
                                      << "found";
}

void InspectJsonTest::recordedVerdicts() {
    QFETCH(QString, path);
    QFETCH(QString, rot);
    QFETCH(QString, shift);
    QFETCH(QString, stall);
    if (sharedData("").empty())
        QSKIP(sharedDataMissing);
    const QJsonObject run = runOf(m_program, {QString::fromStdString(sharedData(path.toStdString()))});
    QCOMPARE(outcomeOf(run, QStringLiteral("THROUGHPUT_ROT")), rot);
    if (!shift.isEmpty())
        QCOMPARE(outcomeOf(run, QStringLiteral("STEP_TIME_SHIFT")), shift);
    if (!stall.isEmpty())
        QCOMPARE(outcomeOf(run, QStringLiteral("CHECKPOINT_STALL")), stall);
}

QTEST_GUILESS_MAIN(InspectJsonTest)
#include "tst_inspectjson.moc"
