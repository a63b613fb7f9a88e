#pragma once

#include "analysis/comparison/compareoptions.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/review/notesfile.h"
#include "app/commandline/arguments.h"
#include "app/reportform.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tachograph::app {

/// The options of `report`, checked.
struct ReportOptions {
    std::string output;
    ReportForm form;
    std::vector<std::string> configs;               ///< of each path, empty for none: for the session
    std::optional<std::pair<double, double>> range; ///< ends may be infinite
    XAxis axis = XAxis::step;
    double pricePerGpuHour = 0;            ///< 0: none given
    AllKnobs knobs;                        ///< of one run
    models::AddedSeries added;             ///< that there are and fit: see addedOption()
    std::optional<CompareOptions> compare; ///< of several runs
    std::optional<NotesFile> notes;        ///< of one run
};

/// Options that mean nothing for the kind of output are a mistake, not ignored.
std::variant<ReportOptions, UsageError> parseReportOptions(const Arguments& arguments);

} // namespace tachograph::app
