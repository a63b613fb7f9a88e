#include "analysis/report/jsonparts.h"

namespace tachograph {

OrderedJson findingJson(const Finding& finding, bool withCode) {
    OrderedJson evidence = OrderedJson::array();
    for (const Evidence& figure : finding.evidence)
        evidence.push_back({{"name", figure.name}, {"value", jsonNumber(figure.value)}, {"unit", figure.unit}});
    OrderedJson entry;
    if (withCode)
        entry["code"] = finding.code;
    entry["severity"] = severityName(finding.severity);
    entry["onset_step"] = jsonOrNull(finding.onsetStep);
    entry["first_step"] = finding.firstStep;
    entry["last_step"] = finding.lastStep;
    entry["confidence"] = finding.confidence ? jsonNumber(*finding.confidence) : OrderedJson();
    entry["badges"] = finding.badges;
    entry["summary"] = finding.summary;
    entry["origin"] = finding.origin;
    entry["evidence"] = std::move(evidence);
    entry["suggestions"] = finding.suggestions;
    entry["related"] = finding.related;
    return entry;
}

} // namespace tachograph
