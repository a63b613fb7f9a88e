#include "analysis/importers/monitorfiles.h"

#include "analysis/importers/names.h"
#include "analysis/importers/rowmatch.h"

#include <algorithm>

namespace tachograph {

namespace {

/// A table of one metric whose name is the end of the file's.
bool isMonitorFile(const Recording& recording) {
    if (recording.importer->id != "csv" || recording.runs.size() != 1)
        return false;
    const auto& series = recording.runs.front().allSeries();
    return series.size() == 1 && stemOf(recording.name).ends_with("_" + series.front().key);
}

} // namespace

void joinMonitorFiles(std::vector<Recording>& recordings, const MetricRoles& roles) {
    if (recordings.size() < 2 || !std::ranges::all_of(recordings, isMonitorFile))
        return;
    // The longest first: its rows are the frame that the others are laid into.
    const auto rowsOf = [](const Recording& recording) {
        return recording.runs.front().rowCount();
    };
    std::ranges::stable_sort(recordings, std::greater<>(), rowsOf);
    RunBuilder& run = recordings.front().runs.front();
    run.settleRoles(roles);
    for (std::size_t i = 1; i < recordings.size(); ++i) {
        RunBuilder& other = recordings[i].runs.front();
        other.settleRoles(roles);
        const auto sameStep = rowsOfSameStep(run.rows(), other.rows(), RowInfo::none);
        const RowPlan plan = planBySteps(run.rows(), other.rows(), sameStep);
        run.join(std::move(other), plan, recordings[i].name);
    }
    run.addNote(std::to_string(recordings.size()) +
                " files of DeepSpeed's CSV monitor, one a metric, are one run; their column step counts samples, not "
                "steps.");
    recordings.resize(1);
}

} // namespace tachograph
