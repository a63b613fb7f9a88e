#include "tests/support/gui.h"
#include "widgets/report/svgdevice.h"
#include "widgets/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QTest>

#include <cmath>
#include <functional>
#include <limits>

using namespace tachograph;
using widgets::SvgDevice;

using Draw = std::function<void(QPainter&)>;
Q_DECLARE_METATYPE(Draw)

/// What a painter draws, as elements of SVG.
class TestSvgDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        widgets::Theme::loadFaces();
    }

    void elements_data();
    void elements();
    void xml_data();
    void xml();
    void numbersStayFinite();
};

void TestSvgDevice::elements_data() {
    QTest::addColumn<Draw>("draw");
    QTest::addColumn<QString>("expected"); // somewhere in the file; empty = nothing is drawn
    const QColor blue(0, 0, 255), pale(0, 0, 255, 51);
    QTest::newRow("filled rectangle") << Draw([=](QPainter& p) { p.fillRect(QRectF(1, 2, 3, 4), blue); })
                                      << R"(<path d="M1 2H4V6H1Z" fill="#0000ff")";
    QTest::newRow("opacity") << Draw([=](QPainter& p) { p.fillRect(QRectF(1, 2, 3, 4), pale); })
                             << R"(fill="#0000ff" fill-opacity="0.2")";
    QTest::newRow("line with a width, moved and scaled") << Draw([=](QPainter& p) {
        p.translate(10, 0);
        p.scale(2, 2);
        p.setPen(QPen(blue, 1.5));
        p.drawLine(QPointF(1, 1), QPointF(3, 2));
    }) << R"(<path d="M12 2L16 4" fill="none" stroke="#0000ff" stroke-width="3")";
    QTest::newRow("dashes in pixels") << Draw([=](QPainter& p) {
        QPen pen(blue, 2);
        pen.setDashPattern({3, 1.5});
        p.setPen(pen);
        p.drawLine(QPointF(1, 1), QPointF(30, 2));
    }) << R"(stroke-dasharray="6 3")";
    QTest::newRow("two decimals") << Draw([=](QPainter& p) {
        p.setPen(blue);
        p.drawLine(QPointF(1.0 / 3, 0.004), QPointF(20.005, 10.999));
    }) << R"(d="M0.33 0L20.01 11")";
    QTest::newRow("inside the clip: not clipped") << Draw([=](QPainter& p) {
        p.setClipRect(QRectF(0, 0, 50, 50));
        p.fillRect(QRectF(10, 10, 5, 5), blue);
    }) << R"(fill-rule="evenodd"/>)";
    QTest::newRow("across the edge of the clip") << Draw([=](QPainter& p) {
        p.translate(5, 0);
        p.setClipRect(QRectF(0, 0, 50, 50));
        p.fillRect(QRectF(40, 10, 30, 5), blue);
    }) << R"(<clipPath id="c0"><rect x="5" y="0" width="50" height="50"/></clipPath>)";
    QTest::newRow("outside the clip") << Draw([=](QPainter& p) {
        p.setClipRect(QRectF(0, 0, 50, 50));
        p.fillRect(QRectF(60, 60, 5, 5), blue);
    }) << "";
    QTest::newRow("outside the picture") << Draw([=](QPainter& p) { p.fillRect(QRectF(400, 0, 5, 5), blue); }) << "";
    QTest::newRow("no pen, no brush") << Draw([=](QPainter& p) {
        p.setPen(Qt::NoPen);
        p.drawRect(QRectF(1, 1, 5, 5));
    }) << "";
    QTest::newRow("text is text, escaped") << Draw([=](QPainter& p) {
        p.setFont(widgets::Theme::font(15, true));
        p.setPen(blue);
        p.drawText(QPointF(4, 20), QStringLiteral("<b>&\"a\""));
    }) << R"(font-family="Lato, Arial, sans-serif" font-size="15" font-weight="600")";
    QTest::newRow("markup of a text") << Draw([=](QPainter& p) {
        p.drawText(QPointF(4, 20), QStringLiteral("<b>&\"a\""));
    }) << ">&lt;b&gt;&amp;&quot;a&quot;</text>";
    QTest::newRow("blank text") << Draw([=](QPainter& p) { p.drawText(QPointF(4, 20), QStringLiteral("  ")); }) << "";
    QTest::newRow("a circle has curves") << Draw([=](QPainter& p) {
        p.setBrush(blue);
        p.setPen(Qt::NoPen);
        p.drawEllipse(QPointF(20, 20), 5, 5);
    }) << R"(<path d="M25 20C)";
}
void TestSvgDevice::elements() {
    QFETCH(Draw, draw);
    QFETCH(QString, expected);
    SvgDevice device(QSize(100, 100));
    {
        QPainter painter(&device);
        painter.setRenderHint(QPainter::Antialiasing);
        draw(painter);
    }
    const QString svg = QString::fromUtf8(device.bytes(QString(), QString()));
    if (expected.isEmpty())
        QVERIFY2(!svg.contains(QLatin1String("<path")) && !svg.contains(QLatin1String("<text")), qPrintable(svg));
    else
        QVERIFY2(svg.contains(expected), qPrintable(svg));
}

/// Names are hostile: what XML cannot hold is left out, the rest is escaped.
void TestSvgDevice::xml_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("plain") << "a b" << QByteArray("a b");
    QTest::newRow("markup") << "</title><x y='&'>" << QByteArray("&lt;/title&gt;&lt;x y='&amp;'&gt;");
    QTest::newRow("control characters") << QString(QLatin1String("a\x01\x1b\x7f"
                                                                 "b",
                                                                 5))
                                        << QByteArray("a\x7f"
                                                      "b");
    QTest::newRow("zero") << QString(QLatin1String("a\0b", 3)) << QByteArray("ab");
    QTest::newRow("half a surrogate pair") << (QLatin1Char('a') + QString(QChar(0xD800)) + QLatin1Char('b'))
                                           << QByteArray("a\xef\xbf\xbd"
                                                         "b");
    QTest::newRow("no character") << (QLatin1Char('a') + QString(QChar(0xFFFE)) + QString(QChar(0xFFFF)))
                                  << QByteArray("a");
    QTest::newRow("beyond 16 bits") << QString::fromUtf8("\xf0\x9f\x9a\x82") << QByteArray("\xf0\x9f\x9a\x82");
}
void TestSvgDevice::xml() {
    QFETCH(QString, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(widgets::xmlText(text), expected);
}

void TestSvgDevice::numbersStayFinite() {
    SvgDevice device(QSize(100, 100));
    {
        QPainter painter(&device);
        QPainterPath path(QPointF(0, 0));
        path.lineTo(50, 50);
        path.lineTo(1e8, 60);
        path.lineTo(-1e8, 1e12);
        painter.drawPath(path);
    }
    const QByteArray svg = device.bytes(QString(), QString());
    QVERIFY2(svg.contains("L10000000 60"), svg.constData());
    QVERIFY(!svg.contains("e+"));
}

QTEST_MAIN(TestSvgDevice)
#include "tst_svgdevice.moc"
