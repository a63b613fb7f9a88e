#pragma once

#include "widgets/plot/plotview.h"

#include <QFont>
#include <QPainter>
#include <QString>

namespace tachograph::widgets {

/// Sizes in pixels of type, lines and rows; the report uses larger ones than the window.
struct PlotSizes {
    QFont name, unit, legend, tick, strip, stripBold, badge, note, noteBold, flag;
    int headerHeight = 22, laneMinimum = 56, laneGap = 9, foldedHeight = 25;
    int axisHeight = 38, overviewHeight = 68, eventRow = 18, findingRow = 16, stripPadding = 5;
    int leftMargin = 80, rightMargin = 14;
    double rawPen = 1, smoothedPen = 2;

    static PlotSizes of(const PlotOptions& options);
};

/// Width of one line of text in pixels.
double textWidth(const QString& text, const QFont& font);

/// One line of text from `x` on, its x-height centred on `centre`; answers its width.
double drawText(QPainter& painter, double x, double centre, const QString& text, const QFont& font,
                const QColor& color);

/// The same, ending at `right`.
double drawTextBefore(QPainter& painter, double right, double centre, const QString& text, const QFont& font,
                      const QColor& color);

/// The longest beginning of `text`, with "…", that is at most `width` wide; empty when not even four letters fit.
QString shortened(const QString& text, const QFont& font, double width);

/// A filled rectangle on whole pixels without smooth edges.
void fillPixels(QPainter& painter, const QRectF& rect, const QColor& color);

/// A vertical line of one pixel at the pixel that holds `x`.
void drawVertical(QPainter& painter, double x, double top, double bottom, const QPen& pen);

/// The ground that a finding gives a lane or a bar.
QColor tintOf(const Theme& theme, Severity severity);

} // namespace tachograph::widgets
