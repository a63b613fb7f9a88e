#include "app/lanetabledialog.h"

#include "models/convert.h"
#include "models/items/lanetablemodel.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace tachograph::app {

LaneTableDialog::LaneTableDialog(const models::Timeline& timeline, const models::Lane& lane,
                                 std::pair<double, double> range, QWidget* parent)
    : QDialog(parent), m_model(new models::LaneTableModel(timeline, lane, range.first, range.second, this)),
      m_table(new QTableView(this)) {
    setWindowTitle(tr("%1 as a table").arg(lane.title));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(560, 640);
    const bool whole = range.first <= timeline.xMin && range.second >= timeline.xMax;
    const QString rowsText = models::toQt(formatCount(m_model->rowCount()));
    QString what = whole ? tr("%1, the whole run: %2 rows.").arg(lane.title, rowsText)
                         : tr("%1, the visible range: %2 rows.").arg(lane.title, rowsText);
    if (!lane.qualifier.isEmpty())
        what += u' ' + tr("%1.").arg(lane.qualifier);
    auto* heading = new QLabel(what + u' ' + tr("Copies have all digits, separated by tabs."), this);
    heading->setTextFormat(Qt::PlainText);
    heading->setWordWrap(true);
    m_table->setModel(m_model);
    m_table->setAccessibleName(windowTitle());
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(24);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setResizeContentsPrecision(50); // a long recording is not measured row by row
    m_table->resizeColumnsToContents();

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* copyButton = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    copyButton->setToolTip(tr("The chosen rows, or all when one or none is chosen (Ctrl+C)"));
    m_table->installEventFilter(this);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(20, 18, 20, 18);
    rows->setSpacing(12);
    rows->addWidget(heading);
    rows->addWidget(m_table, 1);
    rows->addWidget(buttons);
    connect(copyButton, &QPushButton::clicked, this, &LaneTableDialog::copy);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_table->setCurrentIndex(m_model->index(0, 0));
    m_table->setFocus();
}

/// The table would copy the one cell.
bool LaneTableDialog::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_table && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        copy();
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

void LaneTableDialog::copy() {
    std::vector<int> rows;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::ranges::sort(rows);
    if (rows.size() < 2)
        rows.clear();
    QApplication::clipboard()->setText(m_model->asTsv(rows));
}

} // namespace tachograph::app
