#pragma once

#include <string>

/// Writes consoles of a drafter trainer whose true rates are known.
namespace tachograph::tests {

struct DflashPlan {
    double startUp = 40.0;        ///< seconds before the first batch
    double secondsPerBatch = 3.0; ///< true and flat from then on
    double tokensPerBatch = 40'000.0;
    int batchesPerStep = 4;
    int batches = 800;
    int firstStep = 690;
    bool averagedRates = true;  ///< print averages since the start, else current rates
    double rateFactor = 1.0;    ///< the printed rates are wrong by this factor
    double secondStamps = 60.0; ///< stamps are whole seconds up to here, then whole minutes
    bool tellBatchesPerStep = true;
};

/// The console text; every batch is a tick, the queue between target and drafter is full.
std::string dflashConsole(const DflashPlan& plan);

} // namespace tachograph::tests
