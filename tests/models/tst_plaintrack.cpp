#include "analysis/run/runbuilder.h"
#include "analysis/run/xaxis.h"
#include "models/lanes/plaintrack.h"
#include "models/lanes/tracks.h"
#include "models/timeline.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <sstream>

using namespace tachograph;
using namespace tachograph::models;

namespace {

/// A line is a row: "step x gen opt other"; "-" is a value that is not logged, "null" one that says it is none.
std::shared_ptr<const Run> runOf(const QString& text) {
    RunBuilder builder("rows", "rows", "jsonl");
    const std::vector<std::uint32_t> series{builder.series("x"), builder.series("generation_time_s"),
                                            builder.series("optimization_time_s"), builder.series("step_time_s")};
    for (const QString& line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const QStringList words = line.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        const auto row = builder.addRow({.step = words[0].toLongLong()});
        for (int i = 1; i < words.size(); ++i) {
            const std::uint32_t one = series[static_cast<std::size_t>(i - 1)];
            if (words[i] == QLatin1String("null"))
                builder.addMissing(one, row);
            else if (words[i] != QLatin1String("-"))
                builder.addValue(one, row, words[i].toDouble());
        }
    }
    return builder.build(MetricRoles::builtIn());
}

/// `count` rows in one piece: phases that leave a part of the step over at most rows, and are more than it at others.
QString planted(int count) {
    std::mt19937 engine(5);
    std::uniform_real_distribution<> random(1.0, 3.0);
    QString text;
    for (int step = 0; step < count; ++step) {
        const double generation = random(engine), optimization = random(engine);
        const double whole = generation + optimization + (random(engine) - 1.5);
        text += QStringLiteral("%1 %2 %3 %4 %5\n")
                    .arg(step)
                    .arg(random(engine))
                    .arg(generation)
                    .arg(optimization)
                    .arg(whole);
    }
    return text;
}

LaneRun laneRun(std::shared_ptr<const Run> run, std::vector<double> positions) {
    LaneRun lane;
    lane.positions = Column(std::move(positions));
    lane.plain = plainRows(run->rows(), lane.positions);
    lane.run = std::move(run);
    return lane;
}

TimelinePtr timelineOf(std::shared_ptr<const Run> run) {
    return buildTimeline({{.run = std::move(run), .diagnosis = nullptr, .name = QStringLiteral("a")}}, {}, {});
}

/// Every line of a lane: what it is, and its points up to `lastX` in full precision.
QString described(const Lane& lane, double lastX) {
    QString text;
    for (const LaneLine& line : lane.lines) {
        text += QStringLiteral("%1 %2 %3\n")
                    .arg(static_cast<int>(line.kind))
                    .arg(static_cast<int>(line.stage))
                    .arg(line.label);
        for (const CurvePtr& curve : {line.curve, line.low}) {
            if (!curve)
                continue;
            for (const auto& [x, y] : curve->points(-1, lastX))
                text += QStringLiteral("%1:%2 ").arg(x, 0, 'g', 17).arg(y, 0, 'g', 17);
            text += QLatin1Char('\n');
        }
    }
    return text;
}

} // namespace

/// The short way for runs in one piece: it gives what the long way gives, and is taken by no other run.
class TestPlainTrack : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    /// The same rows, once as they are, once with one more row at the end that lacks its values: the long way.
    void lanesAreThoseOfTheLongWay() {
        const int count = 400;
        const auto plain = runOf(planted(count));
        const auto other = runOf(planted(count) + QStringLiteral("%1 - nan nan nan\n").arg(count + 5));
        QVERIFY(laneRun(plain, positionsOnAxis(*plain, XAxis::step)).plain);
        QVERIFY(!laneRun(other, positionsOnAxis(*other, XAxis::step)).plain);
        const TimelinePtr left = timelineOf(plain), right = timelineOf(other);
        int compared = 0;
        for (std::size_t i = 0; i < left->lanes.size(); ++i) {
            QCOMPARE(left->lanes[i].id, right->lanes[i].id);
            // The medians of the last ten look over the end.
            const QString expected = described(right->lanes[i], count - 12);
            QCOMPARE(described(left->lanes[i], count - 12), expected);
            compared += expected.isEmpty() ? 0 : 1;
        }
        QVERIFY2(compared >= 2, qPrintable(QString::number(compared)));
        const auto split = std::ranges::find(left->lanes, QStringLiteral("split"), &Lane::id);
        QVERIFY(split != left->lanes.end());
        QVERIFY2(described(*split, count).contains(QLatin1String("overlap")), "no step has phases that overlap");
        QVERIFY(split->qualifier.contains(QLatin1String("phases overlap at ")));
    }

    /// Values in the unit of the lane are the recording's own memory.
    void valuesAreShared() {
        const auto run = runOf(planted(20));
        const LaneRun lane = laneRun(run, positionsOnAxis(*run, XAxis::step));
        const Series* series = run->forKey("x");
        QVERIFY(plainTrack(lane, *series, 1.0)->y.begin() == std::span(series->values).begin());
        const auto scaled = plainTrack(lane, *series, 100.0);
        QVERIFY(scaled.has_value());
        for (std::size_t i = 0; i < scaled->y.size(); ++i)
            QCOMPARE(scaled->y[i], series->values[i] * 100.0);
    }

    /// Of a series that is none of the run's: a lane may have made it, and it is gone when that is built.
    void valuesOfOthersAreCopied() {
        const auto run = runOf(planted(20));
        const LaneRun lane = laneRun(run, positionsOnAxis(*run, XAxis::step));
        std::vector<double> expected;
        std::optional<PlainTrack> track;
        {
            const Series made = *run->forKey("x");
            expected = made.values;
            track = plainTrack(lane, made, 1.0);
            QVERIFY(track.has_value());
            QVERIFY(track->y.begin() != std::span(made.values).begin());
        }
        QVERIFY(std::ranges::equal(track->y, expected));
    }

    /// Queues are pooled for their lane, also when there is one of a name.
    void queuesOutliveTheBuilding() {
        RunBuilder builder("queues", "queues", "dflash_console");
        const std::uint32_t queue = builder.series("q_hsb");
        std::vector<double> expected;
        for (int step = 0; step < 400; ++step) {
            expected.push_back(step % 37);
            builder.addValue(queue, builder.addRow({.step = step}), expected.back());
        }
        TimelineOptions options;
        options.lanes = {QStringLiteral("queues")};
        options.smoothing = 0;
        const TimelinePtr timeline = buildTimeline(
            {{.run = builder.build(MetricRoles::builtIn()), .diagnosis = nullptr, .name = QStringLiteral("a")}},
            options, {});
        const std::vector<std::vector<double>> others(64,
                                                      std::vector<double>(expected.size(), -1)); // takes freed memory
        QCOMPARE(timeline->lanes.size(), std::size_t(1));
        QVERIFY(!timeline->lanes[0].lines.empty());
        std::vector<double> drawn;
        for (const auto& [x, y] : timeline->lanes[0].lines[0].curve->points(-1, 1000))
            drawn.push_back(y);
        QCOMPARE(drawn, expected);
    }

    void otherRunsGoTheLongWay_data() {
        QTest::addColumn<QString>("rows");
        QTest::newRow("nothing") << QString();
        QTest::newRow("it ends before the run") << QStringLiteral("1 2\n2 3\n3 -\n");
        QTest::newRow("one row") << QStringLiteral("1 2\n");
        QTest::newRow("a value is not logged") << QStringLiteral("1 2\n2 -\n3 4\n");
        QTest::newRow("a value says it is none") << QStringLiteral("1 2\n2 null\n3 4\n");
        QTest::newRow("a value is not a number") << QStringLiteral("1 2\n2 nan\n3 4\n");
        QTest::newRow("a value is infinite") << QStringLiteral("1 2\n2 inf\n3 4\n");
        QTest::newRow("a step is missing") << QStringLiteral("1 2\n2 3\n3 3\n5 4\n");
        QTest::newRow("a step has two rows") << QStringLiteral("1 2\n2 3\n2 3\n3 4\n");
        QTest::newRow("steps go back") << QStringLiteral("1 2\n2 3\n3 3\n2 4\n3 4\n");
        QTest::newRow("an attempt begins anew") << QStringLiteral("1 2\n2 3\n3 3\n1 4\n");
    }
    void otherRunsGoTheLongWay() {
        QFETCH(QString, rows);
        const auto run = runOf(rows);
        const LaneRun lane = laneRun(run, positionsOnAxis(*run, XAxis::step));
        const Series* series = run->forKey("x");
        QVERIFY(!series || !plainTrack(lane, *series, 1.0));
    }

    /// Step times from stamps begin at the second step.
    void aSeriesMayBeginLater() {
        const auto run = runOf(QStringLiteral("1 -\n2 -\n3 5\n4 6\n5 7\n"));
        const auto track = plainTrack(laneRun(run, positionsOnAxis(*run, XAxis::step)), *run->forKey("x"), 2.0);
        QVERIFY(track.has_value());
        QCOMPARE(std::vector<double>(track->x.begin(), track->x.end()), (std::vector<double>{3, 4, 5}));
        QCOMPARE(std::vector<double>(track->y.begin(), track->y.end()), (std::vector<double>{10, 12, 14}));
    }

    void placesThatAreNoneOrGoBackAreNotPlain() {
        const auto run = runOf(planted(4));
        QVERIFY(plainRows(run->rows(), std::vector<double>{1, 2, 2, 3}));
        for (const std::vector<double>& places :
             {std::vector<double>{1, 2, std::nan(""), 3}, {1, 3, 2, 4}, {1, 2, 3}, {}})
            QVERIFY(!plainRows(run->rows(), places));
    }

    /// Finite values whose multiple is not are breaks, as everywhere.
    void overflowIsABreak() {
        const auto run = runOf(QStringLiteral("1 1\n2 1e308\n3 1\n"));
        const LaneRun lane = laneRun(run, positionsOnAxis(*run, XAxis::step));
        QVERIFY(plainTrack(lane, *run->forKey("x"), 1.0));
        QVERIFY(!plainTrack(lane, *run->forKey("x"), 100.0));
    }

    /// A sampled export records the range of what it left out: a band, which the long way draws.
    void recordedRangesGoTheLongWay() {
        RunBuilder builder("rows", "rows", "jsonl");
        const auto value = builder.series("loss"), low = builder.series("loss__MIN"),
                   high = builder.series("loss__MAX");
        for (int step = 0; step < 5; ++step) {
            const auto row = builder.addRow({.step = step});
            builder.addValue(value, row, 2);
            builder.addValue(low, row, 1);
            builder.addValue(high, row, 3);
        }
        const std::shared_ptr<const Run> run = builder.build(MetricRoles::builtIn());
        const LaneRun lane = laneRun(run, positionsOnAxis(*run, XAxis::step));
        QVERIFY(lane.plain);
        QVERIFY(!plainTrack(lane, *run->forKey("loss"), 1.0));
    }
};

QTEST_GUILESS_MAIN(TestPlainTrack)
#include "tst_plaintrack.moc"
