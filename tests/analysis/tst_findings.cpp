#include "analysis/detectors/registry.h"
#include "tests/support/syntheticrun.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t steps = 400;

double along(std::int64_t step) {
    return static_cast<double>(step - 1) / static_cast<double>(steps - 1);
}

/// From `a` to `b` along the run.
std::function<double(std::int64_t)> ramp(double a, double b) {
    return [a, b](std::int64_t step) {
        return a + (b - a) * along(step);
    };
}

/// A step of generation, optimization and 0.1 s of other work.
std::vector<MadeSeries> loop(std::function<double(std::int64_t)> generation,
                             std::function<double(std::int64_t)> optimization) {
    const auto whole = [generation, optimization](std::int64_t step) {
        return generation(step) + optimization(step) + 0.1;
    };
    return {{"step_time_s", whole}, {"generation_time_s", generation}, {"optimization_time_s", optimization}};
}

DetectorResult examined(const Detector& detector, const Run& run, const KnobValues& knobs = {}) {
    return detector.examine(run, knobs, {});
}

const Evidence* evidence(const Finding& finding, const char* name) {
    const auto found = std::ranges::find(finding.evidence, name, &Evidence::name);
    return found == finding.evidence.end() ? nullptr : &*found;
}

bool says(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

#define VERIFY_SAYS(text, part) QVERIFY2(says(text, part), (text).c_str())

} // namespace

class TestFindings : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void attribution_data() {
        QTest::addColumn<QByteArray>("sentence");
        QTest::addColumn<QByteArray>("related");
        QTest::newRow("length grows with every phase")
            << QByteArray("longer completions, not slower machines") << QByteArray("REWARD_HACK_LENGTH");
        QTest::newRow("length grows, tokens dearer too")
            << QByteArray("length alone does not explain the rise") << QByteArray("TRUNCATION_STARVE");
        QTest::newRow("flat mean, longer tail")
            << QByteArray("waits for the longest completion") << QByteArray("TRUNCATION_STARVE");
        QTest::newRow("flat mean, more truncated")
            << QByteArray("waits for the longest completion") << QByteArray("TRUNCATION_STARVE");
        QTest::newRow("flat length and tail")
            << QByteArray("optimization carries 100") << QByteArray("CHECKPOINT_STALL");
        QTest::newRow("flat length, no tail") << QByteArray("tail not logged") << QByteArray("CHECKPOINT_STALL");
        QTest::newRow("a named phase") << QByteArray("ref carries") << QByteArray("CHECKPOINT_STALL");
        QTest::newRow("outside the phases")
            << QByteArray("outside the logged phases") << QByteArray("CHECKPOINT_STALL");
        QTest::newRow("no length") << QByteArray("unknown: completion length not logged")
                                   << QByteArray("REWARD_HACK_LENGTH");
        QTest::newRow("nothing but the step")
            << QByteArray("the split of the step is not logged") << QByteArray("REWARD_HACK_LENGTH");
    }

    static std::shared_ptr<const Run> runOf(const QByteArray& shape) {
        const auto flat = [](double value) {
            return ramp(value, value);
        };
        std::vector<MadeSeries> series;
        if (shape == "length grows with every phase") {
            series = loop(ramp(1.4, 3.5), ramp(0.5, 1.25));
            series.push_back({"completion_len_mean", ramp(300, 750)});
        } else if (shape == "length grows, tokens dearer too") {
            series = loop([](std::int64_t s) { return 1.4 * (1 + 0.5 * along(s)) * (1 + 0.8 * along(s)); }, flat(0.5));
            series.push_back({"completion_len_mean", ramp(300, 450)});
        } else if (shape == "flat mean, longer tail") {
            series = loop(ramp(1.4, 3.5), flat(0.5));
            series.push_back({"completion_len_mean", flat(300)});
            series.push_back({"completion_len_p95", ramp(500, 1500)});
        } else if (shape == "flat mean, more truncated") {
            series = loop(ramp(1.4, 3.5), flat(0.5));
            series.push_back({"completion_len_mean", flat(300)});
            series.push_back({"completions/clipped_ratio", ramp(0.01, 0.3)});
        } else if (shape.startsWith("flat length")) {
            series = loop(flat(1.2), ramp(0.6, 2.4));
            series.push_back({"completion_len_mean", flat(300)});
            if (shape == "flat length and tail")
                series.push_back({"completion_len_p95", flat(500)});
        } else if (shape == "a named phase") {
            series = {{"timing_s/step", ramp(3.0, 6.0)},
                      {"timing_s/gen", flat(1.5)},
                      {"timing_s/ref", ramp(0.5, 3.5)},
                      {"response_length/mean", flat(300)}};
        } else if (shape == "outside the phases") {
            series = loop(flat(1.2), flat(0.6));
            series.front().value = ramp(1.9, 4.0);
            series.push_back({"completion_len_mean", flat(300)});
        } else if (shape == "no length") {
            series = loop(ramp(1.4, 3.5), flat(0.5));
        } else {
            series = {{"step_time_s", ramp(2.0, 5.0)}};
        }
        return madeRun(steps, series);
    }

    void attribution() {
        QFETCH(QByteArray, sentence);
        QFETCH(QByteArray, related);
        const auto result = examined(throughputRot, *runOf(QTest::currentDataTag()));
        QCOMPARE(result.outcome, Outcome::found);
        const Finding& finding = result.findings.front();
        VERIFY_SAYS(finding.summary, sentence.constData());
        QVERIFY(std::ranges::find(finding.related, related.toStdString()) != finding.related.end());
        QVERIFY(!finding.suggestions.empty());
        QVERIFY(std::ranges::find(finding.citedRoles, "step_time") != finding.citedRoles.end());
        QCOMPARE(result.fits.size(), std::size_t(2));
        QVERIFY(QString::fromStdString(finding.title).size() <= 40);
    }

    /// What is unaccounted is the median of what is left of each step, so the parts add up as medians do: nearly.
    void phasesNearlyAddUpToTheRise() {
        const auto result = examined(throughputRot, *runOf("length grows with every phase"));
        double sum = 0;
        for (const char* name : {"rise_generation", "rise_optimization", "rise_unaccounted"}) {
            const Evidence* part = evidence(result.findings.front(), name);
            QVERIFY(part);
            sum += part->value;
        }
        QVERIFY2(std::abs(sum - 1.0) < 0.03, qPrintable(QString::number(sum)));
        QVERIFY(std::abs(evidence(result.findings.front(), "rise_generation")->value - 2.1 / 2.85) < 0.03);
        QVERIFY(std::abs(evidence(result.findings.front(), "rise_optimization")->value - 0.75 / 2.85) < 0.03);
        QVERIFY(std::abs(evidence(result.findings.front(), "rise_unaccounted")->value) < 0.03);
    }

    /// Where all parts follow one and the same wave, the step in the middle is the same for all: then medians add up.
    void phasesAddUpToTheRiseWhereTheyGrowTogether() {
        const auto wave = [](double from, double by) {
            return [from, by](std::int64_t step) {
                return from + by * (along(step) + 0.02 * std::sin(1.7 * static_cast<double>(step * step)));
            };
        };
        auto series = loop(wave(1.4, 2.1), wave(0.5, 0.75));
        series.front().value = wave(2.0, 3.0); // 0.1 to 0.25 s of it unaccounted
        for (MadeSeries& one : series)
            one.noise = 0;
        const auto result = examined(throughputRot, *madeRun(steps, series));
        QCOMPARE(result.outcome, Outcome::found);
        double sum = 0;
        for (const char* name : {"rise_generation", "rise_optimization", "rise_unaccounted"})
            sum += evidence(result.findings.front(), name)->value;
        QVERIFY2(std::abs(sum - 1.0) < 1e-9, qPrintable(QString::number(sum, 'g', 15)));
        QVERIFY(std::abs(evidence(result.findings.front(), "rise_unaccounted")->value - 0.05) < 1e-9);
    }

    void veryShortCompletionsDoNotExplode() {
        // Length collapses to a few tokens while a fixed part of the step doubles: dividing would blame the tokens.
        auto series = loop(ramp(1.0, 2.2), ramp(0.4, 0.4));
        series.push_back({"completion_len_mean", ramp(400, 2)});
        const auto result = examined(throughputRot, *madeRun(steps, series));
        QCOMPARE(result.outcome, Outcome::found);
        VERIFY_SAYS(result.findings.front().summary, "infrastructure, not length");
    }

    void fixedCostsAreNotBilledToTokens() {
        // A step is 2 s + 4 ms a token; length x3 raises it by 1.6 only, and a token costs what it did.
        const auto result = examined(throughputRot, *madeRun(steps, {{"step_time_s", ramp(3.2, 6.8), 0.01},
                                                                     {"completion_len_mean", ramp(300, 1200), 0.01}}));
        QCOMPARE(result.outcome, Outcome::found);
        const Evidence* ratio = evidence(result.findings.front(), "seconds_per_token_ratio");
        QVERIFY2(std::abs(ratio->value - 1.0) < 0.05, qPrintable(QString::number(ratio->value)));
        VERIFY_SAYS(result.findings.front().summary, "longer completions, not slower machines");
    }

    void flatThroughputIsPointedOut() {
        auto series = loop(ramp(1.4, 3.5), ramp(0.5, 1.25));
        series.push_back({"completion_len_mean", ramp(300, 750)});
        series.push_back({"tokens_per_s", ramp(9600, 9700)});
        const auto flat = examined(throughputRot, *madeRun(steps, series));
        VERIFY_SAYS(flat.findings.front().summary, "flat tok/s hides the rot");
        series.back().value = ramp(9600, 5000);
        const auto falls = examined(throughputRot, *madeRun(steps, series));
        QVERIFY(!says(falls.findings.front().summary, "hides"));
    }

    void costCountsFromTheOnset() {
        // From 2 to 4 s over 3,600 steps: the mean excess over the early median 2.2 s, from the step where it shows.
        const auto result = examined(
            throughputRot,
            *madeRun(3600, {{"step_time_s", [](std::int64_t s) { return 2.0 + 2.0 * double(s - 1) / 3599.0; }, 0.0},
                            {"reward_mean", [](std::int64_t s) { return 0.2 + 0.5 * double(s - 1) / 3599.0; }, 0.0}}));
        const Finding& finding = result.findings.front();
        // Sum over the steps above 2.2 s is 0.5 x 1.8 s x 3,239 steps; it begins where the fit is 5 % above 2.2 s.
        const double expected = 0.5 * 1.8 * 3239 / 3600;
        const double found = evidence(finding, "hours_above_early")->value;
        QVERIFY2(found > 0.97 * expected && found < 1.01 * expected, qPrintable(QString::number(found)));
        QVERIFY(std::abs(evidence(finding, "reward_change")->value - 0.4) < 0.01);
        QVERIFY(!evidence(finding, "gpu_hours_above_early"));
        QVERIFY2(*finding.onsetStep > 400 && *finding.onsetStep < 720, qPrintable(QString::number(*finding.onsetStep)));
    }

    void averagesSinceTheStartAreNeverJudged() {
        RunBuilder builder("made", "made", "jsonl");
        const auto key = builder.series("step_time_s");
        builder.edit(key).averaging = Averaging::sinceStart;
        for (std::int64_t step = 1; step <= 300; ++step)
            builder.addValue(key, builder.addRow({.step = step}), 2.0 + 0.01 * double(step));
        const auto run = builder.build(MetricRoles::builtIn());
        for (const Detector* detector : {&throughputRot, &stepTimeShift})
            VERIFY_SAYS(examined(*detector, *run).reason, "average since the start");
        QCOMPARE(examined(throughputRot, *run).outcome, Outcome::notApplicable);
    }

    void tooShortTellsTheUnjudgedRatio() {
        const auto result =
            examined(throughputRot, *madeRun(30, {{"step_time_s", [](std::int64_t s) { return double(s); }, 0}}));
        QCOMPARE(result.outcome, Outcome::notApplicable);
        VERIFY_SAYS(result.reason, "30 usable step times, 40 are needed");
        VERIFY_SAYS(result.reason, "unjudged");
        // The only step is a first step: its time is there, and is left out.
        const auto one = madeRun(1, {{"step_time_s", [](std::int64_t) { return 2.0; }, 0}});
        VERIFY_SAYS(examined(throughputRot, *one).reason, "first steps and steps at checkpoints left out");
    }

    void ratioIsAKnob() {
        const auto run = madeRun(steps, {{"step_time_s", ramp(2.0, 2.8), 0.02}});
        QCOMPARE(examined(throughputRot, *run).outcome, Outcome::clear);
        VERIFY_SAYS(examined(throughputRot, *run).reason, "below");
        QCOMPARE(examined(throughputRot, *run, {{"ratio", 1.15}}).outcome, Outcome::found);
    }

    void shiftNamesItsStepAndWhatCoincides() {
        const auto level = [](std::int64_t step) {
            return step < 220 ? 2.0 : 3.8;
        };
        const std::vector<MadeEvent> events{{EventKind::config, 220, "num_generations: 8 \xE2\x86\x92 16"},
                                            {EventKind::evaluation, 80, ""}};
        const auto run =
            madeRun(steps, {{"step_time_s", level, 0.05}, {"completion_len_mean", ramp(300, 300)}}, events);
        const auto result = examined(stepTimeShift, *run);
        QCOMPARE(result.outcome, Outcome::found);
        const Finding& finding = result.findings.front();
        QVERIFY(std::abs(*finding.onsetStep - 220) <= 1);
        VERIFY_SAYS(finding.summary, "coincides with config (num_generations");
        VERIFY_SAYS(finding.summary, "expected by chance");
        QVERIFY(!says(finding.summary, "evaluation"));
        QVERIFY(std::abs(evidence(finding, "length_ratio_1")->value - 1.0) < 0.02);
        const auto rot = examined(throughputRot, *run);
        QCOMPARE(rot.outcome, Outcome::clear);
        VERIFY_SAYS(rot.reason, "see STEP_TIME_SHIFT");
    }

    void shiftWithoutEventsSaysSo() {
        const auto level = [](std::int64_t step) {
            return step < 220 ? 2.0 : 3.8;
        };
        const auto result = examined(stepTimeShift, *madeRun(steps, {{"step_time_s", level, 0.05}}));
        VERIFY_SAYS(result.findings.front().summary, "No logged event coincides");
        VERIFY_SAYS(result.findings.front().summary, "Completion length is not logged");
    }

    void shiftUnderACheckpointIsStillExact() {
        // The change falls on a checkpoint step, which is left out with its neighbours.
        const auto level = [](std::int64_t s) {
            return (s < 200 ? 2.0 : 3.8) * (s % 50 == 0 ? 5.0 : 1.0);
        };
        std::vector<MadeEvent> events;
        for (std::int64_t step = 50; step <= steps; step += 50)
            events.push_back({EventKind::checkpoint, step, ""});
        const auto result = examined(stepTimeShift, *madeRun(steps, {{"step_time_s", level, 0.02}}, events));
        QCOMPARE(*result.findings.front().onsetStep, std::int64_t(200));
    }

    void twoShiftsAndTransient() {
        const auto stairs = [](std::int64_t s) {
            return s < 130 ? 2.0 : s < 280 ? 3.0 : 4.4;
        };
        const auto two = examined(stepTimeShift, *madeRun(steps, {{"step_time_s", stairs, 0.04}}));
        QCOMPARE(two.outcome, Outcome::found);
        QVERIFY(evidence(two.findings.front(), "shift_2"));
        const auto bump = [](std::int64_t s) {
            return s >= 130 && s < 280 ? 4.0 : 2.0;
        };
        const auto transient = examined(stepTimeShift, *madeRun(steps, {{"step_time_s", bump, 0.04}}));
        QCOMPARE(transient.outcome, Outcome::clear);
        VERIFY_SAYS(transient.reason, "Transient");
        QCOMPARE(transient.badges, (std::vector<std::string>{"transient"}));
        QCOMPARE(examined(throughputRot, *madeRun(steps, {{"step_time_s", bump, 0.04}})).outcome, Outcome::clear);
    }

    void differentTrainingsAreNotStitched() {
        // Three trainings in one file, each slower than the one before: no run of them rises.
        RunBuilder builder("made", "made", "jsonl");
        const auto key = builder.series("step_time_s");
        std::mt19937_64 engine(3);
        std::normal_distribution<double> normal;
        for (const double seconds : {2.0, 3.0, 5.0})
            for (std::int64_t step = 1; step <= 100; ++step)
                builder.addValue(key, builder.addRow({.step = step}), seconds * std::exp(0.04 * normal(engine)));
        const auto run = builder.build(MetricRoles::builtIn());
        for (const Detector* detector : {&throughputRot, &stepTimeShift})
            QCOMPARE(examined(*detector, *run).outcome, Outcome::clear);
    }

    void stalls_data() {
        QTest::addColumn<double>("inside");
        QTest::addColumn<double>("outside");
        QTest::addColumn<int>("later");
        QTest::addColumn<int>("outcome");
        QTest::addColumn<QByteArray>("reason");
        const auto clear = static_cast<int>(Outcome::clear), found = static_cast<int>(Outcome::found);
        QTest::newRow("none") << 0.0 << 0.0 << 0 << clear << QByteArray("0 of 16 checkpoints");
        QTest::newRow("short") << 3.0 << 0.0 << 0 << clear << QByteArray("below 10");
        QTest::newRow("long, inside") << 20.0 << 0.0 << 0 << found
                                      << QByteArray("16 of 16 checkpoints coincide with slow");
        QTest::newRow("long, in the step after") << 20.0 << 0.0 << 1 << found << QByteArray("15 of 15 checkpoints");
        QTest::newRow("long, outside") << 0.0 << 20.0 << 0 << found
                                       << QByteArray("15 of 15 checkpoints coincide with gaps");
        QTest::newRow("away from checkpoints") << 20.0 << 0.0 << 11 << clear << QByteArray("0 of 16 checkpoints");
    }
    void stalls() {
        QFETCH(double, inside);
        QFETCH(double, outside);
        QFETCH(int, later);
        QFETCH(int, outcome);
        QFETCH(QByteArray, reason);
        std::vector<MadeEvent> events;
        for (std::int64_t step = 25; step <= steps; step += 25)
            events.push_back({EventKind::checkpoint, step, ""});
        const auto seconds = [inside, later](std::int64_t s) {
            return 2.0 + (s > later && (s - later) % 25 == 0 ? inside : 0.0);
        };
        double clock = 1e9;
        const auto stamps = [&](std::int64_t s) { // the gap lies after the checkpoint's step
            clock += seconds(s) + (s > 1 && (s - 1) % 25 == 0 ? outside : 0.0);
            return clock;
        };
        const auto result = examined(checkpointStall, *madeRun(steps, {{"step_time_s", seconds, 0.0}}, events, stamps));
        QCOMPARE(static_cast<int>(result.outcome), outcome);
        VERIFY_SAYS(result.reason, reason.constData());
        if (result.outcome == Outcome::found) {
            QVERIFY(result.findings.front().places.size() >= 15);
            QCOMPARE(result.findings.front().places.front(), std::int64_t(25));
            QVERIFY(std::ranges::all_of(result.findings.front().places, [](std::int64_t s) { return s % 25 == 0; }));
        }
    }

    void stallsNeedLoggedCheckpoints() {
        const auto result = examined(checkpointStall, *madeRun(steps, {{"step_time_s", ramp(2, 2)}}));
        QCOMPARE(result.outcome, Outcome::notApplicable);
        VERIFY_SAYS(result.reason, "Checkpoints are not logged");
        const auto without = examined(checkpointStall, *madeRun(steps, {{"loss", ramp(2, 2)}}));
        VERIFY_SAYS(without.reason, "Step time is not logged");
    }

    void gapsNeedTimeStampsAndThatIsSaid() {
        const auto result = examined(
            checkpointStall, *madeRun(steps, {{"step_time_s", ramp(2, 2)}}, {{EventKind::checkpoint, 100, ""}}));
        QCOMPARE(result.outcome, Outcome::clear);
        VERIFY_SAYS(result.reason, "time stamps are not logged");
    }

    void missingValuesAreLeftOutAndCounted() {
        const auto holes = [](std::int64_t s) {
            return s % 7 == 0 ? std::numeric_limits<double>::infinity() : 2.0;
        };
        const auto result =
            examined(throughputRot,
                     *madeRun(steps, {{"step_time_s", holes, 0.03}, {"completion_len_mean", ramp(missing, missing)}}));
        QCOMPARE(result.outcome, Outcome::clear);
        const auto left = std::ranges::find(result.evidence, "left_out", &Evidence::name);
        VERIFY_SAYS(left->text, "57 without a finite value");
    }
};

QTEST_GUILESS_MAIN(TestFindings)
#include "tst_findings.moc"
