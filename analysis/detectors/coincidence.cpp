#include "analysis/detectors/coincidence.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::size_t mostKinds = 8, mostNamed = 3;

bool counts(const Event& event) {
    return event.step && event.kind != EventKind::checkpoint;
}

std::string named(const Event& event) {
    constexpr std::size_t longest = 80;
    std::string text = eventKindName(event.kind);
    const std::string detail = plainText(event.text, longest);
    if (!detail.empty() && detail != text)
        text += " (" + detail + ")";
    return text + " at step " + formatCount(*event.step);
}

} // namespace

Coincidence eventsNear(const Run& run, const StepTimeTrend& trend, std::int64_t step, std::int64_t reach) {
    std::array<double, mostKinds> ofKind{};
    for (const Event& event : run.events())
        if (counts(event))
            ofKind[static_cast<std::size_t>(event.kind)] += 1.0;
    const double steps = std::max(1.0, stepDistance(trend.steps->step.front(), trend.steps->step.back()) + 1.0);
    const double chance = std::min(1.0, static_cast<double>(2 * reach + 1) / steps);
    Coincidence found;
    std::array<bool, mostKinds> present{};
    for (const Event& event : run.events()) {
        if (!counts(event) || std::abs(stepDistance(step, *event.step)) > static_cast<double>(reach))
            continue;
        present[static_cast<std::size_t>(event.kind)] = true;
        if (++found.count <= mostNamed)
            found.text += (found.text.empty() ? "" : ", ") + named(event);
    }
    double expected = 0.0;
    for (std::size_t kind = 0; kind < mostKinds; ++kind)
        expected += present[kind] ? ofKind[kind] * chance : 0.0;
    if (found.count > mostNamed)
        found.text += " and " + formatCount(static_cast<std::int64_t>(found.count - mostNamed)) + " more";
    if (found.count > 0)
        found.text += " (" + formatNumber(expected, 2) + " expected by chance)";
    return found;
}

} // namespace tachograph
