#include "app/commandline/reportwriter.h"

#include "analysis/core/source.h"
#include "analysis/core/text.h"
#include "analysis/report/csvwriter.h"
#include "analysis/report/diffdocument.h"
#include "analysis/report/diffjson.h"
#include "analysis/report/htmlwriter.h"
#include "analysis/report/inspectjson.h"
#include "analysis/report/markdownwriter.h"
#include "analysis/report/rundocument.h"
#include "app/commandline/comparisonpicture.h"
#include "app/commandline/notesoption.h"
#include "app/commandline/output.h"
#include "app/picturesession.h"
#include "models/convert.h"
#include "models/sidebyside.h"
#include "version.h"

namespace tachograph::app {

namespace {

std::optional<Error> axisProblem(const Run& run, XAxis axis) {
    const std::string why = whyNotOnAxis(run, axis);
    if (why.empty())
        return std::nullopt;
    return Error{"it cannot be laid along --axis " + std::string(xAxisName(axis)) + ": " + why +
                 ". Choose another axis."};
}

Result<widgets::ReportInput> pictureInput(const RunPtr& run, const Diagnosis& diagnosis, const ReportOptions& options) {
    if (const auto problem = axisProblem(*run, options.axis))
        return *problem;
    widgets::ReportInput input;
    input.timeline = widgets::reportTimeline(run, std::make_shared<const Diagnosis>(diagnosis), options.axis,
                                             Job({}, {}, models::sideBySide()));
    input.size = options.size;
    input.scale = options.scale;
    input.format = pictureFormatOf(options.kind);
    input.content = options.content;
    input.withSession = options.withSession;
    input.theme = options.dark ? &widgets::Theme::darkTheme() : &widgets::Theme::light();
    input.range = options.range;
    input.pricePerGpuHour = options.pricePerGpuHour;
    if (options.content.notes)
        input.review = reviewFor(options.notes, *run);
    input.version = QStringLiteral(TACHOGRAPH_VERSION);
    const models::Timeline& timeline = *input.timeline;
    if (options.range && (options.range->first >= timeline.xMax || options.range->second <= timeline.xMin))
        return Error{"nothing of it lies in the --range; it spans " + machineNumber(timeline.xMin) + " to " +
                     machineNumber(timeline.xMax) + ". Choose a range within."};
    return input;
}

Result<std::string> picture(const RunPtr& run, const Diagnosis& diagnosis, const ReportOptions& options) {
    const Result<widgets::ReportInput> input = pictureInput(run, diagnosis, options);
    if (!input)
        return input.error();
    const QByteArray file = widgets::reportFile(*input);
    if (file.isEmpty())
        return Error{"the picture would be too large. Choose a smaller --scale or --size ticket."};
    return file.toStdString();
}

TimeAccount accountOf(const RunPtr& run, const ReportOptions& options) {
    return *widgets::reportAccount(*run, options.axis, options.range, options.pricePerGpuHour);
}

/// Rows whose position on the axis lies in the range.
std::vector<bool> rowsInRange(const Run& run, const ReportOptions& options) {
    if (!options.range)
        return {};
    std::vector<bool> keep;
    for (const double x : positionsOnAxis(run, options.axis))
        keep.push_back(x >= options.range->first && x <= options.range->second);
    return keep;
}

Result<std::string> table(const RunPtr& run, const ReportOptions& options) {
    if (const auto problem = axisProblem(*run, options.axis))
        return *problem;
    return toCsv(*run, rowsInRange(*run, options));
}

SavedRun savedRun(const RunPtr& run, const std::string& config, const RunReview* review, int slot) {
    const QString path = models::toQt(run->path());
    return runOfPicture(*run, {path, models::toQt(config), {}, false}, review, slot);
}

SavedSession sessionOf(const RunPtr& run, const ReportOptions& options) {
    const auto review = options.content.notes ? reviewFor(options.notes, *run) : std::nullopt;
    SavedSession session;
    session.runs.push_back(savedRun(run, options.configs.front(), review ? &review->review : nullptr, 0));
    session.current = 0;
    session.axis = options.axis;
    session.range = options.range;
    session.knobs = options.knobs;
    return session;
}

SavedSession sessionOf(const std::vector<RunPtr>& runs, const ReportOptions& options) {
    SavedSession session;
    for (std::size_t i = 0; i < runs.size(); ++i)
        session.runs.push_back(savedRun(runs[i], options.configs[i], nullptr, static_cast<int>(i)));
    session.current = 0;
    const CompareOptions& compare = *options.compare;
    const bool part = compare.rangeMin || compare.rangeMax;
    SavedComparison& comparison = session.comparison;
    comparison.shown = true;
    comparison.a = 0;
    comparison.b = 1;
    comparison.axis = compare.axis;
    comparison.offset = compare.offset;
    comparison.leaveOutEvents = compare.leaveOutEvents;
    comparison.onlyVisible = part;
    return session;
}

Result<std::string> withSession(const std::string& png, const SavedSession& session, const std::string& output) {
    const auto picture = carrying(QByteArray::fromStdString(png), session, QString::fromStdString(output));
    return picture ? Result<std::string>(picture->toStdString()) : Result<std::string>(picture.error());
}

/// Of Markdown, for a reader in the same folder; empty without one.
std::string pictureName(const ReportOptions& options) {
    return options.withPicture ? baseName(pictureBeside(options.output)) : std::string();
}

Result<std::string> content(const RunPtr& run, const Diagnosis& diagnosis, const ReportOptions& options) {
    const auto review = reviewFor(options.notes, *run);
    const auto document = [&] {
        return runDocument(*run, diagnosis, accountOf(run, options), TACHOGRAPH_VERSION, review ? &*review : nullptr,
                           options.content);
    };
    switch (options.kind) {
    case ReportKind::png:
    case ReportKind::svg:
    case ReportKind::pdf:
        return picture(run, diagnosis, options);
    case ReportKind::csv:
        return table(run, options);
    case ReportKind::markdown:
        return toMarkdown(document(), pictureName(options));
    case ReportKind::json:
        return inspectJson(std::vector{JudgedRun{run, diagnosis, accountOf(run, options), review}}, TACHOGRAPH_VERSION);
    case ReportKind::html:
        break;
    }
    const Result<std::string> png =
        options.content.lanes ? picture(run, diagnosis, options) : Result<std::string>(std::string());
    if (!png)
        return png.error();
    return toHtml(document(), *png);
}

bool needsPicture(const ReportOptions& options) {
    switch (options.kind) {
    case ReportKind::markdown:
        return options.withPicture;
    case ReportKind::html:
        return options.content.lanes;
    default:
        return true;
    }
}

ExitStatus write(const std::string& output, const std::string& bytes, Terminal& terminal) {
    if (const Result<void> written = writeFileAtomically(output, bytes); !written) {
        terminal.error(output, written.error().message);
        return ExitStatus::notReadOrWritten;
    }
    return ExitStatus::done;
}

} // namespace

ExitStatus writeReport(const RunPtr& run, const std::string& subject, const ReportOptions& options,
                       Terminal& terminal) {
    const Diagnosis diagnosis = diagnose(*run, options.knobs, terminal.job("Judging " + run->name()));
    terminal.clearProgress();
    Result<std::string> bytes = content(run, diagnosis, options);
    if (bytes && options.withSession)
        bytes = withSession(*bytes, sessionOf(run, options), options.output);
    if (!bytes) {
        terminal.error(subject, bytes.error().message);
        return ExitStatus::notReadOrWritten;
    }
    if (options.withPicture) {
        const Result<std::string> png = picture(run, diagnosis, options);
        if (!png) {
            terminal.error(subject, png.error().message);
            return ExitStatus::notReadOrWritten;
        }
        if (const ExitStatus status = write(pictureBeside(options.output), *png, terminal); status != ExitStatus::done)
            return status;
    }
    return write(options.output, *bytes, terminal);
}

ExitStatus writeComparison(const ComparedRuns& compared, const ReportOptions& options, Terminal& terminal) {
    const auto& [runs, attempts] = compared;
    const ComparisonSet set = compareAll(runs, *options.compare, terminal.job("Comparing"), attempts);
    terminal.clearProgress();
    if (options.kind == ReportKind::json)
        return write(options.output, diffJson(set, TACHOGRAPH_VERSION), terminal);
    const Document document = diffDocument(set, TACHOGRAPH_VERSION, options.content);
    std::string png;
    if (needsPicture(options)) {
        Result<std::string> drawn = comparisonPicture(runs[0], runs[1], set, options, terminal);
        if (!drawn) {
            terminal.error(options.output, drawn.error().message);
            return ExitStatus::notReadOrWritten;
        }
        png = std::move(drawn).value();
    }
    if (options.withSession) {
        Result<std::string> carrier = withSession(png, sessionOf(runs, options), options.output);
        if (!carrier) {
            terminal.error(options.output, carrier.error().message);
            return ExitStatus::notReadOrWritten;
        }
        png = std::move(carrier).value();
    }
    if (options.kind == ReportKind::html)
        return write(options.output, toHtml(document, png), terminal);
    if (options.kind != ReportKind::markdown)
        return write(options.output, png, terminal);
    if (options.withPicture)
        if (const ExitStatus status = write(pictureBeside(options.output), png, terminal); status != ExitStatus::done)
            return status;
    return write(options.output, toMarkdown(document, pictureName(options)), terminal);
}

} // namespace tachograph::app
