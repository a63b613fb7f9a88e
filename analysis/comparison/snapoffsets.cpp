#include "analysis/comparison/snapoffsets.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tachograph {

namespace {

/// A place of one run on the axis, B's without its offset.
using Place = std::optional<double>;

Place placeOf(const SteadyRows& rows, std::size_t row, double offset) {
    if (row >= rows.position.size() || !std::isfinite(rows.position[row]))
        return std::nullopt;
    return rows.position[row] - offset;
}

Place resumePlace(const Run& run, const SteadyRows& rows, XAxis axis, double offset) {
    const auto step = resumeStep(run);
    if (!step)
        return std::nullopt;
    if (axis == XAxis::step)
        return static_cast<double>(*step);
    return placeOf(rows, run.attempts().back().firstRow, offset);
}

/// The last row of the step at which the event was, else the row that it was logged beside.
std::size_t rowOf(const Run& run, const Event& event) {
    const Rows& rows = run.rows();
    for (std::size_t row = rows.size(); event.step && row-- > 0;)
        if (rows.step[row] == *event.step && !rows.isSuperseded(row))
            return row;
    return event.row ? *event.row : rows.size();
}

Place checkpointPlace(const Run& run, const SteadyRows& rows, double offset) {
    for (const Event& event : run.events())
        if (event.kind == EventKind::checkpoint)
            if (const Place place = placeOf(rows, rowOf(run, event), offset))
                return place;
    return std::nullopt;
}

/// The first row of the last attempt that the statistics use.
Place warmUpEnd(const Run& run, const SteadyRows& rows, double offset) {
    if (rows.warmUpSteps == 0 || run.attempts().empty())
        return std::nullopt;
    for (std::size_t row = run.attempts().back().firstRow; row < rows.use.size(); ++row)
        if (rows.use[row])
            return placeOf(rows, row, offset);
    return std::nullopt;
}

void add(std::vector<SnapOffset>& offsets, const char* text, const Place& a, const Place& b) {
    if (a && b && std::ranges::find(offsets, *a - *b, &SnapOffset::offset) == offsets.end())
        offsets.push_back({text, *a - *b});
}

} // namespace

std::vector<SnapOffset> snapOffsets(const Comparison& comparison) {
    const Run &a = *comparison.a, &b = *comparison.b;
    const SteadyRows &rowsA = comparison.rowsA, &rowsB = comparison.rowsB;
    const XAxis axis = comparison.alignment.axis;
    const double offset = comparison.alignment.offset;
    std::vector<SnapOffset> offsets;
    add(offsets, "resumes over each other", resumePlace(a, rowsA, axis, 0.0), resumePlace(b, rowsB, axis, offset));
    add(offsets, "first checkpoints over each other", checkpointPlace(a, rowsA, 0.0),
        checkpointPlace(b, rowsB, offset));
    // Within a chosen range the first used row is where the range begins.
    if (!comparison.options.rangeMin && !comparison.options.rangeMax)
        add(offsets, "ends of warm-up over each other", warmUpEnd(a, rowsA, 0.0), warmUpEnd(b, rowsB, offset));
    add(offsets, "no offset", 0.0, 0.0);
    return offsets;
}

} // namespace tachograph
