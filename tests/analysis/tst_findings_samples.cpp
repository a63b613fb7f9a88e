#include "analysis/diagnosis/diagnosis.h"
#include "analysis/importers/openrun.h"
#include "tests/support/samples.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace tachograph;

namespace {

const Examination& examination(const Diagnosis& diagnosis, const char* code) {
    return *std::ranges::find_if(diagnosis.examinations,
                                 [&](const Examination& e) { return e.detector->code == code; });
}

Outcome outcome(const Diagnosis& diagnosis, const char* code) {
    return examination(diagnosis, code).result.outcome;
}

const Finding& finding(const Diagnosis& diagnosis, const char* code) {
    return examination(diagnosis, code).result.findings.front();
}

double value(const std::vector<Evidence>& evidence, const char* name) {
    const auto found = std::ranges::find(evidence, name, &Evidence::name);
    return found == evidence.end() ? std::nan("") : found->value;
}

bool says(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

constexpr const char* rot = "THROUGHPUT_ROT";
constexpr const char* shift = "STEP_TIME_SHIFT";
constexpr const char* stall = "CHECKPOINT_STALL";

} // namespace

#define OPEN_OR_SKIP(run, relative)                                                                                    \
    if (tests::sharedData("").empty())                                                                                 \
        QSKIP(tests::sharedDataMissing);                                                                               \
    const auto opened = openRuns(tests::sharedData(relative));                                                         \
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());                                                    \
    const RunPtr run = opened->front()

/// What the README of the shared recordings says about each of them.
class TestFindingsSamples : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void lengthDrivenRot() {
        OPEN_OR_SKIP(run, "rl/rot-2s-to-5s.jsonl");
        const Diagnosis diagnosis = diagnose(*run);
        QCOMPARE(outcome(diagnosis, rot), Outcome::found);
        QCOMPARE(outcome(diagnosis, shift), Outcome::clear);
        QCOMPARE(outcome(diagnosis, stall), Outcome::clear);
        const Finding& found = finding(diagnosis, rot);
        QVERIFY2(says(found.summary, "Completion length grew"), found.summary.c_str());
        QVERIFY(std::abs(value(found.evidence, "length_ratio") - 2.457) < 0.01);
        QVERIFY(value(found.evidence, "rise_generation") > 0.95);
        // x1.19 is not flat: nothing is hidden here.
        QVERIFY(!says(found.summary, "hides the rot"));
        QVERIFY(std::abs(value(examination(diagnosis, stall).result.evidence, "share") - 0.043) < 0.005);
    }

    void realRotWhereEveryPhaseGrows() {
        OPEN_OR_SKIP(run, "verl_console/rl-length-growth-238steps.log");
        const Diagnosis diagnosis = diagnose(*run);
        QCOMPARE(outcome(diagnosis, rot), Outcome::found);
        const Finding& found = finding(diagnosis, rot);
        QVERIFY2(says(found.summary, "longer completions, not slower machines"), found.summary.c_str());
        QVERIFY2(says(found.summary, "flat tok/s hides the rot"), found.summary.c_str());
        QVERIFY(std::abs(value(found.evidence, "factor") - 2.55) < 0.03);
        for (const char* phase : {"rise_generation", "rise_optimization", "rise_ref", "rise_old_log_prob"})
            QVERIFY2(value(found.evidence, phase) > 0.03, phase);
    }

    void oneStepUp() {
        OPEN_OR_SKIP(run, "rl/one-step-up.jsonl");
        const Diagnosis diagnosis = diagnose(*run);
        QCOMPARE(outcome(diagnosis, rot), Outcome::clear);
        QCOMPARE(outcome(diagnosis, shift), Outcome::found);
        const Finding& found = finding(diagnosis, shift);
        QVERIFY(std::abs(*found.onsetStep - 300) <= 3);
        QVERIFY2(says(found.summary, "coincides with config"), found.summary.c_str());
        QVERIFY(std::abs(value(found.evidence, "shift_1") - 1.791) < 0.02);
        QVERIFY(std::abs(value(found.evidence, "length_ratio_1") - 1.0) < 0.02);
    }

    void infrastructureRot() {
        OPEN_OR_SKIP(run, "rl/infra-rot.jsonl");
        const Diagnosis diagnosis = diagnose(*run);
        QCOMPARE(outcome(diagnosis, rot), Outcome::found);
        const Finding& found = finding(diagnosis, rot);
        QVERIFY2(says(found.summary, "Completion length stayed flat"), found.summary.c_str());
        QVERIFY2(says(found.summary, "optimization carries 98"), found.summary.c_str());
        // Late over early of the means of 120 steps: 127 ms in both, as the series of the recording has it.
        QVERIFY(std::abs(value(found.evidence, "rise_unaccounted")) < 0.005);
    }

    void flat() {
        OPEN_OR_SKIP(run, "rl/flat.jsonl");
        const Diagnosis diagnosis = diagnose(*run);
        for (const char* code : {rot, shift, stall})
            QCOMPARE(outcome(diagnosis, code), Outcome::clear);
        QVERIFY(std::abs(value(examination(diagnosis, stall).result.evidence, "share") - 0.07) < 0.005);
        QVERIFY(says(examination(diagnosis, stall).result.reason, "12 of 12 checkpoints"));
    }

    /// One checkpoint of 300 steps: it is slow, and one is too few to rule chance out.
    void oneCheckpointIsTooFew() {
        OPEN_OR_SKIP(run, "nanogpt/train.log");
        const Diagnosis diagnosis = diagnose(*run);
        const Examination& examined = examination(diagnosis, stall);
        QCOMPARE(examined.result.outcome, Outcome::clear);
        const std::string& reason = examined.result.reason;
        QVERIFY2(says(reason, "1 of 1 checkpoints"), reason.c_str());
        QVERIFY2(says(reason, "below 10"), reason.c_str());
        QVERIFY2(says(reason, "chance is not ruled out (p = 0.013, 0.01 is needed)"), reason.c_str());
    }

    void checkpointStalls_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("places");
        QTest::addColumn<double>("share");
        // 24 stalls of 4, 6 .. 50 s beside 600 steps of about 2.03 s; without the last one outside the step.
        QTest::newRow("inside") << "rl/checkpoint-stall.jsonl" << 24 << 0.35;
        QTest::newRow("outside") << "rl/checkpoint-stall-outside.jsonl" << 23 << 0.33;
    }
    void checkpointStalls() {
        QFETCH(QString, file);
        QFETCH(int, places);
        QFETCH(double, share);
        OPEN_OR_SKIP(run, file.toStdString());
        const Diagnosis diagnosis = diagnose(*run);
        QCOMPARE(outcome(diagnosis, stall), Outcome::found);
        QCOMPARE(outcome(diagnosis, rot), Outcome::clear);
        QCOMPARE(outcome(diagnosis, shift), Outcome::clear);
        const Finding& found = finding(diagnosis, stall);
        QCOMPARE(static_cast<int>(found.places.size()), places);
        QVERIFY(std::abs(value(found.evidence, "share") - share) < 0.01);
        QCOMPARE(found.places.front(), std::int64_t(25));
    }

    void nothingIsFoundIn_data() {
        QTest::addColumn<QString>("file");
        for (const char* file :
             {"rl/resumed-overlap.jsonl", "rl/nan-and-gaps.jsonl", "verl_console/rl-length-collapse-cut-lines.log",
              "verl_console/rl-ray-ansi-80steps.log", "trl_console/grpo-tools-quoted-strings.log",
              "trl_console/grpo-200steps-every5.log", "torchtitan_console/ansi-2000lines.log",
              "torchtitan_console/validate-and-checkpoints.log", "megatron_console/baseline_500.log",
              "megatron_console/freq_500.log", "nemo_rl/grpo-22steps.log", "nanogpt/train.log",
              "dflash/before-cu130.log", "dflash/after-cu130.log", "dflash/reverted-cu128.log", "tfevents/fsdp",
              "mlflow/mlruns", "wandb/run-20251130_194146-rlstab01/run-rlstab01.wandb",
              "wandb/run-20251206_144948-sftful01/run-sftful01.wandb"})
            QTest::newRow(file) << file;
    }
    /// THROUGHPUT_ROT must not fire; binary formats that are not read yet have nothing to fire on.
    void nothingIsFoundIn() {
        QFETCH(QString, file);
        if (tests::sharedData("").empty())
            QSKIP(tests::sharedDataMissing);
        const auto opened = openRuns(tests::sharedData(file.toStdString()));
        QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
        for (const RunPtr& run : *opened) {
            const Diagnosis diagnosis = diagnose(*run);
            QVERIFY2(outcome(diagnosis, rot) == Outcome::clear || outcome(diagnosis, rot) == Outcome::notApplicable,
                     examination(diagnosis, rot).result.reason.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestFindingsSamples)
#include "tst_findings_samples.moc"
