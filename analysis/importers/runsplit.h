#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tachograph {

/// Decides whether the rows of one file are one run with its restarts or several runs written one behind the other.
/// A step that goes back to where training had been already is a restart of the same run, an attempt. It is another run
/// when it goes back to the very beginning, or when the rows behind it share less than half of their series with
/// the rows before it. Where several runs begin from the start, a step that is logged again with all its keys is
/// the mark of a second process that writes to the same file, and begins a run too.
class RunSplit {
  public:
    struct RowFacts {
        std::int64_t step = 0;
        bool repeatsRowBefore = false; ///< same step as the row before, and no key that the row before did not have
        bool resumes = false;          ///< the recording itself says that training resumes here
    };

    void expectRows(std::size_t rows) { m_steps.reserve(rows); }
    /// In the order of the rows; useSeries() calls for a row follow its addRow().
    void addRow(const RowFacts& row);
    void useSeries(std::uint32_t series);

    /// The rows at which a further run begins, ascending; empty for one run.
    [[nodiscard]] std::vector<std::uint32_t> starts() const;

  private:
    struct Segment {
        std::uint32_t firstRow = 0;
        std::size_t series = 0, shared = 0; ///< series in it, and those of them that the segment before has too
        bool resumes = false;
    };
    std::vector<std::int64_t> m_steps;
    std::vector<std::uint32_t> m_repeats; // rows with repeatsRowBefore
    std::vector<Segment> m_segments;
    std::vector<std::uint32_t> m_lastSegment; // of each series, plus one; 0 = never
};

} // namespace tachograph
