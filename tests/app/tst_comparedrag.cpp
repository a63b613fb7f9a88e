#include "tests/app/comparewindow.h"

#include <QAccessible>
#include <QDoubleSpinBox>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace tachograph;

namespace {

/// `steps` steps with a checkpoint logged after `checkpoint`.
QByteArray withCheckpoint(int steps, double stepTime, int checkpoint) {
    const QByteArray rows = tests::stepRows(steps, stepTime);
    const QByteArray event = QStringLiteral("{\"step\": %1, \"event\": \"checkpoint\"}\n").arg(checkpoint).toLatin1();
    qsizetype at = 0;
    for (int i = 0; i < checkpoint; ++i)
        at = rows.indexOf('\n', at) + 1;
    return rows.left(at) + event + rows.mid(at);
}

/// Where B's first line of the first lane begins.
double beginOfB(widgets::PlotView& plot) {
    for (const models::LaneLine& line : plot.timeline()->lanes.front().lines)
        if (line.run == 1 && line.curve && line.curve->xRange())
            return line.curve->xRange()->first;
    return std::nan("");
}

/// The mouse on the canvas of a plot, in steps of the axis from where it went down.
struct Mouse {
    explicit Mouse(widgets::PlotView& view) : plot(view), canvas(view.focusProxy()) {}

    [[nodiscard]] QPoint placeOf(double steps) const {
        return start + QPoint(static_cast<int>(std::lround(steps / perPixel)), 0);
    }
    void press(Qt::KeyboardModifiers keys = Qt::ShiftModifier) {
        QTest::mousePress(canvas, Qt::LeftButton, keys, start);
    }
    void moveTo(double steps, Qt::KeyboardModifiers keys = Qt::ShiftModifier) {
        const QPointF place = placeOf(steps);
        QMouseEvent event(QEvent::MouseMove, place, canvas->mapToGlobal(place), Qt::NoButton, Qt::LeftButton, keys);
        QCoreApplication::sendEvent(canvas, &event);
    }
    void release(double steps, Qt::KeyboardModifiers keys = Qt::ShiftModifier) {
        QTest::mouseRelease(canvas, Qt::LeftButton, keys, placeOf(steps));
    }

    widgets::PlotView& plot;
    QWidget* canvas;
    double perPixel = plot.xAt({1, 0}) - plot.xAt({0, 0});
    QPoint start = {400, 120};
};

} // namespace

/// B is dragged along the axis with the mouse.
class TestCompareDrag : public QObject {
    Q_OBJECT

    static double shownOffset(tests::CompareWindow& f) { return f.bar().options().offset; }

  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void lanesFollowAtOnceAndNumbersAfterwards() {
        tests::CompareWindow f;
        QVERIFY(f.compare({tests::stepRows(300, 2), tests::stepRows(300, 3)}));
        const models::ComparisonViewPtr before = f.view();
        Mouse mouse(f.page().plot());
        mouse.press();
        mouse.moveTo(50);
        // Nothing was worked out yet: the event loop has not run.
        QCOMPARE(f.view(), before);
        const double offset = shownOffset(f);
        QVERIFY2(std::abs(offset - 50) <= 1, qPrintable(QString::number(offset)));
        QCOMPARE(beginOfB(f.page().plot()), 1 + offset);
        QCOMPARE(f.page().plot().timeline()->xMax, before->timeline->xMax);
        mouse.moveTo(80);
        mouse.release(80);
        const double last = shownOffset(f);
        QVERIFY2(std::abs(last - 80) <= 1, qPrintable(QString::number(last)));
        QVERIFY(f.waitForOffset(last));
        QCOMPARE(f.view()->timeline->xMax, before->timeline->xMax + last);
        QCOMPARE(beginOfB(f.page().plot()), 1 + last);
        QCOMPARE(f.page().plot().timeline()->xMax, before->timeline->xMax + last);
    }

    void numbersFollowWhileTheButtonIsDown() {
        tests::CompareWindow f;
        QVERIFY(f.compare({tests::stepRows(300, 2), tests::stepRows(300, 3)}));
        Mouse mouse(f.page().plot());
        mouse.press();
        mouse.moveTo(60);
        const double offset = shownOffset(f);
        QVERIFY(f.waitForOffset(offset));
        // The axis stays as it was, so that nothing slips away under the mouse.
        QCOMPARE(f.page().plot().timeline()->xMax, 300.0);
        QCOMPARE(beginOfB(f.page().plot()), 1 + offset);
        mouse.release(60);
        QCOMPARE(shownOffset(f), offset);
    }

    void escapeTakesItBack() {
        tests::CompareWindow f;
        QVERIFY(f.compare({tests::stepRows(300, 2), tests::stepRows(300, 3)}));
        f.bar().shiftB(10);
        QVERIFY(f.waitForOffset(10));
        Mouse mouse(f.page().plot());
        mouse.press();
        mouse.moveTo(70);
        QVERIFY(shownOffset(f) > 70);
        QTest::keyClick(mouse.canvas, Qt::Key_Escape);
        QCOMPARE(shownOffset(f), 10.0);
        QCOMPARE(beginOfB(f.page().plot()), 11.0);
        // The button is still down: nothing moves any more, and letting go changes nothing.
        mouse.moveTo(90);
        mouse.release(90);
        QCOMPARE(shownOffset(f), 10.0);
        QVERIFY(f.waitForOffset(10));
        QVERIFY(f.page().isVisible());
    }

    void snapsWithinEightPixels_data() {
        QTest::addColumn<int>("pixelsBeside");
        QTest::addColumn<bool>("snaps");
        QTest::newRow("on it") << 0 << true;
        QTest::newRow("5 before") << -5 << true;
        QTest::newRow("7 behind") << 7 << true;
        QTest::newRow("12 before") << -12 << false;
        QTest::newRow("15 behind") << 15 << false;
    }
    void snapsWithinEightPixels() {
        QFETCH(int, pixelsBeside);
        QFETCH(bool, snaps);
        tests::CompareWindow f;
        QVERIFY(f.compare({withCheckpoint(300, 2, 200), withCheckpoint(300, 3, 100)}));
        Mouse mouse(f.page().plot());
        mouse.press();
        mouse.moveTo(100 + pixelsBeside * mouse.perPixel);
        const bool snapped = shownOffset(f) == 100;
        QVERIFY2(snapped == snaps, qPrintable(QString::number(shownOffset(f))));
        QCOMPARE(f.bar().snap(), snaps ? QStringLiteral("first checkpoints over each other") : QString());
        mouse.release(100 + pixelsBeside * mouse.perPixel);
        QCOMPARE(shownOffset(f) == 100, snaps);
    }

    void theNewOffsetIsSaid() {
        tests::CompareWindow f;
        QVERIFY(f.compare({withCheckpoint(300, 2, 200), withCheckpoint(300, 3, 100)}));
        QSignalSpy status(&f.page().plot(), &widgets::PlotView::statusText);
        Mouse mouse(f.page().plot());
        mouse.press();
        mouse.moveTo(100);
        QVERIFY(!status.isEmpty());
        QCOMPARE(status.last().first().toString(), QStringLiteral("B +100 steps, first checkpoints over each other"));
        auto* box = f.bar().findChild<QDoubleSpinBox*>();
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(box);
        QVERIFY(spoken);
        QCOMPARE(spoken->text(QAccessible::Description),
                 QStringLiteral("B +100 steps, first checkpoints over each other"));
        mouse.moveTo(-40);
        const QString left = status.last().first().toString();
        // A pixel may be a step more or less.
        static const QRegularExpression forty(QString::fromUtf8("^B \u2212(39|40|41) steps$"));
        QVERIFY2(forty.match(left).hasMatch(), qPrintable(left));
        mouse.release(-40);
    }

    void theRowOfBsEventsIsDraggedWithoutAKey() {
        tests::CompareWindow f;
        QVERIFY(f.compare({tests::stepRows(300, 2), tests::stepRows(300, 3)}));
        widgets::PlotView& plot = f.page().plot();
        Mouse mouse(plot);
        QPoint rowOfB(400, 0);
        while (rowOfB.y() < plot.height() && plot.eventRowAt(rowOfB) != 1)
            rowOfB.ry() += 2;
        QVERIFY(rowOfB.y() < plot.height());
        mouse.start = rowOfB;
        mouse.press(Qt::NoModifier);
        mouse.moveTo(30, Qt::NoModifier);
        mouse.release(30, Qt::NoModifier);
        QVERIFY2(std::abs(shownOffset(f) - 30) <= 1, qPrintable(QString::number(shownOffset(f))));
    }

    void otherDragsStayWhatTheyWere() {
        tests::CompareWindow f;
        QVERIFY(f.compare({tests::stepRows(300, 2), tests::stepRows(300, 3)}));
        Mouse mouse(f.page().plot());
        mouse.press(Qt::NoModifier);
        mouse.moveTo(60, Qt::NoModifier);
        mouse.release(60, Qt::NoModifier);
        QCOMPARE(shownOffset(f), 0.0);
        QVERIFY(f.page().isZoomed());
        // Zoomed in, a drag moves B and keeps the part of the axis that is looked at.
        const auto range = f.page().plot().viewRange();
        Mouse again(f.page().plot()); // on the scale of now
        again.press();
        again.moveTo(10);
        again.release(10);
        const double offset = shownOffset(f);
        QVERIFY2(std::abs(offset - 10) <= 1, qPrintable(QString::number(offset)));
        QCOMPARE(f.page().plot().viewRange(), range);
        QVERIFY(f.waitForOffset(offset));
        QCOMPARE(f.page().plot().viewRange(), range);
    }

    void theRatioIsNotShownWhereItIsNotKnown() {
        tests::CompareWindow f;
        QVERIFY(f.compare({tests::stepRows(300, 2), tests::stepRows(300, 3)}));
        const auto ratio = [&]() -> const models::Lane& {
            const auto& lanes = f.page().plot().timeline()->lanes;
            return *std::ranges::find(lanes, QString(models::ratioLaneId), &models::Lane::id);
        };
        const auto measured = [&] {
            return std::ranges::count_if(
                ratio().lines, [](const models::LaneLine& line) { return line.kind != models::LineKind::limit; });
        };
        QVERIFY(measured() > 0);
        Mouse mouse(f.page().plot());
        mouse.press();
        mouse.moveTo(50);
        QCOMPARE(measured(), 0);
        QCOMPARE(ratio().qualifier, QStringLiteral("not yet known at this offset"));
        QVERIFY(f.waitForOffset(shownOffset(f)));
        QVERIFY(measured() > 0);
        mouse.release(50);
    }
};

QTEST_MAIN(TestCompareDrag)
#include "tst_comparedrag.moc"
