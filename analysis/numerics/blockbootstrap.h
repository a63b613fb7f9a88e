#pragma once

#include "analysis/core/job.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// How much a median of correlated values could have come out differently: the circular block bootstrap (Kunsch 1989;
/// Politis & Romano 1992). Whole blocks of neighbours are drawn with replacement, so that the memory of the series is
/// kept. Not for series that trend: their median is not one quantity.
namespace tachograph::numerics {

/// max(ceil(n^(1/3)), ceil(2 tau)), at most n/4, at least 1. tau: values that count as one independent value.
std::size_t bootstrapBlockLength(std::size_t count, double tau);

/// The medians of `draws` resamples of n values each, made of blocks of `blockLength` neighbours (the end joins the
/// beginning; the last block is cut). Values finite. The same seed gives the same answer on every machine. Empty
/// without values. O(n + draws n / blockLength) as a rule: a resample is counted by ranks around the middle only.
std::vector<double> blockBootstrapMedians(std::span<const double> values, std::size_t blockLength, std::size_t draws,
                                          std::uint64_t seed, const Job& job = {});

} // namespace tachograph::numerics
