#include "widgets/plot/glyphs.h"

#include "widgets/plot/plotstyle.h"

#include <cmath>

namespace tachograph::widgets {
namespace {

QPen outline(const QColor& color, double width) {
    QPen pen(color, width);
    pen.setJoinStyle(Qt::MiterJoin);
    return pen;
}

void drawPolygon(QPainter& painter, QPointF centre, std::initializer_list<QPointF> corners) {
    QPolygonF polygon;
    for (const QPointF& corner : corners)
        polygon << centre + corner;
    painter.drawPolygon(polygon);
}

void drawCross(QPainter& painter, QPointF centre, double reach) {
    painter.drawLine(centre + QPointF(-reach, -reach), centre + QPointF(reach, reach));
    painter.drawLine(centre + QPointF(-reach, reach), centre + QPointF(reach, -reach));
}

void drawFlag(QPainter& painter, QPointF centre) {
    painter.setBrush(Qt::NoBrush);
    drawPolygon(painter, centre, {{-3.5, -4.5}, {4.5, -4.5}, {2.5, -1.5}, {4.5, 1.5}, {-3.5, 1.5}});
    painter.drawLine(centre + QPointF(-3.5, -5), centre + QPointF(-3.5, 5.5));
}

void drawResume(QPainter& painter, QPointF centre) {
    painter.setPen(Qt::NoPen);
    drawPolygon(painter, centre, {{-2.5, -5}, {5, 0}, {-2.5, 5}});
    painter.drawRect(QRectF(centre.x() - 5, centre.y() - 5, 1.5, 10));
}

} // namespace

void drawEventGlyph(QPainter& painter, QPointF at, EventKind kind, bool slowStep, const QColor& color,
                    const Theme& theme) {
    const QPointF centre(std::floor(at.x()) + 0.5, std::floor(at.y()) + 0.5);
    painter.save();
    painter.setPen(outline(color, 1.25));
    painter.setBrush(color);
    switch (kind) {
    case EventKind::checkpoint:
        if (!slowStep)
            painter.setBrush(theme.plot);
        drawPolygon(painter, centre, {{0, -4}, {4, 0}, {0, 4}, {-4, 0}});
        break;
    case EventKind::resume:
        drawResume(painter, centre);
        break;
    case EventKind::oom:
    case EventKind::exception:
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.critical.line);
        painter.drawRect(QRectF(centre.x() - 5, centre.y() - 5, 10, 10));
        painter.setPen(outline(theme.plot, 1.5));
        drawCross(painter, centre, 2.5);
        break;
    case EventKind::config:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(outline(color, 1.5));
        painter.drawEllipse(centre, 4.75, 4.75);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(centre, 2, 2);
        break;
    case EventKind::evaluation:
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(centre, 3.5, 3.5);
        break;
    case EventKind::exit:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(outline(color, 1.5));
        painter.drawRect(QRectF(centre.x() - 4, centre.y() - 4, 8, 8));
        break;
    case EventKind::note:
        drawFlag(painter, centre);
        break;
    }
    painter.restore();
}

double clusterWidth(int count) {
    return std::max(16.0, textWidth(QString::number(count), Theme::font(11, true)) + 8);
}

void drawCluster(QPainter& painter, QPointF centre, int count, const QColor& color, const Theme& theme) {
    const double width = clusterWidth(count);
    const QString text = QString::number(count);
    const QFont font = Theme::font(11, true);
    fillPixels(painter, QRectF(centre.x() - width / 2, centre.y() - 7, width, 14), color);
    drawText(painter, centre.x() - textWidth(text, font) / 2, centre.y(), text, font, theme.plot);
}

void drawMissing(QPainter& painter, QPointF centre, const QColor& color) {
    painter.save();
    painter.setPen(QPen(color, 1.5));
    drawCross(painter, centre, 3);
    painter.restore();
}

void drawOffScale(QPainter& painter, QPointF centre, bool up, const QColor& color) {
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double sign = up ? -1 : 1;
    drawPolygon(painter, centre, {{0, 3.5 * sign}, {3.75, -3 * sign}, {-3.75, -3 * sign}});
    painter.restore();
}

void drawChevron(QPainter& painter, QPointF centre, const QColor& color) {
    painter.save();
    painter.setPen(QPen(color, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(QPolygonF({centre + QPointF(-2, -4), centre + QPointF(2, 0), centre + QPointF(-2, 4)}));
    painter.restore();
}

void drawNumber(QPainter& painter, QPointF centre, int number, double radius, const Theme& theme) {
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.crosshair);
    painter.drawEllipse(centre, radius, radius);
    const QFont font = Theme::font(12, true);
    const QString text = QString::number(number);
    drawText(painter, centre.x() - textWidth(text, font) / 2, centre.y(), text, font, theme.plot);
    painter.restore();
}

} // namespace tachograph::widgets
