#include "app/exportdialog.h"

#include "app/previewpane.h"
#include "models/convert.h"

#include <QAccessible>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace tachograph::app {

namespace {

constexpr std::array scales{1.0, 1.5, 2.0, 3.0};
constexpr std::array<const char*, 3> sizes{"ticket", "slide", "long"};
constexpr int formWidth = 340;
constexpr int gap = 6; ///< between a field and its button

/// What a report can leave out, in the order of the boxes.
constexpr std::array members{&ReportContent::lanes, &ReportContent::findings, &ReportContent::tables,
                             &ReportContent::notes};
constexpr std::size_t notesPart = 3;

QPushButton* plainButton(const QString& text, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setAutoDefault(false); // Enter saves
    return button;
}

QLabel* hint(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setProperty("look", QStringLiteral("secondary"));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

void choose(QComboBox& box, const QVariant& data) {
    box.setCurrentIndex(std::max(0, box.findData(data)));
}

ReportKind kindOf(const QComboBox& box) {
    return static_cast<ReportKind>(box.currentData().toInt());
}

} // namespace

ExportDialog::ExportDialog(const ExportChoice& start, const ExportSubject& subject, QWidget* parent)
    : QDialog(parent), m_kind(new QComboBox(this)), m_size(new QComboBox(this)), m_theme(new QComboBox(this)),
      m_scale(new QComboBox(this)), m_range(new QComboBox(this)),
      m_session(new QCheckBox(tr("Carry the session"), this)), m_sessionHint(hint(this)), m_file(new QLineEdit(this)),
      m_command(new QLineEdit(this)), m_fileHint(hint(this)), m_pane(new PreviewPane(this)), m_told(hint(this)),
      m_browse(plainButton(tr("Browse…"), this)), m_copyCommand(plainButton(tr("Copy command"), this)),
      m_copyPicture(plainButton(tr("Copy picture"), this)), m_copyMarkdown(plainButton(tr("Copy as Markdown"), this)),
      m_close(plainButton(tr("Close"), this)), m_save(new QPushButton(tr("Save"), this)),
      m_preview(new ReportPreview(subject.source, subject.compares, this)), m_compares(subject.compares) {
    setWindowTitle(subject.compares ? tr("Export report of the comparison") : tr("Export report"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(1180, 740);
    auto* upper = new QHBoxLayout;
    upper->setSpacing(20);
    upper->addLayout(makeForm());
    upper->addWidget(m_pane, 1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(20, 18, 20, 18);
    rows->setSpacing(12);
    rows->addLayout(upper, 1);
    rows->addLayout(makeCommand());
    rows->addLayout(makeBottom());
    connect(m_preview, &ReportPreview::drawn, m_pane, &PreviewPane::showPage);
    connect(m_preview, &ReportPreview::described, m_command, [this](const QString& command) {
        m_command->setText(command);
        m_command->setCursorPosition(0);
    });
    for (auto said : {&ReportPreview::waiting, &ReportPreview::failed})
        connect(m_preview, said, m_pane, &PreviewPane::say);
    connect(m_pane, &PreviewPane::widthChanged, this, &ExportDialog::follow);
    orderTabs();
    addItems();
    fill(start, subject);
}

QLayout* ExportDialog::makeForm() {
    auto* form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(9);
    const std::pair<QString, QComboBox*> boxes[] = {{tr("Format"), m_kind},
                                                    {tr("Form"), m_size},
                                                    {tr("Theme"), m_theme},
                                                    {tr("Scale"), m_scale},
                                                    {tr("Range"), m_range}};
    for (const auto& [name, box] : boxes) {
        box->setAccessibleName(name);
        form->addRow(name, box);
        connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::changed);
    }
    form->addRow(tr("Content"), makeContent());
    form->addRow(QString(), m_session);
    form->addRow(QString(), m_sessionHint);
    form->addRow(tr("File"), makeFileRow());
    form->addRow(QString(), m_fileHint);
    m_sessionHint->setText(tr("File names, paths below the picture's folder, the configuration, changed numbers and "
                              "notes travel with the picture. Dropped on a window it brings this view back."));
    m_session->setAccessibleDescription(m_sessionHint->text());
    connect(m_session, &QCheckBox::toggled, this, &ExportDialog::changed);
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        if (const QString file = m_file->text().trimmed(); m_filled && !file.isEmpty())
            m_file->setText(withEnding(file, kindOf(*m_kind)));
    });
    auto* column = new QWidget(this);
    column->setLayout(form);
    column->setFixedWidth(formWidth);
    auto* holder = new QVBoxLayout;
    holder->addWidget(column);
    holder->addStretch(1);
    return holder;
}

QLayout* ExportDialog::makeContent() {
    auto* grid = new QGridLayout;
    grid->setSpacing(2);
    for (const QString& name : {tr("Lanes"), tr("Findings"), tr("Tables"), tr("Notes")}) {
        auto* part = new QCheckBox(name, this);
        const auto place = static_cast<int>(m_parts.size());
        grid->addWidget(part, place / 2, place % 2);
        m_parts.push_back(part);
        connect(part, &QCheckBox::toggled, this, &ExportDialog::changed);
    }
    return grid;
}

QLayout* ExportDialog::makeFileRow() {
    m_file->setAccessibleName(tr("File"));
    connect(m_file, &QLineEdit::textChanged, this, &ExportDialog::changed);
    connect(m_browse, &QPushButton::clicked, this, &ExportDialog::browse);
    auto* row = new QHBoxLayout;
    row->setSpacing(gap);
    row->addWidget(m_file, 1);
    row->addWidget(m_browse);
    return row;
}

QLayout* ExportDialog::makeCommand() {
    auto* label = hint(this);
    label->setText(tr("The same from a shell, in the folder of the recording"));
    m_command->setReadOnly(true);
    m_command->setProperty("look", QStringLiteral("mono"));
    m_command->setAccessibleName(tr("Command line that writes the same report"));
    connect(m_copyCommand, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_command->text());
        showCopied(tr("The command is in the clipboard."));
    });
    auto* row = new QHBoxLayout;
    row->setSpacing(gap);
    row->addWidget(m_command, 1);
    row->addWidget(m_copyCommand);
    auto* rows = new QVBoxLayout;
    rows->setSpacing(4);
    rows->addWidget(label);
    rows->addLayout(row);
    return rows;
}

QLayout* ExportDialog::makeBottom() {
    m_save->setProperty("look", QStringLiteral("primary"));
    m_save->setDefault(true);
    connect(m_copyPicture, &QPushButton::clicked, this, [this] { copy(ReportKind::png); });
    connect(m_copyMarkdown, &QPushButton::clicked, this, [this] { copy(ReportKind::markdown); });
    connect(m_save, &QPushButton::clicked, this, [this] { emit saveWanted(choice()); });
    connect(m_close, &QPushButton::clicked, this, [this] {
        if (m_busy)
            emit cancelWanted();
        else
            reject();
    });
    auto* row = new QHBoxLayout;
    row->setSpacing(gap);
    row->addWidget(m_told, 1);
    row->addSpacing(10);
    for (QPushButton* button : {m_copyPicture, m_copyMarkdown, m_close, m_save})
        row->addWidget(button);
    return row;
}

/// As they are read.
void ExportDialog::orderTabs() {
    std::vector<QWidget*> order{m_kind, m_size, m_theme, m_scale, m_range};
    order.insert(order.end(), m_parts.begin(), m_parts.end());
    order.insert(order.end(), {m_session, m_file, m_browse});
    for (QWidget* stop : m_pane->stops())
        order.push_back(stop);
    order.insert(order.end(), {m_command, m_copyCommand, m_copyPicture, m_copyMarkdown, m_close, m_save});
    for (std::size_t i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);
}

void ExportDialog::addItems() {
    const std::pair<ReportKind, QString> kinds[] = {{ReportKind::png, tr("PNG, picture")},
                                                    {ReportKind::html, tr("HTML, one page with picture")},
                                                    {ReportKind::markdown, tr("Markdown, picture beside it")},
                                                    {ReportKind::csv, tr("CSV, rows and series")},
                                                    {ReportKind::json, tr("JSON, everything")},
                                                    {ReportKind::svg, tr("SVG, lines and text")},
                                                    {ReportKind::pdf, tr("PDF, one page")}};
    for (const auto& [kind, name] : kinds)
        if (kind != ReportKind::csv || !m_compares)
            m_kind->addItem(name, static_cast<int>(kind));
    const QString names[] = {tr("Ticket, 1600 × 1000"), tr("Slide, 1280 × 720"), tr("Long, everything, 1600 wide")};
    for (std::size_t i = 0; i < sizes.size(); ++i)
        m_size->addItem(names[i], QString::fromLatin1(sizes[i]));
    m_theme->addItem(tr("Light"), false);
    m_theme->addItem(tr("Dark"), true);
    for (const double scale : scales)
        m_scale->addItem(scale == 1.0 ? tr("1, as on screen") : QString::number(scale), scale);
}

void ExportDialog::fill(const ExportChoice& start, const ExportSubject& subject) {
    m_range->addItem(subject.compares ? tr("Both runs") : tr("Whole run"), false);
    if (subject.zoomed)
        m_range->addItem(tr("What the plot shows now"), true);
    choose(*m_kind, static_cast<int>(start.form.kind));
    choose(*m_size, start.form.size.name());
    choose(*m_theme, start.form.dark);
    choose(*m_scale, start.form.scale);
    for (std::size_t i = 0; i < members.size(); ++i)
        m_parts[i]->setChecked(start.form.content.*members[i]);
    m_parts[notesPart]->setVisible(!m_compares);
    m_session->setChecked(start.form.withSession);
    m_file->setText(withEnding(subject.file, kindOf(*m_kind)));
    m_filled = true;
    changed();
}

void ExportDialog::changed() {
    if (!m_filled)
        return;
    tell({}, false);
    follow();
}

/// What means nothing for the choice is off, and the preview follows.
void ExportDialog::follow() {
    if (!m_filled)
        return;
    ExportChoice now = choice();
    if (now.file.isEmpty()) // it is not about the clipboard yet
        now.file = withEnding(QStringLiteral("report"), now.form.kind);
    enableWhatCounts(now.meaningful(m_compares).form);
    followFile();
    if (!hasContent()) {
        m_pane->say(tr("Choose at least one part."));
        m_command->clear();
        return;
    }
    m_pane->setDrawing();
    m_preview->show(now, m_pane->pictureWidth());
}

void ExportDialog::enableWhatCounts(const ReportForm& form) {
    const bool everything = form.kind == ReportKind::json || form.kind == ReportKind::csv;
    for (QComboBox* box : {m_size, m_theme})
        box->setEnabled(hasPicture(form));
    m_scale->setEnabled(hasPixels(form));
    m_range->setEnabled(m_range->count() > 1 && takesRange(form, m_compares));
    for (QCheckBox* part : m_parts)
        part->setEnabled(!everything);
    m_session->setEnabled(form.kind == ReportKind::png);
    m_sessionHint->setEnabled(form.kind == ReportKind::png);
    enableButtons();
}

void ExportDialog::enableButtons() {
    m_save->setEnabled(!m_busy && !m_file->text().trimmed().isEmpty() && hasContent());
    for (QPushButton* button : {m_copyPicture, m_copyMarkdown})
        button->setEnabled(!m_busy && hasContent());
}

void ExportDialog::followFile() {
    const ExportChoice now = choice();
    m_fileHint->setText(now.file.isEmpty()            ? tr("Say which file to write.")
                        : QFileInfo::exists(now.file) ? tr("There is a file of that name; it is replaced.")
                                                      : QString());
}

bool ExportDialog::hasContent() const {
    const ReportKind kind = kindOf(*m_kind);
    return kind == ReportKind::json || kind == ReportKind::csv ||
           std::ranges::any_of(m_parts, [this](const QCheckBox* part) {
               return part->isChecked() && !(m_compares && part == m_parts[notesPart]);
           });
}

ExportChoice ExportDialog::choice() const {
    ExportChoice choice;
    ReportForm& form = choice.form;
    form.kind = kindOf(*m_kind);
    form.size = widgets::ReportSize::parse(m_size->currentData().toString()).value_or(widgets::ReportSize());
    form.dark = m_theme->currentData().toBool();
    form.scale = m_scale->currentData().toDouble();
    for (std::size_t i = 0; i < members.size(); ++i)
        form.content.*members[i] = m_parts[i]->isChecked();
    form.withSession = m_session->isChecked();
    choice.visibleRange = m_range->currentData().toBool();
    if (const QString file = m_file->text().trimmed(); !file.isEmpty())
        choice.file = withEnding(file, form.kind);
    return choice;
}

QString ExportDialog::commandLine() const {
    return m_command->text();
}

QString ExportDialog::told() const {
    return m_told->text();
}

void ExportDialog::setBusy(bool busy) {
    m_busy = busy;
    m_close->setText(busy ? tr("Cancel") : tr("Close"));
    if (busy)
        tell(tr("Being made…"), false);
    enableButtons();
}

/// Without an alert: a screen reader would be told all the time.
void ExportDialog::setProgress(double fraction) {
    if (m_busy)
        m_told->setText(tr("Being made… %1 %").arg(qBound(0, qRound(fraction * 100), 100)));
}

void ExportDialog::showCopied(const QString& sentence) {
    tell(sentence, false);
}

void ExportDialog::showProblem(const QString& sentence) {
    tell(sentence, true);
}

/// A screen reader says it too.
void ExportDialog::tell(const QString& sentence, bool problem) {
    m_told->setText(sentence);
    m_told->setProperty("badge", problem ? QVariant(QStringLiteral("critical")) : QVariant());
    m_told->style()->unpolish(m_told);
    m_told->style()->polish(m_told);
    if (sentence.isEmpty())
        return;
    QAccessibleEvent alert(m_told, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void ExportDialog::copy(ReportKind kind) {
    ExportChoice toClipboard = choice();
    toClipboard.form.kind = kind;
    toClipboard.file.clear();
    emit copyWanted(toClipboard);
}

void ExportDialog::browse() {
    const QString ending = models::toQt(endingOf(kindOf(*m_kind)));
    auto* dialog = new QFileDialog(this, tr("Save report"), m_file->text(), QLatin1Char('*') + ending);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending.mid(1));
    connect(dialog, &QFileDialog::fileSelected, m_file, &QLineEdit::setText);
    dialog->open();
}

} // namespace tachograph::app
