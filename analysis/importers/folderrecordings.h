#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/importers/folderlisting.h"
#include "analysis/importers/recordingfile.h"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace tachograph {

/// A recording together with the folder it was found in, relative to the opened one.
struct FoundRecording {
    Recording recording;
    std::string folder;
};

/// What the files of a folder hold.
struct FolderRecordings {
    std::vector<FoundRecording> recordings;
    std::vector<FoundRecording> empty;         ///< recordings without a row, of all levels looked at
    std::vector<FoundRecording> schedulerLogs; ///< see JobFiles, of all levels looked at
    std::vector<std::string> issues;
    std::string note; ///< about what was left out without harm; may be empty
    std::size_t looked = 0;
    int level = FolderListing::deepest; ///< files down to this depth were looked at
};

/// Folder and stem of all files that are no configuration by their ending: x.json beside x.log is that of x.log.
std::set<std::string> stemsWithRecordings(const std::vector<FoundFile>& files);
/// False for what is known by its name to be none: side files, weights, pictures, empty files, configurations.
bool mayBeRecording(const FoundFile& file, const std::set<std::string>& stems);
/// Whether an importer claims it and does not only offer to try.
bool isSurelyRecording(const Source& source);

/// Reads every recording on the first level of the folder that has any with rows. An error only when canceled.
Result<FolderRecordings> readFirstLevel(const FolderListing& listing, const Job& job);

} // namespace tachograph
