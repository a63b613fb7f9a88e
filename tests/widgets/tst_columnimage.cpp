#include "tests/support/gui.h"
#include "widgets/plot/columnimage.h"

#include <QPainter>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

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

    /// Many columns, which are painted in groups: full, empty and in between.
    void manyColumns_data() {
        QTest::addColumn<int>("columns");
        QTest::addColumn<double>("width");
        for (const int columns : {1, 2, 31, 32, 33, 64, 200})
            for (const double width : {1.0, 2.0, 0.5})
                QTest::addRow("%d columns, %g wide", columns, width) << columns << width;
    }
    void manyColumns() {
        QFETCH(int, columns);
        QFETCH(double, width);
        constexpr int height = 60;
        std::mt19937_64 random(static_cast<std::uint64_t>(columns));
        widgets::ColumnImage image;
        image.begin(QRect(0, 0, columns, height), 1);
        // By column, with an empty one on both sides; from 20.3 to 40 everywhere but in every 97th, beyond that at
        // random.
        std::vector<double> tops(static_cast<std::size_t>(columns) + 2, 0), bottoms = tops;
        for (int i = 0; i < columns; ++i) {
            if (i % 97 == 50)
                continue;
            const auto at = static_cast<std::size_t>(i) + 1;
            tops[at] = 20.25 - static_cast<double>(random() % 8);
            bottoms[at] = 40 + static_cast<double>(random() % 32) / 4;
            image.setBar(at - 1, tops[at], bottoms[at]);
        }
        QImage picture(columns, height, QImage::Format_ARGB32_Premultiplied);
        picture.fill(0);
        QPainter painter(&picture);
        image.draw(painter, QColor(200, 40, 0, 180), width);
        painter.end();
        const double alpha = 180 / 255.0, share = std::min(1.0, width) * alpha, beside = (width - 1) / 2 * alpha;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < columns; ++x) {
                const auto covered = [&](int column) {
                    const auto at = static_cast<std::size_t>(column) + 1;
                    return std::max(0.0, std::min(bottoms[at], y + 1.0) - std::max(tops[at], y * 1.0));
                };
                const double side = std::max(0.0, beside);
                const double through =
                    (1 - share * covered(x)) * (1 - side * covered(x - 1)) * (1 - side * covered(x + 1));
                const double expected = 255 * (1 - through);
                if (std::abs(qAlpha(picture.pixel(x, y)) - expected) > 1.01)
                    QFAIL(qPrintable(QStringLiteral("(%1, %2): alpha %3 instead of %4")
                                         .arg(x)
                                         .arg(y)
                                         .arg(qAlpha(picture.pixel(x, y)))
                                         .arg(expected)));
            }
    }
};

QTEST_MAIN(TestColumnImage)
#include "tst_columnimage.moc"
