#include "analysis/importers/openfolder.h"

#include "analysis/importers/folderlisting.h"
#include "analysis/importers/folderrecordings.h"
#include "analysis/importers/foreignrecordings.h"
#include "analysis/importers/jobfiles.h"
#include "analysis/importers/mlflowstore.h"
#include "analysis/importers/monitorfiles.h"
#include "analysis/importers/names.h"
#include "analysis/importers/prefixcheckpoints.h"
#include "analysis/importers/recordingfile.h"
#include "analysis/importers/recordinggroups.h"
#include "analysis/importers/restartfolders.h"
#include "analysis/importers/sidefiles.h"
#include "analysis/importers/tensorboardfolder.h"
#include "analysis/importers/unreadrecordings.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace tachograph {

namespace {

/// The recordings and logs of one folder.
struct FolderContent {
    std::vector<Recording> recordings, schedulerLogs;
};

/// Recordings that are runs of their own, each with its configuration.
std::vector<NamedRun> separateRuns(std::vector<Recording> recordings, const SideFiles* config) {
    std::vector<NamedRun> runs;
    const bool alone = recordings.size() == 1;
    for (Recording& recording : recordings) {
        const SideFiles own = config ? *config : sideFilesOf(recording.path);
        const std::string stem = stemOf(recording.name);
        const bool several = recording.runs.size() > 1;
        for (NamedRun& run : labelled(std::move(recording))) {
            own.applyTo(run.run);
            run.label = alone ? run.label : several ? stem + " " + run.label : stem;
            runs.push_back(std::move(run));
        }
    }
    return runs;
}

/// The runs of one folder, with their configuration and what else the job left there.
std::vector<NamedRun> runsOfOneFolder(FolderContent content, const std::string& name, const SideFiles* config,
                                      const MetricRoles& roles, const Job& job) {
    RecordingGroups groups = groupByFormat(std::move(content.recordings), roles);
    std::vector<Recording>& recordings = groups.main;
    std::string twoWriters;
    if (recordings.front().importer->id == "tensorboard")
        recordings = joinEventFiles(std::move(recordings), job, twoWriters);
    joinMonitorFiles(recordings, roles);
    const std::string firstPath = recordings.front().path;
    JobFiles files{withRestartsJoined(std::move(groups.others)), std::move(content.schedulerLogs)};
    std::vector<std::string> problems;
    std::vector<NamedRun> runs;
    if (auto whole = joinedRestarts(recordings)) {
        problems = joinJobFiles(*whole, std::move(files), roles, false);
        (config ? *config : sideFilesOf(firstPath)).applyTo(*whole);
        // A tracker's run has a name of its own, a file has that of its folder.
        if (whole->name() == stemOf(baseName(firstPath)))
            whole->setName(name);
        runs.push_back({std::move(*whole), name});
    } else {
        runs = separateRuns(std::move(recordings), config);
        problems = notJoined(files, "the folder holds several runs");
    }
    for (NamedRun& run : runs) {
        for (const std::string& problem : problems)
            run.run.addIssue({0, "folder", "Not shown: " + problem + ". Open it by itself to see it.", {}});
        if (!twoWriters.empty())
            run.run.addIssue({0, "folder", twoWriters, {}});
    }
    return runs;
}

/// Whether this is an MLflow store with deleted runs.
bool hasTrash(const std::string& folder) {
    namespace fs = std::filesystem;
    std::error_code problem;
    const fs::path trash = fs::path(folder) / ".trash";
    return fs::is_directory(trash, problem) && !fs::is_empty(trash, problem) && !problem;
}

void addToAll(std::vector<NamedRun>& runs, const std::string& issue) {
    for (NamedRun& run : runs)
        if (!issue.empty())
            run.run.addIssue({0, "folder", issue, {}});
}

/// What is said of a store: runs that were deleted, and recordings beside it.
void describeStore(std::vector<NamedRun>& runs, const std::string& folder, const FolderListing& listing,
                   const Job& job) {
    if (hasTrash(folder))
        for (NamedRun& run : runs)
            run.run.addNote("Deleted runs of this store are not shown; open its folder .trash to see them.");
    std::set<std::string> stores;
    for (const FoundFile& file : listing.files)
        if (file.name == "meta.yaml")
            stores.insert(file.folder);
    const auto outside = [&stores](const FoundFile& file) {
        std::string above = file.folder;
        while (!above.empty() && !stores.contains(above))
            above.erase(above.find('/') == std::string::npos ? 0 : above.rfind('/'));
        return !stores.contains(above);
    };
    addToAll(runs, unreadRecordings(listing, outside, job));
}

/// Why a folder in which nothing was found cannot be opened.
Error nothingIn(const std::string& folder, const FolderListing& listing, const FolderRecordings& found) {
    if (!found.issues.empty())
        return Error{found.issues.front()};
    if (std::string foreign = foreignFolder(folder, listing); !foreign.empty())
        return Error{std::move(foreign)};
    if (hasTrash(folder))
        return Error{folder + ": all runs of this store are deleted. Open its folder .trash to see them."};
    return Error{folder + ": the folder holds no recording among the " + std::to_string(found.looked) +
                 " files looked at. Open the recording itself, or see tachograph formats."};
}

/// Recordings and logs by the folder they lie in.
std::map<std::string, FolderContent> byFolder(FolderRecordings& found, std::string& checkpoints) {
    std::vector<Recording> all;
    std::map<std::string, std::string> folderOfPath;
    for (FoundRecording& item : found.recordings) {
        folderOfPath[item.recording.path] = item.folder;
        all.push_back(std::move(item.recording));
    }
    checkpoints = keepNewestCheckpoints(all);
    std::map<std::string, FolderContent> content;
    for (Recording& recording : all)
        content[folderOfPath[recording.path]].recordings.push_back(std::move(recording));
    for (FoundRecording& log : found.schedulerLogs) {
        // A log above the folder of the only run is that run's.
        const auto place = content.size() == 1 ? content.begin() : content.find(log.folder);
        if (place != content.end())
            place->second.schedulerLogs.push_back(std::move(log.recording));
    }
    return content;
}

/// The runs of all folders in one list, with restarts joined and labels that tell them apart.
std::vector<NamedRun> runsOfFolders(std::map<std::string, FolderContent>&& contents, const std::string& ownName,
                                    const SideFiles* config, const MetricRoles& roles, const Job& job) {
    std::vector<FolderRuns> folders;
    for (auto& [relative, content] : contents) {
        const std::string format = content.recordings.front().importer->id;
        const std::string& name = contents.size() == 1 ? ownName : relative;
        folders.push_back({relative, format, runsOfOneFolder(std::move(content), name, config, roles, job)});
    }
    joinRestarts(folders);
    if (contents.size() > 1 && folders.size() == 1 && folders.front().runs.size() == 1) {
        folders.front().runs.front().label = ownName;
        folders.front().runs.front().run.setName(ownName);
    }
    std::vector<NamedRun> runs;
    for (FolderRuns& some : folders) {
        const bool single = some.runs.size() == 1;
        for (NamedRun& run : some.runs) {
            if (folders.size() > 1 && !single)
                run.label = some.folder + "/" + run.label;
            runs.push_back(std::move(run));
        }
    }
    return runs;
}

} // namespace

std::vector<NamedRun> labelled(Recording recording) {
    std::vector<NamedRun> runs;
    const std::string stem = stemOf(recording.name);
    for (std::size_t i = 0; i < recording.runs.size(); ++i) {
        const std::string name = recording.runs[i].name();
        const std::string number = std::to_string(i + 1);
        const bool nameless = name.empty() || name == stem || name == stem + " #" + number;
        runs.push_back({std::move(recording.runs[i]), nameless ? number : name});
    }
    return runs;
}

Result<std::vector<NamedRun>> readFolder(const std::string& folder, const SideFiles* config, const MetricRoles& roles,
                                         const Job& job) {
    auto listing = listFolder(folder, job);
    if (!listing)
        return listing.error();
    auto store = readMlflowStore(*listing, job);
    if (store && !store->empty())
        describeStore(*store, folder, *listing, job);
    if (!store || !store->empty())
        return store;
    auto found = readFirstLevel(*listing, job);
    if (!found)
        return found.error();
    if (found->recordings.empty())
        return nothingIn(folder, *listing, *found);
    std::string checkpoints;
    auto runs = runsOfFolders(byFolder(*found, checkpoints), baseName(folder), config, roles, job);
    for (const std::string& issue : found->issues)
        addToAll(runs, issue);
    if (!listing->complete)
        addToAll(runs, "It has more than 100,000 entries; the further ones were not looked at.");
    const int level = found->level;
    addToAll(runs, unreadRecordings(
                       *listing, [level](const FoundFile& file) { return file.depth > level; }, job));
    for (NamedRun& run : runs)
        for (const std::string& text : {checkpoints, found->note})
            if (!text.empty())
                run.run.addNote(text);
    if (job.canceled())
        return Error{canceledMessage};
    return runs;
}

} // namespace tachograph
