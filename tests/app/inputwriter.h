#pragma once

#include <QByteArray>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace tachograph::tests {

/// A pipe that is the standard input of this process, and the end that a job would write to.
class Writer {
  public:
    Writer() {
        int ends[2] = {-1, -1};
        if (::pipe2(ends, O_CLOEXEC) != 0 || ::dup2(ends[0], STDIN_FILENO) < 0)
            qFatal("there is no pipe");
        ::close(ends[0]);
        m_end = ends[1];
    }
    ~Writer() {
        end();
        ::close(STDIN_FILENO);
        ::open("/dev/null", O_RDONLY);
    }
    void write(const QByteArray& bytes) const {
        if (::write(m_end, bytes.constData(), static_cast<std::size_t>(bytes.size())) != bytes.size())
            qFatal("the pipe takes nothing");
    }
    void end() {
        if (m_end >= 0)
            ::close(m_end);
        m_end = -1;
    }
    /// Writes on and on in a process of its own until nobody reads any more; answers its id.
    [[nodiscard]] pid_t writeForEver(const QByteArray& line) const {
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(SIGPIPE, SIG_DFL); // Qt Test has it taken for a crash
            ::close(STDIN_FILENO);      // it must not be its own reader
        }
        while (child == 0)
            if (::write(m_end, line.constData(), static_cast<std::size_t>(line.size())) < 0)
                ::_exit(1);
        return child;
    }

  private:
    int m_end = -1;
};

} // namespace tachograph::tests
