#include "models/curve.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <random>

using namespace tachograph;
using models::CurveSource;
using models::PixelColumn;

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// What a column must hold, point by point.
std::vector<PixelColumn> columnsByHand(const std::vector<double>& x, const std::vector<double>& y, double xMin,
                                       double xMax, std::size_t count) {
    std::vector<PixelColumn> columns(count);
    bool gap = false;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!std::isfinite(y[i])) {
            gap = true;
            continue;
        }
        const bool gapBefore = std::exchange(gap, false);
        if (x[i] < xMin || x[i] >= xMax)
            continue;
        const double position = std::floor((x[i] - xMin) / ((xMax - xMin) / static_cast<double>(count)));
        PixelColumn& column = columns[std::min(static_cast<std::size_t>(position), count - 1)];
        if (column.count == 0) {
            column = {y[i], y[i], y[i], y[i], 0, gapBefore, false};
        } else {
            column.gapInside = column.gapInside || gapBefore;
        }
        column.low = std::min(column.low, y[i]);
        column.high = std::max(column.high, y[i]);
        column.last = y[i];
        ++column.count;
    }
    return columns;
}

QString toText(const PixelColumn& column) {
    return QStringLiteral("%1 %2 %3 %4 n=%5%6%7")
        .arg(column.first)
        .arg(column.low)
        .arg(column.high)
        .arg(column.last)
        .arg(column.count)
        .arg(column.gapBefore ? " gap before" : "")
        .arg(column.gapInside ? " gap inside" : "");
}

} // namespace

class TestCurve : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void columnsAgreeWithBruteForce_data() {
        QTest::addColumn<int>("points");
        QTest::addColumn<double>("xMin");
        QTest::addColumn<double>("xMax");
        QTest::addColumn<int>("columns");
        QTest::addColumn<double>("shareOfGaps");
        QTest::newRow("whole, crowded") << 20000 << 0.0 << 20000.0 << 640 << 0.0;
        QTest::newRow("whole, crowded, gaps") << 20000 << 0.0 << 20000.0 << 640 << 0.01;
        QTest::newRow("part, crowded, gaps") << 20000 << 1234.5 << 7000.25 << 311 << 0.02;
        QTest::newRow("sparse, many gaps") << 500 << 100.0 << 160.0 << 900 << 0.4;
        QTest::newRow("one column") << 3000 << 0.0 << 3000.0 << 1 << 0.001;
        QTest::newRow("beyond the data") << 1000 << -500.0 << 2500.0 << 777 << 0.01;
        QTest::newRow("only gaps") << 300 << 0.0 << 300.0 << 30 << 1.0;
        QTest::newRow("beside the data") << 300 << 400.0 << 500.0 << 30 << 0.0;
    }
    void columnsAgreeWithBruteForce() {
        QFETCH(int, points);
        QFETCH(double, xMin);
        QFETCH(double, xMax);
        QFETCH(int, columns);
        QFETCH(double, shareOfGaps);
        std::mt19937 random(7);
        std::normal_distribution<double> noise;
        std::uniform_real_distribution<double> chance;
        std::vector<double> x, y;
        for (int i = 0; i < points; ++i) {
            x.push_back(i % 5 == 4 ? x.back() : i); // repeated steps
            y.push_back(chance(random) < shareOfGaps ? (i % 2 == 0 ? noValue : infinity) : noise(random));
        }
        std::vector<PixelColumn> answer;
        const auto count = static_cast<std::size_t>(columns);
        models::makeCurve(x, y)->columns(xMin, xMax, count, answer);
        const auto expected = columnsByHand(x, y, xMin, xMax, count);
        QCOMPARE(answer.size(), expected.size());
        for (std::size_t i = 0; i < count; ++i)
            QCOMPARE(toText(answer[i]), toText(expected[i]));
    }

    void oneSpikeInAMillionSurvives() {
        std::vector<double> x(1'000'000), y(1'000'000, 2.0);
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<double>(i);
        y[654'321] = 9.5;
        y[123'456] = -1.0;
        std::vector<PixelColumn> columns;
        models::makeCurve(x, y)->columns(0, 1e6, 1000, columns);
        QCOMPARE(columns[654].high, 9.5);
        QCOMPARE(columns[123].low, -1.0);
        QCOMPARE(columns[655].high, 2.0);
        std::size_t all = 0;
        for (const auto& column : columns)
            all += column.count;
        QCOMPARE(all, x.size());
    }

    void edgesLeadOutOfTheView() {
        const auto curve = models::makeCurve({0, 10, 20, 30, 40}, {1, 2, 3, noValue, 5});
        std::vector<PixelColumn> columns;
        const auto edges = curve->columns(5, 25, 4, columns);
        QCOMPARE(edges.before, (std::pair<double, double>(0, 1)));
        QCOMPARE(edges.after, (std::pair<double, double>(40, 5)));
        QVERIFY(edges.gapAfter);
        const auto none = curve->columns(-5, 45, 4, columns);
        QVERIFY(!none.before && !none.after);
    }

    void anEmptyOrSenselessRequestGivesEmptyColumns_data() {
        QTest::addColumn<std::vector<double>>("x");
        QTest::addColumn<std::vector<double>>("y");
        QTest::addColumn<double>("xMin");
        QTest::addColumn<double>("xMax");
        const std::vector<double> none, three = {1, 2, 3}, nothing = {noValue, noValue, noValue};
        QTest::newRow("no points") << none << none << 0.0 << 1.0;
        QTest::newRow("nothing finite") << three << nothing << 0.0 << 4.0;
        QTest::newRow("x not finite") << nothing << three << 0.0 << 4.0;
        QTest::newRow("range turned round") << three << three << 4.0 << 0.0;
        QTest::newRow("range of no width") << three << three << 2.0 << 2.0;
        QTest::newRow("range is NaN") << three << three << noValue << 2.0;
        QTest::newRow("y is missing") << three << none << 0.0 << 4.0;
    }
    void anEmptyOrSenselessRequestGivesEmptyColumns() {
        QFETCH(std::vector<double>, x);
        QFETCH(std::vector<double>, y);
        QFETCH(double, xMin);
        QFETCH(double, xMax);
        std::vector<PixelColumn> columns;
        models::makeCurve(x, y)->columns(xMin, xMax, 5, columns);
        QCOMPARE(columns.size(), std::size_t(5));
        for (const auto& column : columns)
            QCOMPARE(column.count, std::size_t(0));
    }

    void unsortedPointsAreSorted() {
        const auto curve = models::makeCurve({3, 1, 2}, {30, 10, 20});
        QCOMPARE(curve->nearest(1.4), (std::pair<double, double>(1, 10)));
        QCOMPARE(curve->nearest(99), (std::pair<double, double>(3, 30)));
        QCOMPARE(curve->xRange(), (std::pair<double, double>(1, 3)));
    }

    void nothingIsNearestToNothing() {
        QVERIFY(!models::makeCurve({}, {})->nearest(0));
        QVERIFY(!models::makeCurve({1}, {noValue})->nearest(1));
        QVERIFY(!models::makeCurve({1}, {1})->nearest(noValue));
        QVERIFY(!models::makeCurve({1}, {noValue})->xRange());
    }

    void yRangeIsOfTheViewOnly() {
        const auto curve = models::makeCurve({0, 1, 2, 3, 4}, {100, 2, noValue, 3, -100});
        QCOMPARE(curve->yRange(1, 3), (std::pair<double, double>(2, 3)));
        QVERIFY(!curve->yRange(2, 2));
        QVERIFY(!curve->yRange(5, 9));
    }

    void pointsBeyondAreCounted() {
        std::vector<double> x, y;
        for (int i = 0; i < 1000; ++i) {
            x.push_back(i);
            y.push_back(i % 100 == 7 ? 50.0 : i % 250 == 8 ? -50.0 : 1.0);
        }
        const auto beyond = models::makeCurve(x, y)->beyond(0, 899, 0, 10);
        QCOMPARE(beyond.above, std::size_t(9));
        QCOMPARE(beyond.below, std::size_t(4));
        QCOMPARE(models::makeCurve(x, y)->beyond(8, 106, 0, 50).above, std::size_t(0));
    }
};

QTEST_GUILESS_MAIN(TestCurve)
#include "tst_curve.moc"
