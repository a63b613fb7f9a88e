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

    /// Crowded columns begin and end at blocks: a point may move to the next column, none is lost.
    void crowdedColumnsKeepEveryExtreme_data() {
        QTest::addColumn<double>("xMin");
        QTest::addColumn<double>("xMax");
        QTest::newRow("whole") << 0.0 << 2e6;
        QTest::newRow("part") << 123'456.7 << 1'987'654.3;
    }
    void crowdedColumnsKeepEveryExtreme() {
        QFETCH(double, xMin);
        QFETCH(double, xMax);
        constexpr std::size_t points = 2'000'000, count = 700, every = 29'989;
        std::vector<double> x(points), y(points);
        for (std::size_t i = 0; i < points; ++i) {
            x[i] = static_cast<double>(i);
            y[i] = i % every == 17   ? 10.0 + static_cast<double>(i)
                   : i % every == 16 ? -10.0 - static_cast<double>(i)
                                     : 1.0;
        }
        std::vector<PixelColumn> columns;
        const auto edges = models::makeCurve(x, y)->columns(xMin, xMax, count, columns);
        std::size_t all = 0, inView = 0;
        for (const PixelColumn& column : columns)
            all += column.count;
        const auto near = [&](double value, std::size_t column) {
            for (std::size_t i = column - std::min<std::size_t>(column, 1); i < std::min(count, column + 2); ++i)
                if (columns[i].low <= value && columns[i].high >= value)
                    return true;
            return false;
        };
        for (std::size_t i = 0; i < points; ++i) {
            if (x[i] < xMin || x[i] >= xMax)
                continue;
            ++inView;
            if (y[i] != 1.0) {
                const auto column =
                    static_cast<std::size_t>((x[i] - xMin) / (xMax - xMin) * static_cast<double>(count));
                QVERIFY2(near(y[i], column), qPrintable(QString::number(i)));
            }
        }
        QCOMPARE(all, inView);
        QCOMPARE(edges.before.has_value(), xMin > 0.5);
        QCOMPARE(edges.after.has_value(), xMax < static_cast<double>(points - 1));
    }

    /// Whole blocks on one side are counted at once.
    void manyPointsBeyondAreCounted() {
        constexpr std::size_t points = 300'000;
        std::vector<double> x(points), y(points);
        std::size_t above = 0, below = 0;
        for (std::size_t i = 0; i < points; ++i) {
            x[i] = static_cast<double>(i);
            y[i] = i < 100'000 ? 5.0 : i < 200'000 ? static_cast<double>(i % 7) : -4.0;
            above += i >= 70 && i < 299'000 && y[i] > 3.5 ? 1 : 0;
            below += i >= 70 && i < 299'000 && y[i] < 1.5 ? 1 : 0;
        }
        const auto beyond = models::makeCurve(x, y)->beyond(70, 298'999, 1.5, 3.5);
        QCOMPARE(beyond.above, above);
        QCOMPARE(beyond.below, below);
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
