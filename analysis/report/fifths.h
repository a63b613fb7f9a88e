#pragma once

#include "analysis/run/run.h"

#include <optional>
#include <string_view>

namespace tachograph {

/// Medians of the first and last fifth (at least one) of the finite values of a role, one value a step, superseded
/// steps left out, in the unit of the role. Unjudged: a ratio of the two says nothing about a trend by itself.
struct Fifths {
    double early = 0, late = 0;
};

/// Nothing when the role is not known or has fewer than two finite steps.
std::optional<Fifths> fifths(const Run& run, std::string_view role);

} // namespace tachograph
