#pragma once

#include "analysis/core/result.h"
#include "analysis/run/metricroles.h"

#include <memory>
#include <string>
#include <vector>

namespace tachograph::app {

/// The table of metric names with the user's own entries before the built-in ones: first what was said in the window,
/// then what was written by hand.
struct UserRoles {
    std::shared_ptr<const MetricRoles> table; ///< never null; a part that is broken is left out
    std::vector<MetricRole> said;             ///< in the window
    std::string path;                         ///< where the table written by hand is looked for
    std::string problem;                      ///< one sentence for each file that is there and cannot be used
};

/// Reads tachograph/metric-roles.json and tachograph/metric-roles.window.json of the configuration folder
/// ($XDG_CONFIG_HOME, else ~/.config). The window writes only the latter, so that nothing written by hand, comments
/// included, is ever lost.
UserRoles loadUserRoles();

/// Replaces what was said in the window; without entries the file goes. The error names the file and what is wrong.
Result<void> saveSaidRoles(const std::vector<MetricRole>& said);

} // namespace tachograph::app
