#include "widgets/plot/lanenotes.h"

#include "widgets/plot/annotationplacement.h"
#include "widgets/plot/glyphs.h"
#include "widgets/plot/lane.h"
#include "widgets/plot/lanetext.h"
#include "widgets/plot/legend.h"
#include "widgets/plot/linevalue.h"
#include "widgets/plot/noterows.h"
#include "widgets/plot/ticks.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {
namespace {

constexpr int longestLine = 46; // characters of a line of a note

QString translated(const char* text) {
    return QCoreApplication::translate("PlotView", text);
}

struct NoteLine {
    QString bold, plain;
};

/// Draws the notes of one lane and remembers where they are.
class NotePainter {
  public:
    NotePainter(QPainter& painter, const LaneView& lane);

    void paintState();
    void paintLegendBox();
    void paintLimits();
    void paintSelectedFinding();
    void paintNumbers();
    void paintReviewNotes();

  private:
    [[nodiscard]] std::optional<QRectF> place(QPointF anchor, QSizeF size, double gap = 8) const;
    [[nodiscard]] QSizeF sizeOf(const std::vector<NoteLine>& lines) const;
    bool paintPlate(QPointF anchor, const std::vector<NoteLine>& lines, const QColor& boldColor);
    void paintNumber(int number, const models::TimelineFinding& finding);
    [[nodiscard]] bool isFirstLaneOf(const models::TimelineFinding& finding) const;
    [[nodiscard]] QPointF anchorOf(const models::TimelineFinding& finding) const;

    QPainter& m_painter;
    const LaneView& m_lane;
    const PlotState& m_state;
    const Theme& m_theme;
    QRectF m_area;
    std::vector<QRectF> m_taken;
    std::vector<QPolygonF> m_curves, m_spiky;
};

NotePainter::NotePainter(QPainter& painter, const LaneView& lane)
    : m_painter(painter), m_lane(lane), m_state(lane.state()), m_theme(m_state.theme), m_area(lane.rect()) {
    const bool smoothed = std::ranges::any_of(
        lane.curves(), [](const CurvePlottable* curve) { return curve->line().kind == models::LineKind::smoothed; });
    for (const CurvePlottable* curve : lane.curves()) {
        const auto kind = curve->line().kind;
        const bool line = smoothed ? kind == models::LineKind::smoothed : isMeasured(kind);
        const bool thin = smoothed && isMeasured(kind);
        auto& list = line ? m_curves : m_spiky;
        if (line || thin || kind == models::LineKind::stack)
            list.insert(list.end(), curve->stretches().begin(), curve->stretches().end());
    }
}

std::optional<QRectF> NotePainter::place(QPointF anchor, QSizeF size, double gap) const {
    PlacementRequest request{m_area, anchor, size, m_taken, m_curves};
    request.spiky = m_spiky;
    request.gap = gap;
    return placeAnnotation(request);
}

QSizeF NotePainter::sizeOf(const std::vector<NoteLine>& lines) const {
    double width = 0;
    for (const NoteLine& line : lines) {
        const double between = line.bold.isEmpty() || line.plain.isEmpty() ? 0 : 6;
        width = std::max(width, textWidth(line.bold, m_lane.sizes().noteBold) + between +
                                    textWidth(line.plain, m_lane.sizes().note));
    }
    return {width + 10, 15.0 * static_cast<double>(lines.size()) + 6};
}

bool NotePainter::paintPlate(QPointF anchor, const std::vector<NoteLine>& lines, const QColor& boldColor) {
    const auto rect = place(anchor, sizeOf(lines));
    if (!rect)
        return false;
    m_taken.push_back(*rect);
    fillPixels(m_painter, *rect, m_theme.labelPlate);
    double centre = rect->top() + 10.5;
    for (const NoteLine& line : lines) {
        double x = rect->left() + 5;
        if (!line.bold.isEmpty())
            x += 6 + drawText(m_painter, x, centre, line.bold, m_lane.sizes().noteBold, boldColor);
        drawText(m_painter, x, centre, line.plain, m_lane.sizes().note, m_theme.text);
        centre += 15;
    }
    return true;
}

void NotePainter::paintState() {
    const models::Lane& lane = m_lane.lane();
    QString sentence = lane.state;
    std::size_t points = 0;
    const models::LaneLine* only = nullptr;
    for (const models::LaneLine& line : lane.lines)
        if (line.curve && line.kind != models::LineKind::limit && line.curve->size() > 0) {
            points += line.kind == models::LineKind::smoothed ? 0 : line.curve->size();
            only = &line;
        }
    if (sentence.isEmpty() && points == 1 && only->curve->xRange()) {
        const auto point = only->curve->nearest(0);
        const QString text = translated("%1 at %2 %3, the only point")
                                 .arg(laneQuantity(point->second, lane.unit), m_state.timeline->xTitle.toLower(),
                                      positionText(point->first, m_state.timeline->options.axis));
        paintPlate(QPointF(m_lane.xScale().toPixel(point->first), m_lane.toPixelY(point->second)), {{{}, text}},
                   m_theme.text);
        return;
    }
    if (sentence.isEmpty() && m_lane.range().empty)
        sentence = translated("nothing in this range");
    if (sentence.isEmpty())
        return;
    const QFont& font = m_lane.sizes().note;
    const QString text = shortened(sentence, font, m_area.width() - 20);
    drawText(m_painter, m_area.center().x() - textWidth(text, font) / 2, m_area.center().y() - 4, text, font,
             m_theme.text2);
}

void NotePainter::paintLegendBox() {
    if (!m_state.options.legendInside)
        return;
    const auto entries = legendOf(m_lane.lane(), m_state, m_lane.sizes(), true);
    const QFont& font = m_lane.sizes().legend;
    double width = 12;
    for (const LegendEntry& entry : entries)
        width += entry.width(font) + 14;
    if (entries.empty())
        return;
    const QSizeF size(width - 6, 22);
    auto rect = place(QPointF(m_area.right() + 4, m_area.top() + 22), size, 10);
    if (!rect) // a box over the curve would hide it: better at the corner where it covers least
        rect = QRectF(QPointF(m_area.right() - size.width() - 6, m_area.top() + 12), size);
    m_taken.push_back(*rect);
    fillPixels(m_painter, *rect, m_theme.hair);
    fillPixels(m_painter, rect->adjusted(1, 1, -1, -1), m_theme.plot);
    double x = rect->left() + 8;
    for (const LegendEntry& entry : entries) {
        entry.draw(m_painter, x, rect->center().y(), font, m_theme.text2);
        x += entry.width(font) + 14;
    }
}

void NotePainter::paintLimits() {
    if (m_state.options.legendInside)
        return;
    for (const CurvePlottable* curve : m_lane.curves()) {
        const models::LaneLine& line = curve->line();
        if (line.kind != models::LineKind::limit || line.label.isEmpty())
            continue;
        const auto level = interpolated(*line.curve, (m_state.xMin + m_state.xMax) / 2);
        if (!level)
            continue;
        const QSizeF size = sizeOf({{{}, line.label}});
        const double y = m_lane.toPixelY(*level);
        std::vector<QPointF> corners;
        for (const double x : {m_area.left() + 4, m_area.right() - size.width() - 4})
            for (const double top : {y + 2, y - size.height() - 2})
                corners.emplace_back(x, top);
        for (const QPointF& corner : corners) {
            const QRectF rect(corner, size);
            const bool met =
                std::ranges::any_of(m_curves, [&](const QPolygonF& stretch) { return meetsCurve(rect, stretch, 3); });
            const bool taken =
                std::ranges::any_of(m_taken, [&](const QRectF& other) { return other.intersects(rect); });
            if (met || taken || !m_area.contains(rect))
                continue;
            m_taken.push_back(rect);
            fillPixels(m_painter, rect, m_theme.labelPlate);
            const bool several = m_state.timeline->runs.size() > 1;
            drawText(m_painter, rect.left() + 5, rect.center().y(), line.label, m_lane.sizes().note,
                     several ? m_theme.text2 : m_theme.warning.text);
            break;
        }
    }
}

/// Of the lanes that are not folded, whether this is the first that shows a series the finding cites.
bool NotePainter::isFirstLaneOf(const models::TimelineFinding& finding) const {
    const auto cited = [&](const models::Lane& lane) {
        return !isFolded(lane, m_state) &&
               std::ranges::any_of(finding.finding.citedRoles, [&](const std::string& role) {
                   return std::ranges::find(lane.roles, QString::fromStdString(role)) != lane.roles.end();
               });
    };
    const auto first = std::ranges::find_if(m_state.timeline->lanes, cited);
    return first != m_state.timeline->lanes.end() && &*first == &m_lane.lane();
}

QPointF NotePainter::anchorOf(const models::TimelineFinding& finding) const {
    const XScale scale = m_lane.xScale();
    const double x = scale.toPixel(finding.finding.onsetStep ? finding.onset : finding.first);
    return {std::clamp(x, scale.left, scale.right), m_area.center().y()};
}

/// The first figures of the evidence, as many as a line takes.
QString evidenceLine(const Finding& finding) {
    QString line;
    for (const Evidence& evidence : finding.evidence) {
        if (evidence.title.empty() || evidence.text.empty())
            continue;
        const QString part = QString::fromStdString(evidence.title) + u' ' + QString::fromStdString(evidence.text);
        const QString longer = line.isEmpty() ? part : line + QStringLiteral("; ") + part;
        if (longer.size() > longestLine)
            break;
        line = longer;
    }
    return line;
}

void NotePainter::paintSelectedFinding() {
    const int selected = m_state.selectedFinding;
    if (selected < 0 || m_state.options.numberedFindings)
        return;
    const auto& finding = m_state.timeline->findings[static_cast<std::size_t>(selected)];
    if (!isFirstLaneOf(finding))
        return;
    const XScale scale = m_lane.xScale();
    if (scale.toPixel(finding.last) < scale.left || scale.toPixel(finding.first) > scale.right)
        return;
    const QString code = QString::fromStdString(finding.finding.code);
    const QString title = QString::fromStdString(finding.finding.title).left(longestLine);
    const QString evidence = evidenceLine(finding.finding);
    const QColor color = m_theme.signal(finding.finding.severity).text;
    const QPointF anchor = anchorOf(finding);
    std::vector<NoteLine> full = {{code, title}};
    if (!evidence.isEmpty())
        full.push_back({{}, evidence});
    for (const auto& lines : {full, std::vector<NoteLine>{{code, title}}, std::vector<NoteLine>{{code, {}}}})
        if (paintPlate(anchor, lines, color))
            return;
}

void NotePainter::paintNumber(int number, const models::TimelineFinding& finding) {
    constexpr double radius = 9;
    const QString title = QString::fromStdString(finding.finding.title);
    const QFont& font = m_lane.sizes().noteBold;
    const QPointF anchor = anchorOf(finding);
    for (const QString& text : {title, QString()}) {
        const double textPart = text.isEmpty() ? 0 : 6 + textWidth(text, font) + 4;
        const auto rect = place(anchor, QSizeF(2 * radius + textPart, 2 * radius + 2), 6);
        if (!rect)
            continue;
        m_taken.push_back(*rect);
        if (!text.isEmpty())
            fillPixels(m_painter, rect->adjusted(radius, 0, 2, 0), m_theme.labelPlate);
        drawNumber(m_painter, QPointF(rect->left() + radius, rect->center().y()), number, radius, m_theme);
        drawText(m_painter, rect->left() + 2 * radius + 6, rect->center().y(), text, font, m_theme.text);
        return;
    }
}

/// Every finding has its number in the first lane that shows a series it cites.
void NotePainter::paintNumbers() {
    if (!m_state.options.numberedFindings)
        return;
    const auto& findings = m_state.timeline->findings;
    for (std::size_t i = 0; i < findings.size(); ++i)
        if (isFirstLaneOf(findings[i]))
            paintNumber(static_cast<int>(i) + 1, findings[i]);
}

/// What the reviewer wrote, in the first open lane: of the selected note; in a report of every one for which there is
/// room. All of them are in the strip.
void NotePainter::paintReviewNotes() {
    const auto& lanes = m_state.timeline->lanes;
    const auto first = std::ranges::find_if(
        lanes, [&](const models::Lane& lane) { return !isFolded(lane, m_state) && lane.state.isEmpty(); });
    if (first == lanes.end() || &*first != &m_lane.lane())
        return;
    const XScale scale = m_lane.xScale();
    for (const models::PlacedNote& note : m_state.notes) {
        const bool wanted =
            m_state.options.numberedFindings ? !note.wholeRun : note.id != 0 && note.id == m_state.selectedNote;
        if (!wanted || note.last < scale.min || note.first > scale.max)
            continue;
        const double x = std::clamp(scale.toPixel(note.first), scale.left, scale.right);
        std::vector<NoteLine> lines{{{}, noteLine(note.text, longestLine)}};
        paintPlate(QPointF(x, m_area.center().y()), lines, m_theme.text);
    }
}

} // namespace

void paintNotes(QPainter& painter, const LaneView& lane) {
    NotePainter notes(painter, lane);
    notes.paintSelectedFinding();
    notes.paintReviewNotes();
    notes.paintLimits();
    notes.paintLegendBox();
    notes.paintNumbers();
    notes.paintState();
}

} // namespace tachograph::widgets
