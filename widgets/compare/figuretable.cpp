#include "widgets/compare/figuretable.h"

#include "widgets/compare/sectionrow.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace tachograph::widgets {

namespace {
constexpr int rowHeight = 24, mostRows = 8; // more scroll within the table
} // namespace

FigureTable::FigureTable(const QString& title, QWidget* parent)
    : QWidget(parent), m_table(new QTableView), m_remark(new QLabel) {
    m_table->setModel(&m_rows);
    m_table->setAccessibleName(title);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setMinimumSectionSize(rowHeight);
    m_table->verticalHeader()->setDefaultSectionSize(rowHeight);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setMinimumSectionSize(30);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_remark->setWordWrap(true);
    m_remark->setContentsMargins(14, 6, 14, 6);
    m_remark->setProperty("look", QStringLiteral("secondary"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(sectionRow(title));
    rows->addWidget(m_table);
    rows->addWidget(m_remark);
    hide();
}

void FigureTable::setTable(models::ComparedTable table) {
    m_rows.setTable(std::move(table));
    const int count = m_rows.rowCount();
    m_table->setVisible(count > 0);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + 2 +
                            rowHeight * std::min(mostRows, count));
    m_remark->setText(m_rows.table().remark);
    m_remark->setVisible(!m_rows.table().remark.isEmpty());
    if (m_rows.columnCount() > 0)
        m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    setVisible(count > 0 || !m_rows.table().remark.isEmpty());
}

} // namespace tachograph::widgets
