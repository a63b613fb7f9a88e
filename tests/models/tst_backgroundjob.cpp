#include "models/backgroundjob.h"
#include "models/jobqueue.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QThreadPool>

#include <atomic>
#include <new>
#include <stdexcept>

using namespace tachograph;
using namespace tachograph::models;

namespace {

/// What a job said, one word a signal.
class Listener : public QObject {
  public:
    explicit Listener(BackgroundJob& job) {
        connect(&job, &BackgroundJob::finished, this, [this](const std::any& value) {
            heard.append(QStringLiteral("finished %1").arg(std::any_cast<int>(value)));
        });
        connect(&job, &BackgroundJob::failed, this, [this](const QString& text) { heard.append("failed: " + text); });
        connect(&job, &BackgroundJob::canceled, this, [this] { heard.append("canceled"); });
    }
    QStringList heard;
};

Result<std::any> waitForCancel(const Job& job) {
    while (!job.canceled())
        QThread::msleep(1);
    return Error{canceledMessage};
}

} // namespace

class TestBackgroundJob : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void answersFromAnotherThread() {
        BackgroundJob job;
        Listener listener(job);
        Qt::HANDLE thread = nullptr;
        job.start([&thread](const Job&) -> Result<std::any> {
            thread = QThread::currentThreadId();
            return std::any(42);
        });
        QVERIFY(job.running());
        QTRY_COMPARE(listener.heard, QStringList{"finished 42"});
        QVERIFY(!job.running());
        QVERIFY(thread != QThread::currentThreadId());
    }

    void failures_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("error") << 0 << "x.log: nothing in it is a metric. Open another file.";
        QTest::newRow("no memory")
            << 1 << "There is not enough memory for this; close other runs or programs and try again.";
        QTest::newRow("exception") << 2 << "This could not be done: bad shape.";
        QTest::newRow("not even an exception") << 3 << "This could not be done: an unknown error was reported.";
        QTest::newRow("error that reads like a cancel") << 4 << canceledMessage;
    }
    void failures() {
        QFETCH(int, kind);
        QFETCH(QString, sentence);
        BackgroundJob job;
        Listener listener(job);
        job.start([kind](const Job&) -> Result<std::any> {
            switch (kind) {
            case 1:
                throw std::bad_alloc();
            case 2:
                throw std::runtime_error("bad shape");
            case 3:
                throw 7;
            case 4:
                return Error{canceledMessage};
            default:
                return Error{"x.log: nothing in it is a metric. Open another file."};
            }
        });
        QTRY_COMPARE(listener.heard, QStringList{"failed: " + sentence});
        QVERIFY(!job.running());
    }

    void exceptionInAPieceReachesTheCaller() {
        BackgroundJob job;
        Listener listener(job);
        job.start([](const Job& of) -> Result<std::any> {
            of.forEach(100, [](std::size_t i) {
                if (i == 37)
                    throw std::runtime_error("piece 37");
            });
            return std::any(0);
        });
        QTRY_COMPARE(listener.heard, QStringList{"failed: This could not be done: piece 37."});
    }

    void cancelIsNeitherFinishedNorFailed() {
        BackgroundJob job;
        Listener listener(job);
        job.start(waitForCancel);
        job.cancel();
        QTRY_COMPARE(listener.heard, QStringList{"canceled"});
    }

    void answerAfterACancelIsDropped() {
        BackgroundJob job;
        Listener listener(job);
        std::atomic<bool> go = false;
        job.start([&go](const Job&) -> Result<std::any> {
            while (!go)
                QThread::msleep(1);
            return std::any(1);
        });
        job.cancel();
        go = true;
        QTRY_COMPARE(listener.heard, QStringList{"canceled"});
    }

    void cancelWithoutAJobSaysNothing() {
        BackgroundJob job;
        Listener listener(job);
        job.cancel();
        QTest::qWait(20);
        QVERIFY(listener.heard.isEmpty());
        job.start([](const Job&) -> Result<std::any> { return std::any(3); });
        QTRY_COMPARE(listener.heard, QStringList{"finished 3"});
    }

    void newestRequestWins() {
        BackgroundJob job;
        Listener listener(job);
        for (int i = 0; i < 20; ++i)
            job.start([i](const Job& of) -> Result<std::any> {
                if (i < 19)
                    return waitForCancel(of);
                return std::any(i);
            });
        QTRY_COMPARE(listener.heard, QStringList{"finished 19"});
        QTest::qWait(30);
        QCOMPARE(listener.heard, QStringList{"finished 19"});
    }

    void destructorCancelsAndWaits() {
        std::atomic<bool> ended = false;
        {
            BackgroundJob job;
            job.start([&ended](const Job& of) -> Result<std::any> {
                const auto answer = waitForCancel(of);
                QThread::msleep(20);
                ended = true;
                return answer;
            });
            QTest::qWait(10);
        }
        QVERIFY(ended);
    }

    void destructionRightAfterStart() {
        for (int i = 0; i < 50; ++i) {
            BackgroundJob job;
            job.start(waitForCancel);
            job.start(waitForCancel);
        }
    }

    void progressIsThrottledAndArrivesInOrder() {
        BackgroundJob job;
        Listener listener(job);
        QList<double> fractions;
        connect(&job, &BackgroundJob::progress, &job, [&](double fraction) {
            QCOMPARE(QThread::currentThread(), thread());
            fractions.append(fraction);
        });
        QElapsedTimer clock;
        clock.start();
        job.start([](const Job& of) -> Result<std::any> {
            for (int i = 0; i < 200; ++i) {
                of.report(i / 200.0);
                QThread::msleep(1);
            }
            return std::any(0);
        });
        QTRY_COMPARE(listener.heard.size(), 1);
        QVERIFY(!fractions.isEmpty());
        QVERIFY2(fractions.size() <= clock.elapsed() / 50 + 1, qPrintable(QString::number(fractions.size())));
        QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
    }

    void nestedPiecesOfManyJobsDoNotWaitForEachOther() {
        std::vector<std::unique_ptr<BackgroundJob>> jobs;
        std::atomic<int> pieces = 0;
        int ended = 0;
        for (int i = 0; i < 8; ++i) {
            jobs.push_back(std::make_unique<BackgroundJob>());
            connect(jobs.back().get(), &BackgroundJob::finished, jobs.back().get(), [&ended] { ++ended; });
            jobs.back()->start([&pieces](const Job& of) -> Result<std::any> {
                of.forEach(20, [&](std::size_t) { of.forEach(20, [&](std::size_t) { ++pieces; }); });
                return std::any(0);
            });
        }
        QTRY_COMPARE(ended, 8);
        QCOMPARE(pieces.load(), 8 * 400);
    }

    void everyPieceRunsOnce() {
        BackgroundJob job;
        Listener listener(job);
        std::vector<std::atomic<int>> counts(1000);
        job.start([&counts](const Job& of) -> Result<std::any> {
            of.forEach(0, [](std::size_t) { throw std::runtime_error("there is no piece"); });
            of.forEach(counts.size(), [&](std::size_t i) { ++counts[i]; });
            return std::any(0);
        });
        QTRY_COMPARE(listener.heard, QStringList{"finished 0"});
        QVERIFY(std::ranges::all_of(counts, [](const auto& count) { return count == 1; }));
    }

    void queueRunsOnlyAFewAtOnce() {
        JobQueue queue(2);
        std::atomic<int> running = 0, most = 0;
        QStringList heard;
        connect(&queue, &JobQueue::finished, &queue, [&](std::uint64_t key) { heard.append(QString::number(key)); });
        for (std::uint64_t key = 1; key <= 6; ++key)
            queue.add(key, [&](const Job&) -> Result<std::any> {
                const int now = ++running;
                for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
                }
                QThread::msleep(5);
                --running;
                return std::any(0);
            });
        QCOMPARE(queue.size(), std::size_t(6));
        QTRY_COMPARE(heard.size(), 6);
        QCOMPARE(queue.size(), std::size_t(0));
        QVERIFY(most <= 2);
    }

    void queueCancelsRunningAndWaitingJobs() {
        JobQueue queue(1);
        QStringList heard;
        connect(&queue, &JobQueue::canceled, &queue, [&](std::uint64_t key) { heard.append(QString::number(key)); });
        for (std::uint64_t key = 1; key <= 3; ++key)
            queue.add(key, waitForCancel);
        queue.cancel(3);
        QCOMPARE(heard, QStringList{"3"});
        queue.cancel(99);
        queue.cancel(1);
        QTRY_COMPARE(heard, (QStringList{"3", "1"}));
        queue.cancel(2);
        QTRY_COMPARE(heard, (QStringList{"3", "1", "2"}));
    }

    void queueTakesTheNewerJobOfAKey() {
        JobQueue queue(1);
        QStringList heard;
        connect(&queue, &JobQueue::finished, &queue, [&](std::uint64_t key, const std::any& value) {
            heard.append(QStringLiteral("%1=%2").arg(key).arg(std::any_cast<int>(value)));
        });
        auto answer = [](int value) {
            return [value](const Job&) -> Result<std::any> {
                return std::any(value);
            };
        };
        queue.add(1, waitForCancel);
        queue.add(2, waitForCancel);
        queue.add(2, answer(22)); // waiting: replaced
        queue.add(1, answer(11)); // running: canceled, then the newer
        QTRY_COMPARE(heard, (QStringList{"1=11", "2=22"}));
    }
};

QTEST_GUILESS_MAIN(TestBackgroundJob)
#include "tst_backgroundjob.moc"
