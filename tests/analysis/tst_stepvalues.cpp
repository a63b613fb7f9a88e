#include "analysis/run/stepvalues.h"
#include "analysis/run/visitsteps.h"
#include "tests/support/randomrun.h"
#include "tests/support/runtext.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>

using namespace tachograph;

namespace {

QString listed(const std::vector<double>& values) {
    QStringList texts;
    for (const double value : values)
        texts += std::isnan(value) ? QString("nan") : QString::number(value);
    return texts.join(' ');
}

} // namespace

/// One value a step with the range of what it stands for.
class TestStepValues : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void ranges_data() {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no range") << "step loss\n1 2.0\n2 3.0"
                                  << "2 3 |  | ";
        QTest::newRow("ticks") << "step loss\n1 2.0\n1 4.0\n1 9.0\n2 3.0"
                               << "4 3 | 2 3 | 9 3";
        QTest::newRow("recorded range") << "step loss loss__MIN loss__MAX\n1 2.0 1.5 2.5\n2 3.0 2.5 4.5"
                                        << "2 3 | 1.5 2.5 | 2.5 4.5";
        QTest::newRow("range with gaps") << "step loss loss__MIN loss__MAX\n1 2.0 - 2.5\n2 - 2.5 -\n3 3.0 1.0 4.0"
                                         << "2 3 | nan 1 | 2.5 4";
        QTest::newRow("only one side") << "step loss loss__MIN\n1 2.0 1.5\n2 3.0 2.5"
                                       << "2 3 |  | ";
        QTest::newRow("of another series") << "step loss x__MIN x__MAX\n1 2.0 1.5 2\n2 3.0 2.5 3"
                                           << "2 3 |  | ";
    }
    void ranges() {
        QFETCH(QString, table);
        const auto run = tests::runFromText(table.toStdString());
        const Series& series = run->series().front();
        const StepValues values = stepValues(*run, series, Include::current);
        QTEST(listed(values.value) + " | " + listed(values.low) + " | " + listed(values.high), "expected");
    }

    /// The columns are those of a walk over the steps, for whatever run; a run in one piece takes a shorter way.
    void columnsAreThoseOfTheWalk() {
        int inOnePiece = 0;
        for (std::uint64_t seed = 0; seed < 300; ++seed) {
            const auto run = tests::randomRun(seed);
            for (const Series& series : run->series()) {
                inOnePiece += series.rows.empty() && run->rows().superseded.empty() ? 1 : 0;
                for (const Include include : {Include::current, Include::all}) {
                    const StepValues columns = stepValues(*run, series, include);
                    std::size_t i = 0;
                    visitSteps(*run, series, include, {}, [&](const StepValue& step) {
                        QVERIFY(i < columns.size());
                        QCOMPARE(columns.step[i], step.step);
                        QCOMPARE(columns.row[i], step.row);
                        QCOMPARE(columns.attempt[i], step.attempt);
                        QVERIFY(columns.value[i] == step.value ||
                                (std::isnan(columns.value[i]) && std::isnan(step.value)));
                        if (include == Include::all)
                            QCOMPARE(columns.superseded[i] != 0, run->rows().isSuperseded(step.row));
                        ++i;
                    });
                    QCOMPARE(columns.size(), i);
                }
            }
        }
        QVERIFY2(inOnePiece > 20, qPrintable(QString::number(inOnePiece)));
    }
};

QTEST_GUILESS_MAIN(TestStepValues)
#include "tst_stepvalues.moc"
