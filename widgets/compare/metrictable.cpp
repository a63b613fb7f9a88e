#include "widgets/compare/metrictable.h"

#include "widgets/badge.h"
#include "widgets/compare/comparisonpainting.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>
#include <numeric>

namespace tachograph::widgets {

using Model = models::ComparedMetricsModel;

namespace {

constexpr int metricRowHeight = 24;

/// Whiskers, verdict badges and the colours of the two runs; the rest is the style's.
class MetricDelegate : public QStyledItemDelegate {
  public:
    explicit MetricDelegate(MetricTable& table) : QStyledItemDelegate(&table), m_table(table) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const QRectF cell = option.rect;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (index.column() == Model::effectColumn) {
            const QVariantList effect = index.data(Model::effectRole).toList();
            if (effect.size() == 3)
                paintEffect(*painter, cell.adjusted(10, 4, -10, -4), m_table.theme(), effect[0].toDouble(),
                            effect[1].toDouble(), effect[2].toDouble(), m_widest,
                            index.data(Model::verdictRole).toString());
        } else if (index.column() == Model::verdictColumn) {
            const QString verdict = index.data(Model::verdictRole).toString();
            const QPoint corner(option.rect.left() + 6, option.rect.center().y() - badge::height / 2 + 1);
            badge::drawPlain(*painter, verdictSignal(m_table.theme(), verdict), corner, index.data().toString());
        }
        painter->restore();
    }

    void setWidest(double factor) { m_widest = factor; }

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.column() == Model::verdictColumn)
            option->text.clear(); // drawn as a badge
        const Theme& theme = m_table.theme();
        if (index.column() == Model::aColumn || index.column() == Model::bColumn) {
            const QColor run = theme.run(index.column() == Model::aColumn ? 0 : 1);
            option->palette.setColor(QPalette::Text, run);
            option->palette.setColor(QPalette::HighlightedText, run);
        }
        const bool note = index.column() == Model::intervalColumn && !index.data(Model::effectRole).isValid();
        if (note || index.column() == Model::countColumn || index.column() == Model::effectiveColumn)
            option->palette.setColor(QPalette::Text, theme.muted);
        if (index.column() == Model::nameColumn && index.data(Model::headlineRole).toBool())
            option->font.setBold(true);
    }

  private:
    MetricTable& m_table;
    double m_widest = 1.05;
};

} // namespace

MetricTable::MetricTable(Model& model, QWidget* parent) : QTableView(parent), m_model(model), m_theme(&Theme::light()) {
    setModel(&model);
    auto* delegate = new MetricDelegate(*this);
    setItemDelegate(delegate);
    setAccessibleName(tr("Metrics of both runs"));
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setFrameShape(NoFrame);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(metricRowHeight);
    verticalHeader()->setMinimumSectionSize(metricRowHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(&model, &QAbstractItemModel::modelReset, this, [this, delegate] {
        delegate->setWidest(m_model.widestFactor());
        spanNotes();
    });
}

/// What a row says instead of an interval takes the room up to the verdict.
void MetricTable::spanNotes() {
    clearSpans();
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QModelIndex first = m_model.index(row, Model::intervalColumn);
        if (!first.data(Model::effectRole).isValid() && !first.data(Model::noteRole).toString().isEmpty())
            setSpan(row, Model::intervalColumn, 1, Model::verdictColumn - Model::intervalColumn);
    }
}

void MetricTable::setTheme(const Theme& theme) {
    m_theme = &theme;
    viewport()->update();
}

/// Shares the width by what the columns hold: the name and the whiskers grow.
void MetricTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    constexpr std::array<int, Model::columns> least{140, 80, 80, 68, 72, 136, 62, 62, 128};
    constexpr std::array<int, Model::columns> share{5, 1, 1, 1, 3, 2, 1, 1, 0};
    // In a narrow window the counts give way: verdict and interval must be seen.
    const bool narrow = viewport()->width() < std::accumulate(least.begin(), least.end(), 0);
    int used = 0, shares = 0;
    for (int column = 0; column < Model::columns; ++column) {
        const auto i = static_cast<std::size_t>(column);
        setColumnHidden(column, narrow && (column == Model::countColumn || column == Model::effectiveColumn));
        used += isColumnHidden(column) ? 0 : least[i];
        shares += isColumnHidden(column) ? 0 : share[i];
    }
    const int room = std::max(0, viewport()->width() - used);
    for (int column = 0; column < Model::columns - 1; ++column) {
        const auto i = static_cast<std::size_t>(column);
        setColumnWidth(column, least[i] + room * share[i] / shares);
    }
}

} // namespace tachograph::widgets
