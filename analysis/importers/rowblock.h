#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace tachograph {

/// Consecutive lines of one shape, read into numbers that nobody has given a meaning yet: row by row, `columns` each.
struct RowBlock {
    const double* values = nullptr;
    std::size_t columns = 0, rows = 0;
    std::size_t firstLine = 0; ///< counted from 0 in its piece
    std::size_t begin = 0;     ///< of its first line in the text of its piece
    bool absences = false;     ///< some values are marks of absence

    /// The block without its first rows.
    [[nodiscard]] RowBlock behind(std::size_t count) const {
        RowBlock rest = *this;
        rest.values += count * columns;
        rest.rows -= count;
        rest.firstLine += count;
        return rest;
    }

    /// Stands for "no value is logged": null. A NaN that no text and no operation gives.
    static double absence() { return std::bit_cast<double>(absenceBits); }
    static bool isAbsence(double value) { return std::bit_cast<std::uint64_t>(value) == absenceBits; }

  private:
    static constexpr std::uint64_t absenceBits = 0x7FF8'0000'0AB5'E4CEU;
};

} // namespace tachograph
