#pragma once

#include "analysis/importers/openrun.h"
#include "app/commandline/arguments.h"

#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

namespace tachograph::app {

/// The option of the commands that compare: --attempt N after a PATH.
Option attemptOption();

/// One a run: an attempt from 0, nothing = the whole run.
using AttemptChoices = std::vector<std::optional<std::size_t>>;

/// What --attempt says of each PATH, its run opened. An attempt that a run does not have is a mistake that names those
/// it has.
std::variant<AttemptChoices, UsageError> chosenAttempts(const std::vector<Arguments::Path>& paths,
                                                        const std::vector<RunPtr>& runs);

} // namespace tachograph::app
