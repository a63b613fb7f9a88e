#pragma once

#include <cstdlib>
#include <unistd.h>

namespace tachograph::tests {

/// Permissions do not bind root; while this object lives the process, all of its threads, is nobody in particular.
class WithoutPrivileges {
  public:
    WithoutPrivileges() : m_wasRoot(::geteuid() == 0) {
        if (m_wasRoot && ::seteuid(65534) != 0)
            m_wasRoot = false;
    }
    ~WithoutPrivileges() {
        if (m_wasRoot && ::seteuid(0) != 0)
            std::abort();
    }
    WithoutPrivileges(const WithoutPrivileges&) = delete;
    WithoutPrivileges& operator=(const WithoutPrivileges&) = delete;

  private:
    bool m_wasRoot;
};

} // namespace tachograph::tests
