#pragma once

#include "analysis/run/rows.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tachograph {

/// How two recordings' clocks stand to each other.
struct ClockOffset {
    enum class Kind {
        none,     ///< one of them has no time stamps
        known,    ///< `ahead` is how far the second is ahead, s
        unclear,  ///< several offsets fit, or too little to tell
        unrelated ///< none fits
    };
    Kind kind = Kind::none;
    double ahead = 0;
};

/// From rows of equal step: the median difference, when the middle half of the differences lies within a minute or
/// within the usual distance of rows.
ClockOffset offsetBySteps(const Rows& mine, const Rows& theirs, const std::vector<std::uint32_t>& sameStep);

/// From the spans of time alone: no offset when the spans overlap by half of the shorter one; else the only whole
/// number of hours (else a half or quarter hour that some time zone has, up to 14 hours) that lays nine tenths of it
/// over the other: local time against UTC. A moment, or less than a quarter of the other's span, lands on any long run
/// by chance and stays `unclear`. `likely` (s), known from another file of the job, is tried first.
ClockOffset offsetBySpans(const Rows& mine, const std::vector<double>& times, const std::vector<double>& likely = {});

/// "2 h ahead of", "30 min behind": how a person says it.
std::string offsetText(double ahead);

} // namespace tachograph
