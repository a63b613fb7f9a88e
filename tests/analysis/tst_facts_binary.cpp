#include "tests/analysis/facttable.h"
#include "tests/support/samples.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

bool isBinary(const QString& path) {
    return path.startsWith("tfevents/") || path.startsWith("wandb/") || path.startsWith("mlflow/");
}

/// The rows of the table of series in the README of the shared recordings, for binary formats: path, key, role, unit,
/// n, first..last, median, early fifth, late fifth, ratio, NaN and infinities and nulls.
QList<QStringList> rowsOfReadme() {
    QList<QStringList> rows;
    const QStringList lines = QString::fromStdString(readFile(sharedData("README.md"))).split('\n');
    for (const QString& line : lines) {
        QStringList cells;
        for (const QString& cell : line.split('|'))
            cells += cell.trimmed().remove('`');
        // The bars at both ends give an empty cell each.
        if (cells.size() != 13 || !cells[6].contains("..") || !isBinary(cells[1]))
            continue;
        cells[1].replace(" : ", "#");
        rows += cells.mid(1, 11);
    }
    return rows;
}

QString attemptsOf(const Run& run) {
    QStringList all;
    for (const Attempt& attempt : run.attempts())
        all +=
            QString("%1: %2..%3").arg(attempt.endRow - attempt.firstRow).arg(attempt.firstStep).arg(attempt.lastStep);
    return all.join(", ");
}

QList<qint64> stepsOf(const Run& run, EventKind kind) {
    QList<qint64> steps;
    for (const Event& event : run.events())
        if (event.kind == kind)
            steps += event.step.value_or(-1);
    return steps;
}

QString environmentOf(const Run& run, const char* key) {
    const auto found = run.environment().find(key);
    return found == run.environment().end() ? QString() : QString::fromStdString(found->second);
}

bool hasNote(const Run& run, const char* part) {
    return std::ranges::any_of(run.notes(), [part](const std::string& n) { return n.find(part) != std::string::npos; });
}

} // namespace

/// The facts that are written beside the shared recordings in binary formats.
class TestFactsBinary : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        if (sharedData("").empty())
            QSKIP(sharedDataMissing);
        QVERIFY(!rowsOfReadme().isEmpty());
    }

    void seriesHasItsFigures_data() {
        QTest::addColumn<QStringList>("fact");
        for (const QStringList& row : rowsOfReadme())
            QTest::newRow(qPrintable(row[0] + ' ' + row[1])) << row;
    }
    void seriesHasItsFigures() {
        QFETCH(QStringList, fact);
        const auto runs = open(fact[0]);
        QCOMPARE(runs.size(), std::size_t(1));
        const Series* series = runs.front()->forKey(fact[1].toStdString());
        QVERIFY(series);
        const QStringList steps = fact[5].split("..");
        const QStringList figures{fact[4], steps[0], steps[1], fact[6], fact[7], fact[8], fact[10]};
        QCOMPARE(differenceOf(*runs.front(), *series, figures), QString());
    }

    /// Rows of values, attempts with their rows and steps, issues.
    void recordingHasItsCounts_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("series");
        QTest::addColumn<QString>("attempts");
        QTest::addColumn<int>("issues");
        QTest::newRow("one file") << "tfevents/fsdp" << 2000 << 4 << "2000: 1..2000" << 0;
        QTest::newRow("first attempt") << "tfevents/resume_overlap/20260430-0957" << 54 << 17 << "54: 1..2650" << 0;
        QTest::newRow("second attempt") << "tfevents/resume_overlap/20260430-1318" << 53 << 17 << "53: 2050..4650" << 0;
        QTest::newRow("both attempts") << "tfevents/resume_overlap" << 107 << 17 << "54: 1..2650, 53: 2050..4650" << 0;
        QTest::newRow("killed run") << "wandb/run-20251130_194146-rlstab01/run-rlstab01.wandb" << 51 << -1
                                    << "51: 0..50" << 0;
        QTest::newRow("complete run") << "wandb/run-20251206_144948-sftful01/run-sftful01.wandb" << 372 << -1
                                      << "372: 1..372" << 0;
        QTest::newRow("header only") << "wandb/run-20251126_001721-hdrony01/run-hdrony01.wandb" << 0 << 0 << "" << 0;
        QTest::newRow("seven trainings")
            << "wandb/run-20250422_232745-sfttrn01/run-sfttrn01.wandb" << 154 << -1
            << "28: 10..274, 14: 10..137, 28: 10..274, 14: 10..137, 28: 10..274, 28: 10..274, 14: 10..137" << 0;
        QTest::newRow("a run of several") << "mlflow/sft_runs.db#sft-lr2e-4" << -1 << 19 << "" << 0;
        QTest::newRow("file store") << "mlflow/mlruns" << 121 << 6 << "121: 1..120" << 0;
        QTest::newRow("no step") << "tfevents/no_step/events.out.tfevents.1687811641.v2" << 1 << 1 << "1: 0..0" << 0;
    }
    void recordingHasItsCounts() {
        QFETCH(QString, path);
        QFETCH(int, rows);
        QFETCH(int, series);
        QFETCH(QString, attempts);
        QFETCH(int, issues);
        const auto runs = open(path);
        QCOMPARE(runs.size(), std::size_t(1));
        const Run& run = *runs.front();
        if (rows >= 0)
            QCOMPARE(static_cast<int>(run.rows().size()), rows);
        if (series >= 0) // as far as it is written down
            QCOMPARE(static_cast<int>(std::ranges::count(run.series(), false, &Series::derived)), series);
        if (rows >= 0)
            QCOMPARE(attemptsOf(run), attempts);
        QCOMPARE(static_cast<int>(run.issues().total), issues);
    }

    void restartRepeatsThirteenSteps() {
        const auto runs = open("tfevents/resume_overlap");
        QCOMPARE(runs.front()->stepCount(), std::size_t(94));
        QCOMPARE(runs.front()->attempts().front().supersededRows, std::size_t(13));
        const Series& time = *runs.front()->forRole("step_time");
        QVERIFY(std::abs(time.values[54] - 5.014) < 0.0005);
    }

    void compilationIsInTheFirstStep() {
        const auto runs = open("tfevents/fsdp");
        QVERIFY(std::abs(runs.front()->forRole("step_time")->values.front() - 98.33) < 0.005);
        QCOMPARE(runs.front()->forRole("throughput")->scope, Scope::gpu);
    }

    void killedRun() {
        const auto runs = open("wandb/run-20251130_194146-rlstab01/run-rlstab01.wandb");
        const Run& run = *runs.front();
        const auto valuesOf = [&run](const char* key) {
            QStringList all;
            const Series& series = *run.forKey(key);
            for (std::size_t i = 0; i < series.size(); ++i)
                all += QString("%1: %2").arg(run.rows().step[series.rowOf(i)]).arg(series.values[i], 0, 'g', 6);
            return all.join(", ");
        };
        QCOMPARE(valuesOf("timing_s/testing"),
                 QString("10: 175.206, 20: 172.263, 30: 180.49, 40: 169.721, 50: 199.894"));
        QCOMPARE(valuesOf("timing_s/save_checkpoint"), QString("50: 9.26856"));
        QCOMPARE(stepsOf(run, EventKind::checkpoint), QList<qint64>{50});
        QVERIFY(stepsOf(run, EventKind::exit).isEmpty());
        QCOMPARE(environmentOf(run, "host"), QString("node01"));
        QCOMPARE(environmentOf(run, "gpus in machine"), QString("8"));
        QCOMPARE(environmentOf(run, "gpus"), QString("4"));
        QVERIFY(hasNote(run, "not complete"));
        QVERIFY(hasNote(run, "goes on to step 51"));
        // Wall clock between the rows minus the step time: what is outside of the steps.
        const Series& time = *run.forRole("step_time");
        QStringList outside;
        for (std::size_t i = 10; i <= 50; i += 10) // row i is step i
            outside += QString::number(run.rows().timeOf(i) - run.rows().timeOf(i - 1) - time.values[i - 1], 'f', 1);
        QCOMPARE(outside, (QStringList{"175.3", "172.3", "180.6", "169.8", "209.2"}));
    }

    void completeRun() {
        const auto runs = open("wandb/run-20251206_144948-sftful01");
        QCOMPARE(runs.size(), std::size_t(1));
        const Run& run = *runs.front();
        QCOMPARE(stepsOf(run, EventKind::checkpoint), (QList<qint64>{186, 372}));
        const auto exit = std::ranges::find(run.events(), EventKind::exit, &Event::kind);
        QVERIFY(exit != run.events().end());
        QCOMPARE(exit->text, std::string("exit code 0 after 42 min 30 s"));
        const Series& validation = *run.forKey("val/loss");
        QCOMPARE(validation.size(), std::size_t(1));
        QVERIFY(same(validation.values.front(), "0.101215"));
        double sum = 0;
        for (const double seconds : run.forRole("step_time")->values)
            sum += seconds;
        QVERIFY(std::abs(sum - 2411.84) < 0.005);
        QVERIFY(std::abs(run.rows().elapsed.front() - 14.667) < 0.0005);
        QVERIFY(std::abs(run.rows().elapsed.back() - 2550.73) < 0.005);
        const std::map<std::string, std::string> facts = {{"optim.lr", "1e-05"},
                                                          {"data.train_batch_size", "32"},
                                                          {"trainer.total_epochs", "6"},
                                                          {"trainer.save_freq", "186"},
                                                          {"trainer.n_gpus_per_node", "8"}};
        for (const auto& [key, value] : facts)
            QCOMPARE(run.config().at(key), value);
    }

    void sevenTrainings() {
        const auto runs = open("wandb/run-20250422_232745-sfttrn01/run-sfttrn01.wandb");
        const Run& run = *runs.front();
        QCOMPARE(run.forKey("train/loss")->size(), std::size_t(147));
        QCOMPARE(stepSentence(run.reading()),
                 std::string("Steps are train/global_step, declared as the axis of its metrics."));
        QStringList pace;
        for (const Attempt& attempt : run.attempts()) {
            const std::size_t last = attempt.endRow - 2; // behind it the summary of the training
            const double seconds = run.rows().elapsedOf(last) - run.rows().elapsedOf(attempt.firstRow);
            pace += QString::number(seconds / static_cast<double>(run.rows().step[last] - attempt.firstStep), 'f', 4);
        }
        QCOMPARE(pace, (QStringList{"0.7661", "0.8300", "0.7819", "0.8336", "0.7813", "0.7826", "0.8407"}));
        const auto changes = std::ranges::count_if(run.events(), [](const Event& event) {
            return event.kind == EventKind::config && (event.text.starts_with("learning_rate: ") ||
                                                       event.text.starts_with("per_device_train_batch_size: "));
        });
        QVERIFY(changes > 0);
    }

    void headerOnlyIsAnEmptyRun() {
        const auto runs = open("wandb/run-20251126_001721-hdrony01/run-hdrony01.wandb");
        QCOMPARE(runs.size(), std::size_t(1));
        QVERIFY(hasNote(*runs.front(), "It holds no history row."));
    }

    /// Name, end, values, keys, first and last step of every run in the database.
    void runsOfADatabase() {
        const auto runs = open("mlflow/sft_runs.db");
        QStringList all;
        for (const RunPtr& run : runs) {
            std::size_t values = 0, keys = 0;
            for (const Series& series : run->series()) {
                values += series.derived ? 0 : series.size();
                keys += series.derived ? 0 : 1;
            }
            const auto exit = std::ranges::find(run->events(), EventKind::exit, &Event::kind);
            all += QString("%1: %2, %3 values of %4 keys, %5..%6%7")
                       .arg(QString::fromStdString(run->name()), QString::fromStdString(exit->text))
                       .arg(values)
                       .arg(keys)
                       .arg(run->firstStep())
                       .arg(run->lastStep())
                       .arg(hasNote(*run, "deleted") ? ", deleted" : "");
        }
        QCOMPARE(all, (QStringList{"sft-failed: status FAILED, 0 values of 0 keys, 0..0, deleted",
                                   "sft-lr2e-4: status FINISHED, 496 values of 19 keys, 10..625",
                                   "sft-lr5e-5: status FINISHED, 1467 values of 19 keys, 10..1875",
                                   "eval-many-tasks: status FINISHED, 132 values of 5 keys, 0..0, deleted",
                                   "eval-one-task: status FINISHED, 2 values of 2 keys, 0..0"}));
        QVERIFY(same(runs[1]->forKey("train_runtime")->values.front(), "541.4542"));
        QVERIFY(same(runs[2]->forKey("train_runtime")->values.front(), "1621.1701"));
        QCOMPARE(runs[3]->forKey("acc_none")->size(), std::size_t(64));
    }

    void fileStore() {
        const auto runs = open("mlflow/mlruns");
        const Run& run = *runs.front();
        const Series& norm = *run.forKey("train/grad_norm");
        QList<qint64> nans;
        for (std::size_t i = 0; i < norm.size(); ++i)
            if (std::isnan(norm.values[i]))
                nans += run.rows().step[norm.rowOf(i)];
        QCOMPARE(nans, (QList<qint64>{40, 41, 90}));
        const Series& reward = *run.forKey("reward_mean");
        QCOMPARE(reward.size(), std::size_t(121));
        std::vector<double> at60;
        for (std::size_t i = 0; i < reward.size(); ++i)
            if (run.rows().step[reward.rowOf(i)] == 60)
                at60.push_back(reward.values[i]);
        QCOMPARE(at60.size(), std::size_t(2));
        QVERIFY(same(at60.back(), "0.39"));
        for (const char* key : {"batch_size", "learning_rate", "max_completion_length"})
            QVERIFY2(run.config().contains(key), key);
        QCOMPARE(stepsOf(run, EventKind::exit).size(), 1);
    }

    void valueWithoutStep() {
        const auto runs = open("tfevents/no_step");
        QCOMPARE(runs.front()->forKey("hello")->values, std::vector<double>{1.0});
    }
};

QTEST_GUILESS_MAIN(TestFactsBinary)
#include "tst_facts_binary.moc"
