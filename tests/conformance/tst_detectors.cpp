#include "analysis/diagnosis/diagnosis.h"
#include "tests/support/syntheticrun.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>
#include <stop_token>
#include <thread>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

std::vector<MadeSeries> allSeries(const std::function<double(std::int64_t)>& value, double noise = 0.0) {
    std::vector<MadeSeries> series;
    for (const char* key : {"step_time_s", "generation_time_s", "optimization_time_s", "completion_len_mean",
                            "completion_len_p95", "tokens_per_s", "reward_mean", "loss"})
        series.push_back({key, value, noise});
    return series;
}

std::vector<MadeEvent> checkpoints(std::int64_t steps, std::int64_t every) {
    std::vector<MadeEvent> events;
    for (std::int64_t step = every; step <= steps; step += every)
        events.push_back({EventKind::checkpoint, step, ""});
    return events;
}

/// Rises with checkpoints that stall: something for every detector to look at.
std::shared_ptr<const Run> busyRun(std::int64_t steps) {
    const std::int64_t stallsEvery = std::max<std::int64_t>(25, steps / 24);
    const auto rising = [=](std::int64_t step) {
        return 2.0 * (1.0 + 1.5 * static_cast<double>(step) / static_cast<double>(steps)) *
               (step % stallsEvery == 0 ? 9.0 : 1.0);
    };
    return madeRun(steps, allSeries(rising, 0.05), checkpoints(steps, stallsEvery),
                   [](std::int64_t step) { return 1e9 + 4.0 * static_cast<double>(step); });
}

/// Two ticks a step, an attempt that goes back, infinities, zeros and negative times.
std::shared_ptr<const Run> roughRun() {
    RunBuilder builder("rough", "rough", "jsonl");
    const auto key = builder.series("step_time_s");
    std::int64_t step = 0;
    for (int i = 0; i < 500; ++i) {
        step = i == 300 ? 150 : step + (i % 2);
        const auto row = builder.addRow({.step = step});
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const double odd[] = {0.0, -1.0, infinity, -infinity, missing, 1e308, 1e-308, 5e-324};
        builder.addValue(key, row, i % 9 == 0 ? odd[(i / 9) % 8] : 2.0 + 0.01 * i);
        if (i % 40 == 0) {
            Event event;
            event.kind = EventKind::checkpoint;
            event.step = i % 80 == 0 ? step : std::numeric_limits<std::int64_t>::max();
            builder.addEvent(std::move(event));
        }
    }
    return builder.build(MetricRoles::builtIn());
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

std::string described(const DetectorResult& result) {
    std::string text = std::string(outcomeName(result.outcome)) + "|" + result.reason;
    for (const Finding& finding : result.findings) {
        text += "|" + finding.title + "|" + finding.summary;
        for (const Evidence& evidence : finding.evidence)
            text += "|" + evidence.name + "=" + evidence.text;
    }
    return text;
}

} // namespace

/// What every detector promises, whatever it looks for. A new one is held against this without a line here.
class TestDetectors : public QObject {
    Q_OBJECT

    static void addRows() {
        QTest::addColumn<const Detector*>("detector");
        for (const Detector* detector : detectors())
            QTest::newRow(detector->code.c_str()) << detector;
    }

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void describesItself_data() { addRows(); }
    void describesItself() {
        QFETCH(const Detector*, detector);
        QVERIFY(QRegularExpression("^[A-Z][A-Z0-9_]+$").match(QString::fromStdString(detector->code)).hasMatch());
        QVERIFY(!detector->title.empty() && !detector->meaning.empty() && detector->examine);
        QVERIFY(!detector->suggestions.empty() && !detector->neededRoles.empty());
        for (const Knob& knob : detector->knobs) {
            QVERIFY(knob.least <= knob.defaultValue && knob.defaultValue <= knob.most);
            QVERIFY(!knob.meaning.empty() && !knob.name.empty());
        }
        QCOMPARE(detectorByCode(detector->code), detector);
    }

    void isQuietWhereThereIsNothing_data() { addRows(); }
    void isQuietWhereThereIsNothing() {
        QFETCH(const Detector*, detector);
        const auto two = [](std::int64_t) {
            return 2.0;
        };
        const auto nothing = [](std::int64_t) {
            return missing;
        };
        const std::vector<std::pair<const char*, std::shared_ptr<const Run>>> runs{
            {"empty", madeRun(0, {})},
            {"no series", madeRun(100, {})},
            {"one point", madeRun(1, allSeries(two))},
            {"constant", madeRun(500, allSeries(two), checkpoints(500, 50))},
            {"constant zero", madeRun(500, allSeries([](std::int64_t) { return 0.0; }), checkpoints(500, 50))},
            {"not logged", madeRun(500, allSeries(nothing), checkpoints(500, 50))},
            {"all infinite",
             madeRun(500, allSeries([](std::int64_t) { return std::numeric_limits<double>::infinity(); }))}};
        for (const auto& [name, run] : runs) {
            const DetectorResult result = detector->examine(*run, {}, {});
            QVERIFY2(result.findings.empty(), name);
            QVERIFY2(result.outcome == Outcome::clear || result.outcome == Outcome::notApplicable, name);
            QVERIFY2(!result.reason.empty() && result.reason.back() == '.', result.reason.c_str());
        }
    }

    void isPure_data() { addRows(); }
    void isPure() {
        QFETCH(const Detector*, detector);
        for (const auto& run : {busyRun(600), roughRun()})
            QCOMPARE(described(detector->examine(*run, {}, {})), described(detector->examine(*run, {}, {})));
    }

    void staysInsideTheRun_data() { addRows(); }
    void staysInsideTheRun() {
        QFETCH(const Detector*, detector);
        for (const auto& run : {busyRun(600), roughRun()}) {
            const DetectorResult result = detector->examine(*run, {}, {});
            QCOMPARE(result.outcome == Outcome::found, !result.findings.empty());
            QVERIFY(!result.reason.empty());
            const auto inside = [&](std::int64_t step) {
                return step >= run->firstStep() && step <= run->lastStep();
            };
            for (const Finding& finding : result.findings) {
                QCOMPARE(finding.code, detector->code);
                QVERIFY(inside(finding.firstStep) && inside(finding.lastStep));
                QVERIFY(finding.firstStep <= finding.lastStep);
                QVERIFY(!finding.onsetStep || inside(*finding.onsetStep));
                QVERIFY(std::ranges::all_of(finding.places, inside));
                QVERIFY2(QString::fromStdString(finding.title).size() <= 40, finding.title.c_str());
                QVERIFY(!finding.confidence || (*finding.confidence > 0 && *finding.confidence <= 1));
                QVERIFY(!finding.summary.empty() && !finding.evidence.empty());
            }
            for (const FitLine& fit : result.fits) {
                QCOMPARE(fit.step.size(), fit.value.size());
                QVERIFY(std::ranges::is_sorted(fit.step));
                QVERIFY(std::ranges::all_of(fit.value, [](double value) { return std::isfinite(value); }));
            }
        }
    }

    void findsSomethingInABusyRun() {
        // Guards the checks above: they would pass for detectors that never find anything.
        const Diagnosis diagnosis = diagnose(*busyRun(600));
        QVERIFY2(diagnosis.count(Outcome::found) >= 2, diagnosis.tally().c_str());
    }

    void answersACancelWithin100Milliseconds() {
        const auto run = busyRun(1'000'000);
        const double start = processorMilliseconds();
        const Diagnosis whole = diagnose(*run);
        const double full = processorMilliseconds() - start;
        QCOMPARE(whole.count(Outcome::canceled), std::size_t(0));
        qInfo("all detectors over 1,000,000 steps: %.0f ms of processor time", full);
        std::size_t canceled = 0;
        for (const int percent : {1, 10, 25, 40, 55, 70, 85}) {
            // The best of five counts: on a busy machine the thread that asks may itself be kept waiting.
            double answered = answerToCancel(*run, full * percent / 100);
            for (int again = 0; again < 4 && answered >= 100; ++again)
                answered = answerToCancel(*run, full * percent / 100);
            canceled += answered > 0 ? 1 : 0;
            QVERIFY2(answered < 100, qPrintable(QString("answered after %1 ms").arg(answered)));
        }
        QVERIFY(canceled >= 3);
    }
};

QTEST_GUILESS_MAIN(TestDetectors)
#include "tst_detectors.moc"
