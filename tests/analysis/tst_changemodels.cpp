#include "analysis/numerics/changemodels.h"

#include <Eigen/Dense>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace tachograph::numerics;

namespace {

std::vector<double> noisy(std::size_t count, unsigned seed) {
    std::mt19937 engine(seed);
    std::vector<double> values(count);
    for (double& value : values)
        value = static_cast<double>(engine() % 1000) / 1000.0;
    return values;
}

double squares(const std::vector<double>& values, std::size_t begin, std::size_t end) {
    const double mean = std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(begin),
                                        values.begin() + static_cast<std::ptrdiff_t>(end), 0.0) /
                        static_cast<double>(end - begin);
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i)
        sum += (values[i] - mean) * (values[i] - mean);
    return sum;
}

/// Every pair of positions, by definition.
double leastSquaresOfTwoShifts(const std::vector<double>& values, std::size_t least) {
    double best = 1e300;
    for (std::size_t a = least; a + 2 * least <= values.size(); ++a)
        for (std::size_t b = a + least; b + least <= values.size(); ++b)
            best = std::min(best, squares(values, 0, a) + squares(values, a, b) + squares(values, b, values.size()));
    return best;
}

bool near(double a, double b, double tolerance = 1e-9) {
    return std::abs(a - b) <= tolerance;
}

/// Generalised least squares by the book: the covariance of the noise written out, every column with it.
double squaresByTheBook(const ShapeInput& input, const std::vector<std::vector<double>>& columns) {
    const auto n = static_cast<Eigen::Index>(input.values.size());
    const auto groupOf = [&](Eigen::Index i) {
        return input.group.empty() ? 0U : input.group[static_cast<std::size_t>(i)];
    };
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j < n; ++j)
            if (groupOf(i) == groupOf(j))
                covariance(i, j) = std::pow(input.correlation, static_cast<double>(std::abs(i - j))) /
                                   (1.0 - input.correlation * input.correlation);
    const auto groups = static_cast<Eigen::Index>(groupOf(n - 1)) + 1;
    Eigen::MatrixXd design = Eigen::MatrixXd::Zero(n, groups + static_cast<Eigen::Index>(columns.size()));
    Eigen::VectorXd y(n);
    for (Eigen::Index i = 0; i < n; ++i) {
        y[i] = input.values[static_cast<std::size_t>(i)];
        design(i, static_cast<Eigen::Index>(groupOf(i))) = 1.0;
        for (std::size_t k = 0; k < columns.size(); ++k)
            design(i, groups + static_cast<Eigen::Index>(k)) = columns[k][static_cast<std::size_t>(i)];
    }
    const Eigen::MatrixXd inverse = covariance.inverse();
    const Eigen::VectorXd best = (design.transpose() * inverse * design)
                                     .completeOrthogonalDecomposition()
                                     .solve(design.transpose() * inverse * y);
    const Eigen::VectorXd rest = y - design * best;
    return rest.dot(inverse * rest);
}

std::vector<double> column(std::size_t count, std::size_t from, bool ramp) {
    std::vector<double> values(count, 0.0);
    for (std::size_t i = from; i < count; ++i)
        values[i] = ramp ? static_cast<double>(i - from) : 1.0;
    return values;
}

constexpr double leastVariance = 1e-12;

} // namespace

class TestChangeModels : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void bicIsTheClosedForm() {
        const auto values = noisy(50, 1);
        const ShapeContest contest = fitShapes({values}, leastVariance);
        const int parameters[] = {2, 4, 6, 3, 5, 5};
        for (std::size_t i = 0; i < contest.fits.size(); ++i) {
            const ShapeFit& fit = contest.fits[i];
            double rss = 0;
            for (std::size_t k = 0; k < values.size(); ++k)
                rss += (values[k] - fit.fitted[k]) * (values[k] - fit.fitted[k]);
            QVERIFY(near(fit.rss, rss));
            QVERIFY(near(fit.bic, 50 * std::log(rss / 50) + parameters[i] * std::log(50.0)));
        }
    }

    void flatAndLineAreTheTextbookFits() {
        // y = 0 1 0 1 ...: mean 1/2, slope sum(xy) / sum(xx) around the middle.
        std::vector<double> values(20);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = i % 2 == 0 ? 0.0 : 1.0;
        const ShapeContest contest = fitShapes({values}, leastVariance);
        QVERIFY(near(contest.of(Shape::flat).rss, 20 * 0.25));
        double xy = 0, xx = 0;
        for (int i = 0; i < 20; ++i) {
            xy += (i - 9.5) * values[static_cast<std::size_t>(i)];
            xx += (i - 9.5) * (i - 9.5);
        }
        QVERIFY(near(contest.of(Shape::line).slopeRise, 19 * xy / xx));
        QVERIFY(near(contest.of(Shape::line).rss, 5.0 - xy * xy / xx));
    }

    void twoShiftsAreExact() {
        for (unsigned seed = 1; seed <= 8; ++seed) {
            const auto values = noisy(30 + 7 * seed, seed);
            const std::size_t least = std::max<std::size_t>(
                4, static_cast<std::size_t>(std::ceil(0.08 * static_cast<double>(values.size()))));
            const ShapeFit fit = fitShapes({values}, leastVariance).of(Shape::twoShifts);
            QVERIFY(near(fit.rss, leastSquaresOfTwoShifts(values, least)));
            QVERIFY(fit.changes[0] >= least && fit.changes[1] >= fit.changes[0] + least &&
                    values.size() >= fit.changes[1] + least);
        }
    }

    void correlatedNoiseAndGroups_data() {
        QTest::addColumn<double>("correlation");
        QTest::addColumn<int>("groups");
        for (const double correlation : {0.0, 0.5, 0.9})
            for (const int groups : {1, 2, 3})
                QTest::addRow("correlation %g, %d groups", correlation, groups) << correlation << groups;
    }
    /// Every change position of every shape against generalised least squares with the full covariance.
    void correlatedNoiseAndGroups() {
        QFETCH(double, correlation);
        QFETCH(int, groups);
        constexpr std::size_t count = 26, least = 4;
        const auto values = noisy(count, 3);
        std::vector<std::uint32_t> group(count);
        for (std::size_t i = 0; i < count; ++i)
            group[i] = static_cast<std::uint32_t>(i * static_cast<std::size_t>(groups) / count);
        const ShapeInput input{values, {}, group, correlation};
        const auto line = column(count, 0, true);
        double one = 1e300, two = 1e300, hinge = 1e300, lineWithShift = 1e300;
        for (std::size_t a = least; a + least <= count; ++a) {
            one = std::min(one, squaresByTheBook(input, {column(count, a, false)}));
            hinge = std::min(hinge, squaresByTheBook(input, {line, column(count, a, true)}));
            lineWithShift = std::min(lineWithShift, squaresByTheBook(input, {line, column(count, a, false)}));
            for (std::size_t b = a + least; b + least <= count; ++b)
                two = std::min(two, squaresByTheBook(input, {column(count, a, false), column(count, b, false)}));
        }
        const ShapeContest contest = fitShapes(input, leastVariance);
        QVERIFY(near(contest.of(Shape::flat).rss, squaresByTheBook(input, {})));
        QVERIFY(near(contest.of(Shape::line).rss, squaresByTheBook(input, {line})));
        QVERIFY(near(contest.of(Shape::oneShift).rss, one));
        QVERIFY(near(contest.of(Shape::hinge).rss, hinge));
        QVERIFY(near(contest.of(Shape::lineWithShift).rss, lineWithShift));
        QVERIFY2(near(contest.of(Shape::twoShifts).rss, two),
                 qPrintable(QString("%1 %2").arg(contest.of(Shape::twoShifts).rss).arg(two)));
        const ShapeContest quick = fitShapesOnly(input, leastVariance);
        for (std::size_t i = 0; i < contest.fits.size(); ++i)
            QVERIFY(near(quick.fits[i].bic, contest.fits[i].bic, 1e-6));
    }

    void levelsOfGroupsAreNoShape() {
        std::vector<double> values(60);
        std::vector<std::uint32_t> group(60);
        for (std::size_t i = 0; i < 60; ++i) {
            group[i] = static_cast<std::uint32_t>(i / 20);
            values[i] = 0.01 * static_cast<double>(i) + (group[i] == 1 ? 3.0 : 0.0);
        }
        const ShapeFit line = fitShapes({values, {}, group, 0.5}, leastVariance).of(Shape::line);
        QVERIFY(near(line.slopeRise, 0.59));
        QVERIFY(near(line.rss, 0.0));
        QVERIFY(near(line.fitted[25] - line.shapeOnly[25], 3.0));
        QVERIFY(near(line.shapeOnly[59], 0.59));
    }

    void oneShiftIsExact() {
        const auto values = noisy(60, 4);
        double best = 1e300;
        for (std::size_t cut = 5; cut + 5 <= values.size(); ++cut)
            best = std::min(best, squares(values, 0, cut) + squares(values, cut, values.size()));
        QVERIFY(near(fitShapes({values}, leastVariance).of(Shape::oneShift).rss, best));
    }

    void plantedHingeAndJumpComeOut() {
        std::vector<double> hinge(40), jump(40);
        for (std::size_t i = 0; i < 40; ++i) {
            const auto x = static_cast<double>(i);
            hinge[i] = 1.0 + 0.1 * std::max(0.0, x - 15.0);
            jump[i] = 0.02 * x + (i >= 22 ? 0.7 : 0.0);
        }
        const ShapeFit bent = fitShapes({hinge}, leastVariance).of(Shape::hinge);
        QCOMPARE(bent.changes, (std::vector<std::size_t>{15}));
        QVERIFY(near(bent.slopeRise, 2.4));
        QVERIFY(near(bent.rss, 0.0));
        const ShapeFit both = fitShapes({jump}, leastVariance).of(Shape::lineWithShift);
        QCOMPARE(both.changes, (std::vector<std::size_t>{22}));
        QVERIFY(near(both.jump, 0.7));
        QVERIFY(near(both.slopeRise, 0.02 * 39));
    }

    void noiselessInputStaysFinite() {
        std::vector<double> step(40, 0.0), line(40);
        std::fill(step.begin() + 20, step.end(), 1.0);
        std::iota(line.begin(), line.end(), 0.0);
        const ShapeContest ofStep = fitShapes({step}, leastVariance), ofLine = fitShapes({line}, leastVariance);
        QVERIFY(std::isfinite(ofStep.slopeEvidence()) && ofStep.slopeEvidence() < 0);
        QVERIFY(std::isfinite(ofLine.slopeEvidence()) && ofLine.slopeEvidence() > 4);
        QCOMPARE(ofStep.bestLevel().shape, Shape::oneShift);
        QCOMPARE(ofLine.bestSlope().shape, Shape::line);
        const std::vector<double> constant(40, 2.0);
        const ShapeContest ofConstant = fitShapes({constant}, leastVariance);
        QVERIFY(ofConstant.changeEvidence() < 0);
    }

    void tooFewBlocksForChangesFallBack() {
        const auto values = noisy(8, 2);
        const ShapeContest contest = fitShapes({values}, leastVariance);
        QVERIFY(contest.of(Shape::twoShifts).changes.empty());
        QVERIFY(near(contest.of(Shape::twoShifts).rss, contest.of(Shape::flat).rss));
        QVERIFY(near(contest.of(Shape::hinge).rss, contest.of(Shape::line).rss));
    }
};

QTEST_GUILESS_MAIN(TestChangeModels)
#include "tst_changemodels.moc"
