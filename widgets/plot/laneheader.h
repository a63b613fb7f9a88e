#pragma once

#include "widgets/plot/plotstate.h"
#include "widgets/plot/plotstyle.h"
#include "widgets/plot/readouts.h"
#include "widgets/plot/valuerange.h"

#include <qcustomplot.h>

#include <functional>
#include <vector>

namespace tachograph::widgets {

/// The line above a lane: name, unit, qualifier, legend, off-scale count, remark; on the right, drawn by the crosshair,
/// the values there. What does not fit is shortened or left out, the off-scale count last of all.
class LaneHeader : public QCPLayoutElement {
    Q_OBJECT
  public:
    LaneHeader(QCustomPlot* plot, const PlotState& state, int lane, const PlotSizes& sizes);

    /// What the lane shows of y, and how many values in view are missing.
    void setContent(const ValueRange& range, std::size_t missing);
    /// For the overlay: the values at the crosshair.
    void drawReadouts(QPainter& painter, const std::vector<Readout>& readouts) const;
    [[nodiscard]] const QString& offScaleText() const { return m_offScale; }
    [[nodiscard]] bool folded() const;

  protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

  private:
    struct Item {
        int keep = 0; ///< the smallest goes first when room is short
        double gap = 0, width = 0;
        std::function<void(QPainter&, double x, double centre)> paint;
    };

    [[nodiscard]] const models::Lane& lane() const;
    [[nodiscard]] std::vector<Item> items(double available) const;
    void addLegend(std::vector<Item>& items) const;
    void addCounts(std::vector<Item>& items, const QString& offScale) const;
    void addBadge(std::vector<Item>& items) const;
    [[nodiscard]] Item textItem(int keep, double gap, const QString& text, const QFont& font,
                                const QColor& color) const;
    [[nodiscard]] double readoutWidth(const std::vector<Readout>& readouts) const;
    [[nodiscard]] double reservedWidth() const;
    [[nodiscard]] double phasesWidth() const;
    [[nodiscard]] QString briefOffScale() const;
    [[nodiscard]] double centre() const;
    [[nodiscard]] double left() const { return rect().left() + m_sizes.leftMargin; }
    [[nodiscard]] double right() const { return rect().right() + 1 - m_sizes.rightMargin; }

    const PlotState& m_state;
    PlotSizes m_sizes;
    int m_lane;
    ValueRange m_range;
    std::size_t m_missing = 0;
    QString m_offScale;
    mutable double m_usedRight = 0; ///< where the left part ends, of the last drawing
};

} // namespace tachograph::widgets
