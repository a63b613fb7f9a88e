#include "tests/support/gui.h"
#include "widgets/plot/drawingrecord.h"
#include "widgets/theme.h"

#include <QImage>
#include <QPainter>
#include <QPixmap>
#include <QTest>

#include <functional>
#include <thread>

using namespace tachograph;
using widgets::DrawingRecord;
using widgets::RecordingDevice;

using Draw = std::function<void(QPainter&)>;
Q_DECLARE_METATYPE(Draw)

namespace {

constexpr QSize page(120, 80);
constexpr auto hints = QPainter::Antialiasing | QPainter::TextAntialiasing;

QImage blank() {
    QImage image(page, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    return image;
}

QImage painted(const Draw& draw) {
    QImage image = blank();
    QPainter painter(&image);
    painter.setRenderHints(hints);
    draw(painter);
    painter.end();
    return image;
}

DrawingRecord recorded(const Draw& draw) {
    RecordingDevice device(page);
    QPainter painter(&device);
    painter.setRenderHints(hints);
    draw(painter);
    painter.end();
    return device.take();
}

} // namespace

/// What was recorded looks as if it had been drawn at once.
class TestDrawingRecord : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        widgets::Theme::loadFaces();
    }

    void looksTheSame_data() {
        QTest::addColumn<Draw>("draw");
        const QColor blue(0, 0, 255), pale(200, 0, 0, 90);
        QTest::newRow("rectangle") << Draw([=](QPainter& p) { p.fillRect(QRectF(3, 4, 50, 20), blue); });
        QTest::newRow("polyline, dashed") << Draw([=](QPainter& p) {
            p.setPen(QPen(blue, 2, Qt::DashLine));
            p.drawPolyline(QPolygonF({{2, 70}, {40, 3}, {60.5, 50.25}, {110, 10}}));
        });
        QTest::newRow("filled polygon, then one by winding") << Draw([=](QPainter& p) {
            const QPolygonF star({{10, 10}, {60, 60}, {10, 60}, {60, 10}, {30, 75}});
            p.setBrush(pale);
            p.drawPolygon(star);
            p.translate(40, 0);
            p.drawPolygon(star, Qt::WindingFill);
        });
        QTest::newRow("ellipse without a pen, half seen through") << Draw([=](QPainter& p) {
            p.setPen(Qt::NoPen);
            p.setBrush(blue);
            p.setOpacity(0.5);
            p.drawEllipse(QPointF(50, 40), 30, 20);
        });
        QTest::newRow("not smooth, then smooth") << Draw([=](QPainter& p) {
            p.setPen(blue);
            p.setRenderHint(QPainter::Antialiasing, false);
            p.drawLine(QPointF(1, 1), QPointF(90, 30));
            p.setRenderHint(QPainter::Antialiasing);
            p.drawLine(QPointF(1, 20), QPointF(90, 50));
        });
        QTest::newRow("clipped, narrower, and no more") << Draw([=](QPainter& p) {
            p.setClipRect(QRectF(20, 20, 60, 40));
            p.fillRect(QRectF(0, 0, 120, 80), pale);
            p.save();
            p.setClipRect(QRectF(40, 0, 20, 80), Qt::IntersectClip);
            p.fillRect(QRectF(0, 0, 120, 80), blue);
            p.restore();
            p.fillRect(QRectF(0, 30, 120, 4), blue);
            p.setClipping(false);
            p.fillRect(QRectF(0, 70, 120, 4), blue);
        });
        QTest::newRow("clipped where it was scaled") << Draw([=](QPainter& p) {
            p.scale(2, 2);
            p.setClipRect(QRectF(10, 10, 20, 20));
            p.translate(5, 5);
            p.fillRect(QRectF(0, 0, 60, 40), blue);
        });
        QTest::newRow("letters") << Draw([=](QPainter& p) {
            p.setPen(blue);
            p.setFont(widgets::Theme::font(14, true));
            p.drawText(QPointF(5.25, 30.5), QStringLiteral("step 1,200 · ×2.3"));
            p.setFont(widgets::Theme::mono(12));
            p.drawText(QRectF(0, 40, 110, 20), Qt::AlignRight, QStringLiteral("a --b  c"));
        });
        QTest::newRow("letters upwards") << Draw([=](QPainter& p) {
            p.setFont(widgets::Theme::font(13, false));
            p.translate(30, 70);
            p.rotate(-90);
            p.drawText(QPointF(0, 0), QStringLiteral("Ktok/s"));
        });
        QTest::newRow("image and pixmap") << Draw([=](QPainter& p) {
            QImage image(8, 8, QImage::Format_RGB32);
            image.fill(blue);
            image.setPixelColor(3, 3, Qt::red);
            p.drawImage(QRectF(10, 10, 40, 40), image, QRectF(2, 2, 6, 6));
            p.drawPixmap(QPointF(70, 20), QPixmap::fromImage(image));
        });
    }
    void looksTheSame() {
        QFETCH(Draw, draw);
        const DrawingRecord record = recorded(draw);
        QVERIFY(!record.empty());
        const QImage expected = painted(draw);
        QVERIFY(expected != blank()); // else nothing is shown by it
        QCOMPARE(painted([&](QPainter& p) { record.replay(p, {}); }), expected);
        // As often as wanted, in any thread, anywhere.
        QImage elsewhere;
        std::thread([&] { elsewhere = painted([&](QPainter& p) { record.replay(p, {}); }); }).join();
        QCOMPARE(elsewhere, expected);
        const QImage moved = painted([&](QPainter& p) { record.replay(p, QPointF(7, 5)); });
        QCOMPARE(moved.copy(7, 5, 113, 75), expected.copy(0, 0, 113, 75));
    }

    void leavesThePainterAsItWas() {
        const DrawingRecord record = recorded([](QPainter& p) {
            p.setClipRect(QRectF(0, 0, 5, 5));
            p.setOpacity(0.1);
            p.translate(50, 50);
            p.fillRect(QRectF(-50, -50, 3, 3), Qt::red);
        });
        const auto after = [](QPainter& p) {
            p.fillRect(QRectF(30, 30, 20, 20), Qt::green);
        };
        const QImage both = painted([&](QPainter& p) {
            record.replay(p, {});
            after(p);
        });
        QCOMPARE(both.copy(10, 10, 100, 60), painted(after).copy(10, 10, 100, 60));
    }

    void nothingIsDrawnOfNothing() {
        const DrawingRecord nothing = recorded([](QPainter& p) { p.setPen(Qt::red); });
        QVERIFY(nothing.empty());
        QCOMPARE(painted([&](QPainter& p) { nothing.replay(p, {}); }), blank());
        RecordingDevice device(page);
        QVERIFY(device.take().empty());
    }

    /// The pixels of an image may belong to somebody who changes them.
    void imagesAreKept() {
        std::vector<uchar> pixels(16 * 16 * 4, 0xff);
        const auto draw = [&](QPainter& p) {
            p.drawImage(QPointF(0, 0), QImage(pixels.data(), 16, 16, 64, QImage::Format_RGB32));
        };
        const DrawingRecord record = recorded(draw);
        const QImage expected = painted(draw);
        std::ranges::fill(pixels, uchar(0));
        QCOMPARE(painted([&](QPainter& p) { record.replay(p, {}); }), expected);
        QVERIFY(painted(draw) != expected);
    }

    /// Inches do not depend on the screen: letters are laid out the same everywhere.
    void hasTheSameDotsEverywhere() {
        const RecordingDevice device(page);
        QCOMPARE(device.logicalDpiX(), 96);
        QCOMPARE(device.logicalDpiY(), 96);
        QCOMPARE(device.devicePixelRatio(), 1);
        QCOMPARE(QSize(device.width(), device.height()), page);
    }
};

QTEST_MAIN(TestDrawingRecord)
#include "tst_drawingrecord.moc"
