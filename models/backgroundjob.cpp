#include "models/backgroundjob.h"

#include "models/convert.h"
#include "models/sidebyside.h"

#include <QElapsedTimer>
#include <QFutureWatcher>
#include <QThreadPool>
#include <QtConcurrent/QtConcurrentRun>

#include <atomic>
#include <exception>
#include <new>
#include <stop_token>

namespace tachograph::models {

namespace {

constexpr qint64 progressIntervalMs = 50;

using Answer = std::shared_ptr<const Result<std::any>>;

/// Whatever the work throws becomes an error: an exception must not leave a thread of a pool.
Answer answerOf(const std::function<Result<std::any>(const Job&)>& work, const Job& job) {
    auto failure = [](std::string sentence) {
        return std::make_shared<const Result<std::any>>(Error{std::move(sentence)});
    };
    if (job.canceled())
        return failure(canceledMessage);
    try {
        return std::make_shared<const Result<std::any>>(work(job));
    } catch (const std::bad_alloc&) {
        return failure("There is not enough memory for this; close other runs or programs and try again.");
    } catch (const std::exception& exception) {
        return failure(std::string("This could not be done: ") + exception.what() + ".");
    } catch (...) {
        return failure("This could not be done: an unknown error was reported.");
    }
}

} // namespace

class BackgroundJob::Private {
  public:
    explicit Private(BackgroundJob* job) : q(job) {
        // Two, so that a canceled job that has not noticed yet does not hold up the newer one.
        pool.setMaxThreadCount(2);
    }

    /// What a worker says about how far it is; passed on to the GUI thread at most 20 times a second.
    void report(std::uint64_t number, double fraction) {
        const qint64 now = clock.elapsed();
        qint64 last = lastProgress;
        if (now - last < progressIntervalMs || !lastProgress.compare_exchange_strong(last, now))
            return;
        QMetaObject::invokeMethod(
            q,
            [this, number, fraction] {
                if (number == current && !stop.stop_requested())
                    emit q->progress(fraction);
            },
            Qt::QueuedConnection);
    }

    void arrived(std::uint64_t number, const Answer& answer) {
        if (number != current)
            return;
        current = 0;
        if (stop.stop_requested())
            emit q->canceled();
        else if (answer->ok())
            emit q->finished(answer->value());
        else
            emit q->failed(toQt(answer->error().message));
    }

    BackgroundJob* q;
    QThreadPool pool;
    QElapsedTimer clock;
    std::atomic<qint64> lastProgress = 0;
    std::stop_source stop;     // of the current work
    std::uint64_t current = 0; // number of the work whose answer is wanted; 0 = none
    std::uint64_t numbers = 0;
};

BackgroundJob::BackgroundJob(QObject* parent) : QObject(parent), d(std::make_unique<Private>(this)) {
    d->clock.start();
}

BackgroundJob::~BackgroundJob() {
    d->stop.request_stop();
    d->pool.waitForDone();
}

void BackgroundJob::start(std::function<Result<std::any>(const Job&)> work) {
    d->stop.request_stop();
    d->stop = std::stop_source();
    const std::uint64_t number = d->current = ++d->numbers;
    d->lastProgress = -progressIntervalMs;
    const Job job(
        d->stop.get_token(), [p = d.get(), number](double fraction) { p->report(number, fraction); }, sideBySide());

    auto* watcher = new QFutureWatcher<Answer>(this);
    connect(watcher, &QFutureWatcher<Answer>::finished, this, [this, watcher, number] {
        const Answer answer = watcher->result();
        watcher->deleteLater();
        d->arrived(number, answer);
    });
    watcher->setFuture(QtConcurrent::run(&d->pool, [work = std::move(work), job] { return answerOf(work, job); }));
}

void BackgroundJob::cancel() {
    d->stop.request_stop();
}

bool BackgroundJob::running() const {
    return d->current != 0;
}

} // namespace tachograph::models
