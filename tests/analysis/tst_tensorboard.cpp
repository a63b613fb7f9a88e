#include "analysis/importers/importer.h"
#include "analysis/importers/openrun.h"
#include "analysis/importers/tensorboardrecords.h"
#include "analysis/importers/tensorboardtext.h"
#include "tests/support/describe.h"
#include "tests/support/eventfile.h"
#include "tests/support/wirewriter.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

const char* const singlePrecision = "  note: Values are stored as 32-bit floating point: 7 digits hold, and counters "
                                    "above 16,777,216 have lost units.\n";
const char* const tornNote = "  note: The last record is not complete, as usual where a run goes on or was killed.\n";

QString read(const std::string& bytes) {
    return QString::fromStdString(describe(openRunsFromBytes("f", bytes)));
}

/// A TensorProto of one text.
std::string textTensor(std::string_view text) {
    return WireWriter().varint(1, 7).bytes(8, text).message();
}

/// "whole 2, damage at 18 of 30 bytes (its check sum is wrong), torn": what the framing makes of the bytes.
QString recordsIn(const std::string& bytes) {
    Source source = Source::fromBytes("f", bytes);
    TensorboardRecords records(source);
    QStringList shown;
    int whole = 0;
    while (const auto record = records.next()) {
        whole += record->damage ? 0 : 1;
        if (record->damage)
            shown += QString("%1 bytes at %2: %3").arg(record->bytes).arg(record->offset).arg(record->damage);
    }
    shown.prepend(QString("%1 whole").arg(whole));
    if (records.endsInsideRecord())
        shown += "torn";
    return shown.join(", ");
}

} // namespace

/// TensorBoard event files: what is read, what damage costs, which files are one run.
class TestTensorboard : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    void write(const QString& name, const std::string& bytes) {
        const QString path = m_folder.filePath(name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes.data(), static_cast<qint64>(bytes.size())), static_cast<qint64>(bytes.size()));
    }

    /// What opening the folder gives, without the note on the precision.
    QString opened() const {
        QString text = QString::fromStdString(describe(openRuns(m_folder.path().toStdString())));
        return text.remove(singlePrecision).replace(QFileInfo(m_folder.path()).fileName(), "F");
    }

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void init() {
        for (const QFileInfo& entry : QDir(m_folder.path()).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot))
            QVERIFY(entry.isDir() ? QDir(entry.filePath()).removeRecursively() : QFile::remove(entry.filePath()));
    }

    void files_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("run");
        const auto row = [](const char* name, const char* text, const char* run) {
            QTest::newRow(name) << text << QString(run) + singlePrecision;
        };
        row("values of a step in one row",
            "version@1764500000\n1@1764500001 loss=2.5 lr=0.5\n2@1764500003 loss=2 lr=0.25",
            "f: 1@1764500001 2@1764500003\n  loss: 2.5 2\n  lr: 0.5 0.25\n");
        row("no version record", "1 loss=2.5", "f: 1\n  loss: 2.5\n");
        row("absent step is 0", "- loss=2.5", "f: 0\n  loss: 2.5\n");
        row("negative step", "-3 loss=2.5", "f: -3\n  loss: 2.5\n");
        row("not finite", "1 loss=nan lr=inf\n2 loss=-inf lr=1", "f: 1 2\n  loss: nan -inf\n  lr: inf 1\n");
        row("a time that is none", "1@5 loss=2.5", "f: 1\n  loss: 2.5\n");
        row("evaluation logged late", "10 loss=1\n20 loss=2\n10 eval=7\n30 loss=3",
            "f: 10 20 30\n  loss: 1 2 3\n  eval: 7 - -\n");
        row("steps go back", "10 loss=1\n20 loss=2\n10 loss=3", "f: 10 20 | 10\n  loss: 1 2 3\n");
        row("two writers' files put together", "version@1\n10 loss=1\nversion@2\n20 loss=2",
            "f: 10 | 20\n  loss: 1 2\n");
        row("session started anew", "start@1\n10 loss=1\nstart@2\n20 loss=2", "f: 10 | 20\n  loss: 1 2\n");
        row("checkpoint", "10 loss=1\ncheckpoint 10 model-10\n20 loss=2",
            "f: 10 20\n  loss: 1 2\n  !checkpoint 10 model-10\n");
    }
    void files() {
        QFETCH(QString, text);
        QFETCH(QString, run);
        QCOMPARE(read(eventFile(text.toStdString())), run);
    }

    void sameMetricOverSamplesIsNoSecondSeries() {
        const std::string value = WireWriter().bytes(1, "lm loss vs samples").fixed32(2, 1.0F).message();
        const std::string again =
            eventRecord(WireWriter().varint(2, 5000).bytes(5, WireWriter().bytes(1, value).message()).message());
        QCOMPARE(read(eventFile("1 loss=1\n") + again + eventFile("2 loss=2\n")),
                 QString("f: 1 2\n  loss: 1 2\n") + singlePrecision +
                     "  note: Not shown: values that repeat others over samples or tokens (1).\n");
    }

    /// The metadata stands only at the first value of a name.
    void tensors() {
        const std::string number = WireWriter().varint(1, 2).fixed64(6, 0.5).message();
        const std::string two = WireWriter().varint(1, 1).bytes(5, std::string(8, '\0')).message();
        const std::string file =
            tensorEvent(1, "loss", number, pluginMetadata("scalars")) + tensorEvent(2, "loss", number) +
            tensorEvent(2, "weights", two, pluginMetadata("histograms")) + tensorEvent(3, "weights", number) +
            tensorEvent(3, "loss", two) + tensorEvent(4, "unnamed", number);
        QCOMPARE(read(file), QString("f: 1 2 4\n  loss: 0.5 0.5 -\n  unnamed: - - 0.5\n"
                                     "  note: Not shown: histograms (2), scalars (1).\n"));
    }

    void textIsConfiguration() {
        const std::string json = R"({"learning_rate": 1e-05, "model": {"layers": 4}, "torch_version": "2.9.1"})";
        const std::string table = "|param|value|\n|-|-|\n|gamma|0.99|\n|seed|1|";
        const std::string file =
            eventFile("1 loss=1") + tensorEvent(0, "args/text_summary", textTensor(json), pluginMetadata("text")) +
            tensorEvent(0, "model_config/text_summary", textTensor(R"({"layers": 8})"), pluginMetadata("text")) +
            tensorEvent(0, "hyperparameters/text_summary", textTensor(table), pluginMetadata("text")) +
            tensorEvent(0, "samples/text_summary", textTensor("Once upon a time"), pluginMetadata("text"));
        const QString run = read(file);
        for (const char* line : {"  config learning_rate = 1e-05\n", "  config model.layers = 4\n",
                                 "  config model_config.layers = 8\n", "  config gamma = 0.99\n", "  config seed = 1\n",
                                 "  env torch = 2.9.1\n", "  note: Not shown: texts (1).\n"})
            QVERIFY2(run.contains(line), qPrintable(run));
        QVERIFY(!run.contains("Once"));
    }

    void hyperparameters() {
        const auto entry = [](const char* key, const std::string& value) {
            return WireWriter().bytes(1, key).bytes(2, value).message();
        };
        const std::string start = WireWriter()
                                      .bytes(1, entry("lr", WireWriter().fixed64(2, 0.1).message()))
                                      .bytes(1, entry("optimizer", WireWriter().bytes(3, "adam").message()))
                                      .bytes(1, entry("nesterov", WireWriter().varint(4, 1).message()))
                                      .bytes(1, entry("empty", {}))
                                      .message();
        const std::string end = WireWriter().varint(1, 1).fixed64(2, 1764500000.0).message();
        const std::string file = eventFile("1 loss=1") +
                                 tensorEvent(0, "_hparams_/session_start_info", {},
                                             pluginMetadata("hparams", WireWriter().bytes(3, start).message())) +
                                 tensorEvent(0, "_hparams_/session_end_info", {},
                                             pluginMetadata("hparams", WireWriter().bytes(4, end).message()));
        QCOMPARE(read(file), QString("f: 1\n  loss: 1\n  !exit 1@1764500000 session ended: success\n  config lr = 0.1\n"
                                     "  config nesterov = true\n  config optimizer = adam\n") +
                                 singlePrecision);
        QVERIFY(hyperparametersOf("\xff\xff").empty());
        QVERIFY(!sessionOutcomeOf(WireWriter().bytes(4, WireWriter().varint(1, 99).message()).message()));
    }

    void tableOfAnotherShapeIsNoConfiguration_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"", "|", "||", "|a|", "|a|b|", "|a|b\n|-|-|", "{", "{\"a\":", "{\"a\": 1", "text | more |"})
            QTest::newRow(text) << text;
    }
    void tableOfAnotherShapeIsNoConfiguration() {
        QFETCH(QString, text);
        QVERIFY(settingsOfText("args/text_summary", text.toStdString()).empty());
    }

    /// The one place where what a file says about its own length meets how long it is.
    void damage_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("found");
        const std::string first = eventRecord("first"), second = eventRecord("second record"), third = eventRecord("3");
        const auto row = [](const char* name, const std::string& bytes, const char* found) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << found;
        };
        const auto flipped = [](std::string bytes, std::size_t at) {
            bytes[at] = static_cast<char>(bytes[at] ^ 4);
            return bytes;
        };
        const auto withLength = [](std::uint64_t length) {
            const std::string bytes = eventRecord(std::string());
            std::string header = lowestFirst(length);
            return header + eventRecord(header).substr(20, 4) + bytes.substr(12);
        };
        row("nothing", {}, "0 whole");
        row("whole", first + second, "2 whole");
        row("empty record", eventRecord({}) + first, "2 whole");
        row("torn in the header", first + second.substr(0, 5), "1 whole, torn");
        row("torn behind the header", first + second.substr(0, 12), "1 whole, torn");
        row("torn in the data", first + second.substr(0, 20), "1 whole, torn");
        row("torn in the last check sum", first + second.substr(0, second.size() - 1), "1 whole, torn");
        row("bit in the data", first + flipped(second, 14) + third, "2 whole, 29 bytes at 21: its check sum is wrong");
        row("bit in the last data", first + flipped(second, 14), "1 whole, 29 bytes at 21: its check sum is wrong");
        row("bit in the check sum of the data", first + flipped(second, second.size() - 1) + third,
            "2 whole, 29 bytes at 21: its check sum is wrong");
        row("bit in the length", first + flipped(second, 0) + third, "2 whole, 29 bytes at 21: no record begins there");
        row("bit in the check sum of the length", first + flipped(second, 9) + third,
            "2 whole, 29 bytes at 21: no record begins there");
        row("bytes between", first + "#####" + second, "2 whole, 5 bytes at 21: no record begins there");
        row("bytes inside", first + second.substr(0, 20) + "#####" + second.substr(20) + third,
            "2 whole, 34 bytes at 21: its check sum is wrong");
        row("bytes missing inside", first + second.substr(0, 18) + second.substr(22) + third,
            "2 whole, 25 bytes at 21: its check sum is wrong");
        row("two damaged ones", flipped(first, 0) + flipped(second, 14) + third,
            "1 whole, 21 bytes at 0: no record begins there, 29 bytes at 21: its check sum is wrong");
        row("noise at the end", first + std::string(1000, '\x5a'), "1 whole, 1000 bytes at 21: no record begins there");
        row("zero bytes at the end", first + std::string(1000, '\0'),
            "1 whole, 1000 bytes at 21: no record begins there");
        row("4 GB declared", first + withLength(std::uint64_t{4} << 30) + second, "1 whole, torn");
        row("2^63 declared", first + withLength(std::uint64_t{1} << 63) + second, "1 whole, torn");
        row("2^64 - 1 declared", first + withLength(~std::uint64_t{0}) + second, "1 whole, torn");
        row("one byte more declared than there is", first + withLength(1), "1 whole, torn");
    }
    void damage() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, found);
        QCOMPARE(recordsIn(bytes.toStdString()), found);
    }

    /// Stepped over by its length, not held in memory.
    void recordThatIsTooLarge() {
        const std::string large = eventRecord(std::string(TensorboardRecords::largestRecord + 1, 'x'));
        QCOMPARE(recordsIn(eventRecord("first") + large + eventRecord("last")),
                 QString("2 whole, 67108881 bytes at 21: it is larger than 64 MiB"));
    }

    void damageIsSaidWithItsPlace() {
        std::string file = eventFile("version@1\n1 loss=1\n2 loss=2\n3 loss=3");
        const std::size_t second = eventFile("version@1\n1 loss=1").size();
        file[second + 14] = static_cast<char>(file[second + 14] ^ 1);
        QCOMPARE(read(file),
                 QString("f: 1 3\n  loss: 1 3\n  issue byte %1 of f: 33 bytes were left out: its check sum is "
                         "wrong.\n")
                         .arg(second) +
                     singlePrecision);
    }

    void everyPrefixGivesWhatIsWhole() {
        const std::string file = eventFile("version@1\n1 loss=1\n2 loss=2");
        const std::size_t first = eventFile("version@1").size(), second = eventFile("version@1\n1 loss=1").size();
        for (std::size_t length = 12; length <= file.size(); ++length) {
            const QString run = read(file.substr(0, length));
            const QString values = length < first         ? QString()
                                   : length < second      ? ""
                                   : length < file.size() ? "1"
                                                          : "1 2";
            const QString torn = length == first || length == second || length == file.size() ? "" : tornNote;
            QString expected = "f: " + values + "\n  loss: " + values + '\n' + singlePrecision + torn;
            if (length < first)
                expected =
                    "f: no record of it can be read. Check that it is a TensorBoard event file, or copy it again.";
            else if (length < second)
                expected = "f:\n" + torn + "  note: It holds no scalar values.\n";
            QCOMPARE(run.trimmed(), expected.trimmed());
        }
    }

    void stepsBeyondReason() {
        QCOMPARE(read(eventFile("1 loss=1\n9223372036854775807 loss=2\n-9223372036854775807 loss=3")),
                 QString("f: 1\n  loss: 1\n  issue whole recording: 2 values with a step that no training reaches "
                         "were left out.\n") +
                     singlePrecision);
    }

    void isRecognisedByContent() {
        const std::string file = eventFile("version@1\n1 loss=1");
        const Importer* importer = recognise({file, "notes.txt"});
        QVERIFY(importer);
        QCOMPARE(importer->id, std::string("tensorboard"));
        QVERIFY(!recognise({"not an event file", "events.out.tfevents.1764500000.host"}));
    }

    // Folders: names as torch gives them, time of the start, host, process.

    void restartIsAnAttempt() {
        write("events.out.tfevents.1764500000.node01.100.0", eventFile("version@1764500000\n1@1764500001 loss=1\n"
                                                                       "2@1764500002 loss=2\n3@1764500003 loss=3"));
        write("events.out.tfevents.1764500100.node01.200.0",
              eventFile("version@1764500100\n2@1764500101 loss=4\n3@1764500102 loss=5"));
        QCOMPARE(opened(), QString("F: 1@1764500001 2@1764500002 3@1764500003 | 2@1764500101 3@1764500102\n"
                                   "  loss: 1 2 3 4 5\n"));
    }

    void sameProcessGoesOn() {
        write("events.out.tfevents.1764500000.node01.100.0",
              eventFile("version@1764500000\n1@1764500001 loss=1\n2@1764500002 loss=2"));
        write("events.out.tfevents.1764500100.node01.100.1", eventFile("version@1764500100\n2@1764500101 eval=7"));
        write("events.out.tfevents.1764500200.node01.100.2", eventFile("version@1764500200"));
        QCOMPARE(opened(),
                 QString("F: 1@1764500001 2@1764500002\n  loss: 1 2\n  eval: - 7\n"
                         "  note: Without a row and not shown: events.out.tfevents.1764500200.node01.100.2.\n"));
    }

    void othersNamesBesideAreTheSameRun() {
        write("events.out.tfevents.1764500000.node01.100.0",
              eventFile("version@1764500000\n1@1764500001 loss=1\n2@1764500201 loss=2"));
        write("events.out.tfevents.1764500000.node01.200.0",
              eventFile("version@1764500000\n1@1764500002 gpu=7\n2@1764500202 gpu=8"));
        QCOMPARE(opened(), QString("F: 1@1764500001 2@1764500201\n  loss: 1 2\n  gpu: 7 8\n"));
    }

    void twoWritersStayApart() {
        write("events.out.tfevents.1764500000.node01.100.0",
              eventFile("version@1764500000\n1@1764500001 loss=1\n2@1764500201 loss=2"));
        write("events.out.tfevents.1764500050.node02.200.0",
              eventFile("version@1764500050\n1@1764500051 loss=3\n2@1764500251 loss=4"));
        const auto runs = openRuns(m_folder.path().toStdString());
        QVERIFY(runs.ok());
        QCOMPARE(runs->size(), std::size_t(2));
        for (const RunPtr& run : *runs) {
            QCOMPARE(run->attempts().size(), std::size_t(1));
            QVERIFY2(run->issues().kept.front().text.find("for 2 min 30 s") != std::string::npos,
                     run->issues().kept.front().text.c_str());
        }
    }

    void foldersNamedByTimeAreRestarts() {
        write("20251130-1100/events.out.tfevents.1764500000.node01.100.0",
              eventFile("version@1764500000\n1@1764500001 loss=1\n2@1764500002 loss=2\n3@1764500003 loss=3"));
        write("20251130-1200/events.out.tfevents.1764503600.node01.200.0",
              eventFile("version@1764503600\n3@1764503601 loss=4\n4@1764503602 loss=5"));
        QCOMPARE(opened(), QString("F: 1@1764500001 2@1764500002 3@1764500003 | 3@1764503601 4@1764503602\n"
                                   "  loss: 1 2 3 4 5\n"));
    }

    void otherFoldersAreRuns() {
        for (const char* name : {"a", "b"})
            write(QString("%1/events.out.tfevents.1764500000.node01.100.0").arg(name),
                  eventFile("version@1764500000\n1@1764500001 loss=1\n2@1764500002 loss=2"));
        const auto runs = openRuns(m_folder.path().toStdString());
        QVERIFY(runs.ok());
        QCOMPARE(runs->size(), std::size_t(2));
        QVERIFY(openRuns((m_folder.path() + "#b").toStdString()).ok());
    }

    /// The header alone says nothing; what lies deeper does.
    void emptyFileHidesNoRecording() {
        write("events.out.tfevents.1764500000.node01.100.0", eventFile("version@1764500000"));
        write("run/metrics.jsonl", "{\"step\": 1, \"loss\": 2}\n{\"step\": 2, \"loss\": 1}\n");
        QVERIFY2(opened().contains("loss: 2 1"), qPrintable(opened()));
        QVERIFY(QFile::remove(m_folder.filePath("run/metrics.jsonl")));
        QVERIFY2(opened().contains("It holds no scalar values."), qPrintable(opened()));
    }
};

QTEST_GUILESS_MAIN(TestTensorboard)
#include "tst_tensorboard.moc"
