#pragma once

#include "models/comparison/comparer.h"
#include "models/session.h"
#include "widgets/compare/compareheadline.h"
#include "widgets/theme.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QSplitter;

namespace tachograph::models {
class ComparedMetricsModel;
}

namespace tachograph::widgets {

class CompareBar;
class CompareSide;
class ElidedLabel;
class MetricTable;
class OffsetDrag;
class PlotView;
class RunsSection;

/// Two runs of the session side by side: verdict, overlaid lanes with the ratio, the table of quantities, where the
/// time went, what differs, what was found. Works in the background; what is shown stays until the new answer comes.
class ComparePage : public QWidget {
    Q_OBJECT
  public:
    explicit ComparePage(models::Session& session, QWidget* parent = nullptr);
    ~ComparePage() override;

    /// Chooses the first two runs that can be compared, the current one as A, where none are chosen; and compares.
    void start();
    /// A run id of the session each.
    void start(std::uint64_t a, std::uint64_t b);
    /// Stops and forgets: the page is not shown.
    void stop();

    [[nodiscard]] models::ComparisonViewPtr view() const { return m_comparer.view(); }
    /// The lanes of both runs; side by side those of A.
    [[nodiscard]] PlotView& plot() { return *m_plot; }
    /// Side by side the lanes of B, else hidden.
    [[nodiscard]] PlotView& plotB() { return *m_plotB; }
    [[nodiscard]] CompareBar& bar() { return *m_bar; }
    [[nodiscard]] RunsSection& runs() { return *m_runs; }
    /// Only a part of the axis is in view.
    [[nodiscard]] bool isZoomed() const;
    void setTheme(const Theme& theme);

  signals:
    void closeRequested();
    void copyRequested(const QString& text);
    void problem(const QString& sentence);
    void viewChanged();

  private:
    void buildLayout();
    void addShortcuts();
    void linkPlots();
    void connectDragging();
    void moveB(double offset, const QString& snap);
    void showLanes(const models::ComparisonView& view);
    void followRuns();
    void request();
    void chooseB(std::size_t other);
    [[nodiscard]] std::vector<RunPtr> others() const;
    void show(const models::ComparisonViewPtr& view);
    void layOutAgain();

    models::Session& m_session;
    models::Comparer m_comparer;
    QTimer m_wait; ///< typing in a spin box asks once
    CompareHeadline* m_headline;
    CompareBar* m_bar;
    PlotView *m_plot, *m_plotB;
    QSplitter* m_plots;
    OffsetDrag *m_dragA, *m_dragB;
    models::ComparedMetricsModel* m_metrics;
    MetricTable* m_table;
    RunsSection* m_runs;
    CompareSide* m_side;
    ElidedLabel* m_metricsNote;
    QLabel* m_alignment;
    bool m_active = false;
};

} // namespace tachograph::widgets
