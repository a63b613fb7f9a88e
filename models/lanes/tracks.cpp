#include "models/lanes/tracks.h"

#include "analysis/numerics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <queue>

namespace tachograph::models {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t spacingWindow = 21; // steps between neighbours over which the usual spacing is taken
constexpr double mostSpacings = 1.5;      // neighbours further apart than this are not joined
constexpr double mostBridged = 3.0;       // smoothing goes on over breaks up to this wide: two lost steps
constexpr std::size_t mostTracks = 32;
constexpr std::size_t hampelWindow = 11;
constexpr double hampelLimit = 4.0 * 1.4826;
constexpr std::size_t robustStretches = 2000;

/// A part of one attempt that is all current or all superseded.
struct Stretch {
    std::uint32_t attempt = 0;
    bool superseded = false;
    Track points;
};

void append(Track& track, double x, double y, double low, double high) {
    track.x.push_back(x);
    track.y.push_back(y);
    track.low.push_back(low);
    track.high.push_back(high);
}

/// For each value whether steps are missing before it: the difference to its neighbour is more than 1.5 times the
/// median difference around it. Trainers that log every tenth step are not full of gaps, and an interval may change.
std::vector<bool> stepsMissingBefore(const StepValues& values) {
    std::vector<double> spacing;
    for (std::size_t i = 1; i < values.size(); ++i)
        if (values.attempt[i] == values.attempt[i - 1])
            spacing.push_back(static_cast<double>(values.step[i]) - static_cast<double>(values.step[i - 1]));
    const std::vector<double> usual = numerics::runningMedian(spacing, spacingWindow);
    std::vector<bool> missing(values.size(), false);
    std::size_t pair = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (values.attempt[i] != values.attempt[i - 1])
            continue;
        missing[i] = spacing[pair] > mostSpacings * usual[pair];
        ++pair;
    }
    return missing;
}

/// Positions may go back within an attempt (clocks are set): a line needs them in order.
void sortByPosition(Track& track) {
    if (std::ranges::is_sorted(track.x))
        return;
    std::vector<std::size_t> order(track.x.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return track.x[i]; });
    auto reorder = [&](std::vector<double>& column) {
        std::vector<double> sorted;
        sorted.reserve(column.size());
        for (const std::size_t i : order)
            sorted.push_back(column[i]);
        column = std::move(sorted);
    };
    for (auto* column : {&track.x, &track.y, &track.low, &track.high})
        reorder(*column);
}

/// Cuts the values of a series where the attempt or its being superseded changes. An earlier attempt starts at the last
/// current point before it, so that the line is seen to go on.
std::vector<Stretch> stretchesOf(const StepValues& values, std::span<const double> positions, double factor) {
    const bool ticks = !values.low.empty();
    const std::vector<bool> gap = stepsMissingBefore(values);
    std::vector<Stretch> stretches;
    auto finite = [](double value) {
        return std::isfinite(value) ? value : nan;
    };
    bool apart = true; // nothing to join to: the value before has no place on the axis
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double x = positions[values.row[i]];
        const double y = finite(values.value[i] * factor);
        const double low = ticks ? finite(values.low[i] * factor) : y;
        const double high = ticks ? finite(values.high[i] * factor) : y;
        const bool sameAttempt = i > 0 && values.attempt[i] == values.attempt[i - 1];
        apart = apart || gap[i] || !sameAttempt || !std::isfinite(x);
        if (!std::isfinite(x))
            continue;
        const bool superseded = values.superseded[i] != 0;
        if (stretches.empty() || stretches.back().attempt != values.attempt[i] ||
            stretches.back().superseded != superseded) {
            Stretch next{values.attempt[i], superseded, {}};
            if (superseded && !apart) {
                const Track& before = stretches.back().points;
                append(next.points, before.x.back(), before.y.back(), before.low.back(), before.high.back());
            }
            stretches.push_back(std::move(next));
        } else if (apart) {
            append(stretches.back().points, std::midpoint(stretches.back().points.x.back(), x), nan, nan, nan);
        }
        append(stretches.back().points, x, y, low, high);
        apart = false;
    }
    for (Stretch& stretch : stretches)
        sortByPosition(stretch.points);
    return stretches;
}

void appendTrack(Track& track, const Track& more) {
    if (!track.x.empty())
        append(track, more.x.front(), nan, nan, nan);
    for (std::size_t i = 0; i < more.x.size(); ++i)
        append(track, more.x[i], more.y[i], more.low[i], more.high[i]);
}

/// Points of stretches for which no track is left, in order of x, each for itself: a recording with hundreds of
/// overlapping attempts would otherwise cost a curve for each.
Track loosePoints(const std::vector<const Track*>& stretches) {
    Track all;
    for (const Track* stretch : stretches)
        for (std::size_t i = 0; i < stretch->x.size(); ++i)
            append(all, stretch->x[i], stretch->y[i], stretch->low[i], stretch->high[i]);
    sortByPosition(all);
    Track apart;
    for (std::size_t i = 0; i < all.x.size(); ++i) {
        append(apart, all.x[i], all.y[i], all.low[i], all.high[i]);
        append(apart, all.x[i], nan, nan, nan);
    }
    return apart;
}

/// Lays stretches one after the other on as few tracks as their overlaps allow.
std::vector<Track> packed(std::vector<const Track*> stretches) {
    std::ranges::stable_sort(stretches, {}, [](const Track* stretch) { return stretch->x.front(); });
    std::vector<Track> tracks;
    using End = std::pair<double, std::size_t>; // last x of a track, its index
    std::priority_queue<End, std::vector<End>, std::greater<>> ends;
    std::vector<const Track*> left;
    for (const Track* stretch : stretches) {
        std::size_t track = tracks.size();
        if (!ends.empty() && ends.top().first < stretch->x.front()) {
            track = ends.top().second;
            ends.pop();
        } else if (tracks.size() < mostTracks) {
            tracks.emplace_back();
        } else {
            left.push_back(stretch);
            continue;
        }
        appendTrack(tracks[track], *stretch);
        ends.emplace(stretch->x.back(), track);
    }
    if (!left.empty())
        tracks.push_back(loosePoints(left));
    return tracks;
}

/// For each finite point of a line whether smoothing starts anew at it: it follows a break, and the break is wider than
/// mostBridged usual spacings or is where another attempt begins (a break at the very place of the next point).
std::vector<bool> partStarts(std::span<const double> x, const std::vector<std::size_t>& points) {
    std::vector<double> spacing;
    for (std::size_t k = 1; k < points.size(); ++k)
        spacing.push_back(x[points[k]] - x[points[k - 1]]);
    const std::vector<double> usual = numerics::runningMedian(spacing, spacingWindow);
    std::vector<bool> starts(points.size(), false);
    for (std::size_t k = 1; k < points.size(); ++k) {
        const bool broken = points[k] > points[k - 1] + 1;
        starts[k] = broken && (!(spacing[k - 1] <= mostBridged * usual[k - 1]) || x[points[k] - 1] >= x[points[k]]);
    }
    return starts;
}

} // namespace

std::vector<double> missingPlaces(const Series& series, std::span<const double> positions) {
    std::vector<double> places;
    auto add = [&](std::uint32_t row) {
        if (std::isfinite(positions[row]))
            places.push_back(positions[row]);
    };
    for (std::size_t i = 0; i < series.size(); ++i)
        if (!std::isfinite(series.values[i]))
            add(series.rowOf(i));
    for (const std::uint32_t row : series.missingRows)
        add(row);
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

SeriesTracks tracksOf(const StepValues& values, std::span<const double> positions, double factor) {
    SeriesTracks result;
    if (positions.empty())
        return result;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values.value[i]))
            continue;
        const bool placed = std::isfinite(positions[values.row[i]]);
        result.unplaced += placed ? 0 : 1;
        result.finite += placed && values.superseded[i] == 0 ? 1 : 0;
    }
    std::vector<const Track*> current, superseded;
    const std::vector<Stretch> stretches = stretchesOf(values, positions, factor);
    for (const Stretch& stretch : stretches)
        (stretch.superseded ? superseded : current).push_back(&stretch.points);
    result.current = packed(std::move(current));
    result.superseded = packed(std::move(superseded));
    if (values.low.empty())
        for (auto* tracks : {&result.current, &result.superseded})
            for (Track& track : *tracks) {
                track.low.clear();
                track.high.clear();
            }
    return result;
}

SeriesTracks tracksOf(const Run& run, const Series& series, std::span<const double> positions, double factor) {
    SeriesTracks result = tracksOf(stepValues(run, series, Include::all), positions, factor);
    result.values = series.size();
    if (!positions.empty())
        result.missing = missingPlaces(series, positions);
    return result;
}

std::vector<double> smoothed(std::span<const double> x, std::span<const double> y, int width) {
    const std::size_t window = static_cast<std::size_t>(std::max(1, width)) | 1u;
    std::vector<double> result(y.size(), nan);
    std::vector<std::size_t> points;
    for (std::size_t i = 0; i < y.size(); ++i)
        if (!std::isnan(y[i]))
            points.push_back(i);
    const std::vector<bool> starts = partStarts(x, points);
    std::vector<double> part;
    for (std::size_t first = 0; first < points.size();) {
        std::size_t end = first + 1;
        while (end < points.size() && !starts[end])
            ++end;
        part.clear();
        for (std::size_t k = first; k < end; ++k)
            part.push_back(y[points[k]]);
        const std::vector<double> medians = numerics::runningMedian(part, window);
        for (std::size_t k = first; k < end; ++k)
            result[points[k]] = medians[k - first];
        first = end;
    }
    return result;
}

RobustValues robustValues(const Track& track) {
    RobustValues finite;
    for (std::size_t i = 0; i < track.x.size(); ++i) {
        if (std::isnan(track.y[i]))
            continue;
        finite.x.push_back(track.x[i]);
        finite.y.push_back(track.y[i]);
    }
    const std::vector<double> middle = numerics::runningMedian(finite.y, hampelWindow);
    std::vector<double> distance(middle.size());
    for (std::size_t i = 0; i < middle.size(); ++i)
        distance[i] = std::abs(finite.y[i] - middle[i]);
    const std::vector<double> spread = numerics::runningMedian(distance, hampelWindow);
    for (std::size_t i = 0; i < middle.size(); ++i)
        if (distance[i] > hampelLimit * spread[i])
            finite.y[i] = middle[i];
    if (finite.y.size() <= 2 * robustStretches)
        return finite;
    RobustValues thinned;
    for (std::size_t stretch = 0; stretch < robustStretches; ++stretch) {
        const std::size_t first = stretch * finite.y.size() / robustStretches;
        const std::size_t end = (stretch + 1) * finite.y.size() / robustStretches;
        const auto [low, high] = std::ranges::minmax_element(finite.y.begin() + static_cast<std::ptrdiff_t>(first),
                                                             finite.y.begin() + static_cast<std::ptrdiff_t>(end));
        auto keep = [&](auto at) {
            thinned.x.push_back(finite.x[static_cast<std::size_t>(at - finite.y.begin())]);
            thinned.y.push_back(*at);
        };
        keep(std::min(low, high));
        keep(std::max(low, high));
    }
    return thinned;
}

} // namespace tachograph::models
