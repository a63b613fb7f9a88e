#include "widgets/compare/differencetable.h"

#include <QHeaderView>
#include <QResizeEvent>

#include <algorithm>
#include <array>

namespace tachograph::widgets {

using Model = models::DifferencesModel;

namespace {
constexpr int leastHeight = 24, mostRows = 14; // more than these scroll within the table
constexpr int cellPadding = 12;
} // namespace

DifferenceTable::DifferenceTable(Model& model, QWidget* parent) : QTableView(parent) {
    m_rows.setSourceModel(&model);
    m_rows.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_rows.setFilterKeyColumn(-1);
    setModel(&m_rows);
    setAccessibleName(tr("Configuration, environment and messages that differ"));
    setShowGrid(false);
    setFrameShape(NoFrame);
    setTabKeyNavigation(false);
    setSelectionBehavior(SelectRows);
    setWordWrap(true);
    setTextElideMode(Qt::ElideRight);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setMinimumSectionSize(leastHeight);
    verticalHeader()->setDefaultSectionSize(leastHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    connect(&m_rows, &QAbstractItemModel::modelReset, this, &DifferenceTable::layOut);
    layOut();
}

void DifferenceTable::search(const QString& text) {
    m_rows.setFilterFixedString(text);
    layOut();
}

int DifferenceTable::sharing(int row) const {
    const auto remark = [this](int at) {
        return m_rows.index(at, Model::remarkColumn).data().toString();
    };
    int count = 1;
    while (!remark(row).isEmpty() && row + count < m_rows.rowCount() && remark(row + count) == remark(row))
        ++count;
    return count;
}

int DifferenceTable::remarkHeight(int row) const {
    const int width = std::max(40, columnWidth(Model::remarkColumn) - cellPadding);
    const QString text = m_rows.index(row, Model::remarkColumn).data().toString();
    return fontMetrics().boundingRect(QRect(0, 0, width, 10'000), Qt::TextWordWrap, text).height() + 8;
}

void DifferenceTable::joinRemarks() {
    clearSpans();
    for (int row = 0; row < m_rows.rowCount();) {
        const int count = sharing(row);
        if (count > 1)
            setSpan(row, Model::remarkColumn, count, 1);
        const int each = std::max(leastHeight, (remarkHeight(row) + count - 1) / count);
        for (int i = 0; i < count; ++i)
            setRowHeight(row + i, each);
        row += count;
    }
}

/// Shares the width and takes the height that the rows need.
void DifferenceTable::layOut() {
    constexpr std::array<int, Model::columns> share{33, 15, 18, 34};
    for (int column = 0; column + 1 < Model::columns; ++column)
        setColumnWidth(column, viewport()->width() * share[static_cast<std::size_t>(column)] / 100);
    joinRemarks();
    int height = horizontalHeader()->sizeHint().height() + 2;
    for (int row = 0; row < std::min(mostRows, m_rows.rowCount()); ++row)
        height += rowHeight(row);
    setFixedHeight(height);
}

void DifferenceTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        layOut();
}

} // namespace tachograph::widgets
