#include "tests/analysis/jobfolder.h"
#include "tests/support/describe.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace tachograph;
using namespace tachograph::tests;

/// What a job leaves besides its steps: samples over time, the log of the scheduler, files of one metric each.
class TestJobSamples : public QObject {
    Q_OBJECT

    JobFolder m_folder;

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void init() { m_folder.clear(); }

    void severalRunsTakeNothingIn() {
        m_folder.write("a.jsonl", metrics(1, 20));
        m_folder.write("b.jsonl", metrics(1, 20, 1, 0.5));
        m_folder.write("gpu.csv", smi(0, 100));
        const auto runs = m_folder.open();
        QCOMPARE(runs.size(), std::size_t(2));
        for (const RunPtr& run : runs)
            QCOMPARE(issuesOf(*run),
                     "folder: Not shown: gpu.csv (nvidia-smi log): the folder holds several runs. Open it by "
                     "itself to see it.");
    }

    void samplesStandAtTheLastRowBeforeThem() {
        m_folder.write("metrics.jsonl", metrics(1, 4));
        m_folder.write("gpu.csv", smi(5, 65, 5));
        const auto runs = m_folder.open();
        QCOMPARE(runs.size(), std::size_t(1));
        const Run& run = *runs.front();
        QCOMPARE(stepsOf(run), "1 2 3 4");
        QCOMPARE(valuesOf(run, "gpu/0/memory.used"),
                 "1:1010,1015 2:1020,1025 3:1030,1035 4:1040,1045,1050,1055,1060,1065");
        QCOMPARE(run.forRole("gpu/1/utilization")->source, std::string("gpu.csv"));
        QCOMPARE(notesOf(run),
                 "gpu.csv was joined by time: 12 of 13 samples stand at the last row logged before them, none "
                 "is interpolated; a row without a sample has a gap.");
        QCOMPARE(issuesOf(run),
                 "gpu.csv: 1 sample before the first row and 0 more than 1 min 40 s behind the last row of an "
                 "attempt have no step and were left out.");
    }

    void samplesLongAfterTheEndAreLeftOut() {
        m_folder.write("metrics.jsonl", metrics(1, 20));
        m_folder.write("gpu.csv", smi(10, 500, 10));
        const auto runs = m_folder.open();
        // The last row is at 200 s; ten distances are 100 s.
        QCOMPARE(issuesOf(*runs.front()),
                 "gpu.csv: 0 samples before the first row and 20 more than 1 min 40 s behind the "
                 "last row of an attempt have no step and were left out.");
    }

    void rowsWithoutSampleStayGaps() {
        m_folder.write("metrics.jsonl", metrics(1, 9));
        m_folder.write("gpu.csv", smi(10, 90, 30));
        const auto runs = m_folder.open();
        QCOMPARE(valuesOf(*runs.front(), "gpu/0/memory.used"), "1:1010 4:1040 7:1070");
    }

    void samplesInLocalTime() {
        m_folder.write("metrics.jsonl", metrics(1, 100));
        m_folder.write("gpu.csv", smi(10, 1000, 10, -7 * 3600));
        const auto runs = m_folder.open();
        QCOMPARE(valuesOf(*runs.front(), "gpu/0/memory.used").section(' ', 0, 1), "1:1010 2:1020");
        QVERIFY(notesOf(*runs.front())
                    .endsWith("a gap. Its clock is 7 h behind that of metrics.jsonl, and was set by it."));
    }

    void samplesThatFitNowhere_data() {
        QTest::addColumn<QString>("samples");
        QTest::addColumn<QString>("why");
        QTest::newRow("another day") << smi(0, 1000, 10, 5 * 86400)
                                     << "its times are not those of metrics.jsonl, in no time zone";
        QTest::newRow("several zones") << smi(0, 4 * 3600, 300, 6 * 3600)
                                       << "its clock is not that of metrics.jsonl and its time zone is not clear";
        QTest::newRow("a difference that no time zone has")
            << smi(10, 1000, 10, 2 * 3600 + 900) << "its times are not those of metrics.jsonl, in no time zone";
        QTest::newRow("too short to tell the zone")
            << smi(0, 60, 30, 3 * 3600) << "its clock is not that of metrics.jsonl and its time zone is not clear";
    }
    void samplesThatFitNowhere() {
        QFETCH(QString, samples);
        QFETCH(QString, why);
        m_folder.write("metrics.jsonl", metrics(1, 100));
        m_folder.write("gpu.csv", samples);
        QCOMPARE(issuesOf(*m_folder.open().front()),
                 "folder: Not shown: gpu.csv (nvidia-smi log): " + why + ". Open it by itself to see it.");
    }

    void withoutAClockSamplesHaveNoPlace() {
        m_folder.write("metrics.jsonl", metrics(1, 20).remove(QRegularExpression("\"timestamp\": \\d+, ")));
        m_folder.write("gpu.csv", smi(0, 100));
        QVERIFY2(issuesOf(*m_folder.open().front()).contains("metrics.jsonl has no time stamps"),
                 qPrintable(issuesOf(*m_folder.open().front())));
    }

    /// The console brings the clock that the metrics lack, so samples have a place after all.
    void clockOfAnotherFile() {
        m_folder.write("metrics.jsonl", metrics(1, 20).remove(QRegularExpression("\"timestamp\": \\d+, ")));
        m_folder.write("console.log", console(1, 20));
        m_folder.write("gpu.csv", smi(11, 101));
        const auto runs = m_folder.open();
        const Run& run = *runs.front();
        QCOMPARE(valuesOf(run, "gpu/0/memory.used").section(' ', 0, 1), "1:1011 2:1021");
    }

    void schedulerLogGivesEvents() {
        m_folder.write("metrics.jsonl", metrics(1, 10));
        m_folder.write(
            "slurm-1234.out",
            "srun: job 1234 has been allocated resources\n"
            "words of a script\n"
            "slurmstepd: error: Detected 1 oom-kill event(s) in StepId=1234.0. Some of your processes may have been "
            "killed by the cgroup out-of-memory handler.\n"
            "slurmstepd: error: *** JOB 1234 ON node01 CANCELLED AT 2026-11-14T09:01:45 DUE TO TIME LIMIT ***\n");
        const auto runs = m_folder.open();
        QCOMPARE(runs.size(), std::size_t(1));
        const QString text = QString::fromStdString(tests::describe(runs));
        QVERIFY2(text.contains("  !note - srun: job 1234 has been allocated resources\n"), qPrintable(text));
        QVERIFY2(text.contains("  !oom 10 slurmstepd: error: Detected 1 oom-kill event(s)"), qPrintable(text));
        QVERIFY2(text.contains("  !exit 10@1794646905 slurmstepd: error: *** JOB 1234 ON node01 CANCELLED AT "
                               "2026-11-14T09:01:45 DUE TO TIME LIMIT ***\n"),
                 qPrintable(text));
        QCOMPARE(notesOf(*runs.front()), "slurm-1234.out is taken as the scheduler's log of this run: 3 events.");
    }

    void schedulerLogInLocalTime() {
        m_folder.write("metrics.jsonl", metrics(1, 100));
        m_folder.write("gpu.csv", smi(10, 1000, 10, 2 * 3600));
        m_folder.write("slurm.log",
                       "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-11-14T11:05:05 DUE TO JOB REQUEUE ***\n");
        const auto runs = m_folder.open();
        const Run& run = *runs.front();
        const auto exit = std::ranges::find(run.events(), EventKind::exit, &Event::kind);
        QVERIFY(exit != run.events().end());
        QCOMPARE(*exit->step, 30);
        QCOMPARE(*exit->time, double(nine + 305));
    }

    /// One line is no proof of a time zone: it lands on a long run by chance.
    void schedulerLineOfAnotherTime() {
        m_folder.write("metrics.jsonl", metrics(1, 100));
        m_folder.write("slurm.log",
                       "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-11-14T11:05:05 DUE TO TIME LIMIT ***\n");
        const auto runs = m_folder.open();
        QCOMPARE(runs.size(), std::size_t(1));
        QVERIFY2(!notesOf(*runs.front()).contains("was set by it"), qPrintable(notesOf(*runs.front())));
        QVERIFY2(issuesOf(*runs.front()).contains("its time zone is not clear"), qPrintable(issuesOf(*runs.front())));
    }

    void schedulerLogAlone() {
        m_folder.write("slurm.log", "srun: job 1234 has been allocated resources\n");
        const auto runs = openRuns(m_folder.path("slurm.log").toStdString());
        QVERIFY(!runs);
        QVERIFY(runs.error().message.find("it is a log of the scheduler, without metrics") != std::string::npos);
        QVERIFY(!m_folder.asOne({"slurm.log"}));
    }

    void schedulerLinesInAConsole() {
        m_folder.write("console.log", console(1, 5) +
                                          "slurmstepd: error: *** STEP 9.0 ON n CANCELLED AT 2026-11-14T09:00:59 ***\n"
                                          "srun: error: n: task 3: Killed\n");
        const auto runs = m_folder.open();
        const Run& run = *runs.front();
        QCOMPARE(run.events().size(), std::size_t(2));
        QCOMPARE(run.events()[0].kind, EventKind::exit);
        QCOMPARE(*run.events()[0].step, 5);
        QCOMPARE(*run.events()[0].time, double(nine + 59));
    }

    void monitorFilesAreOneRun() {
        m_folder.write("Train_Samples_train_loss.csv", "step,train_loss\n16,2.5\n32,2.4\n48,2.3\n");
        m_folder.write("Train_Samples_lr.csv", "step,lr\n16,0.1\n32,0.2\n48,0.3\n");
        m_folder.write("Train_Samples_loss_scale.csv", "step,loss_scale\n32,4\n");
        const auto runs = m_folder.open();
        QCOMPARE(runs.size(), std::size_t(1));
        const Run& run = *runs.front();
        QCOMPARE(stepsOf(run), "16 32 48");
        QCOMPARE(valuesOf(run, "train_loss") + valuesOf(run, "lr") + valuesOf(run, "loss_scale"),
                 "16:2.5 32:2.4 48:2.316:0.1 32:0.2 48:0.332:4");
        QVERIFY(
            notesOf(run).contains("3 files of DeepSpeed's CSV monitor, one a metric, are one run; their column step "
                                  "counts samples, not steps."));
    }

    void summaryOfWandbAlone() {
        m_folder.write("files/wandb-summary.json",
                       R"({"_step": 12, "train/loss": 0.5, "_timestamp": 1.7646e+09, "x": {"y": 2}})");
        const QString note =
            "It is the summary of a W&B run: the last value of each quantity, as one row. The history of "
            "the run is in its run-ID.wandb, or comes from W&B as a CSV file.";
        const auto runs = m_folder.open();
        QCOMPARE(stepsOf(*runs.front()), "12");
        QCOMPARE(runs.front()->rows().timeOf(0), 1.7646e9);
        QVERIFY2(notesOf(*runs.front()).contains(note), qPrintable(notesOf(*runs.front())));
        QVERIFY(notesOf(*m_folder.asOne({"files/wandb-summary.json"})->front()).contains(note));
        // Beside a history it stays a side file.
        m_folder.write("metrics.jsonl", metrics(1, 2));
        QCOMPARE(seriesOf(*m_folder.open().front()), "loss@metrics.jsonl lr@metrics.jsonl");
    }

    void deletedRunsOfAStoreAreSaid() {
        const QString meta = "run_id: %1\nrun_name: %1\nstatus: 3\nlifecycle_stage: %2\n";
        m_folder.write("0/a/meta.yaml", meta.arg("a", "active"));
        m_folder.write("0/a/metrics/loss", "1777311589069 5.0 1\n");
        m_folder.write("0/b/meta.yaml", meta.arg("b", "deleted"));
        m_folder.write("0/b/metrics/loss", "1777311589069 5.0 1\n");
        m_folder.write(".trash/c/meta.yaml", meta.arg("c", "deleted"));
        m_folder.write(".trash/c/metrics/loss", "1777311589069 5.0 1\n");
        const auto runs = m_folder.open();
        QCOMPARE(runs.size(), std::size_t(2));
        const QString trash = "Deleted runs of this store are not shown; open its folder .trash to see them.";
        QVERIFY(notesOf(*runs[0]).contains(trash) && notesOf(*runs[1]).contains(trash));
        QVERIFY(!notesOf(*runs[0]).contains("It was deleted in MLflow."));
        QVERIFY(notesOf(*runs[1]).contains("It was deleted in MLflow."));
        const auto deleted = openRuns(m_folder.path(".trash").toStdString());
        QVERIFY(deleted.ok());
        QCOMPARE(deleted->size(), std::size_t(1));
        QCOMPARE(notesOf(*deleted->front()), "It was deleted in MLflow.");
    }

    void storeWithDeletedRunsOnly() {
        m_folder.write("0/meta.yaml", "experiment_id: 0\n");
        m_folder.write(".trash/c/meta.yaml", "run_id: c\nstatus: 3\nlifecycle_stage: deleted\n");
        m_folder.write(".trash/c/metrics/loss", "1777311589069 5.0 1\n");
        const auto runs = openRuns(m_folder.path().toStdString());
        QVERIFY(!runs.ok());
        QVERIFY2(
            runs.error().message.ends_with(": all runs of this store are deleted. Open its folder .trash to see them."),
            runs.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestJobSamples)
#include "tst_jobsamples.moc"
