#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph {

/// A clock that prints hours, minutes and seconds but no date: counts seconds from its first stamp, over midnight too.
class DatelessClock {
  public:
    /// The next stamp, seconds since midnight; one that goes far back has passed midnight.
    void add(double secondsOfDay) {
        constexpr double day = 86400;
        if (!started())
            m_first = m_now = secondsOfDay;
        double now = secondsOfDay + day * std::floor(m_now / day);
        // Lines of two processes may come in the wrong order by a little.
        if (now < m_now - day / 2)
            now += day;
        m_now = std::max(m_now, now);
    }

    [[nodiscard]] bool started() const { return !std::isnan(m_first); }
    /// Seconds since the first stamp; NaN without any.
    [[nodiscard]] double elapsed() const { return m_now - m_first; }

  private:
    double m_first = std::numeric_limits<double>::quiet_NaN(), m_now = m_first;
};

} // namespace tachograph
