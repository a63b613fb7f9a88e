#include "widgets/plot/curveplottable.h"

#include "widgets/plot/linepieces.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tachograph::widgets {

using models::LaneLine;
using models::LineKind;
using models::PixelColumn;

namespace {

/// Elsewhere (SVG, PDF) lines are drawn as they are: as vertices, however crowded.
bool fillsPixels(const QPainter& painter) {
    return painter.paintEngine()->type() == QPaintEngine::Raster;
}

/// Places of vertices in a pixel: finer ones are not seen and fill files with digits.
constexpr double verticesInPixel = 16;

} // namespace

CurvePlottable::CurvePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, LaneLine line, LineLook look)
    : QCPAbstractPlottable(keyAxis, valueAxis), m_line(std::move(line)), m_look(std::move(look)) {
    setLayer(m_look.layer);
    setSelectable(QCP::stNone);
}

double CurvePlottable::columnCentre(std::size_t column) const {
    return mKeyAxis->axisRect()->left() + (static_cast<double>(column) + 0.5) / m_columnsPerPixel;
}

double CurvePlottable::toPixelY(double y) const {
    const QRect rect = mValueAxis->axisRect()->rect();
    const double far = 4.0 * rect.height() + 100;
    const double pixel = std::clamp(mValueAxis->coordToPixel(y), rect.top() - far, rect.bottom() + far);
    return m_asVertices ? std::round(pixel * verticesInPixel) / verticesInPixel : pixel;
}

void CurvePlottable::requestColumns(double deviceRatio) {
    m_columnsPerPixel = std::max(1.0, deviceRatio);
    const QCPRange range = mKeyAxis->range();
    const int width = mKeyAxis->axisRect()->width();
    const auto count = static_cast<std::size_t>(std::max(1.0, std::round(width * m_columnsPerPixel)));
    m_edges = m_line.curve->columns(range.lower, range.upper, count, m_columns);
    if (m_line.low)
        m_lowEdges = m_line.low->columns(range.lower, range.upper, count, m_lowColumns);
}

/// Points outside the view may be millions of pixels away; the line ends soon after it has left the view.
void CurvePlottable::shortenEnds(QPolygonF& first, QPolygonF& last) const {
    const auto cut = [](QPointF& outside, const QPointF& inside, double limit) {
        const double share = (limit - inside.x()) / (outside.x() - inside.x());
        outside = QPointF(limit, inside.y() + share * (outside.y() - inside.y()));
    };
    const double left = mKeyAxis->axisRect()->left() - 200.0, right = mKeyAxis->axisRect()->right() + 200.0;
    if (first.size() > 1 && first[0].x() < left)
        cut(first[0], first[1], left);
    const qsizetype end = last.size() - 1;
    if (end > 0 && last[end].x() > right)
        cut(last[end], last[end - 1], right);
}

/// Vertices of the line: first, low, high, last of every column that has several points, joined to the next column
/// unless a break lies between.
std::vector<QPolygonF> CurvePlottable::buildStretches() const {
    std::vector<QPolygonF> stretches;
    QPolygonF current;
    const auto finish = [&] {
        if (!current.isEmpty())
            stretches.push_back(std::exchange(current, {}));
    };
    if (m_edges.before)
        current << QPointF(mKeyAxis->coordToPixel(m_edges.before->first), toPixelY(m_edges.before->second));
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const PixelColumn& column = m_columns[i];
        if (column.count == 0)
            continue;
        if (column.gapBefore)
            finish();
        const double x = columnCentre(i);
        current << QPointF(x, toPixelY(column.first));
        if (column.gapInside)
            finish();
        if (column.count > 1) {
            const double low = toPixelY(column.low), high = toPixelY(column.high);
            const bool downFirst = std::abs(column.first - column.low) < std::abs(column.first - column.high);
            if (std::abs(low - high) > 0.25)
                current << QPointF(x, downFirst ? low : high) << QPointF(x, downFirst ? high : low);
            if (column.gapInside)
                finish();
            current << QPointF(x, toPixelY(column.last));
        }
    }
    if (m_edges.after && !m_edges.gapAfter)
        current << QPointF(mKeyAxis->coordToPixel(m_edges.after->first), toPixelY(m_edges.after->second));
    finish();
    if (!stretches.empty())
        shortenEnds(stretches.front(), stretches.back());
    return stretches;
}

int CurvePlottable::wholePixels() const {
    const double whole = std::round(m_columnsPerPixel);
    return std::abs(m_columnsPerPixel - whole) < 1e-9 ? static_cast<int>(whole) : 0;
}

/// The edges of a band from the left to the right, those outside the view included.
std::vector<CurvePlottable::BandEdge> CurvePlottable::bandEdges() const {
    std::vector<BandEdge> edges;
    const auto outside = [&](const std::pair<double, double>& high, const std::pair<double, double>& low) {
        const double column = (mKeyAxis->coordToPixel(high.first) - columnCentre(0)) * m_columnsPerPixel;
        edges.push_back({column, toPixelY(high.second), toPixelY(low.second), true});
    };
    if (m_edges.before && m_lowEdges.before)
        outside(*m_edges.before, *m_lowEdges.before);
    bool joined = true;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const PixelColumn &high = m_columns[i], &low = m_lowColumns[i];
        if (high.count == 0 || low.count == 0)
            continue;
        joined = joined && !high.gapBefore && !low.gapBefore;
        edges.push_back({static_cast<double>(i), toPixelY(high.high), toPixelY(low.low), joined});
        joined = !high.gapInside && !low.gapInside;
    }
    if (m_edges.after && m_lowEdges.after && joined && !m_edges.gapAfter && !m_lowEdges.gapAfter)
        outside(*m_edges.after, *m_lowEdges.after);
    return edges;
}

/// A band with corners in most columns is drawn as a row of bars: as a polygon it crosses every pixel row hundreds of
/// times, which the painter sorts for each. False when it is not such a band.
bool CurvePlottable::drawCrowdedFill(QPainter& painter, const std::vector<BandEdge>& edges) {
    if (!fillsPixels(painter) || wholePixels() == 0 || edges.size() * 2 < m_columns.size())
        return false;
    m_bars.begin(mKeyAxis->axisRect()->rect(), wholePixels());
    const double last = static_cast<double>(m_columns.size()) - 1;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const BandEdge& edge = edges[i];
        if (edge.column >= 0 && edge.column <= last)
            m_bars.setBar(static_cast<std::size_t>(edge.column), edge.top, edge.bottom);
        if (i == 0 || !edge.joined)
            continue;
        const BandEdge& before = edges[i - 1];
        for (double column = std::max(0.0, std::floor(before.column) + 1); column < std::min(edge.column, last + 1);
             ++column) {
            const double share = (column - before.column) / (edge.column - before.column);
            m_bars.setBar(static_cast<std::size_t>(column), std::lerp(before.top, edge.top, share),
                          std::lerp(before.bottom, edge.bottom, share));
        }
    }
    m_bars.draw(painter, m_look.fill, 1);
    return true;
}

void CurvePlottable::drawFill(QPainter& painter) {
    const std::vector<BandEdge> edges = bandEdges();
    if (drawCrowdedFill(painter, edges))
        return;
    const bool inPieces = fillsPixels(painter) && wholePixels() > 0;
    QPolygonF top, bottom;
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_look.fill);
    const auto finish = [&] {
        if (top.size() == 1) { // one point between two breaks: a stroke as wide as a column
            painter.fillRect(QRectF(top.first().x() - 0.75, top.first().y(), 1.5, bottom.first().y() - top.first().y()),
                             m_look.fill);
        } else if (top.size() > 1) {
            shortenEnds(top, top);
            shortenEnds(bottom, bottom);
            std::reverse(bottom.begin(), bottom.end());
            painter.drawPolygon(top + bottom);
        }
        top.clear();
        bottom.clear();
    };
    const auto add = [&](double column, double high, double low) {
        const double x = columnCentre(0) + column / m_columnsPerPixel;
        top << QPointF(x, high);
        bottom << QPointF(x, low);
    };
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const BandEdge& edge = edges[i];
        if (!edge.joined) {
            finish();
        } else if (top.size() > cornersInPiece && inPieces) { // the seam lies between two pixels: not seen
            const BandEdge& before = edges[i - 1];
            const double seam = before.column + 0.5, share = 0.5 / (edge.column - before.column);
            const double high = std::lerp(before.top, edge.top, share);
            const double low = std::lerp(before.bottom, edge.bottom, share);
            add(seam, high, low);
            finish();
            add(seam, high, low);
        }
        add(edge.column, edge.top, edge.bottom);
    }
    finish();
}

void CurvePlottable::drawDots(QPainter& painter) const {
    const double radius = m_line.curve->size() == 1 ? 4.0 : std::max(2.0, m_look.pen.widthF());
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_look.strong);
    for (const QPolygonF& stretch : m_stretches)
        if (stretch.size() == 1)
            painter.drawEllipse(stretch.first(), radius, radius);
    painter.setBrush(Qt::NoBrush);
}

/// A line with points in most columns is drawn as a row of bars, each from where the line enters the column to where it
/// leaves it: thousands of antialiased joints take the painter twice as long and more. The strokes and dots of an added
/// series are laid along the axis: along the zigzag they would not be seen. False when it is not such a line.
bool CurvePlottable::drawCrowdedLine(QPainter& painter, double width) {
    const auto filled = static_cast<std::size_t>(
        std::ranges::count_if(m_columns, [](const PixelColumn& column) { return column.count > 0; }));
    const bool dashed = m_look.pen.style() != Qt::SolidLine;
    if (filled * 2 < m_columns.size() || (dashed && m_line.added == 0))
        return false;
    if (dashed && m_look.between.isValid())
        drawBars(painter, width, m_look.between, [this](std::size_t column) { return !inStroke(column); });
    drawBars(painter, width, m_look.pen.color(),
             [this, dashed](std::size_t column) { return !dashed || inStroke(column); });
    return true;
}

/// Whether a pixel column lies within a stroke or dot of the pen.
bool CurvePlottable::inStroke(std::size_t column) const {
    const QList<qreal> pattern = m_look.pen.dashPattern();
    const double unit = m_look.pen.widthF();
    double place = std::fmod((static_cast<double>(column) + 0.5) / m_columnsPerPixel,
                             unit * std::accumulate(pattern.begin(), pattern.end(), 0.0));
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        place -= unit * pattern[i];
        if (place < 0)
            return i % 2 == 0;
    }
    return true;
}

/// The bars of the columns that `wanted` takes.
template <typename Wanted>
void CurvePlottable::drawBars(QPainter& painter, double width, const QColor& color, const Wanted& wanted) {
    const double left = mKeyAxis->axisRect()->left(), end = static_cast<double>(m_columns.size());
    const auto addSegment = [&](const QPointF& from, const QPointF& to) {
        const double begins = (from.x() - left) * m_columnsPerPixel, ends = (to.x() - left) * m_columnsPerPixel;
        const auto at = [&](double place) {
            return ends > begins ? std::lerp(from.y(), to.y(), (place - begins) / (ends - begins)) : from.y();
        };
        for (double column = std::max(0.0, std::floor(begins)); column < end && column <= ends; ++column) {
            if (!wanted(static_cast<std::size_t>(column)))
                continue;
            const double enters = at(std::max(begins, column));
            const double leaves = ends > begins ? at(std::min(ends, column + 1)) : to.y();
            m_bars.setBar(static_cast<std::size_t>(column), std::min(enters, leaves) - width / 2,
                          std::max(enters, leaves) + width / 2);
        }
    };
    m_bars.begin(mKeyAxis->axisRect()->rect(), wholePixels());
    for (const QPolygonF& stretch : m_stretches)
        for (qsizetype i = 1; i < stretch.size(); ++i)
            addSegment(stretch[i - 1], stretch[i]);
    m_bars.draw(painter, color, width * m_columnsPerPixel);
}

/// Vertices that share a pixel column become one upright bar; polylines join what is left. Stroking the zigzag of
/// crowded columns instead takes seconds with pens wider than a pixel.
void CurvePlottable::drawLine(QPainter& painter) {
    constexpr double uprightFrom = 1.5; // pixels; below that a column is one vertex
    const double width = std::max(m_look.pen.widthF(), 1 / m_columnsPerPixel);
    const QColor color = m_look.pen.color();
    painter.setPen(m_look.pen);
    const bool asImage = fillsPixels(painter) && wholePixels() > 0 && width * m_columnsPerPixel <= ColumnImage::widest;
    if (asImage && drawCrowdedLine(painter, width))
        return;
    if (asImage)
        m_bars.begin(mKeyAxis->axisRect()->rect(), wholePixels());
    const auto addBar = [&](double x, double top, double bottom) {
        const double column = (x - mKeyAxis->axisRect()->left()) * m_columnsPerPixel;
        if (!asImage)
            painter.fillRect(QRectF(x - width / 2, top, width, bottom - top), color);
        else if (column >= 0)
            m_bars.setBar(static_cast<std::size_t>(column), top, bottom);
    };
    // Fits and limits are few: dashes run around their corners.
    const bool asVertices = m_line.curve->size() <= 200 || !fillsPixels(painter);
    QPolygonF run;
    const auto finish = [&] {
        if (fillsPixels(painter))
            drawInPieces(painter, m_look.pen, run);
        else if (run.size() > 1)
            painter.drawPolyline(run);
        run.clear();
    };
    for (const QPolygonF& stretch : m_stretches) {
        if (asVertices) {
            run = stretch;
            finish();
            continue;
        }
        double beforeTop = 1, beforeBottom = 0; // of the bar to the left; empty without one
        for (qsizetype begin = 0; begin < stretch.size();) {
            qsizetype end = begin;
            double top = stretch[begin].y(), bottom = top;
            for (; end < stretch.size() && stretch[end].x() == stretch[begin].x(); ++end) {
                top = std::min(top, stretch[end].y());
                bottom = std::max(bottom, stretch[end].y());
            }
            const double x = stretch[begin].x();
            if (bottom - top < uprightFrom) {
                run << QPointF(x, (top + bottom) / 2);
                beforeTop = 1, beforeBottom = 0;
            } else {
                const bool touches = beforeTop <= beforeBottom && top <= beforeBottom && bottom >= beforeTop;
                if (touches)
                    run.clear();
                else
                    run << stretch[begin];
                finish();
                addBar(x, top, bottom);
                run << stretch[end - 1];
                beforeTop = top, beforeBottom = bottom;
            }
            begin = end;
        }
        finish();
    }
    if (asImage)
        m_bars.draw(painter, color, width * m_columnsPerPixel);
}

void CurvePlottable::draw(QCPPainter* painter) {
    m_stretches.clear();
    if (!m_line.curve || !mKeyAxis || !mValueAxis)
        return;
    m_asVertices = !fillsPixels(*painter);
    requestColumns(fillsPixels(*painter) ? std::abs(painter->deviceTransform().m11()) : 1.0);
    // The base class' function: QCPPainter's own would move everything by half a pixel.
    painter->setAntialiasing(false);
    painter->QPainter::setRenderHint(QPainter::Antialiasing, m_line.kind != LineKind::limit);
    if (m_look.fill.isValid() && m_line.low)
        drawFill(*painter);
    m_stretches = buildStretches();
    if (m_look.pen.style() != Qt::NoPen) {
        drawLine(*painter);
        drawDots(*painter);
    }
    painter->QPainter::setRenderHint(QPainter::Antialiasing, false);
}

std::vector<double> CurvePlottable::columnsAbove(double top) const {
    std::vector<double> answer;
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        if (m_columns[i].count > 0 && m_columns[i].high > top)
            answer.push_back(columnCentre(i));
    return answer;
}

std::vector<double> CurvePlottable::columnsBelow(double bottom) const {
    std::vector<double> answer;
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        if (m_columns[i].count > 0 && m_columns[i].low < bottom)
            answer.push_back(columnCentre(i));
    return answer;
}

double CurvePlottable::selectTest(const QPointF&, bool, QVariant*) const {
    return -1;
}

QCPRange CurvePlottable::getKeyRange(bool& foundRange, QCP::SignDomain) const {
    const auto range = m_line.curve ? m_line.curve->xRange() : std::nullopt;
    foundRange = range.has_value();
    return range ? QCPRange(range->first, range->second) : QCPRange();
}

QCPRange CurvePlottable::getValueRange(bool& foundRange, QCP::SignDomain, const QCPRange& inKeyRange) const {
    const auto keys = m_line.curve ? m_line.curve->xRange() : std::nullopt;
    const bool all = inKeyRange == QCPRange();
    const auto range =
        keys ? m_line.curve->yRange(all ? keys->first : inKeyRange.lower, all ? keys->second : inKeyRange.upper)
             : std::nullopt;
    foundRange = range.has_value();
    return range ? QCPRange(range->first, range->second) : QCPRange();
}

void CurvePlottable::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const {
    drawSample(*painter, rect.left(), rect.center().y(), m_line, m_look);
}

} // namespace tachograph::widgets
