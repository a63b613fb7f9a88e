#include "tests/support/gui.h"
#include "widgets/plot/columnimage.h"

#include <QPainter>
#include <QTest>

using namespace tachograph;

/// Bars drawn as pixel rows: how much of each pixel they cover.
class TestColumnImage : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    /// Bars as "column:top:bottom", blank between them, on an area of 6 x 6 pixels that begins at (1, 1) of a picture
    /// of 8 x 8; the answer is the alpha of the pixels of picture column `looked`, from its top, in percent.
    void coverage_data() {
        QTest::addColumn<QString>("bars");
        QTest::addColumn<double>("width");
        QTest::addColumn<int>("looked");
        QTest::addColumn<QString>("expected");
        QTest::newRow("whole pixels") << "2:3:5" << 1.0 << 3 << "0 0 0 100 100 0 0 0";
        QTest::newRow("parts of pixels") << "2:2.5:4.25" << 1.0 << 3 << "0 0 50 100 25 0 0 0";
        QTest::newRow("less than a pixel") << "2:3.25:3.5" << 1.0 << 3 << "0 0 0 25 0 0 0 0";
        QTest::newRow("joined with one of the same column") << "2:2:3 2:4:5" << 1.0 << 3 << "0 0 100 100 100 0 0 0";
        QTest::newRow("cut at the area") << "0:-50:90" << 1.0 << 1 << "0 100 100 100 100 100 100 0";
        QTest::newRow("nothing beside a narrow one") << "2:3:5" << 1.0 << 4 << "0 0 0 0 0 0 0 0";
        QTest::newRow("half of the neighbour of a wide one") << "2:3:5" << 2.0 << 4 << "0 0 0 50 50 0 0 0";
        QTest::newRow("thin") << "2:3:5" << 0.5 << 3 << "0 0 0 50 50 0 0 0";
        QTest::newRow("above the area") << "2:-4:1" << 1.0 << 3 << "0 0 0 0 0 0 0 0";
        QTest::newRow("below the area") << "2:7:9" << 1.0 << 3 << "0 0 0 0 0 0 0 0";
        QTest::newRow("right of the area") << "6:3:5" << 1.0 << 7 << "0 0 0 0 0 0 0 0";
        QTest::newRow("no bar") << "" << 1.0 << 3 << "0 0 0 0 0 0 0 0";
    }
    void coverage() {
        QFETCH(QString, bars);
        QFETCH(double, width);
        QFETCH(int, looked);
        QImage picture(8, 8, QImage::Format_ARGB32_Premultiplied);
        picture.fill(0);
        widgets::ColumnImage image;
        image.begin(QRect(1, 1, 6, 6), 1);
        for (const QString& bar : bars.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            const QStringList parts = bar.split(QLatin1Char(':'));
            image.setBar(parts[0].toUInt(), parts[1].toDouble(), parts[2].toDouble());
        }
        QPainter painter(&picture);
        image.draw(painter, QColor(200, 40, 0), width);
        painter.end();
        QStringList alphas;
        for (int y = 0; y < 8; ++y)
            alphas += QString::number(qRound(qAlpha(picture.pixel(looked, y)) / 2.55));
        QTEST(alphas.join(QLatin1Char(' ')), "expected");
    }
};

QTEST_MAIN(TestColumnImage)
#include "tst_columnimage.moc"
