#include "app/workspace.h"

#include "widgets/docktitle.h"
#include "widgets/panels/findings.h"
#include "widgets/viewbar.h"

#include <QApplication>
#include <QDockWidget>
#include <QResizeEvent>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace tachograph::app {

using widgets::Panel;

namespace {
// Pixels of the whole window: below `narrow` the sides give way to the timelines, below `slim` the left one goes.
constexpr int narrowBelow = 1400, slimBelow = 1000;
/// Raised when docks change so that a saved layout would no longer fit.
constexpr int layoutVersion = 1;
constexpr int leftWide = 252, leftNarrow = 208, rightWide = 356, rightNarrow = 312;
} // namespace

Workspace::Workspace(models::Session& session, QWidget* parent)
    : QMainWindow(parent), m_session(session), m_plot(new widgets::PlotView), m_viewBar(new widgets::ViewBar(session)) {
    setWindowFlags(Qt::Widget); // a part of the window that happens to have docks
    setDockNestingEnabled(true);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    auto* centre = new QWidget;
    auto* rows = new QVBoxLayout(centre);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_viewBar);
    rows->addWidget(m_plot, 1);
    centre->setMinimumWidth(360);
    setCentralWidget(centre);
    for (const Panel* panel : widgets::panels())
        addPanel(*panel);
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
    connect(dock, &QDockWidget::visibilityChanged, this, &Workspace::sidesChanged);
    connect(panel, &widgets::PanelWidget::zoomRequested, this, &Workspace::zoomToFinding);
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
    m_plot->setTheme(theme);
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
    // In a slim window the left side is hidden for want of room, not by wish.
    return m_room == Room::slim ? QByteArray() : saveState(layoutVersion);
}

void Workspace::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    const Room room = width() < slimBelow ? Room::slim : width() < narrowBelow ? Room::narrow : Room::wide;
    if (m_laidOut && room == m_room)
        return;
    if (room == Room::slim || (m_laidOut && m_room == Room::slim))
        setSideShown(Qt::LeftDockWidgetArea, room != Room::slim);
    const bool asSaved = !m_laidOut && m_restored;
    m_room = room;
    m_laidOut = true;
    if (!asSaved) // docks take sizes only after this event has been dealt with
        QTimer::singleShot(0, this, [this] {
            fitWidths();
            shareHeights();
        });
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
