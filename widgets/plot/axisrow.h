#pragma once

#include "widgets/plot/plotstate.h"
#include "widgets/plot/plotstyle.h"

#include <qcustomplot.h>

namespace tachograph::widgets {

/// The labels below the last lane: positions, and under them the elapsed time. Drawn on the overlay, since labels near
/// the crosshair's flag make room for it.
class AxisRow : public QCPLayoutElement {
    Q_OBJECT
  public:
    AxisRow(QCustomPlot* plot, const PlotState& state, const PlotSizes& sizes);

    /// Labels and, when there is a crosshair, its flag. Nothing overlaps and nothing leaves the row.
    void paint(QPainter& painter, const XScale& scale) const;
    [[nodiscard]] bool hasElapsedRow() const;

  protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

  private:
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString elapsedAt(double x) const;
    /// Left edge of a text centred on `x` that stays inside the row.
    [[nodiscard]] double inside(double x, double width, std::optional<double> most = {}) const;
    [[nodiscard]] QRectF paintFlag(QPainter& painter, const XScale& scale) const;

    const PlotState& m_state;
    PlotSizes m_sizes;
};

} // namespace tachograph::widgets
