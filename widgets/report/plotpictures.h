#pragma once

#include "widgets/plot/plotpainting.h"

#include <QImage>
#include <QSize>

#include <memory>
#include <utility>
#include <vector>

namespace tachograph::widgets {

/// When the plots of a page are drawn: while it is laid out, or by whoever has it, piece by piece.
enum class Plots { now, later };

/// The plots of one page as pictures, in the order in which the page has them. Widgets draw them ahead, in the GUI
/// thread; the page is painted with them in any.
class PlotPictures {
  public:
    void add(std::unique_ptr<PlotPainting> plot) { m_plots.push_back(std::move(plot)); }
    /// A part that takes a few ten milliseconds; false when that was the last one.
    bool drawPiece();
    /// The next plot and its size in device-independent pixels; a null picture behind the last.
    std::pair<QImage, QSize> take();
    /// The first is the next again.
    void rewind() { m_next = 0; }

  private:
    std::vector<std::unique_ptr<PlotPainting>> m_plots;
    std::size_t m_next = 0, m_drawing = 0;
};

} // namespace tachograph::widgets
