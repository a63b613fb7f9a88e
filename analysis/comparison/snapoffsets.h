#pragma once

#include "analysis/comparison/comparison.h"

#include <string>
#include <vector>

namespace tachograph {

/// An offset of B at which something of both runs lies over each other.
struct SnapOffset {
    std::string text; ///< "resumes over each other"
    double offset = 0.0;
};

/// On the axis of the comparison: the resumes, the first checkpoints and the ends of the warm-ups over each other,
/// where both runs have them and the place differs from those before; "no offset" where none of them is at 0.
std::vector<SnapOffset> snapOffsets(const Comparison& comparison);

} // namespace tachograph
