#pragma once

#include "analysis/comparison/alignment.h"
#include "analysis/comparison/compareoptions.h"
#include "analysis/comparison/equalwork.h"
#include "analysis/comparison/etacheck.h"
#include "analysis/comparison/expectation.h"
#include "analysis/comparison/failure.h"
#include "analysis/comparison/matcheddistance.h"
#include "analysis/comparison/memory.h"
#include "analysis/comparison/messages.h"
#include "analysis/comparison/metriccomparison.h"
#include "analysis/comparison/printedmarks.h"
#include "analysis/comparison/ramp.h"
#include "analysis/comparison/settingsdiff.h"
#include "analysis/comparison/startup.h"
#include "analysis/comparison/steadyrows.h"
#include "analysis/comparison/verdict.h"
#include "analysis/comparison/waterfall.h"
#include "analysis/core/job.h"
#include "analysis/detectors/finding.h"
#include "analysis/importers/openrun.h"

#include <optional>
#include <string>
#include <vector>

namespace tachograph {

/// Something that changed together with the speed. Never more than a suspect: one comparison cannot separate them.
struct Suspect {
    std::string what, why;
    double weight = 0.0; ///< 0..1, for the order only
};

/// The answer to "is B slower, by how much, since when, and where to look". One run a side: these two recordings differ
/// or they do not; never why.
struct Comparison {
    RunPtr a, b; ///< what was compared: where an attempt was chosen, that attempt alone
    CompareOptions options;
    Alignment alignment;
    std::vector<std::string> warnings; ///< why the two may not be comparable
    SteadyRows rowsA, rowsB;           ///< what the statistics use, what was left out, positions on the axis
    RowFilter inRangeA, inRangeB;      ///< of the chosen range: every other number rests on these rows
    Verdict verdict = Verdict::tooFew;
    std::string headline;            ///< one or two sentences
    MetricComparison headlineMetric; ///< what the verdict rests on: throughput, step time at equal tokens, or step time
    std::vector<MetricComparison> metrics;
    std::vector<PrintedMark> printedMarks; ///< of the throughput, where both print averages since the start
    Waterfall waterfall;
    std::vector<SettingDifference> config, environment;
    std::size_t equalSettings = 0;
    Expectation expectation;
    EqualWork equalWork;
    std::optional<MatchedDistance> matched;
    StartUp startUp;
    Ramp rampA, rampB;
    EtaCheck etaA, etaB;
    std::vector<MessageDifference> messages;
    std::vector<MemoryFigures> memory;
    std::vector<OomReport> ooms;
    std::optional<FailureEffect> failureA, failureB;
    std::vector<Suspect> suspects;
    std::vector<Finding> findings; ///< gravest first
};

/// Compares B against A, each as a whole or one attempt of it. A chosen range restricts every number; settings,
/// messages, and out-of-memory lines with their steps are those of the whole. Deterministic for equal options. Answers
/// within 100 ms of a cancel with what it has.
Comparison compareRuns(const RunPtr& a, const RunPtr& b, const CompareOptions& options = {}, const Job& job = {});

/// The metric of a role; nullptr when both runs do not have it.
const MetricComparison* metricOf(const Comparison& comparison, std::string_view role);

} // namespace tachograph
