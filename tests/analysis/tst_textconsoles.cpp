#include "analysis/importers/importer.h"
#include "analysis/importers/keyvalues.h"
#include "analysis/importers/quantity.h"
#include "analysis/run/stepvalues.h"
#include "tests/support/describe.h"

#include <QRegularExpression>
#include <QTest>

using namespace tachograph;

namespace {

/// What was read, without the derived series and without what is said of the reading.
QString readBack(const QByteArray& text) {
    const auto runs = openRunsFromBytes("log.txt", text.toStdString());
    QStringList lines;
    for (const QString& line : QString::fromStdString(tests::describe(runs)).split('\n', Qt::SkipEmptyParts))
        if (!line.startsWith("  note: ") && !line.startsWith("  steps: "))
            lines += line.trimmed();
    return lines.join('\n');
}

QString formatOf(const QByteArray& text) {
    const std::string bytes = text.toStdString();
    const Importer* importer = recognise({bytes, "log.txt"});
    return importer ? QString::fromStdString(importer->id) : QString("none");
}

} // namespace

/// Small logs of the text formats: recognised as their own, and read as they say.
class TestTextConsoles : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void logs_data();
    void logs() {
        QFETCH(QByteArray, text);
        QTEST(formatOf(text), "format");
        QTEST(readBack(text), "expected");
    }

    void ranksAreSaid() {
        const auto runs = openRunsFromBytes("log.txt", "[rank0]:step: 10  loss: 1.5  tps: 70\n"
                                                       "[rank4]:step: 10  loss: 1.5  tps: 72\n"
                                                       "[rank0]:step: 20  loss: 1.25  tps: 72\n"
                                                       "[rank4]:step: 20  loss: 1.25  tps: 72\n");
        QVERIFY(runs);
        const Run& run = *runs->front();
        QStringList notes;
        for (const std::string& note : run.notes())
            notes += QString::fromStdString(note);
        QVERIFY2(
            notes.contains("Lines of 2 ranks: where they differ, a step is shown by its median, with the smallest and "
                           "the largest as band; the series rank tells which rank a row is of."),
            qPrintable(notes.join('\n')));
        QVERIFY2(notes.contains("1 line of another rank says what the row before says and was laid together with it."),
                 qPrintable(notes.join('\n')));
        const StepValues tps = stepValues(run, *run.forKey("tps"), Include::all);
        QCOMPARE(tps.value, (std::vector<double>{71, 72}));
        QCOMPARE(tps.low.front(), 70.0);
        QCOMPARE(tps.high.front(), 72.0);
    }

    void refused_data();
    void refused() {
        QFETCH(QByteArray, text);
        QCOMPARE(formatOf(text), QString("none"));
    }

    void quantities_data();
    void quantities() {
        QFETCH(QString, text);
        const std::string bytes = text.toStdString();
        const auto quantity = readQuantity(bytes);
        const auto shown = [](std::string_view part) {
            return QString::fromStdString(std::string(part));
        };
        QTEST(quantity ? QString("%1|%2|%3").arg(quantity->value).arg(shown(quantity->unit), shown(quantity->rest))
                       : QString("none"),
              "expected");
    }

    void keyValues_data();
    void keyValues() {
        QFETCH(QString, text);
        const std::string bytes = text.toStdString();
        QStringList found;
        for (const KeyValue& item : keyValuesOf(bytes, false))
            found += QString("%1=%2%3")
                         .arg(QString::fromStdString(std::string(item.key)))
                         .arg(item.value)
                         .arg(QString::fromStdString(std::string(item.unit)));
        QTEST(found.join("; "), "expected");
    }
};

void TestTextConsoles::logs_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("expected");
    QTest::newRow("torchtitan")
        << QByteArray("[rank0]:[titan] 1970-01-01 00:00:10,000 - root - INFO - torchtitan version: 0.2.2 (x)\n"
                      "[rank0]:[titan] 1970-01-01 00:00:10,000 - root - INFO - Building device mesh with parallelism: "
                      "pp=1, dp_replicate=1, dp_shard=4, cp=1, tp=2, ep=1\n"
                      "[rank0]:[titan] 1970-01-01 00:00:10,000 - root - INFO - Trainer is initialized with local batch "
                      "size 3, global batch size 96, total steps 12500 (warmup 500)\n"
                      "[rank0]:[titan] 1970-01-01 00:00:20,000 - root - INFO - step: 10  loss: 11.78140  memory: "
                      "29.11GiB(92.83%)  tps: 70,593  mfu: N/A\n"
                      "[rank0]:[titan] 1970-01-01 00:00:20,500 - root - INFO - Finished saving the checkpoint (or "
                      "staging if async is enabled) in 11.30 seconds.\n"
                      "[rank0]:[titan] 1970-01-01 00:00:21,000 - root - INFO - validate step: 10  loss: 12.5  tps: "
                      "7,228\n"
                      "[rank0]:[titan] 1970-01-01 00:00:30,000 - root - INFO - step: 20  loss:  9.5  memory: "
                      "29.25GiB(93%)  tps: 70,600  mfu: 15.5%\n")
        << QString("torchtitan_console")
        << QString("log: 10@20 20@30\n"
                   "loss: 11.7814 9.5\n"
                   "memory: 29.11 29.25\n"
                   "memory(%): 92.83 93\n"
                   "tps: 70593 70600\n"
                   "mfu: null 15.5\n"
                   "validate loss: 12.5 -\n"
                   "validate tps: 7228 -\n"
                   "!checkpoint 10@20.5 Checkpoint (11.3 s)\n"
                   "!evaluation 10@21\n"
                   "config cp = 1\nconfig dp_replicate = 1\nconfig dp_shard = 4\nconfig ep = 1\n"
                   "config global batch size = 96\nconfig local batch size = 3\nconfig pp = 1\n"
                   "config total steps = 12500\nconfig tp = 2\n"
                   "env gpus = 8\nenv torchtitan = 0.2.2");
    QTest::newRow("torchtitan, lines of two ranks")
        << QByteArray("[rank0]:step: 10  loss: 1.5  tps: 70\n[rank4]:step: 10  loss: 1.5  tps: 71\n"
                      "[rank0]:step: 20  loss: 1.25  tps: 72\n[rank4]:step: 20  loss: 1.25  tps: 72\n"
                      "[rank0]:step: 30  loss: 1.0  tps: 73\n[rank0]:step: 40  loss: 1.0  tps: 73\n"
                      "[rank4]:step: 30  loss: 1.0  tps: 73\n")
        << QString("torchtitan_console")
        << QString("log: 10 10 20 30 40\n"
                   "loss: 1.5 1.5 1.25 1 1\n"
                   "tps: 70 71 72 73 73\n"
                   "rank: 0 4 0 0 0\n"
                   "issue whole recording: 1 line of a slower rank came after the next step and was left out.");
    QTest::newRow("Megatron-LM")
        << QByteArray("------------------------ arguments ------------------------\n"
                      "  world_size ...................................... 16\n"
                      "-------------------- end of arguments ---------------------\n"
                      "steps: 1 loss: 12.5 iter time (s): 15.161 samples/sec: 1.055\n"
                      "node01: iteration        1/     500 | elapsed time per iteration (ms): 15165.9 | lm loss: "
                      "1.25E+01 | grad norm: nan |\n"
                      " iteration        2/     500 | elapsed time per iteration (ms): 15000.5/15083.2 | lm loss: "
                      "1.0E+01 | grad norm: 2.5 |\n"
                      " validation loss at iteration 2 | lm loss value: 7.5E+00 | lm loss PPL: 2.0E+03 | \n"
                      "saving checkpoint at iteration       2 to /data/run\n"
                      "  successfully saved checkpoint at iteration       2 to /data/run\n"
                      "    save-checkpoint ................................: (23683.77, 23684.20)\n"
                      "saving checkpoint at iteration       2 to /data/run\n")
        << QString("megatron_console")
        << QString("log: 1 2\n"
                   "loss: 12.5 -\n"
                   "iter time (s): 15.161 -\n"
                   "samples/sec: 1.055 -\n"
                   "elapsed time per iteration (ms): 15165.9 15000.5\n"
                   "lm loss: 12.5 10\n"
                   "grad norm: nan 2.5\n"
                   "elapsed time per iteration (ms) (second number): - 15083.2\n"
                   "validation lm loss value: - 7.5\n"
                   "validation lm loss PPL: - 2000\n"
                   "!evaluation 2\n"
                   "!checkpoint 2 Checkpoint of iteration 2 (23.6842 s)\n"
                   "config world_size = 16\n"
                   "env gpus = 16");
    QTest::newRow("golden values")
        << QByteArray("{\"lm loss\": {\"start_step\": 1, \"values\": {\"1\": \"nan\", \"2\": 10.5}},\n"
                      " \"mem-allocated-bytes\": {\"start_step\": 1, \"values\": {\"2\": 4096, \"3\": 8192}}}\n")
        << QString("megatron_golden")
        << QString("log: 1 2 3\n"
                   "lm loss: null 10.5 -\n"
                   "mem-allocated-bytes: - 4096 8192");
    QTest::newRow("NeMo-RL") << QByteArray(
                                    "========================= Step 10/50 =========================\n"
                                    "▶ Starting validation at step 10...\n"
                                    "📊 Validation Results:\n    • Accuracy: 0.25\n"
                                    "  ⏱️  Validation Timing:\n    • Total validation time: 30.5s\n"
                                    "Saving checkpoint for step 10...\n"
                                    "📊 Training Results:\n  • Loss: nan\n"
                                    "⏱️  Timing:\n  • Total step time: 80.5s\n  • generation: 31.25s (38.5%)\n"
                                    "  • checkpointing: 4.5s (5.8%)\n"
                                    "🔍 Performance Metrics:\n  • Throughputs (per GPU):\n"
                                    "    - E2E (Tokens/sec/gpu): 612.5\n"
                                    "========================= Step 11/50 =========================\n"
                                    "▶ Preparing batch...\n")
                             << QString("nemo_rl_console")
                             << QString("log: 10\n"
                                        "Validation/Accuracy: 0.25\n"
                                        "Total validation time: 30.5\n"
                                        "Loss: nan\n"
                                        "Total step time: 80.5\n"
                                        "generation: 31.25\n"
                                        "checkpointing: 4.5\n"
                                        "E2E (Tokens/sec/gpu): 612.5\n"
                                        "!evaluation 10 Validation (30.5 s)\n"
                                        "!checkpoint 10 Checkpoint of step 10 (4.5 s)");
    QTest::newRow("nanoGPT") << QByteArray("step 0: train loss 10.5, val loss 10.75\n"
                                           "iter 0: loss 10.25, time 22640.22ms, mfu -100.00%\n"
                                           "saving checkpoint to out\n"
                                           "iter 1: loss nan, time 263.56ms, mfu 108.40%\n")
                             << QString("nanogpt_console")
                             << QString("log: 0 1\n"
                                        "train loss: 10.5 -\n"
                                        "val loss: 10.75 -\n"
                                        "loss: 10.25 nan\n"
                                        "time: 22640.22 263.56\n"
                                        "mfu: -100 108.4\n"
                                        "!evaluation 0\n"
                                        "!checkpoint 0 Checkpoint out");
    QTest::newRow("disaggregated loop, over midnight")
        << QByteArray("--- Step 0 ---\n[23:59:50] [a] Starting generation...\n"
                      "Generated 16 completions in 9.50s | Reward: 0.125 (Moving Avg: 0.5) | Rate: 6.25%\n"
                      "Trained 64 micro-batches in 3.25s | Reward: 0.125 | KL: 0.5\n[00:00:10] [a] Done.\n"
                      "Synced weights in 1.5s\n--- Step 1 ---\n"
                      "Generated 16 completions in 9.25s | Reward: 0.25 (Moving Avg: 0.5) | Rate: 5%\n")
        << QString("grpo_console")
        << QString("log: 0+20/1 1\n"
                   "generated: 9.5 9.25\n"
                   "Reward: 0.125 0.25\n"
                   "Rate: 6.25 5\n"
                   "trained: 3.25 -\n"
                   "KL: 0.5 -\n"
                   "synced: 1.5 -");
    QTest::newRow("slime: steps are rollouts") << QByteArray("(A pid=1) perf 0: {'perf/rollout_time': 98.5}\n"
                                                             "(B pid=2) rollout 0: {'rollout/raw_reward': 0.25}\n"
                                                             "(B pid=2) step 0: {'train/loss': 0.5}\n"
                                                             "(B pid=2) step 1: {'train/loss': 0.25}\n"
                                                             "(B pid=2) perf 0: {'perf/step_time': 143.5}\n"
                                                             "(A pid=1) perf 1: {'perf/rollout_time': 99.5}\n")
                                               << QString("slime_console")
                                               << QString("log: 0 0 1\n"
                                                          "perf/rollout_time: 98.5 - 99.5\n"
                                                          "rollout/raw_reward: 0.25 - -\n"
                                                          "train/loss: 0.5 0.25 -\n"
                                                          "perf/step_time: - 143.5 -");
    QTest::newRow("OpenRLHF, bars of older versions")
        << QByteArray("Train epoch [2/2]: 21%|██ | 3/8 [00:30<01:00, 4.54s/it, pg=-0.5, rm=0.25, glen=770]\n")
        << QString("openrlhf_console") << QString("log: 11+30/1\npg: -0.5\nrm: 0.25\nglen: 770");
    QTest::newRow("OpenRLHF, a record of several lines")
        << QByteArray("INFO 03-15 12:00:00 ppo_trainer.py:547] Global step 12: {'policy_loss': 0.5,\r\n"
                      "INFO 03-15 12:00:00 ppo_trainer.py:547] 'timing/generation': 20.5}\r\n"
                      "INFO 03-15 12:00:09 ppo_trainer.py:547] Global step 13: {'policy_loss': 0.25,\r\n"
                      "INFO 03-15 12:00:09 ppo_trainer.py:547] Saving the model\r\n")
        << QString("openrlhf_console")
        << QString("log: 12 13\npolicy_loss: 0.5 0.25\ntiming/generation: 20.5 -\n"
                   "issue line 3: The line of step 13 is cut; what stands before the cut was kept.");
    QTest::newRow("prime-rl, older lines")
        << QByteArray(
               "16:43:41 SUCCESS Step 13 | Time: 2m 5s | Reward: 0.75 | Throughput: 1800.5 tokens/s | Peak Mem.: "
               "29/31 GiB\n")
        << QString("prime_rl_console")
        << QString("log: 13+0/1\nTime: 125\nReward: 0.75\nThroughput: 1800.5\nPeak Mem.: 29");
    QTest::newRow("DeepSpeed") << QByteArray("[1970-01-01 00:00:10,000] [INFO] [logging.py:96:log_dist] [Rank 0] "
                                             "step=10, skipped=0, lr=[1e-05], mom=[(0.9, 0.999)]\n"
                                             "[Rank 0] time (ms) | fwd: 114577.10 | bwd: 231.5 | step: 105.25\n")
                               << QString("deepspeed_console")
                               << QString("log: 10@10\nskipped: 0\nlr: 1e-05\nfwd: 114577.1\nbwd: 231.5\nstep: 105.25");
    QTest::newRow("nvidia-smi of two GPUs")
        << QByteArray("timestamp, index, utilization.gpu [%], memory.used [MiB]\n"
                      "1970/01/01 00:00:10.000, 0, 95 %, 71000 MiB\n1970/01/01 00:00:10.002, 1, 40 %, [N/A]\n"
                      "1970/01/01 00:00:20.000, 0, 96 %, 71001 MiB\n")
        << QString("nvidia_smi")
        << QString("log: 1@10 2@20\n"
                   "gpu/0/utilization.gpu: 95 96\n"
                   "gpu/0/memory.used: 71000 71001\n"
                   "gpu/1/utilization.gpu: 40 -\n"
                   "gpu/1/memory.used: null -\n"
                   "env gpus = 2");
    QTest::newRow("nvidia-smi without header, an index by its shape")
        << QByteArray("1970/01/01 00:00:10.000, 0, 95 %, 71000 MiB\n1970/01/01 00:00:10.002, 1, 40 %, 500 MiB\n"
                      "1970/01/01 00:00:20.000, 0, 96 %, 71001 MiB\n1970/01/01 00:00:20.002, 1, 41 %, 501 MiB\n")
        << QString("nvidia_smi")
        << QString(
               "log: 1@10 2@20\n"
               "gpu/0/column 3: 95 96\ngpu/0/column 4: 71000 71001\n"
               "gpu/1/column 3: 40 41\ngpu/1/column 4: 500 501\nenv gpus = 2\n"
               "issue header: Without a header line it is not certain which column is which quantity, so none has a "
               "role. Put the line that nvidia-smi prints without noheader in front of the file, such as "
               "\"timestamp, index, utilization.gpu [%], memory.used [MiB]\".");
    QTest::newRow("nvidia-smi without header, a GPU by its UUID")
        << QByteArray("1970/01/01 00:00:10.000, GPU-aa-1, 95 %, 5\n1970/01/01 00:00:10.002, GPU-bb-2, 40 %, 6\n")
        << QString("nvidia_smi")
        << QString(
               "log: 1@10\ngpu/0/column 3: 95\ngpu/0/column 4: 5\ngpu/1/column 3: 40\ngpu/1/column 4: 6\n"
               "env gpus = 2\n"
               "issue header: Without a header line it is not certain which column is which quantity, so none has a "
               "role. Put the line that nvidia-smi prints without noheader in front of the file, such as "
               "\"timestamp, index, utilization.gpu [%], memory.used [MiB]\".");
    QTest::newRow("open-instruct") << QByteArray("╭──── Metrics ────╮\n"
                                                 "│  other  training_step: 3 | episode: 96 │\n"
                                                 "│  time   total: 12.50 | weight_sync:    │\n"
                                                 "│         0.25 | training: 4.00          │\n"
                                                 "│  val    sequence_lengths: 210.50       │\n"
                                                 "╰─────────────────╯\n"
                                                 "╭──── Metrics ────╮\n│  other  episode: 128 │\n╰──╯\n")
                                   << QString("open_instruct_console")
                                   << QString(
                                          "log: 3\nepisode: 96\ntime/total: 12.5\ntime/weight_sync: 0.25\n"
                                          "time/training: 4\nval/sequence_lengths: 210.5\n"
                                          "issue whole recording: Panels of metrics without an end or a training_step, "
                                          "left out: 1.");
    QTest::newRow("vllm speculators")
        << QByteArray("[12:00:00] INFO     train/loss=2.5 profile/step_ms=812.5\n"
                      "                    profile/fetch_ms=12.5 global_step=10\n"
                      "[12:00:09] INFO     train/loss=2.25 profile/step_ms=800\n"
                      "Loading a shard\n"
                      "                    train/loss=2.125 global_step=30\n")
        << QString("speculators_console")
        << QString("log: 10 30\nprofile/fetch_ms: 12.5 -\nprofile/step_ms: 812.5 -\ntrain/loss: 2.5 2.125\n"
                   "issue whole recording: Records without a step, left out: 1.");
    QTest::newRow("key=value")
        << QByteArray("start\n[a] step  1  loss=0.5  dt=1.5s\n[a] step  2  loss=nan  dt=1.25s\nTraceback (most recent "
                      "call last):\n  File \"x\"\nValueError: no\n[a] step  3  loss=0.25  dt=1s\n")
        << QString("keyvalue_console")
        << QString("log: 1 2 3\nloss: 0.5 nan 0.25\ndt: 1.5 1.25 1\n!exception 2 ValueError: no");
}

void TestTextConsoles::refused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("a readme") << QByteArray("# Tool\n\nRun it with `--steps 100`. Step 1: build. Step 2: run.\n"
                                            "The loss is 0.5, the time is 3 s: good.\n");
    QTest::newRow("source") << QByteArray("for (int step = 0; step < 10; ++step) {\n    loss = 0.5;\n    step = 1;\n}\n"
                                          "int iteration = 5; double time = 3.5;\n");
    QTest::newRow("a picture") << QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
    QTest::newRow("a core file") << QByteArray("\x7f"
                                               "ELF\2\1\1\0\0\0\0\0\0\0\0\0\4\0>\0",
                                               20);
    QTest::newRow("settings") << QByteArray("{\n  \"lr\": 1e-5,\n  \"layers\": [{\"size\": 3, \"heads\": 4}]\n}\n");
    QTest::newRow("yaml") << QByteArray("trainer:\n  steps: 5\n  lr: 0.1\n");
}

void TestTextConsoles::quantities_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("unit and share") << "29.5GiB(92.83%)"
                                    << "29.5|GiB|(92.83%)";
    QTest::newRow("thousands") << " 70,593  tflops"
                               << "70593||  tflops";
    QTest::newRow("a comma behind") << "10.5, time"
                                    << "10.5||, time";
    QTest::newRow("exponent") << "2.5E-07 |"
                              << "2.5e-07|| |";
    QTest::newRow("a letter e") << "5e"
                                << "5|e|";
    QTest::newRow("nan") << "nan |"
                         << "nan|| |";
    QTest::newRow("minus infinity") << "-inf"
                                    << "-inf||";
    QTest::newRow("wrapped") << "np.float64(0.5) lr"
                             << "0.5|| lr";
    QTest::newRow("wrapped nan") << "tensor(nan, device='cuda:0'), x"
                                 << "nan||, x";
    QTest::newRow("a call of something else") << "max(0.5)"
                                              << "none";
    QTest::newRow("an open wrapping") << "np.float64(0.5"
                                      << "none";
    QTest::newRow("a word") << "nano"
                            << "none";
    QTest::newRow("nothing") << ""
                             << "none";
    QTest::newRow("not available") << "N/A"
                                   << "none";
    QTest::newRow("a sign") << "-"
                            << "none";
}

void TestTextConsoles::keyValues_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("equals") << "step=5 loss=3.5 dt=108ms"
                            << "step=5; loss=3.5; dt=108ms";
    QTest::newRow("colons and words") << "Step: 5 | Mean reward: 0.5, Loss: 2"
                                      << "Step=5; Mean reward=0.5; Loss=2";
    QTest::newRow("a clock is none") << "10:05:33 loss=1"
                                     << "loss=1";
    QTest::newRow("a path is none") << "file=/a/b=c lr=1e-05"
                                    << "lr=1e-05";
    QTest::newRow("a version is none") << "torch=2.9.1 x=1"
                                       << "x=1";
    QTest::newRow("wrapped numbers") << "loss=tensor(2.5, device='cuda:0') lr=np.float64(0.5) n=2"
                                     << "loss=2.5; lr=0.5; n=2";
    QTest::newRow("words only") << "key=value other: text"
                                << "";
}

QTEST_GUILESS_MAIN(TestTextConsoles)
#include "tst_textconsoles.moc"
