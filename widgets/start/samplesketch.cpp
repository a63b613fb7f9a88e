#include "widgets/start/samplesketch.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

SampleSketch::SampleSketch(QWidget* parent) : QWidget(parent), m_theme(&Theme::light()) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SampleSketch::setLines(std::vector<Line> lines) {
    m_lines = std::move(lines);
    QStringList labels;
    for (const Line& line : m_lines)
        labels << line.label;
    setAccessibleName(labels.join(QStringLiteral(", ")));
    update();
}

void SampleSketch::setTheme(const Theme& theme) {
    m_theme = &theme;
    update();
}

void SampleSketch::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(Theme::font(12, true));
    int labelWidth = 0;
    double top = 0;
    for (const Line& line : m_lines) {
        labelWidth = std::max(labelWidth, painter.fontMetrics().horizontalAdvance(line.label));
        for (const double value : line.values)
            top = std::isfinite(value) ? std::max(top, value) : top;
    }
    const QRectF plot(1, 6, width() - labelWidth - 12, height() - 12);
    painter.setPen(QPen(m_theme->edge, 1));
    painter.drawLine(QPointF(plot.left(), plot.bottom() + 0.5), QPointF(plot.right(), plot.bottom() + 0.5));
    for (const Line& line : m_lines) {
        if (line.values.size() < 2 || top <= 0)
            continue;
        QPainterPath path;
        double y = plot.bottom();
        for (std::size_t i = 0; i < line.values.size(); ++i) {
            const double x =
                plot.left() + plot.width() * static_cast<double>(i) / static_cast<double>(line.values.size() - 1);
            y = plot.bottom() - plot.height() * line.values[i] / top;
            i == 0 ? path.moveTo(x, y) : path.lineTo(x, y);
        }
        QPen pen(m_theme->run(line.slot), 2);
        QList<qreal> dash = Theme::dash(line.slot);
        for (qreal& length : dash)
            length /= 2; // Qt counts dashes in pen widths
        if (!dash.isEmpty())
            pen.setDashPattern(dash);
        painter.strokePath(path, pen);
        painter.setPen(m_theme->run(line.slot));
        painter.drawText(QRectF(plot.right() + 8, y - 9, labelWidth + 2, 18), Qt::AlignLeft | Qt::AlignVCenter,
                         line.label);
    }
}

} // namespace tachograph::widgets
