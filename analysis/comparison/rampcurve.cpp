#include "analysis/comparison/rampcurve.h"

#include "analysis/comparison/laststamps.h"
#include "analysis/comparison/printed.h"
#include "analysis/comparison/startup.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

/// At ten times the start-up an average since the start is within a tenth of the rate.
constexpr double startUpsShown = 10.0;
constexpr double nearlyThere = 0.9;

/// One run to be drawn: its rows on the axis of the ramps.
struct Side {
    const Run& run;
    const SteadyRows& rows;
    std::vector<double> position; ///< one a row; NaN before the last attempt
};

/// The last attempt's rows counted from its start; NaN for the others.
std::vector<double> positionsFromStart(const Run& run, bool inSeconds) {
    std::vector<double> position = positionsOnAxis(run, inSeconds ? XAxis::elapsed : XAxis::sinceResume);
    position.resize(run.rows().size(), RowInfo::none);
    if (run.attempts().empty())
        return position;
    const std::size_t first = run.attempts().back().firstRow;
    std::fill(position.begin(), position.begin() + static_cast<std::ptrdiff_t>(first), RowInfo::none);
    if (!inSeconds || run.attempts().size() == 1)
        return position;
    // The axis goes on where the attempt before ended; the stamps of a new process count from its start.
    double shift = 0.0;
    for (std::size_t row = first; row < position.size(); ++row)
        if (std::isfinite(position[row]) && std::isfinite(run.rows().elapsedOf(row))) {
            shift = position[row] - run.rows().elapsedOf(row);
            break;
        }
    for (double& at : position)
        at -= shift;
    return position;
}

/// Finite values of a series with a place on the axis, no further than `length`.
void collect(const Side& side, const Series& series, double length, std::vector<double>& at,
             std::vector<double>& values) {
    for (std::size_t i = 0; i < series.size(); ++i) {
        const double position = side.position[series.rowOf(i)];
        if (std::isfinite(series.values[i]) && position >= 0.0 && position <= length) {
            at.push_back(position);
            values.push_back(series.inUnit(i));
        }
    }
}

/// Medians of at most mostPoints stretches of equal length.
void thin(std::vector<double>& at, std::vector<double>& values, double length) {
    if (at.size() <= RampCurve::mostPoints || !(length > 0.0))
        return;
    std::vector<std::vector<double>> bins(RampCurve::mostPoints);
    const double width = length / static_cast<double>(bins.size());
    for (std::size_t i = 0; i < at.size(); ++i)
        bins[std::min(bins.size() - 1, static_cast<std::size_t>(at[i] / width))].push_back(values[i]);
    at.clear();
    values.clear();
    for (std::size_t i = 0; i < bins.size(); ++i)
        if (!bins[i].empty()) {
            at.push_back((static_cast<double>(i) + 0.5) * width);
            values.push_back(numerics::median(bins[i]));
        }
}

void addSteady(RampCurve& curve, const Side& side) {
    for (std::size_t row = 0; row < side.rows.use.size(); ++row)
        if (side.rows.use[row] && std::isfinite(side.position[row])) {
            curve.steadyFrom = std::min(curve.steadyFrom.value_or(side.position[row]), side.position[row]);
            curve.steadyTo = std::max(curve.steadyTo.value_or(side.position[row]), side.position[row]);
        }
}

void addMarks(RampCurve& curve, const Side& side, const Series* average, std::int64_t step, std::int64_t distance) {
    for (std::size_t i = 0; average && i < average->size() && !curve.quoted; ++i) {
        const double at = side.position[average->rowOf(i)];
        if (side.run.rows().step[average->rowOf(i)] == step && std::isfinite(average->values[i]) && std::isfinite(at))
            curve.quoted = RampCurve::Mark{at, average->inUnit(i), distance};
    }
    for (std::size_t i = 0; i < curve.printed.size() && !curve.ninetyAt; ++i)
        if (curve.printed[i] >= nearlyThere * curve.level)
            curve.ninetyAt = curve.printedAt[i];
}

RampCurve curveOf(const Side& side, const RampCurves& ramps, const MetricComparison* metric, bool ofA,
                  const StartUp& startUp) {
    RampCurve curve;
    curve.level = metric ? (ofA ? metric->a.median : metric->b.median) : std::numeric_limits<double>::quiet_NaN();
    const Series* average = averageSinceStart(side.run, ramps.role);
    if (average) {
        collect(side, *average, ramps.length, curve.printedAt, curve.printed);
        thin(curve.printedAt, curve.printed, ramps.length);
    }
    const Series* rate = side.run.forRole(ramps.role);
    if (rate && rate->averaging == Averaging::current) {
        collect(side, *rate, ramps.length, curve.rateAt, curve.rate);
        thin(curve.rateAt, curve.rate, ramps.length);
    }
    addSteady(curve, side);
    const double seconds = ofA ? startUp.a : startUp.b;
    if (ramps.inSeconds && std::isfinite(seconds))
        curve.startUp = seconds;
    const auto equal = metric && metric->printed ? metric->printed->equalDistance : std::nullopt;
    addMarks(curve, side, equal ? average : nullptr, equal ? (ofA ? equal->stepA : equal->stepB) : 0,
             equal ? (ofA ? equal->distanceA : equal->distanceB) : 0);
    return curve;
}

/// The role whose ramp is to be shown; "" for none.
std::string rampRole(const Comparison& comparison, bool& averaged) {
    averaged = true;
    for (const char* role : {roles::throughput, roles::drafterRate, roles::targetRate})
        if (averageSinceStart(*comparison.a, role) || averageSinceStart(*comparison.b, role))
            return role;
    averaged = false;
    if (comparison.rampA.answer != Ramping::yes && comparison.rampB.answer != Ramping::yes)
        return {};
    for (const char* role : {roles::throughput, roles::stepTime})
        if (comparison.a->forRole(role) && comparison.b->forRole(role))
            return role;
    return {};
}

double farthest(const std::vector<double>& positions) {
    double most = 0.0;
    for (const double position : positions)
        if (std::isfinite(position))
            most = std::max(most, position);
    return most;
}

} // namespace

std::optional<RampCurves> rampCurves(const Comparison& comparison) {
    RampCurves ramps;
    ramps.role = rampRole(comparison, ramps.averaged);
    if (ramps.role.empty())
        return std::nullopt;
    ramps.unit = roleInfo(ramps.role).unit;
    ramps.inSeconds = !lastStamps(*comparison.a).empty() && !lastStamps(*comparison.b).empty();
    const Side a{*comparison.a, comparison.rowsA, positionsFromStart(*comparison.a, ramps.inSeconds)};
    const Side b{*comparison.b, comparison.rowsB, positionsFromStart(*comparison.b, ramps.inSeconds)};
    ramps.length = std::max(farthest(a.position), farthest(b.position));
    const StartUp& startUp = comparison.startUp;
    if (ramps.averaged && ramps.inSeconds && std::isfinite(startUp.a) && std::isfinite(startUp.b))
        if (const double told = startUpsShown * std::max(startUp.a, startUp.b); told > 0.0)
            ramps.length = std::min(ramps.length, told);
    const MetricComparison* metric = metricOf(comparison, ramps.role);
    ramps.a = curveOf(a, ramps, metric, true, startUp);
    ramps.b = curveOf(b, ramps, metric, false, startUp);
    return ramps.a.empty() && ramps.b.empty() ? std::nullopt : std::optional(std::move(ramps));
}

} // namespace tachograph
