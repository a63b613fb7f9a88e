#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/balancecheck.h"
#include "analysis/run/derivedseries.h"
#include "analysis/run/roles.h"
#include "analysis/run/stampwindows.h"
#include "tests/analysis/tablerun.h"
#include "tests/support/samples.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <limits>
#include <set>

using namespace tachograph;

using tests::runFrom;
using tests::RunHandle;
using tests::simulated;

namespace {

/// "step:value ..." of the derived series of a role; "none" when there is none.
QString derived(const Run& run, const char* role) {
    for (const Series& series : run.series()) {
        if (!series.derived || series.role != role)
            continue;
        QStringList text;
        for (std::size_t i = 0; i < series.size(); ++i)
            text << QString("%1:%2").arg(run.rows().step[series.rowOf(i)]).arg(series.values[i], 0, 'g', 6);
        return text.join(" ");
    }
    return "none";
}

} // namespace

class TestDerivedSeries : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void derivations_data() {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("role");
        QTest::addColumn<QString>("expected");
        QTest::newRow("time stamps") << "step time\n1 1000.001\n2 1002.501\n4 1006.501"
                                     << "step_time"
                                     << "2:2.5 4:2";
        QTest::newRow("a logged step time is not derived again") << "step time step_time_s\n1 1000.5 2\n2 1002.5 2"
                                                                 << "step_time"
                                                                 << "none";
        QTest::newRow("no difference across attempts") << "step time\n1 1000.001\n2 1002.001\n1 2000.001\n2 2003.001"
                                                       << "step_time"
                                                       << "2:2 2:3";
        QTest::newRow("a clock that goes back") << "step time\n1 1000.001\n2 1002.001\n3 900.001\n4 1006.001"
                                                << "step_time"
                                                << "2:2 4:2";
        QTest::newRow("several rows a step") << "step time\n1 1000.001\n1 1000.501\n2 1002.001\n2 1009.001\n3 1010.001"
                                             << "step_time"
                                             << "2:2 3:8";
        QTest::newRow("rows without a stamp") << "step time\n1 1000.001\n2 -\n3 1004.001"
                                              << "step_time"
                                              << "3:2";
        QTest::newRow("one stamp") << "step time\n1 1000.001\n2 -"
                                   << "step_time"
                                   << "none";
        QTest::newRow("whole seconds are too coarse for two steps") << "step time\n1 1000\n2 1002\n3 1004"
                                                                    << "step_time"
                                                                    << "none";
        QTest::newRow("exact elapsed") << "step elapsed\n1 10.25\n2 12.75\n3 14.75"
                                       << "step_time"
                                       << "2:2.5 3:2";
        QTest::newRow("elapsed in seconds, long steps") << "step elapsed\n5 209s\n10 418s\n15 627s"
                                                        << "step_time"
                                                        << "10:41.8 15:41.8";
        QTest::newRow("elapsed in minutes, few rows") << "step elapsed\n1 1m\n2 1m\n3 2m"
                                                      << "step_time"
                                                      << "none";
        QTest::newRow("stamps that stand still") << "step elapsed\n1 8m\n2 8m\n3 8m"
                                                 << "step_time"
                                                 << "none";
        QTest::newRow("tokens over rate") << "step tokens_per_step tokens_per_s\n1 1000 500\n2 1200 400\n3 900 0"
                                          << "step_time"
                                          << "1:2 2:3";
        QTest::newRow("throughput from a counter") << "step num_tokens step_time\n1 100 2\n2 300 2\n4 700 4"
                                                   << "throughput"
                                                   << "2:100 4:50";
        QTest::newRow("a counter that starts again") << "step num_tokens step_time\n1 100 2\n2 50 2\n3 150 2"
                                                     << "throughput"
                                                     << "3:50";
        QTest::newRow("throughput from tokens of the step") << "step tokens_per_step step_time_s\n1 100 2\n2 100 4"
                                                            << "throughput"
                                                            << "1:50 2:25";
        QTest::newRow("no throughput without a time") << "step num_tokens\n1 100\n2 300"
                                                      << "throughput"
                                                      << "none";
        QTest::newRow("tokens per step from a counter") << "step num_tokens\n1 100\n2 300\n4 700"
                                                        << "tokens_per_step"
                                                        << "2:200 4:200";
        QTest::newRow("tokens per step from the rate") << "step tokens_per_s step_time_s\n1 100 2\n2 50 nan"
                                                       << "tokens_per_step"
                                                       << "1:200 2:nan";
        QTest::newRow("not from a rate per GPU") << "step perf/throughput_per_gpu step_time_s\n1 100 2"
                                                 << "tokens_per_step"
                                                 << "none";
        QTest::newRow("seconds per token of generation")
            << "step step_time_s generation_time_s completion_len_mean\n1 9 4 200\n2 9 4 0"
            << "seconds_per_token"
            << "1:0.02";
        QTest::newRow("seconds per token of the step") << "step step_time_s completion_len_mean\n1 9 300"
                                                       << "seconds_per_token"
                                                       << "1:0.03";
        QTest::newRow("seconds per token from the rate") << "step tokens_per_s\n1 50"
                                                         << "seconds_per_token"
                                                         << "1:0.02";
        QTest::newRow("steps per hour") << "step step_time_s\n1 2\n2 0\n3 nan\n4 3.6"
                                        << "steps_per_hour"
                                        << "1:1800 4:1000";
        QTest::newRow("other time") << "step timing_s/ref timing_s/old_log_prob timing_s/step\n1 1 2 9\n2 1 4 9"
                                    << "other_time"
                                    << "1:3 2:5";
        QTest::newRow("no other phase") << "step step_time_s generation_time_s\n1 2 1"
                                        << "other_time"
                                        << "none";
        QTest::newRow("a usual phase is missing")
            << "step timing_s/ref timing_s/adv timing_s/step\n1 1 2 9\n2 1 2 9\n3 1 - 9"
            << "other_time"
            << "1:3 2:3";
        QTest::newRow("a rare phase did not run")
            << "step timing_s/ref timing_s/values timing_s/step\n1 1 - 9\n2 1 3 9\n3 1 - 9"
            << "other_time"
            << "1:1 2:4 3:1";
        QTest::newRow("unaccounted") << "step step_time_s generation_time_s optimization_time_s\n1 9 4 3\n2 9 4 nan"
                                     << "unaccounted_time"
                                     << "1:2 2:nan";
        QTest::newRow("overlap is negative") << "step step_time_s generation_time_s optimization_time_s\n1 5 4 3"
                                             << "unaccounted_time"
                                             << "1:-2";
        QTest::newRow("a wait that includes the generation counts once")
            << "step perf/step_time perf/rollout_time perf/train_wait_time perf/actor_train_time\n1 144 99 102 42\n"
               "2 145 100 103 42"
            << "unaccounted_time"
            << "1:3 2:3";
        QTest::newRow("no other phase than such a wait")
            << "step perf/step_time perf/rollout_time perf/train_wait_time\n1 144 99 102\n2 145 100 103"
            << "other_time"
            << "none";
        QTest::newRow("a wait beside the generation counts")
            << "step perf/step_time perf/rollout_time perf/train_wait_time\n1 9 4 3\n2 9 4 2"
            << "unaccounted_time"
            << "1:2 2:3";
        QTest::newRow("one long wait is no rule")
            << "step perf/step_time perf/rollout_time perf/train_wait_time\n1 9 4 3\n2 9 4 6\n3 9 4 2"
            << "unaccounted_time"
            << "1:2 2:-1 3:3";
        QTest::newRow("nothing to split") << "step step_time_s\n1 5"
                                          << "unaccounted_time"
                                          << "none";
        QTest::newRow("parts in different rows of a step") << "step step_time_s generation_time_s\n1 5 -\n1 - 3\n2 6 3"
                                                           << "unaccounted_time"
                                                           << "1:2 2:3";
        QTest::newRow("no rows") << "step x"
                                 << "step_time"
                                 << "none";
    }
    void derivations() {
        QFETCH(QString, table);
        QFETCH(QString, role);
        QTEST(derived(*runFrom(table), role.toUtf8().constData()), "expected");
    }

    void timePerTokenSaysOfWhat() {
        const auto key = [](const char* table) {
            return runFrom(table)->forRole(roles::secondsPerToken)->key;
        };
        QVERIFY(key("step generation_time_s completion_len_mean\n1 4 200").starts_with("generation time per"));
        QCOMPARE(key("step step_time_s completion_len_mean\n1 9 300"), std::string("step time per completion token"));
        QCOMPARE(key("step tokens_per_s\n1 50"), std::string("seconds per token (1 / throughput)"));
    }

    void derivedSeriesAreMarkedAndExplained() {
        const auto run = simulated({});
        std::set<std::string> keys;
        for (const Series& series : run->series()) {
            QVERIFY2(keys.insert(series.key).second, series.key.c_str());
            if (!series.derived)
                continue;
            QVERIFY2(!series.how.empty() && !series.role.empty(), series.key.c_str());
            QCOMPARE(series.unit, roleInfo(series.role).unit);
            QCOMPARE(series.rows.size(), series.values.size());
            QVERIFY(series.uncertainty.empty() || series.uncertainty.size() == series.values.size());
        }
        QCOMPARE(run->forRole("step_time")->how, std::string("from elapsed stamps of a whole minute, 15 steps"));
    }

    void trueRatesWithinTheirResolution_data() {
        QTest::addColumn<double>("startUp");
        QTest::addColumn<double>("secondsPerBatch");
        QTest::addColumn<int>("batchesPerStep");
        QTest::newRow("long start-up") << 88.0 << 5.95 << 4;
        QTest::newRow("short start-up") << 22.0 << 1.98 << 4;
        QTest::newRow("twelve batches a step") << 30.0 << 2.2 << 12;
        QTest::newRow("no start-up to speak of") << 1.0 << 3.1 << 4;
        QTest::newRow("one batch a step") << 60.0 << 7.0 << 1;
    }
    void trueRatesWithinTheirResolution() {
        QFETCH(double, startUp);
        QFETCH(double, secondsPerBatch);
        QFETCH(int, batchesPerStep);
        for (bool told : {true, false}) {
            tests::DflashPlan plan;
            plan.startUp = startUp;
            plan.secondsPerBatch = secondsPerBatch;
            plan.batchesPerStep = batchesPerStep;
            plan.tellBatchesPerStep = told;
            const auto run = simulated(plan);
            const std::map<std::string, double> truth = {{"step_time", secondsPerBatch * batchesPerStep},
                                                         {"throughput", plan.tokensPerBatch / secondsPerBatch},
                                                         {"drafter_rate", 1.0 / secondsPerBatch}};
            for (const auto& [role, value] : truth) {
                const Series* series = run->forRole(role);
                QVERIFY(series && series->derived && series->averaging == Averaging::current);
                QVERIFY(series->size() >= 3);
                for (std::size_t i = 0; i < series->size(); ++i) {
                    QVERIFY(series->uncertainty[i] > 0.0 && series->uncertainty[i] < 0.1 * value);
                    QVERIFY2(std::abs(series->values[i] - value) <= series->uncertainty[i] * 1.02,
                             qPrintable(QString("%1: %2 +- %3, truth %4")
                                            .arg(QString::fromStdString(role))
                                            .arg(series->values[i])
                                            .arg(series->uncertainty[i])
                                            .arg(value)));
                }
            }
        }
    }

    void plantedTruthOfTheRecordings_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("stepTime");
        QTest::addColumn<double>("throughput");
        QTest::newRow("before") << "dflash/before-cu130.log" << 7.92 << 20300.0;
        QTest::newRow("after") << "dflash/after-cu130.log" << 23.8 << 6460.0;
        QTest::newRow("after, 17 steps") << "dflash/after-cu130-17steps.log" << 23.8 << 6460.0;
        QTest::newRow("reverted") << "dflash/reverted-cu128.log" << 4 / 0.507 << 20380.0;
    }
    void plantedTruthOfTheRecordings() {
        QFETCH(QString, file);
        QFETCH(double, stepTime);
        QFETCH(double, throughput);
        const std::string path = tests::sharedData(file.toStdString());
        if (path.empty())
            QSKIP(tests::sharedDataMissing);
        const auto runs = openRuns(path);
        const Run& run = *runs->front();
        const auto check = balanceCheck(run);
        QVERIFY(check && check->decided && check->kind == RateKind::sinceStart);
        for (const auto& [role, truth] :
             std::map<std::string, double>{{"step_time", stepTime}, {"throughput", throughput}}) {
            const Series* series = run.forRole(role);
            QVERIFY(series && series->derived);
            const double median = numerics::median(series->values), half = numerics::median(series->uncertainty);
            QVERIFY2(std::abs(median - truth) <= std::min(half, 0.02 * truth),
                     qPrintable(QString("%1 for %2 +- %3").arg(median).arg(truth).arg(half)));
        }
    }

    void windowsNeverCrossAttempts() {
        const std::string text = tests::dflashConsole({}) + tests::dflashConsole({});
        const auto runs = openRunsFromBytes("two", text);
        const Run& run = *runs->front();
        QCOMPARE(run.attempts().size(), std::size_t(2));
        for (const StampWindow& window : stampWindows(stampAnchors(run, Stamps::elapsed))) {
            QCOMPARE(window.begin.attempt, window.end.attempt);
            QVERIFY(window.seconds() > 0.0 && window.steps() > 0.0);
        }
        const Series* stepTime = run.forRole("step_time");
        for (double value : stepTime->values)
            QVERIFY(std::abs(value - 12.0) < 0.4);
    }

    void absurdNumbersDeriveNothingAbsurd() {
        const auto run = runFrom("step elapsed num_tokens step_time_s tokens_per_s\n0 0s 1e308 1e-300 0\n"
                                 "9007199254740990 1s 1e-308 1e300 1e300\n9007199254740991 2s 0 0 -5\n");
        for (const Series& series : run->series())
            QVERIFY(series.rows.empty() || series.rows.size() == series.values.size());
        QVERIFY(runFrom("step elapsed\n1 nan\n2 nan")->forRole("step_time") == nullptr);
    }
};

QTEST_GUILESS_MAIN(TestDerivedSeries)
#include "tst_derivedseries.moc"
