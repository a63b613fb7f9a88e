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

std::string rewardText(const SlowTrend& reward) {
    return formatNumber(reward.early, 3) + " to " + formatNumber(reward.late, 3);
}

/// "Completions grow from 300 tok to 900 tok (×3.00)"
std::string lengthText(const SlowTrend& length) {
    return "Completions grow from " + formatTokens(length.early) + " to " + formatTokens(length.late) + " (" +
           formatFactor(length.ratio()) + ")";
}

void addEvidence(const SlowTrend& length, const SlowTrend& reward, std::vector<Evidence>& evidence) {
    evidence.push_back({"length_ratio", length.ratio(), "ratio", "Completion length, fifths",
                        formatTokens(length.early) + " to " + formatTokens(length.late)});
    evidence.push_back({"reward_change", reward.change(), "", "Reward, fifths", rewardText(reward)});
    evidence.push_back({"reward_noise", reward.noise, "", "Reward, noise of a step", formatNumber(reward.noise, 3)});
    evidence.push_back(
        {"reward_p_rising", reward.pRising, "", "Reward, Mann-Kendall p (rising)", formatNumber(reward.pRising, 2)});
    evidence.push_back(
        {"length_p_rising", length.pRising, "", "Length, Mann-Kendall p (rising)", formatNumber(length.pRising, 2)});
}

DetectorResult judged(const Run& run, const SlowTrend& length, const SlowTrend& reward, double ratio) {
    DetectorResult result;
    addEvidence(length, reward, result.evidence);
    const bool grew = length.early > 0 && length.ratio() >= ratio && length.rises();
    if (!grew || reward.rises()) {
        result.outcome = Outcome::clear;
        result.reason = !grew ? "Completion length does not grow by " + formatFactor(ratio) + ": " +
                                    formatTokens(length.early) + " to " + formatTokens(length.late) + "."
                              : lengthText(length) + " and the reward grows along, " + rewardText(reward) + ".";
        return result;
    }
    if (!reward.noRise() && !reward.falls()) {
        result.outcome = Outcome::undecided;
        result.reason =
            lengthText(length) + "; whether the reward grows along (" + rewardText(reward) + ") is within its noise.";
        return result;
    }
    Finding finding = findingAt(rewardHackLength, run, {std::min(length.firstStep, length.lastStep), length.lastStep});
    finding.places.clear();
    finding.title = "length " + formatFactor(length.ratio()) + ", reward " + (reward.falls() ? "falls" : "flat");
    finding.summary = lengthText(length) + " while the reward " + (reward.falls() ? "falls" : "stays flat") + ", " +
                      rewardText(reward) + ": the extra tokens buy nothing that the reward shows.";
    finding.evidence = result.evidence;
    finding.citedRoles = {roles::completionLength, roles::reward};
    return foundAnswer({std::move(finding)});
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const Series* length = derive::current(run, roles::completionLength);
    const Series* reward = derive::current(run, roles::reward);
    if (!length || !reward)
        return notApplicable(length ? "The reward is not logged." : "Completion length is not logged.");
    const SlowTrend lengths = slowTrend(run, *length, job), rewards = slowTrend(run, *reward, job);
    if (job.canceled())
        return canceledAnswer();
    if (std::min(lengths.steps, rewards.steps) < fewestTrendSteps)
        return notApplicable("Fewer than 40 steps have a completion length and a reward.");
    return judged(run, lengths, rewards, knobValue(rewardHackLength, knobs, "length"));
}

} // namespace

const Detector rewardHackLength{
    .code = "REWARD_HACK_LENGTH",
    .title = "Completions grow and the reward does not",
    .meaning =
        "The mean completion length of the last fifth of the steps is at least `length` times that of the first "
        "and rises (Mann-Kendall on 30 block medians, p < 0.05), while the reward falls, or shows no trace of a "
        "rise (p >= 0.05 and a change below a quarter of the noise of a step). In between it is undecided. Length "
        "can be rewarded by accident: reward models prefer long answers (Singhal et al. 2023, arXiv 2310.03716), "
        "and the sample-mean loss of GRPO favours long wrong ones (Liu et al. 2025, arXiv 2503.20783). Limits: a "
        "reward that grows together with length may still be gamed, and this rule then stays quiet; longer "
        "reasoning that pays off later looks the same at first.",
    .severity = Severity::warning,
    .neededRoles = {roles::completionLength, roles::reward},
    .knobs = {{"length", 1.3, 1.05, 100.0, "ratio", "Least factor of the completion length between the fifths."}},
    .suggestions = {"Read completions of early and late steps side by side.",
                    "Plot the reward against the length within one step: does it pay for length alone?",
                    "Penalize length, normalize the loss by a constant, or lower the cap."},
    .related = {"THROUGHPUT_ROT", "TRUNCATION_STARVE"},
    .examine = examine,
    // Printed by: bench_simulation --detectors 1000
    .simulation = Simulation{0.978, "1,000 runs with completions 40 to 200 % longer, the reward flat; 1,000 with a "
                                    "reward that grows along, or neither grows"},
};

} // namespace tachograph
