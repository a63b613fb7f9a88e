#include "analysis/importers/folderrecordings.h"

#include "analysis/importers/jobfiles.h"
#include "analysis/importers/names.h"
#include "analysis/importers/sidefiles.h"

#include <algorithm>
#include <array>
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

bool isConfigOf(const FoundFile& file, const std::set<std::string>& stems) {
    return isConfigName(file.name) && stems.contains(file.folder + "/" + stemOf(file.name));
}

bool isNoneByItsName(const FoundFile& file) {
    return isSideFileName(file.name) || isForeign(file.name) || file.bytes == 0;
}

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

/// Takes in what one file holds, if it is a recording or a scheduler's log; an error only when canceled.
Result<void> takeFile(const FoundFile& file, const std::set<std::string>& stems, FolderRecordings& found,
                      const Job& job) {
    auto source = Source::openFile(file.path);
    if (!source) {
        found.issues.push_back(source.error().message);
        return {};
    }
    const Importer* importer = recogniseSource(*source);
    if (!importer) {
        if (auto log = readIfSchedulerLog(*source, job))
            found.schedulerLogs.push_back({std::move(*log), file.folder});
        return {};
    }
    if (importer->id != "trainer_state" && isConfigOf(file, stems))
        return {};
    const bool guessed = !isSurelyRecording(*source);
    auto recording = readRecording(std::move(source).value(), job.silent());
    if (!recording) {
        if (job.canceled())
            return recording.error();
        if (!guessed)
            found.issues.push_back(recording.error().message);
        return {};
    }
    (hasRows(*recording) ? found.recordings : found.empty).push_back({std::move(recording).value(), file.folder});
    return {};
}

/// Where nothing else is, the summary that W&B leaves is a run of one row.
Result<void> takeSummary(const FolderListing& listing, const std::set<std::string>& stems, FolderRecordings& found,
                         const Job& job) {
    const auto summary = std::ranges::find(listing.files, "wandb-summary.json", &FoundFile::name);
    return summary == listing.files.end() ? Result<void>() : takeFile(*summary, stems, found, job);
}

} // namespace

std::set<std::string> stemsWithRecordings(const std::vector<FoundFile>& files) {
    std::set<std::string> stems;
    for (const FoundFile& file : files)
        if (!isConfigName(file.name))
            stems.insert(file.folder + "/" + stemOf(file.name));
    return stems;
}

bool mayBeRecording(const FoundFile& file, const std::set<std::string>& stems) {
    return !isNoneByItsName(file) && !isConfigOf(file, stems);
}

bool isSurelyRecording(const Source& source) {
    const Importer* const importer = recogniseSource(source);
    return importer && importer->sniff({contentHead(source), source.name()}) > leastCertainty;
}

Result<FolderRecordings> readFirstLevel(const FolderListing& listing, const Job& job) {
    FolderRecordings found;
    const auto stems = stemsWithRecordings(listing.files);
    int level = -1;
    std::size_t done = 0;
    for (const FoundFile& file : listing.files) {
        if (job.canceled())
            return Error{canceledMessage};
        if (level >= 0 && file.depth != level)
            break;
        job.report(static_cast<double>(done++) / static_cast<double>(listing.files.size()));
        if (isNoneByItsName(file))
            continue;
        if (++found.looked > mostFilesLookedAt) {
            found.issues.push_back("Only the first " + std::to_string(mostFilesLookedAt) + " files were looked at.");
            break;
        }
        if (const auto taken = takeFile(file, stems, found, job); !taken)
            return taken.error();
        if (!found.recordings.empty())
            found.level = level = file.depth;
    }
    if (found.recordings.empty() && found.empty.empty())
        if (const auto taken = takeSummary(listing, stems, found, job); !taken)
            return taken.error();
    if (found.recordings.empty())
        std::swap(found.recordings, found.empty);
    std::vector<std::string> names;
    for (const FoundRecording& item : found.empty)
        names.push_back(item.recording.name);
    if (!names.empty())
        found.note = "Without a row and not shown: " + listed(names) + ".";
    return found;
}

} // namespace tachograph
