#include "analysis/comparison/comparisonset.h"
#include "analysis/comparison/ratiocurve.h"
#include "analysis/run/roles.h"
#include "tests/support/samples.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace tachograph;

namespace {

RunPtr open(const char* relative) {
    const auto opened = openRuns(tests::sharedData(relative));
    return opened ? opened->front() : nullptr;
}

double evidence(const Comparison& comparison, const char* code, const char* name) {
    for (const Finding& finding : comparison.findings)
        for (const Evidence& figure : finding.evidence)
            if (finding.code == code && figure.name == name)
                return figure.value;
    return std::nan("");
}

QStringList codes(const Comparison& comparison) {
    QStringList list;
    for (const Finding& finding : comparison.findings)
        list << QString::fromStdString(finding.code);
    return list;
}

QString row(const std::vector<SettingDifference>& rows, const char* key) {
    const auto found = std::ranges::find(rows, key, &SettingDifference::key);
    return found == rows.end()
               ? QStringLiteral("none")
               : QString::fromStdString(std::string(changeName(found->change)) + ' ' + found->a + " | " + found->b);
}

} // namespace

#define NEAR(value, expected, tolerance)                                                                               \
    QVERIFY2(std::abs((value) - (expected)) <= (tolerance),                                                            \
             qPrintable(QStringLiteral("%1 is not %2").arg(double(value)).arg(double(expected))))

#define COMPARE_OR_SKIP(comparison, a, b, options)                                                                     \
    if (tests::sharedData("").empty())                                                                                 \
        QSKIP(tests::sharedDataMissing);                                                                               \
    const RunPtr runA = open(a), runB = open(b);                                                                       \
    QVERIFY(runA&& runB);                                                                                              \
    const Comparison comparison = compareRuns(runA, runB, options)

/// What the README of the shared recordings says about its pairs; the planted truth stands there.
class TestDiffSamples : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void upgradeOfTheDrafterIsSlower() {
        COMPARE_OR_SKIP(comparison, "dflash/before-cu130.log", "dflash/after-cu130.log", {});
        QCOMPARE(comparison.verdict, Verdict::worse);
        QCOMPARE(comparison.alignment.axis, XAxis::sinceResume);
        QVERIFY(comparison.alignment.why.find("690") != std::string::npos);
        QVERIFY(comparison.alignment.doubts.empty());
        QCOMPARE(comparison.alignment.continuity.size(), std::size_t(3));
        const MetricComparison* throughput = metricOf(comparison, roles::throughput);
        QVERIFY(throughput);
        QVERIFY(throughput->averaged);
        QCOMPARE(throughput->verdict, Verdict::worse);
        NEAR(throughput->effect, -0.682, 0.02);
        QVERIFY(throughput->low < throughput->effect && throughput->effect < throughput->high);
        QVERIFY(throughput->high < -0.65);
        NEAR(throughput->a.median, 20300, 200);
        NEAR(throughput->b.median, 6460, 65);
        NEAR(metricOf(comparison, roles::stepTime)->a.median, 7.92, 0.05);
        NEAR(metricOf(comparison, roles::stepTime)->b.median, 23.8, 0.15);
        NEAR(comparison.startUp.a, 22, 3);
        NEAR(comparison.startUp.b, 88, 4);
        QCOMPARE(comparison.rampA.answer, Ramping::no);
        QCOMPARE(comparison.rampB.answer, Ramping::no);
    }

    void printedAveragesAreNamedAsSuch() {
        CompareOptions options;
        options.printedAt = std::pair<std::int64_t, std::int64_t>(965, 707);
        COMPARE_OR_SKIP(comparison, "dflash/before-cu130.log", "dflash/after-cu130.log", options);
        const auto& printed = metricOf(comparison, roles::throughput)->printed;
        QVERIFY(printed);
        NEAR(printed->quoted.a, 20100, 1);
        NEAR(printed->quoted.b, 5300, 1);
        NEAR(printed->quoted.effect, -0.736, 0.001);
        QCOMPARE(printed->quoted.distanceA, 275);
        QCOMPARE(printed->quoted.distanceB, 17);
        QVERIFY(printed->equalDistance);
        NEAR(printed->equalDistance->a, 17400, 1);
        NEAR(printed->equalDistance->effect, -0.695, 0.002);
        QCOMPARE(printed->equalDistance->stepA, 707);
        NEAR(*comparison.etaA.quoted.printed / 86400, 8.0, 0.01);
        NEAR(*comparison.etaB.quoted.printed / 86400, 15.7, 0.01);
        NEAR(*comparison.etaB.quoted.implied / 86400, 26.8, 1.0);
    }

    /// Without being told the steps: the figures that the engineer read are among those that are shown.
    void printedAveragesByWhenTheyAreRead() {
        COMPARE_OR_SKIP(comparison, "dflash/before-cu130.log", "dflash/after-cu130.log", {});
        const auto& marks = comparison.printedMarks;
        const auto read =
            std::ranges::find(marks, 707, [](const PrintedMark& mark) { return mark.againstQuoted.stepB; });
        QVERIFY(read != marks.end());
        QCOMPARE(read->elapsed, 480.0); // "[8m]"
        NEAR(read->againstQuoted.a, 20100, 1);
        NEAR(read->againstQuoted.b, 5300, 1);
        NEAR(read->againstQuoted.effect, -0.736, 0.001);
        QVERIFY(read->againstQuoted.sameSinceA <= 965 && read->againstQuoted.stepA >= 965);
        QVERIFY(read->againstQuoted.distanceA != read->againstQuoted.distanceB);
        QVERIFY(read->equalDistance);
        QCOMPARE(read->equalDistance->stepA, 707);
        NEAR(read->equalDistance->a, 17400, 1);
        NEAR(read->equalDistance->effect, -0.695, 0.002);
        NEAR(*read->eta.printed / 86400, 15.7, 0.01);
        NEAR(*read->eta.implied / 86400, 26.8, 1.0);
        QVERIFY(std::isnan(marks.back().elapsed));
        QCOMPARE(marks.back().againstQuoted.stepB, 840);
        NEAR(marks.back().againstQuoted.b, 6300, 1);
        NEAR(*marks.back().eta.printed / 86400, 24.4, 0.01);
        for (std::size_t i = 1; i < marks.size(); ++i)
            QVERIFY(marks[i].againstQuoted.stepB > marks[i - 1].againstQuoted.stepB);
    }

    void targetsBehindAFullQueueAreNotObservable() {
        COMPARE_OR_SKIP(comparison, "dflash/before-cu130.log", "dflash/after-cu130.log", {});
        const MetricComparison* target = metricOf(comparison, roles::targetRate);
        QVERIFY(target);
        QVERIFY(std::isnan(target->effect));
        QVERIFY(target->note.find("not observable: q_hs is full in B") != std::string::npos);
        QVERIFY(comparison.waterfall.note.find("not observable") != std::string::npos);
        for (const char* code :
             {"RATE_BELOW_BASELINE", "EFFECT_NOT_EXPLAINED", "QUEUES_FULL_LOW_RATE", "START_UP_LONGER", "ETA_DRIFT"})
            QVERIFY2(codes(comparison).contains(QLatin1String(code)), code);
        QVERIFY(!codes(comparison).contains(QStringLiteral("NOT_COMPARABLE")));
        QCOMPARE(comparison.findings.front().severity, Severity::critical);
    }

    void settingsThatChangedTogether() {
        COMPARE_OR_SKIP(comparison, "dflash/before-cu130.log", "dflash/after-cu130.log", {});
        QCOMPARE(row(comparison.config, "token_budget"), QStringLiteral("changed 49152 | 45056"));
        QCOMPARE(row(comparison.config, "max_batch_size"), QStringLiteral("changed 64 | 48"));
        QCOMPARE(row(comparison.config, "batches_per_epoch"), QStringLiteral("changed 59800 | 65200"));
        QCOMPARE(row(comparison.config, "anchors"), QStringLiteral("none"));
        QCOMPARE(row(comparison.environment, "torch"), QStringLiteral("changed 2.9.1+cu128 | 2.9.1+cu130"));
        QCOMPARE(row(comparison.environment, "CUDA_MODULE_LOADING"), QStringLiteral("added  | LAZY"));
        const auto lazy = std::ranges::find(comparison.environment, "CUDA_MODULE_LOADING", &SettingDifference::key);
        QCOMPARE(lazy->kind, SettingDifference::Kind::noEffect);
        const Expectation& expectation = comparison.expectation;
        QVERIFY(expectation.measured);
        NEAR(expectation.expected, 0.955, 0.015);
        NEAR(expectation.bound, 0.6875, 1e-9); // 45056 / 49152 x 48 / 64
        NEAR(expectation.observed, 0.318, 0.01);
        NEAR(expectation.unexplained, 0.333, 0.02);
        QVERIFY(std::ranges::count(expectation.inseparable, "torch") == 1);
        QVERIFY(std::ranges::count(expectation.inseparable, "token_budget") == 1);
        QVERIFY(std::ranges::count(expectation.inseparable, "CUDA_MODULE_LOADING") == 0);
        QVERIFY(expectation.experiment.find("torch alone") != std::string::npos);
    }

    void ratioStrip() {
        COMPARE_OR_SKIP(comparison, "dflash/before-cu130.log", "dflash/after-cu130.log", {});
        const RatioCurve curve = ratioCurve(comparison, roles::throughput);
        QVERIFY(curve.position.size() >= 8);
        for (std::size_t i = 0; i < curve.position.size(); ++i) {
            QVERIFY(curve.position[i] >= 0 && curve.position[i] <= 150);
            NEAR(curve.ratio[i], 0.318, 0.03);
            QVERIFY(curve.low[i] <= curve.ratio[i] && curve.ratio[i] <= curve.high[i]);
        }
    }

    void seventeenStepsGetTheMatchedDistance() {
        COMPARE_OR_SKIP(comparison, "dflash/before-cu130.log", "dflash/after-cu130-17steps.log", {});
        QCOMPARE(comparison.verdict, Verdict::tooFew);
        QVERIFY(comparison.matched);
        NEAR(comparison.matched->factor, 0.333, 0.015);
        QVERIFY(comparison.matched->low < comparison.matched->factor);
        QVERIFY(comparison.matched->high > comparison.matched->factor);
        QCOMPARE(comparison.matched->slower, comparison.matched->of);
        QVERIFY(comparison.matched->lowEvidence);
        // B's stamps are whole minutes from 1 min on: in its 492 s they change seven times, six stretches between. That
        // is what the recording holds of independent increments. "Below A at 17 of 17 equal distances" counts the
        // printed averages instead, and those a longer start-up alone would keep below.
        QCOMPARE(comparison.matched->of, std::size_t(6));
        const auto& printed = metricOf(comparison, roles::throughput)->printed;
        QVERIFY(printed);
        QCOMPARE(printed->distances, std::size_t(17));
        QCOMPARE(printed->lower, std::size_t(17));
        NEAR(comparison.startUp.b, 88, 5);
        QVERIFY(codes(comparison).contains(QStringLiteral("START_UP_LONGER")));
        NEAR(evidence(comparison, "RATE_BELOW_BASELINE", "speed_factor"), 0.333, 0.015);
        NEAR(*comparison.etaB.quoted.printed / 86400, 15.7, 0.01);
        NEAR(*comparison.etaB.quoted.implied / 86400, 26.8, 1.0);
    }

    void goingBackBringsTheSpeedBack() {
        if (tests::sharedData("").empty())
            QSKIP(tests::sharedDataMissing);
        const std::vector<RunPtr> runs{open("dflash/before-cu130.log"), open("dflash/after-cu130.log"),
                                       open("dflash/reverted-cu128.log")};
        const ComparisonSet set = compareAll(runs);
        QCOMPARE(set.comparisons.size(), std::size_t(2));
        QCOMPARE(set.comparisons[1].verdict, Verdict::notDistinguishable);
        QVERIFY(set.cameBack);
        QVERIFY(set.revert.find("the speed came back") != std::string::npos);
        QCOMPARE(set.floors.size(), std::size_t(1)); // before and reverted have one configuration
        QVERIFY(set.floors.front().ofA);
        QVERIFY(set.floors.front().spread < 0.01); // planted: 0.505 and 0.507 batches/s
    }

    void outOfMemoryWithTheFullBudget() {
        COMPARE_OR_SKIP(comparison, "dflash/before-cu130.log", "dflash/cu130-full-budget-oom.log", {});
        QCOMPARE(comparison.verdict, Verdict::notDistinguishable);
        QCOMPARE(comparison.rowsB.failureStep.value_or(0), 967);
        QCOMPARE(comparison.ooms.size(), std::size_t(1));
        const OomReport& oom = comparison.ooms.front();
        QVERIFY(oom.inB);
        QCOMPARE(oom.gpu.value_or(-1), 6);
        NEAR(oom.tried.value_or(0), 214.0 * 1048576, 1);
        NEAR(oom.free.value_or(0), 187.44 * 1048576, 1);
        NEAR(oom.reserved.value_or(0), 2.31 * 1073741824, 1);
        NEAR(oom.capacity.value_or(0), 94.97 * 1073741824, 1);
        QVERIFY(std::ranges::any_of(comparison.messages, [](const MessageDifference& message) {
            return message.newInB && message.text.find("drafter-1") != std::string::npos;
        }));
        QVERIFY(comparison.failureB && !comparison.failureA);
        NEAR(comparison.failureB->paceFactor, 0.337 / 0.505, 0.05); // two of three drafters go on
        QVERIFY(codes(comparison).isEmpty());
    }

    void upgradeOfAReinforcementRun() {
        COMPARE_OR_SKIP(comparison, "rl/upgrade-before", "rl/upgrade-after", {});
        QCOMPARE(comparison.verdict, Verdict::worse);
        NEAR(comparison.equalWork.effect, 0.17, 0.02);
        QVERIFY(comparison.equalWork.low > 0.1 && comparison.equalWork.high < 0.25);
        NEAR(metricOf(comparison, roles::stepTime)->effect, 0.30, 0.01);
        QCOMPARE(comparison.equalWork.phases.size(), std::size_t(2));
        NEAR(comparison.equalWork.phases[0].b / comparison.equalWork.phases[0].a, 1.22, 0.03);
        NEAR(comparison.equalWork.phases[1].b / comparison.equalWork.phases[1].a, 1.05, 0.03);
        NEAR(metricOf(comparison, roles::completionLength)->effect, 0.15, 0.02);
        QCOMPARE(metricOf(comparison, roles::reward)->verdict, Verdict::notDistinguishable);
        QCOMPARE(row(comparison.environment, "flash-attn"), QStringLiteral("removed 2.8.3 | "));
        QCOMPARE(row(comparison.environment, "nvidia-nccl-cu12"), QStringLiteral("removed 2.27.5 | "));
        QCOMPARE(row(comparison.environment, "nvidia-nccl-cu13"), QStringLiteral("added  | 2.27.7"));
        QCOMPARE(row(comparison.environment, "torch"), QStringLiteral("changed 2.9.1+cu128 | 2.9.1+cu130"));
        QVERIFY(comparison.messages.size() == 1 && comparison.messages.front().newInB);
        QVERIFY(comparison.messages.front().text.starts_with("flash-attn is not installed, falling back"));
    }

    /// The same stalls, once in the step time and once beside it: a step costs as much either way.
    void stallsInsideAndBesideTheStep() {
        COMPARE_OR_SKIP(comparison, "rl/checkpoint-stall.jsonl", "rl/checkpoint-stall-outside.jsonl", {});
        QCOMPARE(comparison.verdict, Verdict::notDistinguishable);
        const Waterfall& waterfall = comparison.waterfall;
        // 35 % of the time of checkpoint-stall are stalls: a third of the 3.1 s that a step costs there.
        QVERIFY(waterfall.a > 1.3 * metricOf(comparison, roles::stepTime)->a.median);
        NEAR(waterfall.b / waterfall.a, 1.0, 0.02);
        const auto checkpoints = std::ranges::find(waterfall.parts, "checkpoints", &DifferencePart::name);
        QVERIFY(checkpoints != waterfall.parts.end());
        NEAR(checkpoints->seconds / waterfall.a, 0.0, 0.02);
    }

    void oneRecordingTwice_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<bool>("same");
        const auto add = [](const char* name, const char* a, const char* b, bool same) {
            QTest::newRow(name) << QString::fromLatin1(a) << QString::fromLatin1(b) << same;
        };
        add("itself", "dflash/before-cu130.log", "dflash/before-cu130.log", true);
        add("its beginning", "dflash/after-cu130.log", "dflash/after-cu130-17steps.log", true);
        add("its beginning, the other way round", "dflash/after-cu130-17steps.log", "dflash/after-cu130.log", true);
        add("cleaned of repeats", "jsonl/train_metrics_with_duplicates.jsonl", "jsonl/train_metrics_deduplicated.jsonl",
            true);
        add("another run of the job", "dflash/before-cu130.log", "dflash/reverted-cu128.log", false);
        add("another run with the full budget", "dflash/before-cu130.log", "dflash/cu130-full-budget-oom.log", false);
        add("before and after", "rl/upgrade-before", "rl/upgrade-after", false);
        add("stalls inside and outside", "rl/checkpoint-stall.jsonl", "rl/checkpoint-stall-outside.jsonl", false);
    }
    void oneRecordingTwice() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(bool, same);
        COMPARE_OR_SKIP(comparison, a.toLatin1(), b.toLatin1(), {});
        QCOMPARE(comparison.verdict == Verdict::sameRun, same);
        QVERIFY(!same || comparison.findings.empty());
    }
};

QTEST_GUILESS_MAIN(TestDiffSamples)
#include "tst_diffsamples.moc"
