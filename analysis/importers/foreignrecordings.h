#pragma once

#include "analysis/importers/folderlisting.h"

#include <string>
#include <string_view>

namespace tachograph {

/// Recordings that are known but not read: the sentence that says what it is and how to export it, else empty.
std::string foreignRecording(const std::string& path, std::string_view head);

/// The same for a folder in which nothing was found: Aim repositories, folders of Parquet files.
std::string foreignFolder(const std::string& folder, const FolderListing& listing);

} // namespace tachograph
