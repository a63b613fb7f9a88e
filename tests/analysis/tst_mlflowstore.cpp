#include "analysis/importers/openrun.h"
#include "tests/support/describe.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace tachograph;

namespace {

const char* const meta = "run_id: b1\nrun_name: demo\nstatus: 3\nend_time: 1764500060000\nlifecycle_stage: active\n";

} // namespace

/// MLflow's file store: folders with meta.yaml, metrics, params and tags.
class TestMlflowStore : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    void write(const QString& name, const QByteArray& text) {
        const QString path = m_folder.filePath(name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }

    QString opened(const QString& below = {}) const {
        return QString::fromStdString(tests::describe(openRuns(m_folder.filePath(below).toStdString())))
            .replace(m_folder.path(), "F");
    }

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void init() {
        for (const QFileInfo& entry : QDir(m_folder.path()).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot))
            QVERIFY(entry.isDir() ? QDir(entry.filePath()).removeRecursively() : QFile::remove(entry.filePath()));
    }

    void store_data() {
        QTest::addColumn<QString>("open");
        for (const char* folder : {"mlruns", "mlruns/1", "mlruns/1/b1"})
            QTest::newRow(folder) << folder;
    }
    void store() {
        write("mlruns/0/meta.yaml", "name: Default\n");
        write("mlruns/1/meta.yaml", "name: demo-rl\n");
        write("mlruns/1/b1/meta.yaml", meta);
        write("mlruns/1/b1/metrics/reward", "1764500001000 0.5 1\n1764500002000 nan 2\n1764500002500 0.7 2\n");
        write("mlruns/1/b1/metrics/train/loss", "1764500001000 2.5 1\n1764500002000 inf 2");
        write("mlruns/1/b1/params/lr", "0.1");
        write("mlruns/1/b1/params/optim/name", "adam");
        write("mlruns/1/b1/tags/mlflow.user", "somebody");
        write("mlruns/1/b1/tags/team", "x");
        QFETCH(QString, open);
        QCOMPARE(
            opened(open),
            QString("demo: 1@1764500001 2@1764500002 2@1764500002.5\n  reward: 0.5 nan 0.7\n  train/loss: 2.5 inf -\n"
                    "  !exit 2@1764500060 status FINISHED\n  config lr = 0.1\n  config optim/name = adam\n"
                    "  config tag.team = x\n"));
    }

    void recordingsBesideAStoreAreNamed() {
        write("mlruns/1/b1/meta.yaml", meta);
        write("mlruns/1/b1/metrics/loss", "1764500001000 0.5 1\n");
        write("mlruns/1/b1/artifacts/table.csv", "step,x\n1,2\n2,3\n3,4\n");
        const QString alone = opened();
        QVERIFY(!alone.contains("issue"));
        write("other.csv", "step,x\n1,2\n2,3\n3,4\n");
        write("job/metrics.jsonl", R"({"step": 1, "loss": 2})");
        QCOMPARE(opened(), alone + "  issue folder: Not shown: 2 more recordings in this folder: job, other.csv. Open "
                                   "them by their path, or as PATH#job.\n");
        QVERIFY(opened("#job").startsWith("job: 1"));
        QVERIFY(opened("#other.csv").startsWith("other: 1 2 3"));
        QCOMPARE(opened("mlruns"), alone);
    }

    void lines_data() {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QString>("run");
        QTest::newRow("two fields, old stores")
            << QByteArray("1764500001 2.5\n1764500002 2.25\n")
            << "b1: 0@1764500001 1@1764500002\n  m: 2.5 2.25\n  steps: Steps are the numbers of \"step\"; where there "
               "are none, the rows are counted.\n";
        QTest::newRow("carriage returns")
            << QByteArray("1764500001000 2.5 1\r\n\r\n") << "b1: 1@1764500001\n  m: 2.5\n";
        const auto bad = [](const char* line) {
            return "b1: 1@1764500001\n  m: 2.5\n  issue line 2 of metrics/m: It is no time, value and step and was "
                   "left "
                   "out.\n" +
                   QString(line);
        };
        for (const char* line : {"torn", "1764500002000", "1764500002000 x 2", "1764500002000 1 2 3",
                                 "1764500002000 1 2.5", "nan 1 2", "1764500002000 1 1e300"})
            QTest::newRow(line) << QByteArray("1764500001000 2.5 1\n").append(line) << bad("");
        QTest::newRow("a clock that is none") << QByteArray("5 2.5 1\n") << "b1: 1\n  m: 2.5\n";
    }
    void lines() {
        QFETCH(QByteArray, lines);
        QFETCH(QString, run);
        write("b1/meta.yaml", "run_id: b1\nstatus: 0\n");
        write("b1/metrics/m", lines);
        QCOMPARE(opened(), run);
    }

    void severalRuns() {
        for (const char* id : {"b1", "b2"}) {
            write(QString("1/%1/meta.yaml").arg(id), QByteArray("run_id: ") + id + "\nstatus: 4\n");
            write(QString("1/%1/metrics/m").arg(id), "1764500001000 2.5 1\n");
        }
        QCOMPARE(opened(), QString("b1: 1@1764500001\n  m: 2.5\n  !exit 1 status FAILED\n"
                                   "b2: 1@1764500001\n  m: 2.5\n  !exit 1 status FAILED\n"));
        QVERIFY(openRuns((m_folder.path() + "#b2").toStdString()).ok());
    }

    void metaThatIsNoYaml() {
        write("b1/meta.yaml", "[unclosed\n\t: {");
        write("b1/metrics/m", "1764500001000 2.5 1\n");
        QVERIFY2(opened().startsWith("b1: 1@1764500001\n  m: 2.5\n  issue meta.yaml: "), qPrintable(opened()));
    }

    /// A meta.yaml without metrics beside it is nothing of MLflow.
    void otherFoldersAreReadAsBefore() {
        write("meta.yaml", "name: x\n");
        write("metrics.jsonl", "{\"step\": 1, \"loss\": 2}\n{\"step\": 2, \"loss\": 1}\n");
        QVERIFY2(opened().contains("loss: 2 1"), qPrintable(opened()));
    }
};

QTEST_GUILESS_MAIN(TestMlflowStore)
#include "tst_mlflowstore.moc"
