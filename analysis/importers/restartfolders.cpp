#include "analysis/importers/restartfolders.h"

#include "analysis/core/source.h"
#include "analysis/importers/runchain.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace tachograph {

namespace {

bool isDigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// "20260430-0957": a date and what belongs to a time of day.
bool isTimeStamp(std::string_view name) {
    return std::ranges::count_if(name, isDigit) >= 8 &&
           std::ranges::all_of(name, [](char c) { return isDigit(c) || c == '-' || c == '_' || c == 'T' || c == ':'; });
}

/// Folders with equal answers may be restarts of one job; empty: of none.
std::string jobOf(const FolderRuns& folder) {
    if (folder.runs.size() != 1)
        return {};
    const std::string name = baseName(folder.folder);
    if (folder.format == "wandb") {
        const std::string id = wandbRunIdOf(name);
        return id.empty() ? std::string() : "wandb\n" + id;
    }
    const bool stamped = folder.format == "tensorboard" && isTimeStamp(name);
    return stamped ? "tensorboard\n" + folder.folder.substr(0, folder.folder.size() - name.size()) : std::string();
}

/// Whether the one run of `later` goes on where that of `earlier` ends. A W&B id is proof.
bool goesOn(const FolderRuns& earlier, const FolderRuns& later) {
    return earlier.format == "wandb" || continues(earlier.runs.front().run, later.runs.front().run);
}

} // namespace

std::string wandbRunIdOf(const std::string& folderName) {
    std::string_view rest = folderName;
    if (rest.starts_with("offline-"))
        rest.remove_prefix(8);
    constexpr std::size_t stampBytes = 15; // 20251130_194146
    if (!rest.starts_with("run-") || rest.size() < 4 + stampBytes + 2)
        return {};
    rest.remove_prefix(4);
    const bool stamped = isTimeStamp(rest.substr(0, stampBytes)) && rest[stampBytes] == '-';
    return stamped ? std::string(rest.substr(stampBytes + 1)) : std::string();
}

void joinRestarts(std::vector<FolderRuns>& folders) {
    std::vector<FolderRuns> joined;
    std::map<std::string, std::size_t> whereJobIs; // among the joined ones
    for (FolderRuns& folder : folders) {
        const std::string job = jobOf(folder);
        const auto known = whereJobIs.find(job);
        if (known != whereJobIs.end() && goesOn(joined[known->second], folder)) {
            joined[known->second].runs.front().run.append(std::move(folder.runs.front().run), baseName(folder.folder));
            continue;
        }
        if (!job.empty())
            whereJobIs[job] = joined.size();
        joined.push_back(std::move(folder));
    }
    folders = std::move(joined);
}

} // namespace tachograph
