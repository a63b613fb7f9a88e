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

namespace tachograph::app {

enum class ReportKind { png, html, markdown, json, csv };

/// The options of `report`, checked.
struct ReportOptions {
    std::string output;
    ReportKind kind = ReportKind::png;
    widgets::ReportSize size;
    double scale = 1;
    bool dark = false;
    std::optional<std::pair<double, double>> range; ///< ends may be infinite
    XAxis axis = XAxis::step;
    double pricePerGpuHour = 0;            ///< 0: none given
    AllKnobs knobs;                        ///< of one run
    std::optional<CompareOptions> compare; ///< of several runs
    std::optional<NotesFile> notes;        ///< of one run
};

/// Options that mean nothing for the kind of output are a mistake, not ignored.
std::variant<ReportOptions, UsageError> parseReportOptions(const Arguments& arguments);

} // namespace tachograph::app
