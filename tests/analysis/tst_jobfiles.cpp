#include "tests/analysis/jobfolder.h"
#include "tests/support/describe.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace tachograph;
using namespace tachograph::tests;

/// Two recordings of the steps of one job: whether they become one run, by what, and what is said about it.
class TestJobFiles : public QObject {
    Q_OBJECT

    JobFolder m_folder;

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void init() { m_folder.clear(); }

    void consoleAndMetricsAreOneRun() {
        m_folder.write("metrics.jsonl", metrics(1, 6));
        m_folder.write("console.log", console(1, 6));
        const auto runs = m_folder.open();
        QCOMPARE(runs.size(), std::size_t(1));
        const Run& run = *runs.front();
        QCOMPARE(stepsOf(run), "1 2 3 4 5 6");
        QCOMPARE(seriesOf(run),
                 "loss@metrics.jsonl lr@metrics.jsonl loss (console.log)@console.log grad_norm@console.log");
        QCOMPARE(valuesOf(run, "grad_norm"), "1:0.5 2:1 3:1.5 4:2 5:2.5 6:3");
        QCOMPARE(notesOf(run),
                 "console.log was laid together with metrics.jsonl by step: 6 of 6 common rows agree in loss.");
        QCOMPARE(issuesOf(run), "");
        QCOMPARE(run.sources().size(), std::size_t(2));
    }

    void folderAndFilesNamedTogetherSayTheSame() {
        m_folder.write("metrics.jsonl", metrics(1, 6));
        m_folder.write("console.log", console(1, 6));
        m_folder.write("gpu.csv", smi(10, 60));
        const auto folder = m_folder.open();
        const auto named = m_folder.asOne({"console.log", "gpu.csv", "metrics.jsonl"});
        QVERIFY(named);
        QCOMPARE(named->size(), std::size_t(1));
        QCOMPARE(notesOf(*named->front()), notesOf(*folder.front()));
        QCOMPARE(seriesOf(*named->front()), seriesOf(*folder.front()));
    }

    void ofTwoSourcesTheOtherIsKeptAndItsDisagreementCounted() {
        QString lines = console(1, 6);
        lines.replace("step=3 loss=2.97", "step=3 loss=2.90").replace("step=5 loss=2.95", "step=5 loss=nan");
        m_folder.write("metrics.jsonl", metrics(1, 6));
        m_folder.write("console.log", lines);
        const auto runs = m_folder.open();
        const Run& run = *runs.front();
        QCOMPARE(notesOf(run),
                 "console.log was laid together with metrics.jsonl by step: 4 of 6 common rows agree in loss.");
        QCOMPARE(issuesOf(run),
                 "console.log: Its values differ from those of metrics.jsonl: loss in 2 of 6 values; those "
                 "of metrics.jsonl are shown, both are kept.");
        QCOMPARE(run.forRole("loss")->source, std::string("metrics.jsonl"));
        QCOMPARE(valuesOf(run, "loss (console.log)"), "1:2.99 2:2.98 3:2.9 4:2.96 5:nan 6:2.94");
    }

    void rowsThatOnlyOneHasStandBetween() {
        m_folder.write("metrics.jsonl", metrics(10, 40, 10));
        m_folder.write("console.log", console(10, 40, 0, 0, 5));
        const auto runs = m_folder.open();
        QCOMPARE(runs.size(), std::size_t(1));
        const Run& run = *runs.front();
        // The console says more: it is the frame.
        QCOMPARE(stepsOf(run), "10 15 20 25 30 35 40");
        QVERIFY(notesOf(run).contains("4 of 4 common rows agree in loss"));
    }

    void fewRowsOfTheOtherAreAdded() {
        m_folder.write("metrics.jsonl", metrics(1, 30));
        m_folder.write("console.log", console(25, 35, 0, 0, 5));
        const auto runs = m_folder.open();
        const Run& run = *runs.front();
        QCOMPARE(run.rows().size(), std::size_t(31));
        QCOMPARE(run.lastStep(), 35);
        QVERIFY2(notesOf(run).contains("2 of 2 common rows agree in loss. 1 row that only it has was added."),
                 qPrintable(notesOf(run)));
    }

    void restartsInBothMeetTheirAttempts() {
        m_folder.write("metrics.jsonl", metrics(1, 8) + metrics(5, 12).replace("\"loss\": 2", "\"loss\": 1"));
        QString second = console(5, 12);
        m_folder.write("console.log", console(1, 8) + second.replace("loss=2", "loss=1"));
        const auto runs = m_folder.open();
        const Run& run = *runs.front();
        QCOMPARE(stepsOf(run), "1 2 3 4 5 6 7 8 | 5 6 7 8 9 10 11 12");
        QVERIFY2(notesOf(run).contains("16 of 16 common rows agree"), qPrintable(notesOf(run)));
    }

    void consoleOfTheLastAttemptOnly() {
        m_folder.write("metrics.jsonl", metrics(1, 8) + metrics(5, 12).replace("\"loss\": 2", "\"loss\": 1"));
        QString second = console(5, 12);
        m_folder.write("console.log", second.replace("loss=2", "loss=1"));
        const auto runs = m_folder.open();
        const Run& run = *runs.front();
        QCOMPARE(stepsOf(run), "1 2 3 4 5 6 7 8 | 5 6 7 8 9 10 11 12");
        QVERIFY2(notesOf(run).contains("8 of 8 common rows agree"), qPrintable(notesOf(run)));
        QCOMPARE(run.forKey("grad_norm")->rowOf(0), std::uint32_t(8));
    }

    void clocksThatDisagree_data() {
        QTest::addColumn<qint64>("shift");
        QTest::addColumn<QString>("expected");
        QTest::newRow("the same") << qint64(0) << "";
        QTest::newRow("a time zone") << qint64(7200)
                                     << " Its clock is 2 h ahead of that of metrics.jsonl, and was set by it.";
        QTest::newRow("half an hour behind")
            << qint64(-1801) << " Its clock is 30 min behind that of metrics.jsonl, and was set by it.";
    }
    void clocksThatDisagree() {
        QFETCH(qint64, shift);
        QFETCH(QString, expected);
        m_folder.write("metrics.jsonl", metrics(1, 30));
        m_folder.write("console.log", console(1, 35, 0, shift) + "Saved checkpoint /out/step_35\n");
        const auto runs = m_folder.open();
        const Run& run = *runs.front();
        QCOMPARE(notesOf(run),
                 "console.log was laid together with metrics.jsonl by step: 30 of 30 common rows agree in "
                 "loss. 5 rows that only it has were added." +
                     expected);
        // In the clock of the metrics, to which the console's delay of a second belongs.
        QCOMPARE(run.rows().time.back(), double(nine + 350));
    }

    void otherRunsStayApart() {
        m_folder.write("metrics.jsonl", metrics(1, 20));
        m_folder.write("console.log", console(1, 20, 0.3));
        const auto runs = m_folder.open();
        QCOMPARE(runs.size(), std::size_t(1));
        QCOMPARE(seriesOf(*runs.front()), "loss@metrics.jsonl lr@metrics.jsonl");
        QCOMPARE(issuesOf(*runs.front()),
                 "folder: Not shown: console.log (Lines of key=value): its values differ: 0 of 20 "
                 "common rows agree in loss. Open it by itself to see it.");
    }

    /// The learning rate is the same in two runs of one configuration.
    void scheduleProvesNothing() {
        m_folder.write("metrics.jsonl", metrics(1, 20));
        QString table = "step,lr,q\n";
        for (int step = 1; step <= 20; ++step)
            table += QString("%1,0.001,5\n").arg(step);
        m_folder.write("table.csv", table);
        const auto runs = m_folder.open();
        QCOMPARE(
            issuesOf(*runs.front()),
            "folder: Not shown: table.csv (CSV or TSV table): no quantity and no clock of both shows that it is of the "
            "same run. Open it by itself to see it.");
        const auto asked = m_folder.asOne({"metrics.jsonl", "table.csv"});
        QVERIFY(asked);
        QCOMPARE(notesOf(*asked->front()),
                 "table.csv was laid together with metrics.jsonl by step: 20 common steps, no "
                 "quantity in both proves it.");
        QCOMPARE(valuesOf(*asked->front(), "q").section(' ', 0, 1), "1:5 2:5");
    }

    void noCommonStep() {
        m_folder.write("metrics.jsonl", metrics(1, 20));
        m_folder.write("console.log", console(100, 120));
        QVERIFY2(issuesOf(*m_folder.open().front()).contains("no step is in both"),
                 qPrintable(issuesOf(*m_folder.open().front())));
    }

    void eventsOfBothAreShownOnce() {
        m_folder.write("metrics.jsonl",
                       metrics(1, 5) + "{\"event\": \"checkpoint\", \"step\": 5, \"duration_s\": 8}\n" + metrics(6, 9));
        m_folder.write("console.log", console(1, 5) + "Saved checkpoint to /out/step_5\n" + console(6, 9) +
                                          "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n");
        const auto runs = m_folder.open();
        const Run& run = *runs.front();
        QCOMPARE(run.events().size(), std::size_t(2));
        QCOMPARE(run.events()[0].kind, EventKind::checkpoint);
        QCOMPARE(*run.events()[0].durationSeconds, 8.0);
        QCOMPARE(run.events()[1].kind, EventKind::oom);
        QVERIFY(notesOf(run).endsWith("1 event of both is shown once."));
    }

    /// The question "one run or several?" is asked where naming the files as one run lays all of them together.
    void worthAsking_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<bool>("expected");
        QTest::newRow("metrics and console") << QStringList{"metrics.jsonl", "console.log"} << true;
        QTest::newRow("all that a job leaves")
            << QStringList{"slurm.out", "gpu.csv", "console.log", "metrics.jsonl"} << true;
        QTest::newRow("a restart and a console")
            << QStringList{"restart.jsonl", "console.log", "metrics.jsonl"} << true;
        QTest::newRow("long ones") << QStringList{"long.jsonl", "long.log"} << true;
        QTest::newRow("samples in local time") << QStringList{"metrics.jsonl", "local.csv"} << true;
        QTest::newRow("two consoles of other runs") << QStringList{"metrics.jsonl", "other.log"} << false;
        QTest::newRow("a console of another run among others")
            << QStringList{"metrics.jsonl", "console.log", "other.log"} << false;
        QTest::newRow("samples of another day") << QStringList{"metrics.jsonl", "later.csv"} << false;
        QTest::newRow("two trainings") << QStringList{"metrics.jsonl", "long.jsonl"} << false;
        QTest::newRow("only the scheduler") << QStringList{"slurm.out", "slurm.out"} << false;
        QTest::newRow("a text") << QStringList{"metrics.jsonl", "readme.txt"} << false;
    }
    void worthAsking() {
        QFETCH(QStringList, names);
        QFETCH(bool, expected);
        m_folder.write("metrics.jsonl", metrics(1, 60));
        m_folder.write("restart.jsonl", metrics(41, 90));
        m_folder.write("console.log", console(1, 60));
        m_folder.write("other.log", console(1, 60, 0.5));
        m_folder.write("long.jsonl", metrics(1, 20'000));
        m_folder.write("long.log", console(1, 20'000));
        m_folder.write("gpu.csv", smi(10, 590));
        m_folder.write("local.csv", smi(10, 590, 10, 3600));
        m_folder.write("later.csv", smi(10, 590, 10, 40 * 86400));
        m_folder.write("readme.txt", "How to train.\n");
        m_folder.write(
            "slurm.out",
            "slurmstepd: error: *** JOB 17 ON node01 CANCELLED AT 2026-11-14T09:09:00 DUE TO TIME LIMIT ***\n");
        std::vector<std::string> paths;
        for (const QString& name : names)
            paths.push_back(m_folder.path(name).toStdString());
        QCOMPARE(mayBelongTogether(paths), expected);
        if (!expected)
            return;
        const auto one = m_folder.asOne(names);
        QVERIFY(one);
        QVERIFY2(!issuesOf(*one->front()).contains("Left out"), qPrintable(issuesOf(*one->front())));
    }

    void cancelIsAnswered() {
        m_folder.write("metrics.jsonl", metrics(1, 100));
        m_folder.write("gpu.csv", smi(0, 1000));
        std::stop_source stop;
        stop.request_stop();
        const auto runs = openRuns(m_folder.path().toStdString(), {}, Job(stop.get_token()));
        QVERIFY(!runs);
        QCOMPARE(runs.error().message, std::string(canceledMessage));
    }
};

QTEST_GUILESS_MAIN(TestJobFiles)
#include "tst_jobfiles.moc"
