#include "analysis/detectors/steptimetrend.h"
#include "tests/bench/simulation.h"

#include <QTest>

#include <algorithm>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

QString rates(const Verdicts& v) {
    return QString("creep %1, shift %2, undecided %3, none %4 %")
        .arg(v.percent(v.creep))
        .arg(v.percent(v.shift))
        .arg(v.percent(v.undecided))
        .arg(v.percent(v.none));
}

/// Plans of what trainers do, and of noise of other kinds.
const std::vector<std::pair<const char*, Plan>>& habits() {
    static const std::vector<std::pair<const char*, Plan>> all{
        {"moving average", {.shape = NoiseShape::movingAverage}},
        {"heavy tails", {.shape = NoiseShape::heavyTails}},
        {"length buckets", {.steps = 600, .shape = NoiseShape::lengthBuckets}},
        {"saw-tooth of 8", {.steps = 800, .stalls = false, .sawTooth = 8}},
        {"saw-tooth of 4 with checkpoints", {.steps = 800, .sawTooth = 4}},
        {"slow first steps", {.attempts = 3, .slowStart = 4}},
        {"evaluation every 20", {.evaluationEvery = 20}},
        {"one decimal", {.steps = 1000, .noise = 0.02, .printed = 0.1}}};
    return all;
}

} // namespace

/// How often the verdict on the step time must be right, on fixed seeds.
class TestSimulation : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void acceptance_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < tests::acceptance().size(); ++i)
            QTest::newRow(tests::acceptance()[i].what) << static_cast<int>(i);
    }
    void acceptance() {
        QFETCH(int, index);
        const Demand& demand = tests::acceptance()[static_cast<std::size_t>(index)];
        const Verdicts verdicts = judge(demand.plan, 200);
        QCOMPARE(verdicts.total(), std::size_t(200));
        const double percent = verdicts.percent(verdicts.*demand.verdict);
        QVERIFY2(demand.atLeast ? percent >= demand.percent : percent <= demand.percent, qPrintable(rates(verdicts)));
    }

    /// Sub-linear and random creeps must be seen as well as lines are, not only the shapes that the rule was made on.
    void otherCreeps_data() {
        QTest::addColumn<int>("truth");
        QTest::addColumn<double>("least");
        QTest::newRow("square root") << static_cast<int>(Truth::squareRoot) << 90.0;
        QTest::newRow("logarithm") << static_cast<int>(Truth::logarithmic) << 90.0;
        QTest::newRow("random") << static_cast<int>(Truth::randomCreep) << 90.0;
    }
    void otherCreeps() {
        QFETCH(int, truth);
        QFETCH(double, least);
        const Verdicts verdicts = judge({.truth = static_cast<Truth>(truth)}, 200);
        QVERIFY2(verdicts.percent(verdicts.creep) >= least, qPrintable(rates(verdicts)));
    }

    /// Strong memory is the hard case: no creep where there is none.
    void strongMemoryGivesNoFalseCreep_data() {
        QTest::addColumn<int>("truth");
        QTest::addColumn<int>("steps");
        QTest::addColumn<double>("most");
        for (const int steps : {100, 300}) {
            QTest::addRow("flat, n = %d", steps) << static_cast<int>(Truth::flat) << steps << 1.0;
            QTest::addRow("up then down, n = %d", steps) << static_cast<int>(Truth::upThenDown) << steps << 1.0;
            QTest::addRow("one step, n = %d", steps) << static_cast<int>(Truth::oneStep) << steps << 4.0;
            QTest::addRow("two steps, n = %d", steps) << static_cast<int>(Truth::twoSteps) << steps << 8.0;
            QTest::addRow("step and drift, n = %d", steps) << static_cast<int>(Truth::stepAndDrift) << steps << 6.0;
        }
    }
    void strongMemoryGivesNoFalseCreep() {
        QFETCH(int, truth);
        QFETCH(int, steps);
        QFETCH(double, most);
        const Verdicts verdicts =
            judge({.truth = static_cast<Truth>(truth), .steps = static_cast<std::size_t>(steps), .phi = 0.8}, 200);
        QVERIFY2(verdicts.percent(verdicts.creep) <= most, qPrintable(rates(verdicts)));
    }

    /// The level changes at every restart, by 10 % at random or always up: neither is a slope.
    void restartsAreNoCreep_data() {
        QTest::addColumn<int>("attempts");
        QTest::addColumn<double>("restartRise");
        for (const int attempts : {2, 3, 6})
            for (const double rise : {0.0, 0.13})
                QTest::addRow("%d attempts, %g", attempts, rise) << attempts << rise;
    }
    void restartsAreNoCreep() {
        QFETCH(int, attempts);
        QFETCH(double, restartRise);
        const Verdicts verdicts = judge({.truth = Truth::flat,
                                         .attempts = static_cast<std::size_t>(attempts),
                                         .restartNoise = 0.1,
                                         .restartRise = restartRise},
                                        200);
        QVERIFY2(verdicts.percent(verdicts.creep) <= 3.0, qPrintable(rates(verdicts)));
    }

    void creepOverAttemptsIsSeen_data() {
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("attempts");
        QTest::addColumn<double>("least");
        QTest::newRow("2 attempts of 150") << 300 << 2 << 95.0;
        QTest::newRow("3 attempts of 200") << 600 << 3 << 95.0;
        QTest::newRow("12 attempts of 100") << 1200 << 12 << 50.0;
    }
    void creepOverAttemptsIsSeen() {
        QFETCH(int, steps);
        QFETCH(int, attempts);
        QFETCH(double, least);
        const Verdicts verdicts = judge({.truth = Truth::linear,
                                         .steps = static_cast<std::size_t>(steps),
                                         .attempts = static_cast<std::size_t>(attempts),
                                         .restartNoise = 0.1},
                                        200);
        QVERIFY2(verdicts.percent(verdicts.creep) >= least, qPrintable(rates(verdicts)));
        QVERIFY2(verdicts.percent(verdicts.shift) <= 2.0, qPrintable(rates(verdicts)));
    }

    /// A level step is rarely a creep, however short, noisy and forgetful the run is.
    void levelStepsAreRarelyCreeps_data() {
        QTest::addColumn<int>("truth");
        QTest::addColumn<int>("steps");
        QTest::addColumn<double>("phi");
        QTest::addColumn<double>("noise");
        for (const Truth truth : {Truth::flat, Truth::oneStep, Truth::twoSteps})
            for (const int steps : {60, 100, 300})
                for (const double phi : {0.0, 0.8, 0.95})
                    for (const double noise : {0.1, 0.3})
                        QTest::addRow("%s, n = %d, phi %g, noise %g", truthName(truth), steps, phi, noise)
                            << static_cast<int>(truth) << steps << phi << noise;
    }
    void levelStepsAreRarelyCreeps() {
        QFETCH(int, truth);
        QFETCH(int, steps);
        QFETCH(double, phi);
        QFETCH(double, noise);
        const Verdicts verdicts =
            judge({.truth = Truth(truth), .steps = static_cast<std::size_t>(steps), .phi = phi, .noise = noise}, 100);
        // Of 100 series; RESULTS.md has the rates of 500.
        const double most = Truth(truth) == Truth::flat ? 1.0 : 6.0;
        QVERIFY2(verdicts.percent(verdicts.creep) <= most, qPrintable(rates(verdicts)));
    }

    void creepsAreSeen_data() {
        QTest::addColumn<int>("truth");
        QTest::addColumn<int>("steps");
        QTest::addColumn<double>("phi");
        QTest::addColumn<double>("rise");
        QTest::addColumn<double>("least");
        // A true n_eff of 30 and more.
        for (const auto& [steps, phi] : {std::pair{60, 0.0}, {100, 0.0}, {300, 0.5}, {300, 0.8}})
            QTest::addRow("x2, n = %d, phi %g", steps, phi) << int(Truth::linear) << steps << phi << 2.0 << 90.0;
        QTest::newRow("x1.6, n = 1000, phi 0.8") << int(Truth::linear) << 1000 << 0.8 << 1.6 << 80.0;
        QTest::newRow("half step, half ramp, n = 1000, phi 0.8")
            << int(Truth::halfStepHalfRamp) << 1000 << 0.8 << 2.0 << 80.0;
    }
    void creepsAreSeen() {
        QFETCH(int, truth);
        QFETCH(int, steps);
        QFETCH(double, phi);
        QFETCH(double, rise);
        QFETCH(double, least);
        const Verdicts verdicts =
            judge({.truth = Truth(truth), .steps = static_cast<std::size_t>(steps), .phi = phi, .rise = rise}, 200);
        QVERIFY2(verdicts.percent(verdicts.creep) >= least, qPrintable(rates(verdicts)));
    }

    /// What trainers do to their step times, and noise that the rule was not made with: flat and stepped series stay
    /// what they are, ramps are seen.
    void habitsAndOtherNoise_data() {
        QTest::addColumn<int>("habit");
        QTest::addColumn<int>("truth");
        int index = 0;
        for (const auto& [name, plan] : habits()) {
            for (const Truth truth : {Truth::flat, Truth::oneStep, Truth::linear})
                QTest::addRow("%s, %s", name, truthName(truth)) << index << static_cast<int>(truth);
            ++index;
        }
    }
    void habitsAndOtherNoise() {
        QFETCH(int, habit);
        QFETCH(int, truth);
        Plan plan = habits()[static_cast<std::size_t>(habit)].second;
        plan.truth = Truth(truth);
        const Verdicts verdicts = judge(plan, 100);
        const double creeps = verdicts.percent(verdicts.creep);
        // A moving average of 8 leaves 37 independent steps; buckets make the noise almost 40 %.
        const double least = plan.shape == NoiseShape::movingAverage   ? 50.0
                             : plan.shape == NoiseShape::lengthBuckets ? 15.0
                             : plan.attempts > 1                       ? 80.0
                                                                       : 90.0;
        QVERIFY2(plan.truth == Truth::linear ? creeps >= least : creeps <= (plan.truth == Truth::flat ? 1.0 : 6.0),
                 qPrintable(rates(verdicts)));
    }

    /// The textbook rule calls most single steps a creep: what all this is for.
    void theTextbookRuleWouldFail() { QVERIFY(textbookCreeps({.truth = Truth::oneStep}, 50) >= 40); }

    /// Checkpoint steps are left out around it, and yet the shift is found within a few steps.
    void shiftsAreLocated() {
        std::vector<double> distances;
        for (std::uint64_t number = 0; number < 200; ++number) {
            const auto run = simulate({.truth = Truth::oneStep}, number);
            const StepTimeTrend trend = examineStepTime(*run, 1.4, {});
            if (trend.verdict.kind == numerics::TrendKind::shift && trend.verdict.shifts.size() == 1)
                distances.push_back(
                    std::abs(static_cast<double>(stepOfShift(*run, trend, trend.verdict.shifts[0]) - 151)));
        }
        std::ranges::sort(distances);
        QVERIFY2(distances.size() >= 180, qPrintable(QString::number(distances.size())));
        QVERIFY2(distances[distances.size() * 9 / 10] <= 3,
                 qPrintable(QString::number(distances[distances.size() * 9 / 10])));
    }
};

QTEST_GUILESS_MAIN(TestSimulation)
#include "tst_simulation.moc"
