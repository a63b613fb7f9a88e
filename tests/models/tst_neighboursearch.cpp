#include "models/neighboursearch.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <vector>

using namespace tachograph;

/// The first value not below another, looked for around a guess that may be anything.
class TestNeighbourSearch : public QObject {
    Q_OBJECT
  private slots:
    void found_data() {
        QTest::addColumn<QString>("sorted");
        QTest::addColumn<double>("wanted");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("expected");
        QTest::newRow("between") << "1 2 3 5 8" << 4.0 << 0 << 3;
        QTest::newRow("the first of equal ones") << "1 2 2 2 3" << 2.0 << 0 << 1;
        QTest::newRow("equal ones from the second on") << "1 2 2 2 3" << 2.0 << 2 << 2;
        QTest::newRow("below all") << "1 2 3" << -5.0 << 0 << 0;
        QTest::newRow("below all from the second on") << "1 2 3" << -5.0 << 1 << 1;
        QTest::newRow("above all") << "1 2 3" << 9.0 << 0 << 3;
        QTest::newRow("from the end on") << "1 2 3" << 2.0 << 3 << 3;
        QTest::newRow("from beyond the end on") << "1 2 3" << 2.0 << 7 << 3;
        QTest::newRow("one") << "4" << 4.0 << 0 << 0;
        QTest::newRow("none") << "" << 4.0 << 0 << 0;
        QTest::newRow("infinite") << "1 2 3" << std::numeric_limits<double>::infinity() << 0 << 3;
    }
    void found() {
        QFETCH(QString, sorted);
        QFETCH(double, wanted);
        QFETCH(int, from);
        QFETCH(int, expected);
        std::vector<double> values;
        for (const QString& word : sorted.split(u' ', Qt::SkipEmptyParts))
            values.push_back(word.toDouble());
        for (const unsigned guess : {0U, 1U, 2U, 4U, 5U, 100U})
            QCOMPARE(models::searchAround(values, wanted, static_cast<std::size_t>(from), guess),
                     static_cast<std::size_t>(expected));
    }

    void agreesWithTheLibrary() {
        std::mt19937_64 random(7);
        for (int round = 0; round < 20'000; ++round) {
            std::vector<double> values(random() % 90);
            for (double& value : values)
                value = static_cast<double>(random() % 40);
            std::ranges::sort(values);
            const std::size_t from = random() % (values.size() + 1), guess = random() % (values.size() + 9);
            const double wanted = static_cast<double>(random() % 82) / 2.0;
            const auto begin = values.begin() + static_cast<std::ptrdiff_t>(from);
            const auto expected =
                static_cast<std::size_t>(std::lower_bound(begin, values.end(), wanted) - values.begin());
            QCOMPARE(models::searchAround(values, wanted, from, guess), expected);
        }
    }
};

QTEST_GUILESS_MAIN(TestNeighbourSearch)
#include "tst_neighboursearch.moc"
