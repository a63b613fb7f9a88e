#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/core/source.h"
#include "analysis/run/runbuilder.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// What an importer may look at before it says whether a recording is its own.
struct Head {
    static constexpr std::size_t bytesAsked = std::size_t{64} * 1024;
    std::string_view bytes;    ///< the first bytesAsked bytes, or all
    std::string_view fileName; ///< base name; a hint only: recordings are recognised by content
};

/// One recording format: a descriptor and two functions without state. A new format is one file and one line in the
/// registry.
struct Importer {
    std::string id;                    ///< "verl_console": in JSON and in the table of roles
    std::string title;                 ///< "verl console log"
    std::string description;           ///< one sentence for `tachograph formats` and the manual
    std::vector<std::string> patterns; ///< usual file names, for the Open dialog: "*.log"
    /// 0 = not mine, 100 = certain. Cheap: looks at the head only. The highest wins; ties go to the earlier in the
    /// registry.
    int (*sniff)(const Head& head);
    /// Reads all of it, with bounded memory and answering job.canceled(). Errors only when nothing at all could be
    /// read; blemishes become issues. A recording with several trainings gives several builders.
    Result<std::vector<RunBuilder>> (*read)(Source& source, const Job& job);
};

/// All importers, in order of preference at equal certainty.
std::span<const Importer* const> importers();
/// nullptr when there is none of that id.
const Importer* importerById(std::string_view id);
/// The importer that recognises the head, or nullptr.
const Importer* recognise(const Head& head);

} // namespace tachograph
