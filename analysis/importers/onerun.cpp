#include "analysis/importers/onerun.h"

#include "analysis/importers/monitorfiles.h"
#include "analysis/importers/recordinggroups.h"
#include "analysis/importers/runchain.h"

#include <algorithm>
#include <iterator>

namespace tachograph {

namespace {

/// Recordings of one format without common quantities are parts of a job, not restarts of it.
void moveOtherQuantities(RecordingGroups& groups) {
    const auto values = [](const Recording& recording) {
        return recording.runs.front().seriesCount() * recording.runs.front().rowCount();
    };
    const auto reference = std::ranges::max_element(groups.main, {}, values);
    std::iter_swap(groups.main.begin(), reference);
    const auto others =
        std::stable_partition(groups.main.begin(), groups.main.end(), [&groups](const Recording& recording) {
            return &recording == &groups.main.front() ||
                   shareHalfOfTheirSeries(groups.main.front().runs.front(), recording.runs.front());
        });
    std::move(others, groups.main.end(), std::back_inserter(groups.others));
    groups.main.erase(others, groups.main.end());
}

} // namespace

OneRun oneRunOf(JobFiles files, const MetricRoles& roles, bool asked) {
    RecordingGroups groups = groupByFormat(std::move(files.recordings), roles);
    joinMonitorFiles(groups.main, roles);
    moveOtherQuantities(groups);
    std::vector<const RunBuilder*> runs;
    for (const Recording& recording : groups.main)
        runs.push_back(&recording.runs.front());
    const auto order = orderOfRecording(runs);
    bool continues = true;
    for (std::size_t i = 1; i < order.size(); ++i)
        continues = continues && mayContinue(*runs[order[i - 1]], *runs[order[i]]);
    OneRun whole{std::move(groups.main[order.front()].runs.front()), {}, continues};
    for (std::size_t i = 1; i < order.size(); ++i)
        whole.run.append(std::move(groups.main[order[i]].runs.front()), groups.main[order[i]].name);
    files.recordings = withRestartsJoined(std::move(groups.others));
    whole.problems = joinJobFiles(whole.run, std::move(files), roles, asked);
    return whole;
}

} // namespace tachograph
