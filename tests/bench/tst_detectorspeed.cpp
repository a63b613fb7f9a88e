#include "analysis/diagnosis/diagnosis.h"
#include "tests/bench/creepingrun.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <malloc.h>
#include <new>
#include <random>
#include <stop_token>
#include <thread>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

std::atomic<std::size_t> liveBytes = 0, peakBytes = 0; ///< of all that this program has allocated

void* allocate(std::size_t size) {
    void* memory = std::malloc(size);
    if (!memory)
        throw std::bad_alloc();
    const std::size_t live = liveBytes += malloc_usable_size(memory);
    std::size_t peak = peakBytes;
    while (live > peak && !peakBytes.compare_exchange_weak(peak, live)) {
    }
    return memory;
}

void release(void* memory) {
    liveBytes -= malloc_usable_size(memory);
    std::free(memory);
}

} // namespace

void* operator new(std::size_t size) {
    return allocate(size);
}
void operator delete(void* memory) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    release(memory);
}

namespace {

/// Of all threads of this process: does not count what other programs take.
double processorMilliseconds() {
    return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Milliseconds to sort a million values: what this machine and this build make of a million steps.
double yardstick() {
    std::mt19937_64 engine(1);
    std::vector<double> values(1'000'000);
    std::ranges::generate(values, [&] { return static_cast<double>(engine()); });
    const double start = processorMilliseconds();
    std::ranges::sort(values);
    return processorMilliseconds() - start;
}

/// Milliseconds of processor time from the wish to stop, made after `work`, to the answer; 0 when it was done before.
double answerToCancel(const Run& run, double work) {
    std::stop_source source;
    std::atomic<double> asked = 0;
    std::jthread stopper([&, limit = processorMilliseconds() + work](const std::stop_token& ended) {
        while (processorMilliseconds() < limit && !ended.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        asked = processorMilliseconds();
        source.request_stop();
    });
    const Diagnosis diagnosis = diagnose(run, {}, Job(source.get_token()));
    const double end = processorMilliseconds();
    stopper.request_stop();
    stopper.join();
    return diagnosis.count(Outcome::canceled) == 0 ? 0.0 : std::max(0.001, end - asked);
}

} // namespace

constexpr double mostSorts = 25.0; // measured: 6 to 10

/// Long runs: how much work all detectors are, and that none of them is deaf for longer than 100 ms.
class TestDetectorSpeed : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    /// Beside the run itself, at most twice as much.
    void memory() {
        const std::size_t before = liveBytes;
        const auto run = creepingRun(1'000'000);
        const std::size_t series = liveBytes - before, start = liveBytes;
        peakBytes = start;
        const Diagnosis whole = diagnose(*run);
        QCOMPARE(whole.count(Outcome::canceled), std::size_t(0));
        const double share = static_cast<double>(peakBytes - start) / static_cast<double>(series);
        qInfo("the run takes %.0f MB, its diagnosis %.2f times as much beside it", static_cast<double>(series) / 1e6,
              share);
        QVERIFY2(share <= 2.0, qPrintable(QString::number(share)));
    }

    void aMillionSteps() {
        const auto run = creepingRun(1'000'000);
        double full = std::numeric_limits<double>::infinity(), sorting = full;
        for (int again = 0; again < 3; ++again) {
            const double start = processorMilliseconds();
            const Diagnosis whole = diagnose(*run);
            full = std::min(full, processorMilliseconds() - start);
            sorting = std::min(sorting, yardstick());
            QCOMPARE(whole.count(Outcome::canceled), std::size_t(0));
        }
        qInfo("all detectors over 1,000,000 steps: %.0f ms of processor time, %.1f times what sorting takes (%.0f ms)",
              full, full / sorting, sorting);
        QVERIFY2(full < mostSorts * sorting, qPrintable(QString::number(full / sorting)));
        std::size_t canceled = 0;
        for (const int percent : {1, 20, 45, 70}) {
            // The best of five counts: on a busy machine the thread that asks may itself be kept waiting.
            double answered = answerToCancel(*run, full * percent / 100);
            for (int again = 0; again < 4 && answered >= 100; ++again)
                answered = answerToCancel(*run, full * percent / 100);
            canceled += answered > 0 ? 1 : 0;
            QVERIFY2(answered < 100, qPrintable(QString("answered after %1 ms").arg(answered)));
        }
        QVERIFY(canceled >= 2);
    }
};

QTEST_GUILESS_MAIN(TestDetectorSpeed)
#include "tst_detectorspeed.moc"
