#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tachograph {

enum class Scope { unknown, job, gpu };       ///< whole job, or one GPU (device, rank) of it
enum class Averaging { current, sinceStart }; ///< a value of its own step, or an average since the process started

/// One logged quantity: its values in log order, each with the row (see Rows) it was logged in. NaN, infinities and
/// repeats are kept as logged. Values are in the unit of the recording; `toUnit` leads to the unit of the role.
struct Series {
    std::string key;        ///< exactly as recorded
    std::string role;       ///< see roles.h; empty when it has none
    std::string sourceUnit; ///< of `values`, such as "ms", "Ktok/s", "d"
    std::string unit;       ///< of the role, such as "s"; equal to sourceUnit when there is no role
    double toUnit = 1.0;    ///< values[i] * toUnit is in `unit`
    Scope scope = Scope::unknown;
    Averaging averaging = Averaging::current;
    std::string definition; ///< what exactly is counted, when known: "prompt and completion tokens"
    bool derived = false;   ///< computed by us from other series or stamps
    std::string how;        ///< for derived ones and averages: from what, how, at which resolution. One phrase.
    std::string source;     ///< base name of the file it was read from

    std::vector<double> values;             ///< as logged, in sourceUnit
    std::vector<std::uint32_t> rows;        ///< row of each value, ascending; empty when value i belongs to row i
    std::vector<std::uint32_t> missingRows; ///< rows that say "no value": null, empty, "---"
    std::vector<double>
        uncertainty; ///< half width of each value in sourceUnit (print or stamp resolution); empty when not known
    double printResolution =
        0.0; ///< one unit in the last printed place, in sourceUnit; 0 when full precision or not known

    [[nodiscard]] std::size_t size() const { return values.size(); }
    [[nodiscard]] std::uint32_t rowOf(std::size_t i) const {
        return rows.empty() ? static_cast<std::uint32_t>(i) : rows[i];
    }
    /// Value i in the unit of the role.
    [[nodiscard]] double inUnit(std::size_t i) const { return values[i] * toUnit; }
};

/// The figures of one series over all its finite logged values in file order, in source units: repeated and superseded
/// steps included, rows that were cut left out (their values are kept and drawn). early and late are the medians of the
/// first and last floor(n/5) values (at least one); all are NaN when nothing is finite. Medians of an even count are
/// the mean of the two middle values.
struct SeriesFigures {
    std::size_t finite = 0;                   ///< values that are finite
    std::size_t nonfinite = 0;                ///< logged NaN and infinities
    std::size_t missing = 0;                  ///< rows that say null, empty or "---", and rows without the key
    std::int64_t firstStep = 0, lastStep = 0; ///< of the first and last finite value; 0 when none
    double median = 0, early = 0, late = 0;
};

} // namespace tachograph
