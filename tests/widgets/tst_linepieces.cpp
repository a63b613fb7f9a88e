#include "tests/support/gui.h"
#include "widgets/plot/curveplottable.h"
#include "widgets/plot/linepieces.h"

#include <QPainter>
#include <QTest>

#include <random>
#include <set>

using namespace tachograph;

namespace {

constexpr int side = 400;

QImage drawn(const QPen& pen, const QPolygonF& line, bool inPieces, double scale = 1) {
    QImage picture(side, side, QImage::Format_RGB32);
    picture.fill(Qt::white);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    painter.setPen(pen);
    if (inPieces)
        widgets::drawInPieces(painter, pen, line);
    else
        painter.drawPolyline(line);
    return picture;
}

/// How dark a pixel is, 0 to 1.
double darkness(const QImage& picture, int x, int y) {
    return 1 - qGray(picture.pixel(x, y)) / 255.0;
}

/// Corners every `distance` pixels, up and down by `height` at random.
QPolygonF zigzag(int corners, double distance, double height) {
    std::mt19937_64 random(3);
    QPolygonF line;
    for (int i = 0; i < corners; ++i)
        line << QPointF(2.5 + distance * i, side / 2.0 + height * (static_cast<double>(random() % 1000) / 500 - 1));
    return line;
}

} // namespace

/// Lines and bands that are filled piece by piece look as if they were not.
class TestLinePieces : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void looksLikeOne_data() {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("distance");
        QTest::addColumn<double>("height");
        QTest::addColumn<QList<qreal>>("dash");
        const QList<qreal> none, dashes{5, 3};
        QTest::newRow("level") << 1.0 << 2.0 << 0.0 << none;
        QTest::newRow("level and thick") << 2.0 << 3.0 << 0.0 << none;
        QTest::newRow("low") << 1.5 << 2.0 << 8.0 << none;
        QTest::newRow("steep") << 1.5 << 2.0 << 150.0 << none;
        QTest::newRow("far apart") << 1.0 << 20.0 << 150.0 << none;
        QTest::newRow("dashes") << 1.5 << 2.0 << 8.0 << dashes;
        QTest::newRow("dashes, steep") << 1.5 << 8.0 << 150.0 << dashes;
    }
    void looksLikeOne() {
        QFETCH(double, width);
        QFETCH(double, distance);
        QFETCH(double, height);
        QFETCH(QList<qreal>, dash);
        QPen pen(Qt::black, width);
        pen.setCapStyle(Qt::FlatCap);
        pen.setJoinStyle(Qt::BevelJoin);
        if (!dash.isEmpty())
            pen.setDashPattern(dash);
        const QPolygonF line = zigzag(static_cast<int>(side / distance) - 2, distance, height);
        QVERIFY(line.size() > widgets::cornersInPiece);
        const QImage whole = drawn(pen, line, false), pieces = drawn(pen, line, true);
        double ink = 0, difference = 0, worst = 0;
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                const double apart = std::abs(darkness(whole, x, y) - darkness(pieces, x, y));
                ink += darkness(whole, x, y);
                difference += apart;
                worst = std::max(worst, apart);
            }
        QVERIFY(ink > side / 2.0);
        QVERIFY2(difference < 0.03 * ink, qPrintable(QString::number(difference / ink)));
        QVERIFY2(worst < (dash.isEmpty() ? 0.02 : 0.2), qPrintable(QString::number(worst)));
    }

    /// Up to four corners of each of many columns, in part of the width, also where a pixel is two of the screen's.
    void columnsOfSeveralCorners_data() {
        QTest::addColumn<double>("scale");
        QTest::addColumn<int>("corners");
        for (const double scale : {1.0, 2.0})
            for (const int corners : {2, 3, 4, 13, 40})
                QTest::addRow("%d in a column, %g", corners, scale) << scale << corners;
    }
    void columnsOfSeveralCorners() {
        QFETCH(double, scale);
        QFETCH(int, corners);
        QPen pen(Qt::black, 1.25, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin);
        std::mt19937_64 random(11);
        QPolygonF line;
        for (int column = 0; column < 120; ++column)
            for (int i = 0; i < corners; ++i)
                line << QPointF(5 + (column + 0.5) / scale, 20 + static_cast<double>(random() % 1000) / 7 / scale);
        const QImage whole = drawn(pen, line, false, scale), pieces = drawn(pen, line, true, scale);
        double worst = 0;
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x)
                worst = std::max(worst, std::abs(darkness(whole, x, y) - darkness(pieces, x, y)));
        QVERIFY2(worst < 0.02, qPrintable(QString::number(worst)));
    }

    void oddLines_data() {
        QTest::addColumn<int>("corners");
        QTest::newRow("none") << 0;
        QTest::newRow("one") << 1;
        QTest::newRow("two") << 2;
        QTest::newRow("a whole piece") << static_cast<int>(widgets::cornersInPiece) + 1;
        QTest::newRow("one more") << static_cast<int>(widgets::cornersInPiece) + 2;
        QTest::newRow("two pieces") << 2 * static_cast<int>(widgets::cornersInPiece) + 1;
    }
    void oddLines() {
        QFETCH(int, corners);
        const QPen pen(Qt::black, 1, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin);
        const QPolygonF line = zigzag(corners, 4, 0);
        const QImage picture = drawn(pen, line, true);
        int dark = 0;
        for (int x = 0; x < side; ++x)
            dark += darkness(picture, x, side / 2) + darkness(picture, x, side / 2 - 1) > 0.7;
        QVERIFY2(std::abs(dark - 4 * std::max(0, corners - 1)) <= 1, qPrintable(QString::number(dark)));
    }

    /// No seam shows between the pieces of a translucent band.
    void bandsHaveNoSeams() {
        QCustomPlot plot;
        plot.setBackground(Qt::white);
        std::vector<double> x, high, low;
        for (int i = 0; i < 200; ++i) {
            x.push_back(i);
            high.push_back(3 + 0.001 * (i % 2)); // corners, but level
            low.push_back(1);
        }
        models::LaneLine line;
        line.kind = models::LineKind::stack;
        line.curve = models::makeCurve(x, high);
        line.low = models::makeCurve(x, low);
        widgets::LineLook look;
        look.fill = QColor(0, 0, 255, 90);
        look.pen = Qt::NoPen;
        look.layer = QStringLiteral("main");
        new widgets::CurvePlottable(plot.xAxis, plot.yAxis, line, look); // the plot owns it
        plot.xAxis->setRange(0, 199);
        plot.yAxis->setRange(0, 4);
        plot.xAxis->grid()->setVisible(false);
        plot.yAxis->grid()->setVisible(false);
        const QImage picture = plot.toPixmap(1000, 300).toImage();
        const QRect area = plot.axisRect()->rect();
        QVERIFY(area.width() > 800);
        const int row = qRound(plot.yAxis->coordToPixel(2));
        std::set<QRgb> colors;
        for (int column = area.left() + 10; column < area.right() - 10; // beside the ticks
             ++column)
            colors.insert(picture.pixel(column, row));
        QCOMPARE(colors.size(), std::size_t(1));
        QVERIFY(*colors.begin() != qRgb(255, 255, 255));
    }
};

QTEST_MAIN(TestLinePieces)
#include "tst_linepieces.moc"
