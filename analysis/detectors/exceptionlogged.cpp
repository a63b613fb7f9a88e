#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::size_t mostKinds = 4; ///< findings of their own; further kinds are counted

/// All exceptions of one kind.
struct Kind {
    std::string name;
    std::vector<const Event*> events;
};

struct Exceptions {
    std::vector<Kind> kinds; ///< in order of first appearance
    std::size_t memory = 0;  ///< told by OUT_OF_MEMORY
    std::size_t stops = 0;   ///< by a person
};

Exceptions exceptionsIn(const Run& run) {
    Exceptions all;
    for (const Event& event : run.events()) {
        if (event.kind != EventKind::exception)
            continue;
        if (speaksOfMemory(event.text)) {
            ++all.memory;
            continue;
        }
        std::string name = exceptionKind(event.text);
        if (isStop(name)) {
            ++all.stops;
            continue;
        }
        const auto same = std::ranges::find(all.kinds, name, &Kind::name);
        if (same != all.kinds.end())
            same->events.push_back(&event);
        else if (all.kinds.size() < mostKinds)
            all.kinds.push_back({std::move(name), {&event}});
        else
            all.kinds.back().events.push_back(&event);
    }
    return all;
}

Finding findingOf(const Run& run, const Kind& kind) {
    std::vector<std::int64_t> steps;
    for (const Event* event : kind.events)
        if (event->step)
            steps.push_back(*event->step);
    const Event& last = *kind.events.back();
    Finding finding = findingAt(exceptionLogged, run, steps);
    if (goesOnAfter(run, last))
        finding.severity = Severity::warning;
    const std::string count = timesText(kind.events.size());
    finding.title = plainText(kind.name.substr(kind.name.find_last_of('.') + 1), 30);
    finding.summary = kind.name + " was raised " + count + ", at " + placesText(finding.places) + ": " +
                      quotedText(kind.events.front()->text) + ".";
    finding.summary += goesOnAfter(run, last)     ? " The process went on."
                       : endsRecording(run, last) ? " The recording ends there."
                                                  : " Another attempt follows.";
    finding.evidence.push_back({"count", static_cast<double>(kind.events.size()), "", "Raised", count});
    finding.evidence.push_back({"place", static_cast<double>(kind.events.front()->place), "", "First at",
                                (run.placesAreLines() ? "line " : "byte ") +
                                    formatCount(static_cast<std::int64_t>(kind.events.front()->place))});
    finding.evidence.push_back({"message", std::nan(""), "", "Message", plainText(kind.events.front()->text, 300)});
    return finding;
}

std::string clearReason(const Exceptions& all) {
    std::string text = "No exception in what was printed";
    if (all.memory > 0)
        text += " other than out of memory (see OUT_OF_MEMORY)";
    if (all.stops > 0)
        text += "; the program was stopped by hand " + timesText(all.stops);
    return text + ".";
}

DetectorResult examine(const Run& run, const KnobValues&, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const Exceptions all = exceptionsIn(run);
    std::vector<Finding> findings;
    for (const Kind& kind : all.kinds)
        findings.push_back(findingOf(run, kind));
    if (!findings.empty())
        return foundAnswer(std::move(findings));
    if (!holdsConsole(run) && all.memory + all.stops == 0)
        return notApplicable("Error messages are not logged in this kind of recording.");
    return clearAnswer(clearReason(all));
}

} // namespace

const Detector exceptionLogged{
    .code = "EXCEPTION",
    .title = "The program raised an exception",
    .meaning =
        "A traceback was printed, or an exception was logged. One finding for each kind, with its places and the "
        "first message; out-of-memory errors have their own detector, and an interrupt by hand is none. "
        "Critical when the process did not go on, else a warning. What was not printed cannot be known: without "
        "a console it is not applicable.",
    .severity = Severity::critical,
    .neededRoles = {},
    .needs = "a console, or logged exception events",
    .knobs = {},
    .suggestions = {"Read the traceback at its line of the recording.",
                    "If the process went on, check what it lost: see WORKER_LOST."},
    .related = {"WORKER_LOST", "OUT_OF_MEMORY"},
    .examine = examine,
};

} // namespace tachograph
