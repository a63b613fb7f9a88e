#include "widgets/panels/runs.h"

#include "models/examining.h"
#include "models/items/runsmodel.h"
#include "models/items/runstable.h"
#include "models/items/runsview.h"
#include "widgets/icons.h"
#include "widgets/panels/runs/runsdelegate.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace tachograph::widgets {

using models::OpenRun;
using models::RunOrder;
using models::RunsModel;

namespace {
constexpr std::size_t filterFrom = 5; // runs: fewer are seen at a glance
constexpr int layoutPause = 30;       // ms
constexpr int heightOfMany = 240;     // pixels: some of them are to be seen

struct OrderItem {
    RunOrder order;
    Qt::SortOrder direction; ///< that one looks for first
    const char* text;
};
constexpr OrderItem orderItems[] = {
    {RunOrder::opened, Qt::AscendingOrder, QT_TRANSLATE_NOOP("tachograph::widgets::RunsPanelWidget", "As opened")},
    {RunOrder::name, Qt::AscendingOrder, QT_TRANSLATE_NOOP("tachograph::widgets::RunsPanelWidget", "Name")},
    {RunOrder::steps, Qt::DescendingOrder, QT_TRANSLATE_NOOP("tachograph::widgets::RunsPanelWidget", "Steps")},
    {RunOrder::stepTime, Qt::DescendingOrder,
     QT_TRANSLATE_NOOP("tachograph::widgets::RunsPanelWidget", "Step time, median")},
    {RunOrder::throughput, Qt::AscendingOrder,
     QT_TRANSLATE_NOOP("tachograph::widgets::RunsPanelWidget", "Throughput, median")},
    {RunOrder::completionLength, Qt::DescendingOrder,
     QT_TRANSLATE_NOOP("tachograph::widgets::RunsPanelWidget", "Completion length, median")},
    {RunOrder::reward, Qt::DescendingOrder,
     QT_TRANSLATE_NOOP("tachograph::widgets::RunsPanelWidget", "Reward, median")},
    {RunOrder::findings, Qt::DescendingOrder,
     QT_TRANSLATE_NOOP("tachograph::widgets::RunsPanelWidget", "Findings, gravest first")}};

PanelWidget* create(models::Session& session, QWidget* parent) {
    return new RunsPanelWidget(session, parent);
}
} // namespace

extern const Panel runsPanel{"runs", QT_TRANSLATE_NOOP("Panel", "Runs"), Qt::LeftDockWidgetArea, true, 3, create,
                             "runs"};

RunsPanelWidget::RunsPanelWidget(models::Session& session, QWidget* parent)
    : PanelWidget(parent), m_session(session), m_model(new RunsModel(session, this)),
      m_view(new models::RunsView(session, *m_model, this)), m_delegate(new RunsDelegate(this)),
      m_tree(new QTreeView(this)), m_filterRow(new QWidget(this)), m_filter(new QLineEdit(m_filterRow)),
      m_order(new QToolButton(m_filterRow)), m_add(new QAction(tr("Open another run"), this)) {
    m_tree->setModel(m_view);
    m_tree->setItemDelegate(m_delegate);
    m_tree->setHeaderHidden(true);
    m_tree->setIndentation(0);
    m_tree->setRootIsDecorated(false);
    m_tree->setItemsExpandable(false);
    m_tree->setUniformRowHeights(false);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setMouseTracking(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setAccessibleName(tr("Runs"));
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->viewport()->installEventFilter(this);
    m_tree->installEventFilter(this);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    buildFilter();
    rows->addWidget(m_filterRow);
    rows->addWidget(m_tree);
    m_wait.setSingleShot(true);
    m_wait.setInterval(layoutPause);
    connect(&m_wait, &QTimer::timeout, this, &RunsPanelWidget::follow);

    connect(m_add, &QAction::triggered, this, &PanelWidget::openFilesRequested);
    connect(m_delegate, &RunsDelegate::buttonClicked, this, &RunsPanelWidget::press);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
        if (index.isValid() && !m_filtering)
            m_session.setCurrent(idOf(index));
    });
    connect(m_tree, &QWidget::customContextMenuRequested, this, &RunsPanelWidget::showMenu);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] { followLater({}); });
    connect(m_model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex&, const QModelIndex&, const QList<int>& roles) { followLater(roles); });
    connect(&m_session, &models::Session::currentChanged, this, &RunsPanelWidget::follow);
    follow();
}

void RunsPanelWidget::buildFilter() {
    m_filter->setPlaceholderText(tr("Filter: name, or key=value"));
    m_filter->setToolTip(tr("Every word must be in the name or path, or be KEY=VALUE of the configuration"));
    m_filter->setAccessibleName(tr("Filter the runs"));
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    m_order->setAccessibleName(tr("Order and groups of the runs"));
    m_order->setToolTip(tr("Order and groups"));
    m_order->setPopupMode(QToolButton::InstantPopup);
    m_order->setFocusPolicy(Qt::StrongFocus);
    m_order->setMenu(new QMenu(m_order));
    auto* row = new QHBoxLayout(m_filterRow);
    row->setContentsMargins(8, 4, 6, 4);
    row->setSpacing(4);
    row->addWidget(m_filter, 1);
    row->addWidget(m_order);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filtering = true;
        m_view->setFilter(text);
        m_filtering = false;
        follow();
    });
    connect(m_order->menu(), &QMenu::aboutToShow, this, &RunsPanelWidget::fillOrderMenu);
}

void RunsPanelWidget::focusFilter() {
    m_filterRow->show();
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void RunsPanelWidget::fillOrderMenu() {
    QMenu& menu = *m_order->menu();
    menu.clear();
    qDeleteAll(menu.findChildren<QActionGroup*>());
    qDeleteAll(menu.findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
    addOrders(menu);
    addGroups(menu);
    menu.addSeparator();
    addExamining(menu);
    connect(menu.addAction(tr("Show only these runs")), &QAction::triggered, this,
            [this] { models::showOnly(m_session, m_view->shownRuns()); });
    for (const auto& [text, form] : {std::pair(tr("Copy these runs as a table"), models::TableForm::tabs),
                                     std::pair(tr("Copy these runs as Markdown"), models::TableForm::markdown)})
        connect(menu.addAction(text), &QAction::triggered, this, [this, form = form] {
            emit copyRequested(models::runsTable(m_session, m_view->figures(), m_view->shownRuns(), form));
        });
}

void RunsPanelWidget::addOrders(QMenu& menu) {
    menu.addSection(tr("Sort by"));
    auto* group = new QActionGroup(&menu);
    for (const OrderItem& item : orderItems) {
        QAction* action = group->addAction(menu.addAction(tr(item.text)));
        action->setCheckable(true);
        action->setChecked(item.order == m_view->order());
        connect(action, &QAction::triggered, this, [this, item] {
            m_view->setOrder(item.order, item.direction);
            follow();
        });
    }
    QAction* other = menu.addAction(tr("The other way round"));
    other->setCheckable(true);
    const auto& now = *std::ranges::find(orderItems, m_view->order(), &OrderItem::order);
    other->setChecked(m_view->direction() != now.direction);
    connect(other, &QAction::triggered, this, [this] {
        m_view->setOrder(m_view->order(),
                         m_view->direction() == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder);
        follow();
    });
}

void RunsPanelWidget::addGroups(QMenu& menu) {
    QMenu* groups = menu.addMenu(tr("Group by"));
    auto* group = new QActionGroup(groups);
    QStringList keys = m_view->groupKeys();
    keys.prepend(QString());
    if (!keys.contains(m_view->groupKey()))
        keys << m_view->groupKey();
    for (const QString& key : keys) {
        QString text = key.isEmpty() ? tr("Nothing") : key;
        QAction* action = group->addAction(groups->addAction(text.replace(QLatin1Char('&'), QLatin1String("&&"))));
        action->setCheckable(true);
        action->setChecked(key == m_view->groupKey());
        connect(action, &QAction::triggered, this, [this, key] {
            m_view->setGroupKey(key);
            follow();
        });
    }
}

/// Runs that wait for their verdict can be left alone, and those that were left can be examined after all.
void RunsPanelWidget::addExamining(QMenu& menu) {
    models::Examining& examining = models::Examining::of(m_session);
    std::vector<std::uint64_t> waiting, stopped;
    for (const OpenRun& run : m_session.runs()) {
        if (examining.waiting(run.id))
            waiting.push_back(run.id);
        if (examining.stopped(run.id))
            stopped.push_back(run.id);
    }
    QAction* stop = menu.addAction(tr("Stop examining"));
    stop->setEnabled(!waiting.empty());
    connect(stop, &QAction::triggered, this, [&examining, waiting] {
        for (const std::uint64_t id : waiting)
            examining.stop(id);
    });
    QAction* start = menu.addAction(tr("Examine what was left out"));
    start->setEnabled(!stopped.empty());
    connect(start, &QAction::triggered, this, [&examining, stopped] {
        for (const std::uint64_t id : stopped)
            examining.start(id);
    });
}

/// Only the age of a followed run has changed: no row has another height.
void RunsPanelWidget::followLater(const QList<int>& roles) {
    if (roles == QList<int>{RunsModel::detailRole})
        m_tree->viewport()->update();
    else if (!m_wait.isActive())
        m_wait.start();
    tellTally();
}

void RunsPanelWidget::tellTally() {
    setNote(m_view->isFiltered() ? tr("%1 of %2").arg(m_view->rowCount()).arg(m_session.runs().size())
                                 : m_model->tally());
}

std::uint64_t RunsPanelWidget::idOf(const QModelIndex& index) const {
    return index.data(RunsModel::idRole).toULongLong();
}

void RunsPanelWidget::follow() {
    m_wait.stop();
    ++m_layouts;
    m_filterRow->setVisible(m_session.runs().size() >= filterFrom || m_view->isFiltered() || m_filter->hasFocus());
    m_tree->setMinimumHeight(m_session.runs().size() >= filterFrom ? heightOfMany : 0);
    m_tree->expandAll();
    const OpenRun* current = m_session.current();
    m_delegate->setCurrentRun(current ? current->id : 0);
    const QModelIndex index = current ? m_view->indexOf(current->id) : QModelIndex();
    const QModelIndex now = m_tree->currentIndex();
    if (index.isValid() && (!now.isValid() || idOf(now) != current->id))
        m_tree->setCurrentIndex(index);
    m_tree->doItemsLayout(); // a row that has finished or failed has another height
    m_tree->viewport()->update();
    tellTally();
}

void RunsPanelWidget::press(const QModelIndex& index) {
    const std::uint64_t id = idOf(index);
    const OpenRun* run = m_session.run(id);
    if (!run)
        return;
    switch (run->state) {
    case OpenRun::State::loading:
        m_session.cancelLoading(id);
        return;
    case OpenRun::State::failed:
        m_session.close(id);
        return;
    case OpenRun::State::ready:
        m_session.setVisible(id, !run->visible);
        return;
    }
}

bool RunsPanelWidget::isHeading(const QPoint& pos) const {
    const QModelIndex index = m_tree->indexAt(pos);
    return index.isValid() && pos.y() < m_delegate->rowRect(m_tree->visualRect(index), index).top();
}

bool RunsPanelWidget::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == m_tree->viewport()) {
        m_delegate->setWidth(m_tree->viewport()->width());
        m_tree->doItemsLayout();
    }
    const bool pressed = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
    if (pressed && watched == m_tree->viewport() && isHeading(static_cast<QMouseEvent*>(event)->position().toPoint()))
        return true; // it belongs to the row below, which is not meant
    if (event->type() == QEvent::KeyPress && watched == m_filter) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape && !m_filter->text().isEmpty()) {
            m_filter->clear();
            return true;
        }
        if (key == Qt::Key_Down) {
            m_tree->setFocus(Qt::TabFocusReason);
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress && watched == m_tree && m_tree->currentIndex().isValid()) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Space || key == Qt::Key_H) {
            press(m_tree->currentIndex());
            return true;
        }
        if (key == Qt::Key_Delete) {
            m_session.close(idOf(m_tree->currentIndex()));
            return true;
        }
    }
    return PanelWidget::eventFilter(watched, event);
}

void RunsPanelWidget::showMenu(const QPoint& pos) {
    const QModelIndex index = m_tree->indexAt(pos);
    const OpenRun* run = index.isValid() ? m_session.run(idOf(index)) : nullptr;
    if (!run || isHeading(pos))
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const std::uint64_t id = run->id;
    if (run->state == OpenRun::State::loading) {
        connect(menu->addAction(tr("Cancel reading")), &QAction::triggered, this,
                [this, id] { m_session.cancelLoading(id); });
    } else {
        if (run->state == OpenRun::State::ready)
            addRunEntries(*menu, id, run->visible);
        connect(menu->addAction(tr("Reload")), &QAction::triggered, this, [this, id] { m_session.reload(id); });
        connect(menu->addAction(tr("Close run")), &QAction::triggered, this, [this, id] { m_session.close(id); });
    }
    menu->popup(m_tree->viewport()->mapToGlobal(pos));
}

void RunsPanelWidget::addRunEntries(QMenu& menu, std::uint64_t id, bool visible) {
    connect(menu.addAction(visible ? tr("Hide") : tr("Show")), &QAction::triggered, this,
            [this, id, visible] { m_session.setVisible(id, !visible); });
    connect(menu.addAction(tr("Show only this run")), &QAction::triggered, this,
            [this, id] { models::showOnly(m_session, {id}); });
    models::Watching& watching = models::Watching::of(m_session);
    const bool baseline = watching.baseline() == id;
    connect(menu.addAction(baseline ? tr("No longer the baseline") : tr("Pin as baseline")), &QAction::triggered, this,
            [&watching, id, baseline] { watching.setBaseline(baseline ? 0 : id); });
    QAction* follow = menu.addAction(tr("Follow the file"));
    const bool followed = watching.live(id) != nullptr;
    follow->setCheckable(true);
    follow->setChecked(followed);
    follow->setEnabled(followed || watching.canFollow(id));
    connect(follow, &QAction::triggered, this, [&watching, id, followed] { watching.setFollowed(id, !followed); });
    models::Examining& examining = models::Examining::of(m_session);
    if (examining.waiting(id))
        connect(menu.addAction(tr("Stop examining")), &QAction::triggered, this,
                [&examining, id] { examining.stop(id); });
    else if (examining.stopped(id))
        connect(menu.addAction(tr("Examine")), &QAction::triggered, this, [&examining, id] { examining.start(id); });
    menu.addSeparator();
}

void RunsPanelWidget::setTheme(const Theme& theme) {
    m_delegate->setTheme(theme);
    m_add->setIcon(coloredIcon(QStringLiteral("add"), theme.text2, theme.iconOff));
    m_order->setIcon(themedIcon(QStringLiteral("filter"), theme));
    m_tree->viewport()->update();
}

} // namespace tachograph::widgets
