#include "analysis/run/xaxis.h"

#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct AxisName {
    XAxis axis;
    const char* name;
};
constexpr std::array axisNames = {AxisName{XAxis::step, "step"}, AxisName{XAxis::sinceResume, "resume"},
                                  AxisName{XAxis::elapsed, "elapsed"}, AxisName{XAxis::wallClock, "wall"},
                                  AxisName{XAxis::tokens, "tokens"}};

bool anyFinite(const std::vector<double>& values) {
    return std::ranges::any_of(values, [](double value) { return std::isfinite(value); });
}

std::vector<double> stepPositions(const Run& run, bool sinceResume) {
    const Rows& rows = run.rows();
    std::vector<double> positions(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::int64_t origin = sinceResume ? run.attempts()[rows.attempt[row]].firstStep : 0;
        positions[row] = static_cast<double>(rows.step[row] - origin);
    }
    return positions;
}

/// Printed stamps are rounded down to whole units; rows with the same stamp are spread evenly over the unit.
std::vector<double> spreadStamps(const Run& run) {
    const Rows& rows = run.rows();
    std::vector<double> positions = rows.elapsed;
    if (rows.elapsedResolution.empty())
        return positions;
    for (std::size_t begin = 0; begin < rows.size();) {
        std::size_t end = begin + 1;
        while (end < rows.size() && rows.elapsed[end] == rows.elapsed[begin] &&
               rows.attempt[end] == rows.attempt[begin])
            ++end;
        const double unit = rows.elapsedResolution[begin];
        if (std::isfinite(unit) && std::isfinite(rows.elapsed[begin]))
            for (std::size_t row = begin; row < end; ++row)
                positions[row] += unit * static_cast<double>(row - begin) / static_cast<double>(end - begin);
        begin = end;
    }
    return positions;
}

std::vector<double> addedStepTimes(const Run& run, const Series& stepTime) {
    const StepValues times = stepValues(run, stepTime, Include::all);
    std::vector<double> positions(run.rows().size(), nan);
    double sum = 0.0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (std::isfinite(times.value[i]))
            sum += times.value[i];
        positions[times.row[i]] = sum;
    }
    return positions;
}

std::vector<double> elapsedPositions(const Run& run) {
    const Rows& rows = run.rows();
    if (anyFinite(rows.elapsed))
        return spreadStamps(run);
    if (anyFinite(rows.time)) {
        const auto first = std::ranges::find_if(rows.time, [](double time) { return std::isfinite(time); });
        std::vector<double> positions = rows.time;
        for (double& position : positions)
            position -= *first;
        return positions;
    }
    const Series* stepTime = run.forRole(roles::stepTime);
    return stepTime ? addedStepTimes(run, *stepTime) : std::vector<double>();
}

/// Tokens consumed up to and with each row, from a counter.
std::vector<double> tokenPositions(const Run& run) {
    const Series* total = run.forRole(roles::tokensTotal);
    const Series* perStep = run.forRole(roles::tokensPerStep);
    std::vector<double> positions(run.rows().size(), nan);
    if (total) {
        for (std::size_t i = 0; i < total->size(); ++i)
            positions[total->rowOf(i)] = total->inUnit(i);
    } else if (perStep) {
        const StepValues tokens = stepValues(run, *perStep, Include::all);
        double sum = 0.0;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (std::isfinite(tokens.value[i]))
                sum += tokens.value[i];
            positions[tokens.row[i]] = sum;
        }
    }
    return positions;
}

} // namespace

const char* xAxisName(XAxis axis) {
    return std::ranges::find(axisNames, axis, &AxisName::axis)->name;
}

std::optional<XAxis> xAxisFromName(std::string_view name) {
    const auto found =
        std::ranges::find(axisNames, name, [](const AxisName& entry) { return std::string_view(entry.name); });
    return found == axisNames.end() ? std::nullopt : std::optional(found->axis);
}

std::string whyNotOnAxis(const Run& run, XAxis axis) {
    switch (axis) {
    case XAxis::step:
    case XAxis::sinceResume:
        return {};
    case XAxis::elapsed:
        return anyFinite(run.rows().elapsed) || anyFinite(run.rows().time) || run.forRole(roles::stepTime)
                   ? std::string()
                   : "neither time stamps nor step times are logged";
    case XAxis::wallClock:
        return anyFinite(run.rows().time) ? std::string() : "time stamps are not logged";
    case XAxis::tokens:
        break;
    }
    return run.forRole(roles::tokensTotal) || run.forRole(roles::tokensPerStep) ? std::string()
                                                                                : "tokens are not logged";
}

std::vector<double> positionsOnAxis(const Run& run, XAxis axis) {
    if (!whyNotOnAxis(run, axis).empty())
        return {};
    switch (axis) {
    case XAxis::step:
        return stepPositions(run, false);
    case XAxis::sinceResume:
        return stepPositions(run, true);
    case XAxis::elapsed:
        return elapsedPositions(run);
    case XAxis::wallClock:
        return run.rows().time;
    case XAxis::tokens:
        break;
    }
    return tokenPositions(run);
}

double positionOfEvent(const Run& run, const std::vector<double>& positions, const Event& event) {
    if (event.row && *event.row < positions.size() && (!event.step || run.rows().step[*event.row] == *event.step))
        return positions[*event.row];
    return event.step ? positionOfStep(run, positions, static_cast<double>(*event.step)) : nan;
}

double positionOfStep(const Run& run, const std::vector<double>& positions, double step) {
    const Rows& rows = run.rows();
    double below = nan, above = nan;
    double stepBelow = -std::numeric_limits<double>::infinity(), stepAbove = std::numeric_limits<double>::infinity();
    for (std::size_t row = 0; row < positions.size(); ++row) {
        if (rows.isSuperseded(row) || !std::isfinite(positions[row]))
            continue;
        const auto at = static_cast<double>(rows.step[row]);
        if (at <= step && at >= stepBelow) {
            stepBelow = at;
            below = positions[row];
        }
        if (at >= step && at < stepAbove) {
            stepAbove = at;
            above = positions[row];
        }
    }
    if (std::isnan(below) || std::isnan(above))
        return nan;
    if (stepAbove <= stepBelow)
        return below;
    return below + (above - below) * (step - stepBelow) / (stepAbove - stepBelow);
}

} // namespace tachograph
