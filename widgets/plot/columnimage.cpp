#include "widgets/plot/columnimage.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tachograph::widgets {

void ColumnImage::begin(const QRect& area, int pixelsPerUnit) {
    m_area = area;
    m_pixelsPerUnit = pixelsPerUnit;
    const auto columns = static_cast<std::size_t>(std::max(0, area.width() * pixelsPerUnit));
    m_highest = static_cast<float>(area.height() * pixelsPerUnit);
    m_top.assign(columns, m_highest + 1);
    m_bottom.assign(columns, -1.0F);
    m_coverage.assign(columns + 2, 0.0F);
    m_first = columns;
    m_last = 0;
    m_lowest = 0;
}

void ColumnImage::setBar(std::size_t column, double top, double bottom) {
    if (column >= m_top.size())
        return;
    const double height = m_area.height() * m_pixelsPerUnit;
    const double above = (top - m_area.top()) * m_pixelsPerUnit, below = (bottom - m_area.top()) * m_pixelsPerUnit;
    if (below <= 0 || above >= height)
        return;
    m_top[column] = std::min(m_top[column], static_cast<float>(std::max(above, 0.0)));
    m_bottom[column] = std::max(m_bottom[column], static_cast<float>(std::min(below, height)));
    m_highest = std::min(m_highest, m_top[column]);
    m_lowest = std::max(m_lowest, m_bottom[column]);
    m_first = std::min(m_first, column);
    m_last = std::max(m_last, column);
}

/// How much of each pixel of the row from `y` to y + 1 its bar covers.
void ColumnImage::fillCoverage(float y) {
    for (std::size_t i = m_first; i <= m_last; ++i)
        m_coverage[i + 1] = std::max(0.0F, std::min(m_bottom[i], y + 1) - std::max(m_top[i], y));
}

/// One pixel row from its coverage. Arithmetic on four pixels at a time and more, where the compiler knows how: a table
/// of shades would be looked up pixel by pixel.
void ColumnImage::paintRow(QRgb* pixels, QRgb color, float share, float beside) const {
    constexpr float nearlyAll = 255.99F; // each degree of opacity has as much of the range from 0 to 1 as any other
    const float red = static_cast<float>(qRed(color)) / 255.0F, green = static_cast<float>(qGreen(color)) / 255.0F,
                blue = static_cast<float>(qBlue(color)) / 255.0F;
    const float* const coverage = m_coverage.data();
    const std::size_t columns = m_top.size();
    constexpr float half = 0.5F; // rounds; std::lround would take pixels one by one
    const auto shade = [](float opacity, float part) {
        return static_cast<std::uint32_t>(static_cast<int>(opacity * part + half));
    };
    for (std::size_t i = 0; i < columns; ++i) {
        // What shines through the bar and through those of both neighbours.
        const float through =
            (1 - share * coverage[i + 1]) * (1 - beside * coverage[i]) * (1 - beside * coverage[i + 2]);
        const int degree = static_cast<int>((1 - through) * nearlyAll);
        const auto opacity = static_cast<float>(degree);
        pixels[i] = static_cast<std::uint32_t>(degree) << 24 | shade(opacity, red) << 16 | shade(opacity, green) << 8 |
                    shade(opacity, blue);
    }
}

void ColumnImage::draw(QPainter& painter, const QColor& color, double width) {
    if (empty())
        return;
    const int top = static_cast<int>(std::floor(m_highest)), bottom = static_cast<int>(std::ceil(m_lowest));
    const QSize size(static_cast<int>(m_top.size()), std::max(1, bottom - top));
    if (m_image.width() != size.width() || m_image.height() < size.height())
        m_image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    const float alpha = static_cast<float>(color.alphaF());
    const float beside = static_cast<float>(std::clamp((width - 1) / 2, 0.0, 1.0)) * alpha;
    const float share = alpha * static_cast<float>(std::min(width, 1.0));
    for (int y = 0; y < size.height(); ++y) {
        fillCoverage(static_cast<float>(top + y));
        paintRow(reinterpret_cast<QRgb*>(m_image.scanLine(y)), color.rgb(), share, beside);
    }
    const QRectF target(m_area.left(), m_area.top() + static_cast<double>(top) / m_pixelsPerUnit, m_area.width(),
                        static_cast<double>(size.height()) / m_pixelsPerUnit);
    painter.drawImage(target, m_image, QRectF(0, 0, size.width(), size.height()));
}

} // namespace tachograph::widgets
