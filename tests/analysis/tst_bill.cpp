#include "analysis/attribution/redonework.h"
#include "analysis/core/text.h"
#include "analysis/report/billtext.h"
#include "tests/analysis/accountparts.h"
#include "tests/support/randomrun.h"
#include "tests/support/runtext.h"
#include "tests/support/syntheticrun.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace tachograph;
using namespace tachograph::tests;

class TestBill : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void partsAlwaysAddUp() {
        int billed = 0;
        for (std::uint64_t seed = 1; seed <= 400; ++seed) {
            const auto run = randomRun(seed);
            const TimeLedger ledger = timeLedger(*run);
            for (const auto& range : {std::optional<StepRange>(), std::optional(StepRange{20, 90})}) {
                const TimeAccount account = accountTime(*run, ledger, {range, 0.0});
                if (!account.notApplicable.empty())
                    continue;
                ++billed;
                const QString why = whyNotExact(account);
                QVERIFY2(why.isEmpty(), qPrintable(QString("seed %1, %2").arg(seed).arg(why)));
                QVERIFY2(
                    near(account.bill.slower + account.bill.above - account.bill.slower, account.bill.above, 1e-9) &&
                        std::isfinite(account.bill.above),
                    qPrintable(QString::number(seed)));
            }
        }
        QVERIFY2(billed > 600, qPrintable(QString::number(billed)));
    }

    void noBill_data() {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("reason");
        QTest::newRow("no step time") << "step loss\n1..50 2"
                                      << "Step time is not logged and cannot be derived.";
        QTest::newRow("one step") << "step step_time_s\n1 2"
                                  << "10 are needed";
        QTest::newRow("nine steps") << "step step_time_s\n1..9 2"
                                    << "10 are needed";
        QTest::newRow("all NaN") << "step step_time_s\n1..50 nan"
                                 << "no finite value above 0";
        QTest::newRow("all zero") << "step step_time_s\n1..50 0"
                                  << "no finite value above 0";
        QTest::newRow("a word for missing") << "step step_time_s\n1..50 null"
                                            << "no values";
    }
    void noBill() {
        QFETCH(QString, table);
        QFETCH(QString, reason);
        const TimeAccount account = accountOf(*runFromText(table.toStdString()));
        QVERIFY2(QString::fromStdString(account.notApplicable).contains(reason), account.notApplicable.c_str());
        const std::string headline = billText(account).headline;
        QVERIFY2(headline.starts_with("No bill: "), headline.c_str());
        QVERIFY(account.bill.parts.empty());
    }

    void averagesSinceTheStartAreNoRates() {
        RunBuilder builder("made", "made", "jsonl");
        const auto key = builder.series("step_time_s");
        builder.edit(key).averaging = Averaging::sinceStart;
        for (std::int64_t step = 1; step <= 100; ++step)
            builder.addValue(key, builder.addRow({.step = step}), 2.0 + 0.01 * double(step));
        const TimeAccount account = accountOf(*builder.build(MetricRoles::builtIn()));
        QVERIFY2(account.notApplicable.find("average since the start") != std::string::npos,
                 account.notApplicable.c_str());
    }

    void nothingOfTheRange() {
        const auto run = runFromText("step step_time_s\n1..50 2");
        for (const StepRange range : {StepRange{60, 90}, StepRange{30, 20}})
            QVERIFY(!accountOf(*run, {range, 0.0}).notApplicable.empty());
    }

    /// Twice the time from step 51 on, nothing else logged: 50 steps of 2 s more, and no cause is made up.
    void nothingElseIsLogged() {
        const TimeAccount account = accountOf(*runFromText("step step_time_s\n1..50 2\n51..100 4"));
        QCOMPARE(account.bill.early.seconds, 2.0);
        QCOMPARE(account.bill.above, 100.0);
        QCOMPARE(account.bill.seconds, 300.0);
        QCOMPARE(account.bill.parts.size(), std::size_t(1));
        QCOMPARE(account.bill.parts.front().id, std::string("step-time"));
        QCOMPARE(account.bill.parts.front().name, std::string("step time, not split"));
        QCOMPARE(account.change.before, 2.0);
        QCOMPARE(account.change.after, 4.0);
        for (const char* what : {"phases of the step", "completion length", "tail of the length", "tokens per step",
                                 "checkpoints", "evaluation", "time between the steps", "reward", "number of GPUs"})
            QVERIFY2(std::ranges::count(account.notLogged, what) == 1, what);
        QVERIFY(std::isnan(account.bill.gpuHours) && std::isnan(account.bill.cost));
        QVERIFY(std::isnan(account.bill.tokens) && std::isnan(account.bill.rewardAfter));
    }

    void aRangeOfItsOwn() {
        const auto run = runFromText("step step_time_s\n1..50 2\n51..100 4");
        const TimeAccount account = accountOf(*run, {StepRange{41, 60}, 0.0});
        QCOMPARE(account.bill.steps, 20.0);
        QCOMPARE(account.bill.seconds, 60.0);
        QCOMPARE(account.bill.above, 20.0); // against the early rate of the whole recording
        QCOMPARE(account.change.after - account.change.before, 2.0);
        QCOMPARE(accountOf(*run, {StepRange{1, 40}, 0.0}).bill.above, 0.0);
    }

    void fasterIsBelow() {
        const TimeAccount account = accountOf(*runFromText("step step_time_s\n1..50 4\n51..100 2"));
        QCOMPARE(account.bill.above, -100.0);
        QVERIFY2(billText(account).headline.find("below the early rate of 4.00 s") != std::string::npos,
                 billText(account).headline.c_str());
    }

    /// 10 s more at one place, 10 s less at another: a share of next to nothing is no share.
    void noSharesOfNextToNothing() {
        const TimeAccount nothing = accountOf(*runFromText(
            "step generation_time_s optimization_time_s step_time_s\n1..50 2 1 3\n51..99 4 -1 3\n100 4 -0.9 3.1"));
        const std::string why = noSharesText(nothing, BillView::above);
        QVERIFY2(why.find("No shares: the parts come to ") == 0, why.c_str());
        for (const BillLine& line : billLines(nothing, BillView::above))
            QCOMPARE(line.share, std::string());
        // One part, and it is all of the sum; but the sum is 0.05 % of the time.
        const TimeAccount little = accountOf(*runFromText("step step_time_s\n1..50 2\n51..100 2.002"));
        QVERIFY(little.bill.above > 0.0);
        QCOMPARE(billLines(little, BillView::above).front().share, std::string());
        QVERIFY(!noSharesText(little, BillView::above).empty());
        QCOMPARE(billLines(little, BillView::whole).front().share, formatShare(1.0));
        const TimeAccount all = accountOf(*runFromText("step step_time_s\n1..50 2\n51..100 4"));
        QCOMPARE(noSharesText(all, BillView::above), std::string());
        QCOMPARE(billLines(all, BillView::above).front().share, formatShare(1.0));
    }

    /// Generation is exactly 1 s + 4 ms a token, 250 -> 500 tokens; optimization does not care.
    void lengthIsToldFromSecondsPerToken() {
        const auto run = madeRun(
            200, {{"step_time_s", [](std::int64_t s) { return 2.5 + 0.004 * (250 + 1.25 * double(s)); }, 0.0},
                  {"generation_time_s", [](std::int64_t s) { return 1 + 0.004 * (250 + 1.25 * double(s)); }, 0.0},
                  {"optimization_time_s", [](std::int64_t) { return 1.2; }, 0.0},
                  {"completion_len_mean", [](std::int64_t s) { return 250 + 1.25 * double(s); }, 0.0}});
        const EarlyToLate change = accountOf(*run).change;
        QVERIFY(change.after > change.before + 0.7);
        QVERIFY2(near(secondsOf(change.parts, "length"), change.after - change.before, 0.02), textOf(change.parts));
        QVERIFY2(std::abs(secondsOf(change.parts, "phase/optimization")) < 0.01, textOf(change.parts));
        QVERIFY2(std::abs(secondsOf(change.parts, "phase/generation")) < 0.02, textOf(change.parts));
        QCOMPARE(partOf(change.parts, "length")->name, std::string("longer completions"));
        QVERIFY(!partOf(change.parts, "tail"));
    }

    /// The mean is flat, the longest completion doubles, generation follows the longest.
    void theTailIsTold() {
        std::mt19937_64 engine(3);
        std::normal_distribution<double> normal;
        RunBuilder builder("made", "made.jsonl", "jsonl");
        std::array<std::uint32_t, 4> key{};
        for (std::size_t i = 0;
             const char* name : {"step_time_s", "generation_time_s", "completion_len_mean", "completion_len_max"})
            key[i++] = builder.series(name);
        for (std::int64_t step = 1; step <= 300; ++step) {
            const double longest = (600 + 2.0 * double(step)) * std::exp(0.1 * normal(engine));
            const double generation = 0.004 * longest * std::exp(0.01 * normal(engine));
            const auto row = builder.addRow({.step = step});
            for (std::size_t i = 0;
                 const double value : {generation + 1, generation, 400 * std::exp(0.02 * normal(engine)), longest})
                builder.addValue(key[i++], row, value);
        }
        const EarlyToLate change = accountOf(*builder.build(MetricRoles::builtIn())).change;
        QVERIFY2(near(secondsOf(change.parts, "tail"), change.after - change.before, 0.05), textOf(change.parts));
    }

    void aFlatTailIsNoPart() {
        const auto run = madeRun(200, {{"step_time_s",
                                        [](std::int64_t s) {
                                            return 2 + 0.01 * double(s);
                                        }},
                                       {"generation_time_s",
                                        [](std::int64_t s) {
                                            return 1 + 0.01 * double(s);
                                        }},
                                       {"completion_len_mean",
                                        [](std::int64_t) {
                                            return 400.0;
                                        }},
                                       {"completion_len_max", [](std::int64_t) { return 1024.0; }, 0.0}});
        const EarlyToLate change = accountOf(*run).change;
        QVERIFY2(near(secondsOf(change.parts, "phase/generation"), change.after - change.before, 0.1),
                 textOf(change.parts));
    }

    void overlapIsNegativeAndSaid() {
        const TimeAccount account = accountOf(
            *runFromText("step step_time_s generation_time_s optimization_time_s\n1..50 3 2 2\n51..100 4 3 3"));
        const TimePart* rest = partOf(account.bill.whole, "unaccounted");
        QCOMPARE(rest->seconds, -50.0 - 100.0);
        QVERIFY2(rest->note.find("overlap") != std::string::npos, rest->note.c_str());
        QCOMPARE(secondsOf(account.bill.parts, "unaccounted"), -50.0);
        QVERIFY(whyNotExact(account).isEmpty());
    }

    void stallsByWhatTheyCoincideWith() {
        // 60 steps of 2 s; the checkpoint at 20 takes 10 s more, the evaluation at 40 takes 6, step 50 takes 5.
        const auto run = runFromText("step step_time_s\n1..19 2\n20 12\n!checkpoint 20 saved\n21..39 2\n40 8\n"
                                     "!evaluation 40 val\n41..49 2\n50 7\n51..60 2");
        const Bill bill = accountOf(*run).bill;
        QCOMPARE(bill.above, 21.0);
        QCOMPARE(bill.slower, 0.0);
        QCOMPARE(secondsOf(bill.parts, "checkpoints"), 10.0);
        QCOMPARE(secondsOf(bill.parts, "evaluation"), 6.0);
        QCOMPARE(secondsOf(bill.parts, "stalls"), 5.0);
        QCOMPARE(partOf(bill.parts, "stalls")->places, std::vector<std::int64_t>{50});
    }

    void bothAtOnceCannotBeToldApart() {
        const auto run =
            runFromText("step step_time_s\n1..19 2\n20 12\n!checkpoint 20 saved\n!evaluation 20 val\n21..60 2");
        const Bill bill = accountOf(*run).bill;
        QCOMPARE(secondsOf(bill.parts, "checkpoints-and-evaluation"), 10.0);
        QVERIFY(!partOf(bill.parts, "checkpoints") && !partOf(bill.parts, "evaluation"));
    }

    void pausesNeedTimeStamps() {
        const QString rows = "step step_time_s\n1..20%1 2\n21..60%2 2\n!checkpoint 20 saved";
        const auto stamped = runFromText(rows.arg("@100+2", "@171+2").toStdString());
        const Bill bill = accountOf(*stamped).bill;
        QCOMPARE(secondsOf(bill.parts, "checkpoints"), 31.0); // 138 -> 171 less the step
        const auto bare = accountOf(*runFromText(rows.arg("", "").toStdString()));
        QVERIFY(!partOf(bare.bill.parts, "checkpoints"));
        QVERIFY(std::ranges::count(bare.notLogged, "time between the steps") == 1);
    }

    void redoneStepsAreACauseOfTheirOwn() {
        // 1..30, back to 21, on to 50: ten steps of 3 s done again; the current ones are 50 steps of 2 s.
        const auto run = runFromText("step step_time_s\n1..20 2\n21..30 3\n!restart resumed\n21..50 2");
        const TimeAccount account = accountOf(*run);
        QCOMPARE(account.bill.steps, 50.0);
        QCOMPARE(secondsOf(account.bill.parts, "redone"), 30.0);
        QCOMPARE(account.bill.above, 30.0);
        QCOMPARE(redoneWork(*run, {}, {}).seconds, 30.0);
        QVERIFY(!partOf(accountOf(*run, {StepRange{35, 50}, 0.0}).bill.parts, "redone"));
    }

    void anotherTrainingIsNotLostWork() {
        const TimeAccount account = accountOf(*runFromText("step step_time_s\n1..30 3\n!restart again\n1..50 2"));
        QVERIFY(!partOf(account.bill.parts, "redone"));
        QCOMPARE(account.bill.above, 0.0);
    }

    void gpuHoursAndPrice() {
        const std::string table = "!setting gpus.count 8\nstep step_time_s\n1..50 2\n51..100 74";
        const Bill bill =
            accountOf(*runFromText("step step_time_s\n!setting gpus.count 8\n1..50 2\n51..100 74"), {{}, 2.5}).bill;
        QCOMPARE(bill.gpuHours, 8.0); // 50 x 72 s on 8 GPUs
        QCOMPARE(bill.cost, 20.0);
        QVERIFY(std::isnan(
            accountOf(*runFromText("step step_time_s\n!setting gpus.count 8\n1..50 2\n51..100 74")).bill.cost));
        const Bill unknown = accountOf(*runFromText("step step_time_s\n1..50 2\n51..100 74"), {{}, 2.5}).bill;
        QVERIFY(std::isnan(unknown.gpuHours) && std::isnan(unknown.cost));
    }

    void holesAreNotFilledWithTime() {
        // Ten steps without a value, then a hole of 1,000 steps that nobody logged.
        const Bill bill = accountOf(*runFromText("step step_time_s\n1..40 2\n41..50 nan\n51..60 2\n1061..1100 2")).bill;
        QVERIFY2(bill.steps >= 90 && bill.steps <= 102, qPrintable(QString::number(bill.steps)));
        QCOMPARE(bill.above, 0.0);
    }

    /// One step of eight generates: 229 s, the others take 6 s. That is how it runs, and nothing is above its rate.
    void stepsThatStandOutInTurnAreNoStalls() {
        RunBuilder builder("made", "made.jsonl", "jsonl");
        const auto key = builder.series("step_time_s");
        for (std::int64_t step = 1; step <= 80; ++step)
            builder.addValue(key, builder.addRow({.step = step}), step % 8 == 1 ? 229.0 : 6.0);
        const TimeAccount account = accountOf(*builder.build(MetricRoles::builtIn()));
        QVERIFY(account.bill.early.mean);
        QCOMPARE(account.bill.early.seconds, (229.0 + 7 * 6.0) / 8);
        QVERIFY(std::abs(account.bill.above) < 1e-6);
        QVERIFY(std::abs(account.change.after - account.change.before) < 1e-6);
    }

    /// Checkpoints that nobody logged come in turn as well, but too rarely to be the pace.
    void rareStepsThatStandOutAreStalls() {
        RunBuilder builder("made", "made.jsonl", "jsonl");
        const auto key = builder.series("step_time_s");
        for (std::int64_t step = 1; step <= 300; ++step)
            builder.addValue(key, builder.addRow({.step = step}), step % 50 == 0 ? 22.0 : 2.0);
        QCOMPARE(secondsOf(accountOf(*builder.build(MetricRoles::builtIn())).bill.parts, "stalls"), 120.0);
    }

    void loggedEveryTenSteps() {
        RunBuilder builder("made", "made.jsonl", "jsonl");
        const auto key = builder.series("step_time_s");
        for (std::int64_t step = 10; step <= 1000; step += 10)
            builder.addValue(key, builder.addRow({.step = step}), step <= 500 ? 2.0 : 3.0);
        const Bill bill = accountOf(*builder.build(MetricRoles::builtIn())).bill;
        QCOMPARE(bill.steps, 1000.0);
        QCOMPARE(bill.above, 500.0);
    }
};

QTEST_GUILESS_MAIN(TestBill)
#include "tst_bill.moc"
