#include "analysis/importers/openrun.h"
#include "tests/bench/longrecordings.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>
#include <vector>

using namespace tachograph;

namespace {

std::atomic<std::size_t> allocations = 0;

} // namespace

// All allocations of this program are counted: how many there are for each line says more than a clock does.
void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace {

/// Bytes that this process has asked the system to read so far.
std::size_t bytesRead() {
    std::ifstream counts("/proc/self/io");
    std::string name;
    std::size_t value = 0;
    while (counts >> name >> value)
        if (name == "rchar:")
            return value;
    return 0;
}

} // namespace

/// How much work there is, not how long it takes: counts that do not depend on the machine and grow as the input does.
class TestWorkCounts : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    /// One pass for the values, one for the hash, and a look at the beginning.
    void bytesAndAllocationsOfReading_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("allocationsPerLine");
        QTest::newRow("jsonl") << int(tests::RecordingKind::jsonl) << 0.2;
        QTest::newRow("csv") << int(tests::RecordingKind::csv) << 0.1;
        QTest::newRow("verl") << int(tests::RecordingKind::verl) << 7.0;
        QTest::newRow("titan") << int(tests::RecordingKind::titan) << 2.0;
        QTest::newRow("megatron") << int(tests::RecordingKind::megatron) << 0.2;
    }
    void bytesAndAllocationsOfReading() {
        QFETCH(int, kind);
        QFETCH(double, allocationsPerLine);
        const QTemporaryDir folder;
        std::vector<double> perLine, perByte;
        for (const std::size_t steps : {std::size_t{500}, std::size_t{5'000}, std::size_t{50'000}}) {
            const std::string path = folder.filePath(QString::number(steps)).toStdString();
            QVERIFY(tests::writeLongRecording(path, tests::RecordingKind(kind), steps));
            const auto size = static_cast<double>(std::filesystem::file_size(path));
            const std::size_t allocationsBefore = allocations, bytesBefore = bytesRead();
            const auto runs = openRuns(path);
            const std::size_t bytes = bytesRead() - bytesBefore;
            QVERIFY(runs);
            QCOMPARE(runs->front()->rows().size(), steps);
            perLine.push_back(static_cast<double>(allocations - allocationsBefore) / static_cast<double>(steps));
            perByte.push_back(static_cast<double>(bytes) / size);
        }
        qInfo("allocations a line: %.2f, %.2f, %.3f; bytes read a byte: %.2f, %.2f, %.3f", perLine[0], perLine[1],
              perLine[2], perByte[0], perByte[1], perByte[2]);
        QVERIFY2(perLine[2] <= allocationsPerLine, qPrintable(QString::number(perLine[2])));
        QVERIFY(perLine[2] <= perLine[0] && perLine[1] <= perLine[0]);
        QVERIFY2(perByte[2] < 2.3, qPrintable(QString::number(perByte[2])));
        QVERIFY(perByte[2] <= perByte[0]);
    }
};

QTEST_GUILESS_MAIN(TestWorkCounts)
#include "tst_workcounts.moc"
