#include "analysis/importers/blocklog.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/openrun.h"
#include "analysis/importers/restartfolders.h"
#include "analysis/importers/wandbitem.h"
#include "tests/support/describe.h"
#include "tests/support/wandbfile.h"
#include "tests/support/wirewriter.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

const char* const ownSteps = "  steps: Steps are W&B's own _step.\n";
const char* const noExit =
    "  note: It has no exit record: the run was killed, or was going on when the file was copied.\n";

QString read(const std::string& bytes) {
    return QString::fromStdString(describe(openRunsFromBytes("f", bytes)));
}

/// What the blocks give: every record's first 12 bytes, or the damage with its place.
QString recordsIn(const std::string& bytes) {
    Source source = Source::fromBytes("f", bytes);
    BlockLog log(source, 7);
    QStringList shown;
    while (const auto record = log.next())
        shown += record->damage
                     ? QString("(%1: %2)").arg(record->offset).arg(record->damage)
                     : QString::fromLatin1(record->data.data(),
                                           qMin<qsizetype>(12, static_cast<qsizetype>(record->data.size()))) +
                           (record->data.size() > 12 ? QString("... %1").arg(record->data.size()) : QString());
    if (log.endsInsideRecord())
        shown += "torn";
    if (log.recordsUnchecked() > 0)
        shown += QString("%1 unchecked").arg(log.recordsUnchecked());
    return shown.join(", ");
}

} // namespace

/// W&B run files: blocks, rows, axes of steps, what stands beside the history.
class TestWandb : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    void write(const QString& name, const std::string& bytes) {
        const QString path = m_folder.filePath(name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes.data(), static_cast<qint64>(bytes.size())), static_cast<qint64>(bytes.size()));
    }

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void init() {
        for (const QFileInfo& entry : QDir(m_folder.path()).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot))
            QVERIFY(entry.isDir() ? QDir(entry.filePath()).removeRecursively() : QFile::remove(entry.filePath()));
    }

    void blocks_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("records");
        const auto row = [](const char* name, const std::string& bytes, const char* records) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << records;
        };
        const std::string three = blockLog({"first", "second", "third"}); // at 7, 19, 32; 44 bytes
        const std::string large(40'000, 'x');
        const std::string crossing = blockLog({"first", large, "last"});
        const auto changed = [](std::string bytes, std::size_t at, char to) {
            bytes[at] = to;
            return bytes;
        };
        row("header only", blockLog({}), "");
        row("nothing", {}, "");
        row("three", three, "first, second, third");
        row("empty record", blockLog({"", "second"}), ", second");
        row("over a block border", crossing, "first, xxxxxxxxxxxx... 40000, last");
        row("over three blocks", blockLog({std::string(100'000, 'y'), "last"}), "yyyyyyyyyyyy... 100000, last");
        row("padding at the end of a block", blockLog({std::string(32'768 - 7 - 7 - 4, 'p'), "next"}),
            "pppppppppppp... 32750, next");
        row("no room but for a header", blockLog({std::string(32'768 - 7 - 7 - 7, 'p'), "next"}),
            "pppppppppppp... 32747, next");
        row("CRC-32C", blockLog({"first", large, "last"}, CheckSum::maskedCastagnoli),
            "first, xxxxxxxxxxxx... 40000, last");
        row("unknown check sums", blockLog({"first", "last"}, CheckSum::wrong), "first, last, 2 unchecked");
        row("wrong data", changed(three, 27, '#'), "first, (19: its check sum is wrong), third");
        row("wrong type", changed(three, 25, 9), "first, (19: no record begins there)");
        row("zero bytes behind", three + std::string(5'000, '\0'), "first, second, third");
        row("torn in a header", three.substr(0, 35), "first, second, torn");
        row("torn in the data", three.substr(0, 42), "first, second, torn");
        row("killed: ends with the block, unfinished", crossing.substr(0, 32'768), "first, torn");
        row("length behind the end", changed(three, 23, 0x7f).replace(24, 1, "\x7f"), "first, torn");
        row("length behind the block", changed(crossing, 24, '\xff'), "first, (19: no record begins there), last");
        row("first without last", blockLog({"first"}) + three.substr(7), "first, first, second, third");
        // The middle of the large record is lost; what begins behind it is found at its own header.
        row("damage in a part", changed(crossing, 32'768 + 100, '#'), "first, (19: its check sum is wrong), last");
        row("damage in a first part's length", changed(crossing, 23, 0),
            "first, (19: its check sum is wrong), (32538: no record begins there), last");
        row("block of noise", crossing.substr(0, 19) + std::string(32'768 - 19, '\x5a') + crossing.substr(32'768),
            "first, (19: no record begins there), last");
    }
    void blocks() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, records);
        QCOMPARE(recordsIn(bytes.toStdString()), records);
    }

    void runs_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("run");
        const auto row = [](const char* name, const char* text, const QString& run) {
            QTest::newRow(name) << text << run;
        };
        row("no row", "run abc name=demo", "demo:\n  note: It holds no history row.\n");
        row("rows with clock", "row _step=0 loss=2.5 _timestamp=1.7645e+09 _runtime=3.5\nrow _step=1 loss=2\nexit 0 60",
            QString("f: 0@1764500000 1\n  loss: 2.5 2\n  !exit 1 exit code 0 after 1 min\n")
                    .replace("0@1764500000", "0@1764500000+3.5") +
                ownSteps);
        row("not finite", "row _step=0 a=NaN b=Infinity c=-Infinity d=null e=\"NaN\" f=true\nexit 1 5",
            QString(
                "f: 0\n  a: nan\n  b: inf\n  c: -inf\n  d: null\n  e: nan\n  f: 1\n  !exit 0 exit code 1 after 5 s\n") +
                ownSteps);
        row("no numbers", "row _step=0 a=1 b=\"text\" c=[1,2] d={\"_type\":\"histogram\",\"values\":[1]}\nexit 0 1",
            QString("f: 0\n  a: 1\n  !exit 0 exit code 0 after 1 s\n") + ownSteps +
                "  note: Not shown: texts, tables and pictures (3).\n");
        row("nested", "row _step=0 nested:train.loss=1 b={\"c\":{\"d\":2},\"e\":NaN}\nexit 0 1",
            QString("f: 0\n  train.loss: 1\n  b.c.d: 2\n  b.e: nan\n  !exit 0 exit code 0 after 1 s\n") + ownSteps);
        row("killed", "row _step=3 loss=1", QString("f: 3\n  loss: 1\n") + ownSteps + noExit);
        row("axis by glob",
            "metric train/global_step\nmetric * over train/global_step\nrow _step=0 loss=1 train/global_step=10\n"
            "row _step=1 eval=2 train/global_step=10\nrow _step=2 loss=3 train/global_step=20",
            QString("f: 10 20\n  loss: 1 3\n  eval: 2 -\n"
                    "  steps: Steps are train/global_step, declared as the axis of its metrics.\n") +
                noExit);
        row("axis by number", "metric my/count\nmetric loss over #1\nrow _step=0 loss=1 my/count=7",
            QString("f: 7\n  loss: 1\n  steps: Steps are my/count, declared as the axis of its metrics.\n") + noExit);
        row("axis goes back",
            "metric * over k\nrow _step=0 loss=1 k=10\nrow _step=1 loss=2 k=20\nrow _step=2 loss=3 k=10",
            QString("f: 10 20 | 10\n  loss: 1 2 3\n  steps: Steps are k, declared as the axis of its metrics.\n") +
                noExit);
        row("row without the axis",
            "metric * over k\nrow _step=0 loss=1 k=10\nrow _step=1 eval=2\nrow _step=2 loss=3 k=20",
            QString(
                "f: 10 20\n  loss: 1 3\n  eval: 2 -\n  steps: Steps are k, declared as the axis of its metrics.\n") +
                noExit);
        row("rare axis is none", "metric eval over n\nrow _step=0 a=1\nrow _step=1 a=2\nrow _step=2 eval=3 n=1",
            QString("f: 0 1 2\n  a: 1 2 -\n  eval: - - 3\n  n: - - 1\n") +
                "  steps: Steps are W&B's own _step. Metrics that were declared over n stand at the step of their "
                "row.\n" +
                noExit);
        row("global step in the rows", "row _step=5 loss=1 train/global_step=1\nrow _step=9 loss=2 train/global_step=2",
            QString("f: 1 2\n  loss: 1 2\n  steps: Steps are train/global_step, which its rows carry, not W&B's own "
                    "_step.\n") +
                noExit);
        row("global step equal to the own",
            "row _step=0 val=9\nrow _step=1 loss=1 training/global_step=1\nrow _step=2 loss=2 training/global_step=2",
            QString(
                "f: 0 1 2\n  val: 9 - -\n  loss: - 1 2\n  steps: Steps are training/global_step, equal to W&B's own "
                "_step.\n") +
                noExit);
        row("half a step is none", "row _step=0 loss=1 global_step=0.5\nrow _step=1 loss=2 global_step=1.5",
            QString("f: 0 1\n  loss: 1 2\n  global_step: 0.5 1.5\n") + ownSteps + noExit);
        row("statistics stand at the row before",
            "stats 1764500000 cpu=1\nrow _step=0 loss=1\nstats 1764500010 cpu=2 gpu.0.gpu=50\nrow _step=1 loss=2\n"
            "stats 1764500020 cpu=3",
            QString("f: 0 1\n  cpu: 1,2 3\n  loss: 1 2\n  gpu.0.gpu: 50 -\n") + ownSteps +
                "  note: Statistics of the machine are recorded over time, without a step: they stand at the last row "
                "before them.\n" +
                noExit);
        row("configuration that changes",
            "config lr=0.1 optim={\"name\":\"adam\",\"betas\":[0.9,0.99]} torch=\"2.9.1\"\nrow _step=0 loss=1\n"
            "config lr=0.2 new=1\nrow _step=1 loss=2",
            QString("f: 0 1\n  loss: 1 2\n  !config 0 lr: 0.1 \u2192 0.2\n  config lr = 0.1\n  config new = 1\n"
                    "  config optim.betas = [0.9,0.99]\n  config optim.name = adam\n  config torch = 2.9.1\n"
                    "  env torch = 2.9.1\n") +
                ownSteps + noExit);
        row("console",
            "row _step=4 loss=1\nout 1764500000 local_global_step_folder: /data/ch\nout 1764500000 "
            "eck/global_step_4\\n\n"
            "err 1764500001 10%\\r20%\\rtorch.OutOfMemoryError: CUDA out of memory.\\n\nout 1764500002 step:5 - "
            "loss:1\\n",
            QString("f: 4\n  loss: 1\n  !checkpoint 4@1764500000 Checkpoint global_step_4\n  !oom 4@1764500001 "
                    "torch.OutOfMemoryError: CUDA out of memory.\n") +
                ownSteps + noExit +
                "  note: The console output in it goes on to step 5, the history ends at step 4.\n");
        row("alert", "row _step=0 loss=1\nalert Spike The loss rose.",
            QString("f: 0\n  loss: 1\n  !note 0 Alert: Spike: The loss rose.\n") + ownSteps + noExit);
        row("resumed", "run abc name=demo host=node01 resumed starting_step=5\nrow _step=5 loss=1",
            QString(
                "demo: 5\n  loss: 1\n  !resume - Resumed in W&B, whose own steps go on at 5\n  env host = node01\n") +
                ownSteps + noExit);
        row("GPUs of the job and of the machine",
            "environment os=Linux gpu=A800 gpus=8\nconfig trainer={\"nnodes\":1,\"n_gpus_per_node\":4}\nrow _step=0 "
            "loss=1",
            QString(
                "f: 0\n  loss: 1\n  config trainer.n_gpus_per_node = 4\n  config trainer.nnodes = 1\n  env gpu = A800\n"
                "  env gpus = 4\n  env gpus in machine = 8\n  env os = Linux\n") +
                ownSteps + noExit);
    }
    void runs() {
        QFETCH(QString, text);
        QFETCH(QString, run);
        QCOMPARE(read(wandbFile("request\n" + text.toStdString())), run);
    }

    void damageIsSaidWithItsPlace() {
        std::string bytes = wandbFile("row _step=0 loss=1\nrow _step=1 loss=2\nrow _step=2 loss=3");
        const std::size_t second = wandbFile("row _step=0 loss=1").size();
        bytes[second + 20] = static_cast<char>(bytes[second + 20] ^ 1);
        QCOMPARE(read(bytes),
                 QString("f: 0 2\n  loss: 1 3\n  issue byte %1 of f: A record was left out: its check sum is "
                         "wrong.\n")
                         .arg(second) +
                     ownSteps + noExit);
    }

    void unknownCheckSumsAreNoReasonToRefuse() {
        QCOMPARE(read(wandbFile("row _step=0 loss=1", CheckSum::wrong)),
                 QString("f: 0\n  loss: 1\n  issue f: 1 records with a check sum of an unknown kind were taken without "
                         "it.\n") +
                     ownSteps + noExit);
    }

    void headerAlone() {
        QCOMPARE(read(blockLog({})), QString("f:\n  note: It holds no history row.\n"));
        QVERIFY(read(":W&C").contains("not a recording"));
    }

    /// Items that no writer makes: no key, no value, a key without end.
    void strangeItems() {
        const std::string nameless = WireWriter().bytes(16, "1").message();
        const std::string valueless = WireWriter().bytes(2, "a").message();
        const std::string endless = WireWriter().bytes(2, std::string(600, 'k')).bytes(16, "1").message();
        const std::string row =
            WireWriter().bytes(1, nameless).bytes(1, valueless).bytes(1, endless).bytes(1, "\xff").message();
        QCOMPARE(read(blockLog({WireWriter().bytes(2, row).message(), wandbRecords("row _step=1 b=2").front()})),
                 QString("f: 0 1\n  a: null -\n  b: - 2\n") + ownSteps + noExit);
        QVERIFY(!WandbItem::from(""));
        QVERIFY(!WandbItem::from("\xff\xff"));
    }

    void isRecognisedByContent() {
        const std::string file = blockLog({});
        const Importer* importer = recognise({file, "notes.txt"});
        QVERIFY(importer);
        QCOMPARE(importer->id, std::string("wandb"));
    }

    void runIdIsInTheFolderName_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("id");
        QTest::newRow("online") << "run-20251130_194146-abc123"
                                << "abc123";
        QTest::newRow("offline") << "offline-run-20251130_194146-a-b"
                                 << "a-b";
        for (const char* name : {"", "run-", "run-20251130_194146", "run-20251130_194146-", "files", "latest-run"})
            QTest::newRow(name) << name << "";
    }
    void runIdIsInTheFolderName() {
        QFETCH(QString, folder);
        QFETCH(QString, id);
        QCOMPARE(QString::fromStdString(wandbRunIdOf(folder.toStdString())), id);
    }

    void folderOfOneRun() {
        write("run-abc.wandb", wandbFile("run abc name=demo\nrow _step=0 loss=1\nrow _step=1 loss=2\nexit 0 9"));
        write("files/config.yaml", "wandb_version: 1\nlr:\n  desc: null\n  value: 0.1\n");
        write("files/requirements.txt", "torch==2.9.1\n");
        write("files/wandb-metadata.json", R"({"host": "node01", "gpu": "A100"})");
        write("files/wandb-summary.json", R"({"loss": 2, "_step": 1})");
        write("files/output.log", "step:0 - loss:1\nstep:1 - loss:2\n");
        QCOMPARE(
            QString::fromStdString(describe(openRuns(m_folder.path().toStdString()))),
            QString("demo: 0 1\n  loss: 1 2\n  !exit 1 exit code 0 after 9 s\n  config lr = 0.1\n  env gpu = A100\n"
                    "  env host = node01\n  env torch = 2.9.1\n") +
                ownSteps);
    }

    /// Killed before its first row: the console beside it says more.
    void emptyHistoryGivesWayToTheConsole() {
        write("run-abc.wandb", blockLog({}));
        write("files/output.log", "step:0 - loss:1\nstep:1 - loss:2\n");
        QVERIFY2(QString::fromStdString(describe(openRuns(m_folder.path().toStdString()))).contains("loss: 1 2"),
                 describe(openRuns(m_folder.path().toStdString())).c_str());
    }

    void resumedFoldersAreAttempts() {
        write("run-20251130_100000-abc/run-abc.wandb",
              wandbFile("run abc name=demo\nrow _step=0 loss=1\nrow _step=1 loss=2"));
        write("run-20251130_110000-abc/run-abc.wandb",
              wandbFile("run abc name=demo resumed starting_step=2\nrow _step=2 loss=3\nexit 0 9"));
        write("run-20251130_120000-xyz/run-xyz.wandb", wandbFile("run xyz name=other\nrow _step=0 loss=7"));
        const auto runs = openRuns(m_folder.path().toStdString());
        QVERIFY(runs.ok());
        QCOMPARE(runs->size(), std::size_t(2));
        const Run& demo = *runs->front();
        QCOMPARE(demo.name(), std::string("demo"));
        QCOMPARE(demo.attempts().size(), std::size_t(2));
        QCOMPARE(demo.forKey("loss")->values, (std::vector<double>{1, 2, 3}));
    }
};

QTEST_GUILESS_MAIN(TestWandb)
#include "tst_wandb.moc"
