#include "app/commandline/reportwriter.h"

#include "analysis/core/text.h"
#include "analysis/detectors/examinedrun.h"
#include "app/commandline/notesoption.h"
#include "app/commandline/output.h"
#include "app/picturesession.h"
#include "app/reportmaterial.h"
#include "app/savedseries.h"
#include "models/convert.h"

namespace tachograph::app {

namespace {

std::optional<Error> axisProblem(const Run& run, XAxis axis) {
    const std::string why = whyNotOnAxis(run, axis);
    if (why.empty())
        return std::nullopt;
    return Error{"it cannot be laid along --axis " + std::string(xAxisName(axis)) + ": " + why +
                 ". Choose another axis."};
}

std::optional<Error> rangeProblem(const models::Timeline& timeline, const ReportOptions& options) {
    if (!options.range || (options.range->first < timeline.xMax && options.range->second > timeline.xMin))
        return std::nullopt;
    return Error{"nothing of it lies in the --range; it spans " + machineNumber(timeline.xMin) + " to " +
                 machineNumber(timeline.xMax) + ". Choose a range within."};
}

SavedRun savedRun(const RunPtr& run, const std::string& config, const RunReview* review, int slot) {
    const QString path = models::toQt(run->path());
    return runOfPicture(*run, {path, models::toQt(config), {}, false}, review, slot);
}

SavedSession sessionOf(const RunPtr& run, const ReportOptions& options) {
    const auto review = reviewFor(options.notes, *run);
    SavedSession session;
    session.runs.push_back(savedRun(run, options.configs.front(), review ? &review->review : nullptr, 0));
    session.current = 0;
    session.axis = options.axis;
    session.range = options.range;
    session.knobs = options.knobs;
    showAdded(options.added, session);
    return session;
}

SavedSession sessionOf(const ComparedRuns& compared, const ReportOptions& options) {
    const auto& [runs, attempts] = compared;
    CompareOptions compare = *options.compare;
    compare.attemptA = attempts[0];
    compare.attemptB = attempts[1];
    std::vector<SavedRun> saved;
    for (std::size_t i = 0; i < runs.size(); ++i)
        saved.push_back(savedRun(runs[i], options.configs[i], nullptr, static_cast<int>(i)));
    SavedSession session = comparedSession(std::move(saved), compare);
    showAdded(options.added, session);
    return session;
}

/// Of one run, with its timeline where a picture is wanted.
Result<ReportMaterial> materialOf(const RunPtr& run, const ReportOptions& options, Terminal& terminal) {
    if (const auto problem = axisProblem(*run, options.axis))
        return *problem;
    ReportMaterial material;
    material.run = run;
    const ExaminedRun examined(*run);
    const Job job = terminal.job("Judging " + run->name()).silent();
    job.forEach(2, [&](std::size_t part) { // the bill needs no verdict
        if (part == 1) {
            if (options.form.kind != ReportKind::csv)
                material.account = widgets::reportAccount(*run, examined.ledger(job), options.axis, options.range,
                                                          options.pricePerGpuHour, job);
            return;
        }
        material.diagnosis = std::make_shared<const Diagnosis>(diagnose(examined, options.knobs, job));
        if (!hasPicture(options.form))
            return;
        material.timeline = widgets::reportTimeline(run, material.diagnosis, options.axis, job, options.added);
        material.facts = widgets::reportFacts(*run, *material.diagnosis);
    });
    terminal.clearProgress();
    if (material.timeline)
        if (const auto problem = rangeProblem(*material.timeline, options))
            return *problem;
    material.review = reviewFor(options.notes, *run);
    material.axis = options.axis;
    material.range = options.range;
    material.pricePerGpuHour = options.pricePerGpuHour;
    material.session = sessionOf(run, options);
    return material;
}

Result<std::string> picture(const ReportMaterial& material, const ReportForm& form) {
    const QByteArray file = widgets::pictureFile(picturePlan(material, form));
    if (file.isEmpty())
        return Error{"the picture would be too large. Choose a smaller --scale or --size ticket."};
    return file.toStdString();
}

ExitStatus write(const std::string& subject, const ReportMaterial& material, const ReportOptions& options,
                 Terminal& terminal) {
    const Result<std::string> png =
        hasPicture(options.form) ? picture(material, options.form) : Result<std::string>(std::string());
    const auto files =
        png ? reportFiles(material, options.form, *png, options.output) : Result<std::vector<ReportFile>>(png.error());
    if (!files) {
        terminal.error(subject, files.error().message);
        return ExitStatus::notReadOrWritten;
    }
    for (const ReportFile& file : *files)
        if (const Result<void> written = writeFileAtomically(file.path, file.bytes); !written) {
            terminal.error(file.path, written.error().message);
            return ExitStatus::notReadOrWritten;
        }
    return ExitStatus::done;
}

} // namespace

ExitStatus writeReport(const RunPtr& run, const std::string& subject, const ReportOptions& options,
                       Terminal& terminal) {
    const Result<ReportMaterial> material = materialOf(run, options, terminal);
    if (material)
        return write(subject, *material, options, terminal);
    terminal.error(subject, material.error().message);
    return ExitStatus::notReadOrWritten;
}

ExitStatus writeComparison(const ComparedRuns& compared, const ReportOptions& options, Terminal& terminal) {
    const auto& [runs, attempts] = compared;
    const Job job = terminal.job("Comparing");
    ReportMaterial material = comparedMaterial(runs, compareAll(runs, *options.compare, job, attempts),
                                               hasPicture(options.form), job, options.added);
    terminal.clearProgress();
    material.session = sessionOf(compared, options);
    return write(options.output, material, options, terminal);
}

} // namespace tachograph::app
