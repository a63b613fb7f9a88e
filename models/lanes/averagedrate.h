#pragma once

#include "models/lanes/lanelines.h"

#include <string_view>

namespace tachograph::models {

/// The printed average since the start that a run has for a role beside (or instead of) the current values; nullptr
/// when there is none.
const Series* printedAverage(const Run& run, std::string_view role);

/// A rate with its two forms: the current values (logged or de-averaged), and the printed average since the start
/// dotted beside them. Labels name which is which. Returns "" or why there is nothing to draw.
QString addRate(const LaneInput& input, const LaneRun& run, std::string_view role, const LaneUnit& unit,
                const QString& name, Stage stage, Lane& lane);

/// "whole job, completion tokens, de-averaged from ...": what the line that forRole() chooses counts.
QString rateQualifier(const Run& run, const Series& series);

} // namespace tachograph::models
