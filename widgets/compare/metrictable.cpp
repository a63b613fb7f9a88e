#include "widgets/compare/metrictable.h"

#include "widgets/compare/effectdelegate.h"

#include <QHeaderView>

#include <algorithm>
#include <array>
#include <numeric>

namespace tachograph::widgets {

using Model = models::ComparedMetricsModel;

namespace {

constexpr int metricRowHeight = 24, cellPadding = 12;

/// The colours of the two runs beside what every table of effects has.
class MetricDelegate : public EffectDelegate {
  public:
    explicit MetricDelegate(QObject* parent)
        : EffectDelegate({Model::effectColumn, Model::intervalColumn, Model::verdictColumn}, parent) {}

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        EffectDelegate::initStyleOption(option, index);
        if (index.column() == Model::aColumn || index.column() == Model::bColumn) {
            const QColor run = theme().run(index.column() == Model::aColumn ? 0 : 1);
            option->palette.setColor(QPalette::Text, run);
            option->palette.setColor(QPalette::HighlightedText, run);
        }
        if (index.column() == Model::countColumn || index.column() == Model::effectiveColumn)
            option->palette.setColor(QPalette::Text, theme().muted);
        if (index.column() == Model::nameColumn && index.data(Model::headlineRole).toBool())
            option->font.setBold(true);
    }
};

} // namespace

MetricTable::MetricTable(Model& model, QWidget* parent)
    : QTableView(parent), m_model(model), m_delegate(new MetricDelegate(this)) {
    setModel(&model);
    setItemDelegate(m_delegate);
    setAccessibleName(tr("Metrics of both runs"));
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setWordWrap(true);
    setTabKeyNavigation(false);
    setFrameShape(NoFrame);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(metricRowHeight);
    verticalHeader()->setMinimumSectionSize(metricRowHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        m_delegate->setWidest(m_model.widestFactor());
        spanNotes();
    });
}

/// What a row says instead of whiskers and interval takes the room up to the verdict, and as many lines as it needs.
void MetricTable::spanNotes() {
    clearSpans();
    int room = -cellPadding;
    for (int column = Model::effectColumn; column < Model::verdictColumn; ++column)
        room += isColumnHidden(column) ? 0 : columnWidth(column);
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QModelIndex first = m_model.index(row, Model::effectColumn);
        const QString note = first.data(Model::noteRole).toString();
        int height = metricRowHeight;
        if (!first.data(Model::effectRole).isValid() && !note.isEmpty()) {
            setSpan(row, Model::effectColumn, 1, Model::verdictColumn - Model::effectColumn);
            const QRect text =
                fontMetrics().boundingRect(QRect(0, 0, std::max(room, 40), 10'000), Qt::TextWordWrap, note);
            height = std::max(height, text.height() + 8);
        }
        setRowHeight(row, height);
    }
}

void MetricTable::setTheme(const Theme& theme) {
    m_delegate->setTheme(theme);
    viewport()->update();
}

/// Shares the width by what the columns hold: the name and the whiskers grow.
void MetricTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    constexpr std::array<int, Model::columns> least{140, 80, 80, 68, 72, 136, 62, 62, 162};
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
    spanNotes();
}

} // namespace tachograph::widgets
