#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/detectors/stretch.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tachograph {

namespace {

/// A part of the job that ended while the rest went on.
struct Lost {
    const Event* event = nullptr;
    std::string name; ///< "thread drafter-1 (cuda:6)"
};

/// Which part of the job an exception ended; empty when it names none. A message that merely mentions a rank or a GPU
/// names none: the program may have caught it.
std::string workerIn(std::string_view text) {
    constexpr std::string_view announcement = "Exception in ";
    if (text.starts_with(announcement)) {
        const std::string_view rest = text.substr(announcement.size());
        const std::string_view name = rest.substr(0, rest.find(": "));
        for (std::string_view part : {"thread ", "process ", "worker ", "rank "})
            if (name.starts_with(part) && name != "thread MainThread")
                return plainText(name.ends_with(':') ? name.substr(0, name.size() - 1) : name, 60);
        return {};
    }
    constexpr std::array<std::string_view, 6> deaths{"ActorDiedError", "RayActorError", "WorkerCrashedError",
                                                     "NodeDiedError",  "worker died",   "exited unexpectedly"};
    const bool died = std::ranges::any_of(deaths, [&](std::string_view w) { return text.find(w) != text.npos; });
    return died ? "a worker" : std::string();
}

std::vector<Lost> lostIn(const Run& run) {
    std::vector<Lost> lost;
    for (const Event& event : run.events()) {
        if (event.kind != EventKind::exception || !goesOnAfter(run, event))
            continue;
        std::string name = workerIn(event.text);
        const bool known = name != "a worker" && std::ranges::find(lost, name, &Lost::name) != lost.end();
        if (!name.empty() && !known)
            lost.push_back({&event, std::move(name)});
    }
    return lost;
}

void describePace(const Run& run, const Lost& lost, Finding& finding) {
    constexpr std::size_t most = 50;
    const Series* pace = paceSeries(run);
    const bool placed = lost.event->row && *lost.event->row < run.rows().size();
    const Stretch stretch = pace && placed ? stretchAround(run, *pace, *lost.event->row, most) : Stretch{};
    if (!pace || stretch.countBefore == 0 || stretch.countAfter == 0 || !(stretch.before > 0)) {
        finding.summary += pace ? " What it cost cannot be said: too little of the pace behind it is logged."
                                : " What it cost cannot be said: the pace behind it is not logged.";
        return;
    }
    const std::string title = roleInfo(pace->role).title, unit = roleInfo(pace->role).unit;
    const std::string text = formatQuantity(stretch.before, unit) + " to " + formatQuantity(stretch.after, unit);
    finding.summary += " " + title + " behind it: " + text + " (" + formatFactor(stretch.ratio()) + ").";
    finding.evidence.push_back({"pace_ratio", stretch.ratio(), "ratio", title + ", before and after",
                                text + ", medians of " + formatCount(static_cast<std::int64_t>(stretch.countBefore)) +
                                    " and " + formatCount(static_cast<std::int64_t>(stretch.countAfter)) + " values"});
    finding.citedRoles.push_back(pace->role);
}

Finding findingOf(const Run& run, const std::vector<Lost>& all) {
    std::vector<std::int64_t> steps;
    for (const Lost& lost : all)
        if (lost.event->step)
            steps.push_back(*lost.event->step);
    Finding finding = findingAt(workerLost, run, steps);
    const Lost& first = all.front();
    const std::string count = formatCount(static_cast<std::int64_t>(all.size()));
    finding.title = plainText(all.size() == 1 ? first.name + " lost" : count + " workers lost", 36);
    finding.summary = (all.size() == 1 ? first.name : count + " workers (" + first.name + " first)") +
                      " ended with an exception at " + placesText(finding.places) + " and the steps went on without " +
                      (all.size() == 1 ? "it" : "them") + "; no logged line says that it came back.";
    if (char& letter = finding.summary.front(); letter >= 'a' && letter <= 'z')
        letter = static_cast<char>(letter - 'a' + 'A');
    finding.evidence.push_back({"lost", static_cast<double>(all.size()), "", "Lost", count});
    for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 4); ++i)
        finding.evidence.push_back(
            {"lost_" + std::to_string(i + 1), std::nan(""), "", all[i].name, plainText(all[i].event->text, 200)});
    describePace(run, first, finding);
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues&, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const std::vector<Lost> lost = lostIn(run);
    if (!lost.empty())
        return foundAnswer({findingOf(run, lost)});
    if (!holdsConsole(run))
        return notApplicable("Ends of single workers are not logged in this kind of recording.");
    return clearAnswer("No worker ended while the steps went on, as far as was printed.");
}

} // namespace

const Detector workerLost{
    .code = "WORKER_LOST",
    .title = "A worker ended and the run went on without it",
    .meaning = "An exception ended one thread, process or actor of the job, and the same attempt has later steps: the "
               "job runs on with fewer workers than before. The pace on both sides of that moment is given (medians of "
               "up to 50 values). Not found for errors that end the whole attempt, nor for messages that name no "
               "worker: the program may have caught them.",
    .severity = Severity::critical,
    .neededRoles = {},
    .needs = "a console, or logged exception events",
    .knobs = {},
    .suggestions = {"Restart from the last checkpoint with all workers.",
                    "Make the job stop, or report, when one of its workers ends.",
                    "Compare the pace before and after on the timeline."},
    .related = {"OUT_OF_MEMORY", "EXCEPTION", "PIPELINE_BOTTLENECK"},
    .examine = examine,
};

} // namespace tachograph
