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
    /// Neighbouring columns, painted together, with the ones on either side of them.
    struct Group {
        std::size_t begin = 0, end = 0;
        float top = 0, bottom = 0;           ///< of all bars: above and below there is nothing
        float solidTop = 0, solidBottom = 0; ///< between these all pixels are covered
    };
    /// A colour with its shares: of a pixel under its own bar, and of one under a neighbour's.
    struct Paint {
        float red = 0, green = 0, blue = 0;
        float share = 0, beside = 0;
    };
    static constexpr std::size_t groupSize = 32;

    void findGroups();
    void fillCoverage(const Group& group, float y);
    void paintGroup(const Group& group, QRgb* pixels, const Paint& paint) const;
    static QRgb shade(const Paint& paint, float coverage, float left, float right);

    QRect m_area;
    int m_pixelsPerUnit = 1;
    std::vector<float> m_top, m_bottom; // device pixels below the area's top; bottom above top: no bar there
    std::vector<float> m_coverage;      // of a pixel row, with an empty column on both sides
    std::vector<Group> m_groups;
    std::size_t m_first = 1, m_last = 0;
    float m_highest = 0, m_lowest = 0;
    QImage m_image;
};

} // namespace tachograph::widgets
