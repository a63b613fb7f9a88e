#include "analysis/importers/openrun.h"
#include "tests/analysis/facttable.h"
#include "tests/support/samples.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

/// From the list of series beside the shared recordings: path | key | finite values | first step | last step | median |
/// early fifth | late fifth | NaN, infinities and nulls. Six significant digits.
const char* const seriesFacts = R"(
trainer_state/sft_bare_nan.json             | loss                     | 363  | 290 | 3910  | 2.7119   | 2.746    | 2.6698   | 0
trainer_state/sft_bare_nan.json             | grad_norm                | 362  | 290 | 3910  | 0.901559 | 0.791657 | 0.998709 | 1
trainer_state/sft_bare_nan.json             | eval_loss                | 37   | 300 | 3900  | 2.73716  | 2.76876  | 2.72384  | 0
trainer_state/sft_bare_nan.json             | eval_runtime             | 37   | 300 | 3900  | 197.355  | 197.49   | 196.274  | 0
trainer_state/grpo_old_key_names.json       | completion_length        | 6    | 5   | 30    | 2827.56  | 2746.31  | 3003.63  | 0
trainer_state/grpo_two_length_keys_250.json | completions/mean_length  | 25   | 10  | 250   | 96       | 96       | 96       | 0
trainer_state/grpo_two_length_keys_250.json | completion_length        | 25   | 10  | 250   | 96       | 96       | 96       | 0
trainer_state/sft_eval_rows.json            | loss                     | 21   | 1   | 200   | 0.16782  | 2.11097  | 0.148346 | 0
lightning/version_8/metrics.csv             | train_loss_step          | 1511 | 49  | 75549 | 4.99153  | 5.88039  | 4.61887  | 0
wandb_csv/panel_export_3runs.csv            | variant - b - train/loss | 166  | 0   | 166   | 8.81915  | 8.9569   | 11.5493  | 0
wandb_csv/panel_export_3runs.csv            | variant_c - train/loss   | 150  | 0   | 150   | 4.39634  | 4.07987  | 4.25755  | 0
wandb_csv/panel_export_3runs.csv            | base - train/loss        | 386  | 0   | 385   | 3.32734  | 3.55271  | 3.28873  | 0
jsonl/grpo_several_runs_one_file.jsonl#7    | total_time               | 91   | 1   | 91    | 113.303  | 115.631  | 126.998  | 0
jsonl/grpo_several_runs_one_file.jsonl#7    | rollout_time             | 91   | 1   | 91    | 110.267  | 113.391  | 120.089  | 0
jsonl/grpo_several_runs_one_file.jsonl#7    | update_time              | 13   | 4   | 91    | 175.355  | 174.253  | 158.734  | 0
jsonl/train_metrics_with_duplicates.jsonl   | reward                   | 179  | 251 | 400   | 1.26406  | 1.37656  | 1.25781  | 0
jsonl/train_metrics_deduplicated.jsonl      | reward                   | 150  | 251 | 400   | 1.25234  | 1.37656  | 1.26406  | 0
rl/upgrade-before/metrics.jsonl             | step_time_s              | 400  | 1   | 400   | 2.6302   | 2.6143   | 2.6397   | 0
rl/upgrade-before/metrics.jsonl             | generation_time_s        | 400  | 1   | 400   | 1.90655  | 1.8964   | 1.92395  | 0
rl/upgrade-before/metrics.jsonl             | optimization_time_s      | 400  | 1   | 400   | 0.5971   | 0.59175  | 0.5971   | 0
rl/upgrade-before/metrics.jsonl             | completion_len_mean      | 400  | 1   | 400   | 417.495  | 418.59   | 418.425  | 0
rl/upgrade-before/metrics.jsonl             | tokens_per_s             | 400  | 1   | 400   | 10204.1  | 10254.4  | 10133.5  | 0
rl/upgrade-after/metrics.jsonl              | step_time_s              | 400  | 1   | 400   | 3.4196   | 3.0907   | 3.7865   | 0
rl/upgrade-after/metrics.jsonl              | generation_time_s        | 400  | 1   | 400   | 2.64865  | 2.33125  | 3.0009   | 0
rl/upgrade-after/metrics.jsonl              | optimization_time_s      | 400  | 1   | 400   | 0.63635  | 0.6274   | 0.64125  | 0
rl/upgrade-after/metrics.jsonl              | completion_len_mean      | 400  | 1   | 400   | 484.265  | 433.255  | 534.125  | 0
rl/upgrade-after/metrics.jsonl              | tokens_per_s             | 400  | 1   | 400   | 9004.55  | 8976.95  | 9096.35  | 0
rl/rot-2s-to-5s.jsonl                       | step_time_s              | 600  | 1   | 600   | 3.4996   | 2.32595  | 4.6916   | 0
rl/rot-2s-to-5s.jsonl                       | generation_time_s        | 600  | 1   | 600   | 2.81845  | 1.66015  | 4.04685  | 0
rl/rot-2s-to-5s.jsonl                       | optimization_time_s      | 600  | 1   | 600   | 0.51935  | 0.52035  | 0.51805  | 0
rl/rot-2s-to-5s.jsonl                       | completion_len_mean      | 600  | 1   | 600   | 625.97   | 362.37   | 890.325  | 0
rl/rot-2s-to-5s.jsonl                       | tokens_per_s             | 600  | 1   | 600   | 11210.2  | 10172.9  | 12093.5  | 0
rl/one-step-up.jsonl                        | step_time_s              | 600  | 1   | 600   | 3.37405  | 2.03475  | 3.63975  | 0
rl/one-step-up.jsonl                        | generation_time_s        | 600  | 1   | 600   | 1.93545  | 1.26345  | 2.29445  | 0
rl/one-step-up.jsonl                        | optimization_time_s      | 600  | 1   | 600   | 0.9872   | 0.62405  | 1.1131   | 0
rl/one-step-up.jsonl                        | completion_len_mean      | 600  | 1   | 600   | 400.695  | 402.375  | 401.57   | 0
rl/one-step-up.jsonl                        | tokens_per_s             | 600  | 1   | 600   | 13203.8  | 12718.4  | 14087.1  | 0
rl/infra-rot.jsonl                          | step_time_s              | 600  | 1   | 600   | 2.9144   | 2.15255  | 3.622    | 0
rl/infra-rot.jsonl                          | generation_time_s        | 600  | 1   | 600   | 1.25015  | 1.23805  | 1.24965  | 0
rl/infra-rot.jsonl                          | optimization_time_s      | 600  | 1   | 600   | 1.5016   | 0.789    | 2.23895  | 0
rl/infra-rot.jsonl                          | completion_len_mean      | 600  | 1   | 600   | 420.08   | 416.34   | 423.72   | 0
rl/infra-rot.jsonl                          | tokens_per_s             | 600  | 1   | 600   | 9181.3   | 12358.9  | 7539.25  | 0
rl/checkpoint-stall.jsonl                   | step_time_s              | 600  | 1   | 600   | 2.0362   | 2.0317   | 2.02055  | 0
rl/checkpoint-stall.jsonl                   | generation_time_s        | 600  | 1   | 600   | 1.30515  | 1.30155  | 1.28785  | 0
rl/checkpoint-stall.jsonl                   | optimization_time_s      | 600  | 1   | 600   | 0.6013   | 0.6049   | 0.59085  | 0
rl/checkpoint-stall.jsonl                   | completion_len_mean      | 600  | 1   | 600   | 398.965  | 396.435  | 398.455  | 0
rl/checkpoint-stall.jsonl                   | tokens_per_s             | 600  | 1   | 600   | 12517.9  | 12474.5  | 12611.1  | 0
rl/checkpoint-stall-outside.jsonl           | step_time_s              | 600  | 1   | 600   | 2.03365  | 2.0262   | 2.01315  | 0
rl/checkpoint-stall-outside.jsonl           | generation_time_s        | 600  | 1   | 600   | 1.30515  | 1.30155  | 1.28785  | 0
rl/checkpoint-stall-outside.jsonl           | optimization_time_s      | 600  | 1   | 600   | 0.6013   | 0.6049   | 0.59085  | 0
rl/checkpoint-stall-outside.jsonl           | completion_len_mean      | 600  | 1   | 600   | 398.965  | 396.435  | 398.455  | 0
rl/checkpoint-stall-outside.jsonl           | tokens_per_s             | 600  | 1   | 600   | 12575.5  | 12517.9  | 12617.8  | 0
rl/flat.jsonl                               | step_time_s              | 600  | 1   | 600   | 2.0386   | 2.011    | 2.07455  | 0
rl/flat.jsonl                               | generation_time_s        | 600  | 1   | 600   | 1.34805  | 1.35675  | 1.37615  | 0
rl/flat.jsonl                               | optimization_time_s      | 600  | 1   | 600   | 0.5561   | 0.5509   | 0.5499   | 0
rl/flat.jsonl                               | completion_len_mean      | 600  | 1   | 600   | 379.79   | 379.1    | 378.565  | 0
rl/flat.jsonl                               | tokens_per_s             | 600  | 1   | 600   | 11940.2  | 12071.4  | 11673.4  | 0
rl/nan-and-gaps.jsonl                       | step_time_s              | 186  | 1   | 199   | 1.83115  | 1.8329   | 1.8184   | 6
rl/nan-and-gaps.jsonl                       | generation_time_s        | 175  | 1   | 199   | 1.2003   | 1.1993   | 1.1786   | 0
rl/nan-and-gaps.jsonl                       | optimization_time_s      | 186  | 1   | 199   | 0.49835  | 0.4954   | 0.5036   | 0
rl/nan-and-gaps.jsonl                       | completion_len_mean      | 178  | 1   | 199   | 354.17   | 345.01   | 354.27   | 14
rl/nan-and-gaps.jsonl                       | tokens_per_s             | 187  | 1   | 199   | 12333.4  | 12110.4  | 12510.3  | 5
rl/resumed-overlap.jsonl                    | step_time_s              | 382  | 501 | 780   | 2.04285  | 2.03245  | 2.03435  | 0
rl/resumed-overlap.jsonl                    | generation_time_s        | 382  | 501 | 780   | 1.3111   | 1.3031   | 1.30045  | 0
rl/resumed-overlap.jsonl                    | optimization_time_s      | 382  | 501 | 780   | 0.5987   | 0.5968   | 0.5939   | 0
rl/resumed-overlap.jsonl                    | completion_len_mean      | 382  | 501 | 780   | 399.825  | 401.49   | 400.6    | 0
rl/resumed-overlap.jsonl                    | tokens_per_s             | 382  | 501 | 780   | 12548.5  | 12606.8  | 12710    | 0
)";

/// From the list of files beside the shared recordings: path | runs | rows | first step | last step | attempts |
/// superseded rows | checkpoints | evaluations | issues.
const char* const fileFacts = R"(
jsonl/grpo_several_runs_one_file.jsonl#7     | 1 | 91   | 1   | 91    | 1 | 0   | 0  | 0  | 0
jsonl/grpo_several_runs_one_file.jsonl       | 7 | 1    | 1   | 1     | 1 | 0   | 0  | 0  | 0
jsonl/train_metrics_with_duplicates.jsonl    | 1 | 179  | 251 | 400   | 2 | 29  | 0  | 0  | 0
jsonl/train_metrics_deduplicated.jsonl       | 1 | 150  | 251 | 400   | 1 | 0   | 0  | 0  | 0
rl/rot-2s-to-5s.jsonl                        | 1 | 600  | 1   | 600   | 1 | 0   | 12 | 0  | 0
rl/one-step-up.jsonl                         | 1 | 600  | 1   | 600   | 1 | 0   | 12 | 0  | 0
rl/infra-rot.jsonl                           | 1 | 600  | 1   | 600   | 1 | 0   | 12 | 0  | 0
rl/checkpoint-stall.jsonl                    | 1 | 600  | 1   | 600   | 1 | 0   | 24 | 0  | 0
rl/checkpoint-stall-outside.jsonl            | 1 | 600  | 1   | 600   | 1 | 0   | 24 | 0  | 0
rl/flat.jsonl                                | 1 | 600  | 1   | 600   | 1 | 0   | 12 | 0  | 0
rl/nan-and-gaps.jsonl                        | 1 | 192  | 1   | 199   | 1 | 0   | 0  | 0  | 1
rl/resumed-overlap.jsonl                     | 1 | 382  | 501 | 780   | 3 | 102 | 4  | 0  | 0
rl/upgrade-before                            | 1 | 400  | 1   | 400   | 1 | 0   | 8  | 0  | 0
rl/upgrade-after                             | 1 | 400  | 1   | 400   | 1 | 0   | 8  | 0  | 0
lightning/version_8                          | 1 | 1511 | 49  | 75549 | 1 | 0   | 0  | 0  | 0
wandb_csv/panel_export_3runs.csv#base        | 1 | 386  | 0   | 385   | 1 | 0   | 0  | 0  | 0
wandb_csv/panel_export_3runs.csv#variant - b | 1 | 166  | 0   | 166   | 1 | 0   | 0  | 0  | 0
wandb_csv/panel_export_3runs.csv#variant_c   | 1 | 150  | 0   | 150   | 1 | 0   | 0  | 0  | 0
trainer_state/sft_bare_nan.json              | 1 | 363  | 290 | 3910  | 1 | 0   | 0  | 37 | 0
trainer_state/grpo_old_key_names.json        | 1 | 6    | 5   | 30    | 1 | 0   | 0  | 0  | 0
trainer_state/grpo_two_length_keys_250.json  | 1 | 25   | 10  | 250   | 1 | 0   | 0  | 0  | 0
trainer_state/sft_eval_rows.json             | 1 | 21   | 1   | 200   | 1 | 0   | 0  | 2  | 0
)";

/// Settings and environment that the recordings' side files and own fields give: path | config or env | key | value.
const char* const settingFacts = R"(
rl/upgrade-before                 | config | batch_completions     | 64
rl/upgrade-before                 | config | learning_rate         | 1e-06
rl/upgrade-before                 | env    | torch                 | 2.9.1+cu128
rl/upgrade-before                 | env    | nvidia-nccl-cu12      | 2.27.5
rl/upgrade-before                 | env    | flash-attn            | 2.8.3
rl/upgrade-before                 | env    | gpus                  | 8
rl/upgrade-after                  | env    | torch                 | 2.9.1+cu130
rl/upgrade-after                  | env    | nvidia-nccl-cu13      | 2.27.7
rl/upgrade-after/metrics.jsonl    | env    | torch                 | 2.9.1+cu130
trainer_state/sft_bare_nan.json   | config | global_step           | 4500
trainer_state/sft_eval_rows.json  | config | global_step           | 400
dflash/before-cu130.log           | config | token_budget          | 49152
dflash/before-cu130.log           | config | max_batch_size        | 64
dflash/before-cu130.log           | config | batches_per_epoch     | 59800
dflash/before-cu130.log           | env    | gpus                  | 8
dflash/before-cu130.log           | env    | torch                 | 2.9.1+cu128
dflash/after-cu130.log            | config | token_budget          | 45056
dflash/after-cu130.log            | config | max_batch_size        | 48
dflash/after-cu130.log            | env    | cuda                  | 13.0
dflash/after-cu130.log            | env    | CUDA_MODULE_LOADING   | LAZY
)";

/// The series with this key in whichever of the runs has it.
std::pair<RunPtr, const Series*> find(const std::vector<RunPtr>& runs, const QString& key) {
    for (const RunPtr& run : runs)
        if (const Series* series = run->forKey(key.toStdString()))
            return {run, series};
    return {nullptr, nullptr};
}

int eventsOf(const Run& run, EventKind kind) {
    return static_cast<int>(std::ranges::count(run.events(), kind, &Event::kind));
}

} // namespace

/// The facts that are written beside the shared JSON, CSV and trainer-state recordings.
class TestFactsTables : public QObject {
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
        QCOMPARE(fact.size(), 9);
        const auto runs = open(fact[0]);
        const auto [run, series] = find(runs, fact[1]);
        QVERIFY(series);
        QCOMPARE(differenceOf(*run, *series, fact.mid(2)), QString());
    }

    void recordingHasItsCounts_data() { eachRowOf(fileFacts, 1); }
    void recordingHasItsCounts() {
        QFETCH(QStringList, fact);
        const auto runs = open(fact[0]);
        QCOMPARE(QString::number(runs.size()), fact[1]);
        const Run& run = *runs.front();
        std::size_t superseded = 0;
        for (const Attempt& attempt : run.attempts())
            superseded += attempt.supersededRows;
        const QStringList found{QString::number(run.rows().size()),
                                QString::number(run.firstStep()),
                                QString::number(run.lastStep()),
                                QString::number(run.attempts().size()),
                                QString::number(superseded),
                                QString::number(eventsOf(run, EventKind::checkpoint)),
                                QString::number(eventsOf(run, EventKind::evaluation)),
                                QString::number(run.issues().total)};
        QCOMPARE(found, fact.mid(2));
    }

    void settingIsFound_data() { eachRowOf(settingFacts, 3); }
    void settingIsFound() {
        QFETCH(QStringList, fact);
        const auto runs = open(fact[0]);
        const Settings& settings = fact[1] == "env" ? runs.front()->environment() : runs.front()->config();
        const auto found = settings.find(fact[2].toStdString());
        QVERIFY(found != settings.end());
        QCOMPARE(QString::fromStdString(found->second), fact[3]);
    }

    void damagedValuesAreCounted() {
        const auto runs = open("rl/nan-and-gaps.jsonl");
        const Series& reward = *runs.front()->forKey("reward_mean");
        QCOMPARE(std::ranges::count_if(reward.values, [](double v) { return std::isnan(v); }), 11);
        QCOMPARE(std::ranges::count(reward.values, -INFINITY), 1);
        const Series& rate = *runs.front()->forKey("tokens_per_s");
        QCOMPARE(std::ranges::count(rate.values, INFINITY), 5);
        QCOMPARE(runs.front()->figures(*runs.front()->forKey("generation_time_s")).missing, std::size_t(17));
        QCOMPARE(runs.front()->figures(*runs.front()->forKey("optimization_time_s")).missing, std::size_t(6));
        QCOMPARE(runs.front()->issues().kept.front().place, std::uint64_t(193));
    }

    void resumedTwice() {
        const auto runs = open("rl/resumed-overlap.jsonl");
        QStringList attempts;
        for (const Attempt& attempt : runs.front()->attempts())
            attempts += QString("%1..%2").arg(attempt.firstStep).arg(attempt.lastStep);
        QCOMPARE(attempts, (QStringList{"501..690", "640..690", "640..780"}));
        std::vector<std::int64_t> steps;
        for (const Event& event : runs.front()->events())
            if (event.kind == EventKind::resume && event.time)
                steps.push_back(event.step.value_or(-1));
        QCOMPARE(steps, (std::vector<std::int64_t>{640, 640}));
    }

    void configurationChange() {
        const auto runs = open("rl/one-step-up.jsonl");
        const auto& events = runs.front()->events();
        const auto change = std::ranges::find(events, EventKind::config, &Event::kind);
        QVERIFY(change != events.end());
        QCOMPARE(change->step.value_or(0), std::int64_t(300));
        QCOMPARE(QString::fromStdString(change->text), QString("num_generations: 8 \u2192 16"));
    }

    void lastOccurrenceEqualsTheDeduplicatedFile() {
        const auto with = open("jsonl/train_metrics_with_duplicates.jsonl");
        const auto without = open("jsonl/train_metrics_deduplicated.jsonl");
        for (const Series& series : without.front()->series()) {
            const Series* other = with.front()->forKey(series.key);
            QVERIFY(other);
            std::vector<double> kept;
            for (std::size_t i = 0; i < other->size(); ++i)
                if (!with.front()->rows().isSuperseded(other->rowOf(i)))
                    kept.push_back(other->values[i]);
            QCOMPARE(kept, series.values);
        }
    }

    void evaluationRowsLieBesideTrainingRows() {
        const auto runs = open("trainer_state/sft_eval_rows.json");
        const Series& evaluation = *runs.front()->forKey("eval_runtime");
        QCOMPARE(evaluation.values, (std::vector<double>{148.4461, 150.2526}));
        QCOMPARE(runs.front()->events().front().durationSeconds.value_or(0), 148.4461);
    }

    void bareNanKeepsItsStep() {
        const auto runs = open("trainer_state/sft_bare_nan.json");
        const Series& norm = *runs.front()->forKey("grad_norm");
        const auto nan = std::ranges::find_if(norm.values, [](double v) { return std::isnan(v); });
        QVERIFY(nan != norm.values.end());
        const auto at = static_cast<std::size_t>(nan - norm.values.begin());
        QCOMPARE(runs.front()->rows().step[norm.rowOf(at)], std::int64_t(2100));
    }

    void oneOfTwoLengthKeysTakesTheRole() {
        const auto runs = open("trainer_state/grpo_two_length_keys_250.json");
        QCOMPARE(runs.front()->forRole("completion_length")->key, std::string("completions/mean_length"));
        QVERIFY(runs.front()->forKey("completion_length")->role.empty());
        const auto& counter = runs.front()->forRole("tokens_total")->values;
        QCOMPARE(counter.front(), 190836.0);
        QCOMPARE(counter.back(), 4746184.0);
    }

    void panelKeepsItsBands() {
        const auto runs = open("wandb_csv/panel_export_3runs.csv");
        QStringList names;
        for (const RunPtr& run : runs) {
            names += QString::fromStdString(run->name());
            QVERIFY(run->forKey(run->name() + " - train/loss__MIN"));
            QVERIFY(run->forKey(run->name() + " - train/loss__MAX"));
            QCOMPARE(run->forRole("loss")->key, run->name() + " - train/loss");
        }
        QCOMPARE(names, (QStringList{"variant - b", "variant_c", "base"}));
    }
};

QTEST_GUILESS_MAIN(TestFactsTables)
#include "tst_facts_tables.moc"
