#include "analysis/numerics/creeporshift.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace tachograph;
using namespace tachograph::numerics;

namespace {

using Values = std::vector<double>;

TrendVerdict judged(const Values& values, double resolution = 0) {
    return judgeTrend(values, std::vector<std::uint32_t>(values.size(), 0), {1.4, resolution});
}

/// `count` values of a function of the index.
template <typename Function>
Values values(std::size_t count, Function function) {
    Values result(count);
    for (std::size_t i = 0; i < count; ++i)
        result[i] = function(static_cast<double>(i));
    return result;
}

class Noise {
  public:
    explicit Noise(unsigned seed) : m_engine(seed) {}
    double operator()(double sd) { return std::exp(sd * m_normal(m_engine)); }

  private:
    std::mt19937_64 m_engine;
    std::normal_distribution<double> m_normal;
};

} // namespace

class TestCreepOrShift : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void noiselessStepIsAShiftAtTheExactIndex_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("at");
        for (const auto& [count, at] :
             {std::pair{300, 90}, {300, 150}, {300, 151}, {300, 157}, {300, 210}, {1000, 333}})
            QTest::addRow("%d of %d", at, count) << count << at;
    }
    void noiselessStepIsAShiftAtTheExactIndex() {
        QFETCH(int, count);
        QFETCH(int, at);
        const auto verdict =
            judged(values(static_cast<std::size_t>(count), [at](double i) { return i < at ? 2.0 : 4.0; }));
        QCOMPARE(verdict.kind, TrendKind::shift);
        QCOMPARE(verdict.shifts.size(), std::size_t(1));
        QCOMPARE(verdict.shifts[0].at, static_cast<std::size_t>(at));
        QVERIFY(std::abs(verdict.shifts[0].before - 2.0) < 1e-9);
        QVERIFY(std::abs(verdict.shifts[0].after - 4.0) < 1e-9);
        QVERIFY(std::abs(verdict.factor - 2.0) < 1e-9);
    }

    void noiselessTwoStepsAreTwoShifts() {
        const auto verdict = judged(values(300, [](double i) { return i < 90 ? 2.0 : i < 211 ? 3.0 : 4.5; }));
        QCOMPARE(verdict.kind, TrendKind::shift);
        QCOMPARE(verdict.shifts.size(), std::size_t(2));
        QCOMPARE(verdict.shifts[0].at, std::size_t(90));
        QCOMPARE(verdict.shifts[1].at, std::size_t(211));
        QVERIFY(!verdict.transient);
    }

    void noiselessRisesAreCreeps_data() {
        QTest::addColumn<QByteArray>("shape");
        for (const char* name : {"line", "exponential", "square root", "logarithm", "hockey stick"})
            QTest::newRow(name) << QByteArray(name);
    }
    void noiselessRisesAreCreeps() {
        QFETCH(QByteArray, shape);
        const auto function = [&](double i) {
            const double t = i / 299.0;
            if (shape == "line")
                return 2.0 + 2.0 * t;
            if (shape == "exponential")
                return 2.0 * std::pow(2.0, t);
            if (shape == "square root")
                return 2.0 + 2.5 * std::sqrt(t);
            if (shape == "logarithm")
                return 2.0 + 3.0 * std::log1p(9 * t) / std::log(10.0);
            return 2.0 + 2.0 * std::max(0.0, 2 * t - 1);
        };
        const auto verdict = judged(values(300, function));
        QCOMPARE(verdict.kind, TrendKind::creep);
        QVERIFY(verdict.slopeShare > 0.5);
        QVERIFY(verdict.onset < 170);
    }

    void onsetOfAHockeyStickIsItsHinge() {
        Noise noise(5);
        const auto verdict =
            judged(values(600, [&](double i) { return (2.0 + 0.01 * std::max(0.0, i - 300)) * noise(0.05); }));
        QCOMPARE(verdict.kind, TrendKind::creep);
        QVERIFY2(verdict.onset > 270 && verdict.onset < 350, qPrintable(QString::number(verdict.onset)));
    }

    void otherShapesAreNone_data() {
        QTest::addColumn<QByteArray>("shape");
        for (const char* name :
             {"constant", "noise", "falling", "step down", "up and down", "rises by 30 %", "stalls", "saw-tooth"})
            QTest::newRow(name) << QByteArray(name);
    }
    void otherShapesAreNone() {
        QFETCH(QByteArray, shape);
        Noise noise(3);
        const auto function = [&](double i) {
            const auto index = static_cast<int>(i);
            if (shape == "constant")
                return 2.0;
            const double level = shape == "falling"         ? 4.0 - i / 150.0
                                 : shape == "step down"     ? (i < 150 ? 4.0 : 2.0)
                                 : shape == "up and down"   ? (i >= 100 && i < 200 ? 4.0 : 2.0)
                                 : shape == "rises by 30 %" ? 2.0 + 0.6 * i / 299.0
                                 : shape == "saw-tooth"     ? (index % 8 == 0 ? 180.0 : 5.7)
                                                            : 2.0;
            return level * noise(0.05) * (shape == "stalls" && index % 25 == 24 ? 3.0 + i / 15.0 : 1.0);
        };
        const auto verdict = judged(values(300, function));
        QCOMPARE(verdict.kind, TrendKind::none);
        QCOMPARE(verdict.transient, shape == "up and down");
    }

    void shortSeriesKeepTheirRatioUnjudged() {
        const auto verdict = judged(values(39, [](double i) { return 2.0 + i; }));
        QCOMPARE(verdict.kind, TrendKind::tooShort);
        QVERIFY(verdict.factor > 1.4);
        QCOMPARE(judged({}).kind, TrendKind::tooShort);
        QVERIFY(judged(values(40, [](double i) { return 2.0 + i; })).kind != TrendKind::tooShort);
    }

    void lowEvidenceIsSaidNotVetoed() {
        std::mt19937_64 engine(2);
        std::normal_distribution<double> normal;
        double state = 0;
        const auto verdict = judged(values(120, [&](double i) {
            state = 0.9 * state + 0.436 * normal(engine);
            return (2.0 + 4.0 * i / 119.0) * std::exp(0.05 * state);
        }));
        QVERIFY(verdict.kind != TrendKind::tooShort);
        QVERIFY(verdict.effective < 20);
        QVERIFY(verdict.lowEvidence());
    }

    void coarseStampsCountOnceAWindow() {
        // 30 windows of ten equal values: a tenfold repetition must not make 300 independent values.
        Noise noise(8);
        Values windows(30);
        for (double& value : windows)
            value = 8.0 * noise(0.1);
        const auto flat =
            judged(values(300, [&](double i) { return windows[static_cast<std::size_t>(i) / 10]; }), 0.05);
        QVERIFY(flat.memory.repeats);
        QVERIFY2(flat.effective <= 30.0, qPrintable(QString::number(flat.effective)));
        QVERIFY(flat.blockLength >= 10);
        QCOMPARE(flat.kind, TrendKind::none);
        const auto few = judged(values(120, [&](double i) { return windows[static_cast<std::size_t>(i) / 10]; }), 0.05);
        QCOMPARE(few.kind, TrendKind::tooShort);
    }

    void printedValuesWithOneDecimal() {
        // 2.0 and 2.1 s: most neighbours are equal; the filter must not take every 2.1 for a stall.
        Noise noise(4);
        const auto printed = [&](double seconds) {
            return std::round(10 * seconds * noise(0.01)) / 10;
        };
        QCOMPARE(judged(values(400, [&](double) { return printed(2.04); }), 0.025).kind, TrendKind::none);
        QCOMPARE(judged(values(400, [&](double i) { return printed(2.0 + 2.0 * i / 399); }), 0.025).kind,
                 TrendKind::creep);
        QCOMPARE(judged(values(400, [&](double i) { return printed(i < 170 ? 2.0 : 4.0); }), 0.025).kind,
                 TrendKind::shift);
    }

    void jumpsAtRestartsAreNoSlope() {
        Noise noise(6);
        Values series;
        std::vector<std::uint32_t> attempt;
        for (int i = 0; i < 600; ++i) {
            attempt.push_back(static_cast<std::uint32_t>(i / 150));
            series.push_back(2.0 * std::pow(1.3, attempt.back()) * noise(0.05));
        }
        const auto verdict = judgeTrend(series, attempt);
        QCOMPARE(verdict.kind, TrendKind::none);
        QCOMPARE(verdict.jumps.size(), std::size_t(3));
        for (const BoundaryJump& jump : verdict.jumps)
            QVERIFY2(std::abs(jump.size - std::log(1.3)) < 0.05, qPrintable(QString::number(jump.size)));
        QVERIFY(verdict.late / verdict.early > 2.0); // as logged
        QVERIFY(std::abs(verdict.factor - 1.0) < 0.1);
        // The same without boundaries is a rise.
        QVERIFY(judged(series).kind != TrendKind::none);
    }

    void slowRotOverTwelveAttemptsIsSeen() {
        Noise noise(7);
        Values series;
        std::vector<std::uint32_t> attempt;
        for (int i = 0; i < 1200; ++i) {
            attempt.push_back(static_cast<std::uint32_t>(i / 100));
            const double restart = attempt.back() % 2 == 0 ? 1.0 : 1.15;
            series.push_back(2.0 * (1.0 + i / 1199.0) * restart * noise(0.04));
        }
        const auto verdict = judgeTrend(series, attempt);
        QCOMPARE(verdict.kind, TrendKind::creep);
        QVERIFY2(verdict.factor > 1.5 && verdict.factor < 2.0, qPrintable(QString::number(verdict.factor)));
    }

    void curvesFollowTheSeries() {
        Noise noise(9);
        const auto verdict = judged(values(500, [&](double i) { return (2.0 + 3.0 * i / 499) * noise(0.03); }));
        for (const TrendPoint& point : verdict.slopeCurve)
            QVERIFY(std::abs(point.value / (2.0 + 3.0 * point.index / 499) - 1) < 0.1);
        QVERIFY(verdict.levelCurve.size() >= 4);
        QCOMPARE(verdict.levelCurve.back().index, 499.0);
    }

    void canceledJobAnswersAtOnce() {
        std::stop_source source;
        source.request_stop();
        const Values series(1000, 2.0);
        const auto verdict = judgeTrend(series, std::vector<std::uint32_t>(1000, 0), {}, Job(source.get_token()));
        QCOMPARE(verdict.kind, TrendKind::tooShort);
    }
};

QTEST_GUILESS_MAIN(TestCreepOrShift)
#include "tst_creeporshift.moc"
