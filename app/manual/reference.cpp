#include "app/manual/reference.h"

#include "analysis/core/text.h"
#include "analysis/detectors/detector.h"
#include "analysis/importers/importer.h"

namespace tachograph::app {

namespace {

/// Text as it is, where Markdown would take a sign of it for its own. What stands in backticks is left alone.
std::string escaped(std::string_view text) {
    std::string result;
    bool code = false;
    for (const char sign : text) {
        if (sign == '`')
            code = !code;
        if (!code && std::string_view("*_<>[]|#").find(sign) != std::string_view::npos)
            result += '\\';
        result += sign;
    }
    return result;
}

std::string joined(const std::vector<std::string>& words, const std::string& quote) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + quote + word + quote;
    return text;
}

std::string knobRow(const Detector& detector, const Knob& knob) {
    return "| `" + detector.code + '.' + knob.name + "` | " + machineNumber(knob.defaultValue) + " | " +
           machineNumber(knob.least) + " to " + machineNumber(knob.most) +
           (knob.unit.empty() ? "" : ' ' + escaped(knob.unit)) + " | " + escaped(knob.meaning) + " |\n";
}

std::string section(const Detector& detector) {
    std::string text = "## " + detector.code + ": " + escaped(detector.title) + "\n\n";
    text += "Severity: " + std::string(severityName(detector.severity)) + ".";
    std::string needs = joined(detector.neededRoles, "`");
    if (!detector.needs.empty())
        needs += (needs.empty() ? "" : ", ") + escaped(detector.needs);
    if (!needs.empty())
        text += " Needs: " + needs + '.';
    text += "\n\n" + escaped(detector.meaning) + "\n\n";
    if (!detector.knobs.empty())
        text += "| knob | default | range | |\n|---|--:|---|---|\n";
    for (const Knob& knob : detector.knobs)
        text += knobRow(detector, knob);
    if (detector.simulation)
        text += "\nIn simulation " + formatShare(detector.simulation->shareRight) +
                " of its findings were right: " + escaped(detector.simulation->how) + ".\n";
    if (!detector.suggestions.empty())
        text += "\nWhat to try:\n\n";
    for (const std::string& suggestion : detector.suggestions)
        text += "- " + escaped(suggestion) + '\n';
    if (!detector.related.empty())
        text += "\nRelated: " + joined(detector.related, "`") + ".\n";
    return text + '\n';
}

} // namespace

std::string detectorsReference() {
    std::string text;
    for (const Detector* detector : detectors())
        text += section(*detector);
    return text;
}

std::string formatsReference() {
    std::string text = "| format | usual names | |\n|---|---|---|\n";
    for (const Importer* importer : importers())
        text += "| " + escaped(importer->title) + " (`" + importer->id + "`) | " + joined(importer->patterns, "`") +
                " | " + escaped(importer->description) + " |\n";
    return text;
}

} // namespace tachograph::app
