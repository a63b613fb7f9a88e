#include "analysis/detectors/steptimetrend.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/importers/openrun.h"
#include "analysis/numerics/mannkendall.h"
#include "tests/support/samples.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace tachograph;

namespace {

/// Codes of all findings of all runs of a file, sorted, each once.
QString codesIn(const std::vector<RunPtr>& runs) {
    QStringList codes;
    for (const RunPtr& run : runs) {
        const Diagnosis diagnosis = diagnose(*run);
        for (const Finding* finding : diagnosis.findings())
            codes.append(QString::fromStdString(finding->code));
    }
    codes.removeDuplicates();
    codes.sort();
    return codes.join(' ');
}

} // namespace

/// All detectors over the shared recordings: what is found is what their README states, and nothing else is.
class TestDetectorsSamples : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void found_data() {
        QTest::addColumn<QString>("codes");
        const auto add = [](const char* file, const char* codes) {
            QTest::newRow(file) << QString(codes);
        };
        add("rl/flat.jsonl", "");
        add("rl/upgrade-before", "");
        add("rl/upgrade-after", "WARNING_NEW");
        add("rl/rot-2s-to-5s.jsonl", "THROUGHPUT_ROT");
        add("rl/infra-rot.jsonl", "THROUGHPUT_ROT");
        add("rl/one-step-up.jsonl", "STEP_TIME_SHIFT");
        add("rl/checkpoint-stall.jsonl", "CHECKPOINT_STALL");
        add("rl/checkpoint-stall-outside.jsonl", "CHECKPOINT_STALL");
        add("rl/nan-and-gaps.jsonl", "NON_FINITE");
        add("rl/resumed-overlap.jsonl", "RESUME_REWIND");
        // Their printed rates are averages; after the change q_hs is full; the OOM ends one drafter of three.
        add("dflash/before-cu130.log", "AVERAGED_RATE");
        add("dflash/reverted-cu128.log", "AVERAGED_RATE");
        add("dflash/after-cu130.log", "AVERAGED_RATE PIPELINE_BOTTLENECK");
        add("dflash/after-cu130-17steps.log", "AVERAGED_RATE ETA_DRIFT PIPELINE_BOTTLENECK");
        add("dflash/cu130-full-budget-oom.log", "AVERAGED_RATE OUT_OF_MEMORY WORKER_LOST");
        add("dflash/redesign-q_hsb.log", "AVERAGED_RATE PIPELINE_BOTTLENECK QUEUE_IMBALANCE");
        add("dflash/tmux-capture.log", "");
        add("verl_console/rl-length-growth-238steps.log", "THROUGHPUT_ROT");
        add("verl_console/rl-length-collapse-cut-lines.log", "");
        add("verl_console/rl-ray-ansi-80steps.log", "");
        add("trl_console/grpo-tools-quoted-strings.log", "");
        add("trl_console/grpo-200steps-every5.log", "");
        add("trainer_state/sft_bare_nan.json", "NON_FINITE");
        add("trainer_state/sft_eval_rows.json", "");
        add("trainer_state/grpo_old_key_names.json", "");
        add("trainer_state/grpo_two_length_keys_250.json", "");
        add("jsonl/grpo_several_runs_one_file.jsonl", "");
        add("jsonl/train_metrics_with_duplicates.jsonl", "RESUME_REWIND");
        add("jsonl/train_metrics_deduplicated.jsonl", "");
        add("torchtitan_console/ansi-2000lines.log", "");
        add("torchtitan_console/validate-and-checkpoints.log", "");
        add("megatron_console/baseline_500.log", "");
        add("megatron_console/freq_500.log", "");
        add("megatron_golden/resume_1st.json", "");
        add("megatron_golden/resume_2nd.json", "");
        add("nanogpt/train.log", "SLOW_START"); // iteration 0 takes 22,640 of about 116,000 ms
        add("nemo_rl/grpo-22steps.log", "");
        add("grpo_console/disagg_baseline.log", "");
        add("grpo_console/disagg_timeslice_a.log", "");
        add("multirank/ddp_8rank_interleaved.md", "");
        add("prime_rl_bench/bench_4b.json", "");
        add("tfevents/fsdp", "");
        add("tfevents/no_step", "");
        add("tfevents/resume_overlap", "RESUME_REWIND");
        add("mlflow/mlruns", "NON_FINITE"); // three NaN of the gradient norm
        add("mlflow/sft_runs.db", "");
        add("wandb/run-20250422_232745-sfttrn01/run-sfttrn01.wandb", ""); // seven trainings: no rewind
        // Validation is outside of the step time. Four of its eight GPUs belong to the job.
        add("wandb/run-20251130_194146-rlstab01/run-rlstab01.wandb", "EVALUATION_UNACCOUNTED");
        add("wandb/run-20251206_144948-sftful01/run-sftful01.wandb", "");
        add("lightning/version_8/metrics.csv", "");
        add("wandb_csv/panel_export_3runs.csv", "");
    }
    void found() {
        QFETCH(QString, codes);
        if (tests::sharedData("").empty())
            QSKIP(tests::sharedDataMissing);
        const auto runs = openRuns(tests::sharedData(QTest::currentDataTag()));
        QVERIFY2(runs, runs ? "" : runs.error().message.c_str());
        QCOMPARE(codesIn(*runs), codes);
    }

    void everyListedRecording_data() {
        QTest::addColumn<bool>("rots");
        if (tests::sharedData("").empty())
            QSKIP(tests::sharedDataMissing);
        int listed = 0;
        for (const QString& line :
             QString::fromStdString(tests::readFile(tests::sharedData("README.md"))).split('\n')) {
            if (line.startsWith("## 2"))
                break;
            const QStringList cells = line.split(" | ");
            static const QRegularExpression path("^\\| `([^`*]+)`");
            const QRegularExpressionMatch match = path.match(line);
            // Side files are read with the run that they stand beside.
            if (!match.hasMatch() || match.captured(1).contains("/files/") || match.captured(1).endsWith(".py"))
                continue;
            const bool rots = cells.last().contains("THROUGHPUT_ROT fires") || cells.last().contains("CREEP, fires");
            QTest::newRow(qPrintable(match.captured(1))) << rots;
            ++listed;
        }
        QVERIFY2(listed >= 50, qPrintable(QString::number(listed)));
    }
    /// The list beside the recordings: each of them opens, and THROUGHPUT_ROT fires on those that it says it fires on
    /// and on no other, a "significant" Mann-Kendall trend or not.
    void everyListedRecording() {
        QFETCH(bool, rots);
        const auto runs = openRuns(tests::sharedData(QTest::currentDataTag()));
        QVERIFY2(runs, runs ? "" : runs.error().message.c_str());
        QVERIFY(!runs->empty());
        QCOMPARE(codesIn(*runs).contains("THROUGHPUT_ROT"), rots);
    }

    /// A trend that is significant and tiny: Mann-Kendall alone would fire.
    void significantButTiny_data() {
        QTest::addColumn<double>("mostFactor");
        QTest::newRow("megatron_console/baseline_500.log") << 1.06;
        QTest::newRow("torchtitan_console/validate-and-checkpoints.log") << 1.02;
        QTest::newRow("tfevents/fsdp") << 1.05;
    }
    void significantButTiny() {
        QFETCH(double, mostFactor);
        if (tests::sharedData("").empty())
            QSKIP(tests::sharedDataMissing);
        const auto runs = openRuns(tests::sharedData(QTest::currentDataTag()));
        QVERIFY(runs);
        const StepTimeTrend trend = examineStepTime(*runs->front(), 1.4, {});
        QCOMPARE(trend.verdict.kind, numerics::TrendKind::none);
        QVERIFY2(trend.verdict.factor > 1.0 && trend.verdict.factor < mostFactor,
                 qPrintable(QString::number(trend.verdict.factor)));
        const double p = numerics::mannKendall(trend.steps->value).pRising;
        QVERIFY2(p < 0.01, qPrintable(QString::number(p)));
    }

    void figures_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("figure");
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("tolerance"); // share of it
        const auto add = [](const char* file, const char* code, const char* figure, double value, double tolerance) {
            QTest::addRow("%s %s", file, figure)
                << QString(file) << QByteArray(code) << QByteArray(figure) << value << tolerance;
        };
        add("rl/resumed-overlap.jsonl", "RESUME_REWIND", "steps_again", 102, 0);
        add("rl/resumed-overlap.jsonl", "RESUME_REWIND", "seconds_again", 209.3, 5e-4);
        add("rl/resumed-overlap.jsonl", "RESUME_REWIND", "rewinds", 2, 0);
        add("jsonl/train_metrics_with_duplicates.jsonl", "RESUME_REWIND", "steps_again", 29, 0);
        add("rl/nan-and-gaps.jsonl", "NON_FINITE", "nonfinite_1", 12, 0); // 11 NaN and one infinite reward
        add("rl/nan-and-gaps.jsonl", "NON_FINITE", "nonfinite_2", 5, 0);  // throughput
        add("trainer_state/sft_bare_nan.json", "NON_FINITE", "nonfinite_1", 1, 0);
        const char* wandb = "wandb/run-20251130_194146-rlstab01/run-rlstab01.wandb";
        add(wandb, "EVALUATION_UNACCOUNTED", "pauses", 5, 0);
        add(wandb, "EVALUATION_UNACCOUNTED", "at_evaluations", 5, 0);
        add(wandb, "EVALUATION_UNACCOUNTED", "seconds", 175.3 + 172.3 + 180.6 + 169.8 + 209.2, 0.01);
        const char* oom = "dflash/cu130-full-budget-oom.log";
        constexpr double mebibyte = 1048576.0;
        add(oom, "OUT_OF_MEMORY", "occurrences", 1, 0);
        add(oom, "OUT_OF_MEMORY", "tried", 214.0 * mebibyte, 1e-9);
        add(oom, "OUT_OF_MEMORY", "free", 187.44 * mebibyte, 1e-9);
        add(oom, "OUT_OF_MEMORY", "reserved_unallocated", 2.31 * 1024 * mebibyte, 1e-9);
        add("dflash/after-cu130-17steps.log", "ETA_DRIFT", "printed_eta", 15.7 * 86'400, 1e-9);
        add("dflash/after-cu130-17steps.log", "ETA_DRIFT", "implied_eta", 26.8 * 86'400, 0.02);
        add("dflash/after-cu130.log", "AVERAGED_RATE", "current", 6460, 0.01);
        add("dflash/before-cu130.log", "AVERAGED_RATE", "current", 20'300, 0.01);
        add("dflash/after-cu130.log", "PIPELINE_BOTTLENECK", "q_hs", 60, 0);
        add("dflash/redesign-q_hsb.log", "PIPELINE_BOTTLENECK", "q_pre", 250, 0);
    }
    void figures() {
        QFETCH(QString, file);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, figure);
        QFETCH(double, value);
        QFETCH(double, tolerance);
        if (tests::sharedData("").empty())
            QSKIP(tests::sharedDataMissing);
        const auto runs = openRuns(tests::sharedData(file.toStdString()));
        QVERIFY(runs);
        const Diagnosis diagnosis = diagnose(*runs->front());
        for (const Finding* finding : diagnosis.findings())
            for (const Evidence& evidence : finding->evidence)
                if (finding->code == code.toStdString() && evidence.name == figure.toStdString()) {
                    QVERIFY2(std::abs(evidence.value - value) <= tolerance * value,
                             qPrintable(QString::number(evidence.value, 'g', 9)));
                    return;
                }
        QFAIL("not in the findings");
    }

    /// Graver findings stand above what every run of that trainer gets.
    void averagesComeLast() {
        if (tests::sharedData("").empty())
            QSKIP(tests::sharedDataMissing);
        const auto runs = openRuns(tests::sharedData("dflash/cu130-full-budget-oom.log"));
        QVERIFY(runs);
        const Diagnosis diagnosis = diagnose(*runs->front());
        QCOMPARE(diagnosis.findings().front()->code, std::string("WORKER_LOST"));
        QCOMPARE(diagnosis.findings().back()->code, std::string("AVERAGED_RATE"));
    }
};

QTEST_GUILESS_MAIN(TestDetectorsSamples)
#include "tst_detectors_samples.moc"
