#pragma once

#include "analysis/comparison/compareoptions.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/review/notesfile.h"
#include "app/commandline/arguments.h"
#include "widgets/report/reportpicture.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tachograph::app {

enum class ReportKind { png, svg, pdf, html, markdown, json, csv };

/// The options of `report`, checked.
struct ReportOptions {
    std::string output;
    ReportKind kind = ReportKind::png;
    widgets::ReportSize size;
    double scale = 1;
    bool dark = false;
    ReportContent content;
    bool withSession = false;                       ///< of .png: in the picture
    std::vector<std::string> configs;               ///< of each path, empty for none: for the session
    bool withPicture = false;                       ///< of Markdown: the picture beside it
    std::optional<std::pair<double, double>> range; ///< ends may be infinite
    XAxis axis = XAxis::step;
    double pricePerGpuHour = 0;            ///< 0: none given
    AllKnobs knobs;                        ///< of one run
    std::optional<CompareOptions> compare; ///< of several runs
    std::optional<NotesFile> notes;        ///< of one run
};

/// Of the picture in it; PNG for the one of a page.
widgets::PictureFormat pictureFormatOf(ReportKind kind);

/// Where the picture of a page in Markdown goes: its name, ending in .png.
std::string pictureBeside(const std::string& output);

/// Options that mean nothing for the kind of output are a mistake, not ignored.
std::variant<ReportOptions, UsageError> parseReportOptions(const Arguments& arguments);

} // namespace tachograph::app
