#pragma once

#include "analysis/follow/filestamp.h"
#include "analysis/importers/openrun.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tachograph {

/// What a recording that is still being written held when it was looked at: its whole lines, as one run.
struct FollowedReading {
    enum class Change {
        first,     ///< nothing was read before
        grown,     ///< more of the same, or the same written anew with more in it
        continued, ///< the file was replaced or cut and what is in it now goes on where the run was: a further attempt
        replaced   ///< the file was replaced or cut, and it holds something else now
    };
    Change change = Change::first;
    RunPtr run;
    std::size_t runsInFile = 1; ///< when several, the last one is followed
    std::vector<RunPtr> others; ///< the ones in front of it, once nothing more is written
    bool torn = false;          ///< the last line is not finished and was left out
    FileStamp stamp;            ///< of the file in front of the reading
    ContentMark mark;
    std::size_t earlier = 0; ///< how many contents of the file that are gone by now are attempts of the run
    RunPtr gone;             ///< then: what they held
};

using FollowedReadingPtr = std::shared_ptr<const FollowedReading>;

/// How many contents that a file does not hold any more are kept as attempts; what is replaced more often begins anew.
inline constexpr std::size_t mostContentsKept = 20;

/// Reads `path` (or PATH#NAME) as far as whole lines go; `before` is the reading before, or null. With `unfinished` the
/// last line is taken too: for the end of the job. The file is opened read-only for the time of the reading and never
/// locked; it may be appended to, cut, replaced or removed at any time. An error when there is nothing to read in it
/// now; what was read before stays good then. The answer is `before` itself when nobody has written since.
Result<FollowedReadingPtr> readFollowed(const std::string& path, const FollowedReadingPtr& before,
                                        const OpenOptions& options = {}, const Job& job = {}, bool unfinished = false);

/// Opens what is followed, as far as its first `most` bytes.
using FollowedOpener = std::function<Result<Source>(std::uint64_t most)>;

/// The same for what is `size` bytes long now and only grows, such as standard input kept in a temporary file.
Result<FollowedReadingPtr> readFollowed(const FollowedOpener& open, std::uint64_t size,
                                        const FollowedReadingPtr& before, const OpenOptions& options = {},
                                        const Job& job = {}, bool unfinished = false);

} // namespace tachograph
