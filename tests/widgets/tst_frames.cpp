#include "models/curve.h"
#include "models/timeline.h"
#include "tests/support/gui.h"
#include "widgets/plot/plotview.h"

#include <QTest>

#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

using namespace tachograph;
using namespace tachograph::models;

namespace {

/// Passes requests on and counts them, and the columns that were asked for.
class CountingCurve : public CurveSource {
  public:
    explicit CountingCurve(CurvePtr curve) : m_curve(std::move(curve)) {}

    Edges columns(double xMin, double xMax, std::size_t count, std::vector<PixelColumn>& out) const override {
        ++requests;
        columnsAsked += count;
        return m_curve->columns(xMin, xMax, count, out);
    }
    [[nodiscard]] std::optional<std::pair<double, double>> nearest(double x) const override {
        ++nearestAsked;
        return m_curve->nearest(x);
    }
    [[nodiscard]] std::optional<std::pair<double, double>> xRange() const override { return m_curve->xRange(); }
    [[nodiscard]] std::optional<std::pair<double, double>> yRange(double xMin, double xMax) const override {
        ++requests;
        return m_curve->yRange(xMin, xMax);
    }
    [[nodiscard]] Beyond beyond(double xMin, double xMax, double low, double high) const override {
        ++requests;
        return m_curve->beyond(xMin, xMax, low, high);
    }
    [[nodiscard]] std::vector<std::pair<double, double>> points(double xMin, double xMax) const override {
        ++requests;
        return m_curve->points(xMin, xMax);
    }
    [[nodiscard]] std::size_t size() const override { return m_curve->size(); }

    mutable std::size_t requests = 0, columnsAsked = 0, nearestAsked = 0;

  private:
    CurvePtr m_curve;
};

std::shared_ptr<const CountingCurve> wave(std::size_t points) {
    std::vector<double> x(points), y(points);
    for (std::size_t i = 0; i < points; ++i) {
        x[i] = static_cast<double>(i);
        y[i] = 5 + std::sin(static_cast<double>(i % 1009));
    }
    return std::make_shared<const CountingCurve>(makeCurve(std::move(x), std::move(y)));
}

TimelinePtr lanesOf(std::shared_ptr<const CountingCurve> curve, int lanes) {
    auto timeline = std::make_shared<Timeline>();
    timeline->runs = {TimelineRun()};
    timeline->xMax = static_cast<double>(curve->size() - 1);
    for (int i = 0; i < lanes; ++i) {
        Lane lane;
        lane.id = QStringLiteral("series/%1").arg(i);
        lane.title = QStringLiteral("Lane %1").arg(i);
        LaneLine line;
        line.curve = curve;
        line.readout = true;
        lane.lines = {line};
        timeline->lanes.push_back(lane);
    }
    return timeline;
}

} // namespace

/// What a frame and a mouse move cost, counted in requests to the curves instead of time.
class TestFrames : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    /// A frame asks for as many columns as there are pixels, whatever the number of points.
    void columnsOfAFrame() {
        constexpr int lanes = 3;
        std::vector<std::size_t> columns, requests;
        for (const std::size_t points : {std::size_t{10'000}, std::size_t{100'000}, std::size_t{1'000'000}}) {
            const auto curve = wave(points);
            widgets::PlotView view;
            view.setTimeline(lanesOf(curve, lanes));
            QVERIFY(tests::showAt(view, QSize(900, 600)));
            const std::size_t columnsBefore = curve->columnsAsked, requestsBefore = curve->requests;
            view.setViewRange(0.1 * static_cast<double>(points), 0.7 * static_cast<double>(points));
            QVERIFY(QMetaObject::invokeMethod(view.focusProxy(), "replot"));
            columns.push_back(curve->columnsAsked - columnsBefore);
            requests.push_back(curve->requests - requestsBefore);
        }
        QCOMPARE(columns[1], columns[0]);
        QCOMPARE(columns[2], columns[0]);
        QCOMPARE(requests[2], requests[0]);
        QVERIFY2(columns[0] > 0 && columns[0] <= (lanes + 1) * 1000, qPrintable(QString::number(columns[0])));
        QVERIFY2(requests[0] <= 10 * (lanes + 1), qPrintable(QString::number(requests[0])));
    }

    /// A mouse move draws the layer of the crosshair and no line anew.
    void layersOfAMouseMove() {
        constexpr int lanes = 3, moves = 10;
        const auto curve = wave(100'000);
        widgets::PlotView view;
        view.setTimeline(lanesOf(curve, lanes));
        QVERIFY(tests::showAt(view, QSize(900, 600)));
        QVERIFY(QMetaObject::invokeMethod(view.focusProxy(), "replot"));
        curve->requests = curve->nearestAsked = 0;
        for (int i = 0; i < moves; ++i)
            view.setCrosshair(10'000.0 + 5'000.0 * i);
        QCOMPARE(curve->requests, std::size_t(0));
        QVERIFY(curve->nearestAsked >= std::size_t(moves * lanes));
        QVERIFY2(curve->nearestAsked <= std::size_t(6 * moves * lanes),
                 qPrintable(QString::number(curve->nearestAsked)));
    }
};

QTEST_MAIN(TestFrames)
#include "tst_frames.moc"
