#include "analysis/numerics/autocorrelation.h"
#include "analysis/numerics/blockmedians.h"
#include "analysis/numerics/hampel.h"
#include "analysis/numerics/hypergeometric.h"
#include "analysis/numerics/mannkendall.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/numerics/sortedwindow.h"
#include "analysis/numerics/stitching.h"
#include "analysis/numerics/theilsen.h"
#include "analysis/numerics/warmup.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <random>

using namespace tachograph::numerics;

namespace {

/// Numbers for humans: "2.1 2.0 2.3".
std::vector<double> numbers(const char* text) {
    std::vector<double> values;
    for (const QByteArray& word : QByteArray(text).simplified().split(' '))
        values.push_back(word.toDouble());
    return values;
}

std::vector<double> randomValues(std::size_t count, unsigned seed, int levels) {
    std::mt19937 engine(seed);
    std::vector<double> values(count);
    for (double& value : values)
        value = static_cast<double>(engine() % static_cast<unsigned>(levels));
    return values;
}

double naiveS(const std::vector<double>& values) {
    double s = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        for (std::size_t j = i + 1; j < values.size(); ++j)
            s += values[j] > values[i] ? 1 : values[j] < values[i] ? -1 : 0;
    return s;
}

void compare(double actual, double expected, double relative = 1e-12) {
    QVERIFY2(std::abs(actual - expected) <= relative * std::max(1e-300, std::abs(expected)),
             qPrintable(QString("%1 is not %2").arg(actual, 0, 'g', 17).arg(expected, 0, 'g', 17)));
}

} // namespace

class TestNumerics : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    // scipy 1.10.1: S = sum of signs; var = (S / norm.isf(kendalltau(range(n), x, method='asymptotic').pvalue / 2))^2,
    // where scipy leaves the continuity correction out.
    void mannKendall_data() {
        QTest::addColumn<QByteArray>("values");
        QTest::addColumn<double>("s");
        QTest::addColumn<double>("zWithoutCorrection");
        QTest::newRow("rising, one tie") << QByteArray("2.1 2.0 2.3 2.3 2.2 2.6 2.5 2.9 2.8 3.1") << 34.0
                                         << 3.0532901344551737;
        QTest::newRow("many ties") << QByteArray(
                                          "5 6 9 11 0 1 9 11 2 3 10 5 3 9 3 4 7 6 1 0 10 9 10 6 9 3 5 9 1 3 1 5 11 1 "
                                          "4 4 10 2 6 3")
                                   << -56.0 << -0.6573240842821364;
    }
    void mannKendall() {
        QFETCH(QByteArray, values);
        QFETCH(double, s);
        QFETCH(double, zWithoutCorrection);
        const MannKendall test = tachograph::numerics::mannKendall(numbers(values));
        QCOMPARE(test.s, s);
        compare(test.s / std::sqrt(test.variance), zWithoutCorrection, 1e-9);
        compare(test.z, (s - (s > 0 ? 1 : -1)) / (s / zWithoutCorrection), 1e-9);
        compare(test.pRising, normalUpperTail(test.z));
    }

    void mannKendallEqualsAllPairs() {
        for (const std::size_t count : {0U, 1U, 2U, 3U, 17U, 100U})
            for (const int levels : {1, 2, 7, 1000000}) {
                const auto values = randomValues(count, static_cast<unsigned>(count) + 7, levels);
                QCOMPARE(tachograph::numerics::mannKendall(values).s, naiveS(values));
            }
    }

    void mannKendallOfEqualValuesSaysNothing() {
        const MannKendall test = tachograph::numerics::mannKendall(std::vector<double>(50, 3.0));
        QCOMPARE(test.z, 0.0);
        QCOMPARE(test.pRising, 0.5);
    }

    void groupsDoNotSeeJumpsBetweenThem() {
        // Falls within both groups, a jump up between them.
        const auto values = numbers("4 3 2 1 14 13 12 11");
        const std::vector<std::uint32_t> group{0, 0, 0, 0, 1, 1, 1, 1};
        const MannKendall grouped = groupedMannKendall(values, group);
        QCOMPARE(grouped.s, -12.0);
        compare(grouped.variance, 2 * 4.0 * 3.0 * 13.0 / 18.0);
        QCOMPARE(tachograph::numerics::mannKendall(values).s, 4.0);
    }

    void serialInflationNeverShrinks() {
        std::vector<double> alternating(60), line(60);
        for (std::size_t i = 0; i < 60; ++i) {
            alternating[i] = i % 2 == 0 ? 1.0 : -1.0;
            line[i] = static_cast<double>(i);
        }
        compare(serialInflation(alternating), 1 + 2 * (1 - 2.0 / 60) * (58.0 / 60)); // lag 2 alone counts
        QCOMPARE(serialInflation(line), 1.0);
        QCOMPARE(serialInflation(numbers("1 2")), 1.0);
        std::vector<double> waves(120);
        for (std::size_t i = 0; i < waves.size(); ++i)
            waves[i] = std::sin(static_cast<double>(i) / 8.0);
        QVERIFY(serialInflation(waves) > 4.0);
    }

    // scipy 1.10.1: norm.sf(z)
    void normalTail() {
        compare(normalUpperTail(0), 0.5);
        compare(normalUpperTail(1), 0.15865525393145707);
        compare(normalUpperTail(1.959963984540054), 0.025, 1e-10);
        compare(normalUpperTail(-1), 0.8413447460685429);
        compare(normalUpperTail(6), 9.865876450376946e-10, 1e-10);
    }

    // scipy 1.10.1: theilslopes(y, x, method='joint')
    void theilSenLine() {
        const Line plain = theilSen(numbers("2.1 2.0 2.3 2.3 2.2 2.6 2.5 2.9 2.8 3.1"));
        compare(plain.slope, 0.11428571428571425);
        compare(plain.intercept, 1.9928571428571429);
        const Line outlier = theilSen(numbers("0 1 2 3 5 8 13"), numbers("1.0 2.9 5.2 7.1 40.0 17.0 27.1"));
        compare(outlier.slope, 2.0142857142857142);
        compare(outlier.intercept, 1.0);
    }

    void theilSenOfOnePointOrOneX() {
        QCOMPARE(theilSen(std::vector<double>{}).slope, 0.0);
        QCOMPARE(theilSen(std::vector<double>{5.0}).at(3.0), 5.0);
        QCOMPARE(theilSen(numbers("2 2 2"), numbers("1 5 3")).intercept, 3.0);
    }

    // scipy 1.10.1: hypergeom.sf(hits - 1, total, marked, drawn)
    void hypergeometric_data() {
        QTest::addColumn<int>("hits");
        QTest::addColumn<int>("total");
        QTest::addColumn<int>("marked");
        QTest::addColumn<int>("drawn");
        QTest::addColumn<double>("expected");
        QTest::newRow("12 of 12 checkpoints") << 12 << 600 << 13 << 12 << 3.1955518646151484e-24;
        QTest::newRow("24 of 24") << 24 << 600 << 24 << 24 << 2.086947804119026e-43;
        QTest::newRow("3 of 10") << 3 << 50 << 5 << 10 << 0.0482603031962091;
        QTest::newRow("one by chance") << 1 << 600 << 12 << 12 << 0.217065931230411;
        QTest::newRow("large") << 45 << 1000 << 300 << 100 << 0.0005922610749731603;
        QTest::newRow("more drawn than unmarked") << 5 << 10 << 6 << 8 << 0.6666666666666667;
        QTest::newRow("nothing to hit") << 0 << 50 << 5 << 10 << 1.0;
        QTest::newRow("impossible") << 6 << 50 << 5 << 10 << 0.0;
    }
    void hypergeometric() {
        QFETCH(int, hits);
        QFETCH(int, total);
        QFETCH(int, marked);
        QFETCH(int, drawn);
        QFETCH(double, expected);
        const auto size = [](int value) {
            return static_cast<std::size_t>(value);
        };
        compare(hypergeometricTail(size(hits), size(total), size(marked), size(drawn)), expected, 1e-9);
    }

    // Python 3.11: math.log(math.comb(n, k)); from 20 on a series takes the place of the product
    void logChoose_data() {
        QTest::addColumn<double>("n");
        QTest::addColumn<double>("k");
        QTest::addColumn<double>("expected");
        QTest::newRow("none of none") << 0.0 << 0.0 << 0.0;
        QTest::newRow("all") << 1.0 << 1.0 << 0.0;
        QTest::newRow("by products") << 19.0 << 7.0 << 10.827508330472194;
        QTest::newRow("the first by the series") << 20.0 << 10.0 << 12.126791314602455;
        QTest::newRow("all three by the series") << 40.0 << 21.0 << 25.600616629080992;
        QTest::newRow("large") << 1000.0 << 500.0 << 689.4672615678512;
        QTest::newRow("few of a million") << 1e6 << 3.0 << 39.654769204662266;
    }
    void logChoose() {
        QFETCH(double, n);
        QFETCH(double, k);
        QFETCH(double, expected);
        QVERIFY(std::abs(tachograph::numerics::logChoose(n, k) - expected) < 1e-8);
    }

    // scipy 1.10.1: median_abs_deviation([1, 2, 4, 7, 11, 30, 31.5], scale=1/1.4826)
    void madOfASortedWindow() {
        SortedWindow window(7);
        for (const double value : numbers("30 1 7 31.5 2 11 4"))
            window.insert(value);
        QCOMPARE(window.median(), 7.0);
        compare(window.scaledMad(7.0), 7.412999999999999);
        window.erase(31.5);
        QCOMPARE(window.median(), 5.5);
    }

    void localSpreadEqualsTheDefinition() {
        for (const int levels : {3, 1000000}) {
            const auto values = randomValues(200, 5, levels);
            const LocalSpread spread = localSpread(values, 11, -1.0);
            for (std::size_t i = 0; i < values.size(); ++i) {
                const std::size_t begin = i < 5 ? 0 : i - 5, end = std::min(values.size(), i + 6);
                const std::span<const double> window(values.data() + begin, end - begin);
                QCOMPARE(spread.median[i], median(window));
                QVERIFY(std::abs(spread.mad[i] - scaledMad(window)) < 1e-9);
            }
        }
    }

    void localExcessEqualsTheDefinition_data() {
        QTest::addColumn<int>("levels");
        QTest::addColumn<int>("width");
        QTest::addColumn<double>("limit");
        QTest::addColumn<double>("least");
        for (const int levels : {2, 5, 1000000})
            for (const int width : {1, 11, 51, 401})
                for (const double limit : {0.0, 1.0, 4.0})
                    for (const double least : {0.0, 0.2})
                        QTest::addRow("%d levels, window %d, limit %g, least %g", levels, width, limit, least)
                            << levels << width << limit << least * levels;
    }
    void localExcessEqualsTheDefinition() {
        QFETCH(int, levels);
        QFETCH(int, width);
        QFETCH(double, limit);
        QFETCH(double, least);
        const auto values = randomValues(300, 7, levels);
        const auto half = static_cast<std::size_t>(width / 2);
        std::vector<double> excess(values.size(), 0.0);
        for (const LocalExcess& slow : localExcess(values, static_cast<std::size_t>(width), limit, least))
            excess[slow.index] = slow.excess;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t begin = i < half ? 0 : i - half, end = std::min(values.size(), i + half + 1);
            const std::span<const double> window(values.data() + begin, end - begin);
            const double above = values[i] - median(window);
            QCOMPARE(excess[i], above > std::max(limit * scaledMad(window), least) ? above : 0.0);
        }
    }

    void hampelReplacesStallsAndKeepsSteps() {
        std::vector<double> values(40, 1.0);
        std::fill(values.begin() + 20, values.end(), 2.0);
        std::vector<double> stalled = values;
        stalled[7] = 30.0;
        stalled[33] = 0.1;
        QCOMPARE(hampelFilter(values, 11, 4.0, 0.0), values);
        QCOMPARE(hampelFilter(stalled, 11, 4.0, 0.0), values);
        QCOMPARE(hampelFilter(stalled, 11, 4.0, 50.0), stalled); // all within what is always allowed
    }

    void blocksAreNearlyEqualAndCoverAll() {
        const auto values = randomValues(103, 3, 50);
        const BlockMedians blocks = blockMedians(values, 10);
        QCOMPARE(blocks.size(), std::size_t(10));
        QCOMPARE(blocks.begins.front(), std::size_t(0));
        QCOMPARE(blocks.begins.back(), values.size());
        for (std::size_t i = 0; i < blocks.size(); ++i)
            QVERIFY(blocks.begins[i + 1] - blocks.begins[i] == 10 || blocks.begins[i + 1] - blocks.begins[i] == 11);
        QCOMPARE(blockMedians({}, 10).size(), std::size_t(0));
        QCOMPARE(blockMedians(numbers("3 1 2"), 10).medians, (std::vector<double>{2.0}));
    }

    void memoryIsBlindToStepsAndTrends_data() {
        QTest::addColumn<double>("phi");
        for (const double phi : {0.0, 0.5, 0.8, 0.95})
            QTest::addRow("phi %g", phi) << phi;
    }
    void memoryIsBlindToStepsAndTrends() {
        QFETCH(double, phi);
        std::mt19937_64 engine(11);
        std::normal_distribution<double> normal;
        std::vector<double> values(20'000);
        double state = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            state = phi * state + std::sqrt(1 - phi * phi) * normal(engine);
            values[i] = 0.1 * state + (i > 9'000 ? 0.7 : 0.0) + 1e-5 * static_cast<double>(i);
        }
        const Memory memory = noiseMemory(values);
        QVERIFY2(std::abs(memory.phi - phi) < 0.05, qPrintable(QString::number(memory.phi)));
        // Near phi = 1 the level of the noise hangs on the last digit of 1 - phi.
        QVERIFY2(phi > 0.9 || std::abs(memory.noise - 0.1) < 0.02, qPrintable(QString::number(memory.noise)));
        compare(memory.tau, (1 + memory.phi) / (1 - memory.phi));
        QVERIFY(!memory.repeats);
    }

    void equalNeighboursUseALaterLag() {
        std::vector<double> values;
        for (const double level : randomValues(100, 9, 1000000))
            values.insert(values.end(), 6, level);
        const Memory memory = noiseMemory(values);
        QVERIFY(memory.repeats);
        QVERIFY(memory.lag > 1);
        QCOMPARE(runsOfEqual(values), std::size_t(100));
        const Memory constant = noiseMemory(std::vector<double>(200, 4.0));
        QVERIFY(constant.repeats);
        QCOMPARE(constant.phi, 0.0);
        QCOMPARE(constant.lag, std::size_t(1));
    }

    void warmUp_data() {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<int>("most");
        QTest::addColumn<int>("expected");
        QTest::newRow("none") << QByteArray("") << 20 << 0;
        QTest::newRow("compilation in the first step") << QByteArray("98") << 20 << 1;
        QTest::newRow("three slow steps") << QByteArray("98 30 12") << 20 << 3;
        QTest::newRow("a stall soon after counts as warm-up") << QByteArray("5 5.1 4.9 60") << 20 << 4;
        QTest::newRow("at most") << QByteArray("98 30 12 40 60 71 82") << 4 << 4;
    }
    void warmUp() {
        QFETCH(QByteArray, head);
        QFETCH(int, most);
        QFETCH(int, expected);
        std::vector<double> values = head.isEmpty() ? std::vector<double>{} : numbers(head);
        for (int i = 0; i < 60; ++i)
            values.push_back(5.0 + 0.1 * ((i * 7) % 5 - 2));
        QCOMPARE(warmUpLength(values, static_cast<std::size_t>(most)), static_cast<std::size_t>(expected));
    }

    void warmUpOfShortOrConstantSeries() {
        QCOMPARE(warmUpLength({}, 0), std::size_t(0));
        QCOMPARE(warmUpLength(numbers("9 1 1"), 2), std::size_t(0));
        QCOMPARE(warmUpLength(std::vector<double>(50, 2.0), 5), std::size_t(0));
    }

    void offsetsAddUpBehindEachJump() {
        const std::vector<BoundaryJump> jumps{{20, 0.5}, {40, -0.2}};
        const auto sums = offsets(60, jumps);
        QCOMPARE(sums[19], 0.0);
        compare(sums[20], 0.5);
        compare(sums[39], 0.5);
        compare(sums[59], 0.3);
        QCOMPARE(offsets(3, {}), std::vector<double>(3, 0.0));
    }

    void correlationOfBlocksIsTheClosedForm() {
        compare(correlationOfBlocks(0.8, 1), 0.8);
        QCOMPARE(correlationOfBlocks(0.0, 7), 0.0);
        // Two values a block: cov(x1 + x2, x3 + x4) = phi + 2 phi^2 + phi^3, var = 2 + 2 phi.
        compare(correlationOfBlocks(0.5, 2), (0.5 + 2 * 0.25 + 0.125) / 3.0);
    }

    void blocksKeepToTheirGroup() {
        const std::vector<double> values{1, 2, 3, 10, 20, 5};
        const std::vector<std::uint32_t> group{0, 0, 0, 1, 1, 2};
        const BlockMedians blocks = blockMediansWithin(values, group, 2);
        QCOMPARE(blocks.medians, (std::vector<double>{2, 15, 5}));
        QCOMPARE(blocks.begins, (std::vector<std::size_t>{0, 3, 5, 6}));
    }
};

QTEST_GUILESS_MAIN(TestNumerics)
#include "tst_numerics.moc"
