#pragma once

#include "analysis/comparison/compareoptions.h"
#include "analysis/run/run.h"
#include "analysis/run/xaxis.h"

#include <optional>
#include <string>
#include <vector>

namespace tachograph {

/// A quantity that goes on from a checkpoint (learning rate, noise, loss), where each run took up.
struct Continuity {
    std::string role, title;
    double a = 0.0, b = 0.0; ///< medians of the first steps of the last attempts
    bool equal = false;      ///< within 2 % (loss: within 15 %, batches differ)
};

/// How the two runs are laid over each other, and why.
struct Alignment {
    XAxis axis = XAxis::step;
    double offset = 0.0;
    std::string why;                 ///< "both resume from the checkpoint of step 690"
    std::vector<std::string> doubts; ///< "Learning rate differs at the start: 3.2e-04 against 1.0e-04."
    std::vector<Continuity> continuity;
};

/// The proposal: steps since the resume when both resume at the same step (> 0), else steps when their ranges overlap,
/// else steps since the start of each. An axis that the user chose is kept and said.
Alignment align(const Run& a, const Run& b, const CompareOptions& options);

/// The step the last attempt starts from, when a resume was logged or it does not start at the beginning.
std::optional<std::int64_t> resumeStep(const Run& run);

} // namespace tachograph
