#include "analysis/numerics/lineodds.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

using tachograph::numerics::lineOdds;

namespace {

using Numbers = std::vector<double>;
using Groups = std::vector<std::uint32_t>;

const Numbers ramp{0.0, 0.12, 0.18, 0.33, 0.35, 0.52, 0.61, 0.68, 0.83, 0.88};
const Numbers flat{0.1, -0.2, 0.05, 0.15, -0.1, 0.0, 0.12, -0.07, 0.02, -0.03};
const Numbers walk{0.0, 0.1, 0.25, 0.2, 0.35, 0.5, 0.45, 0.4, 0.55, 0.6};

Numbers scaled(const Numbers& values, double factor, double offset) {
    Numbers result;
    for (const double value : values)
        result.push_back(factor * value + offset);
    return result;
}

} // namespace

/// Against dense matrices: for each correlation p of the 15, C = p^|i-j| / (1 - p^2) within groups, A = X' C^-1 X, q
/// the weighted squares around the fit, and
///     -ln|C|/2 - ln|A|/2 - (n-k)/2 ln(q/2) + gammaln((n-k)/2) + k/2 ln(2 pi)
/// averaged over the correlations, with and without the column of the line (numpy and scipy.special.gammaln).
class LineOddsTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void byTheBook_data() {
        QTest::addColumn<Numbers>("values");
        QTest::addColumn<Numbers>("places");
        QTest::addColumn<Groups>("groups");
        QTest::addColumn<double>("odds");
        QTest::newRow("a ramp") << ramp << Numbers() << Groups() << 8.648337131289928;
        QTest::newRow("downwards") << scaled(ramp, -1.0, 0.0) << Numbers() << Groups() << 8.648337131289928;
        QTest::newRow("a level is no matter") << scaled(ramp, 1.0, 5.0) << Numbers() << Groups() << 8.648337131289928;
        QTest::newRow("flat") << flat << Numbers() << Groups() << -0.6368969917758758;
        QTest::newRow("it may have wandered") << walk << Numbers() << Groups() << 2.763116126332168;
        QTest::newRow("uneven places") << ramp << Numbers{0, 1, 2, 4, 5, 6, 8, 9, 10, 12} << Groups()
                                       << 6.7199359321669405;
        QTest::newRow("two groups") << ramp << Numbers() << Groups{0, 0, 0, 0, 0, 1, 1, 1, 1, 1} << 6.926054398780428;
        QTest::newRow("three groups") << walk << Numbers() << Groups{0, 0, 0, 1, 1, 1, 1, 2, 2, 2} << 4.000563697735782;
    }
    void byTheBook() {
        QFETCH(Numbers, values);
        QFETCH(Numbers, places);
        QFETCH(Groups, groups);
        QFETCH(double, odds);
        const double found = lineOdds({values, places, groups, 0.3});
        QVERIFY2(std::abs(found - odds) < 0.001, qPrintable(QString::number(found, 'g', 10)));
    }

    void tooFewToTell_data() {
        QTest::addColumn<Numbers>("values");
        QTest::addColumn<Groups>("groups");
        QTest::newRow("none") << Numbers() << Groups();
        QTest::newRow("one") << Numbers{1} << Groups();
        QTest::newRow("four") << Numbers{1, 2, 3, 4} << Groups();
        QTest::newRow("all in groups of one") << ramp << Groups{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    }
    void tooFewToTell() {
        QFETCH(Numbers, values);
        QFETCH(Groups, groups);
        QCOMPARE(lineOdds({values, {}, groups, 0.0}), -std::numeric_limits<double>::infinity());
    }

    void noNoiseAtAllStaysANumber_data() {
        QTest::addColumn<Numbers>("values");
        QTest::addColumn<bool>("rises");
        QTest::newRow("all equal") << Numbers(50, 2.0) << false;
        Numbers line;
        for (int i = 0; i < 50; ++i)
            line.push_back(i);
        QTest::newRow("a perfect line") << line << true;
    }
    void noNoiseAtAllStaysANumber() {
        QFETCH(Numbers, values);
        QFETCH(bool, rises);
        const double odds = lineOdds({values, {}, {}, 0.0});
        QVERIFY(std::isfinite(odds));
        QCOMPARE(odds > 10.0, rises);
    }

    /// What it is for: of levels that wander (correlation 0.95), few of 100 values look like a line.
    void wanderingIsNoLine() {
        constexpr int runs = 400, count = 100;
        std::mt19937 engine(7);
        std::normal_distribution<double> normal;
        int likely = 0;
        for (int run = 0; run < runs; ++run) {
            Numbers values{normal(engine)};
            while (values.size() < count)
                values.push_back(0.95 * values.back() + std::sqrt(1.0 - 0.95 * 0.95) * normal(engine));
            likely += lineOdds({scaled(values, 0.2, 0.0), {}, {}, 0.0}) > 2.2 ? 1 : 0;
        }
        QVERIFY2(likely <= runs / 20, qPrintable(QString::number(likely)));
    }
};

QTEST_APPLESS_MAIN(LineOddsTest)
#include "tst_lineodds.moc"
