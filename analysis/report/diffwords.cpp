#include "analysis/report/diffwords.h"

#include "analysis/core/text.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

std::string chosenRangeText(const CompareOptions& options, XAxis axis) {
    if (!options.rangeMin && !options.rangeMax)
        return {};
    const std::string name = std::string(", axis ") + xAxisName(axis);
    if (options.rangeMin && options.rangeMax)
        return formatNumber(*options.rangeMin, 12) + " to " + formatNumber(*options.rangeMax, 12) + name;
    return options.rangeMin ? "from " + formatNumber(*options.rangeMin, 12) + " on" + name
                            : "up to " + formatNumber(*options.rangeMax, 12) + name;
}

std::string printedStretch(double value, const std::string& unit, std::int64_t since, std::int64_t step) {
    return formatQuantity(value, unit) +
           (since < step ? ", printed at steps " + std::to_string(since) + " to " + std::to_string(step)
                         : ", printed at step " + std::to_string(step));
}

Table printedMarksTable(const Comparison& comparison) {
    Table table{{"B after", "B printed", "Against A's last", "A at equal distance", "Change", "ETA printed by B",
                 "At the true pace"},
                {false, true, true, true, true, true, true},
                {}};
    const std::string unit = roleInfo(roles::throughput).unit;
    const auto at = [&unit](double value, std::int64_t step, std::int64_t distance) {
        return formatQuantity(value, unit) + " at step " + std::to_string(step) + " (+" + std::to_string(distance) +
               ')';
    };
    const auto eta = [](const std::optional<double>& seconds) {
        return seconds ? formatEta(*seconds) : std::string();
    };
    for (const PrintedMark& mark : comparison.printedMarks) {
        const PrintedPair& quoted = mark.againstQuoted;
        const auto& equal = mark.equalDistance;
        table.rows.push_back({std::isfinite(mark.elapsed) ? formatElapsed(mark.elapsed) : "its last step",
                              at(quoted.b, quoted.stepB, quoted.distanceB), formatChange(quoted.effect),
                              equal ? at(equal->a, equal->stepA, equal->distanceA) : "not printed",
                              equal ? formatChange(equal->effect) : "", eta(mark.eta.printed), eta(mark.eta.implied)});
    }
    return table;
}

std::string memoryText(const MemoryFigures& memory) {
    const auto side = [](const std::optional<double>& bytes) {
        return bytes ? formatQuantity(*bytes, "B") : std::string("not logged");
    };
    std::string text = side(memory.a) + " in A, " + side(memory.b) + " in B";
    if (!memory.capacity || !(*memory.capacity > 0.0))
        return text;
    text += ", of " + formatQuantity(*memory.capacity, "B");
    if (memory.b)
        text += ": " + formatShare(std::max(0.0, 1.0 - *memory.b / *memory.capacity)) + " free in B";
    return text;
}

std::string inseparableText(const Comparison& comparison) {
    const std::vector<std::string>& keys = comparison.expectation.inseparable;
    constexpr std::size_t most = 20;
    std::string text;
    for (std::size_t i = 0; keys.size() > 1 && i < std::min(keys.size(), most); ++i)
        text += (i == 0 ? "" : ", ") + plainText(keys[i], 60);
    if (keys.size() > most)
        text += ", and " + std::to_string(keys.size() - most) + " more";
    return text;
}

std::size_t foldedRows(const Comparison& comparison) {
    const auto folded = [](const std::vector<SettingDifference>& rows) {
        return static_cast<std::size_t>(
            std::ranges::count(rows, SettingDifference::Kind::identity, &SettingDifference::kind));
    };
    return folded(comparison.config) + folded(comparison.environment);
}

bool hasSeveralAttempts(const Comparison& comparison) {
    return comparison.a->attempts().size() > 1 || comparison.b->attempts().size() > 1;
}

} // namespace tachograph
