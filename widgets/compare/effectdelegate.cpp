#include "widgets/compare/effectdelegate.h"

#include "models/items/comparedmetricsmodel.h"
#include "widgets/badge.h"
#include "widgets/compare/comparisonpainting.h"

#include <QPainter>

namespace tachograph::widgets {

using Model = models::ComparedMetricsModel;

EffectDelegate::EffectDelegate(Columns columns, QObject* parent)
    : QStyledItemDelegate(parent), m_columns(columns), m_theme(&Theme::light()) {}

void EffectDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const QString verdict = index.data(Model::verdictRole).toString();
    const QRectF cell = option.rect;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (index.column() == m_columns.effect) {
        const QVariantList effect = index.data(Model::effectRole).toList();
        if (effect.size() == 3)
            paintEffect(*painter, cell.adjusted(10, 4, -10, -4), *m_theme, effect[0].toDouble(), effect[1].toDouble(),
                        effect[2].toDouble(), m_widest, verdict);
    } else if (index.column() == m_columns.verdict && !index.data().toString().isEmpty()) {
        const QPoint corner(option.rect.left() + 6, option.rect.center().y() - badge::height / 2 + 1);
        badge::drawPlain(*painter, verdictSignal(*m_theme, verdict), corner, index.data().toString());
    }
    painter->restore();
}

void EffectDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.column() == m_columns.verdict)
        option->text.clear(); // drawn as a badge
    if ((index.column() == m_columns.interval || index.column() == m_columns.effect) &&
        !index.data(Model::effectRole).isValid())
        option->palette.setColor(QPalette::Text, m_theme->muted);
}

} // namespace tachograph::widgets
