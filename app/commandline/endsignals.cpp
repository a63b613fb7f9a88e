#include "app/commandline/endsignals.h"

#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace tachograph::app {

namespace {

volatile std::sig_atomic_t writeEnd = -1;

/// A signal may interrupt anything: all that is done here is to write a byte.
void wake(int) {
    const char byte = 0;
    if (writeEnd >= 0) [[maybe_unused]]
        const ssize_t ignored = ::write(writeEnd, &byte, 1);
}

} // namespace

void EndSignals::handle(void (*handler)(int)) const {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = handler == SIG_DFL ? 0 : static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigemptyset(&action.sa_mask);
    for (const int signal : m_signals)
        sigaction(signal, &action, nullptr);
}

EndSignals::EndSignals(std::vector<int> numbers) : m_signals(std::move(numbers)) {
    if (::pipe2(m_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    writeEnd = m_pipe[1];
    m_notifier = std::make_unique<QSocketNotifier>(m_pipe[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        m_notifier->setEnabled(false);
        emit came();
    });
    handle(wake);
}

EndSignals::~EndSignals() {
    handle(SIG_DFL);
    writeEnd = -1;
    m_notifier.reset();
    for (const int end : m_pipe)
        if (end >= 0)
            ::close(end);
}

} // namespace tachograph::app
