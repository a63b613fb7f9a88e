#include "analysis/importers/splitruns.h"

#include "analysis/core/text.h"
#include "analysis/importers/names.h"

#include <algorithm>

namespace tachograph {

namespace {

std::string countText(std::size_t count) {
    return formatCount(static_cast<std::int64_t>(count));
}

} // namespace

std::size_t boundStarts(std::vector<std::uint32_t>& starts) {
    const std::size_t kept = std::min(starts.size(), mostRunsOfAFile - 1), cutOff = starts.size() - kept;
    starts.resize(kept);
    return cutOff;
}

std::optional<Error> nameSplitRuns(const Source& source, std::size_t cutOff, std::vector<RunBuilder>& builders) {
    const std::size_t gone = std::erase_if(builders, [](const RunBuilder& run) { return run.rowCount() == 0; });
    if (builders.empty())
        return Error{source.path() + ": it was cut while it was read. Open it again when it is whole."};
    if (gone > 0)
        builders.back().addIssue({0, source.name(), countText(gone) + " runs were cut off while it was read.", {}});
    if (cutOff > 0)
        builders.back().addIssue({0,
                                  source.name(),
                                  countText(cutOff) + " runs over the bound of " + countText(mostRunsOfAFile) +
                                      " are attempts of the last one.",
                                  {}});
    for (std::size_t i = 0; i < builders.size(); ++i)
        builders[i].setName(stemOf(source.name()) + " #" + std::to_string(i + 1));
    return std::nullopt;
}

} // namespace tachograph
