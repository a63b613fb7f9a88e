#pragma once

#include "analysis/report/reportcontent.h"
#include "widgets/report/reportpicture.h"

#include <optional>
#include <string>
#include <string_view>

namespace tachograph::app {

/// What a report is written as.
enum class ReportKind {
    png,
    svg,
    pdf,
    html,
    markdown,
    json,
    csv ///< rows and series of one run
};

/// What a report looks like, whatever it is about; from the command line and from the window.
struct ReportForm {
    ReportKind kind = ReportKind::png;
    widgets::ReportSize size;
    double scale = 1; ///< of pixels, leastScale to mostScale
    bool dark = false;
    ReportContent content;    ///< of pictures and pages; .json and .csv hold everything
    bool withSession = false; ///< of .png: in the picture
    bool withPicture = false; ///< of Markdown: the picture beside it
};

inline constexpr double leastScale = 0.5, mostScale = 4;

/// ".png", as files end.
std::string endingOf(ReportKind kind);
/// By the ending of a file's name, whatever its case; nothing when it has none of them.
std::optional<ReportKind> kindOf(std::string_view file);
/// Where the picture of a page in Markdown goes: its name, ending in .png.
std::string pictureBeside(const std::string& file);

/// Of the picture in it; PNG for the one of a page.
widgets::PictureFormat pictureFormatOf(ReportKind kind);
/// Whether a picture belongs to what is written, and whether that is one of pixels.
bool hasPicture(const ReportForm& form);
bool hasPixels(const ReportForm& form);

} // namespace tachograph::app
