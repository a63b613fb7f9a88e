#pragma once

#include "widgets/plot/plotpainting.h"

#include <QPointF>
#include <QSize>

#include <memory>
#include <vector>

class QPainter;

namespace tachograph::widgets {

/// When the plots of a page are drawn: while it is laid out, or by whoever has it, piece by piece.
enum class Plots { now, later };

/// The plots of one page, in the order in which the page has them. Widgets draw them ahead, in the GUI thread; the page
/// is painted with them in any.
class PlotPictures {
  public:
    enum class Form { pixels, lines };
    explicit PlotPictures(Form form) : m_form(form) {}

    /// `size` in device-independent pixels; lines have no scale.
    void add(const PlotView& view, QSize size, qreal scale);
    /// A part that takes a few ten milliseconds; false when that was the last one.
    bool drawPiece();
    /// The next plot at that corner; returns its size, an empty one behind the last.
    QSize paintNext(QPainter& painter, QPointF corner);
    /// The first is the next again.
    void rewind() { m_next = 0; }

  private:
    Form m_form;
    std::vector<std::unique_ptr<PlotAhead>> m_plots;
    std::size_t m_next = 0, m_drawing = 0;
};

} // namespace tachograph::widgets
