#pragma once

#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <optional>

namespace tachograph {

/// What a row of the Hugging Face Trainer says beside its values.
struct TrainerRowEvents {
    bool evaluation = false; ///< it has keys with eval_ in front
    bool finished = false;   ///< it has train_runtime: the last one of a training
    std::optional<double> evaluationSeconds, trainingSeconds;
};

/// Adds the events of such a row.
void addTrainerEvents(RunBuilder& builder, const TrainerRowEvents& row, std::int64_t step, std::uint64_t line);

} // namespace tachograph
