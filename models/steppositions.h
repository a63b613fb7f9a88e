#pragma once

#include "analysis/run/run.h"

#include <span>
#include <vector>

namespace tachograph::models {

/// Step -> place on the axis, for many look-ups in one run: the last row of the step among the current ones, else
/// between its neighbours; NaN when the step lies outside. O(log n) each.
class StepPositions {
  public:
    StepPositions(const Run& run, std::span<const double> positions);

    [[nodiscard]] double of(double step) const;
    /// The same, but steps before the first or after the last are put there; NaN only when no row has a place.
    [[nodiscard]] double nearest(double step) const;
    /// The step whose row lies nearest to a place; NaN only when no row has one. O(n): places need not ascend.
    [[nodiscard]] double stepAt(double place) const;

  private:
    struct Place {
        double step = 0, first = 0, last = 0; ///< of its rows in log order
    };
    std::vector<Place> m_places; // ascending step, each once
};

} // namespace tachograph::models
