#include "analysis/comparison/ratiocurve.h"

#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

/// The usable values of one side with their positions and half widths.
struct Side {
    std::vector<double> position, value, halfWidth;
};

Side sideOf(const Run& run, const Series& series, const SteadyRows& rows) {
    Side side;
    const StepValues values = stepValues(run, series, Include::current);
    std::size_t next = 0; // into the series, for its uncertainty
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint32_t row = values.row[i];
        while (next < series.size() && series.rowOf(next) < row)
            ++next;
        if (!rows.use[row] || !std::isfinite(rows.position[row]) || !(values.value[i] > 0.0) ||
            !std::isfinite(values.value[i]))
            continue;
        const bool known = next < series.uncertainty.size() && series.rowOf(next) == row;
        side.position.push_back(rows.position[row]);
        side.value.push_back(values.value[i]);
        side.halfWidth.push_back((known ? series.uncertainty[next] : 0.5 * series.printResolution) * series.toUnit);
    }
    return side;
}

/// The values of a side in a bin.
struct Bin {
    std::vector<double> values, halfWidths;

    /// Half width of the median as a share of it.
    [[nodiscard]] double relativeWidth() const {
        constexpr double normal95 = 1.96, medianOverMean = 1.2533;
        const double middle = numerics::median(values);
        const double spread =
            normal95 * medianOverMean * numerics::scaledMad(values) / std::sqrt(static_cast<double>(values.size()));
        return std::max(spread, numerics::median(halfWidths)) / middle;
    }
};

std::vector<Bin> fill(const Side& side, double from, double width, std::size_t count) {
    std::vector<Bin> bins(count);
    for (std::size_t i = 0; i < side.value.size(); ++i) {
        const double place = (side.position[i] - from) / width;
        if (!(place >= 0.0) || place > static_cast<double>(count))
            continue;
        Bin& bin = bins[std::min(count - 1, static_cast<std::size_t>(place))];
        bin.values.push_back(side.value[i]);
        bin.halfWidths.push_back(side.halfWidth[i]);
    }
    return bins;
}

} // namespace

RatioCurve ratioCurve(const Comparison& comparison, std::string_view role, std::size_t mostBins) {
    RatioCurve curve;
    const Series *x = comparison.a->forRole(role), *y = comparison.b->forRole(role);
    if (!x || !y || x->averaging != Averaging::current || y->averaging != Averaging::current || mostBins == 0)
        return curve;
    const Side a = sideOf(*comparison.a, *x, comparison.rowsA), b = sideOf(*comparison.b, *y, comparison.rowsB);
    if (a.value.empty() || b.value.empty())
        return curve;
    const auto [minA, maxA] = std::ranges::minmax(a.position);
    const auto [minB, maxB] = std::ranges::minmax(b.position);
    const double from = std::max(minA, minB), to = std::min(maxA, maxB);
    const std::size_t count = std::min({mostBins, a.value.size(), b.value.size()});
    const double width = (to - from) / static_cast<double>(count);
    if (!(width > 0.0))
        return curve;
    const std::vector<Bin> binsA = fill(a, from, width, count), binsB = fill(b, from, width, count);
    for (std::size_t i = 0; i < count; ++i) {
        if (binsA[i].values.empty() || binsB[i].values.empty())
            continue;
        const double ratio = numerics::median(binsB[i].values) / numerics::median(binsA[i].values);
        const double halfWidth = binsA[i].relativeWidth() + binsB[i].relativeWidth();
        curve.position.push_back(from + (static_cast<double>(i) + 0.5) * width);
        curve.ratio.push_back(ratio);
        curve.low.push_back(ratio * std::max(0.0, 1.0 - halfWidth));
        curve.high.push_back(ratio * (1.0 + halfWidth));
    }
    return curve;
}

} // namespace tachograph
