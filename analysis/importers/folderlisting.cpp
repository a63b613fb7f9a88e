#include "analysis/importers/folderlisting.h"

#include <algorithm>
#include <filesystem>

namespace tachograph {

namespace fs = std::filesystem;

namespace {

/// Reads one folder into `listing` and its sub-folders into `below`. False when it may not be read.
bool listOne(const std::string& path, const std::string& relative, int depth, FolderListing& listing,
             std::vector<std::pair<std::string, std::string>>& below, std::size_t& entries) {
    std::error_code problem;
    fs::directory_iterator entry(path, problem);
    if (problem)
        return false;
    for (; entry != fs::directory_iterator(); entry.increment(problem)) {
        if (++entries > FolderListing::mostEntries) {
            listing.complete = false;
            return true;
        }
        const std::string name = entry->path().filename().string();
        if (name.starts_with('.'))
            continue;
        std::error_code ignored;
        if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) {
            if (depth < FolderListing::deepest)
                below.emplace_back(entry->path().string(), relative.empty() ? name : relative + "/" + name);
        } else if (entry->is_regular_file(ignored)) {
            listing.files.push_back({entry->path().string(), relative, name, depth, entry->file_size(ignored)});
        }
        if (problem)
            break;
    }
    return true;
}

} // namespace

Result<FolderListing> listFolder(const std::string& folder, const Job& job) {
    FolderListing listing;
    std::size_t entries = 0;
    std::vector<std::pair<std::string, std::string>> level{{folder, {}}};
    for (int depth = 0; !level.empty(); ++depth) {
        std::vector<std::pair<std::string, std::string>> below;
        for (const auto& [path, relative] : level) {
            if (job.canceled())
                return Error{canceledMessage};
            if (listOne(path, relative, depth, listing, below, entries))
                continue;
            if (depth == 0)
                return Error{folder + ": the folder cannot be read. Check its permissions or copy it."};
            ++listing.foldersRefused;
        }
        level = std::move(below);
    }
    std::ranges::sort(listing.files, [](const FoundFile& a, const FoundFile& b) {
        return a.depth != b.depth ? a.depth < b.depth : a.path < b.path;
    });
    return listing;
}

} // namespace tachograph
