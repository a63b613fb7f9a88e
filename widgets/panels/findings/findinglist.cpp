#include "widgets/panels/findings/findinglist.h"

#include "widgets/panels/findings/findingdelegate.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

namespace tachograph::widgets {

FindingList::FindingList(FindingDelegate& delegate, QWidget* parent) : QListView(parent), m_delegate(delegate) {
    setItemDelegate(&delegate);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setMouseTracking(true);
    setFrameShape(QFrame::NoFrame);
    verticalScrollBar()->setSingleStep(24);
}

void FindingList::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        m_pressed = indexAt(event->position().toPoint());
}

void FindingList::mouseReleaseEvent(QMouseEvent* event) {
    const QModelIndex released = indexAt(event->position().toPoint());
    const bool same = released.isValid() && m_pressed == released;
    m_pressed = QPersistentModelIndex();
    if (event->button() != Qt::LeftButton || !same || !released.flags().testFlag(Qt::ItemIsSelectable))
        return;
    const QPoint within = event->position().toPoint() - visualRect(released).topLeft();
    switch (m_delegate.linkAt(released, within)) {
    case FindingCardLayout::Link::copy:
        emit copyClicked(released);
        break;
    case FindingCardLayout::Link::series:
        emit seriesClicked(released);
        break;
    case FindingCardLayout::Link::dismiss:
        emit dismissClicked(released);
        break;
    case FindingCardLayout::Link::zoom:
    case FindingCardLayout::Link::none:
        emit cardClicked(released);
        break;
    }
}

void FindingList::mouseMoveEvent(QMouseEvent* event) {
    QListView::mouseMoveEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    const bool clickable = index.isValid() && index.flags().testFlag(Qt::ItemIsSelectable);
    viewport()->setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void FindingList::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space) {
        if (currentIndex().isValid())
            emit cardEntered(currentIndex());
        return;
    }
    const QModelIndex before = currentIndex();
    QListView::keyPressEvent(event);
    if (currentIndex() != before)
        emit cardChosen(currentIndex());
}

void FindingList::resizeEvent(QResizeEvent* event) {
    m_delegate.setWidth(viewport()->width());
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout();
}

} // namespace tachograph::widgets
