#include "app/reportexporter.h"

#include "app/picturesession.h"
#include "app/savedseries.h"
#include "models/convert.h"
#include "models/review/reviews.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QSaveFile>

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

namespace tachograph::app {

using models::toQt;
using models::toStd;
using widgets::MessageBar;

namespace {

constexpr double builtShare = 0.7, drawnShare = 0.85; ///< of the progress

Error notWritten(const QSaveFile& file) {
    const QString path = file.fileName(), name = QFileInfo(path).fileName(), why = file.errorString();
    return Error{toStd(
        QFileInfo::exists(path)
            ? ReportExporter::tr("%1 could not be written: %2. What was there is unchanged. Choose another folder.")
                  .arg(name, why)
            : ReportExporter::tr("%1 could not be written: %2. Choose another folder.").arg(name, why))};
}

/// None of them takes its place before all are written.
Result<void> save(const std::vector<ReportFile>& reports) {
    std::vector<std::unique_ptr<QSaveFile>> files;
    for (const ReportFile& report : reports) {
        auto& file = *files.emplace_back(std::make_unique<QSaveFile>(toQt(report.path)));
        const auto size = static_cast<qint64>(report.bytes.size());
        // commit() alone does not see that the last piece in the buffer was not taken.
        if (!file.open(QIODevice::WriteOnly) || file.write(report.bytes.data(), size) != size || !file.flush())
            return notWritten(file);
    }
    for (const auto& file : files)
        if (!file->commit())
            return notWritten(*file);
    return {};
}

} // namespace

ReportExporter::ReportExporter(models::Session& session, MessageBar& messages, QObject* parent)
    : QObject(parent), m_session(session), m_messages(messages) {
    connect(&m_build, &models::BackgroundJob::finished, this,
            [this](const std::any& built) { draw(std::any_cast<const ReportMaterial&>(built)); });
    connect(&m_deliver, &models::BackgroundJob::finished, this,
            [this](const std::any& delivered) { tell(std::any_cast<const Delivered&>(delivered)); });
    connect(&m_build, &models::BackgroundJob::progress, this,
            [this](double fraction) { emit progress(builtShare * fraction); });
    connect(&m_slice, &QTimer::timeout, this, &ReportExporter::drawPiece);
    for (const models::BackgroundJob* job : {&m_build, &m_deliver}) {
        connect(job, &models::BackgroundJob::failed, this, &ReportExporter::fail);
        connect(job, &models::BackgroundJob::canceled, this, &ReportExporter::end);
    }
}

void ReportExporter::start(const ExportChoice& choice) {
    make(choice, false, builder(choice.meaningful(false).visibleRange));
}

void ReportExporter::startComparison(const ExportChoice& choice, const models::ComparisonViewPtr& shown,
                                     std::pair<double, double> visible) {
    make(choice, true, comparisonBuilder(choice.visibleRange, shown, visible));
}

ReportBuilder ReportExporter::builder(bool visibleRange) const {
    const models::OpenRun* current = m_session.current();
    if (!current || !current->run || !current->diagnosis)
        return {};
    ReportMaterial known;
    known.run = current->run;
    known.diagnosis = current->diagnosis;
    known.axis = m_session.options().axis;
    known.range = visibleRange ? m_session.viewRange() : std::nullopt;
    known.pricePerGpuHour = m_gpuPrice;
    if (const RunReviewPtr review = m_session.reviews().of(current->id); !review->empty())
        known.review = ReviewOfRun{*review, false};
    known.session.runs.push_back(savedRun(current->run, true, 0));
    known.session.current = 0;
    known.session.axis = known.axis;
    known.session.range = known.range;
    known.session.knobs = m_session.knobs();
    return [known, added = m_session.addedSeries()](const Job& job) -> Result<ReportMaterial> {
        ReportMaterial material = known;
        material.timeline = widgets::reportTimeline(material.run, material.diagnosis, material.axis, job, added);
        showAdded(material.timeline->options.added, material.session);
        material.account =
            widgets::reportAccount(*material.run, material.axis, material.range, material.pricePerGpuHour, job);
        material.facts = widgets::reportFacts(*material.run, *material.diagnosis);
        return material;
    };
}

namespace {

/// What is shown, B first.
std::vector<Comparison> comparisonsOf(const models::ComparisonView& shown) {
    std::vector<Comparison> comparisons{shown.comparison};
    for (std::size_t i = 0; i < shown.others.size(); ++i)
        if (shown.request.others[i] != shown.request.b)
            comparisons.push_back(shown.others[i]);
    return comparisons;
}

} // namespace

ReportBuilder ReportExporter::comparisonBuilder(bool visibleRange, const models::ComparisonViewPtr& shown,
                                                std::pair<double, double> visible) const {
    const auto& request = shown->request;
    CompareOptions options = request.options;
    if (visibleRange) {
        options.rangeMin = visible.first;
        options.rangeMax = visible.second;
    }
    std::vector<RunPtr> runs{request.a, request.b};
    std::ranges::copy_if(request.others, std::back_inserter(runs),
                         [&request](const RunPtr& run) { return run != request.b; });
    std::vector<SavedRun> saved;
    for (std::size_t i = 0; i < runs.size(); ++i)
        saved.push_back(savedRun(runs[i], false, static_cast<int>(i))); // there are no notes in the picture
    SavedSession session = comparedSession(std::move(saved), options);
    addLeftOut(runs, session);
    return [runs, options, session, shown, visibleRange](const Job& job) -> Result<ReportMaterial> {
        ComparisonSet set = visibleRange ? compareAll(runs, options, job, {options.attemptA, options.attemptB})
                                         : setOf(comparisonsOf(*shown));
        ReportMaterial material = comparedMaterial(runs, std::move(set), true, job, shown->request.added);
        material.session = session;
        showAdded(material.view->request.added, material.session);
        return material;
    };
}

/// Runs that are open and not in the picture come back with the others, as little part of the comparison as now.
void ReportExporter::addLeftOut(const std::vector<RunPtr>& compared, SavedSession& session) const {
    for (const models::OpenRun& open : m_session.runs()) {
        if (!open.run || std::ranges::find(compared, open.run) != compared.end())
            continue;
        SavedRun saved = savedRun(open.run, false, static_cast<int>(session.runs.size()));
        saved.visible = open.visible;
        if (open.visible)
            session.comparison.leftOut.insert(session.runs.size());
        session.runs.push_back(std::move(saved));
    }
}

SavedRun ReportExporter::savedRun(const RunPtr& run, bool notes, int slot) const {
    const auto& open = m_session.runs();
    const auto found = std::ranges::find(open, run, &models::OpenRun::run);
    if (found == open.end()) // closed meanwhile
        return runOfPicture(*run, {}, nullptr, slot);
    const models::RunOrigin origin = m_session.origin(found->id);
    return runOfPicture(*run, {origin.path, origin.configFile, origin.parts, origin.inMemory},
                        notes ? m_session.reviews().of(found->id).get() : nullptr, slot);
}

void ReportExporter::make(const ExportChoice& choice, bool compares, const ReportBuilder& builder) {
    if (m_busy) {
        m_messages.post({MessageBar::Kind::info,
                         tr("A report is being made."),
                         tr("Wait for it, or cancel it."),
                         {},
                         QStringLiteral("export")});
        return;
    }
    if (!builder) {
        fail(tr("The detectors are still at work on this run. Try again in a moment."));
        return;
    }
    m_choice = choice.meaningful(compares);
    std::vector<RunPtr> open;
    for (const models::OpenRun& run : m_session.runs())
        if (run.run)
            open.push_back(run.run);
    if (const auto recording = recordingAmong(open, m_choice.form, models::pathToStd(m_choice.file))) {
        fail(tr("%1 is a recording that is open here. Choose another name.")
                 .arg(QFileInfo(toQt(*recording)).fileName()));
        return;
    }
    setBusy(true);
    m_build.start([builder](const Job& job) -> Result<std::any> {
        auto material = builder(job);
        return material ? Result<std::any>(std::any(std::move(material).value())) : Result<std::any>(material.error());
    });
}

void ReportExporter::draw(const ReportMaterial& built) {
    emit progress(builtShare);
    m_material = std::make_shared<const ReportMaterial>(built);
    if (!hasPicture(m_choice.form)) {
        finish();
        return;
    }
    m_plan = std::make_shared<widgets::PicturePlan>(picturePlan(*m_material, m_choice.form, widgets::Plots::later));
    if (m_plan->tooLarge())
        fail(tr("The picture would be too large. Choose the ticket form or scale 1."));
    else
        m_slice.start(0);
}

/// One each time the event loop comes by.
void ReportExporter::drawPiece() {
    if (m_plan->plots->drawPiece())
        return;
    m_slice.stop();
    finish();
}

void ReportExporter::finish() {
    emit progress(drawnShare);
    m_gate = std::make_shared<QAtomicInt>(0);
    m_deliver.start(
        [material = m_material, choice = m_choice, plan = m_plan, gate = m_gate](const Job&) -> Result<std::any> {
            auto delivered = deliver(*material, choice, plan.get(), *gate);
            return delivered ? Result<std::any>(std::any(std::move(delivered).value()))
                             : Result<std::any>(delivered.error());
        });
}

void ReportExporter::cancel() {
    if (m_gate && !m_gate->testAndSetOrdered(0, 2))
        return; // told in a moment that it is written
    m_build.cancel();
    m_deliver.cancel();
    if (m_slice.isActive())
        end();
}

/// What was being made is left.
void ReportExporter::end() {
    setBusy(false);
    emit canceled();
}

void ReportExporter::setBusy(bool busy) {
    m_busy = busy;
    if (!busy) {
        m_slice.stop();
        m_plan.reset();
        m_material.reset();
        m_gate.reset();
    }
    emit busyChanged(busy);
}

/// In the background.
Result<ReportExporter::Delivered> ReportExporter::deliver(const ReportMaterial& material, const ExportChoice& choice,
                                                          const widgets::PicturePlan* plan, QAtomicInt& gate) {
    if (choice.toClipboard())
        return plan ? Delivered{widgets::pictureImage(*plan), {}}
                    : Delivered{{}, toQt(reportText(material, choice.form, {}, {}))};
    const QByteArray picture = plan ? widgets::pictureFile(*plan) : QByteArray();
    const auto files = reportFiles(material, choice.form, picture.toStdString(), toStd(choice.file));
    if (!files)
        return files.error();
    if (!gate.testAndSetOrdered(0, 1))
        return Error{canceledMessage};
    const Result<void> written = save(*files);
    return written ? Result<Delivered>(Delivered()) : Result<Delivered>(written.error());
}

void ReportExporter::tell(const Delivered& delivered) {
    const auto post = [this](const QString& headline, const QString& text) {
        m_messages.post({MessageBar::Kind::info, headline, text, {}, QStringLiteral("export")});
    };
    setBusy(false);
    if (!m_choice.toClipboard()) {
        post(tr("Report written."), m_choice.file);
        emit saved(m_choice.file);
        return;
    }
    QString what;
    if (delivered.picture.isNull()) {
        QGuiApplication::clipboard()->setText(delivered.text);
        what = tr("Its text is in the clipboard as Markdown.");
    } else {
        QGuiApplication::clipboard()->setImage(delivered.picture);
        what = tr("The picture, %1 × %2 pixels, is in the clipboard.")
                   .arg(delivered.picture.width())
                   .arg(delivered.picture.height());
    }
    post(tr("Report copied."), what);
    emit copied(what);
}

void ReportExporter::fail(const QString& text) {
    m_messages.post({MessageBar::Kind::error, tr("No report."), text, {}, QStringLiteral("export")});
    setBusy(false);
    emit failed(text);
}

} // namespace tachograph::app
