#pragma once

#include <cstdint>
#include <span>

namespace tachograph {

/// Rows of consecutive lines, column by column, as an importer hands them over.
struct RowColumns {
    std::span<const std::int64_t> step;
    std::span<const double> time;    ///< of each row, or empty
    std::span<const double> elapsed; ///< of each row, exact, or empty
    std::uint64_t firstPlace = 0;    ///< line number of the first
};

} // namespace tachograph
