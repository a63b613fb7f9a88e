#include "widgets/panels/issues.h"

#include "models/convert.h"
#include "models/items/issuesmodel.h"
#include "widgets/icons.h"

#include <QAction>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTextBlock>
#include <QVBoxLayout>

#include <any>

namespace tachograph::widgets {

using models::IssuesModel;

namespace {

/// Lines of recordings in the monospaced face.
class MonoDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->font = Theme::mono(11);
    }
};

constexpr std::uint64_t linesAround = 4;

PanelWidget* create(models::Session& session, QWidget* parent) {
    return new IssuesPanelWidget(session, parent);
}
} // namespace

extern const Panel issuesPanel{
    "issues", QT_TRANSLATE_NOOP("Panel", "Issues"), Qt::BottomDockWidgetArea, false, 1, create, "warning"};

IssuesPanelWidget::IssuesPanelWidget(models::Session& session, QWidget* parent)
    : PanelWidget(parent), m_model(new IssuesModel(session, this)), m_table(new QTableView(this)),
      m_source(new QPlainTextEdit(this)), m_copy(new QAction(tr("Copy all issues"), this)), m_theme(&Theme::light()) {
    buildTable();
    m_source->setReadOnly(true);
    m_source->setFont(Theme::mono(12));
    m_source->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_source->setFrameShape(QFrame::NoFrame);
    m_source->setProperty("look", QStringLiteral("mono"));
    m_source->setAccessibleName(tr("Source text"));
    auto* across = new QSplitter(this);
    across->addWidget(m_table);
    across->addWidget(m_source);
    across->setStretchFactor(0, 3);
    across->setStretchFactor(1, 2);
    across->setChildrenCollapsible(false);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(across);
    setMinimumHeight(120);

    connect(m_copy, &QAction::triggered, this, [this] { emit copyRequested(m_model->asText()); });
    connect(m_model, &QAbstractItemModel::modelReset, this, &IssuesPanelWidget::follow);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) { showSource(index.row()); });
    connect(&m_read, &models::BackgroundJob::finished, this,
            [this](const std::any& excerpt) { showExcerpt(std::any_cast<models::SourceExcerpt>(excerpt)); });
    connect(&m_read, &models::BackgroundJob::failed, m_source, &QPlainTextEdit::setPlainText);
    follow();
}

void IssuesPanelWidget::buildTable() {
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Issues"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setItemDelegateForColumn(IssuesModel::textColumn, new MonoDelegate(m_table));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(25);
    QHeaderView* header = m_table->horizontalHeader();
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    m_table->setColumnWidth(IssuesModel::whereColumn, 110);
    m_table->setColumnWidth(IssuesModel::whatColumn, 380);
}

void IssuesPanelWidget::follow() {
    setNote(m_model->tally());
    m_copy->setEnabled(m_model->rowCount() > 0);
    m_source->clear();
    if (m_model->rowCount() > 0)
        m_table->selectRow(0);
}

void IssuesPanelWidget::showSource(int row) {
    if (row < 0 || row >= m_model->rowCount())
        return;
    const Issue& issue = m_model->issue(row);
    const RunPtr run = m_model->run();
    if (issue.place == 0 || !run->placesAreLines() || run->sources().empty()) {
        m_source->setPlainText(models::shown(issue.excerpt.empty() ? issue.text : issue.excerpt));
        return;
    }
    m_read.start([path = run->sources().front().path, line = issue.place](const Job& job) -> Result<std::any> {
        auto excerpt = models::sourceExcerpt(path, line, linesAround, job);
        if (!excerpt)
            return excerpt.error();
        return std::any(std::move(*excerpt));
    });
}

void IssuesPanelWidget::showExcerpt(const models::SourceExcerpt& excerpt) {
    QStringList lines;
    int chosen = -1;
    for (const auto& line : excerpt.lines) {
        if (line.number == excerpt.chosen)
            chosen = static_cast<int>(lines.size());
        lines << QStringLiteral("%1  %2").arg(line.number, 6).arg(line.text);
    }
    m_source->setPlainText(lines.isEmpty() ? tr("The file has no such line any more. Reload the run.")
                                           : lines.join(QLatin1Char('\n')));
    QList<QTextEdit::ExtraSelection> marks;
    if (chosen >= 0) {
        QTextEdit::ExtraSelection mark;
        mark.format.setBackground(m_theme->warning.fill);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        mark.cursor = QTextCursor(m_source->document()->findBlockByNumber(chosen));
        marks << mark;
    }
    m_source->setExtraSelections(marks);
}

void IssuesPanelWidget::setTheme(const Theme& theme) {
    m_theme = &theme;
    m_copy->setIcon(coloredIcon(QStringLiteral("copy"), theme.text2, theme.iconOff));
    showSource(m_table->currentIndex().row());
}

} // namespace tachograph::widgets
