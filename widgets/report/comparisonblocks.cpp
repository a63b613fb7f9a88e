#include "widgets/report/comparisonblocks.h"

#include "widgets/compare/ramppainting.h"

#include <algorithm>

namespace tachograph::widgets {

namespace {

constexpr qreal rampHeight = 240, rowHeight = 25;

} // namespace

qreal rampBlock(const Canvas& canvas, qreal x, qreal y, qreal width, const models::ComparisonView& view) {
    qreal top = y;
    if (view.ramps) {
        canvas.paint([&](QPainter& painter) {
            paintRamp(painter, QRectF(x, top, width, rampHeight), canvas.theme(), *view.ramps);
        });
        top += rampHeight + 6;
    } else {
        top += canvas.paragraph(x, top, width, noRampWords(view.comparison), canvas.secondary(15)) + 4;
    }
    return top + canvas.paragraph(x, top, width, rampWords(view.comparison), canvas.secondary(15)) - y;
}

qreal tableBlock(const Canvas& canvas, qreal x, qreal y, qreal width, const models::ComparedTable& table) {
    qreal top = y;
    const qreal room = std::min(width / static_cast<qreal>(std::max<qsizetype>(1, table.header.size())), 220.0);
    const auto line = [&](const QStringList& cells, const Canvas::Style& style) {
        for (qsizetype i = 0; i < cells.size(); ++i)
            canvas.line(x + static_cast<qreal>(i) * room, top, room - 10, cells[i], style,
                        i == 0 ? Qt::AlignLeft : Qt::AlignRight);
        top += rowHeight;
    };
    if (!table.rows.empty())
        line(table.header, canvas.muted(13));
    for (const QStringList& cells : table.rows)
        line(cells, canvas.style(14));
    if (!table.remark.isEmpty())
        top += canvas.paragraph(x, top + 2, width, table.remark, canvas.secondary(15)) + 4;
    return top - y;
}

} // namespace tachograph::widgets
