#include "app/exportdialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace tachograph::app {

ExportDialog::ExportDialog(const ExportChoice& start, const QString& suggestedFile, bool zoomed, QWidget* parent)
    : QDialog(parent), m_form(new QComboBox(this)), m_theme(new QComboBox(this)), m_scale(new QComboBox(this)),
      m_range(new QComboBox(this)), m_file(new QLineEdit(suggestedFile, this)),
      m_save(new QPushButton(tr("Save picture"), this)) {
    setWindowTitle(tr("Export report"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_form->addItems({tr("Ticket, 1600 × 1000"), tr("Long, everything, 1600 wide")});
    m_form->setCurrentIndex(start.longForm ? 1 : 0);
    m_theme->addItems({tr("Light"), tr("Dark")});
    m_theme->setCurrentIndex(start.dark ? 1 : 0);
    m_scale->addItems({tr("1, as on screen"), tr("2, for print")});
    m_scale->setCurrentIndex(start.scale == 2 ? 1 : 0);
    m_range->addItem(tr("Whole run"));
    if (zoomed)
        m_range->addItem(tr("What the plot shows now"));
    m_range->setEnabled(zoomed);

    auto* browseButton = new QPushButton(tr("Browse…"), this);
    browseButton->setAutoDefault(false);
    auto* fileRow = new QHBoxLayout;
    fileRow->addWidget(m_file, 1);
    fileRow->addWidget(browseButton);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(10);
    form->addRow(tr("Form"), m_form);
    form->addRow(tr("Theme"), m_theme);
    form->addRow(tr("Scale"), m_scale);
    form->addRow(tr("Range"), m_range);
    form->addRow(tr("File"), fileRow);
    m_file->setMinimumWidth(360);

    auto* copy = new QPushButton(tr("Copy to clipboard"), this);
    copy->setAutoDefault(false);
    m_save->setProperty("look", QStringLiteral("primary")); // before the box has its buttons dressed
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(copy, QDialogButtonBox::ActionRole);
    buttons->addButton(m_save, QDialogButtonBox::AcceptRole);
    m_save->setDefault(true);
    auto* what = new QLabel(
        tr("The same picture as from `tachograph report`: file hashes and options are in its footer, no paths."), this);
    what->setProperty("look", QStringLiteral("secondary"));
    what->setWordWrap(true);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(20, 18, 20, 18);
    rows->setSpacing(14);
    rows->addWidget(what);
    rows->addLayout(form);
    rows->addWidget(buttons);
    const std::pair<QWidget*, QString> names[] = {{m_form, tr("Form")},
                                                  {m_theme, tr("Theme")},
                                                  {m_scale, tr("Scale")},
                                                  {m_range, tr("Range")},
                                                  {m_file, tr("File")}};
    for (const auto& [widget, name] : names)
        widget->setAccessibleName(name);

    connect(browseButton, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(m_file, &QLineEdit::textChanged, this,
            [this](const QString& file) { m_save->setEnabled(!file.trimmed().isEmpty()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        emit chosen(choice());
        accept();
    });
    connect(copy, &QPushButton::clicked, this, [this] {
        ExportChoice toClipboard = choice();
        toClipboard.file.clear();
        emit chosen(toClipboard);
        accept();
    });
}

ExportChoice ExportDialog::choice() const {
    ExportChoice choice;
    choice.longForm = m_form->currentIndex() == 1;
    choice.dark = m_theme->currentIndex() == 1;
    choice.scale = m_scale->currentIndex() + 1;
    choice.visibleRange = m_range->currentIndex() == 1;
    choice.file = m_file->text().trimmed();
    if (!choice.file.isEmpty() && !choice.file.endsWith(QLatin1String(".png"), Qt::CaseInsensitive))
        choice.file += QLatin1String(".png");
    return choice;
}

void ExportDialog::browse() {
    auto* dialog = new QFileDialog(this, tr("Save picture"), m_file->text(), tr("PNG pictures (*.png)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("png"));
    connect(dialog, &QFileDialog::fileSelected, m_file, &QLineEdit::setText);
    dialog->open();
}

} // namespace tachograph::app
