#include "analysis/run/metricroles.h"
#include "analysis/run/roles.h"
#include "analysis/run/runbuilder.h"

#include <QTest>

#include <set>

using namespace tachograph;

/// The built-in table against what trainers' sources and recordings say of their keys.
class TestRoleTable : public QObject {
    Q_OBJECT

    static QString described(const std::optional<MetricRole>& role) {
        if (!role)
            return "-";
        QString text = QString::fromStdString(role->role + " " + role->unit);
        if (role->scope != Scope::unknown)
            text += role->scope == Scope::job ? " job" : " gpu";
        if (role->averaging == Averaging::sinceStart)
            text += " averaged";
        return text.trimmed();
    }

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void keysOfTrainers_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("expected");
        const char* const table = R"(
jsonl           step_time_s                                                step_time s
jsonl           completion_len_p95                                         completion_length_p95 tok
jsonl           tokens_per_s                                               throughput tok/s job
dflash_console  Ktok/s                                                     throughput Ktok/s job averaged
dflash_console  tgt                                                        target_rate batches/s job averaged
dflash_console  ETA                                                        eta d job
dflash_console  q_hsb                                                      queue/q_hsb items
jsonl           tgt                                                        -
trainer_state   completions/mean_length                                    completion_length tok
jsonl           train/completions/mean_length                              completion_length tok
jsonl           eval_completions/mean_length                               -
jsonl           eval/completions/mean_length                               -
jsonl           profiling/Time taken: GRPOTrainer.vLLM.generate            generation_time s
jsonl           profiling/Time taken: RLOOTrainer.transformers.generate    generation_time s
jsonl           profiling/Time taken: GRPOTrainer._prepare_inputs          -
jsonl           profiling/Time taken: GRPOTrainer.sync_weights             -
trainer_state   num_tokens                                                 tokens_total tok job
trainer_state   eval_runtime                                               evaluation_time s
trainer_state   eval_loss                                                  -
trainer_state   train_runtime                                              -
jsonl           tokens/train_per_sec_per_gpu                               throughput tok/s gpu
jsonl           throughput                                                 throughput tok/s averaged
tfevents        throughput                                                 -
jsonl           train_speed(iter/s)                                        steps_per_hour 1/s job averaged
jsonl           train_speed(s/it)                                          step_time s averaged
wandb           gpu.0.gpu                                                  gpu/0/utilization % gpu
wandb           gpu.3.memoryAllocatedBytes                                 gpu/3/memory B gpu
wandb           gpu.3.memoryAllocated                                      -
wandb           gpu.0.temp                                                 gpu/0/temperature degC gpu
jsonl           gpu.0.temp                                                 -
mlflow          system/gpu_1_memory_usage_megabytes                        gpu/1/memory MB gpu
mlflow          system/gpu_1_memory_usage_percentage                       -
verl_console    timing_s/step                                              step_time s
verl_console    timing_s/gen                                               generation_time s
verl_console    timing_s/update_actor                                      optimization_time s
verl_console    timing_s/update_critic                                     phase/update_critic s
verl_console    timing_s/ref                                               phase/ref s
verl_console    timing_s/old_log_prob                                      phase/old_log_prob s
verl_console    timing_s/testing                                           evaluation_time s
verl_console    timing_s/save_checkpoint                                   checkpoint_time s
verl_console    timing_s/start_profile                                     -
verl_console    timing_s/agent_loop/generate_sequences/max                 -
verl_console    timing_s/agent_loop/slowest/response_length                -
verl_console    timing_s/generate_sequences                                -
verl_console    timing_per_token_ms/gen                                    -
verl_console    response_length/mean                                       completion_length tok
verl_console    response_length_non_aborted/mean                           -
verl_console    prompt_length/mean                                         -
verl_console    perf/throughput                                            throughput tok/s gpu
verl_console    perf/total_num_tokens                                      tokens_per_step tok job
jsonl           train/time(s)                                              step_time s
jsonl           timing/step_total                                          step_time s
jsonl           train/timing/generation                                    generation_time s
jsonl           timing/train/prepare_for_generation/total                  phase/prepare_for_generation s
jsonl           timing/train/prepare_for_generation/transfer_and_update_weights  -
jsonl           timing/train/valid_tokens_per_sec_per_gpu                  -
jsonl           performance/tokens_per_sec                                 throughput tok/s job
nemo_rl_console generation                                                 generation_time s
jsonl           generation                                                 -
nemo_rl_console E2E (Tokens/sec/gpu)                                       throughput tok/s gpu
jsonl           time/step                                                  step_time s
jsonl           perf/throughput_per_gpu                                    throughput tok/s gpu
jsonl           perf/step_time                                             step_time s
jsonl           perf/train_time                                            -
jsonl           perf/sleep_time                                            -
jsonl           timeperf/rollout                                           generation_time s
jsonl           timeperf/recompute_logp                                    phase/recompute_logp s
jsonl           learner_tokens_per_second_overall                          throughput tok/s job averaged
tfevents        time_metrics/end_to_end(s)                                 step_time s
tfevents        time_metrics/data_loading(%)                               -
tfevents        throughput(tps)                                            throughput tok/s gpu
torchtitan_console tps                                                     throughput tok/s gpu
megatron_console elapsed time per iteration (ms)                           step_time ms
megatron_console iter time (s)                                             step_time s
tfevents        iteration-time                                             step_time s
tfevents        iteration-time vs samples                                  -
megatron_console throughput per GPU (TFLOP/s/GPU)                          -
nanogpt_console time                                                       step_time ms
jsonl           time                                                       -
ezpz_console    mtps                                                       throughput Mtok/s job
jsonl           dt                                                         -
jsonl           train/perf/optimizer_step_time_s                           step_time s
jsonl           profile/step_ms                                            step_time ms
jsonl           profile/fetch_frac                                         -
csv             train_loss_step                                            loss
)";
        for (const QString& line : QString(table).split('\n', Qt::SkipEmptyParts)) {
            static const QRegularExpression columns(R"(^(\S+)\s+(.*?)\s{2,}(.+)$)");
            const auto match = columns.match(line);
            QVERIFY2(match.hasMatch(), qPrintable(line));
            QTest::newRow(qPrintable(match.captured(1) + " " + match.captured(2)))
                << match.captured(1) << match.captured(2) << match.captured(3).trimmed();
        }
    }
    void keysOfTrainers() {
        QFETCH(QString, format);
        QFETCH(QString, key);
        QFETCH(QString, expected);
        QCOMPARE(described(MetricRoles::builtIn().find(key.toStdString(), format.toStdString())), expected);
    }

    void everyRoleIsOneOfOurs() {
        for (const MetricRole& entry : MetricRoles::builtIn().entries()) {
            const bool named = entry.role.starts_with(roles::phasePrefix) || entry.role.starts_with(roles::queuePrefix);
            QVERIFY2(named || roleInfo(entry.role).title != entry.role, entry.role.c_str());
        }
    }

    void noEntryIsHiddenBehindAnEarlierOne() {
        const auto& entries = MetricRoles::builtIn().entries();
        for (const MetricRole& entry : entries) {
            const std::string format = entry.formats.empty() ? "any" : entry.formats.front();
            const auto found = MetricRoles::builtIn().find(entry.pattern, format);
            QVERIFY2(found && found->pattern == entry.pattern, entry.pattern.c_str());
        }
    }

    void onePartOfAStepIsNotCountedTwice_data() {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("role");
        QTest::addColumn<QString>("winner");
        QTest::newRow("two names of one length") << "completion_length,completions/mean_length"
                                                 << "completion_length"
                                                 << "completions/mean_length";
        QTest::newRow("verl's two step times") << "perf/time_per_step,timing_s/step"
                                               << "step_time"
                                               << "timing_s/step";
        QTest::newRow("sampler inside scoring")
            << "profiling/Time taken: T._generate_and_score_completions,profiling/Time taken: T.vLLM.generate"
            << "generation_time"
            << "profiling/Time taken: T.vLLM.generate";
        QTest::newRow("per GPU and whole") << "performance/tokens_per_sec_per_gpu,performance/tokens_per_sec"
                                           << "throughput"
                                           << "performance/tokens_per_sec";
        QTest::newRow("prime-rl's whole job is not verl's per GPU") << "perf/throughput,perf/throughput_per_gpu"
                                                                    << "throughput"
                                                                    << "perf/throughput_per_gpu";
    }
    void onePartOfAStepIsNotCountedTwice() {
        QFETCH(QString, keys);
        QFETCH(QString, role);
        QFETCH(QString, winner);
        RunBuilder builder("run", "run.jsonl", "jsonl");
        const auto row = builder.addRow({.step = 1});
        for (const QString& key : keys.split(','))
            builder.addValue(builder.series(key.toStdString()), row, 1.0);
        const auto run = builder.build(MetricRoles::builtIn());
        int withRole = 0;
        for (const Series& series : run->series())
            withRole += !series.derived && series.role == role.toStdString() ? 1 : 0;
        QCOMPARE(withRole, 1);
        QCOMPARE(QString::fromStdString(run->forRole(role.toStdString())->key), winner);
    }
};

QTEST_GUILESS_MAIN(TestRoleTable)
#include "tst_roletable.moc"
