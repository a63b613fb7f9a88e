#include "analysis/core/text.h"
#include "analysis/detectors/loggedevents.h"
#include "analysis/detectors/queues.h"
#include "analysis/detectors/registry.h"
#include "analysis/numerics/orderstatistics.h"
#include "analysis/run/roles.h"

#include <algorithm>
#include <cmath>

namespace tachograph {

namespace {

constexpr std::size_t fewestQueues = 3, fewestReadings = 20;

/// How evenly the items lie in the queues of one list.
struct Spread {
    const QueueList* list = nullptr;
    std::vector<double> medians;
    std::size_t fullest = 0;
    double excess = 0;  ///< median of the fullest over the mean of all medians
    double leading = 0; ///< share of the readings in which it is the fullest
    std::int64_t firstStep = 0, lastStep = 0;
    std::size_t readings = 0;
};

/// Share of the readings in which queue `which` holds at least as much as every other.
double leadingShare(const std::vector<QueueReadings>& queues, std::size_t which, std::size_t readings) {
    std::size_t leads = 0;
    for (std::size_t i = 0; i < readings; ++i)
        leads += std::ranges::all_of(
                     queues, [&](const QueueReadings& queue) { return queues[which].values[i] >= queue.values[i]; })
                     ? 1
                     : 0;
    return static_cast<double>(leads) / static_cast<double>(readings);
}

/// Nothing when there are too few queues or readings, or hardly an item.
std::optional<Spread> spreadOf(const Run& run, const QueueList& list, const Job& job) {
    if (list.queues.size() < fewestQueues)
        return std::nullopt;
    std::vector<QueueReadings> queues;
    Spread spread;
    spread.list = &list;
    for (const Series* queue : list.queues) {
        queues.push_back(steadyReadings(run, *queue, job));
        const std::size_t count = queues.back().values.size();
        spread.readings = queues.size() == 1 ? count : std::min(spread.readings, count);
        spread.medians.push_back(numerics::median(queues.back().values));
    }
    if (spread.readings < fewestReadings)
        return std::nullopt;
    double sum = 0;
    for (const double median : spread.medians)
        sum += median;
    const double mean = sum / static_cast<double>(spread.medians.size());
    if (!(mean >= 1.0))
        return std::nullopt;
    spread.fullest = static_cast<std::size_t>(std::ranges::max_element(spread.medians) - spread.medians.begin());
    spread.excess = spread.medians[spread.fullest] / mean;
    spread.leading = leadingShare(queues, spread.fullest, spread.readings);
    spread.firstStep = queues.front().firstStep;
    spread.lastStep = queues.front().lastStep;
    return spread;
}

std::string levelsText(const Spread& spread) {
    constexpr std::size_t most = 16;
    std::string text = "[";
    for (std::size_t i = 0; i < std::min(most, spread.medians.size()); ++i)
        text += (i == 0 ? "" : ", ") + formatNumber(spread.medians[i], 3);
    return text + (spread.medians.size() > most ? ", ...]" : "]");
}

/// "number 6 of the 6 queues q_hsb holds ×3.00 the mean (medians [1, 1, 4, 2, 2, 10])"
std::string spreadText(const Spread& spread) {
    return "umber " + formatCount(static_cast<std::int64_t>(spread.fullest) + 1) + " of the " +
           formatCount(static_cast<std::int64_t>(spread.medians.size())) + " queues " + spread.list->name + " holds " +
           formatFactor(spread.excess) + " the mean (medians " + levelsText(spread) + ")";
}

Finding findingOf(const Run& run, const Spread& spread) {
    Finding finding = findingAt(queueImbalance, run, {spread.firstStep, spread.lastStep});
    finding.places.clear();
    finding.title = plainText(spread.list->name, 12) + " uneven, fullest " + formatFactor(spread.excess);
    finding.summary = "N" + spreadText(spread) + " and is the fullest in " + formatShare(spread.leading) +
                      " of the readings. Where each is a length bucket, batches of the emptier ones are waited for.";
    finding.evidence.push_back(
        {"excess", spread.excess, "ratio", "Fullest over the mean", formatFactor(spread.excess)});
    finding.evidence.push_back(
        {"leading", spread.leading, "ratio", "Readings in which it is the fullest", formatShare(spread.leading)});
    finding.evidence.push_back({"medians", std::nan(""), "items", "Medians", levelsText(spread)});
    finding.citedRoles = {roles::queuePrefix + spread.list->name};
    return finding;
}

DetectorResult examine(const Run& run, const KnobValues& knobs, const Job& job) {
    const double least = knobValue(queueImbalance, knobs, "ratio");
    constexpr double persistent = 0.8;
    std::vector<Finding> findings;
    std::string clear;
    const std::vector<QueueList> lists = queueLists(run);
    for (const QueueList& list : lists) {
        const auto spread = spreadOf(run, list, job);
        if (job.canceled())
            return canceledAnswer();
        if (!spread)
            continue;
        if (spread->excess >= least && spread->leading >= persistent)
            findings.push_back(findingOf(run, *spread));
        else
            clear += (clear.empty() ? "n" : "; n") + spreadText(*spread);
    }
    if (job.canceled())
        return canceledAnswer();
    if (!findings.empty())
        return foundAnswer(std::move(findings));
    if (clear.empty())
        return notApplicable("Lists of at least three queues with 20 readings after the start-up are not logged.");
    return clearAnswer("Even enough: " + plainText(clear, 1000) + ".");
}

} // namespace

const Detector queueImbalance{
    .code = "QUEUE_IMBALANCE",
    .title = "Queues of one kind are unevenly filled",
    .meaning =
        "Among queues of one list (length buckets, loaders) one holds at least `ratio` times the mean, by medians "
        "over the second half of the last attempt, and is the fullest in at least 80 % of the readings. A total "
        "that looks healthy can hide that most of it waits in one bucket while others run dry. Lists with fewer "
        "than three queues, or with less than one item a queue, are not judged.",
    .severity = Severity::info,
    .neededRoles = {std::string(roles::queuePrefix) + "*"},
    .knobs = {{"ratio", 2.0, 1.1, 20.0, "ratio", "Least median of the fullest queue over the mean of all."}},
    .suggestions = {"Choose bucket limits so that each holds about as many tokens.",
                    "Let a consumer take from the fullest bucket, or mix buckets in a batch."},
    .related = {"PIPELINE_BOTTLENECK", "DATA_WAIT"},
    .examine = examine,
};

} // namespace tachograph
