#include "tests/support/gui.h"
#include "tests/support/timelines.h"
#include "widgets/plot/measure.h"
#include "widgets/plot/plotview.h"
#include "widgets/plot/spokenlane.h"

#include <QSignalSpy>

using namespace tachograph;
using namespace tachograph::widgets;

namespace {

/// Steps 0 to 100 of 2 s, values from 2 to 4; elapsed 2 s a step.
PlotState stateOf(std::vector<double> x, std::vector<double> y) {
    PlotState state;
    auto timeline = std::make_shared<models::Timeline>(*tests::oneLaneTimeline(x, std::move(y)));
    std::vector<double> seconds;
    for (const double step : x)
        seconds.push_back(2 * step);
    timeline->elapsedAlong = models::makeCurve(x, seconds);
    timeline->lanes.front().unit = QStringLiteral("s");
    state.timeline = timeline;
    state.xMin = timeline->xMin;
    state.xMax = timeline->xMax;
    return state;
}

} // namespace

/// Two places held against each other: how far they are apart, what the values did between them.
class TestMeasure : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        Theme::loadFaces();
    }

    void values_data() {
        QTest::addColumn<std::vector<double>>("y");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<QString>("expected");
        const std::vector<double> rising{2, 3, 4};
        QTest::newRow("up") << rising << 0.0 << 100.0 << "2.00 to 4.00 s: +2.00 s, ×2.00";
        QTest::newRow("the other way round it is the same")
            << rising << 100.0 << 0.0 << "2.00 to 4.00 s: +2.00 s, ×2.00";
        QTest::newRow("down") << std::vector<double>{4, 3, 2} << 0.0 << 100.0 << "4.00 to 2.00 s: −2.00 s, ×0.50";
        QTest::newRow("nothing between") << rising << 50.0 << 50.0 << "3.00 to 3.00 s: 0.00 s, ×1.00";
        QTest::newRow("from zero there is no ratio")
            << std::vector<double>{0, 1, 4} << 0.0 << 100.0 << "0.00 to 4.00 s: +4.00 s";
        QTest::newRow("below zero neither")
            << std::vector<double>{-1, 1, 4} << 0.0 << 100.0 << "−1.00 to 4.00 s: +5.00 s";
        QTest::newRow("no value at an end") << rising << 20.0 << 100.0 << "";
        QTest::newRow("no value at all") << std::vector<double>{std::nan(""), std::nan(""), std::nan("")} << 0.0
                                         << 100.0 << "";
    }
    void values() {
        QFETCH(std::vector<double>, y);
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(QString, expected);
        PlotState state = stateOf({0, 50, 100}, y);
        state.measure = Measure{from, to};
        QCOMPARE(measuredValues(state.timeline->lanes.front(), state, 1), expected);
    }

    void distances_data() {
        QTest::addColumn<XAxis>("axis");
        QTest::addColumn<double>("to");
        QTest::addColumn<QString>("expected");
        QTest::newRow("steps and their time") << XAxis::step << 100.0 << "100 steps, 3 min 20 s";
        QTest::newRow("one step") << XAxis::step << 1.0 << "1 step, 2 s";
        QTest::newRow("elapsed") << XAxis::elapsed << 90.0 << "1 min 30 s";
        QTest::newRow("wall clock") << XAxis::wallClock << 90.0 << "1 min 30 s";
        QTest::newRow("tokens") << XAxis::tokens << 100.0 << "100 tok, 3 min 20 s";
    }
    void distances() {
        QFETCH(XAxis, axis);
        QFETCH(double, to);
        QFETCH(QString, expected);
        PlotState state = stateOf({0, 50, 100}, {1, 1, 1});
        auto timeline = std::make_shared<models::Timeline>(*state.timeline);
        timeline->options.axis = axis;
        state.timeline = timeline;
        state.measure = Measure{0, to};
        QCOMPARE(measuredDistance(state), expected);
    }

    void theCrosshairIsTheOtherEnd() {
        PlotState state = stateOf({0, 50, 100}, {1, 1, 1});
        QVERIFY(!measuredRange(state));
        state.crosshair = 20;
        QVERIFY(!measuredRange(state));
        state.measure = Measure{50, {}};
        QCOMPARE(measuredRange(state), (std::optional<std::pair<double, double>>{{20.0, 50.0}}));
        state.crosshair.reset();
        QVERIFY(!measuredRange(state));
        QCOMPARE(measuredDistance(state), QString());
    }

    void byMouseAndKeys() {
        PlotView view;
        view.setTimeline(stateOf({0, 50, 100}, {2, 3, 4}).timeline);
        QVERIFY(tests::showAt(view, {600, 400}));
        QTest::qWait(50);
        QWidget* canvas = view.focusProxy();
        QSignalSpy said(&view, &PlotView::statusText);
        QTest::mousePress(canvas, Qt::LeftButton, Qt::AltModifier, {85, 150});
        QTest::mouseMove(canvas, {300, 150});
        QTest::mouseMove(canvas, {580, 150});
        QTest::mouseRelease(canvas, Qt::LeftButton, Qt::AltModifier, {580, 150});
        QVERIFY2(!said.isEmpty() &&
                     said.last().front().toString().startsWith("100 steps, 3 min 20 s, Value 2.00 to 4.00 s"),
                 said.isEmpty() ? "nothing" : qPrintable(said.last().front().toString()));
        QCOMPARE(view.viewRange(), (std::pair(0.0, 100.0))); // no zoom
        QVERIFY(tests::savePicture(view.grab(), QStringLiteral("measure")));
        QTest::keyClick(canvas, Qt::Key_Escape);
        view.setCrosshair(std::nullopt);
        said.clear();
        QTest::keyClick(canvas, Qt::Key_R); // from where?
        QVERIFY(said.last().front().toString().contains("crosshair"));
        view.goTo(0);
        QTest::keyClick(canvas, Qt::Key_R);
        QTest::keyClick(canvas, Qt::Key_Right);
        QTest::keyClick(canvas, Qt::Key_R);
        QVERIFY(said.last().front().toString().startsWith("50 steps, 1 min 40 s"));
        const QImage measured = view.grab().toImage();
        QTest::keyClick(canvas, Qt::Key_R);
        QVERIFY(view.grab().toImage() != measured);
    }

    /// As the menu, the search field and a screen reader use it: no key, no mouse.
    void byCommand() {
        PlotView view;
        view.setTimeline(stateOf({0, 50, 100}, {2, 3, 4}).timeline);
        QVERIFY(tests::showAt(view, {600, 400}));
        QSignalSpy changed(&view, &PlotView::measureChanged);
        view.zoomToMeasured(); // nothing is measured
        QCOMPARE(view.viewRange(), (std::pair(0.0, 100.0)));
        view.goTo(0);
        view.stepMeasure();
        view.goTo(50);
        view.stepMeasure();
        QVERIFY(!changed.isEmpty());
        view.zoomToMeasured();
        QCOMPARE(view.viewRange(), (std::pair(0.0, 50.0)));
        view.stepMeasure(); // forgotten
        view.zoomToMeasured();
        QCOMPARE(view.viewRange(), (std::pair(0.0, 50.0)));
    }

    void isSpoken_data() {
        QTest::addColumn<std::optional<Measure>>("measure");
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing measured") << std::optional<Measure>() << "";
        QTest::newRow("one end only") << std::optional<Measure>(Measure{0, {}}) << "";
        QTest::newRow("both ends") << std::optional<Measure>(Measure{0, 100.0})
                                   << ", measured over 100 steps, 3 min 20 s: 2.00 to 4.00 s: +2.00 s, ×2.00";
        QTest::newRow("no value at an end") << std::optional<Measure>(Measure{20, 100.0})
                                            << ", measured over 80 steps, 2 min 40 s: no value at both ends";
    }
    void isSpoken() {
        QFETCH(std::optional<Measure>, measure);
        QFETCH(QString, expected);
        PlotState state = stateOf({0, 50, 100}, {2, 3, 4});
        state.measure = measure;
        const QString spoken = spokenLane(state.timeline->lanes.front(), state, 1);
        if (expected.isEmpty())
            QVERIFY2(!spoken.contains("measured"), qPrintable(spoken));
        else
            QVERIFY2(spoken.contains(expected), qPrintable(spoken));
    }
};

QTEST_MAIN(TestMeasure)
#include "tst_measure.moc"
