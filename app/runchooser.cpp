#include "app/runchooser.h"

#include "models/items/offeredrunsmodel.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace tachograph::app {

using models::OfferedRunsModel;

RunChooser::RunChooser(const models::RunOffer& offer, QWidget* parent)
    : QDialog(parent), m_runs(new OfferedRunsModel(offer, this)), m_sorted(new QSortFilterProxyModel(this)),
      m_search(new QLineEdit(this)), m_list(new QTreeView(this)), m_open(new QPushButton(this)) {
    setWindowTitle(tr("Choose runs of %1").arg(offer.recording));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(680, 460);
    auto* what = new QLabel(tr("%1 holds %2 runs. Choose one, or several to see over each other.")
                                .arg(offer.recording)
                                .arg(offer.runs.size()),
                            this);
    what->setWordWrap(true);
    m_search->setPlaceholderText(tr("Search by name"));
    m_search->setAccessibleName(tr("Search the runs by name"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    buildList();

    m_open->setProperty("look", QStringLiteral("primary")); // before the box has its buttons dressed
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_open, QDialogButtonBox::AcceptRole);
    m_open->setDefault(true);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(20, 18, 20, 18);
    rows->setSpacing(12);
    rows->addWidget(what);
    rows->addWidget(m_search);
    rows->addWidget(m_list, 1);
    rows->addWidget(buttons);

    connect(m_search, &QLineEdit::textChanged, this, &RunChooser::filter);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunChooser::refreshButton);
    connect(m_list, &QTreeView::doubleClicked, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_list->setCurrentIndex(m_sorted->index(0, 0));
    refreshButton();
    m_list->setFocus();
}

void RunChooser::buildList() {
    m_sorted->setSourceModel(m_runs);
    m_sorted->setSortRole(OfferedRunsModel::sortRole);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_sorted->setFilterKeyColumn(OfferedRunsModel::nameColumn);
    m_sorted->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_list->setModel(m_sorted);
    m_list->setAccessibleName(tr("Runs"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true); // a database may hold thousands of runs
    m_list->setAllColumnsShowFocus(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_list->setSortingEnabled(true);
    m_list->header()->setSortIndicator(-1, Qt::AscendingOrder); // as recorded, until a column is clicked
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(OfferedRunsModel::nameColumn, QHeaderView::Stretch);
    const std::pair<int, int> widths[] = {{OfferedRunsModel::stepsColumn, 80},
                                          {OfferedRunsModel::startColumn, 150},
                                          {OfferedRunsModel::durationColumn, 110}};
    for (const auto& [column, width] : widths)
        m_list->setColumnWidth(column, width);
}

/// The arrow keys go on from the search field into the list.
bool RunChooser::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_search && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down) {
        m_list->setFocus(Qt::TabFocusReason);
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

/// Something stays selected, so that Enter always means a run that is seen.
void RunChooser::filter(const QString& text) {
    m_sorted->setFilterFixedString(text);
    if (m_list->selectionModel()->selectedRows().isEmpty() && m_sorted->rowCount() > 0)
        m_list->setCurrentIndex(m_sorted->index(0, 0));
    refreshButton();
}

void RunChooser::refreshButton() {
    const std::size_t count = chosen().size();
    m_open->setEnabled(count > 0);
    m_open->setText(count > 1 ? tr("Open %1 runs").arg(count) : tr("Open run"));
}

std::vector<std::size_t> RunChooser::chosen() const {
    QModelIndexList selected = m_list->selectionModel()->selectedRows();
    std::ranges::sort(selected, {}, &QModelIndex::row);
    std::vector<std::size_t> indices;
    for (const QModelIndex& index : selected)
        indices.push_back(static_cast<std::size_t>(m_sorted->mapToSource(index).row()));
    return indices;
}

} // namespace tachograph::app
