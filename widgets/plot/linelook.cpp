#include "widgets/plot/linelook.h"

#include "widgets/barcolors.h"

#include <QStringList>

#include <algorithm>

namespace tachograph::widgets {

using models::Lane;
using models::LaneLine;
using models::LineKind;
using models::Stage;

namespace {

/// Dash lengths in pixels become Qt's, which are in units of the pen's width.
QPen dashed(QPen pen, const QList<qreal>& pixels) {
    if (pixels.isEmpty())
        return pen;
    QList<qreal> pattern;
    for (const qreal length : pixels)
        pattern.append(length / pen.widthF());
    pen.setDashPattern(pattern);
    pen.setCapStyle(Qt::FlatCap);
    return pen;
}

QPen solid(const QColor& color, double width) {
    QPen pen(color, width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::BevelJoin);
    return pen;
}

/// Which of several quantities of one run in the lane the line is about: 0, 1, ... One quantity may be cut into several
/// lines of the same label (attempts).
int ordinalOf(const Lane& lane, std::size_t index) {
    const LaneLine& line = lane.lines[index];
    QStringList labels;
    for (std::size_t i = 0; i < index; ++i) {
        const LaneLine& other = lane.lines[i];
        if (other.kind == line.kind && other.run == line.run && other.added == 0 && other.label != line.label &&
            !labels.contains(other.label))
            labels.append(other.label);
    }
    return static_cast<int>(labels.size());
}

/// How many looks the lane's own quantities of a run take.
int ownLooks(const Lane& lane, int run) {
    QStringList labels;
    for (const LaneLine& line : lane.lines)
        if (line.kind == LineKind::raw && line.run == run && line.added == 0 && !labels.contains(line.label))
            labels.append(line.label);
    return std::max(1, static_cast<int>(labels.size()));
}

bool hasSmoothed(const Lane& lane, const LaneLine& line) {
    return std::ranges::any_of(lane.lines, [&line](const LaneLine& other) {
        return other.kind == LineKind::smoothed && other.run == line.run && other.added == line.added;
    });
}

QColor stageFill(const Theme& theme, Stage stage) {
    switch (stage) {
    case Stage::generation:
        return theme.generationFill;
    case Stage::optimization:
        return theme.optimizationFill;
    case Stage::other:
        return theme.otherFill;
    case Stage::unaccounted:
        return unaccountedFill(theme);
    case Stage::none:
        break;
    }
    return theme.otherFill;
}

QColor stageLine(const Theme& theme, Stage stage) {
    switch (stage) {
    case Stage::generation:
        return theme.generationLine;
    case Stage::optimization:
        return theme.optimizationLine;
    default:
        return theme.otherLine;
    }
}

} // namespace

bool isMeasured(LineKind kind) {
    return kind == LineKind::raw || kind == LineKind::superseded || kind == LineKind::sinceStart;
}

bool standsForValues(const Lane& lane, const LaneLine& line) {
    if (line.kind != LineKind::stack)
        return isMeasured(line.kind);
    const auto top = std::find_if(lane.lines.rbegin(), lane.lines.rend(), [&](const LaneLine& other) {
        return other.kind == LineKind::stack && other.run == line.run;
    });
    return top->label == line.label; // attempts are lines of their own with the same label
}

LineLook lookOf(const Lane& lane, std::size_t index, const PlotState& state, const PlotSizes& sizes) {
    const LaneLine& line = lane.lines[index];
    const Theme& theme = state.theme;
    const auto& runs = state.timeline->runs;
    const bool several = runs.size() > 1;
    const int slot = line.run >= 0 && static_cast<std::size_t>(line.run) < runs.size()
                         ? runs[static_cast<std::size_t>(line.run)].slot
                         : 0;
    const int ordinal = line.added > 0 ? ownLooks(lane, line.run) - 1 + line.added : ordinalOf(lane, index);
    LineLook look;
    look.strong = line.stage != Stage::none ? stageLine(theme, line.stage) : theme.run(several ? slot : slot + ordinal);
    const QList<qreal> dash = line.added > 0 ? Theme::addedDash(several ? slot : 0, line.added)
                              : several      ? Theme::dash(ordinal > 0 ? slot + ordinal : slot)
                                             : Theme::dash(ordinal);
    look.layer = QStringLiteral("raw");
    if (line.added > 0 && isMeasured(line.kind))
        look.between = theme.thin(look.strong);
    switch (line.kind) {
    case LineKind::raw:
        look.thin = hasSmoothed(lane, line);
        look.pen = look.thin ? solid(theme.thin(look.strong), sizes.rawPen)
                             : dashed(solid(look.strong, several || ordinal > 0 ? 1.5 : 1.25 * sizes.rawPen), dash);
        break;
    case LineKind::smoothed:
        look.layer = QStringLiteral("smoothed");
        look.pen = dashed(solid(look.strong, sizes.smoothedPen), dash);
        break;
    case LineKind::sinceStart:
        look.pen = dashed(solid(look.strong, 1.25 * sizes.rawPen), line.added > 0 ? dash : QList<qreal>{1.5, 2.5});
        break;
    case LineKind::superseded:
        look.strong = theme.muted;
        look.pen = dashed(solid(theme.muted, 1.25), {2, 2});
        break;
    case LineKind::creepFit:
        look.strong = theme.crosshair;
        look.layer = QStringLiteral("fits");
        look.pen = dashed(solid(several ? theme.run(slot) : theme.crosshair, 1.5), {7, 4});
        break;
    case LineKind::shiftFit:
        look.strong = theme.text2;
        look.layer = QStringLiteral("fits");
        look.pen = dashed(solid(several ? theme.run(slot) : theme.text2, 1.25), {1.5, 2.5});
        break;
    case LineKind::limit:
        look.strong = line.run < 0 ? theme.text2 : several ? theme.run(slot) : theme.warning.line;
        look.layer = QStringLiteral("fits");
        look.pen = dashed(solid(look.strong, 1), {5, 3});
        break;
    case LineKind::band:
        look.layer = QStringLiteral("fills");
        look.pen = Qt::NoPen;
        look.fill = line.stage != Stage::none ? stageFill(theme, line.stage) : look.strong;
        look.fill.setAlphaF(theme.dark ? 0.24F : 0.18F);
        break;
    case LineKind::stack:
        look.layer = QStringLiteral("fills");
        look.pen = solid(stageLine(theme, line.stage), 1);
        look.fill = stageFill(theme, line.stage);
        break;
    }
    return look;
}

double sampleWidth(const LaneLine& line, const LineLook& look) {
    if (look.fill.isValid())
        return 12;
    return line.added > 0 ? 30 : 18; // strokes and dots of an added series are to be seen
}

double drawSample(QPainter& painter, double x, double centre, const LaneLine& line, const LineLook& look) {
    if (look.fill.isValid()) {
        fillPixels(painter, QRectF(x, centre - 5, sampleWidth(line, look), 10), look.fill);
        return sampleWidth(line, look);
    }
    const double width = sampleWidth(line, look);
    QPen pen = look.pen;
    // On whole pixels a thin line keeps its full colour in the legend.
    const double y = pen.widthF() < 1.9 ? std::floor(centre) + 0.5 : std::round(centre);
    if (line.kind == LineKind::limit || pen.widthF() <= 1)
        painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(pen);
    painter.drawLine(QPointF(x, y), QPointF(x + width, y));
    painter.setRenderHint(QPainter::Antialiasing, true);
    return width;
}

} // namespace tachograph::widgets
