#pragma once

#include "analysis/numerics/creeporshift.h"

/// What the rule asks of a creep, by how much its series can tell. The numbers are tuned on simulated series
/// (tests/bench, RESULTS.md); each function says what it holds down.
namespace tachograph::numerics {

/// Noise that is large beside the least rise (`ratio`).
bool isNoisy(const TrendVerdict& verdict, double ratio);

/// How often noise around levels may look as sloped. Where the noise is large, the levels that were fitted flatter it
/// (the true ones lie closer to a slope than they do), and the simulation around them promises too much; where few
/// values remember much, levels give themselves away by their jumps, and it promises too little.
double allowedOfLevels(const TrendVerdict& verdict, double ratio);

/// The D above which a creep is thought of: many steps can afford to ask for more.
double leastEvidence(const TrendVerdict& verdict);

/// Block correlation if memory were larger by 1.5 of its standard errors: where the noise is large, a wandering level
/// must not pass for a change because its memory was underestimated.
double cautiousCorrelation(const TrendVerdict& verdict);

/// The odds that make a line likely whatever the memory is, where few independent values are left. Of flat series with
/// phi = 0.95 that pass everything else they leave less than 1 % at 60 steps and at 100; the fewer the steps, the less
/// their memory is known.
double leastLineOdds(const TrendVerdict& verdict);

} // namespace tachograph::numerics
