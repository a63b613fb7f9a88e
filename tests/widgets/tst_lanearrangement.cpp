#include "tests/support/gui.h"
#include "tests/support/timelines.h"
#include "widgets/plot/lanearrangement.h"
#include "widgets/plot/plotview.h"
#include "widgets/plot/ticks.h"
#include "widgets/plot/valuerange.h"

#include <QSignalSpy>

#include <cmath>

using namespace tachograph;
using namespace tachograph::widgets;

namespace {

models::Lane laneOf(std::vector<double> y, models::LineKind kind = models::LineKind::raw) {
    models::LaneLine line;
    line.kind = kind;
    std::vector<double> x;
    for (std::size_t i = 0; i < y.size(); ++i)
        x.push_back(static_cast<double>(i));
    line.curve = models::makeCurve(x, std::move(y));
    models::Lane lane;
    lane.lines = {line};
    return lane;
}

/// "1 to 500, 2 above, 3 below, 1 not positive"; "nothing" for an empty one.
QString text(const ValueRange& range) {
    if (range.empty)
        return QStringLiteral("nothing");
    return QStringLiteral("%1%2 to %3, %4 above, %5 below, %6 not positive")
        .arg(range.logarithmic ? QStringLiteral("log ") : QString())
        .arg(range.low)
        .arg(range.high)
        .arg(range.above)
        .arg(range.below)
        .arg(range.notPositive);
}

QString labels(const std::vector<Tick>& ticks) {
    QStringList all;
    for (const Tick& tick : ticks)
        all << tick.label;
    return all.join(u' ');
}

/// Three lanes of the same height, with names a, b and c, shown.
struct Lanes {
    Lanes() {
        auto timeline = std::make_shared<models::Timeline>(*tests::oneLaneTimeline({0, 50, 100}, {1, 2, 3}));
        timeline->lanes.resize(3, timeline->lanes.front());
        for (int i = 0; i < 3; ++i)
            timeline->lanes[static_cast<std::size_t>(i)].id = timeline->lanes[static_cast<std::size_t>(i)].title =
                QString(QChar(u'a' + i));
        PlotOptions options;
        options.overview = false;
        view.setOptions(options);
        view.setTimeline(timeline);
        view.resize(600, 600);
        view.show();
        canvas = view.focusProxy();
    }
    /// Waits until what was done is drawn, and reads off which lane is where: the names at the left, from top to
    /// bottom.
    [[nodiscard]] QString order() const {
        QStringList ids;
        for (const QString& id : view.arrangement().order)
            ids << id;
        return ids.join(u' ');
    }
    void drag(QPoint from, QPoint to) const {
        QTest::qWait(50);
        QTest::mousePress(canvas, Qt::LeftButton, {}, from);
        QTest::mouseMove(canvas, (from + to) / 2);
        QTest::mouseMove(canvas, to);
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, to);
        QTest::qWait(50);
    }

    PlotView view;
    QWidget* canvas = nullptr;
};

// Strip 28, axis 38 high: each of three lanes has a third of the rest.
constexpr int stripHeight = 28, laneSlot = (600 - 28 - 38) / 3, headerMiddle = 11;

QPoint nameOf(int lane) {
    return {100, stripHeight + lane * laneSlot + headerMiddle};
}
QPoint borderBelow(int lane) {
    return {300, stripHeight + (lane + 1) * laneSlot - 4};
}

} // namespace

/// Lanes on logarithmic scales, moved, sized and shown alone.
class TestLaneArrangement : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        Theme::loadFaces();
    }

    void logarithmicRanges_data() {
        QTest::addColumn<std::vector<double>>("values");
        QTest::addColumn<QString>("range");
        const double nan = std::nan("");
        QTest::newRow("decades") << std::vector<double>{0.3, 40, 700}
                                 << "log 0.2 to 1000, 0 above, 0 below, 0 not positive";
        QTest::newRow("on round values") << std::vector<double>{1, 10, 100}
                                         << "log 0.5 to 200, 0 above, 0 below, 0 not positive";
        QTest::newRow("a constant") << std::vector<double>{3, 3} << "log 2 to 5, 0 above, 0 below, 0 not positive";
        QTest::newRow("zero is counted") << std::vector<double>{0, 0, 3, 40}
                                         << "log 2 to 50, 0 above, 2 below, 2 not positive";
        QTest::newRow("below zero is counted")
            << std::vector<double>{-5, 3, 40} << "log 2 to 50, 0 above, 1 below, 1 not positive";
        QTest::newRow("a gap is no value")
            << std::vector<double>{3, nan, 40} << "log 2 to 50, 0 above, 0 below, 0 not positive";
        QTest::newRow("nothing above zero") << std::vector<double>{0, -1} << "nothing";
        QTest::newRow("nothing finite") << std::vector<double>{nan} << "nothing";
        QTest::newRow("very small") << std::vector<double>{3e-12, 4e-7}
                                    << "log 2e-12 to 5e-07, 0 above, 0 below, 0 not positive";
    }
    void logarithmicRanges() {
        QFETCH(std::vector<double>, values);
        QFETCH(QString, range);
        const double last = static_cast<double>(values.size()) - 1;
        QCOMPARE(text(valueRange(laneOf(values), 0, std::max(last, 1.0), false, 200, {}, true)), range);
    }

    /// What robust Y leaves out is above, what no logarithm has is below and said apart.
    void robustAndLogarithmic() {
        models::Lane lane = laneOf({2, 3, 2, 3, 900, 0});
        lane.robustValues = {2, 3, 2, 3};
        lane.robustX = {0, 1, 2, 3};
        QCOMPARE(text(valueRange(lane, 0, 5, true, 200, {}, true)), "log 1 to 5, 1 above, 1 below, 1 not positive");
        QCOMPARE(valueRange(lane, 0, 5, true, 200, {}, true).highest, 900.0);
    }

    void byHand() {
        const models::Lane lane = laneOf({2, 3, 400});
        QCOMPARE(text(valueRange(lane, 0, 2, false, 200, std::pair(1.0, 8.0), true)),
                 "log 1 to 8, 1 above, 0 below, 0 not positive");
        QVERIFY(!valueRange(lane, 0, 2, false, 200, std::pair(-1.0, 8.0), true).logarithmic);
    }

    void whatCannotBeLogarithmic() {
        QVERIFY(canBeLogarithmic(laneOf({1, 2})));
        QVERIFY(!canBeLogarithmic(laneOf({1, 2}, models::LineKind::stack)));
        models::Lane ratio = laneOf({1, 2});
        ratio.unit = QStringLiteral("×");
        QVERIFY(!canBeLogarithmic(ratio));
        QVERIFY(!valueRange(laneOf({1, 2}, models::LineKind::stack), 0, 1, false, 200, {}, true).logarithmic);
    }

    void logarithmicTicks_data() {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<double>("height");
        QTest::addColumn<QString>("expected");
        QTest::newRow("less than a decade") << 2.0 << 5.0 << 200.0 << "2 3 4 5";
        QTest::newRow("two decades") << 1.0 << 100.0 << 200.0 << "1 3 10 30 100";
        QTest::newRow("powers") << 0.1 << 1000.0 << 200.0 << "0.1 1 10 100 1,000";
        QTest::newRow("every third power") << 1.0 << 1e12 << 200.0 << "1 1,000 1,000,000 1e+09 1e+12";
        QTest::newRow("a low lane") << 1.0 << 1000.0 << 60.0 << "1 100";
        QTest::newRow("no range") << 0.0 << 10.0 << 200.0 << "";
        QTest::newRow("upside down") << 10.0 << 1.0 << 200.0 << "";
    }
    void logarithmicTicks() {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(double, height);
        QFETCH(QString, expected);
        QCOMPARE(labels(widgets::logarithmicTicks(low, high, height)), expected);
    }

    void lanesAreMovedByMouse_data() {
        QTest::addColumn<QPoint>("from");
        QTest::addColumn<QPoint>("to");
        QTest::addColumn<QString>("order");
        QTest::newRow("to the end") << nameOf(0) << borderBelow(2) << "b c a";
        QTest::newRow("to the top") << nameOf(2) << nameOf(0) << "c a b";
        QTest::newRow("one down") << nameOf(0) << nameOf(2) << "b a c";
        QTest::newRow("onto itself") << nameOf(1) << nameOf(1) + QPoint(0, 20) << "";
        QTest::newRow("along the axis is no move") << nameOf(0) << nameOf(0) + QPoint(200, 3) << "";
        QTest::newRow("from inside the lane is no move") << nameOf(0) + QPoint(0, 60) << borderBelow(2) << "";
    }
    void lanesAreMovedByMouse() {
        QFETCH(QPoint, from);
        QFETCH(QPoint, to);
        QFETCH(QString, order);
        const Lanes lanes;
        QSignalSpy changed(&lanes.view, &PlotView::arrangementChanged);
        lanes.drag(from, to);
        QCOMPARE(lanes.order(), order);
        QCOMPARE(changed.isEmpty(), order.isEmpty());
    }

    void bordersAreMovedByMouse() {
        const Lanes lanes;
        lanes.drag(borderBelow(0), borderBelow(0) + QPoint(0, 40));
        const auto& heights = lanes.view.arrangement().heights;
        QCOMPARE(heights.size(), std::size_t(3));
        // Each had laneSlot - 22 - 9 pixels and 1 as height.
        const double pixel = 1.0 / (laneSlot - 22 - 9);
        QVERIFY2(std::abs(heights.at("a") - (1 + 40 * pixel)) < 0.02, qPrintable(QString::number(heights.at("a"))));
        QVERIFY(std::abs(heights.at("b") - (1 - 40 * pixel)) < 0.02);
        QVERIFY(std::abs(heights.at("c") - 1) < 0.02);
        lanes.drag(borderBelow(0) + QPoint(0, 40), borderBelow(0) + QPoint(0, 500)); // no lane is pushed away
        QVERIFY(heights.at("b") > 0.2);
    }

    void escapeTakesADragBack() {
        const Lanes lanes;
        QTest::qWait(50);
        QTest::mousePress(lanes.canvas, Qt::LeftButton, {}, borderBelow(0));
        QTest::mouseMove(lanes.canvas, borderBelow(0) + QPoint(0, 30));
        QVERIFY(!lanes.view.arrangement().heights.empty());
        QTest::keyClick(lanes.canvas, Qt::Key_Escape);
        QVERIFY(lanes.view.arrangement().heights.empty());
        QTest::mouseRelease(lanes.canvas, Qt::LeftButton, {}, borderBelow(0) + QPoint(0, 30));
        QVERIFY(lanes.view.arrangement().heights.empty());
    }

    void everythingByKeys() {
        Lanes lanes;
        QSignalSpy hidden(&lanes.view, &PlotView::laneHidden);
        QTest::keyClick(lanes.canvas, Qt::Key_Down); // chooses the first
        QTest::keyClick(lanes.canvas, Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(lanes.order(), QString("b a c"));
        QTest::keyClick(lanes.canvas, Qt::Key_Up, Qt::ControlModifier);
        QTest::keyClick(lanes.canvas, Qt::Key_Up, Qt::ControlModifier); // already at the top
        QCOMPARE(lanes.order(), QString("a b c"));
        QTest::keyClick(lanes.canvas, Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(lanes.view.arrangement().heights, (std::map<QString, double>{{"a", 1.2}}));
        QTest::keyClick(lanes.canvas, Qt::Key_L);
        QCOMPARE(lanes.view.arrangement().logarithmic, std::set<QString>{"a"});
        QTest::keyClick(lanes.canvas, Qt::Key_L);
        QVERIFY(lanes.view.arrangement().logarithmic.empty());
        QTest::keyClick(lanes.canvas, Qt::Key_F, Qt::ShiftModifier);
        QCOMPARE(lanes.view.arrangement().maximized, QString("a"));
        QTest::keyClick(lanes.canvas, Qt::Key_F, Qt::ShiftModifier);
        QVERIFY(lanes.view.arrangement().maximized.isEmpty());
        lanes.view.hideLane();
        QCOMPARE(hidden.takeFirst().front().toString(), QString("a"));
    }

    /// Alone a lane has the room of all; a search for another one brings all back.
    void aLaneAlone() {
        Lanes lanes;
        LaneArrangement arrangement;
        arrangement.maximized = "b";
        lanes.view.setArrangement(arrangement);
        const int alone = lanes.view.comfortableHeight();
        QVERIFY(lanes.view.showLane("c"));
        QVERIFY(lanes.view.arrangement().maximized.isEmpty());
        QVERIFY(lanes.view.comfortableHeight() > alone + 200);
        QVERIFY(!lanes.view.showLane("z"));
        arrangement.maximized = "not here"; // another run may have it
        lanes.view.setArrangement(arrangement);
        QVERIFY(lanes.view.comfortableHeight() > alone + 200);
    }
};

QTEST_MAIN(TestLaneArrangement)
#include "tst_lanearrangement.moc"
