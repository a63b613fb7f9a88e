#pragma once

#include "analysis/detectors/finding.h"
#include "widgets/report/plotpictures.h"
#include "widgets/theme.h"

#include <QPainter>
#include <QRectF>
#include <QString>

#include <functional>
#include <optional>

namespace tachograph::widgets {

class PlotView;

/// Draws the pieces of a report and says how much room they take. With no painter it only measures, so that a page as
/// tall as its content is laid out by running the same code twice.
class Canvas {
  public:
    /// Measures.
    explicit Canvas(const Theme& theme) : m_theme(theme) {}
    /// Measures, and has the plots drawn ahead.
    Canvas(PlotPictures& ahead, const Theme& theme) : m_ahead(&ahead), m_theme(theme) {}
    /// Draws, with the plots that were drawn ahead.
    Canvas(QPainter& painter, PlotPictures& ahead, const Theme& theme)
        : m_painter(&painter), m_ahead(&ahead), m_theme(theme) {}

    [[nodiscard]] bool measuring() const { return m_painter == nullptr; }
    [[nodiscard]] const Theme& theme() const { return m_theme; }

    struct Style {
        int pixelSize = 15;
        bool bold = false;
        QColor color;
        bool mono = false;
        qreal lineHeight = 0; ///< 0 = 1.42 times the pixel size
    };
    [[nodiscard]] Style style(int pixelSize, bool bold = false) const {
        return {pixelSize, bold, m_theme.text, false, 0};
    }
    [[nodiscard]] Style muted(int pixelSize) const { return {pixelSize, false, m_theme.muted, false, 0}; }
    [[nodiscard]] Style secondary(int pixelSize) const { return {pixelSize, false, m_theme.text2, false, 0}; }
    [[nodiscard]] Style mono(int pixelSize) const { return {pixelSize, false, m_theme.text2, true, 0}; }

    static QFont fontOf(const Style& style);
    static qreal heightOf(const Style& style);
    static qreal widthOf(const QString& text, const Style& style);

    /// One line, shortened with "…" to `width`; returns the width it took. `y` is the top of its line.
    qreal line(qreal x, qreal y, qreal width, const QString& text, const Style& style,
               Qt::Alignment alignment = Qt::AlignLeft) const;
    /// Text broken into lines; returns its height. With `mostLines` > 0 the last of them ends in "…" when more follow.
    qreal paragraph(qreal x, qreal y, qreal width, const QString& text, const Style& style, int mostLines = 0) const;

    void rule(qreal x1, qreal x2, qreal y, const QColor& color, qreal thickness = 1) const;
    void verticalRule(qreal x, qreal y1, qreal y2, const QColor& color) const;
    void fill(const QRectF& box, const QColor& color, qreal radius = 0) const;
    void frame(const QRectF& box, const QColor& fill, const QColor& edge, qreal radius) const;
    /// The plot that `prepare` sets up, at that size in device-independent pixels, as an image of `scale` or as what it
    /// consists of. A height of 0 is the one at which all lanes are comfortable. Returns the height.
    int plot(const QPointF& corner, QSize size, qreal scale, const std::function<void(PlotView&)>& prepare) const;

    /// Whatever else is to be drawn; not called when only measuring.
    void paint(const std::function<void(QPainter&)>& draw) const;

    /// Black disc with a number; 20 px wide and high.
    void disc(qreal x, qreal y, int number) const;
    /// Icon and word on the severity's ground, 24 px high; returns its width.
    qreal severityBadge(qreal x, qreal y, Severity severity, int pixelSize = 14) const;
    /// The same for a verdict without a finding: tick when good, else a plain badge.
    qreal plainBadge(qreal x, qreal y, const QString& word, bool good, int pixelSize = 14) const;
    /// A word on the ground of a signal.
    qreal wordBadge(qreal x, qreal y, const QString& word, const Theme::Signal& colors, int pixelSize = 14) const;
    [[nodiscard]] const Theme::Signal& signalOf(Severity severity) const;

  private:
    enum class Icon { octagon, triangle, info, tick, none };
    qreal badge(qreal x, qreal y, const Theme::Signal& colors, Icon icon, const QString& word, int pixelSize) const;
    void icon(const QRectF& box, Icon icon, const QColor& color) const;

    QPainter* m_painter = nullptr;
    PlotPictures* m_ahead = nullptr;
    const Theme& m_theme;
};

/// Untrusted text of a recording, safe to show.
QString shown(const std::string& text, std::size_t most = 1000);

} // namespace tachograph::widgets
