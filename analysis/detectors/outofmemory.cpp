#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/memorymessage.h"
#include "analysis/detectors/registry.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tachograph {

namespace {

/// What several ranks or threads printed at one moment.
struct Occurrence {
    const Event* event = nullptr; ///< the first of them
    MemoryMessage message;        ///< of the one that asked for most
    std::set<int> gpus;
    std::size_t copies = 0; ///< messages; the traceback around one is none of its own
};

std::uint32_t attemptOf(const Run& run, const Event& event) {
    return event.row && *event.row < run.rows().size() ? run.rows().attempt[*event.row] : 0;
}

std::vector<Occurrence> occurrencesIn(const Run& run) {
    std::vector<Occurrence> all;
    for (const Event& event : run.events()) {
        const bool traceback = event.kind == EventKind::exception && speaksOfMemory(event.text);
        if (event.kind != EventKind::oom && !traceback)
            continue;
        const MemoryMessage message = readMemoryMessage(event.text);
        const Event* before = all.empty() ? nullptr : all.back().event;
        if (!before || before->step != event.step || attemptOf(run, *before) != attemptOf(run, event)) {
            all.push_back({&event, message, {}, 0});
        } else if (all.back().copies == 0 || !(message.tried <= all.back().message.tried)) {
            // A traceback's last line is kept shorter than the message itself.
            all.back().event = &event;
            all.back().message = message;
        }
        all.back().copies += traceback ? 0 : 1;
        if (message.gpu >= 0)
            all.back().gpus.insert(message.gpu);
    }
    return all;
}

std::string bytes(double value) {
    return formatQuantity(value, "B");
}

std::string gpuText(const std::set<int>& gpus) {
    if (gpus.empty())
        return {};
    std::string list;
    for (const int gpu : gpus)
        list += (list.empty() ? "" : ", ") + std::to_string(gpu);
    constexpr std::size_t mostNamed = 8;
    return gpus.size() > mostNamed ? " on " + formatCount(static_cast<std::int64_t>(gpus.size())) + " GPUs"
                                   : " on GPU " + list;
}

/// "214.0 MiB were asked for, 187.4 MiB were free" as far as the message tells.
std::string sizesText(const MemoryMessage& message) {
    std::string text;
    if (std::isfinite(message.tried))
        text = bytes(message.tried) + " asked for";
    if (std::isfinite(message.free))
        text += (text.empty() ? "" : ", ") + bytes(message.free) + " free";
    return text;
}

std::string afterwards(const Run& run, const Occurrence& last) {
    if (goesOnAfter(run, *last.event))
        return " The process went on.";
    return endsRecording(run, *last.event) ? " The recording ends there." : " Another attempt follows.";
}

bool expandable(const Run& run) {
    const auto holds = [](const Settings& settings) {
        return std::ranges::any_of(settings, [](const auto& entry) {
            return entry.second.find("expandable_segments:True") != std::string::npos;
        });
    };
    return holds(run.config()) || holds(run.environment());
}

void addEvidence(const Run& run, const Occurrence& told, Finding& finding) {
    const MemoryMessage& message = told.message;
    const auto add = [&](const char* name, double value, const char* title) {
        if (std::isfinite(value))
            finding.evidence.push_back({name, value, "B", title, bytes(value)});
    };
    add("tried", message.tried, "Asked for");
    add("free", message.free, "Free on the device");
    add("capacity", message.capacity, "Capacity of the device");
    add("reserved_unallocated", message.unallocated, "Reserved but unallocated");
    if (message.fragmented())
        finding.evidence.push_back({"expandable_segments", expandable(run) ? 1.0 : 0.0, "", "expandable_segments",
                                    expandable(run) ? "set" : "not among the logged settings"});
    finding.evidence.push_back({"message", std::nan(""), "", "Message", plainText(told.event->text, 300)});
}

Finding findingOf(const Run& run, const std::vector<Occurrence>& all) {
    std::vector<std::int64_t> steps;
    std::set<int> gpus;
    std::size_t messages = 0;
    const Occurrence* told = &all.front();
    for (const Occurrence& one : all) {
        if (one.event->step)
            steps.push_back(*one.event->step);
        gpus.insert(one.gpus.begin(), one.gpus.end());
        messages += std::max<std::size_t>(1, one.copies);
        if (!told->message.fragmented() && one.message.fragmented())
            told = &one;
    }
    Finding finding = findingAt(outOfMemory, run, steps);
    if (goesOnAfter(run, *all.back().event))
        finding.severity = Severity::warning;
    finding.title = "out of memory" + (all.size() > 1 ? " " + timesText(all.size()) : gpuText(gpus));
    finding.summary = (all.size() > 1 ? "Out of memory " + timesText(all.size()) + gpuText(gpus) + ", at "
                                      : "Out of memory" + gpuText(gpus) + " at ") +
                      placesText(finding.places);
    if (const std::string sizes = sizesText(told->message); !sizes.empty())
        finding.summary += ": " + sizes;
    finding.summary += ".";
    if (told->message.fragmented())
        finding.summary += " " + bytes(told->message.unallocated) +
                           " were reserved but unallocated, enough for the request if in one piece: fragmentation.";
    finding.summary += afterwards(run, all.back());
    finding.evidence.push_back({"occurrences", static_cast<double>(all.size()), "", "Occurrences",
                                timesText(all.size()) + ", " + formatCount(static_cast<std::int64_t>(messages)) +
                                    (messages == 1 ? " message" : " messages")});
    addEvidence(run, *told, finding);
    if (told->message.fragmented() && !expandable(run))
        finding.suggestions.insert(finding.suggestions.begin(),
                                   "Set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True and run again.");
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues&, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const std::vector<Occurrence> all = occurrencesIn(run);
    if (!all.empty())
        return foundAnswer({findingOf(run, all)});
    if (!holdsConsole(run))
        return notApplicable("Error messages are not logged in this kind of recording.");
    return clearAnswer("No out-of-memory error in what was printed.");
}

} // namespace

const Detector outOfMemory{
    .code = "OUT_OF_MEMORY",
    .title = "A device ran out of memory",
    .meaning =
        "An out-of-memory error was printed or logged. Messages of several ranks at one moment count once. Where "
        "the memory that PyTorch had reserved but not allocated would have sufficed for the request, the memory "
        "was in pieces: that is said. Critical when the process did not go on, else a warning. What was not "
        "printed cannot be known: without a console it is not applicable.",
    .severity = Severity::critical,
    .neededRoles = {},
    .needs = "a console, or logged oom events",
    .knobs = {},
    .suggestions = {"Lower the batch or the token budget of the stage that ran out.",
                    "Compare the memory in use with an earlier run: a few hundred MiB more per process suffice.",
                    "Look at the longest sequences around this step."},
    .related = {"WORKER_LOST", "EXCEPTION", "GPU_MEMORY_PRESSURE"},
    .examine = examine,
};

} // namespace tachograph
