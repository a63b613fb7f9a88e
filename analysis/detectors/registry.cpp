#include "analysis/detectors/checkpointstall.h"
#include "analysis/detectors/steptimeshift.h"
#include "analysis/detectors/throughputrot.h"

#include <algorithm>
#include <array>

namespace tachograph {

// An explicit list: statics that register themselves would be dropped from a static library without a word.
std::span<const Detector* const> detectors() {
    static const std::array all{&throughputRot, &stepTimeShift, &checkpointStall};
    return all;
}

const Detector* detectorByCode(std::string_view code) {
    const auto all = detectors();
    const auto found = std::ranges::find(all, code, &Detector::code);
    return found == all.end() ? nullptr : *found;
}

} // namespace tachograph
