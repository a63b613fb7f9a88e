#include "analysis/importers/openrun.h"
#include "tests/conformance/peakmemory.h"
#include "tests/conformance/reading.h"
#include "tests/conformance/samplerecording.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

/// Sanitizers are slow and look at what reads beyond an end, not at permissions.
const QList<QByteArray> faults =
    PeakMemory::underSanitizer ? QList<QByteArray>{"cut in half", "emptied later", "overwritten"}
                               : QList<QByteArray>{"cut in half", "cut in half later", "emptied",  "emptied later",
                                                   "overwritten", "overwritten later", "grows",    "deleted",
                                                   "replaced",    "replaced by pipe",  "forbidden"};

bool isLate(const QByteArray& fault) {
    return fault.endsWith(" later");
}

/// Does to the file what another program may do while it is read.
void inject(QByteArray fault, const QString& path) {
    if (isLate(fault))
        fault.chop(6);
    const std::string name = path.toStdString();
    const auto size = std::filesystem::file_size(name);
    if (fault == "cut in half")
        std::filesystem::resize_file(name, size / 2);
    else if (fault == "emptied")
        std::filesystem::resize_file(name, 0);
    else if (fault == "forbidden")
        ::chmod(name.c_str(), 0);
    else if (fault == "grows")
        std::filesystem::resize_file(name, size + (1 << 20));
    else if (fault == "overwritten") {
        QFile file(path);
        if (file.open(QIODevice::ReadWrite) && file.seek(static_cast<qint64>(size / 3)))
            file.write(noise(200'000, 11));
    } else {
        std::filesystem::remove(name);
        if (fault == "replaced")
            QFile::copy(QStringLiteral(TACHOGRAPH_TEST_DATA "/conformance/csv.csv"), path);
        else if (fault == "replaced by pipe")
            ::mkfifo(name.c_str(), 0644);
    }
}

} // namespace

/// Recordings that another program cuts, empties, deletes, replaces, forbids or writes to while they are read: no
/// crash, no hang, every promise of a reading holds, and what was deleted or replaced is read as it was opened.
class TestChangingFiles : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void whileItIsRead_data() {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("fault");
        for (const Importer* importer : importers())
            for (const QByteArray& fault : faults)
                QTest::addRow("%s, %s", importer->id.c_str(), fault.constData())
                    << QByteArray::fromStdString(importer->id) << fault;
    }
    void whileItIsRead() {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, fault);
        const SampleRecording sample(id.toStdString());
        const QString path = m_folder.filePath(QStringLiteral("recording"));
        write(path, sample.ofSize(megabytes << 20));
        bool injected = false;
        const Job job({}, [&](double fraction) {
            if (fraction > (isLate(fault) ? 0.5 : 0.0) && !std::exchange(injected, true))
                inject(fault, path);
        });
        auto source = Source::openFile(path.toStdString());
        QVERIFY(source.ok());
        const Reading reading = readSource(*importerById(id.toStdString()), std::move(source).value(), job);
        std::filesystem::remove(path.toStdString());
        QVERIFY2(injected, "never told how far it is");
        ++m_injected;
        QCOMPARE(reading.brokenPromise(), QString());
        if (fault == "deleted" || fault == "replaced" || fault == "forbidden" || fault == "replaced by pipe") {
            QCOMPARE(reading.error, QString());
            QVERIFY(reading.rows() > SampleRecording::rows);
        }
    }

    /// The same through the door that the program uses: recognised, hashed, with side files.
    void whileItIsOpened_data() {
        QTest::addColumn<QByteArray>("fault");
        for (const QByteArray& fault : faults)
            QTest::newRow(fault.constData()) << fault;
    }
    void whileItIsOpened() {
        QFETCH(QByteArray, fault);
        const QString path = m_folder.filePath(QStringLiteral("metrics.jsonl"));
        write(path, SampleRecording("jsonl").ofSize(megabytes << 20));
        bool injected = false;
        const Job job({}, [&](double fraction) {
            if (fraction > (isLate(fault) ? 0.5 : 0.0) && !std::exchange(injected, true))
                inject(fault, path);
        });
        const auto runs = openRuns(path.toStdString(), {}, job);
        std::filesystem::remove(path.toStdString());
        QVERIFY(injected);
        ++m_injected;
        if (!runs)
            QCOMPARE(faultOfSentence(QString::fromStdString(runs.error().message)), QString());
        else
            QVERIFY(runs->front()->rows().size() >= SampleRecording::rows);
    }

    void cleanupTestCase() { qInfo("faults injected while reading: %d, lost: 0", m_injected); }

  private:
    static constexpr qsizetype megabytes = 3; // some pieces of those that are read in pieces

    static void write(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    QTemporaryDir m_folder;
    int m_injected = 0;
};

QTEST_GUILESS_MAIN(TestChangingFiles)
#include "tst_changingfiles.moc"
