#include "analysis/diagnosis/diagnosis.h"
#include "analysis/importers/openrun.h"
#include "analysis/report/inspecttext.h"
#include "analysis/run/runbuilder.h"
#include "tests/support/samples.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <ctime>
#include <filesystem>

#include <sys/stat.h>

using namespace tachograph;

namespace {

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
    QCOMPARE(file.write(bytes), bytes.size());
}

QByteArray rows(int first, int last) {
    QByteArray text;
    for (int step = first; step <= last; ++step)
        text += "{\"step\": " + QByteArray::number(step) + ", \"loss\": 0.5}\n";
    return text;
}

/// Seconds of work, so that a busy machine is no failure.
class Work {
  public:
    [[nodiscard]] double seconds() const { return static_cast<double>(std::clock() - m_begin) / CLOCKS_PER_SEC; }

  private:
    std::clock_t m_begin = std::clock();
};

constexpr double mostSeconds = 20;

bool saysOf(const Run& run, const char* part) {
    return std::ranges::any_of(run.issues().kept, [part](const Issue& issue) {
        return (issue.where + ": " + issue.text).find(part) != std::string::npos;
    });
}

} // namespace

/// More of everything than a machine can take: it ends soon, with what was read and a sentence about the rest.
class TestBounds : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void manySeries_data() {
        QTest::addColumn<int>("keys");
        QTest::newRow("ten thousand") << 10'000;
        QTest::newRow("more than are kept") << 30'000;
    }
    void manySeries() {
        QFETCH(int, keys);
        QByteArray text;
        for (int step = 1; step <= 20; ++step) {
            text += "{\"step\": " + QByteArray::number(step);
            // A line holds a fifth of them: it must not be too long itself.
            for (int key = step % 5; key < keys; key += 5)
                text += ", \"k" + QByteArray::number(key) + "/mean\": " + QByteArray::number(step);
            text += "}\n";
        }
        const Work work;
        const auto runs = openRunsFromBytes("many.jsonl", text.toStdString());
        QVERIFY2(runs.ok(), runs.ok() ? "" : runs.error().message.c_str());
        const Run& run = *runs->front();
        QCOMPARE(run.rows().size(), std::size_t(20));
        QVERIFY(run.series().size() >= std::min<std::size_t>(10'000, static_cast<std::size_t>(keys)));
        QVERIFY(run.series().size() <= RunBuilder::mostSeries + 100);
        if (static_cast<std::size_t>(keys) > RunBuilder::mostSeries)
            QVERIFY(run.issues().total > 0);
        const std::string report = inspectText({runs->front(), diagnose(run), {}});
        QVERIFY(!report.empty());
        QVERIFY2(work.seconds() < mostSeconds, qPrintable(QString::number(work.seconds())));
    }

    void manyEvents() {
        QByteArray text = rows(1, 2);
        for (std::size_t i = 0; i < RunBuilder::mostEvents + 1'000; ++i)
            text += "{\"event\": \"note\", \"step\": 2, \"text\": \"n" + QByteArray::number(qulonglong(i)) + "\"}\n";
        const Work work;
        const auto runs = openRunsFromBytes("events.jsonl", text.toStdString());
        QVERIFY(runs.ok());
        QCOMPARE(runs->front()->events().size(), RunBuilder::mostEvents);
        QVERIFY(saysOf(*runs->front(), "1000 events over the bound"));
        QVERIFY2(work.seconds() < mostSeconds, qPrintable(QString::number(work.seconds())));
    }

    void manyIssues() {
        QByteArray text = rows(1, 4'000); // more than what recognition looks at
        text += QByteArray("{\"step\": oops\n").repeated(50'000);
        const auto runs = openRunsFromBytes("broken.jsonl", text.toStdString());
        QVERIFY(runs.ok());
        QCOMPARE(runs->front()->issues().total, std::size_t(50'000));
        QCOMPARE(runs->front()->issues().kept.size(), Issues::most);
    }

    void oneLine_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("nested deep") << "{\"step\": 2, \"a\": " + QByteArray(500'000, '[') + "}";
        QTest::newRow("objects nested deep")
            << "{\"step\": 2, " + QByteArray("\"a\": {").repeated(100'000) + QByteArray(100'000, '}') + "}";
        QTest::newRow("a key of a megabyte") << "{\"step\": 2, \"" + QByteArray(1 << 20, 'k') + "\": 1}";
        QTest::newRow("a number of a megabyte") << "{\"step\": 2, \"loss\": 0." + QByteArray(1 << 20, '7') + "}";
        QTest::newRow("a text of a megabyte") << "{\"step\": 2, \"t\": \"" + QByteArray(1 << 20, 'x') + "\"}";
        QTest::newRow("longer than a line may be") << "{\"step\": 2, \"t\": \"" + QByteArray(20 << 20, 'x') + "\"}";
    }
    void oneLine() {
        QFETCH(QByteArray, line);
        const Work work;
        const auto runs = openRunsFromBytes("line.jsonl", (rows(1, 1) + line + "\n" + rows(3, 9)).toStdString());
        QVERIFY(runs.ok());
        QCOMPARE(runs->size(), std::size_t(1));
        QVERIFY(runs->front()->rows().size() >= 8);
        QCOMPARE(runs->front()->lastStep(), 9);
        QVERIFY2(work.seconds() < mostSeconds, qPrintable(QString::number(work.seconds())));
    }

    /// The listing ends at its bound, and says so; the recording at the top is found all the same.
    void hundredThousandFiles() {
        for (int folder = 0; folder < 21; ++folder) {
            const QString at = m_folder->filePath(QString("samples-%1").arg(folder));
            QVERIFY(QDir().mkdir(at));
            for (int file = 0; file < 5'000; ++file)
                ::mknod(QString("%1/%2.txt").arg(at).arg(file).toUtf8().constData(), S_IFREG | 0644, 0);
        }
        write(m_folder->filePath("metrics.jsonl"), rows(1, 8));
        const Work work;
        const auto runs = openRuns(m_folder->path().toStdString());
        QVERIFY(runs.ok());
        QCOMPARE(runs->front()->rows().size(), std::size_t(8));
        QVERIFY(saysOf(*runs->front(), "more than 100,000 entries"));
        QVERIFY2(work.seconds() < mostSeconds, qPrintable(QString::number(work.seconds())));
    }

    void foldersInFolders() {
        // Two links lead back to the top, so that following links would never end.
        std::filesystem::path at = m_folder->path().toStdString();
        for (int depth = 0; depth < 300; ++depth) {
            at /= "d";
            QVERIFY(std::filesystem::create_directory(at));
            std::filesystem::create_directory_symlink(m_folder->path().toStdString(), at / "up");
        }
        write(m_folder->filePath("metrics.jsonl"), rows(1, 8));
        const Work work;
        const auto runs = openRuns(m_folder->path().toStdString());
        QVERIFY(runs.ok());
        QCOMPARE(runs->size(), std::size_t(1));
        QCOMPARE(runs->front()->rows().size(), std::size_t(8));
        QVERIFY2(work.seconds() < mostSeconds, qPrintable(QString::number(work.seconds())));
    }

    void manyRunsInAFile_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QByteArray>("run");
        QTest::newRow("JSON lines") << QByteArray("runs.jsonl") << QByteArray() << rows(1, 3);
        QTest::newRow("table") << QByteArray("runs.csv") << QByteArray("step,loss\n") << QByteArray("1,2\n2,2\n3,2\n");
    }
    /// Thousands of runs in one file, each begins at step 1 again: those over the bound are attempts of the last one.
    void manyRunsInAFile() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, head);
        QFETCH(QByteArray, run);
        const Work work;
        const auto runs = openRunsFromBytes(name.toStdString(), (head + run.repeated(3'000)).toStdString());
        QVERIFY(runs.ok());
        QCOMPARE(runs->size(), std::size_t(1'000));
        std::size_t all = 0;
        for (const RunPtr& each : *runs)
            all += each->rows().size();
        QCOMPARE(all, std::size_t(9'000));
        QCOMPARE(runs->back()->attempts().size(), std::size_t(2'001));
        QVERIFY(saysOf(*runs->back(), "2,000 runs over the bound of 1,000 are attempts of the last one."));
        QVERIFY2(work.seconds() < mostSeconds, qPrintable(QString::number(work.seconds())));
    }

  private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestBounds)
#include "tst_bounds.moc"
