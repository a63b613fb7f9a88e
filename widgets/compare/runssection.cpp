#include "widgets/compare/runssection.h"

#include "models/items/comparedmetricsmodel.h"
#include "widgets/compare/comparisontext.h"
#include "widgets/compare/effectdelegate.h"
#include "widgets/compare/sectionrow.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace tachograph::widgets {

using models::OpenRun;
using Model = models::ComparedRunsModel;

namespace {

constexpr int rowHeight = 24, mostRows = 5; // more scroll within the table

/// Letters in the colours of the roles; B's row stands out.
class RunsDelegate : public EffectDelegate {
  public:
    explicit RunsDelegate(QObject* parent)
        : EffectDelegate({Model::effectColumn, Model::intervalColumn, Model::verdictColumn}, parent) {}

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        EffectDelegate::initStyleOption(option, index);
        const QString letter = index.siblingAtColumn(Model::letterColumn).data().toString();
        if (letter.isEmpty() || index.column() > Model::valueColumn)
            return;
        const QColor color = theme().run(letter == QLatin1String("A") ? 0 : 1);
        option->font.setBold(index.column() != Model::valueColumn);
        option->palette.setColor(QPalette::Text, color);
        option->palette.setColor(QPalette::HighlightedText, color);
    }
};

} // namespace

RunsSection::RunsSection(models::Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_delegate(new RunsDelegate(this)), m_table(new QTableView),
      m_note(new QLabel), m_choose(textButton(tr("Choose runs"))) {
    buildTable();
    m_note->setProperty("look", QStringLiteral("secondary"));
    m_note->setWordWrap(true);
    m_note->setContentsMargins(14, 6, 14, 6);
    m_choose->setMenu(new QMenu(m_choose));
    m_choose->setPopupMode(QToolButton::InstantPopup);
    m_choose->setToolTip(tr("Which runs are held against A"));
    QToolButton* copy = textButton(tr("Copy as table"));
    connect(copy, &QToolButton::clicked, this, [this] { emit copyRequested(m_rows.asText()); });
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(sectionRow(tr("Runs against A"), nullptr, {m_choose, copy}));
    rows->addWidget(m_note);
    rows->addWidget(m_table);
    hide();
}

void RunsSection::buildTable() {
    m_table->setModel(&m_rows);
    m_table->setItemDelegate(m_delegate);
    m_table->setAccessibleName(tr("Runs against A; Enter makes one B"));
    m_table->setToolTip(tr("Click a run, or press Enter on it, to make it B"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setMinimumSectionSize(rowHeight);
    m_table->verticalHeader()->setDefaultSectionSize(rowHeight);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this);
    connect(m_table, &QTableView::clicked, this, &RunsSection::choose);
}

bool RunsSection::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const int key = static_cast<const QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            choose(m_table->currentIndex());
            return true;
        }
    }
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        layOut();
    return QWidget::eventFilter(watched, event);
}

void RunsSection::choose(const QModelIndex& index) {
    if (index.isValid() && m_rows.otherOf(index.row()) >= 0 &&
        !index.data(models::ComparedMetricsModel::headlineRole).toBool())
        emit chosen(static_cast<std::size_t>(m_rows.otherOf(index.row())));
}

std::vector<std::uint64_t> RunsSection::others(std::uint64_t a, std::uint64_t b) const {
    std::vector<std::uint64_t> ids;
    for (const OpenRun& run : m_session.runs())
        if (run.run && run.id != a && (run.id == b || (run.visible && !m_leftOut.contains(run.id))))
            ids.push_back(run.id);
    const auto place = std::ranges::find(ids, b);
    if (ids.size() < 2 || place == ids.end())
        return {};
    constexpr auto most = static_cast<std::ptrdiff_t>(ComparisonSet::mostOthers);
    if (place - ids.begin() >= most) // B is always held against A
        std::swap(*place, ids[ComparisonSet::mostOthers - 1]);
    ids.resize(std::min(ids.size(), ComparisonSet::mostOthers));
    return ids;
}

void RunsSection::setLeftOut(std::set<std::uint64_t> runs) {
    m_leftOut = std::move(runs);
    emit changed();
}

void RunsSection::followRuns(std::uint64_t a, std::uint64_t b) {
    QMenu* menu = m_choose->menu();
    menu->clear();
    int ready = 0;
    for (const OpenRun& run : m_session.runs()) {
        if (!run.run)
            continue;
        ++ready;
        if (run.id == a)
            continue;
        QAction* action = menu->addAction(QString(run.name).replace(QLatin1Char('&'), QLatin1String("&&")));
        action->setCheckable(true);
        action->setChecked(run.id == b || (run.visible && !m_leftOut.contains(run.id)));
        action->setEnabled(run.id != b && run.visible);
        connect(action, &QAction::toggled, this, [this, id = run.id](bool on) {
            if (on)
                m_leftOut.erase(id);
            else
                m_leftOut.insert(id);
            emit changed();
        });
    }
    setVisible(ready > 2);
}

void RunsSection::setView(const models::ComparisonViewPtr& view) {
    m_rows.setView(view);
    m_delegate->setWidest(m_rows.widestFactor());
    m_table->clearSpans();
    for (int row = 0; row < m_rows.rowCount(); ++row) { // a note takes the room up to the verdict
        const QModelIndex interval = m_rows.index(row, Model::intervalColumn);
        if (!interval.data(models::ComparedMetricsModel::effectRole).isValid())
            m_table->setSpan(row, Model::intervalColumn, 1, Model::verdictColumn - Model::intervalColumn);
        if (interval.data(models::ComparedMetricsModel::headlineRole).toBool())
            m_table->setCurrentIndex(m_rows.index(row, Model::nameColumn));
    }
    m_note->setText(view ? severalRunsWords(*view) : QString());
    m_note->setVisible(!m_note->text().isEmpty());
    layOut();
}

void RunsSection::layOut() {
    constexpr std::array<int, Model::columns> least{26, 150, 80, 68, 72, 136, 62, 128};
    const int width = m_table->viewport()->width();
    int used = 0;
    for (const int column : least)
        used += column;
    const bool narrow = width < used;
    m_table->setColumnHidden(Model::effectiveColumn, narrow);
    const int room = std::max(0, width - used + (narrow ? least[Model::effectiveColumn] : 0));
    for (int column = 0; column + 1 < Model::columns; ++column) {
        const int share = column == Model::nameColumn ? 60 : column == Model::effectColumn ? 30 : 0;
        m_table->setColumnWidth(column, least[static_cast<std::size_t>(column)] + room * share / 100);
    }
    m_table->setVisible(m_rows.rowCount() > 0);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + 2 +
                            rowHeight * std::min(mostRows, m_rows.rowCount()));
    // A note of several lines counts as one in the least height of a layout, and the splitter takes the rows for it.
    layout()->invalidate();
    setMinimumHeight(layout()->hasHeightForWidth() ? layout()->totalMinimumHeightForWidth(this->width())
                                                   : layout()->totalMinimumSize().height());
}

void RunsSection::setTheme(const Theme& theme) {
    m_delegate->setTheme(theme);
    m_table->viewport()->update();
}

} // namespace tachograph::widgets
