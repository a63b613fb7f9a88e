#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace tachograph {

/// Which column of an nvidia-smi log without header tells the GPU, found from its first rows: one that holds a UUID
/// ("GPU-8a3f...") or a bus address ("00000000:01:00.0"), else one whose whole numbers count 0, 1 .. n-1 again and
/// again. Other columns are not told by their shape: "%" may be that of the GPU or of its memory, "MiB" used, free or
/// total.
class BareSmiRows {
  public:
    static constexpr std::size_t wanted = 256; ///< rows that are enough to decide

    void add(const std::vector<std::string_view>& cells);
    [[nodiscard]] std::size_t count() const { return m_rows; }
    /// Nothing when no column is certain: then all rows are taken as one GPU's.
    [[nodiscard]] std::optional<std::size_t> gpuColumn() const;

  private:
    struct Column {
        bool identifiers = true; ///< all cells are UUIDs or bus addresses
        bool counts = true;      ///< whole numbers that go up by one or start at 0 again
        long last = -1, highest = 0;
        long laps = 0; ///< times it was at 0
        long lap = -1; ///< where it turned; -1 before the first turn
    };
    static void addCell(Column& column, std::string_view cell);

    std::vector<Column> m_columns;
    std::size_t m_rows = 0;
};

} // namespace tachograph
