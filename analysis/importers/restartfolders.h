#pragma once

#include "analysis/importers/openfolder.h"

#include <string>
#include <vector>

namespace tachograph {

/// The runs of one folder among several that are opened together.
struct FolderRuns {
    std::string folder; ///< relative to the opened one
    std::string format; ///< importer id
    std::vector<NamedRun> runs;
};

/// Lays restarts of one job together that a trainer recorded in a folder each: W&B folders with the same run id in
/// their names, and folders of TensorBoard files whose names are time stamps and whose steps continue one another.
/// They become one run with an attempt a folder, which is called like the first of them. `folders` are in order of
/// their names.
void joinRestarts(std::vector<FolderRuns>& folders);

/// "abc123" of "run-20251130_194146-abc123" and "offline-run-20251130_194146-abc123"; empty for other names.
std::string wandbRunIdOf(const std::string& folderName);

} // namespace tachograph
