#include "app/addseriesdialog.h"

#include "models/items/addedseriesmodel.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

namespace tachograph::app {

using models::AddedSeriesModel;

namespace {

/// Greys out what cannot be added; it can be chosen all the same.
class FitDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const bool fits = index.data(AddedSeriesModel::whyRole).toString().isEmpty();
        if (!fits || index.column() != AddedSeriesModel::nameColumn)
            option->palette.setColor(QPalette::Text, option->palette.color(QPalette::PlaceholderText));
    }
};

} // namespace

AddSeriesDialog::AddSeriesDialog(models::Session& session, const models::Timeline& timeline, const models::Lane& lane,
                                 bool ownLanes, QWidget* parent)
    : QDialog(parent), m_session(session), m_model(new AddedSeriesModel(session, timeline, lane, this)),
      m_found(new QSortFilterProxyModel(this)), m_search(new QLineEdit(this)), m_list(new QTreeView(this)),
      m_sentence(new QLabel(this)), m_toggle(new QPushButton(this)), m_alone(new QPushButton(this)),
      m_laneTitle(lane.title) {
    setWindowTitle(tr("Series of the lane %1").arg(lane.title));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(720, 480);
    m_search->setPlaceholderText(tr("Filter by name or key"));
    m_search->setAccessibleName(tr("Filter the series by name or key"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    buildList();
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setProperty("look", QStringLiteral("secondary"));
    m_sentence->setMinimumHeight(m_sentence->fontMetrics().lineSpacing() * 2);
    m_sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_toggle->setProperty("look", QStringLiteral("primary")); // before the box has its buttons dressed
    m_alone->setText(tr("Show in a lane of its own"));
    m_alone->setVisible(ownLanes);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_alone, QDialogButtonBox::ActionRole);
    buttons->addButton(m_toggle, QDialogButtonBox::ActionRole);
    m_toggle->setDefault(true);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(20, 18, 20, 18);
    rows->setSpacing(12);
    rows->addWidget(m_search);
    rows->addWidget(m_list, 1);
    rows->addWidget(m_sentence);
    rows->addWidget(buttons);
    connect(m_search, &QLineEdit::textChanged, this, &AddSeriesDialog::filter);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &AddSeriesDialog::follow);
    connect(m_model, &AddedSeriesModel::dataChanged, this, &AddSeriesDialog::follow);
    connect(m_toggle, &QPushButton::clicked, this, &AddSeriesDialog::toggle);
    connect(m_alone, &QPushButton::clicked, this, &AddSeriesDialog::showAlone);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_list->setCurrentIndex(m_found->index(0, 0));
    follow();
    m_search->setFocus();
}

void AddSeriesDialog::buildList() {
    m_found->setSourceModel(m_model);
    m_found->setFilterRole(AddedSeriesModel::searchRole);
    m_found->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_found->setFilterKeyColumn(AddedSeriesModel::nameColumn);
    m_list->setModel(m_found);
    m_list->setAccessibleName(tr("Series"));
    m_list->setItemDelegate(new FitDelegate(m_list));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true); // a recording may hold thousands of series
    m_list->setAllColumnsShowFocus(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->header()->setStretchLastSection(true);
    m_list->setColumnWidth(AddedSeriesModel::nameColumn, 250);
    m_list->setColumnWidth(AddedSeriesModel::unitColumn, 70);
}

/// The arrow keys choose in the list while something is typed.
bool AddSeriesDialog::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int by = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        if (by != 0 && m_found->rowCount() > 0) {
            const int row = qBound(0, m_list->currentIndex().row() + by, m_found->rowCount() - 1);
            m_list->setCurrentIndex(m_found->index(row, 0));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

/// Something that is seen stays chosen.
void AddSeriesDialog::filter(const QString& text) {
    m_found->setFilterFixedString(text);
    if (!m_list->currentIndex().isValid() || !text.isEmpty())
        m_list->setCurrentIndex(m_found->index(0, 0));
    follow();
}

QModelIndex AddSeriesDialog::chosen() const {
    return m_list->currentIndex().siblingAtColumn(AddedSeriesModel::nameColumn);
}

void AddSeriesDialog::follow() {
    const QModelIndex index = chosen();
    const QString why = index.data(AddedSeriesModel::whyRole).toString(), name = index.data().toString();
    const bool added = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    m_toggle->setEnabled(index.isValid() && why.isEmpty());
    m_toggle->setText(added ? tr("Remove") : tr("Add"));
    m_alone->setEnabled(index.isValid() && !m_session.isLaneShown(index.data(AddedSeriesModel::laneRole).toString()));
    if (!index.isValid())
        m_sentence->setText(m_model->rowCount() == 0 ? tr("The run has no other series.")
                                                     : tr("No series has that in its name or key."));
    else if (!why.isEmpty())
        m_sentence->setText(tr("%1 cannot be laid in %2: %3.").arg(name, m_laneTitle, why));
    else
        m_sentence->setText(added ? tr("%1 is in %2.").arg(name, m_laneTitle) : QString());
}

/// Leaves: whoever wants several ticks them.
void AddSeriesDialog::toggle() {
    const QModelIndex index = chosen();
    const bool added = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    if (m_found->setData(index, static_cast<int>(added ? Qt::Unchecked : Qt::Checked), Qt::CheckStateRole))
        accept();
}

void AddSeriesDialog::showAlone() {
    m_session.setLaneShown(chosen().data(AddedSeriesModel::laneRole).toString(), true);
    accept();
}

} // namespace tachograph::app
