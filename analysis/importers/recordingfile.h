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

/// Recognises and reads a source, unpacked when it is packed; each run gets it as its source file with its SHA-256.
/// Third-party exceptions become an Error here.
Result<Recording> readRecording(Source source, const Job& job);

/// The beginning of a recording's content: of a packed one, that of what is in it.
std::string contentHead(const Source& source);
/// Who would read it, by that beginning; nullptr when nobody would.
const Importer* recogniseSource(const Source& source);

/// Why a head that no importer recognises is not a recording, with the way out.
std::string whyNotRecognised(const std::string& path, std::string_view head);

} // namespace tachograph
