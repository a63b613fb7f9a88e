#include "app/commandline/reportwriter.h"

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
    input.theme = options.dark ? &widgets::Theme::darkTheme() : &widgets::Theme::light();
    input.range = options.range;
    input.pricePerGpuHour = options.pricePerGpuHour;
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
    const QByteArray png = widgets::encodePng(widgets::renderReport(*input));
    if (png.isEmpty())
        return Error{"the picture would be too large. Choose a smaller --scale or --size ticket."};
    return png.toStdString();
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

Result<std::string> content(const RunPtr& run, const Diagnosis& diagnosis, const ReportOptions& options) {
    const auto review = reviewFor(options.notes, *run);
    const auto document = [&] {
        return runDocument(*run, diagnosis, accountOf(run, options), TACHOGRAPH_VERSION, review ? &*review : nullptr);
    };
    switch (options.kind) {
    case ReportKind::png:
        return picture(run, diagnosis, options);
    case ReportKind::csv:
        return table(run, options);
    case ReportKind::markdown:
        return toMarkdown(document());
    case ReportKind::json:
        return inspectJson(std::vector{JudgedRun{run, diagnosis, accountOf(run, options), review}}, TACHOGRAPH_VERSION);
    case ReportKind::html:
        break;
    }
    const Result<std::string> png = picture(run, diagnosis, options);
    if (!png)
        return png.error();
    return toHtml(document(), *png);
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
    const Result<std::string> bytes = content(run, diagnosis, options);
    if (!bytes) {
        terminal.error(subject, bytes.error().message);
        return ExitStatus::notReadOrWritten;
    }
    return write(options.output, *bytes, terminal);
}

ExitStatus writeComparison(const ComparedRuns& compared, const ReportOptions& options, Terminal& terminal) {
    const auto& [runs, attempts] = compared;
    const ComparisonSet set = compareAll(runs, *options.compare, terminal.job("Comparing"), attempts);
    terminal.clearProgress();
    if (options.kind == ReportKind::json)
        return write(options.output, diffJson(set, TACHOGRAPH_VERSION), terminal);
    const Document document = diffDocument(set, TACHOGRAPH_VERSION);
    if (options.kind == ReportKind::markdown)
        return write(options.output, toMarkdown(document), terminal);
    const Result<std::string> png = comparisonPicture(runs[0], runs[1], set, options, terminal);
    if (!png) {
        terminal.error(options.output, png.error().message);
        return ExitStatus::notReadOrWritten;
    }
    return write(options.output, options.kind == ReportKind::html ? toHtml(document, *png) : *png, terminal);
}

} // namespace tachograph::app
