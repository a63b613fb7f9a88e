#include "widgets/report/canvas.h"

#include "analysis/core/text.h"
#include "widgets/plot/plotview.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainterPath>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

QString shown(const std::string& text, std::size_t most) {
    return QString::fromStdString(plainText(text, most));
}

namespace {

/// The monospaced face draws "--" or "=>" by other glyphs where they meet, which nobody could search for in a PDF:
/// there every ASCII letter is drawn by itself.
void drawLetters(QPainter& painter, QPointF at, const QString& text) {
    const QFontMetricsF metrics(painter.font());
    for (qsizetype begin = 0, end = 0; begin < text.size(); begin = end) {
        end = begin + 1;
        while (end < text.size() && text[end].unicode() >= 0x80)
            ++end;
        const QString piece = text.mid(begin, end - begin);
        if (piece != QLatin1String(" "))
            painter.drawText(at, piece);
        at.rx() += metrics.horizontalAdvance(piece);
    }
}

} // namespace

QFont Canvas::fontOf(const Style& style) {
    return style.mono ? Theme::mono(style.pixelSize) : Theme::font(style.pixelSize, style.bold);
}

qreal Canvas::heightOf(const Style& style) {
    return style.lineHeight > 0 ? style.lineHeight : std::round(style.pixelSize * 1.42);
}

qreal Canvas::widthOf(const QString& text, const Style& style) {
    return QFontMetricsF(fontOf(style)).horizontalAdvance(text);
}

qreal Canvas::line(qreal x, qreal y, qreal width, const QString& text, const Style& style,
                   Qt::Alignment alignment) const {
    const QFont font = fontOf(style);
    const QFontMetricsF metrics(font);
    const QString fitted =
        metrics.horizontalAdvance(text) <= width ? text : metrics.elidedText(text, Qt::ElideRight, width);
    const qreal taken = metrics.horizontalAdvance(fitted);
    if (m_painter) {
        const qreal left = alignment.testFlag(Qt::AlignRight) ? x + width - taken : x;
        const qreal baseline = y + (heightOf(style) + metrics.ascent() - metrics.descent()) / 2;
        m_painter->setFont(font);
        m_painter->setPen(style.color);
        const QPointF at(std::round(left), std::round(baseline));
        if (style.mono && m_painter->paintEngine()->type() == QPaintEngine::Pdf)
            drawLetters(*m_painter, at, fitted);
        else
            m_painter->drawText(at, fitted);
    }
    return taken;
}

qreal Canvas::paragraph(qreal x, qreal y, qreal width, const QString& text, const Style& style, int mostLines) const {
    QTextLayout layout(text, fontOf(style));
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    std::vector<QString> lines;
    layout.beginLayout();
    for (QTextLine piece = layout.createLine(); piece.isValid(); piece = layout.createLine()) {
        piece.setLineWidth(width);
        const bool last = mostLines > 0 && static_cast<int>(lines.size()) + 1 == mostLines;
        lines.push_back(last ? text.mid(piece.textStart()) : text.mid(piece.textStart(), piece.textLength()).trimmed());
        if (last)
            break;
    }
    layout.endLayout();
    qreal top = y;
    for (const QString& piece : lines) {
        line(x, top, width + 1, piece, style);
        top += heightOf(style);
    }
    return top - y;
}

void Canvas::rule(qreal x1, qreal x2, qreal y, const QColor& color, qreal thickness) const {
    fill(QRectF(x1, y, x2 - x1, thickness), color);
}

void Canvas::verticalRule(qreal x, qreal y1, qreal y2, const QColor& color) const {
    fill(QRectF(x, y1, 1, y2 - y1), color);
}

void Canvas::fill(const QRectF& box, const QColor& color, qreal radius) const {
    if (!m_painter)
        return;
    if (radius <= 0) {
        m_painter->fillRect(box, color);
        return;
    }
    m_painter->setPen(Qt::NoPen);
    m_painter->setBrush(color);
    m_painter->drawRoundedRect(box, radius, radius);
}

void Canvas::frame(const QRectF& box, const QColor& ground, const QColor& edge, qreal radius) const {
    if (!m_painter)
        return;
    m_painter->setPen(QPen(edge, 1));
    m_painter->setBrush(ground);
    m_painter->drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

int Canvas::plot(const QPointF& corner, QSize size, qreal scale, const std::function<void(PlotView&)>& prepare) const {
    if (m_painter)
        return m_ahead->paintNext(*m_painter, corner).height();
    if (!m_ahead && size.height() > 0)
        return size.height(); // only measuring
    PlotView view;
    prepare(view);
    if (size.height() == 0)
        size.setHeight(view.comfortableHeight());
    if (m_ahead)
        m_ahead->add(view, size, scale);
    return size.height();
}

void Canvas::disc(qreal x, qreal y, int number) const {
    fill(QRectF(x, y, 20, 20), m_theme.text, 10);
    const Style digits{number < 10 ? 13 : 11, true, m_theme.plot, false, 20};
    const QString text = QString::number(number);
    line(x + (20 - widthOf(text, digits)) / 2, y, 20, text, digits);
}

const Theme::Signal& Canvas::signalOf(Severity severity) const {
    switch (severity) {
    case Severity::critical:
        return m_theme.critical;
    case Severity::warning:
        return m_theme.warning;
    case Severity::info:
        break;
    }
    return m_theme.info;
}

qreal Canvas::severityBadge(qreal x, qreal y, Severity severity, int pixelSize) const {
    switch (severity) {
    case Severity::critical:
        return badge(x, y, m_theme.critical, Icon::octagon, QCoreApplication::translate("Report", "Critical"),
                     pixelSize);
    case Severity::warning:
        return badge(x, y, m_theme.warning, Icon::triangle, QCoreApplication::translate("Report", "Warning"),
                     pixelSize);
    case Severity::info:
        break;
    }
    return badge(x, y, m_theme.info, Icon::info, QCoreApplication::translate("Report", "Info"), pixelSize);
}

qreal Canvas::plainBadge(qreal x, qreal y, const QString& word, bool good, int pixelSize) const {
    return badge(x, y, good ? m_theme.good : m_theme.info, good ? Icon::tick : Icon::none, word, pixelSize);
}

qreal Canvas::badge(qreal x, qreal y, const Theme::Signal& colors, Icon kind, const QString& word,
                    int pixelSize) const {
    const qreal height = pixelSize + 8, padding = pixelSize * 0.5;
    const qreal iconSize = kind == Icon::none ? 0 : pixelSize, gap = kind == Icon::none ? 0 : 5;
    Style text{pixelSize, true, colors.text, false, height};
    const qreal width = std::ceil(2 * padding + iconSize + gap + widthOf(word, text));
    fill(QRectF(x, y, width, height), colors.fill, 3);
    if (kind != Icon::none)
        icon(QRectF(x + padding, y + (height - iconSize) / 2, iconSize, iconSize), kind, colors.text);
    line(x + padding + iconSize + gap, y, width, word, text);
    return width;
}

void Canvas::icon(const QRectF& box, Icon kind, const QColor& color) const {
    if (!m_painter)
        return;
    QPainter& p = *m_painter;
    const qreal s = box.width();
    auto at = [&box, s](qreal u, qreal v) {
        return QPointF(box.left() + u * s, box.top() + v * s);
    };
    p.setPen(QPen(color, s / 9, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    p.setBrush(Qt::NoBrush);
    switch (kind) {
    case Icon::octagon:
        p.drawPolygon(QPolygonF({at(.31, .06), at(.69, .06), at(.94, .31), at(.94, .69), at(.69, .94), at(.31, .94),
                                 at(.06, .69), at(.06, .31)}));
        p.drawLine(at(.36, .36), at(.64, .64));
        p.drawLine(at(.64, .36), at(.36, .64));
        break;
    case Icon::triangle:
        p.drawPolygon(QPolygonF({at(.5, .08), at(.96, .9), at(.04, .9)}));
        p.drawLine(at(.5, .38), at(.5, .62));
        p.drawPoint(at(.5, .77));
        break;
    case Icon::info:
        p.drawEllipse(QRectF(at(.06, .06), at(.94, .94)));
        p.drawLine(at(.5, .48), at(.5, .74));
        p.drawPoint(at(.5, .28));
        break;
    case Icon::tick:
        p.drawPolyline(QPolygonF({at(.08, .54), at(.38, .84), at(.94, .18)}));
        break;
    case Icon::none:
        break;
    }
}

void Canvas::paint(const std::function<void(QPainter&)>& draw) const {
    if (m_painter) {
        m_painter->save();
        draw(*m_painter);
        m_painter->restore();
    }
}

qreal Canvas::wordBadge(qreal x, qreal y, const QString& word, const Theme::Signal& colors, int pixelSize) const {
    return badge(x, y, colors, Icon::none, word, pixelSize);
}

} // namespace tachograph::widgets
