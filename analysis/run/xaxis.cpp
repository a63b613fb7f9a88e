#include "analysis/run/xaxis.h"

#include "analysis/run/roles.h"
#include "analysis/run/stepvalues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
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

/// to - from without overflow, exact where it fits a double: a log may hold steps at both ends of the integers.
double stepsBetween(std::int64_t from, std::int64_t to) {
    const auto difference = static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
    return to >= from ? static_cast<double>(difference) : -static_cast<double>(0 - difference);
}

std::vector<double> stepPositions(const Run& run, bool sinceResume) {
    const Rows& rows = run.rows();
    std::vector<double> positions(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row)
        positions[row] = stepsBetween(sinceResume ? run.attempts()[rows.attempt[row]].firstStep : 0, rows.step[row]);
    return positions;
}

/// Rows [begin, end) that carry the same printed stamp.
struct StampGroup {
    std::size_t begin = 0, end = 0;
    double seconds = 0.0; ///< as printed
    double unit = 0.0;    ///< 0 = exact
    [[nodiscard]] double spacing() const { return unit / static_cast<double>(end - begin); }
};

std::vector<StampGroup> stampGroups(const Rows& rows, const Attempt& attempt) {
    std::vector<StampGroup> groups;
    for (std::size_t row = attempt.firstRow; row < attempt.endRow; ++row) {
        const double seconds = rows.elapsed[row];
        if (!std::isfinite(seconds))
            continue;
        const double unit = rows.elapsedResolution.empty() ? nan : rows.elapsedResolution[row];
        if (!groups.empty() && groups.back().end == row && groups.back().seconds == seconds)
            groups.back().end = row + 1;
        else
            groups.push_back({row, row + 1, seconds, std::isfinite(unit) ? unit : 0.0});
    }
    return groups;
}

/// Rows with the same stamp are spread evenly over its unit. The first and the last stamp of an attempt may cover a
/// part of their unit only: their rows keep the distance of the neighbouring unit, at its end and at its beginning.
void spreadAttempt(const Rows& rows, const Attempt& attempt, std::vector<double>& positions) {
    const auto groups = stampGroups(rows, attempt);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const StampGroup& group = groups[i];
        const bool first = i == 0, last = i + 1 == groups.size();
        double spacing = group.spacing();
        if (last && !first && groups[i - 1].unit == group.unit)
            spacing = std::min(spacing, groups[i - 1].spacing());
        if (first && !last && groups[1].unit == group.unit)
            spacing = std::min(spacing, groups[1].spacing());
        const bool atEnd = first && !last && groups[1].seconds == group.seconds + group.unit;
        const double begin =
            group.seconds + (atEnd ? group.unit - spacing * static_cast<double>(group.end - group.begin) : 0.0);
        for (std::size_t row = group.begin; row < group.end; ++row)
            positions[row] = begin + spacing * (static_cast<double>(row - group.begin) + 0.5);
    }
}

/// Seconds since the recording began: when a new process counts from zero again, its stamps go on where the attempt
/// before ended (the pause between them is not in the stamps).
std::vector<double> spreadStamps(const Run& run) {
    const Rows& rows = run.rows();
    std::vector<double> positions(rows.size(), nan);
    double offset = 0.0, latest = 0.0;
    for (const Attempt& attempt : run.attempts()) {
        spreadAttempt(rows, attempt, positions);
        bool began = false;
        for (std::size_t row = attempt.firstRow; row < attempt.endRow; ++row) {
            if (!std::isfinite(positions[row]))
                continue;
            if (!began && positions[row] + offset < latest)
                offset = latest;
            began = true;
            positions[row] += offset;
        }
        for (std::size_t row = attempt.firstRow; row < attempt.endRow; ++row)
            if (std::isfinite(positions[row]))
                latest = std::max(latest, positions[row]);
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

/// Fills gaps between finite neighbours of one attempt in proportion to the step.
void fillBySteps(const Run& run, std::vector<double>& positions) {
    const Rows& rows = run.rows();
    std::size_t before = rows.size();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (!std::isfinite(positions[row]))
            continue;
        if (before < row && rows.attempt[before] == rows.attempt[row]) {
            const auto steps = static_cast<double>(rows.step[row] - rows.step[before]);
            for (std::size_t between = before + 1; between < row; ++between) {
                const double share =
                    steps > 0.0 ? static_cast<double>(rows.step[between] - rows.step[before]) / steps : 1.0;
                positions[between] = positions[before] + share * (positions[row] - positions[before]);
            }
        }
        before = row;
    }
}

/// Tokens a step, added up: a value holds for the steps since the one before it. Superseded steps count too: their
/// tokens were consumed.
void addTokensPerStep(const Run& run, const Series& perStep, std::vector<double>& positions) {
    const StepValues tokens = stepValues(run, perStep, Include::all);
    double sum = 0.0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool fresh = i == 0 || tokens.attempt[i] != tokens.attempt[i - 1];
        const Attempt& attempt = run.attempts()[tokens.attempt[i]];
        // The first value of an attempt also stands for the steps before it.
        const std::int64_t from =
            fresh ? attempt.firstStep - (tokens.step[i] == attempt.firstStep ? 1 : 0) : tokens.step[i - 1];
        if (fresh && from == attempt.firstStep)
            positions[attempt.firstRow] = sum;
        if (std::isfinite(tokens.value[i]))
            sum += tokens.value[i] * static_cast<double>(tokens.step[i] - from);
        positions[tokens.row[i]] = sum;
    }
}

/// Tokens consumed up to and with each row.
std::vector<double> tokenPositions(const Run& run) {
    std::vector<double> positions(run.rows().size(), nan);
    if (const Series* total = run.forRole(roles::tokensTotal)) {
        for (std::size_t i = 0; i < total->size(); ++i)
            positions[total->rowOf(i)] = total->inUnit(i);
    } else if (const Series* perStep = run.forRole(roles::tokensPerStep)) {
        addTokensPerStep(run, *perStep, positions);
    }
    fillBySteps(run, positions);
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

} // namespace tachograph
