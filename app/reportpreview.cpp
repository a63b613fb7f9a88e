#include "app/reportpreview.h"

#include "models/convert.h"

#include <QFileInfo>

#include <utility>

namespace tachograph::app {

namespace {

constexpr int pauseMs = 120;     ///< several changes at once are drawn once
constexpr int retryMs = 400;     ///< while nothing can be shown yet
constexpr int excerptLines = 60; ///< of a text

/// As large as it is shown. Smaller pictures are not blown up.
QImage fitted(const QImage& whole, int width) {
    return width > 0 && width < whole.width() ? whole.scaledToWidth(width, Qt::SmoothTransformation) : whole;
}

} // namespace

ReportPreview::ReportPreview(Source source, bool compares, QObject* parent)
    : QObject(parent), m_source(std::move(source)), m_compares(compares) {
    m_wait.setSingleShot(true);
    connect(&m_wait, &QTimer::timeout, this, &ReportPreview::begin);
    connect(&m_slice, &QTimer::timeout, this, &ReportPreview::drawPlots);
    connect(&m_build, &models::BackgroundJob::finished, this, [this](const std::any& built) {
        (m_buildingPart ? m_part : m_whole) = std::any_cast<const Material&>(built);
        if (!m_wait.isActive()) // else a newer choice is about to begin
            begin();
    });
    connect(&m_paint, &models::BackgroundJob::finished, this,
            [this](const std::any& painted) { emit drawn(std::any_cast<const Page&>(painted)); });
    for (const models::BackgroundJob* job : {&m_build, &m_paint})
        connect(job, &models::BackgroundJob::failed, this, &ReportPreview::failed);
}

void ReportPreview::show(const ExportChoice& choice, int width) {
    m_choice = choice.meaningful(m_compares);
    m_width = width;
    m_slice.stop();
    m_paint.cancel();
    m_plan.reset();
    m_wait.start(pauseMs);
}

void ReportPreview::begin() {
    if (m_choice.visibleRange ? m_part : m_whole)
        plan();
    else if (!m_build.running() || m_buildingPart != m_choice.visibleRange)
        build();
}

void ReportPreview::build() {
    const ReportBuilder builder = m_source ? m_source(m_choice.visibleRange) : ReportBuilder();
    if (!builder) {
        emit waiting(tr("The run is still being looked at. Its report comes as soon as that is done."));
        m_wait.start(retryMs);
        return;
    }
    m_buildingPart = m_choice.visibleRange;
    m_build.start([builder](const Job& job) -> Result<std::any> {
        auto material = builder(job);
        if (!material)
            return material.error();
        return std::any(Material(std::make_shared<const ReportMaterial>(std::move(material).value())));
    });
}

void ReportPreview::plan() {
    const Material& material = m_choice.visibleRange ? m_part : m_whole;
    emit described(reportCommandLine(*material, m_choice.form, QFileInfo(m_choice.file).fileName()));
    if (!hasPicture(m_choice.form)) {
        paint();
        return;
    }
    m_plan = std::make_shared<widgets::PicturePlan>(picturePlan(*material, m_choice.form, widgets::Plots::later));
    if (m_plan->format != widgets::PictureFormat::png) { // its lines and letters as pixels
        m_plan->format = widgets::PictureFormat::png;
        m_plan->lay(widgets::Plots::later);
    }
    if (m_plan->tooLarge()) {
        m_plan.reset();
        emit failed(tr("The picture would be too large. Choose the ticket form or a smaller scale."));
        return;
    }
    m_slice.start(0);
}

/// One piece each time the event loop comes by.
void ReportPreview::drawPlots() {
    if (m_plan->plots->drawPiece())
        return;
    m_slice.stop();
    paint();
}

void ReportPreview::paint() {
    // The material is kept with the plan, which points into it.
    m_paint.start([plan = std::exchange(m_plan, nullptr), material = m_choice.visibleRange ? m_part : m_whole,
                   form = m_choice.form, width = m_width](const Job&) -> Result<std::any> {
        Page page;
        if (plan) {
            const QImage whole = widgets::pictureImage(*plan);
            page.pixels = whole.size();
            page.picture = fitted(whole, width);
        }
        if (hasText(form)) {
            const Excerpt excerpt = reportExcerpt(*material, form, excerptLines);
            page.text = models::toQt(excerpt.text);
            page.cut = excerpt.cut;
        }
        return std::any(page);
    });
}

} // namespace tachograph::app
