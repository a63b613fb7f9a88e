#pragma once

#include "models/session.h"
#include "widgets/panels/panel.h"
#include "widgets/plot/plotview.h"

#include <QMainWindow>

#include <vector>

namespace tachograph::widgets {
class DockTitle;
class FindingsPanelWidget;
class NoTimeline;
class ViewBar;
} // namespace tachograph::widgets

namespace tachograph::app {

class PanelRail;

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
    /// Adds the lanes of what a finding speaks of, and zooms to it.
    void showSeries(int index);

  signals:
    void copyRequested(const QString& text);
    void openFilesRequested();
    void robustYChanged(bool on);
    void keyMeaningRequested(const QString& laneId);
    void dismissRequested(int finding);
    void noteFromFindingRequested(int finding);
    void noteEditRequested(quint64 note);
    void notesImportRequested();
    void notesExportRequested();
    void sidesChanged(); ///< a dock was shown or hidden

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    /// What the width of the window leaves: docks at both sides, narrower ones, a rail instead of those at the left, a
    /// rail for all.
    enum class Room { wide, narrow, rail, slim };
    [[nodiscard]] bool onRail(Qt::DockWidgetArea area) const;

    void addPanel(const widgets::Panel& descriptor);
    void shareHeights();
    void fitWidths();
    void enterRoom(Room room);
    void fillRail();
    void toggleFromRail(const QString& id, bool shown);
    void followDocks();
    void connectPlot();
    void applyViewRange();

    models::Session& m_session;
    widgets::PlotView* m_plot;
    widgets::ViewBar* m_viewBar;
    widgets::NoTimeline* m_none; ///< over the plot while there is no timeline
    struct Docked {
        const widgets::Panel* descriptor;
        QDockWidget* dock;
        widgets::DockTitle* title;
        widgets::PanelWidget* panel;
    };
    std::vector<Docked> m_docks;
    PanelRail* m_rail;
    Room m_room = Room::wide;
    QByteArray m_roomy; ///< the layout to go back to from the rail
    bool m_laidOut = false;
    bool m_restored = false;
};

} // namespace tachograph::app
