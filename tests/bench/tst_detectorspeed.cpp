#include "analysis/diagnosis/diagnosis.h"
#include "tests/support/syntheticrun.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <stop_token>
#include <thread>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

/// Rises, with checkpoints that stall: every detector goes all its way.
std::shared_ptr<const Run> longRun(std::int64_t steps) {
    const std::int64_t every = steps / 24;
    const auto rising = [=](std::int64_t step) {
        return 2.0 * (1.0 + 1.5 * static_cast<double>(step) / static_cast<double>(steps)) *
               (step % every == 0 ? 9.0 : 1.0);
    };
    std::vector<MadeSeries> series;
    for (const char* key : {"step_time_s", "generation_time_s", "optimization_time_s", "completion_len_mean",
                            "completion_len_p95", "tokens_per_s", "reward_mean"})
        series.push_back({key, rising, 0.05});
    std::vector<MadeEvent> checkpoints;
    for (std::int64_t step = every; step <= steps; step += every)
        checkpoints.push_back({EventKind::checkpoint, step, ""});
    return madeRun(steps, series, checkpoints, [](std::int64_t step) { return 1e9 + 4.0 * static_cast<double>(step); });
}

/// Of all threads of this process: does not count what other programs take.
double processorMilliseconds() {
    return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
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

/// Long runs: how much work all detectors are, and that none of them is deaf for longer than 100 ms.
class TestDetectorSpeed : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void aMillionSteps() {
        const auto run = longRun(1'000'000);
        const double start = processorMilliseconds();
        const Diagnosis whole = diagnose(*run);
        const double full = processorMilliseconds() - start;
        QCOMPARE(whole.count(Outcome::canceled), std::size_t(0));
        qInfo("all detectors over 1,000,000 steps: %.0f ms of processor time", full);
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
