#include "analysis/diagnosis/diagnosis.h"
#include "analysis/importers/importer.h"
#include "tests/conformance/answers.h"
#include "tests/conformance/samplerecording.h"
#include "tests/support/runtext.h"
#include "tests/support/samples.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

const QString data = QStringLiteral(TACHOGRAPH_TEST_DATA);
const QString answers = data + QStringLiteral("/answers");
const QString cases = QStringLiteral(TACHOGRAPH_SOURCE_DIR "/resources/cases");

bool rewriting() {
    return qEnvironmentVariableIsSet("TACHOGRAPH_WRITE_ANSWERS");
}

/// Files below a folder, relative to it, sorted.
QStringList filesBelow(const QString& folder) {
    QStringList files;
    for (QDirIterator at(folder, QDir::Files, QDirIterator::Subdirectories); at.hasNext();)
        files << QDir(folder).relativeFilePath(at.next());
    files.sort();
    return files;
}

/// Names of inputs: "conformance/csv.csv" of tests/data, "cases/rot-2s-to-5s.jsonl" that come with the program, and
/// "made/wandb", which a small writer makes.
QStringList inputs() {
    QStringList names;
    for (const QString& file : filesBelow(data))
        if (!file.startsWith(QLatin1String("answers/")))
            names << file;
    for (const QString& file : filesBelow(cases))
        names << QStringLiteral("cases/") + file;
    for (const Importer* importer : importers())
        if (madeSample(importer->id))
            names << QStringLiteral("made/") + QString::fromStdString(importer->id);
    return names;
}

Result<std::vector<RunPtr>> openInput(const QString& name) {
    const QString base = name.section('/', -1);
    if (name.endsWith(QLatin1String(".run"))) { // NAME.run, or NAME.FORMAT.run
        const QString format = base.count('.') > 1 ? base.section('.', 1, 1) : QStringLiteral("jsonl");
        return std::vector{runFromText(readFile(testData(name.toStdString())), base.section('.', 0, 0).toStdString(),
                                       format.toStdString())};
    }
    if (name.startsWith(QLatin1String("made/")))
        return openRunsFromBytes(base.toStdString(), SampleRecording(base.toStdString()).bytes().toStdString());
    const QString folder = name.startsWith(QLatin1String("cases/")) ? cases.chopped(6) : data;
    return openRuns((folder + '/' + name).toStdString());
}

std::string answerTo(const QString& name) {
    std::string text = name.endsWith(QLatin1String(".tacho")) ? sessionAnswer(readFile(testData(name.toStdString())))
                                                              : answerOf(openInput(name));
    // Where the files lie is no part of the answer.
    QString plain = QString::fromStdString(text);
    plain.replace(data + '/', QString()).replace(cases.chopped(5), QString());
    return plain.toStdString();
}

/// Pairs that say something different each: faster, slower, the same, other trainers, too short, not comparable.
const QList<std::pair<QString, QString>> pairs = {
    {"cases/before-cu130.log", "cases/after-cu130.log"},
    {"cases/after-cu130.log", "cases/before-cu130.log"},
    {"cases/before-cu130.log", "cases/before-cu130.log"},
    {"dflash/after-cu130-17steps.log", "dflash/redesign-q_hsb.log"},
    {"planted/shift.run", "planted/transient.run"},
    {"planted/checkpoints.run", "planted/restart.run"},
    {"planted/rewards.run", "cases/rot-2s-to-5s.jsonl"},
    {"conformance/jsonl.jsonl", "conformance/csv.csv"},
    {"planted/unstable.jsonl", "planted/errors.run"},
};

QString nameOf(const std::pair<QString, QString>& pair) {
    return QStringLiteral("pairs/%1 and %2").arg(pair.first.section('/', -1), pair.second.section('/', -1));
}

std::string answerTo(const std::pair<QString, QString>& pair) {
    const auto a = openInput(pair.first), b = openInput(pair.second);
    return a && b ? comparisonAnswer(a->front(), b->front()) : "a side was not opened\n";
}

/// Compares with the stored answer, or replaces it where that was asked for.
void hold(const QString& name, const std::string& answer) {
    const QString file = answers + '/' + name + QStringLiteral(".txt");
    if (rewriting()) {
        QVERIFY(QDir().mkpath(QFileInfo(file).path()));
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        QCOMPARE(out.write(answer.data(), static_cast<qint64>(answer.size())), static_cast<qint64>(answer.size()));
        return;
    }
    const char* wayOut = "TACHOGRAPH_WRITE_ANSWERS=1 tst_answers writes the answers anew; read the difference that git "
                         "shows before it is committed.\n";
    if (!QFile::exists(file))
        QFAIL(qPrintable(name + QStringLiteral(" has no stored answer. ") + QLatin1String(wayOut)));
    const std::string difference = lineDifference(readFile(file.toStdString()), answer);
    QVERIFY2(difference.empty(),
             ("the answer to " + name.toStdString() + " changed (-stored +now). " + wayOut + difference).c_str());
}

} // namespace

/// What every importer, every detector and the comparison make of everything in tests/data, held against answers that
/// were read by people and stored. A change shows as a difference of texts.
class TestAnswers : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void recordings_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : inputs())
            QTest::newRow(qPrintable(name)) << name;
    }
    void recordings() {
        QFETCH(QString, name);
        hold(name, answerTo(name));
    }

    void comparisons_data() {
        QTest::addColumn<qsizetype>("at");
        for (qsizetype i = 0; i < pairs.size(); ++i)
            QTest::newRow(qPrintable(nameOf(pairs[i]))) << i;
    }
    void comparisons() {
        QFETCH(qsizetype, at);
        hold(nameOf(pairs[at]), answerTo(pairs[at]));
    }

    /// An answer whose input went away would never be looked at again.
    void noAnswerWithoutItsInput() {
        QStringList wanted = inputs();
        for (const auto& pair : pairs)
            wanted << nameOf(pair);
        for (const QString& file : filesBelow(answers))
            QVERIFY2(wanted.contains(file.chopped(4)), qPrintable(file));
    }

    /// The net has no holes: each importer reads one of the inputs, and each detector speaks on one of them.
    void everyImporterAndDetectorIsHeld() {
        QStringList text;
        for (const QString& file : filesBelow(answers))
            text << QString::fromStdString(readFile((answers + '/' + file).toStdString()));
        const QString all = text.join('\n');
        for (const Importer* importer : importers())
            QVERIFY2(all.contains(QStringLiteral(", format %1: ").arg(QString::fromStdString(importer->id))),
                     importer->id.c_str());
        for (const Detector* detector : detectors())
            QVERIFY2(all.contains(QStringLiteral("  %1 found: ").arg(QString::fromStdString(detector->code))),
                     detector->code.c_str());
    }

    void difference_data() {
        QTest::addColumn<std::string>("expected");
        QTest::addColumn<std::string>("actual");
        QTest::addColumn<std::string>("difference");
        const auto row = [](const char* name, const char* expected, const char* actual, const char* difference) {
            QTest::newRow(name) << std::string(expected) << std::string(actual) << std::string(difference);
        };
        row("equal", "a\nb\n", "a\nb\n", "");
        row("both empty", "", "", "");
        row("changed", "a\nb\nc\nd\ne\nf\n", "a\nb\nc\nX\ne\nf\n", "  b\n  c\n- d\n+ X\n  e\n  f\n");
        row("new", "a\n", "a\nb\n", "  a\n+ b\n");
        row("gone", "a\nb\n", "b\n", "- a\n  b\n");
        row("all gone", "a\n", "", "- a\n");
        row("line end", "a\n", "a", "line ends differ\n");
    }
    void difference() {
        QFETCH(std::string, expected);
        QFETCH(std::string, actual);
        QFETCH(std::string, difference);
        QCOMPARE(lineDifference(expected, actual), difference);
    }

    void cleanupTestCase() {
        if (rewriting())
            QFAIL("The answers were written anew and nothing was compared.");
        qInfo("%lld recordings and %lld comparisons held against stored answers", qlonglong(inputs().size()),
              qlonglong(pairs.size()));
    }
};

QTEST_GUILESS_MAIN(TestAnswers)
#include "tst_answers.moc"
