#include "analysis/importers/clockoffset.h"

#include "analysis/core/text.h"
#include "analysis/run/rowplan.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

struct Span {
    double begin = RowInfo::none, end = RowInfo::none;
    [[nodiscard]] bool known() const { return !std::isnan(begin); }
    [[nodiscard]] double length() const { return end - begin; }
};

Span spanOf(const std::vector<double>& times) {
    Span span;
    for (const double time : times) {
        if (std::isnan(time))
            continue;
        span.begin = span.known() ? std::min(span.begin, time) : time;
        span.end = std::isnan(span.end) ? time : std::max(span.end, time);
    }
    return span;
}

/// The share of the shorter span that lies over the other one when the second is moved back by `ahead`.
double overlap(const Span& mine, const Span& theirs, double ahead) {
    // A single moment counts as a minute.
    constexpr double moment = 60;
    const double begin = std::max(mine.begin - moment, theirs.begin - ahead);
    const double end = std::min(mine.end + moment, theirs.end - ahead);
    const double shorter = std::min(mine.length(), theirs.length());
    return shorter < moment ? (end >= begin ? 1.0 : 0.0) : std::clamp((end - begin) / shorter, 0.0, 1.0);
}

constexpr double quarter = 900, hour = 3'600;

/// All offsets of a whole number of `unit` that fit.
std::vector<double> fittingOffsets(const Span& mine, const Span& theirs, double unit) {
    constexpr double most = 14 * hour, enough = 0.9;
    std::vector<double> offsets;
    for (double ahead = -most; ahead <= most; ahead += unit)
        if (overlap(mine, theirs, ahead) >= enough)
            offsets.push_back(ahead);
    return offsets;
}

double quantile(std::vector<double>& values, double share) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::ranges::nth_element(values, at);
    return *at;
}

} // namespace

ClockOffset offsetBySteps(const Rows& mine, const Rows& theirs, const std::vector<std::uint32_t>& sameStep) {
    constexpr double scatterAllowed = 60;
    std::vector<double> differences;
    for (std::size_t row = 0; row < theirs.size(); ++row) {
        if (sameStep[row] == RowPlan::none)
            continue;
        const double difference = theirs.timeOf(row) - mine.timeOf(sameStep[row]);
        if (!std::isnan(difference))
            differences.push_back(difference);
    }
    if (differences.empty())
        return {};
    const Span span = spanOf(mine.time);
    const double distance = mine.size() > 1 ? span.length() / static_cast<double>(mine.size() - 1) : 0.0;
    const double scatter = quantile(differences, 0.75) - quantile(differences, 0.25);
    if (scatter > std::max(scatterAllowed, distance))
        return {ClockOffset::Kind::unrelated, 0};
    return {ClockOffset::Kind::known, quantile(differences, 0.5)};
}

ClockOffset offsetBySpans(const Rows& mine, const std::vector<double>& times, const std::vector<double>& likely) {
    constexpr double half = 0.5;
    const Span own = spanOf(mine.time), other = spanOf(times);
    if (!own.known() || !other.known())
        return {};
    for (const double ahead : likely)
        if (overlap(own, other, ahead) >= half)
            return {ClockOffset::Kind::known, ahead};
    if (overlap(own, other, 0) >= half)
        return {ClockOffset::Kind::known, 0};
    for (const double unit : {hour, quarter}) {
        const auto offsets = fittingOffsets(own, other, unit);
        if (offsets.size() == 1)
            return {ClockOffset::Kind::known, offsets.front()};
        if (offsets.size() > 1)
            return {ClockOffset::Kind::unclear, 0};
    }
    return {ClockOffset::Kind::unrelated, 0};
}

std::string offsetText(double ahead) {
    return formatElapsed(std::abs(ahead)) + (ahead > 0 ? " ahead of" : " behind");
}

} // namespace tachograph
