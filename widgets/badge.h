#pragma once

#include "widgets/theme.h"

#include <QPoint>

class QLabel;
class QPainter;

namespace tachograph::widgets {

/// A severity badge: glyph and word in the colours of the severity; colour never speaks alone.
namespace badge {
inline constexpr int height = 18;

QString severityText(Severity severity);
QString severityIcon(Severity severity);
int width(const QString& text, bool glyph);
/// Returns the right edge.
int draw(QPainter& painter, const Theme& theme, const QPoint& topLeft, Severity severity, qreal ratio);
int drawPlain(QPainter& painter, const Theme::Signal& colors, const QPoint& topLeft, const QString& text);
/// Makes a label a badge with this word, in the colours of `kind` of the style sheet: "critical", "warning", "info",
/// "good" or "neutral".
void setOn(QLabel& label, const QString& kind, const QString& word);
} // namespace badge

} // namespace tachograph::widgets
