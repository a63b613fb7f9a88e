#include "analysis/importers/foreignrecordings.h"

#include "analysis/importers/schedulerlog.h"

#include <algorithm>
#include <filesystem>

namespace tachograph {

std::string foreignRecording(const std::string& path, std::string_view head) {
    if (head.starts_with("PAR1"))
        return path + ": it is a Parquet file, which is not read. Export it to CSV first, for example with pandas: "
                      "read_parquet(...).to_csv(...).";
    if (isSchedulerLog(head))
        return path +
               ": it is a log of the scheduler, without metrics. Open the folder of its job, or name it together "
               "with the job's recording.";
    return {};
}

std::string foreignFolder(const std::string& folder, const FolderListing& listing) {
    namespace fs = std::filesystem;
    const auto isAim = [](const FoundFile& file) {
        return file.name == "run_metadata.sqlite";
    };
    std::error_code ignored;
    if (std::ranges::any_of(listing.files, isAim) || fs::is_directory(fs::path(folder) / ".aim", ignored))
        return folder +
               ": it is an Aim repository, which only Aim itself can read. Export its metrics to CSV with Aim's "
               "Python SDK and open that.";
    const auto isParquet = [](const FoundFile& file) {
        return file.name.ends_with(".parquet");
    };
    if (std::ranges::any_of(listing.files, isParquet))
        return folder +
               ": the folder holds Parquet files, which are not read. Export them to CSV first, for example with "
               "pandas: read_parquet(...).to_csv(...).";
    return {};
}

} // namespace tachograph
