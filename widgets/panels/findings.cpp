#include "widgets/panels/findings.h"

#include "models/items/findingsmodel.h"
#include "widgets/panels/emptyhint.h"
#include "widgets/panels/findings/findingdelegate.h"
#include "widgets/panels/findings/findinglist.h"
#include "widgets/panels/findings/findinglistmodel.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

namespace tachograph::widgets {

namespace {
PanelWidget* create(models::Session& session, QWidget* parent) {
    return new FindingsPanelWidget(session, parent);
}

struct Chip {
    std::optional<Severity> severity;
    const char* text;
};
constexpr std::array<Chip, 4> chips{
    {{std::nullopt, QT_TRANSLATE_NOOP("tachograph::widgets::FindingsPanelWidget", "All")},
     {Severity::critical, QT_TRANSLATE_NOOP("tachograph::widgets::FindingsPanelWidget", "Critical")},
     {Severity::warning, QT_TRANSLATE_NOOP("tachograph::widgets::FindingsPanelWidget", "Warning")},
     {Severity::info, QT_TRANSLATE_NOOP("tachograph::widgets::FindingsPanelWidget", "Info")}}};
} // namespace

extern const Panel findingsPanel{
    "findings", QT_TRANSLATE_NOOP("Panel", "Findings"), Qt::RightDockWidgetArea, true, 3, create, "findings"};

FindingsPanelWidget::FindingsPanelWidget(models::Session& session, QWidget* parent)
    : PanelWidget(parent), m_session(session), m_said(new models::FindingsModel(session, this)),
      m_rows(new FindingListModel(*m_said, this)), m_delegate(new FindingDelegate(*m_rows, this)),
      m_list(new FindingList(*m_delegate, this)), m_chips(new QButtonGroup(this)), m_empty(new QLabel(this)) {
    m_list->setModel(m_rows);
    m_list->setAccessibleName(tr("Findings"));
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_empty->setProperty("look", QStringLiteral("muted"));
    m_empty->setWordWrap(true);
    m_empty->setContentsMargins(12, 8, 12, 8);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addLayout(makeChips());
    rows->addWidget(new EmptyHint(session, this));
    rows->addWidget(m_empty);
    rows->addWidget(m_list, 1);

    connect(m_rows, &QAbstractItemModel::modelReset, this, &FindingsPanelWidget::rowsChanged);
    connect(m_list, &FindingList::cardClicked, this, &FindingsPanelWidget::zoomTo);
    connect(m_list, &FindingList::cardEntered, this, &FindingsPanelWidget::zoomTo);
    connect(m_list, &FindingList::copyClicked, this, &FindingsPanelWidget::copy);
    connect(m_list, &FindingList::seriesClicked, this, &FindingsPanelWidget::showSeries);
    connect(m_list, &FindingList::dismissClicked, this, &FindingsPanelWidget::dismiss);
    connect(m_list, &FindingList::cardChosen, this, [this](const QModelIndex& index) {
        m_session.setSelectedFinding(index.data(FindingListModel::timelineIndexRole).toInt());
    });
    connect(m_list, &QWidget::customContextMenuRequested, this, &FindingsPanelWidget::showMenu);
    connect(&m_session, &models::Session::selectedFindingChanged, this, &FindingsPanelWidget::followSelection);
    connect(&m_session, &models::Session::runsChanged, this, &FindingsPanelWidget::refreshNote);
    rowsChanged();
}

QLayout* FindingsPanelWidget::makeChips() {
    auto* across = new QHBoxLayout;
    across->setContentsMargins(12, 8, 12, 4);
    across->setSpacing(6);
    for (std::size_t i = 0; i < chips.size(); ++i) {
        auto* chip = new QToolButton(this);
        chip->setCheckable(true);
        chip->setFocusPolicy(Qt::StrongFocus);
        chip->setProperty("look", QStringLiteral("chip"));
        m_chips->addButton(chip, static_cast<int>(i));
        across->addWidget(chip);
    }
    across->addStretch(1);
    m_chips->button(0)->setChecked(true);
    connect(m_chips, &QButtonGroup::idClicked, this,
            [this](int chip) { m_rows->setFilter(chips[static_cast<std::size_t>(chip)].severity); });
    return across;
}

void FindingsPanelWidget::rowsChanged() {
    m_delegate->forget();
    for (std::size_t i = 0; i < chips.size(); ++i) {
        const int count = m_rows->count(chips[i].severity);
        QAbstractButton* chip = m_chips->button(static_cast<int>(i));
        chip->setText(QStringLiteral("%1 %2").arg(tr(chips[i].text)).arg(count));
        chip->setAccessibleName(tr("Show %1 findings, %2").arg(tr(chips[i].text)).arg(count));
        // Without a run that is shown nothing was looked for.
        chip->setVisible(m_session.timeline() && (i == 0 || count > 0 || chip->isChecked()));
    }
    refreshNote();
    followSelection();
}

void FindingsPanelWidget::refreshNote() {
    setNote(m_said->tally());
    const models::OpenRun* current = m_session.current();
    m_empty->setVisible(current && current->diagnosis && m_rows->count(std::nullopt) == 0);
    m_empty->setText(tr("Nothing found. What each detector looked at is listed below."));
}

void FindingsPanelWidget::followSelection() {
    const int finding = m_session.selectedFinding();
    m_delegate->setOpenFinding(finding);
    const int row = m_rows->rowOfFinding(finding);
    const QModelIndex index = row >= 0 ? m_rows->index(row) : QModelIndex();
    if (m_list->currentIndex() != index)
        m_list->setCurrentIndex(index);
    m_list->doItemsLayout();
    if (index.isValid())
        m_list->scrollTo(index);
}

void FindingsPanelWidget::zoomTo(const QModelIndex& index) {
    const int finding = index.data(FindingListModel::timelineIndexRole).toInt();
    if (finding < 0)
        return;
    m_session.setSelectedFinding(finding);
    emit zoomRequested(finding);
}

void FindingsPanelWidget::showSeries(const QModelIndex& index) {
    const int finding = index.data(FindingListModel::timelineIndexRole).toInt();
    if (finding < 0)
        return;
    m_session.setSelectedFinding(finding);
    emit showSeriesRequested(finding);
}

void FindingsPanelWidget::dismiss(const QModelIndex& index) {
    const int finding = index.data(FindingListModel::timelineIndexRole).toInt();
    if (finding >= 0)
        emit dismissRequested(finding);
}

QString FindingsPanelWidget::rowAsText(int row) const {
    const models::OpenRun* current = m_session.current();
    return row < 0 || !current ? QString() : FindingListModel::asText(m_rows->entry(row), current->name);
}

void FindingsPanelWidget::copy(const QModelIndex& index) {
    emit copyRequested(rowAsText(index.row()));
}

QString FindingsPanelWidget::selectedAsText() const {
    return rowAsText(m_rows->rowOfFinding(m_session.selectedFinding()));
}

void FindingsPanelWidget::showMenu(const QPoint& pos) {
    const QModelIndex index = m_list->indexAt(pos);
    if (!index.isValid() || index.data(FindingListModel::timelineIndexRole).toInt() < 0)
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QPersistentModelIndex kept(index);
    connect(menu->addAction(tr("Zoom to span")), &QAction::triggered, this, [this, kept] { zoomTo(kept); });
    connect(menu->addAction(tr("Show series")), &QAction::triggered, this, [this, kept] { showSeries(kept); });
    connect(menu->addAction(tr("Copy as text")), &QAction::triggered, this, [this, kept] {
        if (kept.isValid())
            copy(kept);
    });
    menu->addSeparator();
    const bool dismissed = m_rows->entry(index.row()).dismissed;
    connect(menu->addAction(dismissed ? tr("Take back the dismissal") : tr("Dismiss…")), &QAction::triggered, this,
            [this, kept] { dismiss(kept); });
    connect(menu->addAction(tr("Make a note of it…")), &QAction::triggered, this, [this, kept] {
        if (kept.isValid())
            emit noteFromFindingRequested(kept.data(FindingListModel::timelineIndexRole).toInt());
    });
    menu->popup(m_list->viewport()->mapToGlobal(pos));
}

void FindingsPanelWidget::setTheme(const Theme& theme) {
    m_delegate->setTheme(theme);
    m_list->viewport()->update();
}

} // namespace tachograph::widgets
