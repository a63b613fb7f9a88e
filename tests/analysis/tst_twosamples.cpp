#include "analysis/numerics/blockbootstrap.h"
#include "analysis/numerics/mannwhitney.h"
#include "analysis/numerics/orderstatistics.h"
#include "tests/support/plainbootstrap.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace tachograph::numerics;
using tachograph::tests::plainBootstrapMedians;

namespace {

/// AR(1) noise around a level.
std::vector<double> noise(std::size_t count, double phi, unsigned seed) {
    std::mt19937 generator(seed);
    std::normal_distribution<double> normal;
    std::vector<double> values(count);
    double x = normal(generator);
    for (double& value : values) {
        value = 10.0 + x;
        x = phi * x + std::sqrt(1 - phi * phi) * normal(generator);
    }
    return values;
}

double standardDeviation(const std::vector<double>& values) {
    double mean = 0, square = 0;
    for (double value : values)
        mean += value / static_cast<double>(values.size());
    for (double value : values)
        square += (value - mean) * (value - mean);
    return std::sqrt(square / static_cast<double>(values.size() - 1));
}

} // namespace

class TestTwoSamples : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    // python3 -c "from scipy.stats import mannwhitneyu as mw; print(mw(a, b, alternative='two-sided', method='exact'))"
    // (method='asymptotic' where there are ties or more than 20 values)
    void mannWhitneyAgreesWithScipy_data() {
        QTest::addColumn<QList<double>>("a");
        QTest::addColumn<QList<double>>("b");
        QTest::addColumn<double>("u");
        QTest::addColumn<double>("p");
        QTest::newRow("exact") << QList<double>{1.1, 2.3, 3.2, 4.8, 5.1} << QList<double>{2.0, 6.1, 7.2, 8.3} << 4.0
                               << 0.19047619047619047;
        QTest::newRow("apart") << QList<double>{3, 1, 2} << QList<double>{4, 5, 6} << 0.0 << 0.1;
        QTest::newRow("ties") << QList<double>{1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10}
                              << QList<double>{2, 3, 5, 8, 9, 11, 12, 13, 14, 15, 15, 16} << 28.5
                              << 0.012806406580286105;
        QList<double> a, b;
        for (int i = 0; i < 30; ++i)
            a << 0.1 * i;
        for (int i = 0; i < 25; ++i)
            b << 0.1 * i + 0.55;
        QTest::newRow("many") << a << b << 300.0 << 0.20792927248164417;
        QTest::newRow("all equal") << QList<double>{1, 1, 1} << QList<double>{1, 1} << 3.0 << 1.0;
        QTest::newRow("one side empty") << QList<double>{1, 2} << QList<double>{} << 0.0 << 1.0;
        QTest::newRow("nothing") << QList<double>{} << QList<double>{} << 0.0 << 1.0;
    }
    void mannWhitneyAgreesWithScipy() {
        QFETCH(QList<double>, a);
        QFETCH(QList<double>, b);
        QFETCH(double, u);
        QFETCH(double, p);
        const MannWhitney test = mannWhitney({a.data(), std::size_t(a.size())}, {b.data(), std::size_t(b.size())});
        QCOMPARE(test.u, u);
        QVERIFY2(std::abs(test.pTwoSided - p) <= 1e-9 * std::max(1.0, p),
                 qPrintable(QString::number(test.pTwoSided, 'g', 15)));
    }

    void mannWhitneyMirrors() {
        const auto a = noise(80, 0, 1), b = noise(60, 0, 2);
        QCOMPARE(mannWhitney(a, b).pTwoSided, mannWhitney(b, a).pTwoSided);
        QCOMPARE(mannWhitney(a, b).z, -mannWhitney(b, a).z);
    }

    // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") = 0.03 0.06 0.06 0.02
    void holmAgreesWithR() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const auto corrected = holm(std::vector<double>{0.01, 0.04, 0.03, nan, 0.005});
        QCOMPARE(corrected[0], 0.03);
        QCOMPARE(corrected[1], 0.06);
        QCOMPARE(corrected[2], 0.06);
        QVERIFY(std::isnan(corrected[3]));
        QCOMPARE(corrected[4], 0.02);
        QCOMPARE(holm(std::vector<double>{0.7, 0.9}), (std::vector<double>{1.0, 1.0}));
        QVERIFY(holm({}).empty());
    }

    void blockLengths_data() {
        QTest::addColumn<int>("n");
        QTest::addColumn<double>("tau");
        QTest::addColumn<int>("length");
        QTest::newRow("cube root") << 1000 << 1.0 << 10;
        QTest::newRow("memory") << 1000 << 9.0 << 18;
        QTest::newRow("at most a quarter") << 20 << 99.0 << 5;
        QTest::newRow("tiny") << 3 << 1.0 << 1;
        QTest::newRow("none") << 0 << 1.0 << 1;
    }
    void blockLengths() {
        QFETCH(int, n);
        QFETCH(double, tau);
        QTEST(int(bootstrapBlockLength(std::size_t(n), tau)), "length");
    }

    void bootstrapSpreadMatchesTheSpreadOfMedians() {
        // The standard deviation of the median of n normal values is about sqrt(pi / 2 / n); with AR(1) memory it is
        // larger. The truth comes from drawing new series, not from the bootstrap.
        for (double phi : {0.0, 0.5}) {
            std::vector<double> medians;
            for (unsigned i = 0; i < 400; ++i)
                medians.push_back(median(noise(400, phi, 1000 + i)));
            const double truth = standardDeviation(medians);
            double bootstrap = 0;
            for (unsigned i = 0; i < 20; ++i) {
                const auto values = noise(400, phi, 5000 + i);
                const double tau = (1 + phi) / (1 - phi);
                bootstrap +=
                    standardDeviation(blockBootstrapMedians(values, bootstrapBlockLength(400, tau), 500, i)) / 20;
            }
            QVERIFY2(bootstrap > 0.75 * truth && bootstrap < 1.3 * truth,
                     qPrintable(QStringLiteral("phi %1: %2 against %3").arg(phi).arg(bootstrap).arg(truth)));
        }
    }

    void bootstrapIsTheSameEachTimeAndStaysInRange() {
        const auto values = noise(500, 0.8, 3);
        const auto once = blockBootstrapMedians(values, 18, 300, 7);
        QCOMPARE(once, blockBootstrapMedians(values, 18, 300, 7));
        QVERIFY(once != blockBootstrapMedians(values, 18, 300, 8));
        const auto [low, high] = std::ranges::minmax(values);
        for (double m : once)
            QVERIFY(m >= low && m <= high);
    }

    /// Counting by ranks around the middle gives what sorting every resample gives.
    void bootstrapIsThePlainOne_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("block");
        QTest::addColumn<int>("kinds"); // of values; 0 = all differ
        for (const int count : {1, 2, 5, 100, 999, 4000})
            for (const int block : {1, 7, 40})
                for (const int kinds : {0, 3})
                    QTest::addRow("%d values, blocks of %d, %d kinds", count, block, kinds) << count << block << kinds;
        QTest::newRow("a block of nearly all") << 500 << 499 << 0;
        QTest::newRow("a trend, which leaves the window") << 4000 << 1000 << -1;
    }
    void bootstrapIsThePlainOne() {
        QFETCH(int, count);
        QFETCH(int, block);
        QFETCH(int, kinds);
        std::mt19937_64 engine(static_cast<std::uint64_t>(count + block));
        std::normal_distribution<double> normal;
        std::vector<double> values;
        for (int i = 0; i < count; ++i)
            values.push_back(kinds > 0 ? std::floor(kinds * std::abs(normal(engine))) : normal(engine) - kinds * i);
        const auto length = static_cast<std::size_t>(std::min(block, count));
        QCOMPARE(blockBootstrapMedians(values, length, 200, 3), plainBootstrapMedians(values, length, 200, 3));
    }

    void bootstrapOfAFewOrEqualValues() {
        QVERIFY(blockBootstrapMedians({}, 5, 10, 1).empty());
        QCOMPARE(blockBootstrapMedians(std::vector<double>{4.0}, 1, 3, 1), (std::vector<double>{4, 4, 4}));
        QCOMPARE(blockBootstrapMedians(std::vector<double>(100, 2.0), 9, 2, 1), (std::vector<double>{2, 2}));
        // One block of everything is the sample turned around: its median is the median.
        const std::vector<double> mixed{5, 1, 4, 2, 3};
        QCOMPARE(blockBootstrapMedians(mixed, 5, 4, 1), (std::vector<double>{3, 3, 3, 3}));
    }
};

QTEST_GUILESS_MAIN(TestTwoSamples)
#include "tst_twosamples.moc"
