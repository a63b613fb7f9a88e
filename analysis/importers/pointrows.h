#pragma once

#include "analysis/run/runbuilder.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tachograph {

/// One value of one series, logged by itself: how TensorBoard and MLflow record.
struct Point {
    std::uint32_t series = RunBuilder::noSeries; ///< number in the builder
    std::int64_t step = 0;
    double time = RowInfo::none; ///< Unix seconds
    double value = 0;
    std::uint64_t place = 0; ///< as RowInfo::place
};

/// Makes rows of single values. The values of one step lie in one row whatever the order they were logged in; a series
/// that logs a step again gets a further row for it. The order of steps within an attempt is the order of the numbers,
/// so that an evaluation which is logged late does not look like a step back.
///
/// A new attempt begins where startAttempt() says so and where the training as a whole goes back: a series logs a step
/// before its last one, and of the others that had been at least as far more go back than go on. (A validation that
/// counts its batches from 0 each time goes back alone.)
class PointRows {
  public:
    void add(const Point& point);
    /// The values that follow were logged by a process that started anew.
    void startAttempt(std::string reason);
    [[nodiscard]] std::size_t size() const { return m_points.size(); }

    /// Adds all rows to the builder, whose series the points speak of. False when canceled.
    bool finish(RunBuilder& builder, const Job& job);
    /// After finish(): the row of the point that was added as number `index` (from 0).
    [[nodiscard]] std::uint32_t rowOf(std::size_t index) const { return m_rowOf[index]; }

  private:
    /// The last step of a series, and the attempt (counted from 1) in which it was.
    struct Last {
        std::int64_t step = 0;
        std::size_t attempt = 0;
    };
    void findRestarts(std::size_t seriesCount, const Job& job);
    [[nodiscard]] bool goesBackAsAWhole(std::size_t index, std::size_t attempt, const std::vector<Last>& last);
    void addSegment(RunBuilder& builder, std::size_t begin, std::size_t end);
    void addStep(RunBuilder& builder, std::span<const std::uint32_t> points);

    std::vector<Point> m_points;
    std::vector<std::pair<std::size_t, std::string>> m_starts; // index of the point, reason (empty: the steps tell)
    std::vector<std::uint32_t> m_rowOf;
    std::vector<std::vector<std::uint32_t>> m_pointsOfSeries; // made when a series goes back for the first time
    std::set<std::uint32_t> m_cyclic;                         // series that went back while the others went on
    std::size_t m_work = 0;                                   // looks at other series so far, to bound them
    std::vector<std::uint32_t> m_used; // values of each series at the step at hand; all 0 between steps
};

} // namespace tachograph
