#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/detectors/slowtrend.h"
#include "analysis/run/derive/derivation.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

std::string shareText(const SlowTrend& truncation) {
    return formatShare(truncation.early) + " of the completions are cut off early, " + formatShare(truncation.late) +
           " late";
}

std::string rewardText(const SlowTrend& reward) {
    return formatNumber(reward.early, 3) + " to " + formatNumber(reward.late, 3);
}

DetectorResult judged(const Run& run, const SlowTrend& truncation, const SlowTrend& reward, double limit) {
    DetectorResult result;
    result.evidence = {
        {"truncated_early", truncation.early, "ratio", "Truncated, first fifth", formatShare(truncation.early)},
        {"truncated_late", truncation.late, "ratio", "Truncated, last fifth", formatShare(truncation.late)},
        {"reward_change", reward.change(), "", "Reward, fifths", rewardText(reward)},
        {"reward_p_rising", reward.pRising, "", "Reward, Mann-Kendall p (rising)", formatNumber(reward.pRising, 2)}};
    const bool many = truncation.late >= limit;
    if (!many || reward.rises()) {
        result.outcome = Outcome::clear;
        result.reason = shareText(truncation) + (many ? ", but the reward grows, " + rewardText(reward) + "."
                                                      : "; " + formatShare(limit) + " count as many.");
        return result;
    }
    if (!reward.noRise() && !reward.falls()) {
        result.outcome = Outcome::undecided;
        result.reason =
            shareText(truncation) + "; whether the reward grows (" + rewardText(reward) + ") is within its noise.";
        return result;
    }
    Finding finding =
        findingAt(truncationStarve, run, {std::min(truncation.firstStep, truncation.lastStep), truncation.lastStep});
    finding.places.clear();
    finding.title = formatShare(truncation.late) + " of completions cut off";
    finding.summary = shareText(truncation) + ", and the reward " + (reward.falls() ? "falls" : "does not grow") +
                      " (" + rewardText(reward) + "): what is cut off has no answer to learn from.";
    finding.evidence = result.evidence;
    finding.citedRoles = {roles::truncation, roles::reward};
    return foundAnswer({std::move(finding)});
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const Series* truncation = derive::current(run, roles::truncation);
    const Series* reward = derive::current(run, roles::reward);
    if (!truncation || !reward)
        return notApplicable(truncation ? "The reward is not logged." : "Truncated completions are not logged.");
    const SlowTrend shares = slowTrend(run, *truncation, job), rewards = slowTrend(run, *reward, job);
    if (job.canceled())
        return canceledAnswer();
    if (std::min(shares.steps, rewards.steps) < fewestTrendSteps)
        return notApplicable("Fewer than 40 steps have a share of truncated completions and a reward.");
    return judged(run, shares, rewards, knobValue(truncationStarve, knobs, "share"));
}

} // namespace

const Detector truncationStarve{
    .code = "TRUNCATION_STARVE",
    .title = "Many completions are cut off",
    .meaning = "The share of completions that reach the length cap is at least `share` in the last fifth of the steps, "
               "while the reward falls or shows no trace of a rise (as for REWARD_HACK_LENGTH; in between it is "
               "undecided). A completion that is cut off has no final answer: it is scored as wrong or masked, so the "
               "policy learns from what is left, and step time stays at the cap. Yu et al. 2025 (DAPO, arXiv "
               "2503.14476) show that such samples disturb the training and filter or soften them. Limits: a trainer "
               "that rewards partial answers may thrive on truncation, and then the reward grows and this is clear.",
    .severity = Severity::warning,
    .neededRoles = {roles::truncation, roles::reward},
    .knobs = {{"share", 0.3, 0.01, 1.0, "ratio", "Least share of truncated completions in the last fifth."}},
    .suggestions = {"Raise the cap, or check that completions can end: the stop token, the template.",
                    "Mask truncated completions in the loss, or penalize them softly.",
                    "Read some of the completions that were cut off."},
    .related = {"THROUGHPUT_ROT", "REWARD_HACK_LENGTH"},
    .examine = examine,
    // Printed by: bench_simulation --detectors 1000
    .simulation = Simulation{0.960, "1,000 runs with 30 to 70 % of completions cut off, the reward flat; 1,000 with a "
                                    "reward that grows, or less than 30 % cut off"},
};

} // namespace tachograph
