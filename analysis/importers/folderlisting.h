#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tachograph {

struct FoundFile {
    std::string path;   ///< folder as given, then the way down
    std::string folder; ///< the folder it is in, relative to the listed one; empty for that one itself
    std::string name;
    int depth = 0; ///< 0 = in the listed folder itself
    std::uint64_t bytes = 0;
};

/// The regular files below a folder, level by level, sorted by path within a level.
struct FolderListing {
    static constexpr std::size_t mostEntries = 100'000;
    static constexpr int deepest = 6;
    std::vector<FoundFile> files;
    bool complete = true;           ///< false when the bound on entries was met
    std::size_t foldersRefused = 0; ///< sub-folders that may not be read
};

/// Hidden entries are left out; links to folders are not followed, so that they cannot lead in circles.
/// Errors only when the folder itself cannot be read or the job is canceled.
Result<FolderListing> listFolder(const std::string& folder, const Job& job = {});

} // namespace tachograph
