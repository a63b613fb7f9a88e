#include "widgets/panels/runs/runsdelegate.h"

#include "models/items/runsmodel.h"
#include "models/items/runsview.h"
#include "widgets/icons.h"
#include "widgets/panels/runs/verdictline.h"
#include "widgets/wrappedtext.h"

#include <QMouseEvent>
#include <QPainter>

namespace tachograph::widgets {

using models::OpenRun;
using models::RunsModel;
using models::RunVerdict;

namespace {
constexpr int headingHeight = 24, runHeight = 46, verdictHeight = 17, attemptHeight = 21, textLeft = 37,
              attemptTextLeft = 59, buttonSide = 24;

OpenRun::State stateOf(const QModelIndex& index) {
    return static_cast<OpenRun::State>(index.data(RunsModel::stateRole).toInt());
}

int headingOf(const QModelIndex& index) {
    return index.data(models::RunsView::headingRole).toString().isEmpty() ? 0 : headingHeight;
}

int errorWidth(int width) {
    return width - textLeft - 12;
}
} // namespace

RunsDelegate::RunsDelegate(QObject* parent) : QStyledItemDelegate(parent), m_theme(&Theme::light()) {}

QRect RunsDelegate::rowRect(const QRect& place, const QModelIndex& index) const {
    const int heading = headingOf(index);
    return {0, place.top() + heading, m_width, place.height() - heading};
}

QRect RunsDelegate::buttonRect(const QRect& row) {
    return {row.right() - buttonSide - 5, row.top() + 4, buttonSide, buttonSide};
}

QSize RunsDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    if (index.parent().isValid())
        return {m_width, attemptHeight};
    const int heading = headingOf(index);
    if (stateOf(index) == OpenRun::State::failed)
        return {m_width,
                heading + 28 +
                    WrappedText(index.data(RunsModel::detailRole).toString(), Theme::font(12), errorWidth(m_width), 16)
                        .height() +
                    6};
    return {m_width, heading + runHeight + (stateOf(index) == OpenRun::State::loading ? 6 : verdictHeight)};
}

void RunsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect rect = rowRect(option.rect, index);
    const bool isRun = !index.parent().isValid();
    if (isRun)
        paintHeading(*painter, option.rect.top(), index);
    if (isRun && index.data(RunsModel::idRole).toULongLong() == m_current) {
        painter->fillRect(rect, m_theme->selected);
        painter->fillRect(QRect(0, rect.top(), 3, rect.height()), m_theme->accent);
    } else if (option.state.testFlag(QStyle::State_MouseOver)) {
        painter->fillRect(rect, m_theme->hover);
    }
    if (isRun)
        paintRun(*painter, rect, index);
    else
        paintAttempt(*painter, rect, index);
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(QPen(m_theme->accent, 1.5));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(rect).adjusted(1.5, 1.5, -1.5, -1.5));
    }
    painter->restore();
}

void RunsDelegate::paintHeading(QPainter& painter, int top, const QModelIndex& index) const {
    const QString heading = index.data(models::RunsView::headingRole).toString();
    if (heading.isEmpty())
        return;
    const QRect line(12, top, m_width - 24, headingHeight);
    painter.setFont(Theme::font(12, true));
    painter.setPen(m_theme->text2);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(heading, Qt::ElideMiddle, line.width()));
}

void RunsDelegate::paintSample(QPainter& painter, const QPoint& left, int slot, bool superseded) const {
    QPen pen(superseded ? m_theme->muted : m_theme->run(slot), superseded ? 1.25 : slot < 6 ? 2.5 : 1);
    QList<qreal> dash = superseded ? QList<qreal>{2, 2} : Theme::dash(slot);
    for (qreal& length : dash)
        length /= pen.widthF(); // Qt counts dashes in pen widths
    if (!dash.isEmpty())
        pen.setDashPattern(dash);
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawLine(QPointF(left.x(), left.y() + 0.5), QPointF(left.x() + 16, left.y() + 0.5));
}

void RunsDelegate::paintRun(QPainter& painter, const QRect& rect, const QModelIndex& index) const {
    const OpenRun::State state = stateOf(index);
    if (state == OpenRun::State::failed)
        painter.drawPixmap(
            11, rect.top() + 8,
            iconPixmap(QStringLiteral("critical"), m_theme->critical.line, 16, painter.device()->devicePixelRatioF()));
    else
        paintSample(painter, QPoint(12, rect.top() + 16), index.data(RunsModel::slotRole).toInt(),
                    state == OpenRun::State::loading);
    const int textWidth = buttonRect(rect).left() - textLeft - 4;
    painter.setFont(Theme::font(13));
    painter.setPen(m_theme->text);
    painter.drawText(QRect(textLeft, rect.top() + 6, textWidth, 18), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, textWidth));
    paintState(painter, rect, index);
    const bool visible = index.data(RunsModel::visibleRole).toBool();
    const QString button = state != OpenRun::State::ready ? QStringLiteral("close")
                           : visible                      ? QStringLiteral("eye")
                                                          : QStringLiteral("eye-off");
    const QRect place = buttonRect(rect);
    painter.drawPixmap(
        place.left() + 4, place.top() + 4,
        iconPixmap(button, visible ? m_theme->text2 : m_theme->muted, 16, painter.device()->devicePixelRatioF()));
}

void RunsDelegate::paintState(QPainter& painter, const QRect& rect, const QModelIndex& index) const {
    const QString detail = index.data(RunsModel::detailRole).toString();
    painter.setFont(Theme::font(12));
    painter.setPen(m_theme->muted);
    const QRect line(textLeft, rect.top() + 23, rect.width() - textLeft - 12, 17);
    switch (stateOf(index)) {
    case OpenRun::State::failed:
        painter.setPen(m_theme->text2);
        WrappedText(detail, Theme::font(12), errorWidth(m_width), 16).draw(painter, QPointF(textLeft, rect.top() + 25));
        return;
    case OpenRun::State::loading: {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(detail, Qt::ElideRight, line.width()));
        const QRectF bar(textLeft, rect.top() + 43, rect.width() - textLeft - 34, 4);
        painter.fillRect(bar, m_theme->hair);
        painter.fillRect(
            QRectF(bar.left(), bar.top(), bar.width() * index.data(RunsModel::progressRole).toDouble(), bar.height()),
            m_theme->accent);
        return;
    }
    case OpenRun::State::ready:
        break;
    }
    drawVerdict(painter, line.translated(0, verdictHeight), index.data(RunsModel::verdictRole).value<RunVerdict>(),
                *m_theme);
    painter.setPen(m_theme->muted);
    const QString fitting = painter.fontMetrics().elidedText(detail, Qt::ElideRight, line.width());
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fitting);
    const qulonglong issues = fitting == detail ? index.data(RunsModel::issuesRole).toULongLong() : 0;
    if (issues == 0)
        return;
    const int left = line.left() + painter.fontMetrics().horizontalAdvance(detail);
    painter.setPen(m_theme->warning.text);
    painter.drawText(line.adjusted(left - line.left(), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     QStringLiteral(" · ") + (issues == 1 ? tr("1 issue") : tr("%1 issues").arg(issues)));
}

void RunsDelegate::paintAttempt(QPainter& painter, const QRect& rect, const QModelIndex& index) const {
    paintSample(painter, QPoint(textLeft, rect.center().y()), index.data(RunsModel::slotRole).toInt(),
                index.data(RunsModel::supersededRole).toBool());
    painter.setFont(Theme::font(12));
    painter.setPen(m_theme->text2);
    const QString name = index.data().toString();
    const QRect line(attemptTextLeft, rect.top(), rect.width() - attemptTextLeft - 8, rect.height());
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
    const int used = painter.fontMetrics().horizontalAdvance(name) + 7;
    painter.setPen(m_theme->muted);
    painter.drawText(line.adjusted(used, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(index.data(RunsModel::detailRole).toString(), Qt::ElideRight,
                                                      line.width() - used));
}

bool RunsDelegate::editorEvent(QEvent* event, QAbstractItemModel*, const QStyleOptionViewItem& option,
                               const QModelIndex& index) {
    const bool mouse = event->type() == QEvent::MouseButtonRelease || event->type() == QEvent::MouseButtonPress;
    if (!mouse || index.parent().isValid())
        return false;
    const auto* click = static_cast<QMouseEvent*>(event);
    const QRect row = rowRect(option.rect, index);
    if (click->button() != Qt::LeftButton || !buttonRect(row).contains(click->position().toPoint()))
        return false;
    if (event->type() == QEvent::MouseButtonRelease)
        emit buttonClicked(index);
    return true;
}

} // namespace tachograph::widgets
