#include "analysis/numerics/tautstring.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <random>

using namespace tachograph::numerics;

namespace {

QString textOf(const std::vector<double>& values) {
    QStringList text;
    for (double value : values)
        text << QString::number(value, 'g', 6);
    return text.join(" ");
}

} // namespace

class TestTautString : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void strings_data() {
        QTest::addColumn<QString>("gates"); // "low:high" at x = 0, 1, 2, ...
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("one gate") << "1:3"
                                  << "2";
        QTest::newRow("closed gates are the curve") << "0:0 1:1 5:5 2:2"
                                                    << "0 1 5 2";
        QTest::newRow("one slope fits all") << "-1:1 0:2 1:3 2:4"
                                            << "0 1 2 3";
        // The slopes 0.4 (last gate) to 0.5 (third gate) fit: the middle of them.
        QTest::newRow("rounding makes no bends") << "0:0 0:1 0:1 1:2 1:2 2:3"
                                                 << "0 0.45 0.9 1.35 1.8 2.25";
        QTest::newRow("bends at the edge of a gate") << "0:0 0:1 0:1 10:11"
                                                     << "0 0.5 1 10.5";
        QTest::newRow("bends twice") << "0:0 3:4 3:4 0:0"
                                     << "0 3 3 0";
    }
    void strings() {
        QFETCH(QString, gates);
        std::vector<double> x, low, high;
        for (const QString& gate : gates.split(' ', Qt::SkipEmptyParts)) {
            x.push_back(static_cast<double>(x.size()));
            low.push_back(gate.section(':', 0, 0).toDouble());
            high.push_back(gate.section(':', 1).toDouble());
        }
        QTEST(textOf(tautString(x, low, high)), "expected");
    }

    void staysInsideOfItsGates() {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> uniform(0.0, 1.0);
        std::vector<double> x, low, high;
        for (int i = 0; i < 20000; ++i) {
            x.push_back(i + 0.5 * uniform(random));
            low.push_back(3.0 * uniform(random) + 0.1 * i);
            high.push_back(low.back() + 2.0 * uniform(random));
        }
        const auto y = tautString(x, low, high);
        for (std::size_t i = 0; i < y.size(); ++i)
            QVERIFY(y[i] >= low[i] && y[i] <= high[i]);
    }

    void findsTheSlopeBehindARoundedLine() {
        // y = 7.92 x, known to the unit of 60 below.
        std::vector<double> x, low, high;
        for (int i = 1; i < 300; ++i) {
            x.push_back(i);
            low.push_back(std::floor(7.92 * i / 60.0) * 60.0);
            high.push_back(low.back() + 60.0);
        }
        const auto y = tautString(x, low, high);
        QVERIFY(std::abs((y.back() - y[50]) / (x.back() - x[50]) - 7.92) < 0.05);
    }

    void longPiecesAreBounded() {
        const std::size_t count = 100'000;
        std::vector<double> x(count), low(count, 0.0), high(count, 1.0);
        for (std::size_t i = 0; i < count; ++i)
            x[i] = static_cast<double>(i);
        const auto y = tautString(x, low, high);
        for (double value : y)
            QCOMPARE(value, 0.5);
    }
};

QTEST_GUILESS_MAIN(TestTautString)
#include "tst_tautstring.moc"
