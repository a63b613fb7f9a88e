#pragma once

#include "analysis/detectors/finding.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/importers/openrun.h"
#include "analysis/run/xaxis.h"
#include "models/curve.h"

#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tachograph::models {

class StepPositions;

/// How one line of a lane is drawn.
enum class LineKind {
    raw,        ///< logged values; thin when a smoothed line accompanies it
    smoothed,   ///< robust smoothing of the raw points
    sinceStart, ///< a printed average since the start of the process: dotted
    superseded, ///< an earlier attempt: dashed, muted
    creepFit,
    shiftFit,
    limit, ///< a level over the whole axis: token cap, queue capacity
    band,  ///< filled between `low` and `curve`
    stack  ///< filled between `low` and `curve`, in the colour of its stage
};

enum class Stage { none, generation, optimization, other, unaccounted };

struct LaneLine {
    LineKind kind = LineKind::raw;
    Stage stage = Stage::none;
    int run = 0;   ///< index into Timeline::runs; decides colour and dash
    QString label; ///< for the legend: "raw", "median of 21", "printed: average since the start"
    CurvePtr curve;
    CurvePtr low; ///< band and stack only
    bool legend = true;
    bool readout = false; ///< the lane's header shows its value at the crosshair
    int added = 0;        ///< which of the lane's added series it shows, from 1; 0 = one of its own
    QString series;       ///< then: the name of that series
};

/// Series laid beside a lane's own by hand: keys as recorded, in order, by the id of the lane.
using AddedSeries = std::map<QString, std::vector<QString>>;
/// More in one lane are not told apart.
inline constexpr std::size_t mostAddedSeries = 4;

/// What the vertical axis of a lane measures: only what measures the same can be laid beside its own series.
struct LaneMeasure {
    std::string unit; ///< as Series::unit; curves are in it times `factor`
    double factor = 1.0;
    Scope scope = Scope::unknown;
    Averaging averaging = Averaging::current;
    std::string role, definition; ///< of the series that carries the lane
};

/// One lane: a quantity over the common x axis.
struct Lane {
    QString id;        ///< "step_time", "split", "completion_length", "throughput", "rates", "queues", "series/KEY"
    QString title;     ///< "Step time"
    QString unit;      ///< shown in the header and at values: "s", "Ktok/s"; curves are in this unit
    QString qualifier; ///< "whole job, derived"
    QString
        state; ///< when there is nothing to draw: "not logged", "214 values, none of them finite"; the lane is folded
    QString badge;                      ///< one remark in the header: "flat tok/s hides the rot: steps take ×2.3"
    std::vector<LaneLine> lines;        ///< back to front
    std::vector<LaneLine> scaledWith;   ///< lines of a lane beside this one: not drawn here, but on one scale with it
    std::vector<double> missing;        ///< x of values that say NaN, null or "---"
    std::vector<double> robustValues;   ///< y values that Robust Y must show (limits and fits come on their own):
                                        ///< Hampel-filtered, thinned
    std::vector<double> robustX;        ///< where each of robustValues is, to scale by a part of the axis; not sorted
    bool zeroBased = true;              ///< the quantity can be zero: show zero
    std::vector<QString> roles;         ///< of the series in it: findings that cite one of them tint the lane
    std::vector<QString> keys;          ///< of its own series, as recorded
    std::vector<QString> added;         ///< of the series added to it; line.added counts them from 1
    std::optional<LaneMeasure> measure; ///< nothing: no series can be laid beside its own
};

struct TimelineEvent {
    Event event;
    int run = 0;
    double x = 0;
    bool slowStep = false; ///< checkpoint that coincides with a slow step: filled glyph
    QString label;         ///< "resume 690", "length_penalty 0.02 → 0"; empty for checkpoints
};

struct TimelineFinding {
    Finding finding;
    int run = 0;
    double first = 0, last = 0, onset = 0; ///< on the x axis
    std::vector<double> places;            ///< x of Finding::places
};

struct TimelineRun {
    RunPtr run;
    DiagnosisPtr diagnosis; ///< may be null while it is worked on
    int slot = 0;           ///< colour and dash: 0 = A, 1 = B, ...
    QString name;
    double offset = 0; ///< moves the run right along the axis, in its units
};

struct TimelineOptions {
    XAxis axis = XAxis::step;
    int smoothing = 21;         ///< window of the running median in points; 0 = raw only
    std::vector<QString> lanes; ///< ids to build, in order; empty = the standard ones
    bool showFits = true;
    bool showSuperseded = true;
    AddedSeries added;       ///< those that do not fit are left out, and the lane says so
    bool addedLanes = false; ///< with the standard lanes: those of `added` too
};

/// Everything PlotView and the report draw: computed off the GUI thread, immutable, without colours or pixels.
struct Timeline {
    TimelineOptions options;
    std::vector<TimelineRun> runs;
    std::vector<Lane> lanes;
    std::vector<TimelineEvent> events;     ///< ascending x
    std::vector<TimelineFinding> findings; ///< gravest first, then by onset
    double xMin = 0, xMax = 1;             ///< whole range
    QString xTitle;                        ///< "Step", "Steps since resume", "Elapsed", "Wall clock (UTC)", "Tokens"
    /// Of each run: where its steps lie on the axis; null for one without a place. Notes are laid out by it.
    std::vector<std::shared_ptr<const StepPositions>> steps;
    std::vector<double> moved; ///< of each run: by how much it lies right of `steps`
    CurvePtr elapsedAlong;     ///< x -> elapsed seconds of the first run, for the second label row; may be null
};

using TimelinePtr = std::shared_ptr<const Timeline>;

/// Lanes that these runs could show beside the standard ones: (id, title, key as recorded, "" or why not). None of no
/// runs.
struct LaneChoice {
    QString id, title, key, group, unavailable;
    bool standard = false;
};
std::vector<LaneChoice> laneChoices(const std::vector<TimelineRun>& runs);

/// Pure: same input, same answer. Empty lanes (state set) are kept so that "not logged" is said.
TimelinePtr buildTimeline(std::vector<TimelineRun> runs, const TimelineOptions& options, const Job& job = {});

} // namespace tachograph::models
