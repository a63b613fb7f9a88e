#pragma once

#include "analysis/run/run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

/// Runs with and without what a detector looks for, to measure how often it is right.
namespace tachograph::tests {

/// Runs for one detector. Each has 60 to 1,000 steps, noise of 3 to 30 % and memory of 0 to 0.95, all drawn.
/// What is planted is at least what the detector's knobs ask for; what stands in its place is less, or something else.
struct DetectorCase {
    const char* code;
    const char* planted; ///< what half of the runs hold
    const char* absent;  ///< what the others hold instead
    std::shared_ptr<const Run> (*make)(bool planted, std::uint64_t number);
};
std::span<const DetectorCase> detectorCases();

struct DetectorRates {
    std::size_t runs = 0; ///< with it, and as many without
    std::size_t hits = 0, falseAlarms = 0;
    /// Of all findings, those in runs that hold what they say; 0 when there are none.
    [[nodiscard]] double shareRight() const {
        return hits == 0 ? 0.0 : static_cast<double>(hits) / static_cast<double>(hits + falseAlarms);
    }
};
/// Runs number `first` to `first + runs - 1` of a case.
DetectorRates measure(const DetectorCase& made, std::size_t runs, std::uint64_t first = 0);

} // namespace tachograph::tests
