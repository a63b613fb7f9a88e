// The part of the window that deals with how the timelines are looked at, and with finding things.
#include "app/actions.h"
#include "app/dialogs.h"
#include "app/finder.h"
#include "app/mainwindow.h"
#include "app/statusline.h"
#include "app/workspace.h"
#include "widgets/compare/comparepage.h"
#include "widgets/plot/plotview.h"
#include "widgets/viewbar.h"

namespace tachograph::app {

void MainWindow::connectViewActions() {
    const Actions& a = *m_actions;
    widgets::ViewBar& viewBar = m_workspace->viewBar();
    connect(a.wholeRun, &QAction::triggered, this, [this] { m_session.setViewRange(std::nullopt); });
    connect(a.nextAxis, &QAction::triggered, &viewBar, &widgets::ViewBar::nextAxis);
    connect(a.nextSmoothing, &QAction::triggered, &viewBar, &widgets::ViewBar::nextSmoothing);
    connect(a.robustY, &QAction::toggled, m_workspace, &Workspace::setRobustY);
    connect(m_workspace, &Workspace::robustYChanged, a.robustY, &QAction::setChecked);
    connect(a.nextPanel, &QAction::triggered, this, [this] { m_workspace->focusNextPanel(true); });
    connect(a.previousPanel, &QAction::triggered, this, [this] { m_workspace->focusNextPanel(false); });
    connect(a.rightPanels, &QAction::triggered, this,
            [this](bool shown) { m_workspace->setSideShown(Qt::RightDockWidgetArea, shown); });
    connect(m_workspace, &Workspace::sidesChanged, this,
            [this] { m_actions->rightPanels->setChecked(m_workspace->isSideShown(Qt::RightDockWidgetArea)); });
    connect(a.preferences, &QAction::triggered, m_dialogs, &Dialogs::showPreferences);
    connect(a.keyMeanings, &QAction::triggered, this, [this] { m_dialogs->showKeyMeanings({}); });
    connect(m_workspace, &Workspace::keyMeaningRequested, m_dialogs, &Dialogs::showKeyMeanings);
    connect(a.manual, &QAction::triggered, m_dialogs, &Dialogs::showManual);
    connect(a.shortcuts, &QAction::triggered, this, [this] { m_dialogs->showShortcuts(m_actions->shortcutList()); });
    connect(a.about, &QAction::triggered, m_dialogs, &Dialogs::showAbout);
    connect(&m_workspace->plot(), &widgets::PlotView::statusText, m_status, &StatusLine::setPlotText);
    connectPlotActions();
}

void MainWindow::connectPlotActions() {
    const Actions& a = *m_actions;
    widgets::PlotView& plot = m_workspace->plot();
    connect(a.laneTable, &QAction::triggered, &plot, &widgets::PlotView::tabulateLane);
    for (widgets::PlotView* shown : {&plot, &m_compare->plot()})
        connect(shown, &widgets::PlotView::laneTableWanted, m_dialogs,
                [this, shown](int lane) { m_dialogs->showLaneTable(*shown->timeline(), lane, shown->viewRange()); });
    connect(a.addSeries, &QAction::triggered, &plot, &widgets::PlotView::chooseSeries);
    for (widgets::PlotView* shown : {&plot, &m_compare->plot(), &m_compare->plotB()})
        connect(shown, &widgets::PlotView::seriesWanted, m_dialogs, [this, shown, own = shown == &plot](int lane) {
            m_dialogs->showSeriesOfLane(*shown->timeline(), lane, own);
        });
    connect(a.laneLogarithmic, &QAction::triggered, &plot, &widgets::PlotView::toggleLogarithmic);
    connect(a.laneAlone, &QAction::triggered, &plot, &widgets::PlotView::toggleMaximized);
    connect(a.hideLane, &QAction::triggered, &plot, &widgets::PlotView::hideLane);
    connect(a.measure, &QAction::triggered, &plot, [&plot] {
        plot.setFocus(); // the arrow keys move the other end
        plot.stepMeasure();
    });
    connect(a.zoomToMeasured, &QAction::triggered, &plot, &widgets::PlotView::zoomToMeasured);
    connect(a.nextEvent, &QAction::triggered, &plot, [&plot] { plot.stepEvent(true); });
    connect(a.previousEvent, &QAction::triggered, &plot, [&plot] { plot.stepEvent(false); });
}

} // namespace tachograph::app
