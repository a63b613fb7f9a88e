#include "analysis/comparison/comparisonset.h"
#include "analysis/run/roles.h"
#include "analysis/run/runbuilder.h"
#include "tests/support/syntheticrun.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace tachograph;

namespace {

constexpr double notLogged = std::numeric_limits<double>::quiet_NaN();

/// A run of steps first .. first + count - 1 whose step time is seconds(step) with noise of its own.
struct Made {
    std::int64_t first = 1, count = 300;
    double seconds = 2.0;
    double noise = 0.05;
    unsigned seed = 1;
    Settings config, environment;
    std::string format = "jsonl", key = "step_time_s";
    std::function<double(std::int64_t)> factor = [](std::int64_t) {
        return 1.0;
    };
    std::function<double(std::int64_t)> tokens; ///< mean completion length; generation is 1 s + 2 ms a token then
};

RunPtr make(const Made& made) {
    std::mt19937_64 engine(made.seed);
    std::normal_distribution<double> normal;
    RunBuilder builder("made", "made.jsonl", made.format);
    const std::uint32_t time = builder.series(made.key);
    const std::uint32_t length = made.tokens ? builder.series("completion_len_mean") : 0;
    const std::uint32_t generation = made.tokens ? builder.series("generation_time_s") : 0;
    for (std::int64_t step = made.first; step < made.first + made.count; ++step) {
        const std::uint32_t row = builder.addRow({.step = step});
        double seconds = made.seconds * made.factor(step) * std::exp(made.noise * normal(engine));
        if (made.tokens) {
            const double phase =
                (1.0 + 0.002 * made.tokens(step)) * made.factor(step) * std::exp(made.noise * normal(engine));
            builder.addValue(length, row, made.tokens(step));
            builder.addValue(generation, row, phase);
            seconds += phase;
        }
        builder.addValue(time, row, seconds);
    }
    for (const auto& [key, value] : made.config)
        builder.setConfig(key, value);
    for (const auto& [key, value] : made.environment)
        builder.setEnvironment(key, value);
    return builder.build(MetricRoles::builtIn());
}

Made slower(double factor, unsigned seed = 2) {
    Made made;
    made.seconds *= factor;
    made.seed = seed;
    return made;
}

double sum(const Waterfall& waterfall) {
    double seconds = 0;
    for (const DifferencePart& part : waterfall.parts)
        seconds += part.seconds;
    return seconds;
}

} // namespace

#define NEAR(value, expected, tolerance)                                                                               \
    QVERIFY2(std::abs((value) - (expected)) <= (tolerance),                                                            \
             qPrintable(QStringLiteral("%1 is not %2").arg(double(value)).arg(double(expected))))

/// Runs with a planted difference, and every way in which there may be nothing to compare.
class TestComparison : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void verdicts_data() {
        QTest::addColumn<double>("factor");
        QTest::addColumn<int>("steps");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("10 % slower") << 1.10 << 300 << QStringLiteral("worse");
        QTest::newRow("10 % faster") << 1 / 1.10 << 300 << QStringLiteral("better");
        QTest::newRow("equal") << 1.0 << 300 << QStringLiteral("not-distinguishable");
        QTest::newRow("below the practical threshold") << 1.015 << 2000 << QStringLiteral("not-distinguishable");
        QTest::newRow("three times as slow, but 15 steps") << 3.0 << 15 << QStringLiteral("too-few");
        QTest::newRow("two steps") << 3.0 << 2 << QStringLiteral("too-few");
        QTest::newRow("one step") << 3.0 << 1 << QStringLiteral("too-few");
    }
    void verdicts() {
        QFETCH(double, factor);
        QFETCH(int, steps);
        QFETCH(QString, verdict);
        Made a, b = slower(factor);
        a.count = b.count = steps;
        const Comparison comparison = compareRuns(make(a), make(b));
        QCOMPARE(QString::fromLatin1(verdictName(comparison.verdict)), verdict);
        QVERIFY(!comparison.headline.empty());
    }

    void nothingToCompare_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"both empty", "B empty", "A empty", "B all NaN", "A all NaN", "nothing in common",
                                 "other trainers", "zeros"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }
    void nothingToCompare() {
        QFETCH(QString, what);
        Made a, b = slower(2);
        const auto nothing = [](std::int64_t) {
            return notLogged;
        };
        if (what.contains(QStringLiteral("both empty")) || what == QStringLiteral("A empty"))
            a.count = 0;
        if (what.contains(QStringLiteral("both empty")) || what == QStringLiteral("B empty"))
            b.count = 0;
        if (what == QStringLiteral("A all NaN"))
            a.factor = nothing;
        if (what == QStringLiteral("B all NaN"))
            b.factor = nothing;
        if (what == QStringLiteral("nothing in common"))
            b.key = "something_else";
        if (what == QStringLiteral("other trainers")) {
            a.format = "verl_console";
            b.format = "dflash_console";
        }
        if (what == QStringLiteral("zeros"))
            a.seconds = b.seconds = 0.0;
        const Comparison comparison = compareRuns(make(a), make(b));
        QVERIFY2(comparison.verdict == Verdict::notComparable || comparison.verdict == Verdict::tooFew,
                 verdictName(comparison.verdict));
        QVERIFY(!comparison.headline.empty());
        for (const Finding& finding : comparison.findings)
            QCOMPARE(finding.code, std::string("NOT_COMPARABLE"));
    }

    void warnings_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<QString>("warning");
        QTest::newRow("GPU counts") << QStringLiteral("world_size=8") << QStringLiteral("world_size=16")
                                    << QStringLiteral("A ran on 8 GPUs, B on 16.");
        QTest::newRow("drafters") << QStringLiteral("gpus.drafter=[5, 6, 7]") << QStringLiteral("gpus.drafter=[6, 7]")
                                  << QStringLiteral("A has 3 drafter GPUs, B has 2.");
        QTest::newRow("models") << QStringLiteral("model=a") << QStringLiteral("model=b")
                                << QStringLiteral("model differs: a in A and b in B.");
        QTest::newRow("configuration of one side")
            << QStringLiteral("model=a") << QString() << QStringLiteral("B has no configuration");
        QTest::newRow("none") << QStringLiteral("model=a") << QStringLiteral("model=a") << QString();
    }
    void warnings() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(QString, warning);
        Made left, right = slower(1.0);
        for (const auto& [text, made] : {std::pair(a, &left), std::pair(b, &right)})
            if (const auto equals = text.indexOf(QLatin1Char('=')); equals > 0)
                made->config[text.left(equals).toStdString()] = text.mid(equals + 1).toStdString();
        const Comparison comparison = compareRuns(make(left), make(right));
        QString all;
        for (const std::string& sentence : comparison.warnings)
            all += QString::fromStdString(sentence) + QLatin1Char('\n');
        QCOMPARE(all.isEmpty(), warning.isEmpty());
        QVERIFY2(all.contains(warning), qPrintable(all));
    }

    void alignment_data() {
        QTest::addColumn<int>("firstA");
        QTest::addColumn<int>("firstB");
        QTest::addColumn<QString>("axis");
        QTest::addColumn<int>("doubts");
        QTest::newRow("both from the start") << 1 << 1 << QStringLiteral("step") << 0;
        QTest::newRow("both resume at one step") << 690 << 690 << QStringLiteral("resume") << 0;
        QTest::newRow("one is resumed") << 1 << 100 << QStringLiteral("step") << 1;
        QTest::newRow("no overlap") << 1 << 5000 << QStringLiteral("resume") << 1;
    }
    void alignment() {
        QFETCH(int, firstA);
        QFETCH(int, firstB);
        Made a, b = slower(1.0);
        a.first = firstA;
        b.first = firstB;
        const Comparison comparison = compareRuns(make(a), make(b));
        QTEST(QString::fromLatin1(xAxisName(comparison.alignment.axis)), "axis");
        QTEST(int(comparison.alignment.doubts.size()), "doubts");
        QVERIFY(!comparison.alignment.why.empty());
    }

    void swappingTheSidesMirrorsTheAnswer() {
        const RunPtr a = make({}), b = make(slower(1.08));
        const Comparison forth = compareRuns(a, b), back = compareRuns(b, a);
        QCOMPARE(forth.verdict, Verdict::worse);
        QCOMPARE(back.verdict, Verdict::better);
        QCOMPARE(forth.metrics.size(), back.metrics.size());
        for (std::size_t i = 0; i < forth.metrics.size(); ++i) {
            const MetricComparison &x = forth.metrics[i], &y = back.metrics[i];
            NEAR((1 + x.effect) * (1 + y.effect), 1.0, 1e-12);
            NEAR((1 + x.low) * (1 + y.high), 1.0, 1e-12);
            NEAR((1 + x.high) * (1 + y.low), 1.0, 1e-12);
            NEAR(x.p, y.p, 1e-12);
        }
        NEAR(sum(forth.waterfall), -sum(back.waterfall), 1e-12);
    }

    void anOffsetIsAShiftOfTheData() {
        constexpr std::int64_t shift = 40;
        Made a, b = slower(1.1), moved = b;
        moved.first += shift;
        CompareOptions plain, offset;
        plain.axis = offset.axis = XAxis::step;
        plain.rangeMin = offset.rangeMin = 100;
        plain.rangeMax = offset.rangeMax = 250;
        offset.offset = shift;
        const Comparison x = compareRuns(make(a), make(b), offset), y = compareRuns(make(a), make(moved), plain);
        QCOMPARE(x.metrics.size(), y.metrics.size());
        QCOMPARE(x.rowsB.steps, y.rowsB.steps);
        for (std::size_t i = 0; i < x.metrics.size(); ++i) {
            QCOMPARE(x.metrics[i].effect, y.metrics[i].effect);
            QCOMPARE(x.metrics[i].low, y.metrics[i].low);
            QCOMPARE(x.metrics[i].verdict, y.metrics[i].verdict);
        }
    }

    void theOrderOfSettingsDoesNotMatter() {
        // A map has one order; what may differ is the order in which recordings name them.
        Made a, b = slower(1.1);
        a.config = {{"z", "1"}, {"a", "2"}};
        b.config = {{"a", "3"}, {"z", "1"}};
        const Comparison comparison = compareRuns(make(a), make(b));
        QCOMPARE(comparison.config.size(), std::size_t(1));
        QCOMPARE(comparison.config.front().key, std::string("a"));
        QCOMPARE(comparison.equalSettings, std::size_t(1));
    }

    void aRangeRestrictsEveryNumber() {
        // B is twice as slow in its second half only.
        Made a, b = slower(1.0);
        b.factor = [](std::int64_t step) {
            return step > 150 ? 2.0 : 1.0;
        };
        const RunPtr runA = make(a), runB = make(b);
        CompareOptions first, second;
        first.rangeMax = 140;
        second.rangeMin = 160;
        const Comparison early = compareRuns(runA, runB, first), late = compareRuns(runA, runB, second);
        QCOMPARE(early.verdict, Verdict::notDistinguishable);
        QCOMPARE(late.verdict, Verdict::worse);
        NEAR(metricOf(late, roles::stepTime)->effect, 1.0, 0.03);
        QCOMPARE(late.rowsB.steps, std::size_t(141));
        CompareOptions nowhere;
        nowhere.rangeMin = 1e6;
        QCOMPARE(compareRuns(runA, runB, nowhere).verdict, Verdict::tooFew);
    }

    void equalTokensAreComparedFirst() {
        // B's completions are 50 % longer; generation is 1 s + 2 ms a token and the rest of a step 2 s in both.
        Made a, b = slower(1.0);
        a.noise = b.noise = 0.01;
        const auto lengths = [](double middle) {
            return [middle](std::int64_t step) {
                return middle * (0.7 + 0.6 * double(step * 37 % 100) / 100.0);
            };
        };
        a.tokens = lengths(400);
        b.tokens = lengths(600);
        const RunPtr runA = make(a);
        const double lengthA = 400 * (0.7 + 0.6 * 0.495);
        const Comparison comparison = compareRuns(runA, make(b));
        NEAR(comparison.equalWork.effect, 0.0, 0.01);
        QCOMPARE(comparison.verdict, Verdict::notDistinguishable);
        QCOMPARE(metricOf(comparison, roles::stepTime)->verdict, Verdict::worse);
        QCOMPARE(comparison.waterfall.parts.front().name, std::string("longer completions"));
        NEAR(comparison.waterfall.parts.front().seconds, 0.002 * lengthA * 0.5, 0.02);
        NEAR(sum(comparison.waterfall), comparison.waterfall.b - comparison.waterfall.a, 1e-12);
    }

    void noEqualTokensByGuessing() {
        Made a, b = slower(1.0);
        a.tokens = [](std::int64_t step) {
            return 2000.0 + double(step * 37 % 100);
        };
        b.tokens = [](std::int64_t step) {
            return 20.0 + double(step * 37 % 10);
        };
        const Comparison comparison = compareRuns(make(a), make(b));
        QCOMPARE(comparison.equalWork.basis, std::string("none"));
        QVERIFY(comparison.warnings.back().find("cannot be compared at equal tokens") != std::string::npos);
        NEAR(sum(comparison.waterfall), comparison.waterfall.b - comparison.waterfall.a, 1e-12);
    }

    void stillSpeedingUp() {
        Made a, b = slower(2.0);
        b.factor = [](std::int64_t step) {
            return 1.0 + 2.0 * std::exp(-double(step) / 150.0);
        };
        const Comparison comparison = compareRuns(make(a), make(b));
        QCOMPARE(comparison.rampB.answer, Ramping::yes);
        QCOMPARE(comparison.rampA.answer, Ramping::no);
        QCOMPARE(comparison.verdict, Verdict::stillRamping);
    }

    void repeatsSetTheNoiseFloor() {
        Made a, b = slower(1.3), again = slower(1.02, 3), different = slower(1.02, 4);
        a.config = again.config = {{"batch", "8"}};
        b.config = {{"batch", "4"}};
        different.config = {{"batch", "16"}};
        const ComparisonSet set = compareAll({make(a), make(b), make(again), make(different)});
        QCOMPARE(set.comparisons.size(), std::size_t(3));
        QCOMPARE(set.floors.size(), std::size_t(1));
        NEAR(set.floors.front().spread, 0.02, 0.015);
        QVERIFY(set.cameBack);
        // Nothing is known about the settings: nothing is called a repeat.
        QVERIFY(compareAll({make({}), make(slower(1.3)), make(slower(1.0, 5))}).floors.empty());
        QVERIFY(compareAll({make({}), make(slower(1.3)), make(slower(1.0, 5))}).revert.empty());
    }

    void goingBackThatDoesNotHelp() {
        Made a, b = slower(1.3), again = slower(1.3, 3);
        a.config = again.config = {{"batch", "8"}};
        b.config = {{"batch", "4"}};
        const ComparisonSet set = compareAll({make(a), make(b), make(again)});
        QVERIFY(!set.cameBack);
        QVERIFY(set.revert.find("not shown") != std::string::npos);
    }

    void moreRunsThanAllowedAreLeftOut() {
        std::vector<RunPtr> runs;
        for (unsigned i = 0; i < 12; ++i)
            runs.push_back(make(slower(1.0, i + 1)));
        QCOMPARE(compareAll(runs).comparisons.size(), ComparisonSet::mostOthers);
    }

    void aCanceledComparisonEnds() {
        std::stop_source stop;
        stop.request_stop();
        const Comparison comparison = compareRuns(make({}), make(slower(2.0)), {}, Job(stop.get_token()));
        QVERIFY(comparison.metrics.empty());
    }
};

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
