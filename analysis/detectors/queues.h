#pragma once

#include "analysis/core/job.h"
#include "analysis/run/run.h"

#include <string>
#include <vector>

namespace tachograph {

/// The queues of one name: "q_hs" alone, or "q_pre/0" to "q_pre/4".
struct QueueList {
    std::string name;
    std::vector<const Series*> queues;
};

/// In order of first appearance.
std::vector<QueueList> queueLists(const Run& run);

/// The steady part of a queue's readings: the second half of the last attempt, after the start-up.
struct QueueReadings {
    std::vector<double> values; ///< finite ones
    double most = 0;            ///< the largest of the whole recording: taken as the queue's capacity
    std::int64_t firstStep = 0, lastStep = 0;

    /// Share of the readings at the capacity (95 % of it at least), and of those that are empty (0, or 1 of many).
    [[nodiscard]] double fullShare() const;
    [[nodiscard]] double emptyShare() const;
};
QueueReadings steadyReadings(const Run& run, const Series& queue, const Job& job);

} // namespace tachograph
