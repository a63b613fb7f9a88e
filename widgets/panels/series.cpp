#include "widgets/panels/series.h"

#include "models/items/seriesmodel.h"
#include "widgets/icons.h"
#include "widgets/panels/emptyhint.h"
#include "widgets/panels/series/seriesdelegate.h"

#include <QAction>
#include <QEvent>
#include <QLineEdit>
#include <QMenu>
#include <QTreeView>
#include <QVBoxLayout>

namespace tachograph::widgets {

using models::SeriesModel;

namespace {
PanelWidget* create(models::Session& session, QWidget* parent) {
    return new SeriesPanelWidget(session, parent);
}
} // namespace

extern const Panel seriesPanel{"series", QT_TRANSLATE_NOOP("Panel", "Series"), Qt::LeftDockWidgetArea, true, 8, create,
                               "series"};

SeriesPanelWidget::SeriesPanelWidget(models::Session& session, QWidget* parent)
    : PanelWidget(parent), m_model(new SeriesModel(session, this)), m_delegate(new SeriesDelegate(this)),
      m_tree(new QTreeView(this)), m_field(new QLineEdit(this)),
      m_filter(new QAction(tr("Filter the series by name"), this)),
      m_meanings(new QAction(tr("What the keys mean"), this)) {
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
    m_tree->setAccessibleName(tr("Series"));
    m_tree->viewport()->installEventFilter(this);
    m_field->setPlaceholderText(tr("Filter by name or key"));
    m_field->setAccessibleName(tr("Filter the series by name or key"));
    m_field->setClearButtonEnabled(true);
    m_field->hide();
    m_filter->setCheckable(true);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_field);
    rows->addWidget(new EmptyHint(session, this));
    rows->addWidget(m_tree);

    connect(m_filter, &QAction::toggled, this, [this](bool on) {
        m_field->setVisible(on);
        m_field->clear();
        if (on)
            m_field->setFocus();
    });
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_tree, &QWidget::customContextMenuRequested, this, &SeriesPanelWidget::showMenu);
    connect(m_meanings, &QAction::triggered, this,
            [this] { emit keyMeaningRequested(m_tree->currentIndex().data(SeriesModel::laneRole).toString()); });
    connect(m_field, &QLineEdit::textChanged, m_model, &SeriesModel::setFilter);
    connect(m_model, &QAbstractItemModel::modelReset, this, &SeriesPanelWidget::follow);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &SeriesPanelWidget::follow);
    follow();
}

void SeriesPanelWidget::follow() {
    m_tree->expandAll();
    setNote(m_model->tally());
}

void SeriesPanelWidget::showMenu(const QPoint& pos) {
    const QString lane = m_tree->indexAt(pos).data(SeriesModel::laneRole).toString();
    if (lane.isEmpty())
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("What is this key?")), &QAction::triggered, this,
            [this, lane] { emit keyMeaningRequested(lane); });
    menu->popup(m_tree->viewport()->mapToGlobal(pos));
}

bool SeriesPanelWidget::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == m_tree->viewport()) {
        m_delegate->setWidth(m_tree->viewport()->width());
        m_tree->doItemsLayout();
    }
    return PanelWidget::eventFilter(watched, event);
}

void SeriesPanelWidget::setTheme(const Theme& theme) {
    m_delegate->setTheme(theme);
    m_meanings->setIcon(themedIcon(QStringLiteral("question"), theme));
    m_filter->setIcon(themedIcon(QStringLiteral("filter"), theme));
    m_tree->viewport()->update();
}

} // namespace tachograph::widgets
