#pragma once

#include "models/lanes/lanebuilder.h"

/// Every lane by name; each is defined in the file of its name and listed in registry.cpp.
namespace tachograph::models {

extern const LaneBuilder stepTimeLane;
extern const LaneBuilder splitLane;
extern const LaneBuilder completionLengthLane;
extern const LaneBuilder throughputLane;
extern const LaneBuilder ratesLane;
extern const LaneBuilder queuesLane;
extern const LaneBuilder stepsPerHourLane;

} // namespace tachograph::models
