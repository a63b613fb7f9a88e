#include "models/lanestatistics.h"
#include "tests/support/gui.h"
#include "tests/support/timelines.h"
#include "widgets/panels/statistics/distributionview.h"
#include "widgets/plot/plotview.h"

#include <set>

using namespace tachograph;
using namespace tachograph::widgets;

namespace {

constexpr int rightMargin = 14; // of the lanes

bool differs(QRgb pixel, const QColor& ground) {
    return std::abs(qRed(pixel) - ground.red()) + std::abs(qGreen(pixel) - ground.green()) +
               std::abs(qBlue(pixel) - ground.blue()) >
           90;
}

/// Stretches of rows that hold anything but the ground, between these columns.
int inkedBands(const QImage& picture, int left, int right, const QColor& ground) {
    int bands = 0;
    bool within = false;
    for (int y = 0; y < picture.height(); ++y) {
        bool inked = false;
        for (int x = left; x <= right; ++x)
            inked = inked || differs(picture.pixel(x, y), ground);
        bands += inked && !within ? 1 : 0;
        within = inked;
    }
    return bands;
}

} // namespace

/// Labels where there is little room, looked for in the pixels.
class TestLabelPlaces : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        dressApplication(Theme::light());
    }

    /// Each label of the axis at the left is a band of its own: none lies over another.
    void distributionLabels_data() {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("labels");
        QTest::newRow("as low as three panels leave it") << 62 << 2; // 100 % and 0 %
        QTest::newRow("a little higher") << 76 << 2;
        QTest::newRow("room for three") << 80 << 3;
        QTest::newRow("high") << 200 << 3;
    }
    void distributionLabels() {
        QFETCH(int, height);
        for (const Theme* theme : {&Theme::light(), &Theme::darkTheme(), &Theme::highContrastTheme()}) {
            const models::TimelinePtr timeline = tests::rlTimeline();
            DistributionView view;
            view.setTheme(*theme);
            view.setView(std::make_shared<const models::LaneStatistics>(models::laneStatistics(
                             *timeline, timeline->lanes.front(), timeline->xMin, timeline->xMax)),
                         timeline);
            view.resize(300, height);
            QImage picture(view.size(), QImage::Format_RGB32);
            picture.fill(theme->panel);
            view.render(&picture, {}, {}, QWidget::DrawChildren);
            QTEST(inkedBands(picture, 0, 37, theme->panel), "labels");
        }
    }

    /// The flag of the crosshair and the times below the axis end where the lanes end.
    void nothingBeyondTheLane_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void nothingBeyondTheLane() {
        QFETCH(bool, dark);
        const Theme& theme = dark ? Theme::darkTheme() : Theme::light();
        constexpr QSize size(992, 860);
        const models::TimelinePtr timeline = tests::rlTimeline();
        PlotView view;
        PlotOptions options;
        options.overview = false;
        view.setOptions(options);
        view.setTheme(theme);
        view.setTimeline(timeline);
        const auto beyond = [&](const QImage& picture, const QColor& ground) {
            int count = 0;
            for (int y = size.height() - 18; y < size.height(); ++y) // the row of the times
                for (int x = size.width() - rightMargin + 1; x < size.width(); ++x)
                    count += differs(picture.pixel(x, y), ground) ? 1 : 0;
            return count;
        };
        const QImage without = view.render(size, 1);
        const QColor ground = without.pixelColor(size.width() - 1, size.height() - 1);
        QCOMPARE(beyond(without, ground), 0);
        view.setCrosshair(timeline->xMax);
        const QImage with = view.render(size, 1);
        QCOMPARE(beyond(with, ground), 0);
        const QColor flag = with.pixelColor(size.width() - rightMargin - 2, size.height() - 12);
        QVERIFY2(differs(flag.rgb(), ground), "there is no flag"); // it reaches to the end of the lane
        QVERIFY(tests::savePicture(QPixmap::fromImage(with), dark ? "axis-end-dark" : "axis-end-light"));
    }
};

QTEST_MAIN(TestLabelPlaces)
#include "tst_labelplaces.moc"
