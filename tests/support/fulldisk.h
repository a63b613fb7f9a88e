#pragma once

#include <csignal>
#include <cstddef>
#include <sys/resource.h>

namespace tachograph::tests {

/// While this object lives no file of this process grows beyond `bytes`: writing more fails as on a full disk.
class FullDisk {
  public:
    explicit FullDisk(std::size_t bytes) {
        m_works = ::getrlimit(RLIMIT_FSIZE, &m_before) == 0;
        const rlimit full{static_cast<rlim_t>(bytes), m_before.rlim_max};
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
        m_works = m_works && ::setrlimit(RLIMIT_FSIZE, &full) == 0;
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

    [[nodiscard]] bool works() const { return m_works; }

  private:
    rlimit m_before{};
    void (*m_handler)(int) = SIG_DFL;
    bool m_works = false;
};

} // namespace tachograph::tests
