#pragma once

#include "models/lanes/lanebuilder.h"
#include "models/lanes/tracks.h"

#include <QString>
#include <QStringList>

namespace tachograph::models {

/// The unit a lane is labelled in, and the factor from the unit of the role to it.
struct LaneUnit {
    QString text;
    double factor = 1.0;
};

/// By the unit of the role and the usual size of the values: tok/s from 1,000 on are Ktok/s, ratios are %, an ETA is in
/// days, memory in GiB, seconds per token in ms/tok. A lane asks once and keeps its unit.
LaneUnit laneUnit(const Series& series);

/// How a series is drawn.
struct SeriesStyle {
    LineKind kind = LineKind::raw; ///< raw or sinceStart
    Stage stage = Stage::none;
    QString label;      ///< what the line is: "mean"; empty = "raw", or the run's name when there are several runs
    bool smooth = true; ///< with the running median of the options, when there are enough points for it
    bool ticks = true;  ///< with the range of the ticks of a step as a band
    bool scales = true; ///< its values count for the robust scale
    QString tickLabel = QStringLiteral("range of the ticks"); ///< what that band is called
    int added = 0; ///< of an added series: which one, from 1; `label` is its name
};

/// Adds the lines of one series of one run to a lane: earlier attempts, band of the ticks, raw points, smoothed line;
/// and its missing values, robust values and role. Returns "" or why there is nothing to draw.
QString addSeries(const LaneInput& input, const LaneRun& run, const Series& series, const LaneUnit& unit,
                  const SeriesStyle& style, Lane& lane);

/// A band between two series of one run, where both have a value.
void addBand(const LaneInput& input, const LaneRun& run, const Series& low, const Series& high, const LaneUnit& unit,
             const QString& label, Lane& lane);

/// A level over the whole axis.
void addLimit(const LaneInput& input, const LaneRun& run, double level, const QString& label, Lane& lane);

/// The fits that detectors drew over the series with this role.
void addFits(const LaneInput& input, const LaneRun& run, std::string_view role, const LaneUnit& unit, Lane& lane);

/// Collects why single runs have nothing in a lane and says so: in the state when no run has anything, else behind the
/// qualifier ("not logged in B").
class Absences {
  public:
    void add(const LaneRun& run, const QString& why);
    void tell(Lane& lane) const;

  private:
    struct Absence {
        QString run, why;
    };
    std::vector<Absence> m_absences;
};

inline const QString notLogged = QStringLiteral("not logged");

/// "whole job", "per GPU" or "".
QString scopeText(Scope scope);

/// "1 step", "1,024 steps".
QString counted(std::size_t number, const char* one, const char* many);

/// Joins what is not empty with ", ".
QString joined(const QStringList& parts);

/// Lays the series with these keys beside the lane's own, in their order. Those that do not fit are named behind the
/// qualifier with the reason.
void addAddedSeries(const LaneInput& input, const std::vector<QString>& keys, Lane& lane);

/// How a derived series came about: "derived from time stamps"; "" for a logged one.
QString derivationText(const Series& series);

} // namespace tachograph::models
