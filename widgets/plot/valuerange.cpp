#include "widgets/plot/valuerange.h"

#include "widgets/plot/linelook.h"
#include "widgets/plot/linevalue.h"
#include "widgets/plot/ticks.h"

#include <algorithm>
#include <cmath>

namespace tachograph::widgets {

using models::Lane;
using models::LaneLine;
using models::LineKind;

namespace {

struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    [[nodiscard]] bool empty() const { return !(low <= high); }
    void add(double value) {
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    void add(const Extent& other) {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
    }
};

/// Also of lines that only pass through the view with no vertex in it.
Extent extentOf(const models::CurvePtr& curve, double xMin, double xMax) {
    Extent extent;
    if (!curve)
        return extent;
    if (const auto range = curve->yRange(xMin, xMax)) {
        extent.add(range->first);
        extent.add(range->second);
    }
    for (const double x : {xMin, xMax})
        if (const auto value = interpolated(*curve, x))
            extent.add(*value);
    return extent;
}

/// Lines that are always shown in full.
bool isGuide(LineKind kind) {
    return kind == LineKind::smoothed || kind == LineKind::creepFit || kind == LineKind::shiftFit ||
           kind == LineKind::limit;
}

Extent robustExtent(const Lane& lane, double xMin, double xMax) {
    Extent all, inView;
    const bool placed = lane.robustX.size() == lane.robustValues.size();
    for (std::size_t i = 0; i < lane.robustValues.size(); ++i) {
        all.add(lane.robustValues[i]);
        if (placed && lane.robustX[i] >= xMin && lane.robustX[i] <= xMax)
            inView.add(lane.robustValues[i]);
    }
    return inView.empty() ? all : inView;
}

Extent shownExtent(const Lane& lane, double xMin, double xMax, bool robust) {
    Extent guides, values;
    for (const auto* lines : {&lane.lines, &lane.scaledWith})
        for (const LaneLine& line : *lines) {
            Extent extent = extentOf(line.curve, xMin, xMax);
            extent.add(extentOf(line.low, xMin, xMax));
            (isGuide(line.kind) ? guides : values).add(extent);
        }
    const Extent robustValues = robust ? robustExtent(lane, xMin, xMax) : Extent();
    if (!robustValues.empty() && !values.empty()) {
        const Extent both{std::max(values.low, robustValues.low), std::min(values.high, robustValues.high)};
        if (!both.empty())
            values = both;
    }
    values.add(guides);
    return values;
}

void addHeadroom(ValueRange& range, bool zeroBased, double height) {
    if (zeroBased) {
        range.low = std::min(range.low, 0.0);
        range.high = std::max(range.high, 0.0);
    }
    if (range.low == range.high) {
        const double around = range.low == 0 ? 1 : std::abs(range.low) * 0.05;
        range.low -= range.low == 0 && zeroBased ? 0 : around;
        range.high += around;
    }
    const double headroom = 0.08 * (range.high - range.low);
    range.high += headroom;
    if (!zeroBased || range.low < 0)
        range.low -= headroom;
    // Quarters of 1, 2 or 5; fifths of 2.5: bounds that can be said in few digits.
    const double step = valueTickStep(range.low, range.high, height);
    const double leading = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
    const double quarter = step / (std::abs(leading - 2.5) < 1e-6 ? 5 : 4);
    range.high = std::ceil(range.high / quarter - 1e-9) * quarter;
    range.low = std::floor(range.low / quarter + 1e-9) * quarter;
}

/// Room around all of it, to powers of two where it spans several of them, else to quarters of a tick.
void addRatioHeadroom(ValueRange& range, double height) {
    constexpr double least = 1e-6, beyondPower = 1.08;
    range.logarithmic = true;
    range.low = std::clamp(std::min(range.low, 1.0), least, 1.0);
    range.high = std::clamp(std::max(range.high, 1.0), 1.0, 1 / least);
    if (range.high / range.low >= powersOfTwoFrom) {
        range.low = range.low < 1 ? std::exp2(std::floor(std::log2(range.low))) : range.low;
        range.high = range.high > 1 ? std::exp2(std::ceil(std::log2(range.high))) : range.high;
        range.low /= beyondPower;
        range.high *= beyondPower;
        return;
    }
    const double around = std::max(0.08 * std::log(range.high / range.low), 0.004);
    range.low *= std::exp(-around);
    range.high *= std::exp(around);
    const double quarter = valueTickStep(range.low, range.high, height) / 4;
    range.high = std::ceil(range.high / quarter - 1e-9) * quarter;
    if (const double below = std::floor(range.low / quarter + 1e-9) * quarter; below > 0)
        range.low = below;
}

/// A band may reach down to zero: the lines decide how far it is followed.
Extent ratioExtent(const Lane& lane, double xMin, double xMax) {
    constexpr double farthestBand = 2;
    Extent lines, bands;
    for (const auto* some : {&lane.lines, &lane.scaledWith})
        for (const LaneLine& line : *some) {
            Extent extent = extentOf(line.curve, xMin, xMax);
            extent.add(extentOf(line.low, xMin, xMax));
            (line.kind == LineKind::band ? bands : lines).add(extent);
        }
    if (lines.empty() || bands.empty())
        return lines.empty() ? bands : lines;
    lines.add(std::clamp(bands.low, lines.low / farthestBand, lines.low));
    lines.add(std::clamp(bands.high, lines.high, lines.high * farthestBand));
    return lines;
}

void countOutside(const Lane& lane, double xMin, double xMax, ValueRange& range) {
    Extent all;
    for (const LaneLine& line : lane.lines) {
        if (!standsForValues(lane, line) || !line.curve)
            continue;
        const auto beyond = line.curve->beyond(xMin, xMax, range.low, range.high);
        range.above += beyond.above;
        range.below += beyond.below;
        if (beyond.above + beyond.below > 0) {
            const auto extent = line.curve->yRange(xMin, xMax);
            all.add(extent->first);
            all.add(extent->second);
        }
    }
    range.highest = all.high;
    range.lowest = all.low;
}

/// The least value above 0 that a pixel column of a wide screen shows, and the greatest.
Extent positiveExtent(const models::CurvePtr& curve, double xMin, double xMax) {
    constexpr std::size_t columnsOfAScreen = 4'096;
    Extent extent;
    const auto range = curve ? curve->yRange(xMin, xMax) : std::nullopt;
    if (!range || !(range->second > 0))
        return extent;
    extent.add(range->second);
    if (range->first > 0) {
        extent.add(range->first);
        return extent;
    }
    std::vector<models::PixelColumn> columns;
    curve->columns(xMin, std::nextafter(xMax, std::numeric_limits<double>::infinity()), columnsOfAScreen, columns);
    for (const models::PixelColumn& column : columns)
        for (const double y : {column.low, column.first, column.last, column.high})
            if (column.count > 0 && y > 0)
                extent.add(y);
    return extent;
}

Extent logarithmicExtent(const Lane& lane, double xMin, double xMax, bool robust) {
    Extent values, guides;
    for (const auto* lines : {&lane.lines, &lane.scaledWith})
        for (const LaneLine& line : *lines) {
            Extent extent = positiveExtent(line.curve, xMin, xMax);
            extent.add(positiveExtent(line.low, xMin, xMax));
            (isGuide(line.kind) ? guides : values).add(extent);
        }
    const Extent robustValues = robust ? robustExtent(lane, xMin, xMax) : Extent();
    if (robustValues.high > 0 && !values.empty()) {
        values.high = std::min(values.high, robustValues.high);
        if (robustValues.low > 0)
            values.low = std::max(values.low, robustValues.low);
    }
    values.add(guides);
    return values;
}

/// To the next 1, 2 or 5 outwards, at least a factor of 2 in all.
void addLogarithmicHeadroom(ValueRange& range) {
    constexpr double least = 1e-300, most = 1e300;
    range.logarithmic = true;
    range.low = std::clamp(range.low, least, most / 2);
    range.high = std::clamp(range.high, range.low, most);
    const auto rounded = [](double value, bool up) {
        const double power = std::pow(10, std::floor(std::log10(value)));
        double best = up ? power * 10 : power;
        for (const double digit : {1.0, 2.0, 5.0})
            if (up ? digit * power >= value * (1 + 1e-9) && digit * power < best
                   : digit * power <= value * (1 - 1e-9) && digit * power > best)
                best = digit * power;
        return up || best < value ? best : power / 2; // a bound on the value itself would put the line on the edge
    };
    range.low = rounded(range.low, false);
    range.high = rounded(range.high, true);
    if (range.high / range.low < 2)
        range.high = range.low * 2;
}

std::size_t notPositiveValues(const Lane& lane, double xMin, double xMax) {
    std::size_t count = 0;
    for (const LaneLine& line : lane.lines)
        if (standsForValues(lane, line) && line.curve)
            count += line.curve
                         ->beyond(xMin, xMax, std::numeric_limits<double>::denorm_min(),
                                  std::numeric_limits<double>::infinity())
                         .below;
    return count;
}

} // namespace

bool canBeLogarithmic(const Lane& lane) {
    return !isRatio(lane) &&
           std::ranges::none_of(lane.lines, [](const LaneLine& line) { return line.kind == LineKind::stack; });
}

bool isRatio(const Lane& lane) {
    return lane.unit == QStringLiteral("×");
}

double ValueRange::shareOf(double y) const {
    if (!logarithmic)
        return (y - low) / (high - low);
    return y > 0 ? std::log(y / low) / std::log(high / low) : -std::numeric_limits<double>::infinity();
}

double ValueRange::valueAt(double share) const {
    return logarithmic ? low * std::pow(high / low, share) : low + share * (high - low);
}

ValueRange valueRange(const Lane& lane, double xMin, double xMax, bool robust, double height,
                      const std::optional<std::pair<double, double>>& byHand, bool logarithmic) {
    const bool ratio = isRatio(lane);
    logarithmic = logarithmic && canBeLogarithmic(lane);
    const Extent shown = ratio         ? ratioExtent(lane, xMin, xMax)
                         : logarithmic ? logarithmicExtent(lane, xMin, xMax, robust)
                                       : shownExtent(lane, xMin, xMax, robust);
    ValueRange range;
    range.empty = shown.empty();
    if (byHand) {
        range.low = byHand->first;
        range.high = byHand->second;
        range.logarithmic = (ratio || logarithmic) && range.low > 0;
    } else if (!shown.empty()) {
        range.low = shown.low;
        range.high = shown.high;
        if (ratio)
            addRatioHeadroom(range, height);
        else if (logarithmic)
            addLogarithmicHeadroom(range);
        else
            addHeadroom(range, lane.zeroBased, height);
    }
    if (!std::isfinite(range.high - range.low) ||
        !(range.low < range.high)) { // values near the largest number there is
        range.low = std::max(range.low, -1e300);
        range.high = std::max(range.low + std::max(1.0, std::abs(range.low) * 1e-9), std::min(range.high, 1e300));
    }
    countOutside(lane, xMin, xMax, range);
    if (logarithmic)
        range.notPositive = notPositiveValues(lane, xMin, xMax);
    return range;
}

} // namespace tachograph::widgets
