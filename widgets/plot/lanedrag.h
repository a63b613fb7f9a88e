#pragma once

#include "widgets/plot/lanearrangement.h"

#include <QPointF>
#include <QString>

#include <utility>
#include <vector>

namespace tachograph::widgets {

class LaneView;
class PlotCanvas;
class PlotView;

/// Moving a lane by its name and the border between two lanes, by mouse and keys. One thing at a time: pressed(),
/// moved(), released().
class LaneDrag {
  public:
    LaneDrag(PlotView& view, PlotCanvas& canvas);

    /// Whether the press was on something that can be dragged here; what it becomes, moved() tells.
    bool pressed(QPointF position);
    /// Whether the press has become a drag.
    bool moved(QPointF position);
    /// Whether there was a drag; it holds now.
    bool released();
    /// Everything is as before the press. Whether there was a drag.
    bool cancel();

    [[nodiscard]] bool onBorder(QPointF position) const;

    /// The focused lane by keys: one place up or down, higher or lower.
    void shift(bool down);
    void grow(bool higher);

  private:
    enum class What { nothing, name, border };

    /// The two lanes whose border lies there: indices into canvas.lanes().
    [[nodiscard]] std::pair<int, int> borderAt(QPointF position) const;
    /// Where in canvas.lanes() the dragged lane would go: before that one.
    [[nodiscard]] int placeAt(double y) const;
    void moveTo(int place);
    void resize(double by);
    /// Gives every lane in view the height it has now.
    void keepHeights();
    [[nodiscard]] std::vector<QString> orderInView() const;
    void say(const LaneArrangement& arrangement);

    PlotView& m_view;
    PlotCanvas& m_canvas;
    What m_what = What::nothing;
    bool m_dragging = false;
    QPointF m_start;
    QString m_lane;                       ///< the one held by its name
    std::pair<QString, QString> m_border; ///< the lanes above and below
    double m_above = 0, m_below = 0;      ///< pixels high at the press
    double m_heightOfPixel = 0;           ///< of LaneArrangement::heights
    LaneArrangement m_before;
};

} // namespace tachograph::widgets
