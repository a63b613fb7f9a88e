#pragma once

#include "widgets/plot/plotview.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace tachograph::widgets {

/// Two places that are held against each other.
struct Measure {
    double from = 0;          ///< x
    std::optional<double> to; ///< nothing: the crosshair
};

/// What a plot shows and how it is being looked at: all that a picture of it depends on beside its size.
struct PlotState {
    models::TimelinePtr timeline = std::make_shared<const models::Timeline>();
    Theme theme = Theme::light();
    PlotOptions options;
    double xMin = 0, xMax = 1;                               ///< in view
    std::optional<double> crosshair;                         ///< x
    bool pinned = false;                                     ///< the crosshair stays where it is when the mouse moves
    int selectedFinding = -1;                                ///< index into timeline->findings
    int focusedLane = -1;                                    ///< index into timeline->lanes; keys act on it
    bool showFocus = false;                                  ///< the view has the keyboard: draw the ring
    int firstLane = 0;                                       ///< lanes scrolled away above
    std::map<QString, std::pair<double, double>> handRanges; ///< y ranges zoomed by hand, by lane id
    LaneArrangement arrangement;
    int laneDropPlace = -1; ///< before which of the lanes in view the one that is dragged would go; -1 = none
    std::optional<std::pair<double, double>> draggedRange; ///< x range that is being dragged open
    std::optional<Measure> measure;
    std::vector<models::PlacedNote> notes; ///< by where they begin
    std::set<int> dismissed;               ///< findings that were set aside
    std::uint64_t selectedNote = 0;        ///< id; 0 = none
    bool notesEditable = false;
    bool lanesHideable = false;
};

/// Whether only a lane's title is shown: nothing to draw in it, or folded by hand.
inline bool isFolded(const models::Lane& lane, const PlotState& state) {
    return (!lane.state.isEmpty() && lane.missing.empty()) || state.arrangement.folded.contains(lane.id);
}

/// Whether the lane's values can be laid on a logarithmic scale: not the parts of a stack, which add up, nor ratios,
/// which lie on one anyway.
bool canBeLogarithmic(const models::Lane& lane);

/// Whether a finding speaks of a series in the lane.
inline bool citesLane(const models::TimelineFinding& finding, const models::Lane& lane) {
    return std::ranges::any_of(finding.finding.citedRoles, [&lane](const std::string& role) {
        return std::ranges::find(lane.roles, QString::fromStdString(role)) != lane.roles.end();
    });
}

/// Where x lies in pixels: the same for every lane, the strip and the axis.
struct XScale {
    double left = 0, right = 1; ///< pixels
    double min = 0, max = 1;    ///< values

    [[nodiscard]] double toPixel(double x) const { return left + (x - min) / (max - min) * (right - left); }
    [[nodiscard]] double toValue(double pixel) const { return min + (pixel - left) / (right - left) * (max - min); }
    [[nodiscard]] bool contains(double x) const { return x >= min && x <= max; }
};

} // namespace tachograph::widgets
