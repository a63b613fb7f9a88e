#include "widgets/plot/eventclusters.h"

#include <algorithm>

namespace tachograph::widgets {
namespace {

constexpr double widestCluster = 40; // pixels of the axis that one count may stand for

bool staysVisible(EventKind kind) {
    return kind == EventKind::oom || kind == EventKind::exception || kind == EventKind::resume ||
           kind == EventKind::config;
}

} // namespace

int eventRank(EventKind kind) {
    switch (kind) {
    case EventKind::oom:
    case EventKind::exception:
        return 6;
    case EventKind::resume:
        return 5;
    case EventKind::config:
        return 4;
    case EventKind::note:
        return 3;
    case EventKind::exit:
        return 2;
    case EventKind::evaluation:
        return 1;
    case EventKind::checkpoint:
        break;
    }
    return 0;
}

std::vector<EventCluster> clusterEvents(const std::vector<PlacedEvent>& events, double distance) {
    std::vector<EventCluster> clusters;
    for (std::size_t begin = 0; begin < events.size();) {
        std::size_t end = begin + 1;
        while (end < events.size() && events[end].x - events[end - 1].x < distance &&
               events[end].x - events[begin].x < widestCluster)
            ++end;
        const auto first = events.begin() + static_cast<std::ptrdiff_t>(begin),
                   last = events.begin() + static_cast<std::ptrdiff_t>(end);
        const bool separate = end - begin == 2 && std::any_of(first, last, [](const PlacedEvent& event) {
                                  return staysVisible(event.kind);
                              });
        if (separate) {
            for (std::size_t i = begin; i < end; ++i)
                clusters.push_back({{i}, events[i].x});
        } else {
            EventCluster cluster;
            for (std::size_t i = begin; i < end; ++i)
                cluster.events.push_back(i);
            cluster.x = (events[begin].x + events[end - 1].x) / 2;
            clusters.push_back(std::move(cluster));
        }
        begin = end;
    }
    return clusters;
}

} // namespace tachograph::widgets
