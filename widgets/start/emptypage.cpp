#include "widgets/start/emptypage.h"

#include "widgets/icons.h"
#include "widgets/start/droparea.h"
#include "widgets/start/keycaps.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace tachograph::widgets {

namespace {
constexpr int columnWidth = 1000;

QLabel* label(const QString& text, const char* look, QWidget* parent) {
    auto* made = new QLabel(text, parent);
    made->setProperty("look", QLatin1String(look));
    return made;
}
} // namespace

EmptyPage::EmptyPage(const QStringList& formats, QWidget* parent)
    : QScrollArea(parent), m_drop(new DropArea(formats)), m_recent(new RecentList), m_sketch(new SampleSketch),
      m_sample(new QPushButton(tr("Open the sample case"))), m_secondSample(new QPushButton(tr("Open the pair"))) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusProxy(m_drop);
    auto* column = new QWidget;
    column->setMaximumWidth(columnWidth);
    auto* rows = new QVBoxLayout(column);
    rows->setContentsMargins(0, 24, 0, 24);
    rows->setSpacing(6);
    rows->addStretch(2);
    rows->addWidget(label(tr("Open a run"), "title", column));
    auto* promise =
        label(tr("See where the time went and what the detectors found. Files are opened read-only and stay "
                 "where they are."),
              "plain", column);
    promise->setWordWrap(true);
    rows->addWidget(promise);
    rows->addSpacing(12);
    rows->addWidget(m_drop, 4);
    m_drop->setMinimumHeight(210);
    m_drop->setMaximumHeight(262);
    rows->addSpacing(20);
    rows->addWidget(makeLists());
    rows->addSpacing(18);
    rows->addWidget(makeHints());
    rows->addStretch(3);

    auto* page = new QWidget;
    auto* across = new QHBoxLayout(page);
    across->setContentsMargins(32, 0, 32, 0);
    across->addStretch(1);
    across->addWidget(column, 100);
    across->addStretch(1);
    setWidget(page);
    connect(m_drop, &DropArea::openFilesRequested, this, &EmptyPage::openFilesRequested);
    connect(m_drop, &DropArea::openFolderRequested, this, &EmptyPage::openFolderRequested);
    connect(m_recent, &RecentList::chosen, this, &EmptyPage::recentChosen);
    connect(m_sample, &QPushButton::clicked, this, &EmptyPage::sampleRequested);
    connect(m_secondSample, &QPushButton::clicked, this, &EmptyPage::secondSampleRequested);
}

QWidget* EmptyPage::makeLists() {
    auto* lists = new QWidget;
    auto* grid = new QGridLayout(lists);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(8);
    grid->addWidget(label(tr("Recent"), "heading", lists), 0, 0);
    grid->addWidget(label(tr("Sample cases"), "heading", lists), 0, 1);
    grid->addWidget(m_recent, 1, 0);
    grid->addWidget(makeSampleCard(), 1, 1);
    grid->setColumnStretch(0, 4);
    grid->setColumnStretch(1, 3);
    return lists;
}

QWidget* EmptyPage::makeSampleCard() {
    auto* card = new QFrame;
    card->setProperty("look", QStringLiteral("card"));
    auto* rows = new QVBoxLayout(card);
    rows->setContentsMargins(16, 14, 16, 14);
    rows->setSpacing(4);
    auto* title = label(tr("A run that went from 2 to 5 seconds a step"), "heading", card);
    title->setFont(Theme::font(14, true));
    rows->addWidget(title);
    auto* text =
        label(tr("600 steps of an RL fine-tuning run. Every worker is alive and tokens per second even rise, yet "
                 "an hour buys half the steps. Each line: late against early."),
              "secondary", card);
    text->setWordWrap(true);
    rows->addWidget(text);
    rows->addWidget(m_sketch);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_sample);
    buttons->addWidget(m_secondSample);
    buttons->addStretch(1);
    rows->addLayout(buttons);
    m_sample->setAccessibleName(m_sample->text());
    m_secondSample->setAccessibleName(tr("Open the pair of runs before and after an upgrade"));
    m_secondSample->setToolTip(tr("One job before and after an upgrade, both resumed from step 690"));
    return card;
}

QWidget* EmptyPage::makeHints() {
    auto* hints = new QWidget;
    auto* across = new QHBoxLayout(hints);
    across->setContentsMargins(0, 0, 0, 0);
    across->setSpacing(18);
    const QString control = tr("Ctrl");
    across->addWidget(new KeyCaps({control, QStringLiteral("O")}, tr("open"), hints), 0, Qt::AlignTop);
    across->addWidget(new KeyCaps({control, QStringLiteral("V")}, tr("paste lines from a terminal"), hints), 0,
                      Qt::AlignTop);
    across->addWidget(new KeyCaps({QStringLiteral("F1")}, tr("all shortcuts"), hints), 0, Qt::AlignTop);
    across->addStretch(1);
    auto* commands = label(QStringLiteral("tachograph report run.jsonl -o run.png\ntail -n 200 run.log | tachograph -"),
                           "mono", hints);
    commands->setAlignment(Qt::AlignRight | Qt::AlignTop);
    commands->setTextInteractionFlags(Qt::TextSelectableByMouse);
    across->addWidget(commands);
    return hints;
}

void EmptyPage::setRecent(const std::vector<RecentEntry>& entries) {
    m_recent->setEntries(entries);
}

void EmptyPage::setSampleLines(std::function<std::vector<SampleSketch::Line>()> lines) {
    m_sampleLines = std::move(lines);
}

/// A window that opens a run at once never shows this page and does without the sketch.
void EmptyPage::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    if (const auto lines = std::exchange(m_sampleLines, nullptr))
        m_sketch->setLines(lines());
}

void EmptyPage::setTheme(const Theme& theme) {
    m_drop->setTheme(theme);
    m_recent->setTheme(theme);
    m_sketch->setTheme(theme);
    for (KeyCaps* caps : findChildren<KeyCaps*>())
        caps->setTheme(theme);
    m_sample->setIcon(coloredIcon(QStringLiteral("flask"), theme.text, theme.iconOff));
    m_secondSample->setIcon(coloredIcon(QStringLiteral("flask"), theme.text, theme.iconOff));
}

} // namespace tachograph::widgets
