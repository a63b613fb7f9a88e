#pragma once

#include "analysis/run/run.h"
#include "analysis/run/stepvalues.h"

#include <cstddef>
#include <span>
#include <vector>

namespace tachograph::models {

/// Neighbours further apart than this many usual spacings are not joined.
inline constexpr double mostSpacings = 1.5;

/// Points with ascending x; a NaN in y is a break. `low` and `high` are the range of the ticks of a step, or empty.
struct Track {
    std::vector<double> x, y, low, high;
};

/// One series of one run laid along the axis, ready to become curves. Lines are broken where values are not finite,
/// where steps are missing beyond the usual spacing of the series, and between attempts. Stretches that overlap in x
/// (attempts that run the same steps, or all of them from a common origin) lie on different tracks.
struct SeriesTracks {
    std::vector<Track> current;    ///< the last attempt of every step
    std::vector<Track> superseded; ///< steps that a later attempt has too
    std::vector<double> missing;   ///< x of values that are NaN, infinite or said to be absent; ascending, each once
    std::size_t finite = 0;        ///< current points with a finite value
    std::size_t values = 0;        ///< logged values, finite or not
    std::size_t unplaced = 0;      ///< finite points whose row has no position on the axis
};

/// `positions` holds the place of every row on the axis. Values are in the unit of the role times `factor`.
SeriesTracks tracksOf(const Run& run, const Series& series, std::span<const double> positions, double factor);

/// The same for values that are there already (Include::all); `missing` and `values` stay empty.
SeriesTracks tracksOf(const StepValues& values, std::span<const double> positions, double factor);

/// Places of the values of a series that are NaN, infinite or said to be absent; ascending, each once.
std::vector<double> missingPlaces(const Series& series, std::span<const double> positions);

/// Running median over `width` points (odd) of every part of a line. One or two lost steps do not end a part: a log
/// that loses every tenth step would else be smoothed in flat pieces. Wider breaks and new attempts do. Breaks stay
/// where they are.
std::vector<double> smoothed(std::span<const double> x, std::span<const double> y, int width);

} // namespace tachograph::models
