#include "analysis/follow/followedreading.h"
#include "analysis/run/rebuiltrun.h"
#include "tests/support/describe.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <filesystem>

using namespace tachograph;
using Change = FollowedReading::Change;

namespace {

/// JSON lines of the steps from `first` to `last`, with the step time 2 s.
QByteArray rows(int first, int last, double seconds = 2.0) {
    QByteArray text;
    for (int step = first; step <= last; ++step)
        text +=
            QStringLiteral("{\"step\": %1, \"step_time_s\": %2, \"reward\": 0.5}\n").arg(step).arg(seconds).toLatin1();
    return text;
}

QString nameOf(Change change) {
    switch (change) {
    case Change::first:
        return QStringLiteral("first");
    case Change::grown:
        return QStringLiteral("grown");
    case Change::continued:
        return QStringLiteral("continued");
    case Change::replaced:
        break;
    }
    return QStringLiteral("replaced");
}

/// A real file that somebody writes to, and what the follower makes of it.
class Followed {
  public:
    void append(const QByteArray& bytes) const { open(bytes, QFile::Append); }
    void rewrite(const QByteArray& bytes) const { open(bytes, QFile::WriteOnly | QFile::Truncate); }
    void replace(const QByteArray& bytes) const {
        QFile file(m_folder.filePath(QStringLiteral("new")));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(bytes);
        file.close();
        QCOMPARE(std::rename(qPrintable(file.fileName()), path().c_str()), 0);
    }
    void remove() const { QVERIFY(QFile::remove(QString::fromStdString(path()))); }
    /// "grown 1-17" or the error; what was read before stays after an error.
    QString read(bool unfinished = false) {
        const auto result = readFollowed(path(), m_last, {}, {}, unfinished);
        if (!result)
            return QString::fromStdString(result.error().message);
        m_last = *result;
        const Run& run = *m_last->run;
        QString text = QStringLiteral("%1 %2-%3").arg(nameOf(m_last->change)).arg(run.firstStep()).arg(run.lastStep());
        if (run.attempts().size() > 1)
            text += QStringLiteral(" attempts %1").arg(run.attempts().size());
        if (m_last->runsInFile > 1)
            text += QStringLiteral(" runs %1").arg(m_last->runsInFile);
        if (m_last->torn)
            text += QStringLiteral(" torn");
        return run.issues().total == 0 ? text : text + QStringLiteral(" issues %1").arg(run.issues().total);
    }
    [[nodiscard]] std::string path() const { return m_folder.filePath(QStringLiteral("job.jsonl")).toStdString(); }
    [[nodiscard]] const FollowedReading& last() const { return *m_last; }

  private:
    void open(const QByteArray& bytes, QFile::OpenMode mode) const {
        QFile file(QString::fromStdString(path()));
        QVERIFY(file.open(mode));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    QTemporaryDir m_folder;
    FollowedReadingPtr m_last;
};

} // namespace

/// Recordings that are read while somebody writes them.
class TestFollowedReading : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void grows() {
        Followed file;
        file.append(rows(1, 17));
        QCOMPARE(file.read(), QStringLiteral("first 1-17"));
        file.append(rows(18, 40));
        QCOMPARE(file.read(), QStringLiteral("grown 1-40"));
        QCOMPARE(file.read(), QStringLiteral("grown 1-40")); // nothing new is no change
    }

    void noFileOrNothingInItIsSaid() {
        Followed file;
        QVERIFY(!fileStamp(file.path()));
        QVERIFY(file.read().contains(QStringLiteral("there is no such file")));
        file.append({});
        QVERIFY(file.read().contains(QStringLiteral("no whole line in it yet")));
        file.append("{\"step\": 1, \"step_ti");
        QVERIFY(file.read().contains(QStringLiteral("no whole line in it yet")));
        file.append("me_s\": 2.0}\n");
        QCOMPARE(file.read(), QStringLiteral("first 1-1"));
    }

    void aFolderIsRefused() {
        const QTemporaryDir folder;
        const auto result = readFollowed(folder.path().toStdString(), nullptr);
        QVERIFY(!result.ok());
        QVERIFY(QString::fromStdString(result.error().message).contains(QStringLiteral("only a file can be followed")));
    }

    /// Cut at every byte of the line: never an issue, never a row of its own, never a number that lost its end.
    void tornLines_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("JSON") << rows(4, 4, 12.75);
        QTest::newRow("nested JSON") << QByteArray("{\"step\": 4, \"a\": {\"b\": 1}, \"step_time_s\": 12.75}\n");
        QTest::newRow("string with brackets")
            << QByteArray("{\"step\": 4, \"t\": \"}\\\"]\", \"step_time_s\": 12.75}\n");
    }
    void tornLines() {
        QFETCH(QByteArray, line);
        for (qsizetype cut = 1; cut < line.size() - 1; ++cut) {
            Followed file;
            file.append(rows(1, 3) + line.first(cut));
            QCOMPARE(file.read(), QStringLiteral("first 1-3 torn"));
            file.append(line.sliced(cut));
            QCOMPARE(file.read(), QStringLiteral("grown 1-4"));
            QCOMPARE(file.last().run->forKey("step_time_s")->values.back(), 12.75);
        }
    }

    void aTornTableRowIsNoShorterNumber() {
        Followed file;
        file.append("step,step_time_s\n1,2.5\n2,2.5\n3,12.");
        QCOMPARE(file.read(), QStringLiteral("first 1-2 torn"));
        file.append("75\n");
        QCOMPARE(file.read(), QStringLiteral("grown 1-3"));
        QCOMPARE(file.last().run->forKey("step_time_s")->values.back(), 12.75);
    }

    void theEndOfTheJobTakesTheLastLineToo() {
        Followed file;
        file.append(rows(1, 3) + "{\"step\": 4, \"step_time_s\": 2.0, \"reward\":");
        QCOMPARE(file.read(), QStringLiteral("first 1-3 torn"));
        QCOMPARE(file.read(true), QStringLiteral("grown 1-3 issues 1"));
    }

    void jsonWithoutAnEndOfLineIsWhole() {
        Followed file;
        file.append(rows(1, 3).chopped(1));
        QCOMPARE(file.read(), QStringLiteral("first 1-3"));
    }

    /// A log that is copied away and cut: the job goes on in the same file.
    void cutAndContinued() {
        Followed file;
        file.append(rows(1, 100));
        QCOMPARE(file.read(), QStringLiteral("first 1-100"));
        file.rewrite({});
        QVERIFY(file.read().contains(QStringLiteral("no whole line")));
        file.append(rows(101, 130, 3.0));
        QCOMPARE(file.read(), QStringLiteral("continued 1-130 attempts 2"));
        QVERIFY(file.last().run->attempts()[1].reason.find("job.jsonl, written anew") != std::string::npos);
        file.append(rows(131, 150, 3.0));
        QCOMPARE(file.read(), QStringLiteral("grown 1-150 attempts 2"));
        QCOMPARE(file.last().run->stepCount(), std::size_t(150));
        QCOMPARE(file.last().run->forKey("step_time_s")->size(), std::size_t(150));
    }

    void restartedFromACheckpointInANewFile() {
        Followed file;
        file.append(rows(1, 100));
        file.read();
        file.replace(rows(81, 90));
        QCOMPARE(file.read(), QStringLiteral("continued 1-100 attempts 2"));
        QCOMPARE(file.last().run->attempts()[0].supersededRows, std::size_t(10));
        file.replace(rows(86, 120));
        QCOMPARE(file.read(), QStringLiteral("continued 1-120 attempts 3"));
    }

    void anotherJobStandsAlone() {
        Followed file;
        file.append(rows(1, 100));
        file.read();
        file.replace(rows(1, 12));
        QCOMPARE(file.read(), QStringLiteral("replaced 1-12"));
        file.replace("{\"step\": 50, \"apples\": 1}\n{\"step\": 51, \"apples\": 1}\n");
        QCOMPARE(file.read(), QStringLiteral("replaced 50-51"));
    }

    /// Cut and written again between two looks: longer than before, and another content.
    void rewrittenBehindOurBack() {
        Followed file;
        file.append(rows(1, 10, 2.0));
        file.read();
        file.rewrite(rows(5, 60, 3.0));
        QCOMPARE(file.read(), QStringLiteral("continued 1-60 attempts 2"));
    }

    /// Trainers that write all of their history anew at every save.
    void theWholeHistoryWrittenAnewIsNoReplacement() {
        Followed file;
        for (const int last : {10, 20, 20, 30}) {
            file.replace(rows(1, last));
            QVERIFY(file.read().endsWith(QStringLiteral(" 1-%1").arg(last)));
            QVERIFY(file.last().change == (last == 10 ? Change::first : Change::grown));
        }
    }

    void removedAndBackAgain() {
        Followed file;
        file.append(rows(1, 100));
        file.read();
        file.remove();
        QVERIFY(file.read().contains(QStringLiteral("there is no such file")));
        QCOMPARE(file.last().run->lastStep(), 100);
        file.append(rows(91, 110));
        QCOMPARE(file.read(), QStringLiteral("continued 1-110 attempts 2"));
    }

    /// Contents that are gone are kept up to a bound.
    void replacedForEver() {
        Followed file;
        for (int i = 0; i <= static_cast<int>(mostContentsKept) + 1; ++i) {
            file.replace(rows(1 + 10 * i, 15 + 10 * i));
            file.read();
            QVERIFY(file.last().earlier <= mostContentsKept);
        }
        QVERIFY(file.last().change == Change::replaced);
        QCOMPARE(file.last().run->attempts().size(), std::size_t(1));
    }

    /// Lines of two processes between each other, torn by none: nothing is lost and nothing crashes.
    void twoWriters() {
        Followed file;
        for (int step = 1; step <= 50; ++step) {
            file.append(rows(step, step, 2.0));
            file.append(rows(step + 500, step + 500, 4.0));
            QVERIFY(!file.read().isEmpty());
        }
        std::size_t values = 0;
        const auto all = openRuns(file.path());
        for (const RunPtr& run : *all)
            values += run->forKey("step_time_s")->size();
        QCOMPARE(values, std::size_t(100));
        QVERIFY(file.last().run->lastStep() == 550);
    }

    void twoRunsOneBehindTheOther() {
        Followed file;
        file.append(rows(1, 30));
        QCOMPARE(file.read(), QStringLiteral("first 1-30"));
        file.append(rows(1, 5));
        QCOMPARE(file.read(), QStringLiteral("grown 1-5 runs 2"));
    }

    void whatNobodyWroteToIsNotReadAgain() {
        Followed file;
        file.append(rows(1, 30));
        file.read();
        const FollowedReading* const first = &file.last();
        file.read();
        QCOMPARE(&file.last(), first);
        file.append("{\"step\"");
        file.read();
        QVERIFY(&file.last() != first);
    }

    void isNeverLockedNorChanged() {
        Followed file;
        file.append(rows(1, 30));
        const auto before = fileStamp(file.path());
        file.read();
        QVERIFY(fileStamp(file.path()) == before);
        std::error_code problem; // nothing holds it open: it is the only entry of the folder
        QCOMPARE(std::distance(
                     std::filesystem::directory_iterator(std::filesystem::path(file.path()).parent_path(), problem),
                     std::filesystem::directory_iterator()),
                 std::ptrdiff_t(1));
    }

    void aRunSurvivesBeingTakenApart() {
        Followed file;
        file.append("{\"step\": 1, \"step_time_s\": 2.0, \"loss\": NaN}\n{\"step\": 2, \"loss\": null}\n"
                    "{\"step\": 5, \"step_time_s\": 2.5}\n{\"step\": 3, \"step_time_s\": 2.25}\nno JSON\n"
                    "{\"event\": \"checkpoint\", \"step\": 3}\n{\"step\": 4, \"step_time_s\": 2.25}\n");
        file.read();
        const Run& run = *file.last().run;
        QVERIFY(run.attempts().size() > 1 && run.issues().total > 0 && !run.events().empty());
        const auto again = rebuiltRun(run).build(MetricRoles::builtIn());
        QCOMPARE(tests::describe(std::vector<RunPtr>{again}), tests::describe(std::vector<RunPtr>{file.last().run}));
    }
};

QTEST_GUILESS_MAIN(TestFollowedReading)
#include "tst_followedreading.moc"
