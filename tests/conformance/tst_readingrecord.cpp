#include "analysis/report/inspectjson.h"
#include "analysis/report/inspecttext.h"
#include "analysis/report/readingfacts.h"
#include "tests/conformance/reading.h"
#include "tests/conformance/samplerecording.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <span>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

QString qt(const std::string& text) {
    return QString::fromStdString(text);
}

QStringList sentencesOf(const Run& run) {
    QStringList all;
    for (const ReadingSentence& sentence : readingSentences(run))
        if (!run.forKey(sentence.topic)) // how a derived series came about
            all << qt(sentence.text);
    for (const std::string& sentence : issueSentences(run))
        all << qt(sentence);
    return all;
}

} // namespace

/// What was decided while a recording was read is said: for every importer, and in every output.
class TestReadingRecord : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void everyImporterSaysWhereStepsComeFrom_data() {
        QTest::addColumn<QByteArray>("id");
        for (const Importer* importer : importers())
            QTest::newRow(importer->id.c_str()) << QByteArray::fromStdString(importer->id);
    }
    void everyImporterSaysWhereStepsComeFrom() {
        QFETCH(QByteArray, id);
        const SampleRecording sample(id.toStdString());
        const Reading read = readBytes(*importerById(id.toStdString()), sample.bytes());
        QCOMPARE(read.runs.size(), std::size_t(1));
        const Run& run = *read.runs.front();
        const ReadingRecord& record = run.reading();
        QCOMPARE(faultOfSentence(qt(stepSentence(record))), QString());
        QVERIFY2(!record.stepKeys.empty() || record.stepsCounted || !record.stepSentence.empty(), "says nothing");
        if (record.stepKeys.empty() && record.stepsCounted)
            for (std::size_t row = 0; row < run.rows().size(); ++row)
                QCOMPARE(run.rows().step[row], static_cast<std::int64_t>(row) + 1);
        if (!sample.isText())
            return;
        // A key stands in the recording as it is said, and the lines are those there are.
        for (const std::string& key : record.stepKeys)
            QVERIFY2(sample.bytes().contains(QByteArray::fromStdString(key)), key.c_str());
        if (record.lines > 0)
            QCOMPARE(record.lines, static_cast<std::uint64_t>(sample.bytes().count('\n')));
    }

    void everyOutputSaysSo_data() { everyImporterSaysWhereStepsComeFrom_data(); }
    void everyOutputSaysSo() {
        QFETCH(QByteArray, id);
        const Reading read = readBytes(*importerById(id.toStdString()), SampleRecording(id.toStdString()).bytes());
        const RunPtr& run = read.runs.front();
        const JudgedRun judged{run, {}, {}};
        const QString sentence = qt(stepSentence(run->reading()));
        QVERIFY(QString::fromStdString(inspectText(judged)).simplified().contains(sentence));
        const QByteArray json = QByteArray::fromStdString(inspectJson(std::span(&judged, 1), "1"));
        const QJsonObject reading = QJsonDocument::fromJson(json)["runs"][0].toObject().value("reading").toObject();
        QCOMPARE(reading.value("steps").toString(), sentence);
        QCOMPARE(reading.value("step_keys").toArray().size(), qsizetype(run->reading().stepKeys.size()));
    }

    void decisions_data() {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("recording");
        QTest::addColumn<QByteArray>("expected");
        const auto add = [](const char* name, const char* id, const char* recording, const char* expected) {
            QTest::newRow(name) << QByteArray(id) << QByteArray(recording) << QByteArray(expected);
        };
        add("the trainer's own step before the tracker's", "jsonl",
            "{\"_step\": 7, \"train/global_step\": 1, \"_timestamp\": 1764500000, \"loss\": 2}\n"
            "{\"_step\": 9, \"train/global_step\": 2, \"_timestamp\": 1764500009, \"loss\": 1}\n",
            "Steps are the numbers of \"train/global_step\".\nTimes are those of \"_timestamp\".\n"
            "2 lines, with 2 rows and 0 events in them.");
        add("no step in lines of JSON", "jsonl", "{\"loss\": 2, \"elapsed_time\": \"0:00:05\"}\n{\"loss\": 1}\n",
            "No step number is logged; the rows are counted instead.\n"
            "Time since the start is that of \"elapsed_time\".\n2 lines, with 2 rows and 0 events in them.");
        add("lines of JSON that are none", "jsonl",
            "{\"step\": 1, \"loss\": 2}\n{\"step\": 2, \"lo\noops\n{\"step\": 3, \"loss\": 1}\n",
            "Steps are the numbers of \"step\".\n4 lines, with 2 rows and 0 events in them.\n"
            "line 2: It ends in the middle of a JSON object and was left out.\n"
            "line 3: It is not a JSON object and was left out.");
        add("a row of a table that logs other columns", "csv", "step,loss,val_loss\n49,2.5,\n49,,2.75\n99,2.25,\n",
            "Steps are the numbers of \"step\".\n4 lines, with 2 rows and 0 events in them.\n"
            "1 record of a step that the row before has too was laid together with it.");
        add("a step twice in a table", "csv", "step,loss\n1,2.5\n1,2.25\n2,2\n",
            "Steps are the numbers of \"step\".\n4 lines, with 3 rows and 0 events in them.\n"
            "3 rows, of which 1 row has the step of the row before: a step's value is the one logged last; all are "
            "kept.");
        add("no step in a table", "csv", "loss,acc\n2.5,0.1\n2.25,0.2\n",
            "No step number is logged; the rows are counted instead.\n3 lines, with 2 rows and 0 events in them.");
        add("ticks of one step", "dflash_console",
            "[1m] step=40 loss=9.5 | dft=0.20b/s (7.1Ktok/s) | q_hs=[20] | epoch~0.01 ETA=9.0d\n"
            "[1m] step=40 loss=--- | dft=0.21b/s (7.2Ktok/s) | q_hs=[20] | epoch~0.01 ETA=9.0d\n",
            "Steps are the numbers of \"step\".\nTime since the start is what this format prints in its lines.\n"
            "2 lines, with 2 rows and 0 events in them.\n"
            "2 rows, of which 1 row has the step of the row before: a step's value is the median of its rows, with "
            "their range; all are kept.");
        add("both forms of a step", "megatron_console",
            " iteration        1/     500 | consumed samples:           16 | elapsed time per iteration (ms): 15165.9 "
            "|\n"
            "steps: 1 loss: 12.6360 iter time (s): 15.161 samples/sec: 1.055\n",
            "Steps are the numbers of \"iteration\" and \"steps\".\n2 lines, with 1 row and 0 events in them.\n"
            "1 record of a step that the row before has too was laid together with it.");
        add("two words for a step", "nanogpt_console",
            "step 0: train loss 10.9886, val loss 10.9897\niter 0: loss 10.9766, time 22640.22ms, mfu -100.00%\n",
            "Steps are the numbers of \"step\" and \"iter\".\n2 lines, with 1 row and 1 event in them.\n"
            "1 record of a step that the row before has too was laid together with it.");
        add("dicts without a step", "trl_console", "{'loss': 0.5, 'epoch': 0.1}\n{'loss': 0.4, 'epoch': 0.2}\n",
            "The dicts carry no step and no progress bar tells it; the dicts are counted instead.\n"
            "2 lines, with 2 rows and 0 events in them.");
        add("samples over time", "nvidia_smi",
            "timestamp, index, utilization.gpu [%]\n2026/11/14 09:01:00.123, 0, 91 %\n",
            "nvidia-smi knows no steps; the samples are counted.\n"
            "Times are the stamps that this format gives its lines or records.\n"
            "2 lines, with 1 row and 0 events in them.");
        add("the same fault in several places", "csv", "step,loss\n1,2\n2\n3\n4,1\n5\n",
            "Steps are the numbers of \"step\".\n6 lines, with 2 rows and 0 events in them.\n"
            "line 3 and 2 other places: It has 1 cell instead of 2 and was left out.");
    }
    void decisions() {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, recording);
        QFETCH(QByteArray, expected);
        const Reading read = readBytes(*importerById(id.toStdString()), recording);
        QCOMPARE(read.error, QString());
        QCOMPARE(sentencesOf(*read.runs.front()).join('\n'), QString::fromUtf8(expected));
    }
};

QTEST_GUILESS_MAIN(TestReadingRecord)
#include "tst_readingrecord.moc"
