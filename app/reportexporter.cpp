#include "app/reportexporter.h"

#include "version.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QSaveFile>

namespace tachograph::app {

using widgets::MessageBar;

ReportExporter::ReportExporter(models::Session& session, MessageBar& messages, QObject* parent)
    : QObject(parent), m_session(session), m_messages(messages) {
    connect(&m_build, &models::BackgroundJob::finished, this,
            [this](const std::any& timeline) { draw(std::any_cast<models::TimelinePtr>(timeline)); });
    connect(&m_build, &models::BackgroundJob::failed, this, &ReportExporter::fail);
}

void ReportExporter::start(const ExportChoice& choice) {
    const models::OpenRun* current = m_session.current();
    if (!current || !current->run || !current->diagnosis) {
        fail(tr("The detectors are still at work on this run. Try again in a moment."));
        return;
    }
    m_choice = choice;
    const XAxis axis = m_session.options().axis;
    m_build.start([run = current->run, diagnosis = current->diagnosis, axis](const Job& job) -> Result<std::any> {
        return std::any(widgets::reportTimeline(run, diagnosis, axis, job));
    });
}

void ReportExporter::draw(const models::TimelinePtr& timeline) {
    widgets::ReportInput input;
    input.timeline = timeline;
    input.size.preset = m_choice.longForm ? widgets::ReportSize::Preset::longForm : widgets::ReportSize::Preset::ticket;
    input.scale = m_choice.scale;
    input.theme = m_choice.dark ? &widgets::Theme::darkTheme() : &widgets::Theme::light();
    if (m_choice.visibleRange)
        input.range = m_session.viewRange();
    input.version = QStringLiteral(TACHOGRAPH_VERSION);
    const QImage picture = widgets::renderReport(input);
    if (picture.isNull()) {
        fail(tr("The picture would be too large. Choose the ticket form or scale 1."));
        return;
    }
    if (!m_choice.file.isEmpty()) {
        save(picture);
        return;
    }
    QGuiApplication::clipboard()->setImage(picture);
    m_messages.post({MessageBar::Kind::info,
                     tr("Report copied."),
                     tr("The picture, %1 × %2 pixels, is in the clipboard.").arg(picture.width()).arg(picture.height()),
                     {},
                     QStringLiteral("export")});
    emit copied();
}

void ReportExporter::save(const QImage& picture) {
    QSaveFile file(m_choice.file);
    const QByteArray bytes = widgets::encodePng(picture);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        fail(tr("%1 could not be written: %2. Choose another folder.")
                 .arg(QFileInfo(m_choice.file).fileName(), file.errorString()));
        return;
    }
    m_messages.post({MessageBar::Kind::info, tr("Report written."), m_choice.file, {}, QStringLiteral("export")});
    emit saved(m_choice.file);
}

void ReportExporter::fail(const QString& text) {
    m_messages.post({MessageBar::Kind::error, tr("No report."), text, {}, QStringLiteral("export")});
}

} // namespace tachograph::app
