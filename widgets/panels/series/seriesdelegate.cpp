#include "widgets/panels/series/seriesdelegate.h"

#include "models/items/seriesmodel.h"
#include "widgets/icons.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace tachograph::widgets {

using models::SeriesModel;

namespace {
constexpr int headingHeight = 22, laneHeight = 24, boxSide = 14, titleLeft = 34;

void toggle(QAbstractItemModel& model, const QModelIndex& index) {
    const bool checked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    model.setData(index, static_cast<int>(checked ? Qt::Unchecked : Qt::Checked), Qt::CheckStateRole);
}
} // namespace

SeriesDelegate::SeriesDelegate(QObject* parent) : QStyledItemDelegate(parent), m_theme(&Theme::light()) {}

QSize SeriesDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    return {m_width, index.parent().isValid() ? laneHeight : headingHeight};
}

void SeriesDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect rect(0, option.rect.top(), m_width, option.rect.height());
    if (!index.parent().isValid()) {
        painter->setFont(Theme::heading(12));
        painter->setPen(m_theme->text2);
        painter->drawText(rect.adjusted(12, 3, -12, 0), Qt::AlignLeft | Qt::AlignVCenter, index.data().toString());
    } else {
        if (option.state.testFlag(QStyle::State_MouseOver) && index.flags().testFlag(Qt::ItemIsEnabled))
            painter->fillRect(rect, m_theme->hover);
        paintLane(*painter, rect, index);
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(QPen(m_theme->accent, 1.5));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(QRectF(rect).adjusted(1.5, 1.5, -1.5, -1.5));
        }
    }
    painter->restore();
}

void SeriesDelegate::paintLane(QPainter& painter, const QRect& rect, const QModelIndex& index) const {
    const bool enabled = index.flags().testFlag(Qt::ItemIsEnabled);
    const QRectF box(12, rect.top() + (rect.height() - boxSide) / 2.0, boxSide, boxSide);
    paintBox(painter, box, index.data(Qt::CheckStateRole).toInt() == Qt::Checked, enabled);
    const QString title = index.data().toString(), key = index.data(SeriesModel::keyRole).toString();
    const int room = rect.width() - titleLeft - 10;
    painter.setFont(Theme::font(13));
    const int titleWidth = std::min(painter.fontMetrics().horizontalAdvance(title), room);
    painter.setPen(enabled ? m_theme->text : m_theme->muted);
    painter.drawText(QRect(titleLeft, rect.top(), room, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(title, Qt::ElideMiddle, room));
    const int keyRoom = room - titleWidth - 10;
    if (keyRoom < 30 || key == title)
        return;
    painter.setFont(Theme::font(12));
    painter.setPen(m_theme->muted);
    painter.drawText(QRect(titleLeft + titleWidth + 10, rect.top(), keyRoom, rect.height()),
                     Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(key, Qt::ElideMiddle, keyRoom));
}

void SeriesDelegate::paintBox(QPainter& painter, const QRectF& box, bool checked, bool enabled) const {
    painter.setPen(QPen(checked ? m_theme->accent : enabled ? m_theme->muted : m_theme->iconOff, 1));
    painter.setBrush(checked ? m_theme->accent : m_theme->panel);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    if (checked)
        painter.drawPixmap(box.topLeft() + QPointF(1, 1),
                           iconPixmap(QStringLiteral("tick"), m_theme->dark ? m_theme->window : m_theme->panel,
                                      boxSide - 2, painter.device()->devicePixelRatioF()));
}

bool SeriesDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem&,
                                 const QModelIndex& index) {
    if (!index.flags().testFlag(Qt::ItemIsUserCheckable) || !index.flags().testFlag(Qt::ItemIsEnabled))
        return false;
    const bool clicked =
        event->type() == QEvent::MouseButtonRelease && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton;
    const bool pressed = event->type() == QEvent::KeyPress && (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space);
    if (!clicked && !pressed)
        return false;
    toggle(*model, index);
    return true;
}

} // namespace tachograph::widgets
