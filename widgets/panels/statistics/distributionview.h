#pragma once

#include "models/laneexaminer.h"
#include "widgets/theme.h"

#include <QWidget>

namespace tachograph::widgets {

/// How the values of a lane are spread, one run over the other: the share of values up to each value (ECDF), or a
/// histogram with the same bins for all runs.
class DistributionView : public QWidget {
    Q_OBJECT
  public:
    enum class Form { shares, histogram };

    explicit DistributionView(QWidget* parent = nullptr);

    void setView(models::LaneStatisticsPtr view, const models::TimelinePtr& timeline);
    void setForm(Form form);
    void setTheme(const Theme& theme);

    [[nodiscard]] QSize sizeHint() const override { return {300, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {180, 62}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    struct Shown {
        const models::QuantityStatistics* quantity;
        int slot; ///< colour and dash
        QString title;
    };
    struct Scale {
        QRectF area;
        double low = 0, high = 1;
        [[nodiscard]] double toX(double value) const {
            return area.left() + (value - low) / (high - low) * area.width();
        }
    };
    [[nodiscard]] std::vector<Shown> shown() const;
    [[nodiscard]] Scale scaleOf(const std::vector<Shown>& all) const;
    void paintAxes(QPainter& painter, const Scale& scale, double most) const;
    void paintShares(QPainter& painter, const Scale& scale, const Shown& one) const;
    void paintHistogram(QPainter& painter, const Scale& scale, const std::vector<Shown>& all) const;
    void paintLegend(QPainter& painter, const Scale& scale, const std::vector<Shown>& all) const;

    models::LaneStatisticsPtr m_view;
    std::vector<int> m_slots; ///< of the timeline's runs
    Form m_form = Form::shares;
    const Theme* m_theme;
};

} // namespace tachograph::widgets
