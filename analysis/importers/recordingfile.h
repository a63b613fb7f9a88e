#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/core/source.h"
#include "analysis/importers/importer.h"

#include <string>
#include <vector>

namespace tachograph {

/// What one file (or bytes in memory) holds: the runs as far as the importer made them, and who made them.
struct Recording {
    const Importer* importer = nullptr;
    std::string path;
    std::string name; ///< base name
    std::vector<RunBuilder> runs;
};

/// Recognises and reads a source; each run gets it as its source file with its SHA-256. Third-party exceptions become
/// an Error here.
Result<Recording> readRecording(Source source, const Job& job);

/// Why a head that no importer recognises is not a recording, with the way out.
std::string whyNotRecognised(const std::string& path, std::string_view head);

} // namespace tachograph
