#include "app/workspace.h"

#include "app/panelrail.h"
#include "models/lanesofroles.h"
#include "widgets/docktitle.h"
#include "widgets/notimeline.h"
#include "widgets/panels/findings.h"
#include "widgets/viewbar.h"

#include <QApplication>
#include <QDockWidget>
#include <QResizeEvent>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace tachograph::app {

using widgets::Panel;

namespace {
// Pixels of the whole window: below `narrow` the sides give way to the timelines, below `rail` the left one becomes a
// column of icons, below `slim` the right one too.
constexpr int narrowBelow = 1400, railBelow = 1280, slimBelow = 1000;
/// Raised when docks change so that a saved layout would no longer fit.
constexpr int layoutVersion = 1;
constexpr int leftWide = 252, leftNarrow = 208, rightWide = 356, rightNarrow = 312;
} // namespace

Workspace::Workspace(models::Session& session, QWidget* parent)
    : QMainWindow(parent), m_session(session), m_plot(new widgets::PlotView), m_viewBar(new widgets::ViewBar(session)),
      m_none(new widgets::NoTimeline(session, this)), m_rail(new PanelRail) {
    setWindowFlags(Qt::Widget); // a part of the window that happens to have docks
    setAnimated(false);         // docks are where they belong at once
    setDockNestingEnabled(true);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    auto* centre = new QWidget;
    auto* rows = new QVBoxLayout(centre);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_viewBar);
    auto* timelines = new QStackedLayout;
    timelines->setStackingMode(QStackedLayout::StackAll);
    timelines->addWidget(m_none); // over the plot, which keeps its place and the focus
    timelines->addWidget(m_plot);
    rows->addLayout(timelines, 1);
    connect(m_none, &widgets::NoTimeline::openFilesRequested, this, &Workspace::openFilesRequested);
    centre->setMinimumWidth(240);
    setCentralWidget(centre);
    for (const Panel* panel : widgets::panels())
        addPanel(*panel);
    addToolBar(Qt::LeftToolBarArea, m_rail);
    m_rail->hide();
    connect(m_rail, &PanelRail::panelToggled, this, &Workspace::toggleFromRail);
    connectPlot();
}

void Workspace::addPanel(const Panel& descriptor) {
    const QString title = widgets::panelTitle(descriptor);
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QString::fromLatin1(descriptor.id));
    dock->setAccessibleName(title);
    auto* panel = descriptor.create(m_session, dock);
    panel->setObjectName(QString::fromLatin1(descriptor.id) + QStringLiteral("Panel"));
    auto* bar = new widgets::DockTitle(title, panel->titleActions(), dock);
    bar->setNote(panel->note());
    dock->setTitleBarWidget(bar);
    dock->setWidget(panel);
    dock->toggleViewAction()->setText(title);
    addDockWidget(descriptor.area, dock);
    dock->setVisible(descriptor.shownAtFirst);
    m_docks.push_back({&descriptor, dock, bar, panel});
    connect(panel, &widgets::PanelWidget::noteChanged, bar, &widgets::DockTitle::setNote);
    connect(bar, &widgets::DockTitle::closeRequested, dock, &QDockWidget::close);
    m_rail->addPanel(dock->objectName(), title, QString::fromLatin1(descriptor.icon));
    connect(dock, &QDockWidget::visibilityChanged, this, &Workspace::followDocks);
    connect(panel, &widgets::PanelWidget::showSeriesRequested, this, &Workspace::showSeries);
    connect(panel, &widgets::PanelWidget::keyMeaningRequested, this, &Workspace::keyMeaningRequested);
    connect(panel, &widgets::PanelWidget::zoomRequested, this, &Workspace::zoomToFinding);
    connect(panel, &widgets::PanelWidget::dismissRequested, this, &Workspace::dismissRequested);
    connect(panel, &widgets::PanelWidget::noteFromFindingRequested, this, &Workspace::noteFromFindingRequested);
    connect(panel, &widgets::PanelWidget::noteEditRequested, this, &Workspace::noteEditRequested);
    connect(panel, &widgets::PanelWidget::notesImportRequested, this, &Workspace::notesImportRequested);
    connect(panel, &widgets::PanelWidget::notesExportRequested, this, &Workspace::notesExportRequested);
    connect(panel, &widgets::PanelWidget::copyRequested, this, &Workspace::copyRequested);
    connect(panel, &widgets::PanelWidget::openFilesRequested, this, &Workspace::openFilesRequested);
}

void Workspace::connectPlot() {
    using models::Session;
    connect(&m_session, &Session::timelineChanged, this, [this] {
        m_plot->setTimeline(m_session.timeline());
        m_plot->setSelectedFinding(m_session.selectedFinding());
        applyViewRange();
    });
    connect(&m_session, &Session::selectedFindingChanged, this,
            [this] { m_plot->setSelectedFinding(m_session.selectedFinding()); });
    connect(&m_session, &Session::viewRangeChanged, this, &Workspace::applyViewRange);
    connect(m_plot, &widgets::PlotView::viewRangeChanged, this, [this](double min, double max) {
        const models::TimelinePtr timeline = m_session.timeline();
        if (!timeline)
            return;
        const bool whole = min <= timeline->xMin && max >= timeline->xMax;
        m_session.setViewRange(whole ? std::nullopt : std::optional(std::pair(min, max)));
    });
    connect(m_plot, &widgets::PlotView::findingActivated, this, &Workspace::zoomToFinding);
    m_plot->setLanesHideable(true);
    connect(m_plot, &widgets::PlotView::laneHidden, &m_session,
            [this](const QString& id) { m_session.setLaneShown(id, false); });
    connect(m_plot, &widgets::PlotView::robustYChanged, m_viewBar, &widgets::ViewBar::setRobustY);
    connect(m_viewBar, &widgets::ViewBar::robustYChosen, this, &Workspace::setRobustY);
}

void Workspace::applyViewRange() {
    if (!m_session.timeline())
        return;
    const auto range = m_session.viewRange();
    if (!range)
        m_plot->showWholeRun();
    else if (m_plot->viewRange() != *range)
        m_plot->setViewRange(range->first, range->second);
}

void Workspace::setRobustY(bool on) {
    widgets::PlotOptions options = m_plot->options();
    if (options.robustY != on) {
        options.robustY = on;
        m_plot->setOptions(options);
    }
    m_viewBar->setRobustY(on);
    emit robustYChanged(on);
}

widgets::PanelWidget* Workspace::panel(const QString& id) const {
    const auto found =
        std::ranges::find_if(m_docks, [&](const Docked& docked) { return id == QLatin1String(docked.descriptor->id); });
    return found == m_docks.end() ? nullptr : found->panel;
}

QDockWidget* Workspace::dock(const QString& id) const {
    const auto found =
        std::ranges::find_if(m_docks, [&](const Docked& docked) { return id == QLatin1String(docked.descriptor->id); });
    return found == m_docks.end() ? nullptr : found->dock;
}

widgets::FindingsPanelWidget& Workspace::findings() const {
    return *qobject_cast<widgets::FindingsPanelWidget*>(panel(QStringLiteral("findings")));
}

void Workspace::setTheme(const widgets::Theme& theme) {
    m_rail->setTheme(theme);
    m_plot->setTheme(theme);
    m_none->setTheme(theme);
    for (const Docked& docked : m_docks) {
        docked.panel->setTheme(theme);
        docked.title->setTheme(theme);
    }
}

void Workspace::focusNextPanel(bool forward) {
    std::vector<QWidget*> stops{m_plot};
    for (const Docked& docked : m_docks)
        if (docked.dock->isVisible())
            stops.push_back(docked.panel);
    const QWidget* focused = QApplication::focusWidget();
    const auto here = std::ranges::find_if(
        stops, [&](const QWidget* stop) { return stop == focused || stop->isAncestorOf(focused); });
    const std::size_t count = stops.size();
    const std::size_t at =
        here == stops.end() ? (forward ? count - 1 : 0) : static_cast<std::size_t>(here - stops.begin());
    QWidget* next = stops[(at + (forward ? 1 : count - 1)) % count];
    // A panel itself takes no focus; its first control that does stands for it.
    if (next->focusPolicy() == Qt::NoFocus)
        for (QWidget* child : next->findChildren<QWidget*>())
            if (child->isVisible() && child->isEnabled() && child->focusPolicy() & Qt::TabFocus) {
                next = child;
                break;
            }
    next->setFocus(Qt::TabFocusReason);
}

void Workspace::showPanel(const QString& id) {
    if (QDockWidget* wanted = dock(id)) {
        if (onRail(dockWidgetArea(wanted)))
            toggleFromRail(id, true);
        wanted->show();
        wanted->raise();
    }
}

void Workspace::setSideShown(Qt::DockWidgetArea area, bool shown) {
    for (const Docked& docked : m_docks)
        if (dockWidgetArea(docked.dock) == area)
            docked.dock->setVisible(shown && docked.descriptor->shownAtFirst);
}

bool Workspace::isSideShown(Qt::DockWidgetArea area) const {
    return std::ranges::any_of(
        m_docks, [&](const Docked& docked) { return dockWidgetArea(docked.dock) == area && !docked.dock->isHidden(); });
}

void Workspace::zoomToFinding(int index) {
    const models::TimelinePtr timeline = m_session.timeline();
    if (!timeline || index < 0 || index >= static_cast<int>(timeline->findings.size()))
        return;
    const models::TimelineFinding& finding = timeline->findings[static_cast<std::size_t>(index)];
    m_session.setSelectedFinding(index);
    const double margin = (finding.last - finding.first) * 0.1;
    m_plot->setViewRange(std::max(finding.first - margin, timeline->xMin),
                         std::min(finding.last + margin, timeline->xMax));
}

void Workspace::showSeries(int index) {
    const models::TimelinePtr timeline = m_session.timeline();
    if (!timeline || index < 0 || index >= static_cast<int>(timeline->findings.size()))
        return;
    const models::TimelineFinding& finding = timeline->findings[static_cast<std::size_t>(index)];
    const Run& run = *timeline->runs[static_cast<std::size_t>(finding.run)].run;
    for (const QString& lane : models::missingLanes(*timeline, run, finding.finding.citedRoles))
        m_session.setLaneShown(lane, true);
    zoomToFinding(index);
}

void Workspace::stepFinding(int by) {
    const models::TimelinePtr timeline = m_session.timeline();
    const int count = timeline ? static_cast<int>(timeline->findings.size()) : 0;
    if (count == 0)
        return;
    const int now = m_session.selectedFinding();
    m_session.setSelectedFinding(now < 0 ? (by > 0 ? 0 : count - 1) : (now + by + count) % count);
}

bool Workspace::restoreLayout(const QByteArray& layout) {
    m_restored = restoreState(layout, layoutVersion);
    return m_restored;
}

QByteArray Workspace::saveLayout() const {
    // With the rail the docks are hidden for want of room, not by wish.
    return m_room >= Room::rail ? m_roomy : saveState(layoutVersion);
}

void Workspace::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    const Room room = width() < slimBelow     ? Room::slim
                      : width() < railBelow   ? Room::rail
                      : width() < narrowBelow ? Room::narrow
                                              : Room::wide;
    if (m_laidOut && room == m_room)
        return;
    const bool asSaved = !m_laidOut && m_restored && room < Room::rail;
    enterRoom(room);
    m_laidOut = true;
    if (!asSaved) // docks take sizes only after this event has been dealt with
        QTimer::singleShot(0, this, [this] {
            fitWidths();
            shareHeights();
        });
}

/// Whether the docks of a side are behind icons.
bool Workspace::onRail(Qt::DockWidgetArea area) const {
    return (area == Qt::LeftDockWidgetArea && m_room >= Room::rail) ||
           (area == Qt::RightDockWidgetArea && m_room == Room::slim);
}

/// To the rail the docks go and from it they come back as they were.
void Workspace::enterRoom(Room room) {
    const Room before = m_laidOut ? m_room : Room::wide;
    if (before < Room::rail && room >= Room::rail)
        m_roomy = saveState(layoutVersion);
    m_room = room;
    if (before >= Room::rail && (room < Room::rail || (before == Room::slim && room == Room::rail)))
        restoreState(m_roomy, layoutVersion);
    m_rail->setVisible(room >= Room::rail);
    for (const Docked& docked : m_docks) {
        const bool listed = onRail(dockWidgetArea(docked.dock));
        m_rail->setPanelListed(docked.dock->objectName(), listed);
        if (listed)
            docked.dock->hide();
    }
}

/// One panel of a side at a time: a column of several has no room.
void Workspace::toggleFromRail(const QString& id, bool shown) {
    QDockWidget* wanted = dock(id);
    for (const Docked& docked : m_docks)
        if (docked.dock != wanted && onRail(dockWidgetArea(docked.dock)) &&
            (m_room == Room::slim || dockWidgetArea(docked.dock) == dockWidgetArea(wanted)))
            docked.dock->hide();
    wanted->setVisible(shown);
    if (shown)
        resizeDocks({wanted}, {dockWidgetArea(wanted) == Qt::RightDockWidgetArea ? rightNarrow : leftWide},
                    Qt::Horizontal);
}

void Workspace::followDocks() {
    for (const Docked& docked : m_docks)
        m_rail->setPanelShown(docked.dock->objectName(), !docked.dock->isHidden());
    emit sidesChanged();
}

void Workspace::fitWidths() {
    for (const Docked& docked : m_docks) {
        const Qt::DockWidgetArea area = docked.descriptor->area;
        if (area == Qt::LeftDockWidgetArea)
            resizeDocks({docked.dock}, {m_room == Room::wide ? leftWide : leftNarrow}, Qt::Horizontal);
        else if (area == Qt::RightDockWidgetArea)
            resizeDocks({docked.dock}, {m_room == Room::wide ? rightWide : rightNarrow}, Qt::Horizontal);
    }
}

void Workspace::shareHeights() {
    for (const Qt::DockWidgetArea area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea}) {
        QList<QDockWidget*> docks;
        QList<int> heights;
        for (const Docked& docked : m_docks)
            if (docked.descriptor->area == area) {
                docks << docked.dock;
                heights << docked.descriptor->share * 100;
            }
        resizeDocks(docks, heights, Qt::Vertical);
    }
}

} // namespace tachograph::app
