#pragma once

#include "analysis/run/run.h"
#include "models/column.h"

#include <cstddef>

namespace tachograph::models {

/// Step -> place on the axis, for many look-ups in one run: the last row of the step among the current ones, else
/// between its neighbours; NaN when the step lies outside. O(log n) each.
class StepPositions {
  public:
    /// `positions` holds the place of every row.
    StepPositions(const Run& run, const Column& positions);

    [[nodiscard]] double of(double step) const;
    /// The same, but steps before the first or after the last are put there; NaN only when no row has a place.
    [[nodiscard]] double nearest(double step) const;
    /// The step whose row lies nearest to a place; NaN only when no row has one. O(n): places need not ascend.
    [[nodiscard]] double stepAt(double place) const;

  private:
    void sortRows(const Run& run, const Column& positions);

    Column m_step;          // ascending, each once
    Column m_first, m_last; // places of the first and last row of each in log order
};

} // namespace tachograph::models
