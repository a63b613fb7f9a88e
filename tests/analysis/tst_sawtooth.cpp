#include "analysis/detectors/steptimetrend.h"
#include "analysis/numerics/sawtooth.h"
#include "tests/support/syntheticrun.h"

#include <QTest>

#include <functional>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

/// Lognormal noise of 5 % around a function of the index.
std::vector<double> noisy(std::size_t count, const std::function<double(std::size_t)>& level) {
    std::mt19937_64 engine(17);
    std::normal_distribution<double> normal;
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = level(i) * std::exp(0.05 * normal(engine));
    return values;
}

} // namespace

/// Step times that repeat: a slow generating step, then fast ones without.
class TestSawTooth : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void periods() {
        using numerics::sawToothPeriod;
        QCOMPARE(sawToothPeriod(noisy(200, [](std::size_t i) { return i % 8 == 0 ? 180.0 : 5.7; })), std::size_t(8));
        QCOMPARE(sawToothPeriod(noisy(200, [](std::size_t i) { return i % 2 == 0 ? 3.0 : 2.0; })), std::size_t(2));
        // Buckets of length in turn.
        QCOMPARE(sawToothPeriod(noisy(300, [](std::size_t i) { return 1.0 + 0.3 * double(i % 5); })), std::size_t(5));
    }

    void noPeriod_data() {
        QTest::addColumn<int>("kind");
        const char* names[] = {"noise", "ramp",     "step", "evaluation every 20", "checkpoint every 25",
                               "walk",  "one stall"};
        for (int kind = 0; kind < 7; ++kind)
            QTest::newRow(names[kind]) << kind;
    }
    void noPeriod() {
        QFETCH(int, kind);
        double walk = 0.0;
        std::mt19937_64 engine(3);
        std::normal_distribution<double> normal;
        const auto values = noisy(400, [&](std::size_t i) {
            walk = 0.95 * walk + 0.06 * normal(engine);
            const double levels[] = {2.0,
                                     2.0 + 0.01 * double(i),
                                     i < 200 ? 2.0 : 4.0,
                                     i % 20 == 19 ? 6.0 : 2.0,
                                     i % 25 == 24 ? 20.0 : 2.0,
                                     2.0 * std::exp(walk),
                                     i == 100 ? 90.0 : 2.0};
            return levels[kind];
        });
        QCOMPARE(numerics::sawToothPeriod(values), std::size_t(1));
    }

    void tooShortForAPeriod() {
        QCOMPARE(numerics::sawToothPeriod({}), std::size_t(1));
        QCOMPARE(numerics::sawToothPeriod(noisy(30, [](std::size_t i) { return i % 8 == 0 ? 180.0 : 5.7; })),
                 std::size_t(1));
    }

    /// The generating step creeps up and the others do not: seven of eight steps say nothing of it.
    void rotOfTheGeneratingStepIsSeen() {
        const auto run = madeRun(800, {{"step_time_s", [](std::int64_t step) {
                                            return step % 8 == 1 ? 100.0 * (1.0 + double(step) / 800.0) : 5.0;
                                        }}});
        const StepTimeTrend trend = examineStepTime(*run, 1.4, {});
        QCOMPARE(trend.steps->period, std::size_t(8));
        QCOMPARE(trend.steps->value.size() + trend.steps->leftOut.warmUp / 8, std::size_t(100));
        QCOMPARE(trend.verdict.kind, numerics::TrendKind::creep);
        // Mean of a period: 5 x 7 / 8 and an eighth of 100 to 200.
        QVERIFY2(std::abs(trend.verdict.early - (4.375 + 12.5 * 1.1)) < 0.5,
                 qPrintable(QString::number(trend.verdict.early)));
    }

    void flatSawToothIsNone() {
        const auto run = madeRun(800, {{"step_time_s", [](std::int64_t step) {
                                            return step % 8 == 1 ? 100.0 : 5.0;
                                        }}});
        QCOMPARE(examineStepTime(*run, 1.4, {}).verdict.kind, numerics::TrendKind::none);
    }

    /// A period with a checkpoint in it is left out whole; what fills no period too.
    void checkpointsTakeTheirPeriodAlong() {
        std::vector<MadeEvent> checkpoints{{EventKind::checkpoint, 100, ""}, {EventKind::checkpoint, 300, ""}};
        const auto run = madeRun(803,
                                 {{"step_time_s",
                                   [](std::int64_t step) {
                                       return step % 8 == 1 ? 100.0 : 5.0;
                                   }}},
                                 checkpoints);
        const StepTimeTrend trend = examineStepTime(*run, 1.4, {});
        QCOMPARE(trend.steps->value.size() + trend.steps->leftOut.warmUp / 8, std::size_t(98));
        QCOMPARE(trend.steps->leftOut.partPeriods, std::size_t(2 * 8 + 3));
        QCOMPARE(trend.steps->leftOut.checkpoint, std::size_t(2));
    }
};

QTEST_GUILESS_MAIN(TestSawTooth)
#include "tst_sawtooth.moc"
