#include "analysis/importers/openrun.h"
#include "tests/support/describe.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace tachograph;

namespace {

/// Rows of steps first..last with one value each.
QString rows(int first, int last, const QString& key = "loss") {
    QString text;
    for (int step = first; step <= last; ++step)
        text += QString("{\"step\": %1, \"%2\": %3}\n").arg(step).arg(key).arg(step * 0.5);
    return text;
}

} // namespace

/// Folders in folders: what is opened, what is only named, and how that is opened.
class TestFoldersBelow : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    void write(const QString& name, const QString& text) {
        const QString path = m_folder.filePath(name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QByteArray bytes = text.toUtf8();
        QCOMPARE(file.write(bytes), bytes.size());
    }

    /// What opening gives, with the temporary folder's name replaced by "F".
    QString opened(const QString& name) {
        const QString path = name.isEmpty() ? m_folder.path() : m_folder.filePath(name);
        QString text = QString::fromStdString(tests::describe(openRuns(path.toStdString())));
        return text.replace(m_folder.path(), "F").replace(QFileInfo(m_folder.path()).fileName(), "F");
    }

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void init() {
        QVERIFY(m_folder.isValid());
        for (const QFileInfo& entry :
             QDir(m_folder.path()).entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot))
            QVERIFY(entry.isDir() ? QDir(entry.filePath()).removeRecursively() : QFile::remove(entry.filePath()));
    }

    void foldersBelow() {
        write("x/metrics.jsonl", rows(1, 1));
        write("x/config.json", R"({"lr": 1})");
        QCOMPARE(opened(""), "F: 1\n  loss: 0.5\n  config lr = 1\n");
        write("y/z/metrics.jsonl", rows(1, 1));
        QCOMPARE(opened(""), "F: 1\n  loss: 0.5\n  config lr = 1\n  issue folder: Not shown: 1 more recording in "
                             "this folder: y/z. Open it by its path, or as PATH#y/z.\n");
        QVERIFY(QDir(m_folder.filePath("y/z")).removeRecursively());
        write("y/metrics.jsonl", rows(1, 2));
        QCOMPARE(opened(""), "x: 1\n  loss: 0.5\n  config lr = 1\ny: 1 2\n  loss: 0.5 1\n");
        QCOMPARE(opened("#y"), "y: 1 2\n  loss: 0.5 1\n");
    }

    void recordingsBelowThoseOfTheFolder_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QString>("issue");
        const auto more = [](const char* text) {
            return QString("  issue folder: Not shown: %1.\n").arg(text);
        };
        QTest::newRow("two in one folder")
            << QStringList{"b/one.jsonl", "b/two.jsonl", "a/c/three.jsonl"}
            << more("3 more recordings in this folder: a/c, b (2). Open them by their path, or as PATH#a/c");
        QStringList many;
        for (int i = 10; i < 21; ++i)
            many << QString("r%1/metrics.jsonl").arg(i);
        QTest::newRow("more than are named")
            << many
            << more("11 more recordings in this folder: r10, r11, r12, r13, r14, r15, r16, r17 and 3 more places. "
                    "Open them by their path, or as PATH#r10");
        QTest::newRow("side files, weights and hidden ones")
            << QStringList{"a/config.json", "a/wandb-summary.json", "a/model.bin", ".cache/metrics.jsonl"} << QString();
        QTest::newRow("what W&B keeps beside its recording")
            << QStringList{"run-1.wandb", "files/output.log.jsonl", "logs/debug.jsonl"} << QString();
        QTest::newRow("prose that quotes a console") << QStringList{"a/readme.md"} << QString();
        QTest::newRow("the same folders without it")
            << QStringList{"files/output.log.jsonl", "logs/debug.jsonl"}
            << more("2 more recordings in this folder: files, logs. Open them by their path, or as PATH#files");
    }
    void recordingsBelowThoseOfTheFolder() {
        QFETCH(QStringList, files);
        QFETCH(QString, issue);
        write("metrics.jsonl", rows(1, 1));
        for (const QString& file : files)
            write(file, file.endsWith(".jsonl") ? rows(1, 2) : QString());
        if (files.contains("a/readme.md"))
            write("a/readme.md", "A line such as `step:3 - loss:2.5 - lr:1.0` is read.\n");
        QCOMPARE(opened(""), "F: 1\n  loss: 0.5\n" + issue);
    }

    void placesBelowAreOpenedByName() {
        write("metrics.jsonl", rows(1, 1));
        write("a/c/metrics.jsonl", rows(1, 2));
        write("b/one.jsonl", rows(1, 3));
        write("b/two.jsonl", rows(1, 4, "other"));
        QCOMPARE(opened("#a/c"), "c: 1 2\n  loss: 0.5 1\n");
        QCOMPARE(opened("#b/one.jsonl"), "one: 1 2 3\n  loss: 0.5 1 1.5\n");
        QCOMPARE(opened("#b"), "one: 1 2 3\n  loss: 0.5 1 1.5\ntwo: 1 2 3 4\n  other: 0.5 1 1.5 2\n");
        QCOMPARE(opened("b#two"), "two: 1 2 3 4\n  other: 0.5 1 1.5 2\n");
        QCOMPARE(opened("b#../a/c"), "F/b: it holds no run #../a/c. It holds #one, #two.");
        QCOMPARE(opened("b#" + m_folder.filePath("a")), "F/b: it holds no run #F/a. It holds #one, #two.");
        QCOMPARE(opened("b#gone"), "F/b: it holds no run #gone. It holds #one, #two.");
    }
};

QTEST_GUILESS_MAIN(TestFoldersBelow)
#include "tst_foldersbelow.moc"
