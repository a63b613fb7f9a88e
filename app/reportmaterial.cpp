#include "app/reportmaterial.h"

#include "analysis/core/source.h"
#include "analysis/report/csvwriter.h"
#include "analysis/report/diffdocument.h"
#include "analysis/report/diffjson.h"
#include "analysis/report/htmlwriter.h"
#include "analysis/report/inspectjson.h"
#include "analysis/report/markdownwriter.h"
#include "analysis/report/rundocument.h"
#include "app/picturesession.h"
#include "models/convert.h"
#include "version.h"

#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <filesystem>

namespace tachograph::app {

namespace {

/// What inputs of both kinds have in common.
template <typename Input>
void setLook(Input& input, const ReportForm& form) {
    input.size = form.size;
    input.scale = hasPixels(form) ? form.scale : 1;
    input.theme = form.dark ? &widgets::Theme::darkTheme() : &widgets::Theme::light();
    input.format = pictureFormatOf(form.kind);
    input.content = form.content;
    input.withSession = form.withSession;
    input.version = QStringLiteral(TACHOGRAPH_VERSION);
}

widgets::ReportInput runInput(const ReportMaterial& material, const ReportForm& form) {
    widgets::ReportInput input;
    setLook(input, form);
    input.timeline = material.timeline;
    input.range = material.range;
    input.account = material.account;
    input.facts = material.facts;
    input.pricePerGpuHour = material.pricePerGpuHour;
    if (form.content.notes)
        input.review = material.review;
    return input;
}

widgets::ComparisonReportInput comparisonInput(const ReportMaterial& material, const ReportForm& form) {
    widgets::ComparisonReportInput input;
    setLook(input, form);
    input.view = material.view;
    input.set = material.set.get();
    return input;
}

/// Options that mean nothing for what is written.
QStringList meaningless(const ReportMaterial& material, const ReportForm& form) {
    const bool rows = form.kind == ReportKind::csv, everything = rows || form.kind == ReportKind::json;
    QStringList names;
    if (!hasPicture(form))
        names << QStringLiteral("--size") << QStringLiteral("--theme") << QStringLiteral("--scale")
              << QStringLiteral("--add");
    if (rows)
        names << QStringLiteral("--gpu-price") << QStringLiteral("--notes") << QStringLiteral("--knob");
    else if (!hasPicture(form) && !material.compares())
        names << QStringLiteral("--range") << QStringLiteral("--axis");
    if (everything)
        names << QStringLiteral("--without");
    return names;
}

/// Rows whose position on the axis lies in the range; empty = all.
std::vector<bool> rowsInRange(const ReportMaterial& material) {
    std::vector<bool> keep;
    if (material.range)
        for (const double x : positionsOnAxis(*material.run, material.axis))
            keep.push_back(x >= material.range->first && x <= material.range->second);
    return keep;
}

/// The first rows of the table, without making all of it.
std::string firstRows(const ReportMaterial& material, std::size_t most) {
    std::vector<bool> keep = rowsInRange(material);
    keep.resize(material.run->rows().size(), !material.range);
    std::size_t kept = 0;
    for (auto&& row : keep)
        row = row && kept++ < most;
    return toCsv(*material.run, keep);
}

Document documentOf(const ReportMaterial& material, const ReportContent& content) {
    if (material.compares())
        return diffDocument(*material.set, TACHOGRAPH_VERSION, content);
    return runDocument(*material.run, *material.diagnosis, *material.account, TACHOGRAPH_VERSION,
                       material.review ? &*material.review : nullptr, content);
}

std::string json(const ReportMaterial& material) {
    if (material.compares())
        return diffJson(*material.set, TACHOGRAPH_VERSION);
    const std::vector judged{JudgedRun{material.run, *material.diagnosis, *material.account, material.review}};
    return inspectJson(judged, TACHOGRAPH_VERSION);
}

Result<std::string> withSession(const std::string& png, SavedSession session, const ReportForm& form,
                                const std::string& output) {
    if (!form.content.notes)
        for (SavedRun& run : session.runs)
            run.review = {};
    const auto picture = carrying(QByteArray::fromStdString(png), std::move(session), models::toQt(output));
    return picture ? Result<std::string>(picture->toStdString()) : Result<std::string>(picture.error());
}

std::vector<std::string> pathsOf(const ReportForm& form, const std::string& output) {
    std::vector<std::string> paths{output};
    if (form.withPicture)
        paths.push_back(pictureBeside(output));
    return paths;
}

} // namespace

ReportMaterial comparedMaterial(const std::vector<RunPtr>& runs, ComparisonSet set, bool drawn, const Job& job,
                                const models::AddedSeries& added) {
    ReportMaterial material;
    material.set = std::make_shared<const ComparisonSet>(std::move(set));
    if (drawn)
        material.view = widgets::reportComparison(runs[0], runs[1], material.set->comparisons.front(), job,
                                                  fittingSeries(added, {runs[0], runs[1]}).kept);
    return material;
}

models::CheckedSeries fittingSeries(const models::AddedSeries& added, const std::vector<RunPtr>& runs) {
    std::vector<models::TimelineRun> entries;
    for (const RunPtr& run : runs)
        entries.push_back({run, nullptr, static_cast<int>(entries.size()), models::toQt(run->name())});
    return models::checkedSeries(added, entries, XAxis::step);
}

SavedSession comparedSession(std::vector<SavedRun> runs, const CompareOptions& options) {
    SavedSession session;
    session.runs = std::move(runs);
    session.current = 0;
    SavedComparison& comparison = session.comparison;
    comparison.shown = true;
    comparison.a = 0;
    comparison.b = 1;
    comparison.attemptA = options.attemptA;
    comparison.attemptB = options.attemptB;
    comparison.axis = options.axis;
    comparison.offset = options.offset;
    comparison.leaveOutEvents = options.leaveOutEvents;
    comparison.onlyVisible = options.rangeMin || options.rangeMax;
    return session;
}

widgets::PicturePlan picturePlan(const ReportMaterial& material, const ReportForm& form, widgets::Plots when) {
    return material.compares() ? widgets::comparisonPlan(comparisonInput(material, form), when)
                               : widgets::reportPlan(runInput(material, form), when);
}

std::string reportText(const ReportMaterial& material, const ReportForm& form, const std::string& png,
                       const std::string& pictureFile) {
    switch (form.kind) {
    case ReportKind::csv:
        return toCsv(*material.run, rowsInRange(material));
    case ReportKind::json:
        return json(material);
    case ReportKind::html:
        return toHtml(documentOf(material, form.content), png);
    default:
        return toMarkdown(documentOf(material, form.content), pictureFile);
    }
}

bool hasText(const ReportForm& form) {
    return form.kind == ReportKind::markdown || form.kind == ReportKind::json || form.kind == ReportKind::csv;
}

Excerpt reportExcerpt(const ReportMaterial& material, const ReportForm& form, std::size_t lines) {
    Excerpt excerpt{form.kind == ReportKind::csv ? firstRows(material, lines) : reportText(material, form, {}, {}),
                    false};
    std::size_t end = 0;
    for (std::size_t i = 0; i < lines && end < excerpt.text.size(); ++i)
        end = std::min(excerpt.text.find('\n', end), excerpt.text.size() - 1) + 1;
    excerpt.cut = end < excerpt.text.size();
    excerpt.text.resize(end);
    return excerpt;
}

Result<std::vector<ReportFile>> reportFiles(const ReportMaterial& material, const ReportForm& form,
                                            const std::string& picture, const std::string& output) {
    switch (form.kind) {
    case ReportKind::png:
        if (form.withSession) {
            auto carrier = withSession(picture, material.session, form, output);
            if (!carrier)
                return carrier.error();
            return std::vector{ReportFile{output, std::move(carrier).value()}};
        }
        [[fallthrough]];
    case ReportKind::svg:
    case ReportKind::pdf:
        return std::vector{ReportFile{output, picture}};
    default:
        break;
    }
    std::vector<ReportFile> files;
    std::string beside;
    if (form.withPicture) {
        files.push_back({pictureBeside(output), picture});
        beside = baseName(files.front().path);
    }
    files.push_back({output, reportText(material, form, picture, beside)});
    return files;
}

std::optional<std::string> recordingAmong(const std::vector<RunPtr>& runs, const ReportForm& form,
                                          const std::string& output) {
    std::error_code none;
    for (const std::string& path : pathsOf(form, output))
        for (const RunPtr& run : runs)
            for (const SourceFile& file : run->sources())
                if (std::filesystem::equivalent(file.path, path, none))
                    return path;
    return std::nullopt;
}

QString reportCommandLine(const ReportMaterial& material, const ReportForm& form, const QString& output) {
    const QStringList leftOut = meaningless(material, form);
    QString command = material.compares() ? widgets::comparisonCommand(comparisonInput(material, form), output, leftOut)
                                          : widgets::reportCommand(runInput(material, form), output, leftOut);
    if (form.withPicture)
        command += QStringLiteral(" --with-picture");
    return command;
}

} // namespace tachograph::app
