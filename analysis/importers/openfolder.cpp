#include "analysis/importers/openfolder.h"

#include "analysis/importers/folderlisting.h"
#include "analysis/importers/foreignrecordings.h"
#include "analysis/importers/mlflowstore.h"
#include "analysis/importers/names.h"
#include "analysis/importers/prefixcheckpoints.h"
#include "analysis/importers/recordingfile.h"
#include "analysis/importers/restartfolders.h"
#include "analysis/importers/runchain.h"
#include "analysis/importers/sidefiles.h"
#include "analysis/importers/tensorboardfolder.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace tachograph {

namespace {

constexpr std::size_t mostFilesLookedAt = 4'000;
constexpr std::size_t mostNamesShown = 5;
/// An importer that is no surer than this only offers to try: that it fails is no news.
constexpr int leastCertainty = 10;

/// Endings of files that are large, usual beside recordings and never one.
bool isForeign(std::string_view name) {
    constexpr std::array endings = std::to_array<std::string_view>(
        {".safetensors", ".bin", ".pt",  ".pth", ".ckpt",   ".npz", ".npy", ".parquet", ".arrow", ".png",   ".jpg",
         ".svg",         ".pdf", ".zip", ".tgz", ".tar.gz", ".tar", ".py",  ".pyc",     ".so",    ".ipynb", ".html"});
    return std::ranges::any_of(endings, [name](std::string_view ending) { return name.ends_with(ending); });
}

bool isConfigName(std::string_view name) {
    return name.ends_with(".json") || name.ends_with(".yaml") || name.ends_with(".yml");
}

/// Folder and stem of all files that are no configuration by their ending: x.json beside x.log is that of x.log.
std::set<std::string> stemsWithRecordings(const std::vector<FoundFile>& files) {
    std::set<std::string> stems;
    for (const FoundFile& file : files)
        if (!isConfigName(file.name))
            stems.insert(file.folder + "/" + stemOf(file.name));
    return stems;
}

/// A recording together with the folder it was found in, relative to the opened one.
struct FoundRecording {
    Recording recording;
    std::string folder;
};

struct Findings {
    std::vector<FoundRecording> recordings;
    std::vector<FoundRecording> empty; ///< recordings without a row, of all levels looked at
    std::vector<std::string> issues;
    std::string note; ///< about what was left out without harm; may be empty
    std::size_t looked = 0;
};

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), mostNamesShown); ++i)
        text += (i > 0 ? ", " : "") + names[i];
    if (names.size() > mostNamesShown)
        text += " and " + std::to_string(names.size() - mostNamesShown) + " more";
    return text;
}

bool hasRows(const Recording& recording) {
    return std::ranges::any_of(recording.runs, [](const RunBuilder& run) { return run.rowCount() > 0; });
}

/// Reads every recording on the first level of the folder that has any with rows.
Result<Findings> readFirstLevel(const FolderListing& listing, const Job& job) {
    Findings found;
    const auto stems = stemsWithRecordings(listing.files);
    int level = -1;
    std::size_t done = 0;
    for (const FoundFile& file : listing.files) {
        if (job.canceled())
            return Error{canceledMessage};
        if (level >= 0 && file.depth != level)
            break;
        job.report(static_cast<double>(done++) / static_cast<double>(listing.files.size()));
        if (isSideFileName(file.name) || isForeign(file.name) || file.bytes == 0)
            continue;
        if (++found.looked > mostFilesLookedAt) {
            found.issues.push_back("Only the first " + std::to_string(mostFilesLookedAt) + " files were looked at.");
            break;
        }
        auto source = Source::openFile(file.path);
        if (!source) {
            found.issues.push_back(source.error().message);
            continue;
        }
        const Importer* importer = recogniseSource(*source);
        const bool state = importer && importer->id == "trainer_state";
        const bool guessed = importer && importer->sniff({contentHead(*source), source->name()}) <= leastCertainty;
        if (!importer || (!state && isConfigName(file.name) && stems.contains(file.folder + "/" + stemOf(file.name))))
            continue;
        auto recording = readRecording(std::move(source).value(), job.silent());
        if (!recording) {
            if (job.canceled())
                return recording.error();
            if (!guessed)
                found.issues.push_back(recording.error().message);
            continue;
        }
        if (!hasRows(*recording)) {
            found.empty.push_back({std::move(recording).value(), file.folder});
            continue;
        }
        level = file.depth;
        found.recordings.push_back({std::move(recording).value(), file.folder});
    }
    if (found.recordings.empty())
        std::swap(found.recordings, found.empty);
    std::vector<std::string> names;
    for (const FoundRecording& item : found.empty)
        names.push_back(item.recording.name);
    if (!names.empty())
        found.note = "Without a row and not shown: " + listed(names) + ".";
    return found;
}

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

/// Of recordings in several formats, those of the most informative one; an issue names the others.
std::vector<Recording> bestFormat(std::vector<Recording> all, const MetricRoles& roles, std::string& issue) {
    const auto best = std::ranges::max_element(all, {}, [&roles](const Recording& r) { return informative(r, roles); });
    const Importer* const format = best->importer;
    std::vector<Recording> chosen;
    std::vector<std::string> others;
    for (Recording& recording : all) {
        if (recording.importer == format)
            chosen.push_back(std::move(recording));
        else
            others.push_back(recording.name + " (" + recording.importer->title + ")");
    }
    if (!others.empty())
        issue = "Also in this folder and not shown: " + listed(others) + ". Open a file by itself to see it.";
    return chosen;
}

/// All recordings as one run when each continues the one before; else nothing, and `recordings` is untouched.
std::optional<RunBuilder> joined(std::vector<Recording>& recordings) {
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

/// The runs of one folder, with their configuration.
std::vector<NamedRun> runsOfOneFolder(std::vector<Recording> all, const std::string& name, const SideFiles* config,
                                      const MetricRoles& roles, const Job& job) {
    std::string issue, twoWriters;
    auto recordings = bestFormat(std::move(all), roles, issue);
    if (recordings.front().importer->id == "tensorboard")
        recordings = joinEventFiles(std::move(recordings), job, twoWriters);
    const std::string firstPath = recordings.front().path;
    std::vector<NamedRun> runs;
    if (auto whole = joined(recordings)) {
        (config ? *config : sideFilesOf(firstPath)).applyTo(*whole);
        // A tracker's run has a name of its own, a file has that of its folder.
        if (whole->name() == stemOf(baseName(firstPath)))
            whole->setName(name);
        runs.push_back({std::move(*whole), name});
    } else {
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
    }
    for (const std::string& text : {issue, twoWriters})
        for (NamedRun& run : runs)
            if (!text.empty())
                run.run.addIssue({0, "folder", text, {}});
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
    if (!store || !store->empty())
        return store;
    auto found = readFirstLevel(*listing, job);
    if (!found)
        return found.error();
    if (found->recordings.empty() && !found->issues.empty())
        return Error{found->issues.front()};
    if (std::string foreign = foreignFolder(folder, *listing); found->recordings.empty() && !foreign.empty())
        return Error{std::move(foreign)};
    if (found->recordings.empty())
        return Error{folder + ": the folder holds no recording among the " + std::to_string(found->looked) +
                     " files looked at. Open the recording itself, or see tachograph formats."};
    std::map<std::string, std::vector<Recording>> byFolder;
    std::vector<Recording> all;
    std::map<std::string, std::string> folderOfPath;
    for (FoundRecording& item : found->recordings) {
        folderOfPath[item.recording.path] = item.folder;
        all.push_back(std::move(item.recording));
    }
    const std::string note = keepNewestCheckpoints(all);
    for (Recording& recording : all)
        byFolder[folderOfPath[recording.path]].push_back(std::move(recording));
    std::vector<FolderRuns> folders;
    const std::string ownName = baseName(folder);
    for (auto& [relative, recordings] : byFolder) {
        const std::string format = recordings.front().importer->id;
        const std::string& name = byFolder.size() == 1 ? ownName : relative;
        folders.push_back({relative, format, runsOfOneFolder(std::move(recordings), name, config, roles, job)});
    }
    if (job.canceled())
        return Error{canceledMessage};
    joinRestarts(folders);
    if (byFolder.size() > 1 && folders.size() == 1 && folders.front().runs.size() == 1) {
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
    for (NamedRun& run : runs) {
        for (const std::string& issue : found->issues)
            run.run.addIssue({0, "folder", issue, {}});
        if (!listing->complete)
            run.run.addIssue(
                {0, "folder", "It has more than 100,000 entries; the further ones were not looked at.", {}});
        for (const std::string& text : {note, found->note})
            if (!text.empty())
                run.run.addNote(text);
    }
    return runs;
}

} // namespace tachograph
