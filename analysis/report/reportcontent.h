#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tachograph {

/// Which parts a report has besides names, verdict and footer.
struct ReportContent {
    bool lanes = true;    ///< the picture of the timelines
    bool findings = true; ///< findings, their marks in the lanes, what every detector said
    bool tables = true;   ///< figures in rows: the bill, phases, metrics, settings, series, issues
    bool notes = true;    ///< what the reviewer noted and dismissed

    bool operator==(const ReportContent&) const = default;
};

/// Without the parts of a list as on the command line: "notes,tables". Nothing for any other word, for none and when no
/// part would be left.
std::optional<ReportContent> contentWithout(std::string_view parts);
/// As contentWithout() takes it; empty when every part is there.
std::string withoutText(const ReportContent& content);

} // namespace tachograph
