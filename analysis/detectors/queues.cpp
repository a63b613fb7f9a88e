#include "analysis/detectors/queues.h"

#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace tachograph {

std::vector<QueueList> queueLists(const Run& run) {
    constexpr std::string_view prefix = roles::queuePrefix;
    std::vector<QueueList> lists;
    for (const Series& series : run.series()) {
        if (!series.role.starts_with(prefix) || series.derived)
            continue;
        const std::string_view full = std::string_view(series.role).substr(prefix.size());
        const std::string name(full.substr(0, full.find('/')));
        const auto list = std::ranges::find(lists, name, &QueueList::name);
        if (list != lists.end())
            list->queues.push_back(&series);
        else
            lists.push_back({name, {&series}});
    }
    return lists;
}

double QueueReadings::fullShare() const {
    const auto full = std::ranges::count_if(values, [this](double v) { return v >= 0.95 * most; });
    return values.empty() ? 0.0 : static_cast<double>(full) / static_cast<double>(values.size());
}

double QueueReadings::emptyShare() const {
    const double limit = most >= 20 ? 1.0 : 0.0;
    const auto empty = std::ranges::count_if(values, [limit](double v) { return v <= limit; });
    return values.empty() ? 0.0 : static_cast<double>(empty) / static_cast<double>(values.size());
}

QueueReadings steadyReadings(const Run& run, const Series& queue, const Job& job) {
    QueueReadings readings;
    if (run.attempts().empty() || queue.size() == 0 || job.canceled())
        return readings;
    const Attempt& last = run.attempts().back();
    const std::uint32_t from = last.firstRow + (last.endRow - last.firstRow) / 2;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        if (!std::isfinite(queue.values[i]))
            continue;
        readings.most = std::max(readings.most, queue.values[i]);
        const std::uint32_t row = queue.rowOf(i);
        if (row < from || run.rows().isCut(row))
            continue;
        if (readings.values.empty())
            readings.firstStep = run.rows().step[row];
        readings.lastStep = run.rows().step[row];
        readings.values.push_back(queue.values[i]);
    }
    return readings;
}

} // namespace tachograph
