#include "analysis/importers/recordinggroups.h"

#include "analysis/importers/runchain.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace tachograph {

namespace {

/// How much a recording says: how many roles its series fill, then how many values it has.
std::pair<std::size_t, std::size_t> informative(const Recording& recording, const MetricRoles& roles) {
    std::set<std::string> filled;
    std::size_t values = 0;
    for (const RunBuilder& run : recording.runs)
        for (const Series& series : run.allSeries()) {
            values += series.size();
            if (const auto role = roles.find(series.key, recording.importer->id))
                filled.insert(role->role);
        }
    return {filled.size(), values};
}

} // namespace

RecordingGroups groupByFormat(std::vector<Recording> all, const MetricRoles& roles) {
    // Samples over time are a run of their own only where nothing else is.
    const auto worth = [&roles](const Recording& recording) {
        return std::pair(recording.importer->id != "nvidia_smi", informative(recording, roles));
    };
    const Importer* const best = std::ranges::max_element(all, {}, worth)->importer;
    RecordingGroups groups;
    for (Recording& recording : all)
        (recording.importer == best ? groups.main : groups.others).push_back(std::move(recording));
    return groups;
}

std::optional<RunBuilder> joinedRestarts(std::vector<Recording>& recordings) {
    std::vector<const RunBuilder*> runs;
    for (const Recording& recording : recordings) {
        if (recording.runs.size() != 1)
            return std::nullopt;
        runs.push_back(&recording.runs.front());
    }
    const auto order = orderOfRecording(runs);
    for (std::size_t i = 1; i < order.size(); ++i)
        if (!continues(*runs[order[i - 1]], *runs[order[i]]))
            return std::nullopt;
    RunBuilder run = std::move(recordings[order.front()].runs.front());
    for (std::size_t i = 1; i < order.size(); ++i)
        run.append(std::move(recordings[order[i]].runs.front()), recordings[order[i]].name);
    return run;
}

std::vector<Recording> withRestartsJoined(std::vector<Recording> recordings) {
    std::map<const Importer*, std::vector<Recording>> byFormat;
    for (Recording& recording : recordings)
        byFormat[recording.importer].push_back(std::move(recording));
    std::vector<Recording> answer;
    for (auto& [importer, some] : byFormat) {
        if (auto whole = joinedRestarts(some)) {
            some.front().runs.clear();
            some.front().runs.push_back(std::move(*whole));
            some.resize(1);
        }
        std::ranges::move(some, std::back_inserter(answer));
    }
    std::ranges::stable_sort(answer, {}, &Recording::name);
    return answer;
}

} // namespace tachograph
