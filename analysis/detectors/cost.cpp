#include "analysis/detectors/cost.h"

#include "analysis/attribution/bill.h"
#include "analysis/core/text.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

/// "; longer completions carry 96 % of it": the largest part of the ordinary steps, which come before the stalls.
std::string largestPart(const Bill& bill) {
    const auto rest = std::ranges::find_if(
        bill.parts, [](const TimePart& part) { return part.id == "unaccounted" || part.id == "step-time"; });
    const auto largest = std::max_element(bill.parts.begin(), rest,
                                          [](const TimePart& a, const TimePart& b) { return a.seconds < b.seconds; });
    if (largest == rest || !(largest->seconds > 0.0) || !(bill.slower > 0.0))
        return {};
    return "; " + formatShare(std::min(1.0, largest->seconds / bill.slower)) + " of it coincides with " + largest->name;
}

} // namespace

std::vector<Evidence> costEvidence(const ExaminedRun& examined, std::int64_t firstStep, std::int64_t lastStep,
                                   const Job& job) {
    const auto billed = billTime(examined.run(), examined.ledger(job), {StepRange{firstStep, lastStep}, 0.0}, job);
    if (job.canceled() || !billed)
        return {};
    const Bill& bill = *billed;
    const double hours = bill.slower / 3600.0;
    std::vector<Evidence> evidence;
    evidence.push_back({"hours_above_early", hours, "h", "Above the early rate",
                        formatElapsed(std::abs(bill.slower)) + (bill.slower < 0.0 ? " below it" : largestPart(bill))});
    if (bill.gpus > 0.0)
        evidence.push_back({"gpu_hours_above_early", hours * bill.gpus, "GPU-h", "Above the early rate, all GPUs",
                            formatNumber(hours * bill.gpus, 2) + " GPU-h on " + formatNumber(bill.gpus) + " GPUs"});
    return evidence;
}

} // namespace tachograph
