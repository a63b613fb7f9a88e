#pragma once

#include "analysis/run/runbuilder.h"

#include <cstdint>
#include <vector>

namespace tachograph {

/// Adds rows to a builder and lays consecutive rows of one step together when they log different keys: an evaluation
/// row beside the training row of its step. Keys that both have with one value (the epoch) do not hinder; a key with
/// two values does, and the row stays a row of its own.
class MergingRows {
  public:
    explicit MergingRows(RunBuilder& builder) : m_builder(builder) {}

    void add(std::uint32_t series, double value) { m_values.push_back({series, value}); }
    void addMissing(std::uint32_t series) { m_missing.push_back(series); }
    /// Ends the row that the add() calls before belong to. Returns the row that they went to.
    std::uint32_t finishRow(const RowInfo& info);
    /// Rows of which none has the step of the row before, and no add() calls belong to them; the first one's number.
    std::uint32_t appendRows(const RowColumns& rows);
    /// Values for consecutive rows of them.
    void appendValues(std::uint32_t series, std::uint32_t firstRow, std::span<const double> values);
    /// The next row is not laid together with the one before.
    void separate() { m_separate = true; }
    /// The series and values of the row at hand, before finishRow().
    struct Value {
        std::uint32_t series = 0;
        double value = 0;
    };
    [[nodiscard]] const std::vector<Value>& values() const { return m_values; }

  private:
    struct Last {
        std::uint32_t row = 0; ///< plus one; 0 = never
        double value = 0;
    };
    bool fitsLastRow(const RowInfo& info) const;

    RunBuilder& m_builder;
    std::vector<Value> m_values;
    std::vector<std::uint32_t> m_missing;
    std::vector<Last> m_last; // of each series
    bool m_separate = false;
};

} // namespace tachograph
