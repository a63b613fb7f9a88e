#include "analysis/numerics/sortedwindow.h"

#include <algorithm>

namespace tachograph::numerics {

void SortedWindow::insert(double value) {
    m_sorted.insert(std::upper_bound(m_sorted.begin(), m_sorted.end(), value), value);
}

void SortedWindow::erase(double value) {
    m_sorted.erase(std::lower_bound(m_sorted.begin(), m_sorted.end(), value));
}

double SortedWindow::median() const {
    const std::size_t n = m_sorted.size();
    return n % 2 == 1 ? m_sorted[n / 2] : 0.5 * (m_sorted[n / 2 - 1] + m_sorted[n / 2]);
}

/// The distances below and above the centre are two ascending lists: walk outwards and take the smaller each time.
double SortedWindow::scaledMad(double centre) const {
    const std::size_t n = m_sorted.size();
    auto above = std::lower_bound(m_sorted.begin(), m_sorted.end(), centre);
    auto below = above;
    double previous = 0.0, distance = 0.0;
    for (std::size_t taken = 0; taken <= n / 2; ++taken) {
        previous = distance;
        const bool takeAbove =
            below == m_sorted.begin() || (above != m_sorted.end() && *above - centre <= centre - *(below - 1));
        distance = takeAbove ? *above++ - centre : centre - *--below;
    }
    return 1.4826 * (n % 2 == 1 ? distance : 0.5 * (previous + distance));
}

} // namespace tachograph::numerics
