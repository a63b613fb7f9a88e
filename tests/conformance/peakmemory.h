#pragma once

#include <cstdint>

namespace tachograph::tests {

/// How much more memory the process held at its highest since this object was made. Linux only, like the tests.
class PeakMemory {
  public:
    PeakMemory();
    [[nodiscard]] std::int64_t bytes() const;

    /// Sanitizers keep freed memory and shadow it: figures mean nothing then, and times are several times longer.
    static constexpr bool underSanitizer =
#ifdef TACHOGRAPH_UNDER_SANITIZER
        true;
#else
        false;
#endif

  private:
    std::int64_t m_before = 0;
};

} // namespace tachograph::tests
