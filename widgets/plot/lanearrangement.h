#pragma once

#include <QString>

#include <map>
#include <set>
#include <vector>

namespace tachograph::widgets {

/// How the lanes of a plot are laid out by hand, by their ids. Lanes that are not there now are remembered.
struct LaneArrangement {
    std::set<QString> folded;
    std::set<QString> logarithmic;     ///< with a logarithmic scale, where the lane can have one
    QString maximized;                 ///< shown alone; empty = all
    std::vector<QString> order;        ///< from top to bottom; others follow in the order of the timeline
    std::map<QString, double> heights; ///< relative to an ordinary lane; others have their usual height

    bool operator==(const LaneArrangement&) const = default;
};

/// Bounds of a height.
inline constexpr double leastLaneHeight = 0.05, mostLaneHeight = 50;

} // namespace tachograph::widgets
