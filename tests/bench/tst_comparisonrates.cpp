#include "tests/bench/comparisonrates.h"

#include <QTest>

using namespace tachograph::tests;

/// The rates that the comparison promises, on fixed seeds; bench_comparison prints the whole table.
class TestComparisonRates : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void equalRunsAreRarelyTold_data() {
        QTest::addColumn<double>("phi");
        QTest::addColumn<int>("steps");
        for (const double phi : {0.0, 0.5, 0.8, 0.95})
            for (const int steps : {100, 300, 1000})
                QTest::addRow("phi %g, %d steps", phi, steps) << phi << steps;
    }
    void equalRunsAreRarelyTold() {
        QFETCH(double, phi);
        QFETCH(int, steps);
        const PairRates rates = comparePairs({std::size_t(steps), phi, 1.0, true}, 80);
        QVERIFY2(rates.claimedOfJudged() <= 8.0 || rates.claimed <= 1,
                 qPrintable(QStringLiteral("%1 of %2").arg(rates.claimed).arg(rates.judged)));
        // Little memory and many steps: refusing would be hiding.
        if (phi <= 0.5 && steps >= 300)
            QCOMPARE(rates.judged, rates.pairs);
    }

    void tenPercentAreFound() {
        const PairRates rates = comparePairs({1000, 0.8, 1.1, true}, 80);
        QVERIFY(rates.judged >= 40);
        QVERIFY2(rates.claimedOfJudged() >= 90.0, qPrintable(QString::number(rates.claimedOfJudged())));
    }

    void theTextbookTestWouldFail() {
        // Nominal 5 %: with memory it claims a difference between equal runs about every other time.
        const PairRates rates = comparePairs({1000, 0.8, 1.0, true}, 80);
        QVERIFY2(rates.textbookShare() >= 30.0, qPrintable(QString::number(rates.textbookShare())));
    }
};

QTEST_GUILESS_MAIN(TestComparisonRates)
#include "tst_comparisonrates.moc"
