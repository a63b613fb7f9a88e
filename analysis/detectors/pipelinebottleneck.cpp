#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/queues.h"
#include "analysis/detectors/registry.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::size_t fewestReadings = 20;

enum class Fill { between, full, empty };

/// A place between two stages, in the order of the pipeline.
struct Handover {
    std::string queue, before, behind; ///< "q_hs", "the target", "the drafter"
    Fill fill = Fill::between;
    double share = 0; ///< of the readings that are full, or empty
    double level = 0; ///< median of all readings
    double most = 0;
    std::int64_t firstStep = 0, lastStep = 0;
};

struct KnownQueue {
    const char *queue, *before, *behind;
};
/// In the order of the pipeline. A list per length bucket (q_hsb) is another view of the hand-over it belongs to.
constexpr std::array knownQueues{KnownQueue{"q_pre", "data loading", "the target"},
                                 KnownQueue{"q_hs", "the target", "the drafter"}};

/// Nothing when the queues have too few readings.
std::optional<Handover> handoverOf(const Run& run, const QueueList& list, const KnownQueue& known, double share,
                                   const Job& job) {
    Handover result{list.name, known.before, known.behind};
    double full = 1.0, empty = 1.0;
    std::vector<double> all;
    for (const Series* queue : list.queues) {
        const QueueReadings readings = steadyReadings(run, *queue, job);
        if (readings.values.size() < fewestReadings)
            return std::nullopt;
        full = std::min(full, readings.most > 0 ? readings.fullShare() : 0.0);
        empty = std::min(empty, readings.emptyShare());
        all.insert(all.end(), readings.values.begin(), readings.values.end());
        result.most = std::max(result.most, readings.most);
        result.firstStep = readings.firstStep;
        result.lastStep = readings.lastStep;
    }
    result.level = numerics::median(all);
    result.fill = full >= share ? Fill::full : empty >= share ? Fill::empty : Fill::between;
    result.share = result.fill == Fill::empty ? empty : full;
    return result;
}

std::vector<Handover> handoversOf(const Run& run, double share, const Job& job) {
    std::vector<Handover> handovers;
    const std::vector<QueueList> lists = queueLists(run);
    for (const KnownQueue& known : knownQueues) {
        const auto list = std::ranges::find(lists, known.queue, &QueueList::name);
        if (list == lists.end() || job.canceled())
            continue;
        if (auto handover = handoverOf(run, *list, known, share, job))
            handovers.push_back(std::move(*handover));
    }
    return handovers;
}

/// "q_hs is full (60 of 60) in 98 % of the readings"
std::string fillText(const Handover& handover) {
    const std::string level = formatNumber(handover.level, 3) + " of " + formatNumber(handover.most, 3);
    switch (handover.fill) {
    case Fill::full:
        return handover.queue + " is full (" + level + ") in " + formatShare(handover.share) + " of the readings";
    case Fill::empty:
        return handover.queue + " is empty (" + level + ") in " + formatShare(handover.share) + " of the readings";
    case Fill::between:
        break;
    }
    return handover.queue + " is neither full nor empty (" + level + " at the median)";
}

/// The printed or de-averaged rate at the end, as "0.16 batches/s".
std::string rateText(const Run& run, const char* role) {
    const Series* series = run.forRole(role);
    if (!series)
        return {};
    for (std::size_t i = series->size(); i-- > 0;)
        if (std::isfinite(series->values[i]))
            return formatNumber(series->inUnit(i), 2) + " batches/s" +
                   (series->averaging == Averaging::sinceStart ? " as printed, an average since the start" : "");
    return {};
}

/// Where the pipeline is held up: behind the last full queue, or in front of the first empty one that follows it.
struct Limit {
    std::string stage, hidden; ///< `hidden`: whose own speed cannot be seen
    const Handover* by = nullptr;
};

Limit limitOf(const std::vector<Handover>& handovers) {
    for (std::size_t i = handovers.size(); i-- > 0;)
        if (handovers[i].fill == Fill::full) {
            const bool starved = i + 1 < handovers.size() && handovers[i + 1].fill == Fill::empty;
            const bool last = i + 1 == handovers.size();
            // A full queue in front of a balanced hand-over says that what fills it does not limit, no more.
            return last || starved ? Limit{handovers[i].behind, handovers[i].before, &handovers[i]} : Limit{};
        }
    for (const Handover& handover : handovers)
        if (handover.fill == Fill::empty)
            return {handover.before, handover.behind, &handover};
    return {};
}

Finding findingOf(const Run& run, const std::vector<Handover>& handovers, const Limit& limit) {
    Finding finding = findingAt(pipelineBottleneck, run, {limit.by->firstStep, limit.by->lastStep});
    finding.places.clear();
    finding.title = limit.stage + " limits";
    std::string stage = limit.stage;
    stage.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(stage.front())));
    finding.summary = stage + " limits the pipeline: " + fillText(*limit.by) + ". How fast " + limit.hidden +
                      (limit.by->fill == Fill::full ? " could be cannot be seen: it waits for room in the queue."
                                                    : " could be cannot be seen: it waits for input.") +
                      " Full queues show balance, not speed.";
    for (const Handover& handover : handovers) {
        finding.evidence.push_back(
            {handover.queue, handover.level, "items", "Queue " + handover.queue, fillText(handover)});
        finding.citedRoles.push_back(roles::queuePrefix + handover.queue);
    }
    for (const char* role : {roles::targetRate, roles::drafterRate})
        if (const std::string text = rateText(run, role); !text.empty())
            finding.evidence.push_back({role, std::nan(""), "", roleInfo(role).title, text});
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    const double share = knobValue(pipelineBottleneck, knobs, "share");
    const std::vector<Handover> handovers = handoversOf(run, share, job);
    if (job.canceled())
        return canceledAnswer();
    if (handovers.empty())
        return notApplicable(queueLists(run).empty() ? "Queues between stages are not logged."
                                                     : "The queues have fewer than 20 readings after the start-up, or "
                                                       "names whose place in the pipeline is not known.");
    std::string fills;
    for (const Handover& handover : handovers)
        fills += (fills.empty() ? "" : "; ") + fillText(handover);
    const Limit limit = limitOf(handovers);
    if (limit.by)
        return foundAnswer({findingOf(run, handovers, limit)});
    return clearAnswer("No stage holds up the others for long: " + fills + ".");
}

} // namespace

const Detector pipelineBottleneck{
    .code = "PIPELINE_BOTTLENECK",
    .title = "One stage limits the pipeline",
    .meaning =
        "Reads the queues between the stages over the second half of the last attempt. A full queue means that "
        "the stage behind it limits and that the one before it waits, so its own speed cannot be seen; an empty "
        "queue means that what comes before it limits. A queue counts as full or empty when `share` of its "
        "readings are; its capacity is the largest reading. In between, both stages are about equally fast. Full "
        "queues are a sign of balance, not of speed: a slow last stage fills all of them.",
    .severity = Severity::warning,
    .neededRoles = {std::string(roles::queuePrefix) + "*"},
    .knobs = {{"share", 0.8, 0.5, 1.0, "ratio", "Least share of the readings at which a queue is full (or empty)."}},
    .suggestions = {"Give the limiting stage more devices, or take some from the stage that waits.",
                    "Compare the rate of the limiting stage with an earlier run at equal distance from the start.",
                    "Profile the limiting stage; what waits for it shows nothing."},
    .related = {"AVERAGED_RATE", "ETA_DRIFT", "WORKER_LOST", "QUEUE_IMBALANCE"},
    .examine = examine,
};

} // namespace tachograph
