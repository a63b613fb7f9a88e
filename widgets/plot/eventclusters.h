#pragma once

#include "analysis/run/event.h"

#include <cstddef>
#include <vector>

namespace tachograph::widgets {

/// Events that share one glyph because they lie too close to each other.
struct EventCluster {
    std::vector<std::size_t> events; ///< indices into what was given; one for an event that stands alone
    double x = 0;                    ///< pixels
};

struct PlacedEvent {
    double x = 0; ///< pixels, ascending
    EventKind kind = EventKind::note;
};

/// Glyphs closer than `distance` merge. Crashes, resumes and configuration changes stay separate until three or more
/// meet.
std::vector<EventCluster> clusterEvents(const std::vector<PlacedEvent>& events, double distance = 11);

/// Which of two kinds matters more when room is short: crash, resume, configuration change, note, end, others.
int eventRank(EventKind kind);

} // namespace tachograph::widgets
