#pragma once

#include "analysis/core/job.h"
#include "analysis/importers/folderlisting.h"

#include <functional>
#include <string>

namespace tachograph {

/// The sentence about recordings that lie in a folder and are in none of its runs: how many, in which folders, how to
/// open them. `unread` says which files to look at; of those the head is read (all of it up to 256 KiB), at most of
/// 1,000. Files that only a guess would read are not counted, nor what a tracker keeps beside its own recording. Empty
/// when there are none or the job is canceled.
std::string unreadRecordings(const FolderListing& listing, const std::function<bool(const FoundFile&)>& unread,
                             const Job& job);

} // namespace tachograph
