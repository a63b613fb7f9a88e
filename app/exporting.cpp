#include "app/exporting.h"

#include "app/exportdialog.h"
#include "app/reportexporter.h"
#include "widgets/compare/comparepage.h"
#include "widgets/plot/plotview.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>

namespace tachograph::app {

Exporting::Exporting(models::Session& session, Settings& settings, ReportExporter& exporter, widgets::ComparePage& page,
                     QAction& compare, QWidget& window)
    : QObject(&window), m_session(session), m_settings(settings), m_exporter(exporter), m_page(page),
      m_compare(compare), m_window(window), m_last(settings.exportChoice()) {}

bool Exporting::comparing() const {
    return m_compare.isChecked();
}

QString Exporting::suggestedFile() const {
    QString folder = m_settings.exportFolder();
    if (folder.isEmpty() || !QDir(folder).exists())
        folder = QDir::homePath();
    QString name = QFileInfo(m_session.current()->name).completeBaseName();
    if (const auto view = m_page.view(); comparing() && view)
        name = QFileInfo(view->request.nameB).completeBaseName() + QStringLiteral("-against-") +
               QFileInfo(view->request.nameA).completeBaseName();
    return folder + QLatin1Char('/') + name + QStringLiteral("-report.png");
}

ReportBuilder Exporting::builder(bool visibleRange) const {
    if (!comparing())
        return m_exporter.builder(visibleRange);
    const models::ComparisonViewPtr view = m_page.view();
    return view ? m_exporter.comparisonBuilder(visibleRange, view, m_page.plot().viewRange()) : ReportBuilder();
}

void Exporting::ask() {
    if (!m_session.current() || m_dialog)
        return;
    ExportSubject subject;
    subject.file = suggestedFile();
    subject.compares = comparing();
    subject.zoomed = comparing() ? m_page.isZoomed() : m_session.viewRange().has_value();
    subject.source = [this](bool visibleRange) {
        return builder(visibleRange);
    };
    m_dialog = new ExportDialog(m_last, subject, &m_window);
    connectDialog(*m_dialog);
    m_dialog->open();
}

void Exporting::connectDialog(ExportDialog& dialog) {
    connect(&dialog, &ExportDialog::saveWanted, this, [this](const ExportChoice& choice) {
        m_last = choice;
        m_settings.setExportChoice(choice);
        make(choice);
    });
    connect(&dialog, &ExportDialog::copyWanted, this, &Exporting::make);
    connect(&m_exporter, &ReportExporter::busyChanged, &dialog, &ExportDialog::setBusy);
    connect(&m_exporter, &ReportExporter::progress, &dialog, &ExportDialog::setProgress);
    connect(&dialog, &ExportDialog::cancelWanted, &m_exporter, &ReportExporter::cancel);
    connect(&m_exporter, &ReportExporter::canceled, &dialog,
            [&dialog] { dialog.showCopied(tr("Canceled; no file was changed.")); });
    connect(&m_exporter, &ReportExporter::copied, &dialog, &ExportDialog::showCopied);
    connect(&m_exporter, &ReportExporter::failed, &dialog, &ExportDialog::showProblem);
    connect(&m_exporter, &ReportExporter::saved, &dialog, [this, &dialog](const QString& file) {
        m_settings.setExportFolder(QFileInfo(file).absolutePath());
        dialog.accept();
    });
}

void Exporting::copyPicture() {
    ExportChoice choice = m_last;
    choice.file.clear();
    choice.form.kind = ReportKind::png;
    make(choice);
}

void Exporting::make(const ExportChoice& choice) {
    m_exporter.make(choice, comparing(), builder(choice.meaningful(comparing()).visibleRange));
}

} // namespace tachograph::app
