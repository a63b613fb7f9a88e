#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"

#include <algorithm>
#include <array>

namespace tachograph {

namespace {

/// How the importer of a tool writes the tool's alerts down as events: "rlwatch kl_explosion (critical): ...",
/// "Trackio alert (error): Spike: ...", "Alert: Spike: ...".
struct AlertForm {
    std::string_view format; ///< importer id
    std::string_view tool;
    std::string_view prefix;
};
constexpr std::array forms = {AlertForm{"rlwatch", "rlwatch", "rlwatch "},
                              AlertForm{"trackio", "Trackio", "Trackio alert"}, AlertForm{"wandb", "W&B", "Alert: "}};

struct Alert {
    std::string name;  ///< "kl_explosion", "Spike"
    std::string level; ///< as recorded; empty when none is
    std::string text;
    std::vector<std::int64_t> steps;
    std::size_t count = 1;
};

/// `text` up to `mark`, which is taken off too; all of it when the mark is not there.
std::string_view cutAt(std::string_view& text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + mark.size());
    return trimmed(part);
}

/// "NAME (LEVEL): TEXT", "(LEVEL): NAME: TEXT" or "NAME: TEXT", behind the prefix.
Alert alertFrom(std::string_view rest, bool hasLevel) {
    Alert alert;
    if (hasLevel) {
        alert.name = cutAt(rest, "(");
        alert.level = cutAt(rest, "): ");
    }
    if (alert.name.empty())
        alert.name = cutAt(rest, ": ");
    alert.text = trimmed(rest);
    return alert;
}

/// Alerts of one name and level are one: the first text, all steps.
std::vector<Alert> alertsIn(const Run& run, const AlertForm& form) {
    constexpr std::size_t most = 50;
    std::vector<Alert> alerts;
    for (const Event& event : run.events()) {
        std::string_view text = event.text;
        if (event.kind != EventKind::note || !text.starts_with(form.prefix))
            continue;
        text.remove_prefix(form.prefix.size());
        Alert alert = alertFrom(text, form.format != "wandb");
        if (event.step)
            alert.steps.push_back(*event.step);
        const auto same = std::ranges::find_if(
            alerts, [&](const Alert& other) { return other.name == alert.name && other.level == alert.level; });
        if (same != alerts.end()) {
            ++same->count;
            same->steps.insert(same->steps.end(), alert.steps.begin(), alert.steps.end());
        } else if (alerts.size() < most) {
            alerts.push_back(std::move(alert));
        }
    }
    return alerts;
}

Severity severityOf(const std::string& level) {
    for (const char* word : {"critical", "error", "fatal"})
        if (equalsIgnoringCase(level, word))
            return Severity::critical;
    for (const char* word : {"warning", "warn"})
        if (equalsIgnoringCase(level, word))
            return Severity::warning;
    return Severity::info;
}

Finding findingOf(const Run& run, const Alert& alert, const AlertForm& form) {
    Finding finding = findingAt(recordedAlert, run, alert.steps);
    finding.severity = severityOf(alert.level);
    finding.origin = form.tool;
    finding.badges = {"recorded by " + finding.origin};
    finding.title = plainText(alert.name, 40);
    finding.summary = finding.origin + " recorded " + quotedText(alert.name, 80);
    if (!alert.level.empty())
        finding.summary += " (" + plainText(alert.level, 20) + ")";
    finding.summary += finding.places.empty() ? std::string() : " at " + placesText(finding.places);
    if (!alert.text.empty())
        finding.summary += ": " + plainText(alert.text, 400);
    if (finding.summary.back() != '.')
        finding.summary += '.';
    finding.evidence.push_back({"times", static_cast<double>(alert.count), "", "Recorded", timesText(alert.count)});
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues&, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const auto form = std::ranges::find(forms, run.format(), &AlertForm::format);
    if (form == forms.end())
        return notApplicable("Alerts of other tools are not logged in this kind of recording.");
    std::vector<Finding> findings;
    for (const Alert& alert : alertsIn(run, *form))
        findings.push_back(findingOf(run, alert, *form));
    return findings.empty() ? clearAnswer("The recording holds no alert of " + std::string(form->tool) + ".")
                            : foundAnswer(std::move(findings));
}

} // namespace

const Detector recordedAlert{
    .code = "RECORDED_ALERT",
    .title = "Another tool recorded an alert",
    .meaning =
        "The recording holds alerts of the tool that made it: rlwatch, Trackio or W&B. They are repeated under "
        "the name of that tool, at its steps and with its severity (error counts as critical), the same alert "
        "once. They are not judged here and decide no other detector; for --fail-on they count by their severity.",
    .severity = Severity::info,
    .neededRoles = {},
    .needs = "a recording of rlwatch, Trackio or W&B",
    .knobs = {},
    .suggestions = {"Look at the series that the alert speaks of around its step."},
    .related = {"NON_FINITE", "EXCEPTION"},
    .examine = examine,
};

} // namespace tachograph
