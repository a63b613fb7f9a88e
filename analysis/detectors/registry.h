#pragma once

#include "analysis/detectors/detector.h"

/// Every detector that there is, in the file of its name. A new one is declared here and listed in registry.cpp.
namespace tachograph {

extern const Detector throughputRot;
extern const Detector stepTimeShift;
extern const Detector checkpointStall;
extern const Detector outOfMemory;
extern const Detector exceptionLogged;
extern const Detector workerLost;
extern const Detector resumeRewind;
extern const Detector nonFinite;
extern const Detector warningNew;
extern const Detector pipelineBottleneck;
extern const Detector queueImbalance;
extern const Detector averagedRate;
extern const Detector etaDrift;
extern const Detector throughputCollapse;
extern const Detector stepTimeTransient;
extern const Detector evaluationUnaccounted;
extern const Detector dataWait;
extern const Detector runStalled;
extern const Detector slowStart;
extern const Detector rewardHackLength;
extern const Detector truncationStarve;
extern const Detector gpuMemoryPressure;
extern const Detector gpuIdle;
extern const Detector thermalThrottle;
extern const Detector recordedAlert;

} // namespace tachograph
