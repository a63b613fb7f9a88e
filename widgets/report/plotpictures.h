#pragma once

#include <QImage>
#include <QSize>

#include <utility>
#include <vector>

namespace tachograph::widgets {

/// The plots of one page as pictures, in the order in which the page has them. Widgets draw them ahead, in the GUI
/// thread; the page is painted with them in any.
class PlotPictures {
  public:
    /// `size` in device-independent pixels.
    void add(QImage picture, QSize size) { m_plots.emplace_back(std::move(picture), size); }
    /// The next one; a null picture behind the last.
    std::pair<QImage, QSize> take() { return m_next < m_plots.size() ? m_plots[m_next++] : std::pair<QImage, QSize>(); }
    /// The first is the next again.
    void rewind() { m_next = 0; }

  private:
    std::vector<std::pair<QImage, QSize>> m_plots;
    std::size_t m_next = 0;
};

} // namespace tachograph::widgets
