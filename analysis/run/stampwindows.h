#pragma once

#include "analysis/run/run.h"

#include <cstdint>
#include <vector>

/// How long steps took, from stamps that were printed beside them. A stamp of a whole unit ([8m]) is rounded down, so a
/// single one is worth little; but the row at which it changes tells the moment to within one row, which is much less
/// than the unit when rows are printed often.
namespace tachograph {

enum class Stamps {
    elapsed, ///< seconds since the process started, in the printed unit
    wallClock
};

/// A moment known from the stamps: the run had come to `progress` (in steps; between two steps where a step is printed
/// several times) at a time that lies within `halfWidth` of what the stamp says. `seconds` is the place within these
/// bounds that asks for the fewest changes of pace (numerics/tautstring.h), `shift` how far that is from their middle.
struct StampAnchor {
    std::uint32_t row = 0;
    std::uint32_t attempt = 0;
    double progress = 0.0;
    double seconds = 0.0;
    double halfWidth = 0.0;
    double shift = 0.0;
    double unit = 0.0; ///< of the stamp, s; 0 = exact
};

/// All such moments in log order. Stamps that go back inside of an attempt are left out, and so are a console's ticks
/// of an attempt's first step: they also hold the start-up.
std::vector<StampAnchor> stampAnchors(const Run& run, Stamps stamps);

/// A stretch between two anchors of one attempt.
struct StampWindow {
    StampAnchor begin, end;
    [[nodiscard]] double steps() const { return end.progress - begin.progress; }
    [[nodiscard]] double seconds() const { return end.seconds - begin.seconds; }
    /// Half width of seconds(), worst case.
    [[nodiscard]] double halfWidth() const { return resolution() + begin.shift + end.shift; }
    /// Half width of the difference between the middles of the two bounds.
    [[nodiscard]] double resolution() const { return begin.halfWidth + end.halfWidth; }
};

/// Consecutive windows, each as short as it may be: at least one step, and its resolution at most `share` of it. An
/// attempt that is too short for one is one window when its resolution is at most a tenth of it, else it has none.
std::vector<StampWindow> stampWindows(const std::vector<StampAnchor>& anchors, double share = 0.02);

} // namespace tachograph
