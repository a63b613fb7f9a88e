#include "app/standardinput.h"

#include "models/convert.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <unistd.h>
#include <utility>

namespace tachograph::app {

namespace {

/// Whether there is something to read (or the end) in standard input; false when it is time to stop.
bool waitForInput(int wake, const Job& job) {
    while (!job.canceled()) {
        std::array<pollfd, 2> ends{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{wake, POLLIN, 0}};
        const int ready = ::poll(ends.data(), ends.size(), wake < 0 ? 200 : -1);
        if (ready < 0 && errno != EINTR)
            return true; // reading says what is wrong
        if (ready > 0)
            return ends[1].revents == 0;
    }
    return false;
}

/// Takes standard input to its end. What there is no room for, or nobody wants any more, is dropped; the former is told
/// as progress.
Result<std::any> takeAll(const std::weak_ptr<InputSpool>& wanted, int wake, const Job& job) {
    std::array<char, 65536> buffer;
    while (waitForInput(wake, job)) {
        const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count < 0)
            return Error{std::string("standard input: it could not be read (") + std::strerror(errno) +
                         "). Name a file instead."};
        if (count == 0)
            return std::any();
        const std::shared_ptr<InputSpool> spool = wanted.lock();
        if (spool && !spool->add({buffer.data(), static_cast<std::size_t>(count)}))
            job.report(1.0);
    }
    return Error{canceledMessage};
}

} // namespace

StandardInput::StandardInput(models::Session& session, const QString& configFile)
    : m_session(session), m_interrupted({SIGINT}), m_taking(std::make_unique<models::BackgroundJob>()) {
    if (::pipe2(m_wake.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        m_wake = {-1, -1};
    const auto spool = std::make_shared<InputSpool>();
    m_run = models::Watching::of(session).open(QStringLiteral("standard input"),
                                               spooledInput(spool, models::pathToStd(configFile)));
    const auto finish = [this] {
        models::Watching::of(m_session).finish(m_run);
    };
    connect(m_taking.get(), &models::BackgroundJob::finished, this, finish);
    connect(m_taking.get(), &models::BackgroundJob::failed, this, [this, finish](const QString& sentence) {
        say(sentence);
        finish();
    });
    connect(m_taking.get(), &models::BackgroundJob::progress, this, [this] {
        say(tr("Of standard input there is more than 1 GiB, or no room for it in the folder for temporary files. What "
               "comes now is left out. Write it to a file and follow the file."));
    });
    connect(&m_interrupted, &EndSignals::came, this, [this] {
        emit notice(tr("Ctrl+C: what came of standard input stays open. Ctrl+C again ends the program."));
    });
    m_taking->start(
        [wanted = std::weak_ptr(spool), wake = m_wake[0]](const Job& job) { return takeAll(wanted, wake, job); });
}

StandardInput::~StandardInput() {
    m_taking->cancel();
    if (m_wake[1] >= 0) [[maybe_unused]]
        const ssize_t ignored = ::write(m_wake[1], "", 1);
    m_taking.reset();
    for (const int end : m_wake)
        if (end >= 0)
            ::close(end);
}

void StandardInput::say(const QString& sentence) {
    if (!std::exchange(m_said, true))
        emit problem(sentence);
}

} // namespace tachograph::app
