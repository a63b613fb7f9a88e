#include "tests/support/timelines.h"
#include "widgets/plot/eventclusters.h"
#include "widgets/plot/findingrows.h"
#include "widgets/plot/lanetext.h"
#include "widgets/plot/linevalue.h"
#include "widgets/plot/plotstyle.h"
#include "widgets/plot/readouts.h"
#include "widgets/plot/spokenlane.h"
#include "widgets/plot/ticks.h"
#include "widgets/plot/valuerange.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace tachograph;
using namespace tachograph::widgets;

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

QString joined(const std::vector<Tick>& ticks) {
    QStringList labels;
    for (const Tick& tick : ticks)
        labels.append(tick.label);
    return labels.join(u' ');
}

EventKind kindOf(QChar letter) {
    return letter == u'o'   ? EventKind::oom
           : letter == u'r' ? EventKind::resume
           : letter == u'c' ? EventKind::config
                            : EventKind::note;
}

} // namespace

class TestPlotParts : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        Theme::loadFaces();
    }

    void rowsArePackedFirstFit_data() {
        QTest::addColumn<QString>("extents");
        QTest::addColumn<int>("most");
        QTest::addColumn<QString>("rows");
        QTest::newRow("none") << "" << 4 << "";
        QTest::newRow("apart") << "0-10 20-30 40-50" << 4 << "0 0 0";
        QTest::newRow("overlapping") << "0-10 5-30 8-50" << 4 << "0 1 2";
        QTest::newRow("closer than the gap") << "0-10 14-30" << 4 << "0 1";
        QTest::newRow("at the gap") << "0-10 16-30" << 4 << "0 0";
        QTest::newRow("later one before the first") << "40-60 0-20" << 4 << "0 0";
        QTest::newRow("rows run out") << "0-10 0-10 0-10 30-40" << 2 << "0 1 -1 0";
        QTest::newRow("no rows at all") << "0-10" << 0 << "-1";
    }
    void rowsArePackedFirstFit() {
        QFETCH(QString, extents);
        QFETCH(int, most);
        QFETCH(QString, rows);
        std::vector<std::pair<double, double>> input;
        for (const QString& extent : extents.split(u' ', Qt::SkipEmptyParts))
            input.emplace_back(extent.section(u'-', 0, 0).toDouble(), extent.section(u'-', 1).toDouble());
        QStringList answer;
        for (const int row : packRows(input, most))
            answer.append(QString::number(row));
        QCOMPARE(answer.join(u' '), rows);
    }

    void closeEventsMerge_data() {
        QTest::addColumn<QString>("events"); // kind and pixel
        QTest::addColumn<QString>("clusters");
        QTest::newRow("none") << ""
                              << "";
        QTest::newRow("two notes") << "n10 n20"
                                   << "2";
        QTest::newRow("two notes at the limit") << "n10 n21"
                                                << "1 1";
        QTest::newRow("crash and resume stay apart") << "r10 o20"
                                                     << "1 1";
        QTest::newRow("a crash beside a note stays visible") << "n10 o12"
                                                             << "1 1";
        QTest::newRow("three merge whatever they are") << "o10 r15 c20"
                                                       << "3";
        QTest::newRow("a long chain is cut") << "n0 n10 n20 n30 n40 n50 n60"
                                             << "4 3";
        QTest::newRow("alone between two") << "n0 n50 n100"
                                           << "1 1 1";
    }
    void closeEventsMerge() {
        QFETCH(QString, events);
        QFETCH(QString, clusters);
        std::vector<PlacedEvent> input;
        for (const QString& event : events.split(u' ', Qt::SkipEmptyParts))
            input.push_back({event.mid(1).toDouble(), kindOf(event[0])});
        QStringList answer;
        for (const EventCluster& cluster : clusterEvents(input))
            answer.append(QString::number(cluster.events.size()));
        QCOMPARE(answer.join(u' '), clusters);
    }

    void valueTicksAreFewAndRound_data() {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<double>("height");
        QTest::addColumn<QString>("labels");
        QTest::newRow("step times") << 0.0 << 7.0 << 140.0 << "0 2 4 6";
        QTest::newRow("low lane") << 0.0 << 9.0 << 56.0 << "0 4 8";
        QTest::newRow("thousands") << 0.0 << 2300.0 << 80.0 << "0 1,000 2,000";
        QTest::newRow("below zero") << -1.0 << 1.0 << 140.0 << "−1.0 −0.5 0.0 0.5 1.0";
    }
    void valueTicksAreFewAndRound() {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(double, height);
        QFETCH(QString, labels);
        const auto ticks = valueTicks(low, high, height);
        QVERIFY2(ticks.size() >= 3 && ticks.size() <= 5, qPrintable(joined(ticks)));
        QCOMPARE(joined(ticks), labels);
    }

    void valueTicksSurviveAnyRange_data() {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("tiny") << 1.0 << 1.0 + 1e-12;
        QTest::newRow("huge") << -1e300 << 1e300;
        QTest::newRow("no width") << 3.0 << 3.0;
        QTest::newRow("turned round") << 3.0 << 1.0;
        QTest::newRow("not a number") << noValue << noValue;
        QTest::newRow("infinite") << 0.0 << std::numeric_limits<double>::infinity();
    }
    void valueTicksSurviveAnyRange() {
        QFETCH(double, low);
        QFETCH(double, high);
        QVERIFY(valueTicks(low, high, 100).size() <= 12);
    }

    void ratiosHavePlainTicks_data() {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<QString>("labels");
        QTest::newRow("a third") << 0.23 << 1.08 << "×0.25 ×0.5 ×1";
        QTest::newRow("both ways") << 0.23 << 4.3 << "×0.25 ×0.5 ×1 ×2 ×4";
        QTest::newRow("at most five") << 0.9 << 70.0 << "×1 ×4 ×16 ×64";
        QTest::newRow("near one") << 0.96 << 1.04 << "×0.96 ×0.98 ×1.00 ×1.02 ×1.04";
        QTest::newRow("nothing below zero") << 0.0 << 2.0 << "";
        QTest::newRow("turned round") << 2.0 << 1.0 << "";
        QTest::newRow("not a number") << noValue << 1.0 << "";
    }
    void ratiosHavePlainTicks() {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(QString, labels);
        QCOMPARE(joined(ratioTicks(low, high, 140)), labels);
    }

    void halfAndDoubleAreEquallyFarFromOne() {
        models::Lane lane = tests::oneLaneTimeline({0, 1, 2}, {0.5, 1.0, 2.0})->lanes.front();
        lane.unit = QStringLiteral("×");
        const ValueRange range = valueRange(lane, 0, 2, true, 100);
        QVERIFY(range.logarithmic);
        QVERIFY(range.low > 0 && range.low < 0.5 && range.high > 2);
        QVERIFY(std::abs((range.shareOf(2) - range.shareOf(1)) - (range.shareOf(1) - range.shareOf(0.5))) < 1e-12);
        for (const double value : {0.5, 0.7, 1.0, 1.9})
            QVERIFY(std::abs(range.valueAt(range.shareOf(value)) - value) < 1e-12);
        QVERIFY(range.shareOf(0.0) < 0); // a band that reaches zero is cut off
        lane.unit = QStringLiteral("s");
        QVERIFY(!valueRange(lane, 0, 2, true, 100).logarithmic);
    }

    void ratiosAlwaysShowOne_data() {
        QTest::addColumn<QList<double>>("values");
        QTest::newRow("a third") << QList<double>{0.31, 0.33};
        QTest::newRow("nearly equal") << QList<double>{1.001, 1.002};
        QTest::newRow("equal") << QList<double>{1, 1};
        QTest::newRow("much more") << QList<double>{900, 1100};
        QTest::newRow("hardly anything") << QList<double>{1e-12, 1e-12};
        QTest::newRow("nothing") << QList<double>{0, 0};
        QTest::newRow("below nothing") << QList<double>{-3, 2};
        QTest::newRow("no number") << QList<double>{noValue, noValue};
    }
    void ratiosAlwaysShowOne() {
        QFETCH(QList<double>, values);
        models::Lane lane = tests::oneLaneTimeline({0, 1}, {values.begin(), values.end()})->lanes.front();
        lane.unit = QStringLiteral("×");
        const ValueRange range = valueRange(lane, 0, 1, true, 100);
        QVERIFY(std::isfinite(range.low) && std::isfinite(range.high) && range.low < range.high);
        if (range.empty)
            return;
        QVERIFY(range.low > 0 && range.low <= 1 && range.high >= 1);
        const auto ticks = ratioTicks(range.low, range.high, 100);
        QVERIFY2(std::ranges::any_of(ticks, [](const Tick& tick) { return std::abs(tick.value - 1) < 1e-9; }),
                 qPrintable(joined(ticks)));
    }

    void positionLabelsNeverTouch_data() {
        QTest::addColumn<int>("axis");
        QTest::addColumn<double>("min");
        QTest::addColumn<double>("max");
        QTest::addColumn<double>("width");
        for (const double width : {120.0, 400.0, 900.0, 2400.0}) {
            const QByteArray suffix = ", " + QByteArray::number(width);
            QTest::newRow("steps" + suffix) << int(XAxis::step) << 172.0 << 1239.0 << width;
            QTest::newRow("few steps" + suffix) << int(XAxis::step) << 3.2 << 7.9 << width;
            QTest::newRow("many steps" + suffix) << int(XAxis::step) << 0.0 << 9.9e7 << width;
            QTest::newRow("since resume" + suffix) << int(XAxis::sinceResume) << 0.0 << 280.0 << width;
            QTest::newRow("elapsed" + suffix) << int(XAxis::elapsed) << 0.0 << 4400.0 << width;
            QTest::newRow("weeks" + suffix) << int(XAxis::elapsed) << 0.0 << 3e6 << width;
            QTest::newRow("clock" + suffix) << int(XAxis::wallClock) << 1.78e9 << 1.78e9 + 90000 << width;
            QTest::newRow("tokens" + suffix) << int(XAxis::tokens) << 0.0 << 2.4e9 << width;
        }
    }
    void positionLabelsNeverTouch() {
        QFETCH(int, axis);
        QFETCH(double, min);
        QFETCH(double, max);
        QFETCH(double, width);
        const XScale scale{0, width, min, max};
        const QFont font = Theme::font(11);
        const auto ticks = positionTicks(scale, static_cast<XAxis>(axis), font);
        for (std::size_t i = 1; i < ticks.size(); ++i) {
            const double end = scale.toPixel(ticks[i - 1].value) + textWidth(ticks[i - 1].label, font) / 2;
            const double begin = scale.toPixel(ticks[i].value) - textWidth(ticks[i].label, font) / 2;
            QVERIFY2(begin - end >= 19.9, qPrintable(ticks[i - 1].label + " | " + ticks[i].label));
        }
        QVERIFY2(width < 300 || ticks.size() >= 3, qPrintable(joined(ticks)));
    }

    void valuesKeepTheirUnit_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        QTest::newRow("short step") << 0.412 << "s"
                                    << "0.41 s";
        QTest::newRow("step") << 3.014 << "s"
                              << "3.01 s";
        QTest::newRow("long step") << 28.46 << "s"
                                   << "28.5 s";
        QTest::newRow("very long step") << 427.3 << "s"
                                        << "427 s";
        QTest::newRow("throughput") << 5.283 << "Ktok/s"
                                    << "5.3 Ktok/s";
        QTest::newRow("tokens") << 1024.0 << "tok"
                                << "1,024 tok";
        QTest::newRow("below zero") << -1234.0 << "tok"
                                    << "−1,234 tok";
        QTest::newRow("ratio") << 0.3182 << "×"
                               << "×0.32";
        QTest::newRow("ratio near one") << 1.004 << "×"
                                        << "×1.004";
        QTest::newRow("no unit") << 0.25 << ""
                                 << "0.25";
        QTest::newRow("rounds to zero") << -0.001 << "Ktok/s"
                                        << "0.00 Ktok/s";
    }
    void valuesKeepTheirUnit() {
        QFETCH(double, value);
        QFETCH(QString, unit);
        QFETCH(QString, text);
        QCOMPARE(laneQuantity(value, unit), text);
    }

    void robustRangeLeavesSpikesToArrows() {
        std::vector<double> x, y;
        for (int i = 0; i < 1000; ++i) {
            x.push_back(i);
            y.push_back(i % 100 == 50 ? 30.0 : 2.0 + 0.001 * i);
        }
        models::Lane lane = tests::oneLaneTimeline(x, y)->lanes.front();
        for (const double value : y)
            if (value < 10)
                lane.robustValues.push_back(value);
        const ValueRange robust = valueRange(lane, 0, 999, true, 100);
        QCOMPARE(robust.low, 0.0);
        QVERIFY(robust.high > 3.0 && robust.high < 4.0);
        QCOMPARE(robust.above, std::size_t(10));
        QCOMPARE(robust.highest, 30.0);
        const ValueRange all = valueRange(lane, 0, 999, false, 100);
        QVERIFY(all.high >= 30.0);
        QCOMPARE(all.above, std::size_t(0));
        const ValueRange spikeOnly = valueRange(lane, 50, 50, true, 100);
        QVERIFY2(spikeOnly.high >= 30.0 || spikeOnly.above == 1, "a spike alone in view must not vanish");
    }

    void rangesOfOddLanesAreFinite_data() {
        QTest::addColumn<QList<double>>("values");
        QTest::newRow("nothing") << QList<double>{};
        QTest::newRow("nothing finite") << QList<double>{noValue, noValue};
        QTest::newRow("constant") << QList<double>{5, 5, 5};
        QTest::newRow("zero") << QList<double>{0, 0};
        QTest::newRow("largest numbers") << QList<double>{-1.7e308, 1.7e308};
        QTest::newRow("one point") << QList<double>{3};
    }
    void rangesOfOddLanesAreFinite() {
        QFETCH(QList<double>, values);
        std::vector<double> x;
        for (qsizetype i = 0; i < values.size(); ++i)
            x.push_back(static_cast<double>(i));
        const auto timeline = tests::oneLaneTimeline(x, {values.begin(), values.end()});
        for (const bool robust : {false, true}) {
            const ValueRange range = valueRange(timeline->lanes.front(), timeline->xMin, timeline->xMax, robust, 100);
            QVERIFY(std::isfinite(range.low) && std::isfinite(range.high) && range.low < range.high);
        }
    }

    void valuesBetweenPointsAreInterpolatedButNotInGaps() {
        const auto curve = models::makeCurve({0, 10, 20, 30}, {0, 100, noValue, 300});
        QCOMPARE(interpolated(*curve, 5), 50.0);
        QCOMPARE(interpolated(*curve, 10), 100.0);
        QVERIFY(!interpolated(*curve, 25));
        QVERIFY(!interpolated(*curve, -1));
        QVERIFY(!interpolated(*curve, 31));
        QCOMPARE(nextPoint(*curve, 0, true), 10.0);
        QCOMPARE(nextPoint(*curve, 10, true), 30.0);
        QVERIFY(!nextPoint(*curve, 30, true));
        QCOMPARE(nextPoint(*curve, 10, false), 0.0);
        QVERIFY(!nextPoint(*curve, 0, false));
    }

    void readoutsAreOfTheCrosshair() {
        PlotState state;
        state.timeline = tests::rlTimeline();
        state.xMin = 0;
        state.xMax = 1239;
        const auto split = readoutsAt(state.timeline->lanes[1], state, 100, 1);
        QCOMPARE(split.size(), std::size_t(4));
        QCOMPARE(split[0].label, QString("generation"));
        QVERIFY(split[3].main && split[3].text.endsWith("generation"));
        const auto beyond = readoutsAt(state.timeline->lanes[0], state, 5000, 1);
        QCOMPARE(beyond.size(), std::size_t(1));
        QCOMPARE(beyond[0].text, QString("no value here"));
    }

    void lanesAreSpoken() {
        PlotState state;
        state.timeline = tests::oneLaneTimeline({172, 768, 1239}, {2, 3.014, 5});
        state.xMin = 172;
        state.xMax = 1239;
        state.crosshair = 768;
        models::Lane lane = state.timeline->lanes.front();
        lane.title = "Step time";
        lane.unit = "s";
        QCOMPARE(spokenLane(lane, state, 1),
                 QString("Step time, 2.00 to 5.00 seconds, steps 172 to 1,239, at 768: 3.01 s"));
        models::Timeline timeline = *state.timeline;
        lane.roles = {"time/step"};
        timeline.findings.resize(2);
        timeline.findings[0].finding.code = "THROUGHPUT_ROT";
        timeline.findings[0].finding.onsetStep = 180;
        timeline.findings[0].finding.citedRoles = {"time/step"};
        timeline.findings[1].finding.code = "GPU_IDLE";
        timeline.findings[1].finding.citedRoles = {"gpu/utilization"};
        state.timeline = std::make_shared<models::Timeline>(timeline);
        state.crosshair.reset();
        QCOMPARE(spokenLane(lane, state, 1),
                 QString("Step time, 2.00 to 5.00 seconds, steps 172 to 1,239, THROUGHPUT_ROT from step 180"));
        state.dismissed = {0};
        state.xMin = 800; // between the points
        state.xMax = 1200;
        QCOMPARE(spokenLane(lane, state, 1), QString("Step time, no value in view, steps 800 to 1,200"));
        lane.state = "not logged";
        QCOMPARE(spokenLane(lane, state, 1), QString("Step time, not logged"));
    }

    void labelsOfFindingsStayInTheStrip() {
        PlotState state;
        state.timeline = tests::rlTimeline();
        const PlotSizes sizes = PlotSizes::of({});
        for (const double width : {300.0, 600.0, 900.0}) {
            const XScale scale{80, 80 + width, 0, 1239};
            for (const FindingBar& bar : layOutFindings(state, scale, sizes).bars) {
                QVERIFY2(bar.labelLeft >= scale.left, qPrintable(bar.code));
                QVERIFY2(bar.labelLeft + textWidth(bar.code, sizes.stripBold) <= scale.right, qPrintable(bar.code));
            }
        }
    }
};

QTEST_MAIN(TestPlotParts)
#include "tst_plotparts.moc"
