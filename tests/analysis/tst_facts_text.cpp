#include "analysis/importers/importer.h"
#include "tests/analysis/facttable.h"
#include "tests/support/samples.h"

#include <QRegularExpression>
#include <QTest>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

/// From the list of series beside the shared recordings: path | key | finite values | first step | last step | median |
/// early fifth | late fifth | NaN, infinities and nulls. Six significant digits. Where the list counts dicts the steps
/// here are those of the progress bar.
const char* const seriesFacts = R"(
trl_console/grpo-tools-quoted-strings.log         | step_time                       | 30   | 1   | 30   | 5.845    | 5.7205   | 5.8505   | 0
trl_console/grpo-tools-quoted-strings.log         | completions/mean_length         | 4    | 1   | 25   | 232.55   | 283.4    | 147.6    | 0
trl_console/grpo-200steps-every5.log              | step_time                       | 40   | 5   | 200  | 4.11882  | 4.06318  | 4.10282  | 0
trl_console/grpo-200steps-every5.log              | completions/mean_length         | 40   | 5   | 200  | 359.438  | 337.35   | 353.212  | 0
trl_console/grpo-200steps-every5.log              | num_tokens                      | 40   | 5   | 200  | 368316   | 74336.5  | 669703   | 0
nemo_rl/grpo-22steps.log                          | Total step time                 | 22   | 1   | 22   | 42.015   | 43.015   | 40.18    | 0
nemo_rl/grpo-22steps.log                          | generation                      | 22   | 1   | 22   | 31.53    | 32.725   | 31.09    | 0
nemo_rl/grpo-22steps.log                          | policy_training                 | 22   | 1   | 22   | 3.215    | 3.495    | 3.115    | 0
nemo_rl/grpo-22steps.log                          | policy_and_reference_logprobs   | 22   | 1   | 22   | 1.63     | 1.76     | 1.545    | 0
nemo_rl/grpo-22steps.log                          | Mean Generation Length          | 22   | 1   | 22   | 708.631  | 707.493  | 641.458  | 0
nemo_rl/grpo-22steps.log                          | E2E (Tokens/sec)                | 22   | 1   | 22   | 9916.87  | 9916.87  | 9409.08  | 0
nemo_rl/grpo-22steps.log                          | E2E (Tokens/sec/gpu)            | 22   | 1   | 22   | 1239.61  | 1239.61  | 1176.13  | 0
nemo_rl/grpo-22steps.log                          | Total validation time           | 2    | 10  | 20   | 30.1     | 30.49    | 29.71    | 0
nemo_rl/grpo-22steps.log                          | checkpointing                   | 2    | 10  | 20   | 4.68     | 4.69     | 4.67     | 0
torchtitan_console/ansi-2000lines.log             | tps                             | 901  | 1   | 9000 | 26798    | 26887    | 26602    | 0
torchtitan_console/ansi-2000lines.log             | step time (from time stamps)    | 900  | 10  | 9000 | 1.22285  | 1.2188   | 1.2319   | 0
torchtitan_console/ansi-2000lines.log             | loss                            | 901  | 1   | 9000 | 4.32784  | 5.41894  | 4.07915  | 0
torchtitan_console/validate-and-checkpoints.log   | tps                             | 488  | 1   | 4870 | 3225     | 3228     | 3219     | 0
torchtitan_console/validate-and-checkpoints.log   | step time (from time stamps)    | 487  | 10  | 4870 | 15.2399  | 15.2271  | 15.2682  | 0
torchtitan_console/validate-and-checkpoints.log   | loss                            | 488  | 1   | 4870 | 3.65798  | 4.76542  | 3.44445  | 0
megatron_console/baseline_500.log                 | elapsed time per iteration (ms) | 500  | 1   | 500  | 18209.6  | 17608.8  | 18572.4  | 0
megatron_console/baseline_500.log                 | tokens per gpu per second (tgs) | 500  | 1   | 500  | 112.468  | 116.305  | 110.271  | 0
megatron_console/baseline_500.log                 | iter time (s)                   | 500  | 1   | 500  | 18.199   | 17.6035  | 18.5555  | 0
megatron_console/freq_500.log                     | elapsed time per iteration (ms) | 500  | 1   | 500  | 17639.8  | 17240.6  | 17507.3  | 0
megatron_console/freq_500.log                     | tokens per gpu per second (tgs) | 500  | 1   | 500  | 116.101  | 118.789  | 116.98   | 0
megatron_console/freq_500.log                     | iter time (s)                   | 500  | 1   | 500  | 17.6345  | 17.2355  | 17.502   | 0
megatron_golden/resume_1st.json                   | iteration-time                  | 99   | 2   | 100  | 0.13464  | 0.13567  | 0.13375  | 0
megatron_golden/resume_1st.json                   | lm loss                         | 100  | 1   | 100  | 10.1758  | 10.9346  | 9.74536  | 0
megatron_golden/resume_2nd.json                   | iteration-time                  | 49   | 52  | 100  | 0.09056  | 0.09144  | 0.08978  | 51
megatron_golden/resume_2nd.json                   | lm loss                         | 50   | 51  | 100  | 9.88968  | 10.0886  | 9.73235  | 50
nanogpt/train.log                                 | time                            | 300  | 0   | 299  | 310.235  | 309.53   | 310.845  | 0
nanogpt/train.log                                 | loss                            | 300  | 0   | 299  | 7.0786   | 9.49005  | 6.28055  | 0
multirank/ddp_8rank_interleaved.md                | dt                              | 20   | 5   | 100  | 88.7598  | 107.433  | 79.6177  | 0
multirank/ddp_8rank_interleaved.md                | mtps                            | 20   | 5   | 100  | 1.479    | 1.2201   | 1.69575  | 0
multirank/ddp_8rank_interleaved.md                | sps                             | 20   | 5   | 100  | 90.2692  | 74.4683  | 103.5    | 0
grpo_console/disagg_baseline.log                  | generated                       | 2    | 0   | 1    | 279.155  | 286.87   | 271.44   | 0
grpo_console/disagg_baseline.log                  | trained                         | 2    | 0   | 1    | 252.335  | 257.07   | 247.6    | 0
grpo_console/disagg_baseline.log                  | synced                          | 2    | 0   | 1    | 40.165   | 25.23    | 55.1     | 0
grpo_console/disagg_timeslice_a.log               | generated                       | 3    | 0   | 2    | 274.25   | 571.94   | 273.82   | 0
grpo_console/disagg_timeslice_a.log               | trained                         | 3    | 0   | 2    | 249.08   | 263.23   | 248.8    | 0
grpo_console/disagg_timeslice_a.log               | synced                          | 3    | 0   | 2    | 90.22    | 41.77    | 90.22    | 0
)";

/// From the list of files: path | format | rows | steps | first | last | attempts | issues | events.
const char* const fileFacts = R"(
trl_console/grpo-tools-quoted-strings.log | trl_console | 30 | 30 | 1 | 30  | 1 | 0 | exit 30
trl_console/grpo-200steps-every5.log      | trl_console | 40 | 40 | 5 | 200 | 1 | 0 | checkpoint 100, checkpoint 200, exit 200
nemo_rl/grpo-22steps.log                        | nemo_rl_console | 22 | 22 | 1 | 22 | 1 | 0 | evaluation 10, checkpoint 10, evaluation 20, checkpoint 20
torchtitan_console/ansi-2000lines.log           | torchtitan_console | 901 | 901 | 1 | 9000 | 1 | 0 |
torchtitan_console/validate-and-checkpoints.log | torchtitan_console | 488 | 488 | 1 | 4870 | 1 | 0 | evaluation 1, evaluation 1000, checkpoint 2000, evaluation 2000, evaluation 3000, checkpoint 4000, evaluation 4000
megatron_console/baseline_500.log               | megatron_console | 501 | 500 | 1 | 500 | 1 | 0 | evaluation 100, evaluation 200, evaluation 300, evaluation 400, evaluation 500, checkpoint 500, evaluation 500
megatron_console/freq_500.log                   | megatron_console | 501 | 500 | 1 | 500 | 1 | 0 | evaluation 100, evaluation 200, evaluation 300, evaluation 400, evaluation 500, checkpoint 500, evaluation 500
megatron_golden/resume_1st.json                 | megatron_golden | 100 | 100 | 1 | 100 | 1 | 0 |
megatron_golden/resume_2nd.json                 | megatron_golden | 100 | 100 | 1 | 100 | 1 | 0 |
nanogpt/train.log                    | nanogpt_console | 300 | 300 | 0 | 299 | 1 | 0 | evaluation 0, evaluation 200, checkpoint 200
multirank/ddp_8rank_interleaved.md   | ezpz_console | 20 | 20 | 5 | 100 | 1 | 0 | checkpoint 100
grpo_console/disagg_baseline.log     | grpo_console | 2 | 2 | 0 | 1 | 1 | 0 |
grpo_console/disagg_timeslice_a.log  | grpo_console | 3 | 3 | 0 | 2 | 1 | 0 |
prime_rl_bench/bench_4b.json         | json_rows | 1 | 1 | 1 | 1 | 1 | 0 |
)";

/// Values at a step: path | key | step | value.
const char* const valueFacts = R"(
trl_console/grpo-tools-quoted-strings.log | step_time     | 1   | 229.2
trl_console/grpo-tools-quoted-strings.log | step_time     | 9   | 178.8
trl_console/grpo-tools-quoted-strings.log | step_time     | 17  | 213.1
trl_console/grpo-tools-quoted-strings.log | step_time     | 25  | 128
trl_console/grpo-tools-quoted-strings.log | num_tokens    | 9   | 16550
trl_console/grpo-tools-quoted-strings.log | train_runtime | 30  | 916.1
trl_console/grpo-200steps-every5.log      | train_runtime | 200 | 834.499
nemo_rl/grpo-22steps.log                  | Total step time | 10 | 80.85
nemo_rl/grpo-22steps.log                  | Total step time | 20 | 84.14
nemo_rl/grpo-22steps.log                  | Total validation time | 10 | 30.49
nemo_rl/grpo-22steps.log                  | checkpointing | 20 | 4.67
torchtitan_console/ansi-2000lines.log     | tps | 1 | 7233
torchtitan_console/validate-and-checkpoints.log | validate loss | 1000 | 4.0249
megatron_golden/resume_1st.json           | iteration-time | 2 | 4.57199
megatron_golden/resume_2nd.json           | iteration-time | 52 | 3.69014
nanogpt/train.log                    | time | 0 | 22640.22
nanogpt/train.log                    | time | 200 | 9128.87
multirank/ddp_8rank_interleaved.md   | dt | 100 | 55.9236
multirank/ddp_8rank_interleaved.md   | mtps | 100 | 2.3438
prime_rl_bench/bench_4b.json         | metrics/step_time/mean | 1 | 30.2863
prime_rl_bench/bench_4b.json         | metrics/step_time/min | 1 | 30.2207
prime_rl_bench/bench_4b.json         | metrics/step_time/max | 1 | 30.3500
prime_rl_bench/bench_4b.json         | metrics/throughput/mean | 1 | 28965.7
prime_rl_bench/bench_4b.json         | metrics/mfu/mean | 1 | 35.3692
prime_rl_bench/bench_4b.json         | metrics/peak_memory/gib | 1 | 36.1048
)";

QString eventsOf(const Run& run) {
    QStringList events;
    for (const Event& event : run.events())
        if (event.kind != EventKind::note)
            events += QString("%1 %2").arg(eventKindName(event.kind)).arg(event.step.value_or(-1));
    return events.join(", ");
}

} // namespace

/// The facts that are written beside the shared recordings in text formats other than the first two consoles.
class TestFactsText : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        if (sharedData("").empty())
            QSKIP(sharedDataMissing);
    }

    void seriesHasItsFigures_data() { eachRowOf(seriesFacts, 2); }
    void seriesHasItsFigures() {
        QFETCH(QStringList, fact);
        const auto runs = open(fact[0]);
        const Series* series = runs.front()->forKey(fact[1].toStdString());
        QVERIFY(series);
        QCOMPARE(differenceOf(*runs.front(), *series, fact.mid(2)), QString());
    }

    void recordingHasItsCounts_data() { eachRowOf(fileFacts, 1); }
    void recordingHasItsCounts() {
        QFETCH(QStringList, fact);
        const auto runs = open(fact[0]);
        QCOMPARE(runs.size(), std::size_t(1));
        const Run& run = *runs.front();
        const QStringList found{QString::fromStdString(run.format()), QString::number(run.rows().size()),
                                QString::number(run.stepCount()),     QString::number(run.firstStep()),
                                QString::number(run.lastStep()),      QString::number(run.attempts().size()),
                                QString::number(run.issues().total),  eventsOf(run)};
        QCOMPARE(found, fact.mid(1));
    }

    void isClaimedByOneOnly_data() { eachRowOf(fileFacts, 1); }
    void isClaimedByOneOnly() {
        QFETCH(QStringList, fact);
        const std::string bytes = readFile(sharedData(fact[0].toStdString())).substr(0, Head::bytesAsked);
        const Importer* mine = importerById(fact[1].toStdString());
        QVERIFY(mine);
        for (const Importer* other : importers())
            QVERIFY2(other == mine || other->sniff({bytes, "recording"}) < mine->sniff({bytes, "recording"}),
                     other->id.c_str());
    }

    void valueIsAtItsStep_data() { eachRowOf(valueFacts, 3); }
    void valueIsAtItsStep() {
        QFETCH(QStringList, fact);
        const auto runs = open(fact[0]);
        const Run& run = *runs.front();
        const Series* series = run.forKey(fact[1].toStdString());
        QVERIFY(series);
        QStringList found;
        for (std::size_t i = 0; i < series->size(); ++i)
            if (run.rows().step[series->rowOf(i)] == fact[2].toLongLong())
                found += same(series->values[i], fact[3]) ? fact[3] : QString::number(series->values[i], 'g', 9);
        QCOMPARE(found, QStringList(fact[3]));
    }
};

QTEST_GUILESS_MAIN(TestFactsText)
#include "tst_facts_text.moc"
