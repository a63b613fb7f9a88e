#include "app/commandline/reportoptions.h"

#include "analysis/comparison/comparisonset.h"
#include "analysis/core/text.h"
#include "app/commandline/axisoptions.h"

#include <algorithm>
#include <cmath>

namespace tachograph::app {

namespace {

/// A page of HTML takes the options of pictures, also when it is without its lanes.
bool takesPictureOptions(const ReportForm& form) {
    return hasPicture(form) || form.kind == ReportKind::html;
}

/// Options of pictures where there is none, or none of pixels.
std::optional<UsageError> withoutPicture(const Arguments& arguments, const ReportOptions& options) {
    for (const char* name : {"--size", "--scale", "--theme", "--add"})
        if (arguments.has(name) && !takesPictureOptions(options.form))
            return UsageError{name, "it is for pictures: .png, .svg, .pdf, .html and .md with --with-picture."};
    if (arguments.has("--scale") && (options.form.kind == ReportKind::svg || options.form.kind == ReportKind::pdf))
        return UsageError{"--scale", "it is for pictures of pixels, .png and .html; lines and letters have no pixels."};
    return std::nullopt;
}

std::optional<UsageError> readPictureOptions(const Arguments& arguments, ReportOptions& options) {
    if (const auto text = arguments.value("--size")) {
        const auto size = widgets::ReportSize::parse(QString::fromStdString(*text));
        if (!size)
            return UsageError{"--size " + *text, "sizes are ticket, slide, long, or WxH from 1000x700 to 8000x8000."};
        options.form.size = *size;
    }
    if (const auto text = arguments.value("--scale")) {
        const auto scale = finiteNumber(*text);
        if (!scale || *scale < leastScale || *scale > mostScale)
            return UsageError{"--scale " + *text, "the scale is a number from 0.5 to 4."};
        options.form.scale = *scale;
    }
    if (const auto text = arguments.value("--theme")) {
        if (*text != "light" && *text != "dark")
            return UsageError{"--theme " + *text, "themes are light and dark."};
        options.form.dark = *text == "dark";
    }
    return std::nullopt;
}

std::optional<UsageError> readContent(const Arguments& arguments, ReportOptions& options) {
    const bool rows = options.form.kind == ReportKind::csv || options.form.kind == ReportKind::json;
    if (const auto text = arguments.value("--without")) {
        const auto content = contentWithout(*text);
        if (rows)
            return UsageError{"--without", "it is for pictures and pages; .csv and .json hold everything."};
        if (!content)
            return UsageError{"--without " + *text, "what can be left out is lanes, findings, tables and notes, with "
                                                    "commas between, but not all of them."};
        options.form.content = *content;
    }
    options.form.withPicture = arguments.has("--with-picture");
    if (options.form.withPicture && options.form.kind != ReportKind::markdown)
        return UsageError{"--with-picture", "it is for .md; the others hold their picture or have none."};
    options.form.withSession = arguments.has("--with-session");
    if (options.form.withSession && options.form.kind != ReportKind::png)
        return UsageError{"--with-session", "it is for .png, which carries the session within the picture."};
    for (const Arguments::Path& path : arguments.paths)
        options.configs.push_back(path.config);
    if (options.form.withPicture && !options.form.content.lanes)
        return UsageError{"--with-picture", "the picture is of the lanes, which --without leaves out."};
    return std::nullopt;
}

std::optional<UsageError> readAxisOptions(const Arguments& arguments, ReportOptions& options) {
    if (const auto text = arguments.value("--axis")) {
        const auto axis = xAxisFromName(*text);
        if (!axis)
            return UsageError{"--axis " + *text, noSuchAxis};
        options.axis = *axis;
    }
    if (const auto text = arguments.value("--range")) {
        const auto range = parseRange(*text);
        if (!range)
            return UsageError{"--range " + *text, noSuchRange};
        if (std::isfinite(range->first) || std::isfinite(range->second))
            options.range = range;
    }
    return std::nullopt;
}

std::optional<UsageError> readKnobs(const Arguments& arguments, ReportOptions& options) {
    for (const std::string& assignment : arguments.values("--knob"))
        if (const Result<void> set = setKnob(options.knobs, assignment); !set)
            return UsageError{"--knob " + assignment, set.error().message};
    return std::nullopt;
}

std::optional<UsageError> meaningless(const Arguments& arguments, const ReportOptions& options) {
    for (const char* name : {"--offset", "--printed", "--keep-events"})
        if (arguments.has(name))
            return UsageError{name, "it is for reports of several runs."};
    if (auto error = withoutPicture(arguments, options))
        return error;
    if (arguments.has("--gpu-price") && options.form.kind == ReportKind::csv)
        return UsageError{"--gpu-price", "a table has no bill."};
    for (const char* name : {"--range", "--axis"})
        if (arguments.has(name) && !takesPictureOptions(options.form) && options.form.kind != ReportKind::csv)
            return UsageError{name, "it is for pictures and tables: .png, .svg, .pdf, .html and .csv."};
    if (arguments.has("--notes") && options.form.kind == ReportKind::csv)
        return UsageError{"--notes", "a table of rows holds no notes."};
    if (arguments.has("--session") && !hasPicture(options.form))
        return UsageError{"--session", "it is for pictures: .png, .svg, .pdf, .html and .md with --with-picture."};
    if (arguments.has("--knob") && options.form.kind == ReportKind::csv)
        return UsageError{"--knob", "a table of rows holds no findings."};
    return std::nullopt;
}

/// Of several runs there is everything but the table of rows.
std::optional<UsageError> readComparison(const Arguments& arguments, ReportOptions& options) {
    if (options.form.kind == ReportKind::csv)
        return UsageError{options.output, "of several runs it can be .png, .svg, .pdf, .html, .md or .json."};
    if (auto error = withoutPicture(arguments, options))
        return error;
    if (arguments.has("--gpu-price"))
        return UsageError{"--gpu-price", "the bill is of one run."};
    for (const char* name : {"--knob", "--notes", "--session"})
        if (arguments.has(name))
            return UsageError{name, "it is for a report of one run."};
    auto compare = readCompareOptions(arguments);
    if (const auto* error = std::get_if<UsageError>(&compare))
        return *error;
    options.compare = std::get<CompareOptions>(compare);
    return readPictureOptions(arguments, options);
}

} // namespace

std::variant<ReportOptions, UsageError> parseReportOptions(const Arguments& arguments) {
    if (arguments.paths.empty())
        return UsageError{"report", "a RUN is missing."};
    if (arguments.paths.size() > ComparisonSet::mostOthers + 1)
        return UsageError{"report", "it takes one run, or a baseline and at most eight others."};
    const auto output = arguments.value("-o");
    if (!output)
        return UsageError{"report", "-o OUT is missing."};
    const auto kind = kindOf(*output);
    if (!kind)
        return UsageError{
            *output, "what to write is not clear from its ending. Use .png, .svg, .pdf, .html, .md, .json or .csv."};
    ReportOptions options;
    options.output = *output;
    options.form.kind = *kind;
    if (const auto error = readContent(arguments, options))
        return *error;
    if (arguments.paths.size() > 1) {
        if (const auto error = readComparison(arguments, options))
            return *error;
        return options;
    }
    const auto price = readGpuPrice(arguments);
    if (const auto* error = std::get_if<UsageError>(&price))
        return *error;
    options.pricePerGpuHour = std::get<double>(price);
    if (!arguments.paths.front().attempt.empty())
        return UsageError{"--attempt", "it is for comparisons. A report of one run shows all of its attempts."};
    if (const auto error = readPictureOptions(arguments, options))
        return *error;
    if (const auto error = readAxisOptions(arguments, options))
        return *error;
    if (const auto error = readKnobs(arguments, options))
        return *error;
    if (const auto error = meaningless(arguments, options))
        return *error;
    return options;
}

} // namespace tachograph::app
