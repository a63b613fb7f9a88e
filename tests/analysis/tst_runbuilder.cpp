#include "analysis/run/runbuilder.h"
#include "analysis/run/stepvalues.h"

#include <QTest>

using namespace tachograph;

class TestRunBuilder : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void laterAttemptSupersedesOnlyTheStepsItHas() {
        RunBuilder builder("run", "run.jsonl", "jsonl");
        const auto key = builder.series("x");
        for (std::int64_t step : {1, 2, 3, 4, 2, 3}) {
            const auto row = builder.addRow({.step = step});
            builder.addValue(key, row, static_cast<double>(row));
        }
        const auto run = builder.build(MetricRoles::builtIn());
        QCOMPARE(run->attempts().size(), std::size_t(2));
        QCOMPARE(run->attempts()[0].supersededRows, std::size_t(2));
        QCOMPARE(QString::fromStdString(run->attempts()[1].reason), "step goes back from 4 to 2");
        const StepValues values = stepValues(*run, *run->forKey("x"), Include::current);
        QCOMPARE(values.step, (std::vector<std::int64_t>{1, 4, 2, 3}));
        QCOMPARE(values.value, (std::vector<double>{0, 3, 4, 5}));
        QCOMPARE(stepValues(*run, *run->forKey("x"), Include::all).size(), std::size_t(6));
    }

    void repeatedTicksBecomeMedianAndBand() {
        RunBuilder builder("run", "run.log", "dflash_console");
        builder.setRepeatRule(RepeatRule::median);
        const auto key = builder.series("x");
        for (double value : {3.0, 1.0, 7.0})
            builder.addValue(key, builder.addRow({.step = 5}), value);
        const auto run = builder.build(MetricRoles::builtIn());
        const StepValues values = stepValues(*run, *run->forKey("x"), Include::current);
        QCOMPARE(values.value, (std::vector<double>{3.0}));
        QCOMPARE(values.low, (std::vector<double>{1.0}));
        QCOMPARE(values.high, (std::vector<double>{7.0}));
    }

    void emptyBuilderGivesAnEmptyRun() {
        const auto run = RunBuilder("run", "run", "jsonl").build(MetricRoles::builtIn());
        QCOMPARE(run->stepCount(), std::size_t(0));
        QVERIFY(run->attempts().empty());
        QVERIFY(run->forRole("step_time") == nullptr);
    }
};

QTEST_GUILESS_MAIN(TestRunBuilder)
#include "tst_runbuilder.moc"
