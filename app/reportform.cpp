#include "app/reportform.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tachograph::app {

namespace {

constexpr std::array endings{std::pair(".png", ReportKind::png),     std::pair(".svg", ReportKind::svg),
                             std::pair(".pdf", ReportKind::pdf),     std::pair(".html", ReportKind::html),
                             std::pair(".md", ReportKind::markdown), std::pair(".json", ReportKind::json),
                             std::pair(".csv", ReportKind::csv)};

} // namespace

std::string endingOf(ReportKind kind) {
    return std::ranges::find(endings, kind, [](const auto& known) { return known.second; })->first;
}

std::optional<ReportKind> kindOf(std::string_view file) {
    const auto dot = file.rfind('.');
    for (const auto& [ending, kind] : endings)
        if (dot != std::string_view::npos && equalsIgnoringCase(file.substr(dot), ending))
            return kind;
    return std::nullopt;
}

std::string pictureBeside(const std::string& file) {
    return file.substr(0, file.rfind('.')) + ".png";
}

widgets::PictureFormat pictureFormatOf(ReportKind kind) {
    return kind == ReportKind::svg   ? widgets::PictureFormat::svg
           : kind == ReportKind::pdf ? widgets::PictureFormat::pdf
                                     : widgets::PictureFormat::png;
}

bool hasPicture(const ReportForm& form) {
    switch (form.kind) {
    case ReportKind::png:
    case ReportKind::svg:
    case ReportKind::pdf:
        return true;
    case ReportKind::html:
        return form.content.lanes;
    case ReportKind::markdown:
        return form.withPicture;
    case ReportKind::json:
    case ReportKind::csv:
        break;
    }
    return false;
}

bool hasPixels(const ReportForm& form) {
    return hasPicture(form) && pictureFormatOf(form.kind) == widgets::PictureFormat::png;
}

} // namespace tachograph::app
