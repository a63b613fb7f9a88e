#pragma once

#include "models/timeline.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Timelines as text, for comparison with what a test expects.
namespace tachograph::tests {

/// All of a curve's points in order, `|` for a break: "1:2 2:2.5 | 4:3". Read through columns() so finely that every
/// point has one of its own (points of equal x share one and are shown as low..high).
QString curveText(const models::CurveSource& curve);

/// Header and lines of a lane, one a line:
///     Step time [s] derived
///     raw "raw" 1:2 2:2.5 | 4:3
///     missing 3
QString laneText(const models::Lane& lane);

/// One line an event: "50 checkpoint slow", "690 resume \"resume 690\"".
QString eventsText(const models::Timeline& timeline);

/// The timeline of these runs, all with one diagnosis.
models::TimelinePtr timelineOf(const std::vector<std::shared_ptr<const Run>>& runs,
                               const models::TimelineOptions& options, const DiagnosisPtr& diagnosis = nullptr);

/// Options for one lane; for the standard ones when `lane` is empty.
models::TimelineOptions options(const QString& lane, int smoothing = 0, XAxis axis = XAxis::step);

/// laneText() of a timeline that has one lane.
QString onlyLane(const models::TimelinePtr& timeline);

/// Text without indentation and empty lines.
QString plain(const QByteArray& text);

/// A run as text: a header and row(1) .. row(steps), a line each.
std::string table(const char* header, int steps, const std::function<std::string(int)>& row);

} // namespace tachograph::tests
