#pragma once

#include "models/session.h"
#include "widgets/panels/panel.h"
#include "widgets/plot/plotview.h"

#include <QMainWindow>

#include <vector>

namespace tachograph::widgets {
class DockTitle;
class FindingsPanelWidget;
class ViewBar;
} // namespace tachograph::widgets

namespace tachograph::app {

/// What the window shows while runs are open: the timelines in the middle, the panels of the registry in docks around.
/// Keeps session and plot in step.
class Workspace : public QMainWindow {
    Q_OBJECT
  public:
    explicit Workspace(models::Session& session, QWidget* parent = nullptr);

    [[nodiscard]] widgets::PlotView& plot() { return *m_plot; }
    [[nodiscard]] widgets::ViewBar& viewBar() { return *m_viewBar; }
    [[nodiscard]] widgets::PanelWidget* panel(const QString& id) const;
    [[nodiscard]] QDockWidget* dock(const QString& id) const;
    [[nodiscard]] widgets::FindingsPanelWidget& findings() const;

    /// Which docks are where and how large; false when the layout does not fit this version.
    bool restoreLayout(const QByteArray& layout);
    /// Empty when the present layout is not to be kept.
    [[nodiscard]] QByteArray saveLayout() const;

    void setTheme(const widgets::Theme& theme);
    void setRobustY(bool on);
    /// Puts the focus into the next visible panel, or the plot.
    void focusNextPanel(bool forward);
    void showPanel(const QString& id);
    void setSideShown(Qt::DockWidgetArea area, bool shown);
    [[nodiscard]] bool isSideShown(Qt::DockWidgetArea area) const;
    /// Selects a finding and shows its span with a tenth of it at each side.
    void zoomToFinding(int index);
    void stepFinding(int by);

  signals:
    void copyRequested(const QString& text);
    void openFilesRequested();
    void robustYChanged(bool on);
    void sidesChanged(); ///< a dock was shown or hidden

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void addPanel(const widgets::Panel& descriptor);
    void shareHeights();
    void fitWidths();
    void connectPlot();
    void applyViewRange();

    enum class Room { wide, narrow, slim };

    models::Session& m_session;
    widgets::PlotView* m_plot;
    widgets::ViewBar* m_viewBar;
    struct Docked {
        const widgets::Panel* descriptor;
        QDockWidget* dock;
        widgets::DockTitle* title;
        widgets::PanelWidget* panel;
    };
    std::vector<Docked> m_docks;
    Room m_room = Room::wide;
    bool m_laidOut = false;
    bool m_restored = false;
};

} // namespace tachograph::app
