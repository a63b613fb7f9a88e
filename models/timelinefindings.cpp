#include "models/steppositions.h"
#include "models/timelineparts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tachograph::models {

namespace {

TimelineFinding placed(const Finding& finding, const StepPositions& steps, int run) {
    TimelineFinding result;
    result.finding = finding;
    result.run = run;
    result.first = steps.nearest(static_cast<double>(finding.firstStep));
    result.last = steps.nearest(static_cast<double>(finding.lastStep));
    if (result.first > result.last)
        std::swap(result.first, result.last);
    result.onset = finding.onsetStep ? steps.nearest(static_cast<double>(*finding.onsetStep)) : result.first;
    for (const std::int64_t place : finding.places)
        result.places.push_back(steps.nearest(static_cast<double>(place)));
    std::ranges::sort(result.places);
    return result;
}

} // namespace

std::vector<TimelineFinding> timelineFindings(const LaneInput& input) {
    std::vector<TimelineFinding> findings;
    for (const LaneRun& run : input.runs) {
        if (!run.diagnosis || run.positions.empty())
            continue;
        const StepPositions& steps = *run.steps;
        if (std::isnan(steps.nearest(0)))
            continue; // no row has a place
        for (const Finding* finding : run.diagnosis->findings())
            findings.push_back(placed(*finding, steps, run.index));
    }
    std::ranges::stable_sort(findings, [](const TimelineFinding& a, const TimelineFinding& b) {
        if (a.finding.severity != b.finding.severity)
            return a.finding.severity > b.finding.severity;
        return a.onset < b.onset;
    });
    return findings;
}

CurvePtr elapsedAlong(const LaneRun& run, XAxis axis) {
    if (axis == XAxis::elapsed || run.positions.empty() || !whyNotOnAxis(*run.run, XAxis::elapsed).empty())
        return nullptr;
    std::vector<double> elapsed = positionsOnAxis(*run.run, XAxis::elapsed);
    if (run.run->rows().superseded.empty() && allFinite(elapsed) && allFinite(run.positions))
        return curveOver(run.positions, Column(std::move(elapsed)));
    std::vector<std::pair<double, double>> points;
    for (std::size_t row = 0; row < elapsed.size(); ++row)
        if (!run.run->rows().isSuperseded(row) && std::isfinite(elapsed[row]) && std::isfinite(run.positions[row]))
            points.emplace_back(run.positions[row], elapsed[row]);
    if (points.empty())
        return nullptr;
    std::ranges::stable_sort(points, {}, &std::pair<double, double>::first);
    std::vector<double> x, y;
    for (const auto& [position, seconds] : points) {
        x.push_back(position);
        y.push_back(seconds);
    }
    return makeCurve(std::move(x), std::move(y));
}

} // namespace tachograph::models
