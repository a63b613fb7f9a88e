#pragma once

#include "analysis/run/event.h"
#include "widgets/theme.h"

#include <QPainter>
#include <QPointF>

namespace tachograph::widgets {

/// Marks of events, told apart by shape first. All are centred and about 10 pixels wide.
void drawEventGlyph(QPainter& painter, QPointF centre, EventKind kind, bool slowStep, const QColor& color,
                    const Theme& theme);

/// A square with a count, for events that lie too close to each other.
void drawCluster(QPainter& painter, QPointF centre, int count, const QColor& color, const Theme& theme);
double clusterWidth(int count);

void drawMissing(QPainter& painter, QPointF centre, const QColor& color);
/// A filled arrow that points to where the value is.
void drawOffScale(QPainter& painter, QPointF centre, bool up, const QColor& color);
/// The mark of a folded lane.
void drawChevron(QPainter& painter, QPointF centre, const QColor& color);
/// A filled disc with a number.
void drawNumber(QPainter& painter, QPointF centre, int number, double radius, const Theme& theme);

} // namespace tachograph::widgets
