#include "models/sidebyside.h"

#include <QSemaphore>
#include <QThreadPool>

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

namespace tachograph::models {

namespace {

/// Remembers the first exception of several threads.
class FirstException {
  public:
    void keepCurrent() {
        const std::lock_guard lock(m_mutex);
        if (!m_exception)
            m_exception = std::current_exception();
    }
    void rethrow() const {
        if (m_exception)
            std::rethrow_exception(m_exception);
    }

  private:
    std::mutex m_mutex;
    std::exception_ptr m_exception;
};

/// The calling thread takes pieces itself and is helped by as many idle threads of the machine's pool as there are: a
/// helper is never queued, so the caller cannot wait for a thread that it occupies itself, however deep calls nest.
void runSideBySide(std::size_t count, const std::function<void(std::size_t)>& body) {
    std::atomic<std::size_t> next = 0;
    FirstException exception;
    auto takePieces = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++)
                body(i);
        } catch (...) {
            next = count;
            exception.keepCurrent();
        }
    };
    // Shared, because a helper may still be inside release() when the last acquire() returns.
    const auto helpersDone = std::make_shared<QSemaphore>();
    QThreadPool* pool = QThreadPool::globalInstance();
    int helpers = 0;
    while (static_cast<std::size_t>(helpers) + 1 < count && pool->tryStart([&takePieces, helpersDone] {
        takePieces();
        helpersDone->release();
    }))
        ++helpers;
    takePieces();
    helpersDone->acquire(helpers);
    exception.rethrow();
}

} // namespace

Executor sideBySide() {
    return runSideBySide;
}

} // namespace tachograph::models
