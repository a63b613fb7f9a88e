#pragma once

#include "analysis/comparison/alignment.h"
#include "analysis/comparison/steadyrows.h"
#include "analysis/run/run.h"

#include <string>
#include <vector>

namespace tachograph {

struct Comparability {
    std::vector<std::string> warnings; ///< sentences
    bool comparable = true;            ///< false: figures are shown, a verdict is not given
    std::string why;                   ///< then: the sentence that says why not
};

/// Trainers or step-time definitions that differ, per GPU against whole job, averages against current values, different
/// tokens per step behind equal names, GPU or drafter counts, models, data, no overlap on the axis.
Comparability comparability(const Run& a, const SteadyRows& rowsA, const Run& b, const SteadyRows& rowsB,
                            const Alignment& alignment);

/// True when one recording is the other or a part of it: every step of the shorter has the same values in the other.
/// The last step of the shorter may be incomplete.
bool sameRecording(const Run& a, const Run& b);

} // namespace tachograph
