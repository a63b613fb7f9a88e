#pragma once

#include "widgets/plot/plotstate.h"
#include "widgets/plot/plotstyle.h"

#include <qcustomplot.h>

namespace tachograph::widgets {

/// The strip below: the whole run with its findings and events, and the part in view as a brush.
class Overview : public QObject {
    Q_OBJECT
  public:
    Overview(QCustomPlot* plot, const PlotState& state, const PlotSizes& sizes, QCPMarginGroup* margins);

    [[nodiscard]] QCPAxisRect* axisRect() const { return m_axisRect; }
    /// Over the whole run.
    [[nodiscard]] XScale xScale() const;

    enum class Grip { outside, inside, left, right };
    [[nodiscard]] Grip gripAt(double pixel) const;

  private:
    [[nodiscard]] QRectF plotArea() const;
    void addCurve();
    void paintGround(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintBrush(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;

    const PlotState& m_state;
    PlotSizes m_sizes;
    QCPAxisRect* m_axisRect = nullptr;
};

} // namespace tachograph::widgets
