#pragma once

#include "analysis/run/run.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the derivations of this folder share. Each derivation is one function in a file of its own; the registry
/// (analysis/run/derivedseries.cpp) says in which order they are tried.
namespace tachograph::derive {

/// An empty derived series with its key, its role and that role's unit.
Series make(std::string key, std::string_view role, std::string how);

/// Appends a value; rows must not decrease.
void append(Series& series, std::uint32_t row, double value);
/// Appends a value with its half width. Use one of the two throughout a series.
void append(Series& series, std::uint32_t row, double value, double halfWidth);

/// The series of a role that holds values of their own step, logged or derived; nullptr when there is only an average
/// since the start, or nothing.
const Series* current(const Run& run, std::string_view role);

/// The logged series of a role that is an average since the start of the process; nullptr when there is none, or when
/// the balance check found that the rates do not balance.
const Series* averagedSinceStart(const Run& run, std::string_view role);

/// Several series side by side: the steps of each attempt at which all of them have a value (NaN counts as one).
struct StepTable {
    std::vector<std::uint32_t> row; ///< the last row of the step among the series
    std::vector<std::int64_t> step;
    std::vector<std::uint32_t> attempt;
    std::vector<std::vector<double>> columns; ///< [series][step], in the unit of the role, one value a step

    [[nodiscard]] std::size_t size() const { return row.size(); }
};
StepTable joinSteps(const Run& run, std::span<const Series* const> series);

/// Several series added up step by step. A phase that only some steps have (fewer than half of those that have any) did
/// not run in the others and is not in their sum; a step in which one of the usual series is missing has no sum.
struct StepSums {
    std::vector<std::uint32_t> stepOf;  ///< of every row: number of its step, counted over all attempts
    std::vector<double> sum;            ///< of every step, in the unit of the roles; to be used where `whole` is 1
    std::vector<std::uint32_t> lastRow; ///< of every step: the last row with one of the series
    std::vector<std::uint8_t> whole;    ///< 1: the step has a sum
};
StepSums sumPerStep(const Run& run, std::span<const Series* const> series);

/// The named phases inside of a step beyond generation and optimization: "phase/..." and the wait for data.
/// Phases that fewer than a tenth of the steps have are left out, and a wait that includes the generation: trainers
/// that wait for completions log the wait for all of it, and counting both would count it twice.
std::vector<const Series*> furtherPhases(const Run& run);

} // namespace tachograph::derive
