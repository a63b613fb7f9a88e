#pragma once

#include "analysis/comparison/snapoffsets.h"

#include <QObject>
#include <QPointF>
#include <QString>

#include <vector>

class QEvent;
class QKeyEvent;
class QMouseEvent;

namespace tachograph::widgets {

class PlotView;

/// Dragging B along the axis in a plot: with Shift held down anywhere in it, or by B's row of events. Near an offset at
/// which something of both runs lies over each other B snaps to it; Esc takes the drag back.
class OffsetDrag : public QObject {
    Q_OBJECT
  public:
    static constexpr double snapDistance = 8; ///< pixels

    /// `plot` outlives it.
    explicit OffsetDrag(PlotView& plot, QObject* parent = nullptr);

    /// Where B lies now, and what it snaps to.
    void setOffset(double offset) { m_offset = offset; }
    void setSnaps(std::vector<SnapOffset> snaps) { m_snaps = std::move(snaps); }
    [[nodiscard]] bool dragging() const { return m_dragging; }

    bool eventFilter(QObject* watched, QEvent* event) override;

  signals:
    void moved(double offset, const QString& snap); ///< `snap` says where it snapped to, or is empty
    void dropped();                                 ///< where it was moved to last
    void canceled(double offset);                   ///< B goes back to that offset

  private:
    bool pressed(const QMouseEvent& event);
    void dragTo(QPointF position);
    void end();
    void cancel();
    [[nodiscard]] QPointF inPlot(const QMouseEvent& event) const;

    PlotView& m_plot;
    QObject* m_canvas;
    std::vector<SnapOffset> m_snaps;
    double m_offset = 0.0;
    double m_startOffset = 0.0;
    double m_startPixel = 0.0; ///< where the button went down
    double m_perPixel = 0.0;   ///< of the axis, which stays as it is during the drag
    bool m_dragging = false;
};

} // namespace tachograph::widgets
