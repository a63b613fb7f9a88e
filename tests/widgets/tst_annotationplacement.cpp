#include "widgets/plot/annotationplacement.h"

#include <QRegularExpression>
#include <QTest>

using namespace tachograph::widgets;

namespace {

/// A lane of 400 x 100 pixels with an anchor in the middle and a plate of 80 x 20.
PlacementRequest emptyLane() {
    return {QRectF(0, 0, 400, 100), QPointF(200, 50), QSizeF(80, 20), {}, {}};
}

QPolygonF level(double y) {
    return QPolygonF({QPointF(-50, y), QPointF(450, y)});
}

} // namespace

class TestAnnotationPlacement : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void rightOfTheAnchorFirst() { QCOMPARE(placeAnnotation(emptyLane()), QRectF(208, 40, 80, 20)); }

    void leftWhenTheRightIsTaken() {
        PlacementRequest request = emptyLane();
        request.taken = {QRectF(201, 0, 199, 100)};
        QCOMPARE(placeAnnotation(request), QRectF(112, 40, 80, 20));
    }

    void aCurveAtTheAnchorsHeightPushesThePlateAside() {
        PlacementRequest request = emptyLane();
        request.curves = {level(50)};
        const auto rect = placeAnnotation(request);
        QVERIFY(rect.has_value());
        QVERIFY(!meetsCurve(*rect, level(50), request.clearance));
        QVERIFY(QRectF(0, request.topReserve, 400, 100 - request.topReserve).contains(*rect));
    }

    void nothingWhenThereIsNoPlace_data() {
        QTest::addColumn<QSizeF>("size");
        QTest::addColumn<QList<QRectF>>("taken");
        QTest::addColumn<QList<double>>("levels");
        QTest::newRow("everything is taken")
            << QSizeF(80, 20) << QList<QRectF>{QRectF(0, 0, 400, 100)} << QList<double>{};
        QTest::newRow("wider than the lane") << QSizeF(500, 20) << QList<QRectF>{} << QList<double>{};
        QTest::newRow("higher than the lane below the arrows") << QSizeF(80, 95) << QList<QRectF>{} << QList<double>{};
        QTest::newRow("curves everywhere") << QSizeF(80, 20) << QList<QRectF>{} << QList<double>{20, 40, 60, 80, 95};
    }
    void nothingWhenThereIsNoPlace() {
        QFETCH(QSizeF, size);
        QFETCH(QList<QRectF>, taken);
        QFETCH(QList<double>, levels);
        PlacementRequest request = emptyLane();
        request.size = size;
        request.taken.assign(taken.begin(), taken.end());
        for (const double y : levels)
            request.curves.push_back(level(y));
        QVERIFY(!placeAnnotation(request));
    }

    void aPlateNeverLeavesTheLane_data() {
        QTest::addColumn<QPointF>("anchor");
        QTest::newRow("left edge") << QPointF(0, 50);
        QTest::newRow("right edge") << QPointF(400, 50);
        QTest::newRow("upper edge") << QPointF(200, 0);
        QTest::newRow("lower edge") << QPointF(200, 100);
        QTest::newRow("outside") << QPointF(380, -20);
    }
    void aPlateNeverLeavesTheLane() {
        QFETCH(QPointF, anchor);
        PlacementRequest request = emptyLane();
        request.anchor = anchor;
        const auto rect = placeAnnotation(request);
        QVERIFY(rect.has_value());
        QVERIFY(request.area.adjusted(0, request.topReserve, 0, 0).contains(*rect));
    }

    void steepCurvesMeetToo() {
        const QRectF rect(100, 40, 20, 20);
        QVERIFY(meetsCurve(rect, QPolygonF({QPointF(90, -100), QPointF(130, 200)}), 0));
        QVERIFY(meetsCurve(rect, QPolygonF({QPointF(110, 0), QPointF(110, 100)}), 0));
        QVERIFY(!meetsCurve(rect, QPolygonF({QPointF(90, 0), QPointF(90, 100)}), 6));
        QVERIFY(!meetsCurve(rect, QPolygonF({QPointF(0, 30), QPointF(400, 30)}), 6));
        QVERIFY(meetsCurve(rect, QPolygonF({QPointF(0, 35), QPointF(400, 35)}), 6));
        QVERIFY(meetsCurve(rect, QPolygonF({QPointF(95, 50)}), 6));
        QVERIFY(!meetsCurve(rect, QPolygonF(), 6));
    }
};

QTEST_GUILESS_MAIN(TestAnnotationPlacement)
#include "tst_annotationplacement.moc"
