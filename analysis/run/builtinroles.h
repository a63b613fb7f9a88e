#pragma once

namespace tachograph {

/// The content of resources/metric-roles.json, compiled in.
extern const char* const builtInRolesJson;

} // namespace tachograph
