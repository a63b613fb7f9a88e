#include "analysis/importers/clockoffset.h"

#include "analysis/core/text.h"
#include "analysis/run/rowplan.h"

#include <algorithm>
#include <cmath>
#include <iterator>

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

constexpr double hour = 3'600, minute = 60;

/// What local times can differ from UTC by: whole hours, else half hours and the quarters of Nepal, Eucla and Chatham.
const std::vector<std::vector<double>>& zoneOffsets() {
    static const std::vector<std::vector<double>> offsets = [] {
        std::vector<std::vector<double>> all(2);
        for (int halves = -28; halves <= 28; ++halves)
            all[static_cast<std::size_t>(halves % 2 != 0)].push_back(halves * hour / 2);
        for (const double quarters : {5 * hour + 45 * minute, 8 * hour + 45 * minute, 12 * hour + 45 * minute})
            all[1].insert(all[1].end(), {quarters, -quarters});
        return all;
    }();
    return offsets;
}

/// Those of `offsets` that fit.
std::vector<double> fittingOffsets(const Span& mine, const Span& theirs, const std::vector<double>& offsets) {
    constexpr double enough = 0.9;
    std::vector<double> fitting;
    std::ranges::copy_if(offsets, std::back_inserter(fitting),
                         [&](double ahead) { return overlap(mine, theirs, ahead) >= enough; });
    return fitting;
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
    for (const auto& zones : zoneOffsets()) {
        const auto offsets = fittingOffsets(own, other, zones);
        if (offsets.empty())
            continue;
        const bool proves = offsets.size() == 1 && other.length() >= own.length() / 4;
        return proves ? ClockOffset{ClockOffset::Kind::known, offsets.front()}
                      : ClockOffset{ClockOffset::Kind::unclear, 0};
    }
    return {ClockOffset::Kind::unrelated, 0};
}

std::string offsetText(double ahead) {
    return formatElapsed(std::abs(ahead)) + (ahead > 0 ? " ahead of" : " behind");
}

} // namespace tachograph
