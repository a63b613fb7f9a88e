#include "widgets/find/findlist.h"

#include "models/items/findmodel.h"
#include "widgets/find/finddelegate.h"

#include <QLabel>
#include <QListView>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>

namespace tachograph::widgets {

namespace {
constexpr int leastWidth = 460, mostRows = 14, rowHeight = 28, tallyHeight = 26, belowField = 4, windowEdge = 12;
} // namespace

FindList::FindList(models::FindModel& model, QWidget& window)
    : QFrame(&window), m_model(model), m_list(new QListView(this)), m_tally(new QLabel(this)),
      m_delegate(new FindDelegate(this)) {
    setProperty("look", QStringLiteral("card"));
    m_list->setModel(&model);
    m_list->setItemDelegate(m_delegate);
    m_list->setAccessibleName(tr("Found"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tally->setProperty("look", QStringLiteral("muted"));
    m_tally->setContentsMargins(12, 0, 12, 0);
    m_tally->setFixedHeight(tallyHeight);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(1, 4, 1, 0);
    rows->setSpacing(0);
    rows->addWidget(m_list, 1);
    rows->addWidget(m_tally);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) { emit activated(index.row()); });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &FindList::choiceChanged);
    connect(&model, &QAbstractItemModel::modelReset, this, &FindList::follow);
    hide();
}

/// The best is chosen, so that Enter means what is seen.
void FindList::follow() {
    m_tally->setText(tr("%1. Arrows choose, Enter does it.").arg(m_model.tally()));
    const int first = m_model.firstAvailable();
    m_list->setCurrentIndex(first < 0 ? QModelIndex() : m_model.index(first));
    m_list->scrollToTop();
    if (isVisible())
        showBelow(m_field);
}

void FindList::showBelow(const QRect& field) {
    m_field = field;
    const QRect room = parentWidget()->rect().adjusted(windowEdge, 0, -windowEdge, -windowEdge);
    const int wide = std::min(std::max(field.width(), leastWidth), room.width());
    const int top = field.bottom() + belowField;
    const int rows = std::clamp(m_model.rowCount(), 1, mostRows);
    const int high = std::min(rows * rowHeight + tallyHeight + 8, room.bottom() - top);
    const int left = std::clamp(field.right() + 1 - wide, room.left(), std::max(room.left(), room.right() + 1 - wide));
    setGeometry(left, top, wide, high);
    show();
    raise();
}

void FindList::move(int rows) {
    const int count = m_model.rowCount();
    int row = chosen();
    for (int left = std::abs(rows); left > 0; --left)
        for (int next = row + (rows > 0 ? 1 : -1); next >= 0 && next<count; next += rows> 0 ? 1 : -1)
            if (m_model.entry(next).available) {
                row = next;
                break;
            }
    if (row >= 0)
        m_list->setCurrentIndex(m_model.index(row));
}

int FindList::chosen() const {
    return m_list->currentIndex().isValid() ? m_list->currentIndex().row() : -1;
}

QString FindList::spokenChoice() const {
    return m_list->currentIndex().isValid() ? m_list->currentIndex().data(Qt::AccessibleTextRole).toString()
                                            : m_model.tally();
}

void FindList::setTheme(const Theme& theme) {
    m_delegate->setTheme(theme);
    m_list->viewport()->update();
}

} // namespace tachograph::widgets
