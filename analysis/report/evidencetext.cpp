#include "analysis/report/evidencetext.h"

#include "analysis/core/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace tachograph {

std::string evidenceText(const Evidence& evidence) {
    return evidence.text.empty() ? formatQuantity(evidence.value, evidence.unit) : evidence.text;
}

bool isBackground(const Evidence& evidence) {
    static constexpr std::array<std::string_view, 12> names{
        "early_median", "late_median", "factor", "change_bic",      "slope_share",          "mk_p",
        "phi",          "left_out",    "report", "confidence_cell", "steps_per_hour_early", "steps_per_hour_late"};
    if (std::ranges::find(names, std::string_view(evidence.name)) != names.end())
        return true;
    return evidence.name.starts_with("rise_") && std::abs(evidence.value) < 0.01;
}

bool repeatsAnother(const Evidence& evidence) {
    return evidence.name == "left_out_checkpoint" || evidence.name == "left_out_warm_up";
}

std::string factorText(const Finding& finding) {
    const auto factor = std::ranges::find(finding.evidence, "factor", &Evidence::name);
    return factor == finding.evidence.end() || !std::isfinite(factor->value) ? std::string()
                                                                             : formatFactor(factor->value);
}

} // namespace tachograph
