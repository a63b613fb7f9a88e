#pragma once

#include "models/lanes/lanebuilder.h"

/// Every lane by name; each is defined in the file of its name and listed in registry.cpp.
namespace tachograph::models {

extern const LaneBuilder stepTimeLane;

} // namespace tachograph::models
