#include "widgets/plot/columnimage.h"

#include <QPainter>

#include <algorithm>
#include <array>
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

void ColumnImage::draw(QPainter& painter, const QColor& color, double width) {
    if (empty())
        return;
    const int top = static_cast<int>(std::floor(m_highest)), bottom = static_cast<int>(std::ceil(m_lowest));
    const QSize size(static_cast<int>(m_top.size()), std::max(1, bottom - top));
    if (m_image.width() != size.width() || m_image.height() < size.height())
        m_image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    // A colour for every degree of coverage.
    constexpr int degrees = 255;
    constexpr float nearlyAll = 255.99F; // each degree has as much of the range from 0 to 1 as any other
    std::array<QRgb, degrees + 1> shades{};
    for (int i = 0; i <= degrees; ++i)
        shades[static_cast<std::size_t>(i)] = qPremultiply(qRgba(color.red(), color.green(), color.blue(), i));
    const float alpha = static_cast<float>(color.alphaF());
    const float beside = static_cast<float>(std::clamp((width - 1) / 2, 0.0, 1.0)) * alpha;
    const float share = alpha * static_cast<float>(std::min(width, 1.0));
    for (int y = 0; y < size.height(); ++y) {
        fillCoverage(static_cast<float>(top + y));
        auto* const pixels = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        const float* const coverage = m_coverage.data();
        for (std::size_t i = 0; i < m_top.size(); ++i) {
            // What shines through the bar and through those of both neighbours.
            const float through =
                (1 - share * coverage[i + 1]) * (1 - beside * coverage[i]) * (1 - beside * coverage[i + 2]);
            pixels[i] = shades[static_cast<std::size_t>((1 - through) * nearlyAll)];
        }
    }
    const QRectF target(m_area.left(), m_area.top() + static_cast<double>(top) / m_pixelsPerUnit, m_area.width(),
                        static_cast<double>(size.height()) / m_pixelsPerUnit);
    painter.drawImage(target, m_image, QRectF(0, 0, size.width(), size.height()));
}

} // namespace tachograph::widgets
