#pragma once

#include "analysis/run/metricroles.h"

#include <memory>
#include <string>

namespace tachograph::app {

/// The table of metric names with the user's own entries before the built-in ones.
struct UserRoles {
    std::shared_ptr<const MetricRoles> table; ///< never null; the built-in table when the user has none or it is broken
    std::string path;                         ///< where the user's table is looked for
    std::string problem;                      ///< one sentence when it is there and cannot be used
};

/// Reads tachograph/metric-roles.json of the configuration folder ($XDG_CONFIG_HOME, else ~/.config).
UserRoles loadUserRoles();

} // namespace tachograph::app
