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

void ColumnImage::findGroups() {
    m_groups.clear();
    const std::size_t columns = m_top.size();
    for (std::size_t begin = 0; begin < columns; begin += groupSize) {
        Group group{begin, std::min(begin + groupSize, columns), m_top[begin], m_bottom[begin], 0, m_bottom[begin]};
        for (std::size_t i = begin > 0 ? begin - 1 : 0; i < std::min(group.end + 1, columns); ++i) {
            group.top = std::min(group.top, m_top[i]);
            group.bottom = std::max(group.bottom, m_bottom[i]);
            group.solidTop = std::max(group.solidTop, m_top[i]);
            group.solidBottom = std::min(group.solidBottom, m_bottom[i]);
        }
        if (begin == 0 || group.end == columns) // what lies beyond is empty
            group.solidBottom = -1;
        m_groups.push_back(group);
    }
}

/// How much of each pixel of the row from `y` to y + 1 its bar covers.
void ColumnImage::fillCoverage(const Group& group, float y) {
    for (std::size_t i = group.begin > 0 ? group.begin - 1 : 0; i < std::min(group.end + 1, m_top.size()); ++i)
        m_coverage[i + 1] = std::max(0.0F, std::min(m_bottom[i], y + 1) - std::max(m_top[i], y));
}

inline QRgb ColumnImage::shade(const Paint& paint, float coverage, float left, float right) {
    constexpr float nearlyAll = 255.99F; // each degree of opacity has as much of the range from 0 to 1 as any other
    constexpr float half = 0.5F;         // rounds; std::lround would take pixels one by one
    // What shines through the bar and through those of both neighbours.
    const float through = (1 - paint.share * coverage) * (1 - paint.beside * left) * (1 - paint.beside * right);
    const int degree = static_cast<int>((1 - through) * nearlyAll);
    const auto opacity = static_cast<float>(degree);
    const auto part = [opacity](float color) {
        return static_cast<std::uint32_t>(static_cast<int>(opacity * color + half));
    };
    return static_cast<std::uint32_t>(degree) << 24 | part(paint.red) << 16 | part(paint.green) << 8 | part(paint.blue);
}

/// Pixels of one row from their coverage. Arithmetic on four pixels at a time and more, where the compiler knows how: a
/// table of shades would be looked up pixel by pixel.
void ColumnImage::paintGroup(const Group& group, QRgb* pixels, const Paint& paint) const {
    const float* const coverage = m_coverage.data();
    const Paint same = paint; // not in memory that `pixels` may point to
    for (std::size_t i = group.begin; i < group.end; ++i)
        pixels[i] = shade(same, coverage[i + 1], coverage[i], coverage[i + 2]);
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
    const Paint paint{static_cast<float>(color.redF()), static_cast<float>(color.greenF()),
                      static_cast<float>(color.blueF()), share, beside};
    const QRgb solid = shade(paint, 1, 1, 1);
    findGroups();
    for (int row = 0; row < size.height(); ++row) {
        auto* const pixels = reinterpret_cast<QRgb*>(m_image.scanLine(row));
        const auto y = static_cast<float>(top + row);
        for (const Group& group : m_groups) {
            if (y + 1 <= group.top || y >= group.bottom) {
                std::fill(pixels + group.begin, pixels + group.end, 0);
            } else if (y >= group.solidTop && y + 1 <= group.solidBottom) {
                std::fill(pixels + group.begin, pixels + group.end, solid);
            } else {
                fillCoverage(group, y);
                paintGroup(group, pixels, paint);
            }
        }
    }
    const QRectF target(m_area.left(), m_area.top() + static_cast<double>(top) / m_pixelsPerUnit, m_area.width(),
                        static_cast<double>(size.height()) / m_pixelsPerUnit);
    painter.drawImage(target, m_image, QRectF(0, 0, size.width(), size.height()));
}

} // namespace tachograph::widgets
