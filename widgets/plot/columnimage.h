#pragma once

#include <QColor>
#include <QImage>
#include <QRect>

#include <cstddef>
#include <vector>

class QPainter;

namespace tachograph::widgets {

/// Upright bars side by side, at most one for each pixel column of an area, drawn as pixel rows: crowded lines and
/// bands consist of thousands of them, and filling each by itself takes the painter a hundred times as long. The look
/// is that of antialiased rectangles laid over each other. Memory is reused from drawing to drawing.
class ColumnImage {
  public:
    /// Wider bars than this reach beyond their neighbours and must be drawn one by one.
    static constexpr double widest = 3; ///< device pixels

    /// Forgets all bars. `area` is in the painter's units, with a whole number of device pixels in each.
    void begin(const QRect& area, int pixelsPerUnit);
    /// From `top` to `bottom` in the painter's units; a further bar of a column is joined with the one there.
    void setBar(std::size_t column, double top, double bottom);
    [[nodiscard]] bool empty() const { return m_top.empty() || m_first > m_last; }
    /// `width` in device pixels, at most `widest`; bars wider than one lap over their neighbours.
    void draw(QPainter& painter, const QColor& color, double width);

  private:
    void fillCoverage(float y);
    void paintRow(QRgb* pixels, QRgb color, float share, float beside) const;

    QRect m_area;
    int m_pixelsPerUnit = 1;
    std::vector<float> m_top, m_bottom; // device pixels below the area's top; bottom above top: no bar there
    std::vector<float> m_coverage;      // of a pixel row, with an empty column on both sides
    std::size_t m_first = 1, m_last = 0;
    float m_highest = 0, m_lowest = 0;
    QImage m_image;
};

} // namespace tachograph::widgets
