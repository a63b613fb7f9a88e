#pragma once

#include <cstddef>
#include <vector>

namespace tachograph::numerics {

/// The values of a short moving window, kept in order: median and median absolute deviation in one pass over the
/// window.
class SortedWindow {
  public:
    explicit SortedWindow(std::size_t width) { m_sorted.reserve(width + 1); }

    void insert(double value);
    void erase(double value); ///< one value equal to it; it must be there
    [[nodiscard]] std::size_t size() const { return m_sorted.size(); }
    /// Mean of the two middle values for an even count. The window must not be empty.
    [[nodiscard]] double median() const;
    /// 1.4826 x median absolute deviation from `centre`, the window's median.
    [[nodiscard]] double scaledMad(double centre) const;

  private:
    std::vector<double> m_sorted;
};

} // namespace tachograph::numerics
