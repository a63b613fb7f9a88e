#include "analysis/comparison/printedmarks.h"

#include "analysis/comparison/printed.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

/// The first of B's printed values whose step began at `seconds` or later. Values of its last attempt, in order.
const PrintedValue* firstFrom(const std::vector<PrintedValue>& values, const Rows& rows, double seconds) {
    const auto found = std::ranges::find_if(
        values, [&rows, seconds](const PrintedValue& value) { return rows.elapsedOf(value.row) >= seconds; });
    return found == values.end() ? nullptr : &*found;
}

/// What B printed in its last attempt, in range, from its second step on: the first holds nothing but the start-up.
std::vector<PrintedValue> readable(const Run& run, const Series& series, const RowFilter& inRange) {
    std::vector<PrintedValue> values = printedValues(run, series);
    const auto last = static_cast<std::uint32_t>(run.attempts().size() - 1);
    std::erase_if(values, [&](const PrintedValue& value) {
        return run.rows().attempt[value.row] != last || value.distance < 1 || !inRange(value.row);
    });
    return values;
}

} // namespace

std::vector<PrintedMark> printedMarks(const Run& a, std::int64_t quotedStepA, const Run& b, const SteadyRows& rowsB,
                                      const RowFilter& inRangeB, std::string_view role) {
    std::vector<PrintedMark> marks;
    const Series* series = averageSinceStart(b, role);
    if (!series || b.rows().elapsed.empty())
        return marks;
    const std::vector<PrintedValue> values = readable(b, *series, inRangeB);
    const std::vector<EtaPoint> etas = etaPoints(b, rowsB, inRangeB);
    const auto add = [&](const PrintedValue& value, double elapsed) {
        const auto figures = printedFigures(a, b, role, quotedStepA, value.step);
        if (!figures)
            return;
        PrintedMark mark{elapsed, figures->quoted, std::nullopt, {value.step, std::nullopt, std::nullopt}};
        if (figures->equalDistance && figures->equalDistance->stepB == value.step)
            mark.equalDistance = figures->equalDistance;
        const auto eta = std::ranges::find(etas, value.step, &EtaPoint::step);
        if (eta != etas.end())
            mark.eta = *eta;
        marks.push_back(mark);
    };
    constexpr double minute = 60.0;
    constexpr int mostDoublings = 24; // 2^24 minutes are thirty years
    const PrintedValue* before = nullptr;
    for (int doublings = 0; doublings <= mostDoublings; ++doublings) {
        const double seconds = std::ldexp(minute, doublings);
        const PrintedValue* value = firstFrom(values, b.rows(), seconds);
        if (!value || value == &values.back())
            break;
        // Where a range begins later there is nothing to read at the earlier minutes.
        if (value != before && b.rows().elapsedOf(value->row) < 2.0 * seconds)
            add(*value, seconds);
        before = value;
    }
    if (!values.empty())
        add(values.back(), std::numeric_limits<double>::quiet_NaN());
    return marks;
}

} // namespace tachograph
