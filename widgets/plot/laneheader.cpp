#include "widgets/plot/laneheader.h"

#include "analysis/core/text.h"
#include "widgets/plot/glyphs.h"
#include "widgets/plot/lanetext.h"
#include "widgets/plot/legend.h"

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

namespace {
constexpr double readoutGap = 10;

/// A bound of the range: round, so without the zeros that values get ("7 s", not "7.00 s").
QString boundText(double value, const QString& unit) {
    const QString number = QString::fromStdString(formatNumber(value, 3));
    return unit.isEmpty() ? number : number + u' ' + unit;
}
} // namespace

LaneHeader::LaneHeader(QCustomPlot* plot, const PlotState& state, int lane, const PlotSizes& sizes)
    : QCPLayoutElement(plot), m_state(state), m_sizes(sizes), m_lane(lane) {
    const int height = folded() ? sizes.foldedHeight : sizes.headerHeight;
    setMinimumSize(0, height);
    setMaximumSize(QWIDGETSIZE_MAX, height);
    setMargins({});
    setLayer(QStringLiteral("events"));
}

const models::Lane& LaneHeader::lane() const {
    return m_state.timeline->lanes[static_cast<std::size_t>(m_lane)];
}

bool LaneHeader::folded() const {
    return isFolded(lane(), m_state);
}

void LaneHeader::setContent(const ValueRange& range, std::size_t missing) {
    m_range = range;
    m_missing = missing;
    m_offScale.clear();
    const QString& unit = lane().unit;
    if (range.above > 0)
        m_offScale = tr("%1 above %2, max %3")
                         .arg(fixedNumber(static_cast<double>(range.above), 0), boundText(range.high, unit),
                              laneQuantity(range.highest, unit));
    const QString semicolon = QStringLiteral("; ");
    if (range.notPositive > 0) // said apart: no scale of this kind would show them
        m_offScale +=
            (m_offScale.isEmpty() ? QString() : semicolon) +
            tr("%1 at or below 0, min %2")
                .arg(fixedNumber(static_cast<double>(range.notPositive), 0), laneQuantity(range.lowest, unit));
    if (range.below > range.notPositive)
        m_offScale +=
            (m_offScale.isEmpty() ? QString() : semicolon) +
            (range.notPositive > 0 ? tr("%1 below %2")
                                         .arg(fixedNumber(static_cast<double>(range.below - range.notPositive), 0),
                                              boundText(range.low, unit))
                                   : tr("%1 below %2, min %3")
                                         .arg(fixedNumber(static_cast<double>(range.below), 0),
                                              boundText(range.low, unit), laneQuantity(range.lowest, unit)));
}

void LaneHeader::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    painter->setAntialiasing(false);
}

double LaneHeader::centre() const {
    return rect().top() + rect().height() / 2.0 + (folded() ? 0 : 1);
}

LaneHeader::Item LaneHeader::textItem(int keep, double gap, const QString& text, const QFont& font,
                                      const QColor& color) const {
    return {keep, gap, textWidth(text, font), [=](QPainter& painter, double x, double middle) {
                drawText(painter, x, middle, text, font, color);
            }};
}

void LaneHeader::addLegend(std::vector<Item>& items) const {
    if (m_state.options.legendInside)
        return;
    int keep = 40;
    double gap = 16;
    for (const LegendEntry& entry : legendOf(lane(), m_state, m_sizes, false)) {
        const QFont font = m_sizes.legend;
        const QColor color = m_state.theme.text2;
        items.push_back({keep--, gap, entry.width(font), [=](QPainter& painter, double x, double middle) {
                             entry.draw(painter, x, middle, font, color);
                         }});
        gap = 12;
    }
}

void LaneHeader::addCounts(std::vector<Item>& items, const QString& offScale) const {
    const QFont font = m_sizes.legend;
    const Theme& theme = m_state.theme;
    if (m_missing > 0) {
        const QString text = m_missing == 1
                                 ? tr("1 value missing")
                                 : tr("%1 values missing").arg(fixedNumber(static_cast<double>(m_missing), 0));
        items.push_back({60, 14, 12 + textWidth(text, font), [=](QPainter& painter, double x, double middle) {
                             drawMissing(painter, QPointF(x + 4, middle), theme.warning.line);
                             drawText(painter, x + 12, middle, text, font, theme.text2);
                         }});
    }
    if (offScale.isEmpty())
        return;
    const bool above = m_range.above > 0;
    const int run = lane().lines.empty() ? 0 : lane().lines.back().run;
    const auto& runs = m_state.timeline->runs;
    const int slot =
        run >= 0 && static_cast<std::size_t>(run) < runs.size() ? runs[static_cast<std::size_t>(run)].slot : 0;
    const QColor color = runs.size() > 1 ? theme.text2 : theme.run(slot);
    items.push_back(
        {100, 14, 12 + textWidth(offScale, font), [=, text = offScale](QPainter& painter, double x, double middle) {
             drawOffScale(painter, QPointF(x + 4, middle), above, color);
             drawText(painter, x + 12, middle, text, font, theme.text2);
         }});
}

void LaneHeader::addBadge(std::vector<Item>& items) const {
    if (lane().badge.isEmpty())
        return;
    const QFont font = m_sizes.badge;
    const QString text = lane().badge;
    const Theme::Signal signal = m_state.theme.info;
    items.push_back({10, 14, 12 + textWidth(text, font), [=](QPainter& painter, double x, double middle) {
                         fillPixels(painter, QRectF(x, middle - 8, 12 + textWidth(text, font), 16), signal.fill);
                         drawText(painter, x + 6, middle, text, font, signal.text);
                     }});
}

std::vector<LaneHeader::Item> LaneHeader::items(double available) const {
    const Theme& theme = m_state.theme;
    std::vector<Item> items;
    items.push_back(textItem(200, 0, shortened(lane().title, m_sizes.name, available * 0.6), m_sizes.name, theme.text));
    QString unit = lane().unit;
    if (m_range.logarithmic && !isRatio(lane()))
        unit += (unit.isEmpty() ? QString() : QStringLiteral(", ")) + tr("log scale");
    if (!unit.isEmpty())
        items.push_back(textItem(90, 7, unit, m_sizes.unit, theme.muted));
    QString qualifier = lane().qualifier;
    if (folded() && !lane().state.isEmpty())
        qualifier = lane().state;
    const std::size_t place = items.size();
    const auto total = [&] {
        double width = 0;
        for (const Item& item : items)
            width += item.gap + item.width;
        return width;
    };
    const auto addRest = [&](const QString& offScale) {
        items.resize(place);
        if (folded())
            return;
        addLegend(items);
        addCounts(items, offScale);
        addBadge(items);
    };
    addRest(m_offScale);
    if (total() > available)
        addRest(briefOffScale());
    while (items.size() > 1 && total() > available) {
        const auto least = std::ranges::min_element(items, {}, &Item::keep);
        items.erase(least);
    }
    if (!qualifier.isEmpty()) {
        const bool joined = !lane().unit.isEmpty() && !folded();
        const QString text =
            shortened((joined ? QStringLiteral(", ") : QString()) + qualifier, m_sizes.unit, available - total() - 8);
        const auto at = items.begin() + static_cast<std::ptrdiff_t>(std::min(place, items.size()));
        if (text.size() > 4)
            items.insert(at, textItem(30, joined ? 0 : 8, text, m_sizes.unit, theme.muted));
    }
    return items;
}

void LaneHeader::draw(QCPPainter* qcpPainter) {
    QPainter& painter = *qcpPainter;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    if (folded()) {
        const QRectF row = rect();
        fillPixels(painter, row, m_state.theme.bar);
        fillPixels(painter, QRectF(row.left(), row.top(), row.width(), 1), m_state.theme.hair);
        drawChevron(painter, QPointF(row.left() + 14, centre()), m_state.theme.text2);
    }
    double x = left();
    for (const Item& item : items(right() - reservedWidth() - left())) {
        x += item.gap;
        item.paint(painter, x, centre());
        x += item.width;
    }
    m_usedRight = x;
    painter.restore();
}

/// The counts alone: the marks in the lane show which way.
QString LaneHeader::briefOffScale() const {
    QString text;
    if (m_range.above > 0)
        text = tr("%1 above").arg(fixedNumber(static_cast<double>(m_range.above), 0));
    if (m_range.below > 0)
        text += (text.isEmpty() ? QString() : QStringLiteral("; ")) +
                tr("%1 below").arg(fixedNumber(static_cast<double>(m_range.below), 0));
    return text;
}

double LaneHeader::readoutWidth(const std::vector<Readout>& readouts) const {
    double width = 0;
    for (const Readout& readout : readouts) {
        const QFont& font = readout.main ? m_sizes.name : m_sizes.unit;
        width += readoutGap + textWidth(readout.text, font);
        if (!readout.label.isEmpty())
            width += 4 + textWidth(readout.label, m_sizes.unit);
    }
    return width;
}

/// The values change with every move of the mouse; the left part must not jump. So room is kept for values in view.
double LaneHeader::reservedWidth() const {
    if (folded())
        return 0;
    double width = 0;
    for (const double share : {0.02, 0.5, 0.98}) {
        const double x = m_state.xMin + share * (m_state.xMax - m_state.xMin);
        width = std::max(width, readoutWidth(readoutsAt(lane(), m_state, x, m_state.xMax - m_state.xMin)));
    }
    const double room = right() - left();
    // Patches of colour mean nothing without their names: those of phases come before the values.
    const double most = std::clamp(room - phasesWidth(), room * 0.18, room * 0.45);
    return std::min(width + 16, most);
}

/// Name, unit, legend and count of a lane that stacks phases; 0 of any other.
double LaneHeader::phasesWidth() const {
    double width = 0;
    for (const LegendEntry& entry : legendOf(lane(), m_state, m_sizes, false)) {
        if (entry.line->kind != models::LineKind::stack)
            return 0;
        width += (width == 0 ? 16 : 12) + entry.width(m_sizes.legend);
    }
    if (width == 0)
        return 0;
    const QString offScale = briefOffScale();
    width += offScale.isEmpty() ? 0 : 14 + 12 + textWidth(offScale, m_sizes.legend);
    return width + textWidth(lane().title, m_sizes.name) + 7 + textWidth(lane().unit, m_sizes.unit) + 8;
}

void LaneHeader::drawReadouts(QPainter& painter, const std::vector<Readout>& readouts) const {
    if (folded())
        return;
    double x = right();
    for (auto readout = readouts.rbegin(); readout != readouts.rend(); ++readout) {
        if (x - readoutWidth({*readout}) < m_usedRight)
            break;
        const QFont& font = readout->main ? m_sizes.name : m_sizes.unit;
        x -= drawTextBefore(painter, x, centre(), readout->text, font, readout->color);
        if (!readout->label.isEmpty()) {
            x -= 4;
            x -= drawTextBefore(painter, x, centre(), readout->label, m_sizes.unit,
                                readout->main && m_state.timeline->runs.size() > 1 ? readout->color
                                                                                   : m_state.theme.muted);
        }
        x -= readoutGap;
    }
}

} // namespace tachograph::widgets
