#include "widgets/report/svgengine.h"

#include "widgets/report/svgdevice.h"

#include <QBuffer>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace tachograph::widgets {

namespace {

/// What is written of a coordinate: hundredths, as whole numbers.
long long hundredths(double value) {
    constexpr double farthest = 1e7;
    if (!(std::abs(value) <= farthest))
        value = value > 0 ? farthest : value < 0 ? -farthest : 0;
    return std::llround(value * 100);
}

/// With at most two decimals.
void appendNumber(QByteArray& text, double value) {
    const long long all = hundredths(value), size = std::llabs(all), rest = size % 100;
    std::array<char, 24> digits; // of a whole number below 1e10, a sign, a point and two decimals
    char* end = digits.data();
    if (all < 0)
        *end++ = '-';
    end = std::to_chars(end, digits.data() + digits.size(), size / 100).ptr;
    if (rest != 0) {
        *end++ = '.';
        *end++ = static_cast<char>('0' + rest / 10);
        if (rest % 10 != 0)
            *end++ = static_cast<char>('0' + rest % 10);
    }
    text.append(digits.data(), end - digits.data());
}

QByteArray number(double value) {
    QByteArray text;
    appendNumber(text, value);
    return text;
}

QByteArray attribute(const char* name, const QByteArray& value) {
    return QByteArray(" ") + name + "=\"" + value + '"';
}

QByteArray box(const QRectF& rect) {
    return attribute("x", number(rect.x())) + attribute("y", number(rect.y())) +
           attribute("width", number(rect.width())) + attribute("height", number(rect.height()));
}

/// Colour and its opacity, with that of the painter.
QByteArray paint(const char* what, const QColor& color, qreal opacity) {
    QByteArray text = attribute(what, color.name().toLatin1());
    const qreal alpha = color.alphaF() * opacity;
    if (alpha < 0.995)
        text += attribute((QByteArray(what) + "-opacity").constData(), number(alpha));
    return text;
}

/// The commands of a path; straight lines along an axis are shortened.
QByteArray pathData(const QPainterPath& path) {
    constexpr qsizetype usualSize = 16; // bytes of a command with its point
    QByteArray data;
    data.reserve(usualSize * path.elementCount());
    QPointF at, start;
    const auto add = [&data](char command, const QPointF& p) {
        data += command;
        appendNumber(data, p.x());
        data += ' ';
        appendNumber(data, p.y());
    };
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        const QPointF to = element;
        switch (element.type) {
        case QPainterPath::MoveToElement:
            add('M', to);
            start = to;
            break;
        case QPainterPath::LineToElement:
            if (to == start && (i + 1 == path.elementCount() || path.elementAt(i + 1).isMoveTo())) {
                data += 'Z';
            } else if (hundredths(to.x()) == hundredths(at.x())) {
                data += 'V';
                appendNumber(data, to.y());
            } else if (hundredths(to.y()) == hundredths(at.y())) {
                data += 'H';
                appendNumber(data, to.x());
            } else {
                add('L', to);
            }
            break;
        case QPainterPath::CurveToElement:
            add('C', to);
            break;
        case QPainterPath::CurveToDataElement:
            add(' ', to);
            break;
        }
        at = to;
    }
    return data;
}

/// The families as a style sheet names them, with a likely stand-in for each.
QByteArray family(const QFont& font) {
    const bool mono = font.styleHint() == QFont::Monospace || font.styleHint() == QFont::TypeWriter;
    return xmlText(font.family()) + (mono ? ", monospace" : ", Arial, sans-serif");
}

qreal scaleOf(const QTransform& transform) {
    return std::sqrt(std::abs(transform.determinant()));
}

} // namespace

bool SvgEngine::clipped(const QRectF& bounds, QByteArray& clip) {
    clip.clear();
    QRectF seen = m_page;
    if (painter()->hasClipping())
        seen &= painter()->deviceTransform().mapRect(painter()->clipBoundingRect());
    if (seen.isEmpty() || !seen.adjusted(-1, -1, 1, 1).intersects(bounds.adjusted(-1, -1, 1, 1)))
        return false;
    if (seen.contains(bounds))
        return true;
    const QByteArray rect = box(seen);
    const auto known = m_clipNumbers.constFind(rect);
    const int id = known != m_clipNumbers.constEnd() ? *known : static_cast<int>(m_clipNumbers.size());
    if (known == m_clipNumbers.constEnd()) {
        m_clipNumbers.insert(rect, id);
        m_clips += "<clipPath id=\"c" + QByteArray::number(id) + "\"><rect" + rect + "/></clipPath>\n";
    }
    clip = attribute("clip-path", "url(#c" + QByteArray::number(id) + ')');
    return true;
}

QByteArray SvgEngine::stroke(qreal scale) const {
    const QPen pen = painter()->pen();
    if (pen.style() == Qt::NoPen)
        return {};
    // A width of 0 is one pixel.
    const qreal width = pen.isCosmetic() ? std::max(1.0, pen.widthF()) : pen.widthF() * scale;
    QByteArray text = paint("stroke", pen.color(), painter()->opacity());
    if (std::abs(width - 1) > 0.005)
        text += attribute("stroke-width", number(width));
    QByteArray dashes;
    for (const qreal dash : pen.dashPattern())
        dashes += (dashes.isEmpty() ? "" : " ") + number(dash * width);
    if (!dashes.isEmpty())
        text += attribute("stroke-dasharray", dashes);
    if (pen.capStyle() != Qt::FlatCap)
        text += attribute("stroke-linecap", pen.capStyle() == Qt::RoundCap ? "round" : "square");
    if (pen.joinStyle() == Qt::RoundJoin || pen.joinStyle() == Qt::BevelJoin)
        text += attribute("stroke-linejoin", pen.joinStyle() == Qt::RoundJoin ? "round" : "bevel");
    return text;
}

QByteArray SvgEngine::fill() const {
    const QBrush brush = painter()->brush();
    return brush.style() == Qt::NoBrush ? attribute("fill", "none")
                                        : paint("fill", brush.color(), painter()->opacity());
}

void SvgEngine::addPath(const QPainterPath& path, bool filled) {
    const QTransform transform = painter()->deviceTransform();
    const QPainterPath placed = transform.map(path);
    const qreal reach = painter()->pen().widthF() * scaleOf(transform) + 1;
    const bool visible = painter()->pen().style() != Qt::NoPen || (filled && painter()->brush().style() != Qt::NoBrush);
    QByteArray clip;
    if (!visible || path.isEmpty() || !clipped(placed.controlPointRect().adjusted(-reach, -reach, reach, reach), clip))
        return;
    m_elements += "<path" + attribute("d", pathData(placed)) + (filled ? fill() : attribute("fill", "none")) +
                  stroke(scaleOf(transform));
    if (filled && path.fillRule() == Qt::OddEvenFill && painter()->brush().style() != Qt::NoBrush)
        m_elements += attribute("fill-rule", "evenodd");
    if (!painter()->testRenderHint(QPainter::Antialiasing))
        m_elements += attribute("shape-rendering", "crispEdges");
    m_elements += clip + "/>\n";
}

void SvgEngine::drawPath(const QPainterPath& path) {
    addPath(path, true);
}

void SvgEngine::drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) {
    QPainterPath path;
    path.addPolygon(QPolygonF(QList<QPointF>(points, points + count)));
    if (mode != PolylineMode)
        path.closeSubpath();
    path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    addPath(path, mode != PolylineMode);
}

void SvgEngine::drawTextItem(const QPointF& place, const QTextItem& item) {
    const QTransform transform = painter()->deviceTransform();
    const QFont font = item.font();
    const QRectF bounds(place.x(), place.y() - item.ascent(), item.width(), item.ascent() + item.descent());
    QByteArray clip;
    if (item.text().trimmed().isEmpty() || !clipped(transform.mapRect(bounds), clip))
        return;
    const bool moved = transform.type() <= QTransform::TxTranslate;
    const QPointF at = moved ? transform.map(place) : place;
    m_elements += "<text" + attribute("x", number(at.x())) + attribute("y", number(at.y()));
    if (!moved)
        m_elements += attribute("transform", "matrix(" + number(transform.m11()) + ' ' + number(transform.m12()) + ' ' +
                                                 number(transform.m21()) + ' ' + number(transform.m22()) + ' ' +
                                                 number(transform.dx()) + ' ' + number(transform.dy()) + ')');
    m_elements += attribute("font-family", family(font)) +
                  attribute("font-size", number(font.pixelSize() > 0 ? font.pixelSize() : QFontInfo(font).pixelSize()));
    if (font.weight() != QFont::Normal)
        m_elements += attribute("font-weight", QByteArray::number(font.weight()));
    // Where the face is missing, another is fitted into the room that was planned.
    if (item.text().size() > 1)
        m_elements += attribute("textLength", number(item.width())) + attribute("lengthAdjust", "spacingAndGlyphs");
    m_elements +=
        paint("fill", painter()->pen().color(), painter()->opacity()) + clip + '>' + xmlText(item.text()) + "</text>\n";
}

void SvgEngine::drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) {
    drawImage(target, pixmap.toImage(), source, Qt::AutoColor);
}

void SvgEngine::drawImage(const QRectF& target, const QImage& image, const QRectF& source, Qt::ImageConversionFlags) {
    QByteArray png, clip;
    QBuffer buffer(&png);
    const QRectF placed = painter()->deviceTransform().mapRect(target);
    if (!clipped(placed, clip) || !image.copy(source.toRect()).save(&buffer, "PNG"))
        return;
    m_elements += "<image" + box(placed) + attribute("preserveAspectRatio", "none") +
                  attribute("xlink:href", "data:image/png;base64," + png.toBase64()) + clip + "/>\n";
}

} // namespace tachograph::widgets
