#include "tests/support/dflashsimulator.h"

#include <cmath>
#include <cstdio>

namespace tachograph::tests {

namespace {

std::string stamp(double seconds, double secondStamps) {
    const auto whole = static_cast<long>(seconds);
    if (seconds < secondStamps)
        return std::to_string(whole) + "s";
    const long minutes = whole / 60;
    char text[32];
    if (minutes < 60)
        std::snprintf(text, sizeof text, "%ldm", minutes);
    else
        std::snprintf(text, sizeof text, "%ldh%02ldm", minutes / 60, minutes % 60);
    return text;
}

} // namespace

std::string dflashConsole(const DflashPlan& plan) {
    std::string text = "torch 2.9.1+cu128 | 8 GPUs: targets 0-4, drafters 5-7\n";
    if (plan.tellBatchesPerStep)
        text += "batches_per_step=" + std::to_string(plan.batchesPerStep) + " grad_accum=4\n";
    constexpr int queue = 60, inFlight = 10;
    for (int batch = 0; batch <= plan.batches; ++batch) {
        const double seconds = plan.startUp + plan.secondsPerBatch * batch;
        const double current = batch == 0 ? 0.0 : 1.0 / plan.secondsPerBatch;
        const double drafter = (plan.averagedRates ? batch / seconds : current) * plan.rateFactor;
        const double ahead = batch == 0 ? 0.0 : queue + inFlight;
        const double target = (plan.averagedRates ? (batch + ahead) / seconds : current) * plan.rateFactor;
        char line[400];
        std::snprintf(line, sizeof line,
                      "[%s] step=%d loss=2.5 | tgt=%.2fb/s dft=%.2fb/s (%.1fKtok/s) | q_pre=[50] q_hs=[%d] | "
                      "epoch~0.01 ETA=8.0d\n",
                      stamp(seconds, plan.secondStamps).c_str(), plan.firstStep + batch / plan.batchesPerStep, target,
                      drafter, drafter * plan.tokensPerBatch / 1000.0, batch == 0 ? 0 : queue);
        text += line;
    }
    return text;
}

} // namespace tachograph::tests
