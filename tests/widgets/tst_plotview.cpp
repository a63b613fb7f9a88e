#include "tests/support/timelines.h"
#include "widgets/plot/plotview.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace tachograph;
using namespace tachograph::widgets;

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();
constexpr QSize windowSize(992, 860);
constexpr int leftMargin = 80, rightMargin = 14;

/// Whether two colours look the same up to smooth edges.
bool alike(QRgb a, const QColor& b, int tolerance = 12) {
    return std::abs(qRed(a) - b.red()) <= tolerance && std::abs(qGreen(a) - b.green()) <= tolerance &&
           std::abs(qBlue(a) - b.blue()) <= tolerance;
}

int countAlike(const QImage& image, const QRect& area, const QColor& color, int tolerance = 12) {
    int count = 0;
    const QRect inside = area.intersected(image.rect());
    for (int y = inside.top(); y <= inside.bottom(); ++y)
        for (int x = inside.left(); x <= inside.right(); ++x)
            count += alike(image.pixel(x, y), color, tolerance) ? 1 : 0;
    return count;
}

/// A view with one lane and nothing else, so that pixels can be reckoned: strip 28, header 22, so the plot starts at y
/// = 50.
QImage pictureOf(models::TimelinePtr timeline, const PlotOptions& options = {}, QSize size = {600, 300}) {
    PlotView view;
    PlotOptions plain = options;
    plain.overview = false;
    view.setOptions(plain);
    view.setTimeline(std::move(timeline));
    return view.render(size, 1);
}

std::vector<double> range(int count) {
    std::vector<double> x;
    for (int i = 0; i < count; ++i)
        x.push_back(i);
    return x;
}

/// Pixel of x on a picture 600 wide over [0, last].
int pixelOf(double x, double last) {
    return static_cast<int>(leftMargin + x / last * (600 - leftMargin - rightMargin));
}

} // namespace

class TestPlotView : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        Theme::loadFaces();
    }

    void picturesAreTheSameToTheByte() {
        PlotView view;
        view.setTimeline(tests::rlTimeline());
        view.setCrosshair(768);
        view.setSelectedFinding(2);
        const QImage first = view.render(windowSize, 1);
        QCOMPARE(first.size(), windowSize);
        view.resize(500, 400);
        QVERIFY(view.render(windowSize, 1) == first);
        PlotView other;
        other.resize(1200, 900);
        other.setTimeline(tests::rlTimeline());
        other.setCrosshair(768);
        other.setSelectedFinding(2);
        QVERIFY(other.render(windowSize, 1) == first);
        QCOMPARE(view.render(windowSize, 2).size(), windowSize * 2);
    }

    void themesChangeGroundAndLines() {
        PlotView view;
        view.setTimeline(tests::rlTimeline());
        for (const Theme* theme : {&Theme::light(), &Theme::darkTheme(), &Theme::highContrastTheme()}) {
            view.setTheme(*theme);
            const QImage image = view.render(windowSize, 1);
            QVERIFY(countAlike(image, image.rect(), theme->plot, 0) > 200000);
            QVERIFY(countAlike(image, image.rect(), theme->run(0)) > 500);
            // The text of high contrast is as white as the light ground.
            const Theme& other = theme == &Theme::darkTheme() ? Theme::light() : Theme::darkTheme();
            QCOMPARE(countAlike(image, image.rect(), other.plot, 0), 0);
        }
    }

    void aGapIsNotBridged() {
        std::vector<double> y(101, 5.0);
        for (int i = 40; i <= 60; ++i)
            y[static_cast<std::size_t>(i)] = noValue;
        const QImage image = pictureOf(tests::oneLaneTimeline(range(101), y));
        const QColor line = Theme::light().run(0);
        const auto between = [&](double a, double b) {
            return QRect(QPoint(pixelOf(a, 100) + 2, 40), QPoint(pixelOf(b, 100) - 2, 270));
        };
        QVERIFY(countAlike(image, between(10, 39), line, 60) > 50);
        QCOMPARE(countAlike(image, between(39, 61), line, 60), 0);
        QVERIFY(countAlike(image, between(61, 90), line, 60) > 50);
    }

    void aPointAloneIsADot() {
        std::vector<double> y(101, noValue);
        y[50] = 5;
        y[20] = y[21] = 4;
        const QImage image = pictureOf(tests::oneLaneTimeline(range(101), y));
        const int x = pixelOf(50, 100);
        QVERIFY(countAlike(image, QRect(x - 4, 40, 9, 230), Theme::light().run(0), 40) >= 5);
    }

    void extremesSurviveDecimation() {
        constexpr int points = 200000;
        std::vector<double> y(points, 1.0);
        y[77777] = 9;
        const QImage image = pictureOf(tests::oneLaneTimeline(range(points), y), {.robustY = false});
        const int x = pixelOf(77777, points - 1);
        const auto spike = [&](int from) {
            return countAlike(image, QRect(from, 60, 3, 100), Theme::light().run(0), 90);
        };
        QVERIFY2(spike(x - 1) > 60, "the spike is one line of many pixels");
        QCOMPARE(spike(x + 20), 0);
    }

    void valuesBeyondTheRangeAreArrowsAndCounted() {
        std::vector<double> y(400, 2.0);
        for (const std::size_t i : {50U, 150U, 250U, 350U})
            y[i] = 40;
        auto timeline = std::make_shared<models::Timeline>(*tests::oneLaneTimeline(range(400), y));
        timeline->lanes.front().robustValues = {2.0, 2.0};
        const QImage robust = pictureOf(timeline);
        const QImage all = pictureOf(timeline, {.robustY = false});
        const QColor color = Theme::light().run(0);
        for (const double at : {50.0, 150.0, 250.0, 350.0}) {
            // An arrow is wider than the line that leads to it.
            const QRect top(pixelOf(at, 399) - 4, 50, 9, 12);
            QVERIFY2(countAlike(robust, top, color, 40) > 15, qPrintable(QString::number(at)));
            QVERIFY(countAlike(all, top, color, 40) <= 15);
        }
        QCOMPARE(countAlike(robust, QRect(pixelOf(100, 399) - 4, 50, 9, 12), color, 40), 0);
    }

    void missingValuesAreCrossesAtTheLowerEdge() {
        auto timeline =
            std::make_shared<models::Timeline>(*tests::oneLaneTimeline(range(101), std::vector<double>(101, 5.0)));
        timeline->lanes.front().missing = {30, 70};
        const QImage image = pictureOf(timeline);
        const QColor color = Theme::light().warning.line;
        for (const double x : {30.0, 70.0})
            QVERIFY(countAlike(image, QRect(pixelOf(x, 100) - 4, 200, 9, 90), color, 60) >= 4);
        QCOMPARE(countAlike(image, QRect(pixelOf(50, 100) - 8, 200, 16, 90), color, 60), 0);
    }

    void nothingFiniteIsSaid() {
        auto timeline =
            std::make_shared<models::Timeline>(*tests::oneLaneTimeline(range(20), std::vector<double>(20, noValue)));
        timeline->lanes.front().state = "20 values, none of them finite";
        for (int i = 0; i < 20; ++i)
            timeline->lanes.front().missing.push_back(i);
        const QImage image = pictureOf(timeline);
        QVERIFY(countAlike(image, QRect(leftMargin, 200, 500, 90), Theme::light().warning.line, 60) > 60);
        QVERIFY(countAlike(image, QRect(leftMargin + 100, 60, 300, 160), Theme::light().text2, 40) > 60);
    }

    void allLanesHaveOneLeftEdge() {
        PlotView view;
        view.setTimeline(tests::rlTimeline());
        const QImage image = view.render(windowSize, 1);
        // The edge of a lane is a vertical line just left of its plot: five lanes, all at the same x.
        int edges = 0;
        for (int y = 120; y < windowSize.height() - 110; ++y)
            edges += alike(image.pixel(leftMargin - 1, y), Theme::light().edge, 2) ? 1 : 0;
        QVERIFY2(edges > 5 * 56, qPrintable(QString::number(edges)));
        for (const int x : {leftMargin - 3, leftMargin + 1}) {
            int others = 0;
            for (int y = 120; y < windowSize.height() - 110; ++y)
                others += alike(image.pixel(x, y), Theme::light().edge, 2) ? 1 : 0;
            QVERIFY(others < 40);
        }
    }

    void nothingIsCutAtTheEdges_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("large") << QSize(1600, 1000);
        QTest::newRow("window") << windowSize;
        QTest::newRow("small") << QSize(560, 500);
    }
    void nothingIsCutAtTheEdges() {
        QFETCH(QSize, size);
        PlotView view;
        view.setTimeline(tests::rlTimeline());
        view.setCrosshair(1239);
        const QImage image = view.render(size, 1);
        // No text or glyph touches the left, right or lower border of the picture.
        const Theme& theme = Theme::light();
        for (const QColor& ink : {theme.text, theme.text2, theme.muted, theme.crosshair}) {
            QCOMPARE(countAlike(image, QRect(0, 0, 2, size.height()), ink, 30), 0);
            QCOMPARE(countAlike(image, QRect(size.width() - 2, 0, 2, size.height()), ink, 30), 0);
            QCOMPARE(countAlike(image, QRect(0, size.height() - 2, size.width(), 2), ink, 30), 0);
        }
    }

    void runsHaveTheirColours() {
        PlotView view;
        view.setTimeline(tests::twoRunTimeline());
        const QImage image = view.render(QSize(600, 300), 1);
        QVERIFY(countAlike(image, image.rect(), Theme::light().run(0)) > 200);
        QVERIFY(countAlike(image, image.rect(), Theme::light().run(1)) > 100);
    }

    void theViewStaysInsideTheRun_data() {
        QTest::addColumn<double>("min");
        QTest::addColumn<double>("max");
        QTest::addColumn<double>("expectedMin");
        QTest::addColumn<double>("expectedMax");
        QTest::newRow("inside") << 100.0 << 200.0 << 100.0 << 200.0;
        QTest::newRow("beyond the end") << 1200.0 << 1300.0 << 1139.0 << 1239.0;
        QTest::newRow("before the start") << -500.0 << -400.0 << 0.0 << 100.0;
        QTest::newRow("wider than the run") << -500.0 << 5000.0 << 0.0 << 1239.0;
        QTest::newRow("narrower than a few steps") << 100.0 << 100.5 << 98.25 << 102.25;
        QTest::newRow("not a number") << noValue << 200.0 << 0.0 << 1239.0;
    }
    void theViewStaysInsideTheRun() {
        QFETCH(double, min);
        QFETCH(double, max);
        QFETCH(double, expectedMin);
        QFETCH(double, expectedMax);
        PlotView view;
        view.setTimeline(tests::rlTimeline());
        view.setViewRange(min, max);
        QCOMPARE(view.viewRange().first, expectedMin);
        QCOMPARE(view.viewRange().second, expectedMax);
    }

    void keysDoWhatTheMouseDoes() {
        PlotView view;
        view.resize(windowSize);
        view.setTimeline(tests::rlTimeline());
        QWidget* canvas = view.focusProxy();
        QVERIFY(canvas);
        view.setCrosshair(768);
        QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(view.crosshair(), 769.0);
        QTest::keyClick(canvas, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(view.crosshair(), 759.0);
        QTest::keyClick(canvas, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(view.crosshair(), 800.0);
        QTest::keyClick(canvas, Qt::Key_Plus);
        QVERIFY(view.viewRange().second - view.viewRange().first < 620);
        QTest::keyClick(canvas, Qt::Key_0);
        QCOMPARE(view.viewRange().second, 1239.0);
        QTest::keyClick(canvas, Qt::Key_Escape);
        QVERIFY(!view.crosshair());
        QSignalSpy robust(&view, &PlotView::robustYChanged);
        QTest::keyClick(canvas, Qt::Key_Y);
        QCOMPARE(robust.size(), 1);
        QCOMPARE(view.options().robustY, false);
    }

    void keysOnNothingAreHarmless() {
        PlotView view;
        view.resize(windowSize);
        for (const models::TimelinePtr& timeline : {models::TimelinePtr(), tests::oneLaneTimeline({}, {})}) {
            view.setTimeline(timeline);
            for (const int key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, Qt::Key_Plus, Qt::Key_Minus,
                                  Qt::Key_0, Qt::Key_Return, Qt::Key_F, Qt::Key_Escape})
                QTest::keyClick(view.focusProxy(), static_cast<Qt::Key>(key));
            QVERIFY(!view.render(QSize(400, 300), 1).isNull());
        }
    }

    void draggingZoomsAndDoubleClickShowsAll() {
        PlotView view;
        view.resize(windowSize);
        view.setTimeline(tests::rlTimeline());
        QWidget* canvas = view.focusProxy();
        canvas->resize(windowSize);
        (void)view.grab();
        QTest::mousePress(canvas, Qt::LeftButton, {}, QPoint(300, 250));
        QTest::mouseMove(canvas, QPoint(400, 255));
        QTest::mouseMove(canvas, QPoint(500, 255));
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, QPoint(500, 255));
        const double perPixel = 1239.0 / (canvas->width() - leftMargin - rightMargin);
        QVERIFY(std::abs(view.viewRange().first - (300 - leftMargin) * perPixel) < 3);
        QVERIFY(std::abs(view.viewRange().second - (500 - leftMargin) * perPixel) < 3);
        QTest::mouseDClick(canvas, Qt::LeftButton, {}, QPoint(400, 250));
        QCOMPARE(view.viewRange().first, 0.0);
        QCOMPARE(view.viewRange().second, 1239.0);
    }

    void selectingANonexistentFindingSelectsNone() {
        PlotView view;
        view.setTimeline(tests::rlTimeline());
        view.setSelectedFinding(99);
        QVERIFY(!view.render(QSize(500, 400), 1).isNull());
        view.setSelectedFinding(-1);
        const QImage none = view.render(QSize(500, 400), 1);
        view.setSelectedFinding(99);
        QVERIFY(view.render(QSize(500, 400), 1) == none);
    }

    void aMillionPointsAreDrawnInTime() {
        PlotView view;
        view.setTimeline(tests::noiseTimeline(5, 1'000'000));
        QBENCHMARK_ONCE {
            QVERIFY(!view.render(QSize(1600, 1000), 1).isNull());
        }
    }
};

QTEST_MAIN(TestPlotView)
#include "tst_plotview.moc"
