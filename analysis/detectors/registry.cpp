#include "analysis/detectors/registry.h"

#include <algorithm>
#include <array>

namespace tachograph {

// An explicit list: statics that register themselves would be dropped from a static library without a word.
std::span<const Detector* const> detectors() {
    static const std::array all{// time
                                &throughputRot, &stepTimeShift, &stepTimeTransient, &throughputCollapse,
                                &checkpointStall, &evaluationUnaccounted, &dataWait, &slowStart, &runStalled,
                                // what went wrong
                                &outOfMemory, &workerLost, &exceptionLogged, &nonFinite, &resumeRewind, &warningNew,
                                // pipelines of stages
                                &pipelineBottleneck, &queueImbalance, &etaDrift, &averagedRate,
                                // completions and rewards
                                &rewardHackLength, &truncationStarve,
                                // devices
                                &gpuIdle, &gpuMemoryPressure, &thermalThrottle,
                                // what other tools said
                                &recordedAlert};
    return all;
}

const Detector* detectorByCode(std::string_view code) {
    const auto all = detectors();
    const auto found = std::ranges::find(all, code, &Detector::code);
    return found == all.end() ? nullptr : *found;
}

} // namespace tachograph
