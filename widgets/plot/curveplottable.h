#pragma once

#include "models/curve.h"
#include "widgets/plot/columnimage.h"
#include "widgets/plot/linelook.h"

#include <qcustomplot.h>

#include <vector>

namespace tachograph::widgets {

/// Draws one line, band or stack from what the pixel columns in view hold: the cost depends on the width of the plot,
/// not on the number of points. Breaks are never bridged, points that stand alone are dots.
class CurvePlottable : public QCPAbstractPlottable {
    Q_OBJECT
  public:
    CurvePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, models::LaneLine line, LineLook look);

    [[nodiscard]] const models::LaneLine& line() const { return m_line; }
    [[nodiscard]] const LineLook& look() const { return m_look; }

    /// x in pixels of the columns whose highest point is above `top` (or lowest below `bottom`), of the last drawing.
    [[nodiscard]] std::vector<double> columnsAbove(double top) const;
    [[nodiscard]] std::vector<double> columnsBelow(double bottom) const;
    /// The line in view as vertices in pixels, one stretch after the other, of the last drawing.
    [[nodiscard]] const std::vector<QPolygonF>& stretches() const { return m_stretches; }

    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain inSignDomain, const QCPRange& inKeyRange) const override;

  protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

  private:
    void requestColumns(double deviceRatio);
    void drawFill(QPainter& painter);
    struct BandEdge {
        double column = 0, top = 0, bottom = 0; ///< column counted from 0, edges in pixels
        bool joined = true;                     ///< with the one before
    };
    [[nodiscard]] std::vector<BandEdge> bandEdges() const;
    bool drawCrowdedFill(QPainter& painter, const std::vector<BandEdge>& edges);
    bool drawCrowdedLine(QPainter& painter, double width);
    [[nodiscard]] bool inStroke(std::size_t column) const;
    template <typename Wanted>
    void drawBars(QPainter& painter, double width, const QColor& color, const Wanted& wanted);
    void drawLine(QPainter& painter);
    /// Pixels in each unit of the painter when they are whole, so that columns can be drawn as an image; else 0.
    [[nodiscard]] int wholePixels() const;
    void drawDots(QPainter& painter) const;
    [[nodiscard]] double columnCentre(std::size_t column) const;
    /// Clamped to some heights of the plot: the rasterizer does not take any number.
    [[nodiscard]] double toPixelY(double y) const;
    [[nodiscard]] std::vector<QPolygonF> buildStretches() const;
    void shortenEnds(QPolygonF& first, QPolygonF& last) const;

    models::LaneLine m_line;
    LineLook m_look;
    std::vector<models::PixelColumn> m_columns, m_lowColumns;
    models::CurveSource::Edges m_edges, m_lowEdges;
    std::vector<QPolygonF> m_stretches;
    ColumnImage m_bars;
    double m_columnsPerPixel = 1;
    bool m_asVertices = false; ///< drawn for a format of lines, not of pixels
};

} // namespace tachograph::widgets
