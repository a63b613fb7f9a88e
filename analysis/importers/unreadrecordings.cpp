#include "analysis/importers/unreadrecordings.h"

#include "analysis/core/text.h"
#include "analysis/importers/folderrecordings.h"
#include "analysis/importers/names.h"
#include "analysis/importers/recordingfile.h"

#include <algorithm>
#include <map>
#include <set>

namespace tachograph {

namespace {

constexpr std::size_t mostFilesLookedAt = 1'000;
constexpr std::size_t mostPlacesNamed = 8;

std::string count(std::size_t value) {
    return formatCount(static_cast<std::int64_t>(value));
}

/// W&B keeps the console and settings of a run in sub-folders of the folder with its recording.
std::set<std::string> foldersOfTrackers(const FolderListing& listing) {
    std::set<std::string> folders;
    for (const FoundFile& file : listing.files)
        if (file.name.ends_with(".wandb"))
            for (const char* below : {"files", "logs", "tmp"})
                folders.insert(file.folder.empty() ? below : file.folder + "/" + below);
    return folders;
}

/// Whether it is a recording: by its head, and where that costs little by reading it, since prose that quotes a line of
/// a console looks like one.
bool holdsRecording(const FoundFile& file, const Job& job) {
    constexpr std::uint64_t readWhole = std::uint64_t{256} * 1024;
    auto source = Source::openFile(file.path);
    if (!source || !isSurelyRecording(*source))
        return false;
    return file.bytes > readWhole || readRecording(std::move(source).value(), job.silent()).ok();
}

/// Recordings by place: a sub-folder, or the file itself where it lies in the folder that was opened.
struct Found {
    std::map<std::string, std::size_t> places;
    std::size_t recordings = 0;
    bool all = true; ///< false when there were more files than are looked at
};

Found look(const FolderListing& listing, const std::function<bool(const FoundFile&)>& unread, const Job& job) {
    Found found;
    const auto trackers = foldersOfTrackers(listing);
    const auto stems = stemsWithRecordings(listing.files);
    std::size_t looked = 0;
    for (const FoundFile& file : listing.files) {
        if (!unread(file) || !mayBeRecording(file, stems) || trackers.contains(file.folder))
            continue;
        if (job.canceled() || ++looked > mostFilesLookedAt) {
            found.all = false;
            break;
        }
        if (!holdsRecording(file, job))
            continue;
        ++found.places[file.folder.empty() ? file.name : file.folder];
        ++found.recordings;
    }
    return found;
}

std::string placesOf(const Found& found) {
    std::string text;
    std::size_t named = 0;
    for (const auto& [place, recordings] : found.places) {
        if (named++ == mostPlacesNamed)
            return text + " and " + count(found.places.size() - mostPlacesNamed) + " more places";
        text += (text.empty() ? "" : ", ") + plainText(place, 120);
        text += recordings > 1 ? " (" + count(recordings) + ")" : "";
    }
    return text;
}

} // namespace

std::string unreadRecordings(const FolderListing& listing, const std::function<bool(const FoundFile&)>& unread,
                             const Job& job) {
    const Found found = look(listing, unread, job);
    if (job.canceled() || found.recordings == 0)
        return {};
    return "Not shown: " + std::string(found.all ? "" : "at least ") + count(found.recordings) + " more " +
           (found.recordings == 1 ? "recording" : "recordings") + " in this folder: " + placesOf(found) + ". Open " +
           (found.recordings == 1 ? "it by its path, or as " : "them by their path, or as ") + "PATH#" +
           plainText(found.places.begin()->first, 120) + ".";
}

} // namespace tachograph
