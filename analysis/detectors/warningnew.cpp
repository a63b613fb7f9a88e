#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/registry.h"
#include "analysis/run/fallbackmessage.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

struct Message {
    const Event* first = nullptr;
    std::size_t count = 0;
};

/// Messages that tell of a fallback, each text once.
std::vector<Message> messagesIn(const Run& run) {
    constexpr std::size_t most = 50;
    std::vector<Message> messages;
    for (const Event& event : run.events()) {
        if (event.kind != EventKind::note || !tellsFallback(event.text))
            continue;
        const auto same = std::ranges::find_if(messages, [&](const Message& m) { return m.first->text == event.text; });
        if (same != messages.end())
            ++same->count;
        else if (messages.size() < most)
            messages.push_back({&event, 1});
    }
    return messages;
}

std::string where(const Message& message) {
    return message.first->step ? "step " + formatCount(*message.first->step) : "the beginning";
}

Finding findingOf(const Run& run, const std::vector<Message>& messages) {
    constexpr std::size_t mostTold = 4;
    std::vector<std::int64_t> steps;
    for (const Message& message : messages)
        if (message.first->step)
            steps.push_back(*message.first->step);
    Finding finding = findingAt(warningNew, run, steps);
    const std::string count = formatCount(static_cast<std::int64_t>(messages.size()));
    finding.title = messages.size() == 1 ? "a fallback is reported" : count + " fallbacks are reported";
    finding.summary = (messages.size() == 1 ? "A slower substitute is reported at "
                                            : count + " slower substitutes are reported, first at ") +
                      where(messages.front()) + ": " + quotedText(messages.front().first->text) +
                      ". Whether it was so in earlier runs, a comparison shows.";
    for (std::size_t i = 0; i < std::min(messages.size(), mostTold); ++i)
        finding.evidence.push_back({"message_" + std::to_string(i + 1), static_cast<double>(messages[i].count), "",
                                    "At " + where(messages[i]) + ", " + timesText(messages[i].count),
                                    plainText(messages[i].first->text, 300)});
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues&, const Job& job) {
    if (job.canceled())
        return canceledAnswer();
    const std::vector<Message> messages = messagesIn(run);
    if (!messages.empty())
        return foundAnswer({findingOf(run, messages)});
    if (!holdsConsole(run))
        return notApplicable("Messages of the program are not logged in this kind of recording.");
    return clearAnswer("No message tells of a fallback or of a missing extension.");
}

} // namespace

const Detector warningNew{
    .code = "WARNING_NEW",
    .title = "A fallback or a missing extension is reported",
    .meaning = "A message says that something is not installed or not available and that a substitute takes its place: "
               "a reference implementation instead of a fused kernel, a slower attention, a copy over the host. Such a "
               "line often stands alone in thousands and explains a run that is slower from its first step. Other "
               "warnings (deprecations, notices) do not count.",
    .severity = Severity::info,
    .neededRoles = {},
    .needs = "a console, or logged notes",
    .knobs = {},
    .suggestions = {"Install what is missing, or check why it cannot be used on this machine.",
                    "Compare with an earlier run of the same job: is the message new?"},
    .related = {"STEP_TIME_SHIFT", "THROUGHPUT_ROT"},
    .examine = examine,
};

} // namespace tachograph
