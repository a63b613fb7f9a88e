#pragma once

#include "models/timeline.h"

#include <QString>
#include <QStringList>

#include <optional>

/// Rules for series that are laid beside a lane's own: one vertical axis has one unit, scope and meaning.
namespace tachograph::models {

/// What a series is called in a lane: the title of its role, with its key where several have that role; else its key.
QString seriesName(const Run& run, const Series& series);

/// "" or, as a phrase about the series, why it cannot be laid beside what the lane shows: "its unit is tok, that of the
/// lane is s". Units, scopes and kinds of averages that differ are never compared, nor those of which only one is
/// known.
QString whyNotAdded(const Lane& lane, const Series& series);

/// What a lane that this series carries measures; nothing where no series can be laid beside it: an empty lane, one
/// whose parts add up.
std::optional<LaneMeasure> measureOf(const Lane& lane, const Series& series);

/// Of series that somebody wants in lanes: those that there are and that fit.
struct CheckedSeries {
    AddedSeries kept;
    QStringList dropped; ///< "loss in Step time: its unit is none, that of the lane is s"
};
/// By a timeline that was built with them. Of lanes that it does not show it is only known whether they and the series
/// exist.
CheckedSeries checkedSeries(const AddedSeries& wanted, const Timeline& timeline);
/// The same by these runs alone: builds the lanes it is about, which takes a while for long runs.
CheckedSeries checkedSeries(const AddedSeries& wanted, const std::vector<TimelineRun>& runs, XAxis axis);

} // namespace tachograph::models
