#pragma once

#include <string>
#include <vector>

namespace tachograph {

/// Whether files may be those of one job.
struct Togetherness {
    bool likely = false;
    std::vector<std::string> endsUnseen; ///< names of packed files of which only the beginning was looked at
};

/// What mayBelongTogether() answers, with how far it looked: at most at 128 KiB of each file. Packed ones are unpacked
/// to their end, up to 256 MiB each and for 0.3 s all together.
Togetherness togethernessOf(const std::vector<std::string>& paths);

} // namespace tachograph
