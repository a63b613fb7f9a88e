#pragma once

#include "widgets/report/canvas.h"

namespace tachograph::widgets {

/// A column of a ticket: blocks from top to bottom as long as they fit.
class Column {
  public:
    Column(const Canvas& canvas, qreal x, qreal y, qreal width, qreal bottom)
        : m_canvas(canvas), m_x(x), m_y(y), m_width(width), m_bottom(bottom) {}

    /// Draws the block when it fits; `draw(canvas, x, y, width)` returns its height.
    template <typename Draw>
    bool add(const Draw& draw, qreal gapBefore, bool ruled) {
        const Canvas measure(m_canvas.theme());
        const qreal height = draw(measure, m_x, m_y + gapBefore, m_width);
        if (height <= 0)
            return false;
        if (m_y + gapBefore + height > m_bottom)
            return false;
        if (ruled)
            m_canvas.rule(m_x, m_x + m_width, m_y + gapBefore / 2, m_canvas.theme().hair);
        draw(m_canvas, m_x, m_y + gapBefore, m_width);
        m_y += gapBefore + height;
        return true;
    }
    [[nodiscard]] qreal left() const { return m_bottom - m_y; }

  private:
    const Canvas& m_canvas;
    qreal m_x, m_y, m_width, m_bottom;
};

} // namespace tachograph::widgets
