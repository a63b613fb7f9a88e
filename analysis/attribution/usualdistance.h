#pragma once

#include "analysis/numerics/orderstatistics.h"

#include <cstddef>
#include <vector>

namespace tachograph {

/// The median of distances between neighbours. They are kept only once two of them differ: usually all are alike, and
/// there may be a million.
class UsualDistance {
  public:
    void add(double distance) {
        if (m_count++ == 0)
            m_first = distance;
        if (m_all.empty() && distance != m_first)
            m_all.assign(m_count - 1, m_first);
        if (!m_all.empty())
            m_all.push_back(distance);
    }
    /// `none` when there are no distances.
    [[nodiscard]] double median(double none) const {
        return m_count == 0 ? none : m_all.empty() ? m_first : numerics::median(m_all);
    }

  private:
    std::size_t m_count = 0;
    double m_first = 0;
    std::vector<double> m_all;
};

} // namespace tachograph
