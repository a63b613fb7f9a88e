#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace tachograph {

/// What one row is about, as an importer hands it over.
struct RowInfo {
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::int64_t step = 0;
    double time = none;    ///< Unix seconds
    double elapsed = none; ///< seconds since this process started, as printed (rounded down to the resolution)
    double elapsedResolution = none; ///< seconds in one unit of the printed stamp: 1, 60, 3600, 86400; NaN = exact
    bool cut = false;                ///< the end of its line is missing, and with it some of its values
    std::uint64_t place = 0;         ///< line number (from 1) in text, byte offset (from 0) in binary recordings
};

/// The rows of a recording, column by column, in the order they were logged: nothing is sorted, merged or dropped.
/// A row is one tick, line or record; several rows may carry the same step.
struct Rows {
    std::vector<std::int64_t> step;
    std::vector<double> time;              ///< empty when no row has one
    std::vector<double> elapsed;           ///< empty when no row has one
    std::vector<double> elapsedResolution; ///< empty when every stamp is exact or there is none
    std::vector<std::uint64_t> place;
    std::vector<std::uint32_t> attempt;   ///< index into Run::attempts()
    std::vector<std::uint8_t> cut;        ///< 1: the end of its line is missing; empty when no row was cut
    std::vector<std::uint8_t> superseded; ///< 1: a later attempt has this step too; empty when nothing is superseded

    [[nodiscard]] std::size_t size() const { return step.size(); }
    [[nodiscard]] bool isSuperseded(std::size_t row) const { return !superseded.empty() && superseded[row] != 0; }
    [[nodiscard]] bool isCut(std::size_t row) const { return !cut.empty() && cut[row] != 0; }
    [[nodiscard]] double timeOf(std::size_t row) const { return time.empty() ? RowInfo::none : time[row]; }
    [[nodiscard]] double elapsedOf(std::size_t row) const { return elapsed.empty() ? RowInfo::none : elapsed[row]; }
};

/// The stretch between a (re)start and the next: rows [firstRow, endRow).
struct Attempt {
    std::uint32_t firstRow = 0, endRow = 0;
    std::int64_t firstStep = 0, lastStep = 0; ///< smallest and largest step in it
    std::size_t steps = 0;                    ///< different steps
    std::size_t supersededRows = 0;           ///< rows whose step a later attempt has too
    std::string reason; ///< why it starts here: "start of the recording", "step goes back from 690 to 640"
};

/// What to do with several rows of one step in one attempt when analysis needs one value a step.
enum class RepeatRule {
    median, ///< console ticks: median, with minimum and maximum as a band
    last    ///< trackers: the value logged last wins
};

} // namespace tachograph
