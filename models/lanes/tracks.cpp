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
constexpr double mostBridged = 3.0;       // smoothing goes on over breaks up to this wide: two lost steps
constexpr std::size_t mostTracks = 32;

/// A part of one attempt that is all current or all superseded.
struct Stretch {
    std::uint32_t attempt = 0;
    bool superseded = false;
    Track points;
};

/// Low and high are kept only for tracks of `ranged` values.
void append(Track& track, double x, double y, double low, double high, bool ranged) {
    track.x.push_back(x);
    track.y.push_back(y);
    if (!ranged)
        return;
    track.low.push_back(low);
    track.high.push_back(high);
}

/// Point `i` of another track.
void append(Track& track, const Track& from, std::size_t i) {
    const bool ranged = !from.low.empty();
    append(track, from.x[i], from.y[i], ranged ? from.low[i] : nan, ranged ? from.high[i] : nan, ranged);
}

void appendBreak(Track& track, double x, bool ranged) {
    append(track, x, nan, nan, nan, ranged);
}

/// For each value whether steps are missing before it: the difference to its neighbour is more than 1.5 times the
/// median difference around it. Trainers that log every tenth step are not full of gaps, and an interval may change.
/// Empty when none is missing, which the extremes tell: no median is below the least difference.
std::vector<bool> stepsMissingBefore(const StepValues& values) {
    std::vector<double> spacing;
    for (std::size_t i = 1; i < values.size(); ++i)
        if (values.attempt[i] == values.attempt[i - 1])
            spacing.push_back(static_cast<double>(values.step[i]) - static_cast<double>(values.step[i - 1]));
    if (spacing.empty() || std::ranges::max(spacing) <= mostSpacings * std::ranges::min(spacing))
        return {};
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

void reserve(Track& track, std::size_t count, bool ranged) {
    track.x.reserve(count);
    track.y.reserve(count);
    track.low.reserve(ranged ? count : 0);
    track.high.reserve(ranged ? count : 0);
}

/// Positions may go back within an attempt (clocks are set): a line needs them in order.
void sortByPosition(Track& track) {
    if (std::ranges::is_sorted(track.x))
        return;
    std::vector<std::size_t> order(track.x.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return track.x[i]; });
    auto reorder = [&](std::vector<double>& column) {
        if (column.empty())
            return;
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
        apart = apart || (!gap.empty() && gap[i]) || !sameAttempt || !std::isfinite(x);
        if (!std::isfinite(x))
            continue;
        const bool superseded = values.superseded[i] != 0;
        if (stretches.empty() || stretches.back().attempt != values.attempt[i] ||
            stretches.back().superseded != superseded) {
            Stretch next{values.attempt[i], superseded, {}};
            if (superseded && !apart)
                append(next.points, stretches.back().points, stretches.back().points.x.size() - 1);
            if (stretches.empty())
                reserve(next.points, values.size(), ticks);
            stretches.push_back(std::move(next));
        } else if (apart) {
            appendBreak(stretches.back().points, std::midpoint(stretches.back().points.x.back(), x), ticks);
        }
        append(stretches.back().points, x, y, low, high, ticks);
        apart = false;
    }
    for (Stretch& stretch : stretches)
        sortByPosition(stretch.points);
    return stretches;
}

void appendTrack(Track& track, Track more) {
    if (track.x.empty()) {
        track = std::move(more);
        return;
    }
    appendBreak(track, more.x.front(), !more.low.empty());
    for (std::size_t i = 0; i < more.x.size(); ++i)
        append(track, more, i);
}

/// Points of stretches for which no track is left, in order of x, each for itself: a recording with hundreds of
/// overlapping attempts would otherwise cost a curve for each.
Track loosePoints(const std::vector<Track>& stretches) {
    Track all;
    for (const Track& stretch : stretches)
        for (std::size_t i = 0; i < stretch.x.size(); ++i)
            append(all, stretch, i);
    sortByPosition(all);
    Track apart;
    for (std::size_t i = 0; i < all.x.size(); ++i) {
        append(apart, all, i);
        appendBreak(apart, all.x[i], !all.low.empty());
    }
    return apart;
}

/// Lays stretches one after the other on as few tracks as their overlaps allow.
std::vector<Track> packed(std::vector<Track> stretches) {
    std::ranges::stable_sort(stretches, {}, [](const Track& stretch) { return stretch.x.front(); });
    std::vector<Track> tracks;
    using End = std::pair<double, std::size_t>; // last x of a track, its index
    std::priority_queue<End, std::vector<End>, std::greater<>> ends;
    std::vector<Track> left;
    for (Track& stretch : stretches) {
        const double end = stretch.x.back();
        std::size_t track = tracks.size();
        if (!ends.empty() && ends.top().first < stretch.x.front()) {
            track = ends.top().second;
            ends.pop();
        } else if (tracks.size() < mostTracks) {
            tracks.emplace_back();
        } else {
            left.push_back(std::move(stretch));
            continue;
        }
        appendTrack(tracks[track], std::move(stretch));
        ends.emplace(end, track);
    }
    if (!left.empty())
        tracks.push_back(loosePoints(left));
    return tracks;
}

/// For each finite point of a line whether smoothing starts anew at it: it follows a break, and the break is wider than
/// mostBridged usual spacings or is where another attempt begins (a break at the very place of the next point).
std::vector<bool> partStarts(std::span<const double> x, const std::vector<std::size_t>& points) {
    if (points.empty() || points.back() - points.front() + 1 == points.size())
        return std::vector<bool>(points.size(), false); // no break at all
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
    std::vector<Track> current, superseded;
    for (Stretch& stretch : stretchesOf(values, positions, factor))
        (stretch.superseded ? superseded : current).push_back(std::move(stretch.points));
    result.current = packed(std::move(current));
    result.superseded = packed(std::move(superseded));
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
    if (std::ranges::none_of(y, [](double value) { return std::isnan(value); }))
        return numerics::runningMedian(y, window); // one part
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

} // namespace tachograph::models
