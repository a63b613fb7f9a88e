#include "models/queuegroups.h"

#include "analysis/run/roles.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace tachograph::models {

std::vector<QueueGroup> queueGroups(const Run& run) {
    std::vector<QueueGroup> groups;
    for (const Series& series : run.series()) {
        if (!series.role.starts_with(roles::queuePrefix))
            continue;
        std::string_view name = std::string_view(series.role).substr(std::string_view(roles::queuePrefix).size());
        name = name.substr(0, name.find('/'));
        auto group = std::ranges::find(groups, name, &QueueGroup::name);
        if (group == groups.end())
            group = groups.insert(groups.end(), QueueGroup{std::string(name), {}});
        group->queues.push_back(&series);
    }
    return groups;
}

Series pooled(const QueueGroup& group) {
    Series all = *group.queues.front();
    all.key = group.name;
    all.role = roles::queuePrefix + group.name;
    all.uncertainty.clear();
    std::vector<std::pair<std::uint32_t, double>> values;
    all.missingRows.clear();
    for (const Series* queue : group.queues) {
        for (std::size_t i = 0; i < queue->size(); ++i)
            values.emplace_back(queue->rowOf(i), queue->inUnit(i));
        all.missingRows.insert(all.missingRows.end(), queue->missingRows.begin(), queue->missingRows.end());
    }
    std::ranges::stable_sort(values, {}, &std::pair<std::uint32_t, double>::first);
    all.toUnit = 1.0;
    all.values.clear();
    all.rows.clear();
    for (const auto& [row, value] : values) {
        all.rows.push_back(row);
        all.values.push_back(value);
    }
    return all;
}

} // namespace tachograph::models
