#include "widgets/report/metricblock.h"

#include "widgets/compare/comparisonpainting.h"

#include <QCoreApplication>

namespace tachograph::widgets {

using Metrics = models::ComparedMetricsModel;

namespace {

constexpr qreal tableRow = 25;

} // namespace

qreal metricBlock(const Canvas& canvas, qreal x, qreal y, qreal width, const Metrics& rows, qreal bottom) {
    struct Part {
        int column;
        qreal share;
        bool right;
    };
    constexpr Part parts[] = {{Metrics::nameColumn, 0.22, false},   {Metrics::aColumn, 0.09, true},
                              {Metrics::bColumn, 0.09, true},       {Metrics::changeColumn, 0.08, true},
                              {Metrics::effectColumn, 0.14, false}, {Metrics::intervalColumn, 0.14, true},
                              {Metrics::countColumn, 0.07, true},   {Metrics::effectiveColumn, 0.07, true}};
    const double widest = rows.widestFactor();
    qreal top = y;
    for (int row = -1; row < rows.rowCount() && top + tableRow <= bottom; ++row) {
        qreal left = x;
        const bool judged = row >= 0 && rows.index(row, 0).data(Metrics::effectRole).isValid();
        for (const Part& part : parts) {
            const qreal room = width * part.share;
            const QString cell = row < 0 ? rows.headerData(part.column, Qt::Horizontal, Qt::DisplayRole).toString()
                                         : rows.index(row, part.column).data().toString();
            auto style = row < 0 ? canvas.muted(13) : canvas.style(14, part.column == Metrics::changeColumn);
            if (row >= 0 && (part.column == Metrics::aColumn || part.column == Metrics::bColumn))
                style.color = canvas.theme().run(part.column == Metrics::aColumn ? 0 : 1);
            if (part.column == Metrics::effectColumn && row >= 0) {
                const QVariantList effect = rows.index(row, 0).data(Metrics::effectRole).toList();
                const QString verdict = rows.index(row, 0).data(Metrics::verdictRole).toString();
                canvas.paint([&](QPainter& painter) {
                    if (!judged)
                        return;
                    paintEffect(painter, QRectF(left + 20, top + 3, room - 36, tableRow - 8), canvas.theme(),
                                effect[0].toDouble(), effect[1].toDouble(), effect[2].toDouble(), widest, verdict);
                });
            } else if (part.column == Metrics::intervalColumn && row >= 0 && !judged) {
                // What is said instead of an interval takes the room of the columns up to the verdict.
                canvas.line(left - width * 0.12, top, width * 0.40, cell, canvas.muted(13));
                left += width * 0.28;
                break;
            } else {
                const qreal indent = part.column == Metrics::effectColumn ? 20 : 0;
                canvas.line(left + indent, top, room - indent, cell, style,
                            part.right ? Qt::AlignRight : Qt::AlignLeft);
            }
            left += room;
        }
        const qreal last = x + width * 0.91;
        const QString word = row < 0 ? QCoreApplication::translate("Report", "Verdict")
                                     : rows.index(row, Metrics::verdictColumn).data().toString();
        if (row < 0)
            canvas.line(last, top, width * 0.1, word, canvas.muted(13));
        else
            canvas.wordBadge(last, top - 1, word,
                             verdictSignal(canvas.theme(), rows.index(row, 0).data(Metrics::verdictRole).toString()),
                             13);
        top += tableRow;
        canvas.rule(x, x + width, top - 3, canvas.theme().hair);
    }
    return top - y;
}

} // namespace tachograph::widgets
