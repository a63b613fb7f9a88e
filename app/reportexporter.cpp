#include "app/reportexporter.h"

#include "models/review/reviews.h"
#include "version.h"
#include "widgets/report/comparisonreport.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QSaveFile>

#include <algorithm>
#include <iterator>
#include <vector>

namespace tachograph::app {

using widgets::MessageBar;

ReportExporter::ReportExporter(models::Session& session, MessageBar& messages, QObject* parent)
    : QObject(parent), m_session(session), m_messages(messages) {
    connect(&m_build, &models::BackgroundJob::finished, this, [this](const std::any& built) {
        if (const auto* input = std::any_cast<widgets::ReportInput>(&built))
            draw(*input);
        else
            drawComparison(std::any_cast<BuiltComparison>(built));
    });
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
    const auto range = choice.visibleRange ? m_session.viewRange() : std::nullopt;
    m_build.start([run = current->run, diagnosis = current->diagnosis, review = m_session.reviews().of(current->id),
                   axis, range, price = m_gpuPrice](const Job& job) -> Result<std::any> {
        widgets::ReportInput input;
        input.pricePerGpuHour = price;
        input.timeline = widgets::reportTimeline(run, diagnosis, axis, job);
        input.range = range;
        input.account = widgets::reportAccount(*run, axis, range, price, job);
        if (!review->empty())
            input.review = ReviewOfRun{*review, false};
        return std::any(std::move(input));
    });
}

void ReportExporter::draw(widgets::ReportInput input) {
    input.size = size();
    input.scale = m_choice.scale;
    input.theme = &theme();
    input.version = QStringLiteral(TACHOGRAPH_VERSION);
    deliver(widgets::renderReport(input));
}

void ReportExporter::startComparison(const ExportChoice& choice, const models::ComparisonViewPtr& shown,
                                     std::pair<double, double> visible) {
    m_choice = choice;
    CompareOptions options = shown->request.options;
    if (choice.visibleRange) {
        options.rangeMin = visible.first;
        options.rangeMax = visible.second;
    }
    m_build.start([request = shown->request, options](const Job& job) -> Result<std::any> {
        BuiltComparison built;
        built.view = widgets::reportComparison(request.a, request.b, options, job);
        std::vector<RunPtr> runs{request.a, request.b};
        std::ranges::copy_if(request.others, std::back_inserter(runs),
                             [&request](const RunPtr& run) { return run != request.b; });
        if (runs.size() > 2)
            built.set = compareAll(runs, options, job, {options.attemptA, options.attemptB});
        return std::any(std::move(built));
    });
}

void ReportExporter::drawComparison(const BuiltComparison& built) {
    widgets::ComparisonReportInput input;
    input.view = built.view;
    input.set = built.set ? &*built.set : nullptr;
    input.size = size();
    input.scale = m_choice.scale;
    input.theme = &theme();
    input.version = QStringLiteral(TACHOGRAPH_VERSION);
    deliver(widgets::renderComparison(input));
}

widgets::ReportSize ReportExporter::size() const {
    return *widgets::ReportSize::parse(m_choice.longForm ? QStringLiteral("long") : QStringLiteral("ticket"));
}

const widgets::Theme& ReportExporter::theme() const {
    return m_choice.dark ? widgets::Theme::darkTheme() : widgets::Theme::light();
}

void ReportExporter::deliver(const QImage& picture) {
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
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush() || !file.commit()) {
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
