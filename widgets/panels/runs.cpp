#include "widgets/panels/runs.h"

#include "models/items/runsmodel.h"
#include "widgets/icons.h"
#include "widgets/panels/runs/runsdelegate.h"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>
#include <QTreeView>
#include <QVBoxLayout>

namespace tachograph::widgets {

using models::OpenRun;
using models::RunsModel;

namespace {
PanelWidget* create(models::Session& session, QWidget* parent) {
    return new RunsPanelWidget(session, parent);
}
} // namespace

extern const Panel runsPanel{"runs", QT_TRANSLATE_NOOP("Panel", "Runs"), Qt::LeftDockWidgetArea, true, 3, create,
                             "runs"};

RunsPanelWidget::RunsPanelWidget(models::Session& session, QWidget* parent)
    : PanelWidget(parent), m_session(session), m_model(new RunsModel(session, this)),
      m_delegate(new RunsDelegate(this)), m_tree(new QTreeView(this)),
      m_add(new QAction(tr("Open another run"), this)) {
    m_tree->setModel(m_model);
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
    rows->addWidget(m_tree);

    connect(m_add, &QAction::triggered, this, &PanelWidget::openFilesRequested);
    connect(m_delegate, &RunsDelegate::buttonClicked, this, &RunsPanelWidget::press);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
        if (index.isValid())
            m_session.setCurrent(idOf(index));
    });
    connect(m_tree, &QWidget::customContextMenuRequested, this, &RunsPanelWidget::showMenu);
    connect(m_model, &QAbstractItemModel::modelReset, this, &RunsPanelWidget::follow);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &RunsPanelWidget::follow);
    connect(&m_session, &models::Session::currentChanged, this, &RunsPanelWidget::follow);
    follow();
}

std::uint64_t RunsPanelWidget::idOf(const QModelIndex& index) const {
    return index.data(RunsModel::idRole).toULongLong();
}

void RunsPanelWidget::follow() {
    m_tree->expandAll();
    const OpenRun* current = m_session.current();
    m_delegate->setCurrentRun(current ? current->id : 0);
    const QModelIndex index = current ? m_model->indexOf(current->id) : QModelIndex();
    const QModelIndex now = m_tree->currentIndex();
    if (index.isValid() && (!now.isValid() || idOf(now) != current->id))
        m_tree->setCurrentIndex(index);
    m_tree->doItemsLayout(); // a row that has finished or failed has another height
    m_tree->viewport()->update();
    setNote(m_model->tally());
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

bool RunsPanelWidget::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == m_tree->viewport()) {
        m_delegate->setWidth(m_tree->viewport()->width());
        m_tree->doItemsLayout();
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
    if (!run)
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const std::uint64_t id = run->id;
    if (run->state == OpenRun::State::loading) {
        connect(menu->addAction(tr("Cancel reading")), &QAction::triggered, this,
                [this, id] { m_session.cancelLoading(id); });
    } else {
        if (run->state == OpenRun::State::ready)
            connect(menu->addAction(run->visible ? tr("Hide") : tr("Show")), &QAction::triggered, this,
                    [this, id, visible = run->visible] { m_session.setVisible(id, !visible); });
        connect(menu->addAction(tr("Reload")), &QAction::triggered, this, [this, id] { m_session.reload(id); });
        connect(menu->addAction(tr("Close run")), &QAction::triggered, this, [this, id] { m_session.close(id); });
    }
    menu->popup(m_tree->viewport()->mapToGlobal(pos));
}

void RunsPanelWidget::setTheme(const Theme& theme) {
    m_delegate->setTheme(theme);
    m_add->setIcon(coloredIcon(QStringLiteral("add"), theme.text2, theme.edge));
    m_tree->viewport()->update();
}

} // namespace tachograph::widgets
