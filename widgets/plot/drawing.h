#pragma once

#include <qcustomplot.h>

#include <functional>

namespace tachograph::widgets {

/// A piece of a QCustomPlot layer that is painted by a function, in pixels of the plot, without the half-pixel shift
/// that QCPPainter adds to smooth edges. Owned by the plot.
class Drawing : public QCPLayerable {
    Q_OBJECT
  public:
    using Paint = std::function<void(QPainter& painter)>;
    using Clip = std::function<QRect()>;

    /// Without `clip` the whole plot may be painted on.
    Drawing(QCustomPlot* plot, const QString& layer, Paint paint, Clip clip = {});

  protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;

  private:
    Paint m_paint;
    Clip m_clip;
};

} // namespace tachograph::widgets
