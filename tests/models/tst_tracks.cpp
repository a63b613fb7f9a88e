#include "analysis/run/runbuilder.h"
#include "analysis/run/xaxis.h"
#include "models/lanes/robustvalues.h"
#include "models/lanes/tracks.h"
#include "models/steppositions.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

using namespace tachograph;
using namespace tachograph::models;

namespace {

/// A hostile recording: repeats, gaps, jumps back, values that are none, stamps that are missing or go back.
std::shared_ptr<const Run> randomRun(unsigned seed, int rows) {
    std::mt19937 engine(seed);
    auto chance = [&](double share) {
        return std::uniform_real_distribution<>(0, 1)(engine) < share;
    };
    RunBuilder builder("random", "random", "jsonl");
    builder.setRepeatRule(RepeatRule::median);
    const auto series = builder.series("x");
    std::int64_t step = 0;
    for (int i = 0; i < rows; ++i) {
        step = chance(0.01) ? step / 2 : step + (chance(0.2) ? 0 : chance(0.05) ? 7 : 1);
        RowInfo info{.step = step};
        if (!chance(0.05))
            info.time = 1000.0 + i + (chance(0.02) ? -50.0 : 0.0);
        const auto row = builder.addRow(info);
        if (chance(0.05))
            builder.addMissing(series, row);
        else if (!chance(0.05))
            builder.addValue(series, row, chance(0.05) ? std::nan("") : std::uniform_real_distribution<>(1, 9)(engine));
    }
    return builder.build(MetricRoles::builtIn());
}

std::shared_ptr<const Run> runOf(const std::vector<std::pair<std::int64_t, double>>& stepAndElapsed) {
    RunBuilder builder("rows", "rows", "jsonl");
    for (const auto& [step, elapsed] : stepAndElapsed)
        builder.addRow({.step = step, .elapsed = elapsed});
    return builder.build(MetricRoles::builtIn());
}

double searchedPosition(const Run& run, const std::vector<double>& positions, double step) {
    const Rows& rows = run.rows();
    double below = std::nan(""), above = std::nan("");
    double stepBelow = -std::numeric_limits<double>::infinity(), stepAbove = std::numeric_limits<double>::infinity();
    for (std::size_t row = 0; row < positions.size(); ++row) {
        if (rows.isSuperseded(row) || !std::isfinite(positions[row]))
            continue;
        const auto at = static_cast<double>(rows.step[row]);
        if (at <= step && at >= stepBelow) {
            stepBelow = at;
            below = positions[row];
        }
        if (at >= step && at < stepAbove) {
            stepAbove = at;
            above = positions[row];
        }
    }
    if (std::isnan(below) || std::isnan(above))
        return std::nan("");
    if (stepAbove <= stepBelow)
        return below;
    return below + (above - below) * (step - stepBelow) / (stepAbove - stepBelow);
}

} // namespace

class TestTracks : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void whatHoldsForEveryRecording_data() {
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<XAxis>("axis");
        for (unsigned seed = 1; seed <= 20; ++seed)
            for (const XAxis axis : {XAxis::step, XAxis::sinceResume, XAxis::elapsed, XAxis::wallClock})
                QTest::addRow("seed %u, %s", seed, xAxisName(axis)) << seed << axis;
    }
    void whatHoldsForEveryRecording() {
        QFETCH(unsigned, seed);
        QFETCH(XAxis, axis);
        const auto run = randomRun(seed, 700);
        const Series& series = *run->forKey("x");
        const auto positions = positionsOnAxis(*run, axis);
        const SeriesTracks tracks = tracksOf(*run, series, positions, 2.0);
        for (const auto* side : {&tracks.current, &tracks.superseded})
            for (const Track& track : *side) {
                QVERIFY(std::ranges::is_sorted(track.x));
                QCOMPARE(track.y.size(), track.x.size());
                QVERIFY(track.low.empty() || track.low.size() == track.x.size());
            }
        // Every current value is there once, doubled; nothing is added.
        std::vector<double> expected, drawn;
        std::size_t unplaced = 0;
        const StepValues all = stepValues(*run, series, Include::all);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool placed = std::isfinite(positions[all.row[i]]);
            unplaced += !placed && std::isfinite(all.value[i]) ? 1 : 0;
            if (placed && std::isfinite(all.value[i]) && !all.superseded[i])
                expected.push_back(2.0 * all.value[i]);
        }
        for (const Track& track : tracks.current)
            std::ranges::copy_if(track.y, std::back_inserter(drawn), [](double y) { return std::isfinite(y); });
        std::ranges::sort(expected);
        std::ranges::sort(drawn);
        QCOMPARE(drawn, expected);
        QCOMPARE(tracks.finite, expected.size());
        QCOMPARE(tracks.unplaced, unplaced);
        QVERIFY(std::ranges::is_sorted(tracks.missing));
        QVERIFY(std::ranges::adjacent_find(tracks.missing) == tracks.missing.end());
    }

    void smoothingKeepsBreaks_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("expected");
        // x:y, "-" for a break; medians over three points, the mean of two at the ends of a part
        auto row = [](const char* name, const char* line, const char* expected) {
            QTest::newRow(name) << QString::fromLatin1(line) << QString::fromLatin1(expected);
        };
        row("nothing", "", "");
        row("one point", "1:2", "2");
        row("only breaks", "1:- 2:-", "- -");
        row("one lost step goes on", "1:1 2:5 2.5:- 4:2 5:9", "3 2 - 5 5.5");
        row("a value that is not finite goes on", "1:1 2:5 3:- 4:2 5:9", "3 2 - 5 5.5");
        row("two lost steps go on", "1:1 2:5 3.5:- 5:2 6:9", "3 2 - 5 5.5");
        row("three lost steps end a part", "1:1 2:5 4:- 6:2 7:9", "3 3 - 5.5 5.5");
        row("every tenth step logged", "10:1 20:5 25:- 40:2 50:9", "3 2 - 5 5.5");
        row("a gap of many intervals", "10:1 20:5 40:- 90:2 100:9", "3 3 - 5.5 5.5");
        row("the next attempt", "1:1 2:5 3:- 3:2 4:9", "3 3 - 5.5 5.5");
        row("breaks at both ends", "0:- 1:1 2:5 3:2 4:-", "- 3 2 3.5 -");
    }

    void smoothingKeepsBreaks() {
        QFETCH(QString, line);
        QFETCH(QString, expected);
        std::vector<double> x, y;
        for (const QString& point : line.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            x.push_back(point.section(QLatin1Char(':'), 0, 0).toDouble());
            const QString value = point.section(QLatin1Char(':'), 1);
            y.push_back(value == QLatin1String("-") ? std::numeric_limits<double>::quiet_NaN() : value.toDouble());
        }
        QStringList actual;
        for (const double value : smoothed(x, y, 3))
            actual += std::isnan(value) ? QStringLiteral("-") : QString::number(value);
        QCOMPARE(actual.join(QLatin1Char(' ')), expected);
    }

    /// Stalls every 50 steps vanish from the robust values, the level and its rise stay.
    void robustValuesLeaveOutStalls() {
        Track track;
        for (int i = 0; i < 30'000; ++i) {
            track.x.push_back(i);
            track.y.push_back(i % 50 == 49 ? 40.0 : 2.0 + i / 30'000.0 + 0.01 * (i % 3));
        }
        const RobustValues robust = robustValues(track.x, track.y);
        QVERIFY(robust.y.size() <= 4000);
        QVERIFY(std::ranges::is_sorted(robust.x));
        QCOMPARE(std::ranges::min(robust.y), 2.0);
        QVERIFY(std::abs(std::ranges::max(robust.y) - 3.02) < 0.01);
        QVERIFY(robustValues({}, {}).y.empty());
        QCOMPARE(robustValues(std::vector{1.0, 2.0}, std::vector{std::nan(""), 5.0}).y, std::vector{5.0});
    }

    void robustValuesAreThoseOfAFilterOverAll_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("outliers");
        QTest::newRow("kept whole") << 3'999 << 0.02;
        QTest::newRow("thinned, few outliers") << 40'001 << 0.001;
        QTest::newRow("thinned, one in ten") << 40'000 << 0.1;
        QTest::newRow("thinned, none") << 24'000 << 0.0;
        QTest::newRow("stretch by stretch, few outliers") << 100'001 << 0.001;
        QTest::newRow("stretch by stretch, one in ten") << 110'000 << 0.1;
    }
    void robustValuesAreThoseOfAFilterOverAll() {
        QFETCH(int, count);
        QFETCH(double, outliers);
        std::mt19937 random(7);
        std::normal_distribution<double> noise(2.0, 0.1);
        std::vector<double> x(static_cast<std::size_t>(count)), y(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = static_cast<double>(i);
            y[i] = noise(random) * (std::bernoulli_distribution(outliers)(random) ? 20.0 : 1.0);
        }
        auto medianAround = [](const std::vector<double>& values, std::size_t i) {
            std::vector<double> window(values.begin() + static_cast<std::ptrdiff_t>(i - std::min<std::size_t>(i, 5)),
                                       values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size(), i + 6)));
            std::ranges::sort(window);
            return 0.5 * (window[(window.size() - 1) / 2] + window[window.size() / 2]);
        };
        std::vector<double> middle(y.size()), distance(y.size()), filtered(y);
        for (std::size_t i = 0; i < y.size(); ++i) {
            middle[i] = medianAround(y, i);
            distance[i] = std::abs(y[i] - middle[i]);
        }
        for (std::size_t i = 0; i < y.size(); ++i)
            if (distance[i] > 4.0 * 1.4826 * medianAround(distance, i))
                filtered[i] = middle[i];
        const RobustValues robust = robustValues(x, y);
        if (count <= 4000) {
            QCOMPARE(robust.y, filtered);
            return;
        }
        QCOMPARE(robust.y.size(), std::size_t(4000));
        for (std::size_t stretch = 0; stretch < 2000; ++stretch) {
            const auto begin = filtered.begin() + static_cast<std::ptrdiff_t>(stretch * y.size() / 2000);
            const auto end = filtered.begin() + static_cast<std::ptrdiff_t>((stretch + 1) * y.size() / 2000);
            const auto [low, high] = std::minmax(robust.y[2 * stretch], robust.y[2 * stretch + 1]);
            QCOMPARE(low, *std::min_element(begin, end));
            QCOMPARE(high, *std::max_element(begin, end));
        }
    }

    void stepPositionsAreThoseOfTheLastAttempt() {
        const auto run = runOf({{10, 10.0}, {20, 20.0}, {20, 30.0}, {10, 40.0}, {30, 60.0}});
        const StepPositions steps(*run, positionsOnAxis(*run, XAxis::elapsed));
        QCOMPARE(steps.of(10), 40.0);
        QCOMPARE(steps.of(20), 30.0);
        QCOMPARE(steps.of(25), 45.0);
        for (const double outside : {5.0, 31.0, std::nan("")})
            QVERIFY(std::isnan(steps.of(outside)));
        QCOMPARE(steps.nearest(5), 40.0);
        QCOMPARE(steps.nearest(31), 60.0);
        QVERIFY(std::isnan(StepPositions(*run, {}).nearest(10)));
    }

    /// Against a plain search through all rows.
    void stepPositionsAgreeWithASearch() {
        const auto run = randomRun(77, 400);
        for (const XAxis axis : {XAxis::step, XAxis::wallClock}) {
            const auto positions = positionsOnAxis(*run, axis);
            const StepPositions fast(*run, positions);
            for (double step = -3; step < static_cast<double>(run->lastStep()) + 3; step += 0.5) {
                const double expected = searchedPosition(*run, positions, step);
                const double actual = fast.of(step);
                QVERIFY2(std::isnan(expected) ? std::isnan(actual) : std::abs(actual - expected) < 1e-9,
                         qPrintable(QStringLiteral("step %1: %2, not %3").arg(step).arg(actual).arg(expected)));
                QVERIFY(std::isfinite(fast.nearest(step)));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestTracks)
#include "tst_tracks.moc"
