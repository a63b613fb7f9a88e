#include "widgets/panels/details.h"

#include "widgets/icons.h"
#include "widgets/panels/emptyhint.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace tachograph::widgets {

namespace {

PanelWidget* create(models::Session& session, QWidget* parent) {
    return new DetailsPanelWidget(session, parent);
}

/// What a line of the narrowest panel holds.
constexpr qsizetype longestPiece = 22;

/// The text so that no line of it is cut off: pieces may break after a slash, point, dash or underscore (zero-width
/// spaces), and one that is too long even so is shortened in its middle.
QString breakable(const QString& text, bool& shortenedPiece) {
    QString answer, piece;
    const auto take = [&](bool last) {
        if (piece.size() > longestPiece) {
            shortenedPiece = true;
            constexpr qsizetype half = longestPiece / 2;
            piece = piece.left(half) + QStringLiteral("\u2026") + piece.right(half);
        }
        answer += last ? piece : piece + QStringLiteral("\u200b");
        piece.clear();
    };
    for (const QChar c : text) {
        piece += c;
        if (c.isSpace() || QStringLiteral("/._-").contains(c))
            take(false);
    }
    take(true);
    return answer;
}

/// Text of a recording is never markup. The tool tip has the whole of what was shortened.
QLabel* valueLabel(const models::DetailsRow& row, QWidget* parent) {
    bool shortenedPiece = false;
    auto* label = new QLabel(breakable(row.value, shortenedPiece), parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    const QString note = shortenedPiece ? row.value + (row.note.isEmpty() ? "" : "\n") + row.note : row.note;
    label->setToolTip(note.isEmpty() ? QString()
                                     : note.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setAccessibleName(row.name + QStringLiteral(": ") + row.value);
    label->setProperty("look", QStringLiteral("value"));
    return label;
}

} // namespace

extern const Panel detailsPanel{
    "details", QT_TRANSLATE_NOOP("Panel", "Run details"), Qt::LeftDockWidgetArea, true, 7, create, "details"};

DetailsPanelWidget::DetailsPanelWidget(models::Session& session, QWidget* parent)
    : PanelWidget(parent), m_session(session), m_area(new QScrollArea(this)),
      m_copy(new QAction(tr("Copy the run details"), this)) {
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setAccessibleName(tr("Run details"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(new EmptyHint(session, this));
    rows->addWidget(m_area);
    connect(m_copy, &QAction::triggered, this, [this] { emit copyRequested(asText()); });
    connect(&session, &models::Session::currentChanged, this, &DetailsPanelWidget::follow);
    connect(&session, &models::Session::runsChanged, this, &DetailsPanelWidget::follow);
    follow();
}

void DetailsPanelWidget::follow() {
    const models::OpenRun* current = m_session.current();
    const models::RunDetailsPtr details = current ? current->details : nullptr;
    m_copy->setEnabled(details != nullptr);
    if (m_area->widget() && details == m_shown)
        return;
    m_shown = details;
    auto* page = new QWidget;
    auto* rows = new QVBoxLayout(page);
    rows->setContentsMargins(0, 0, 0, 8);
    rows->setSpacing(0);
    if (details)
        for (const models::DetailsSection& section : details->sections)
            rows->addWidget(makeSection(section, &section == &details->sections.front()));
    rows->addStretch(1);
    m_area->setWidget(page);
}

QWidget* DetailsPanelWidget::makeSection(const models::DetailsSection& section, bool first) {
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(12, first ? 8 : 4, 8, 4);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(3);
    int line = 0;
    if (!first) { // the dock's own title says what the first section is
        auto* title = new QLabel(section.title, box);
        title->setProperty("look", QStringLiteral("heading"));
        title->setContentsMargins(0, 4, 0, 2);
        grid->addWidget(title, line++, 0, 1, 2);
    }
    for (const models::DetailsRow& row : section.rows) {
        auto* name = new QLabel(row.name, box);
        name->setProperty("look", QStringLiteral("muted"));
        name->setTextFormat(Qt::PlainText);
        name->setWordWrap(true);
        grid->addWidget(name, line, 0, Qt::AlignTop);
        grid->addWidget(valueLabel(row, box), line++, 1, Qt::AlignTop);
    }
    grid->setColumnStretch(0, 2);
    grid->setColumnStretch(1, 3);
    return box;
}

QString DetailsPanelWidget::asText() const {
    QString text;
    if (m_shown)
        for (const models::DetailsSection& section : m_shown->sections)
            for (const models::DetailsRow& row : section.rows)
                text += row.name + QLatin1Char('\t') + row.value + QLatin1Char('\n');
    return text;
}

void DetailsPanelWidget::setTheme(const Theme& theme) {
    m_copy->setIcon(coloredIcon(QStringLiteral("copy"), theme.text2, theme.iconOff));
}

} // namespace tachograph::widgets
