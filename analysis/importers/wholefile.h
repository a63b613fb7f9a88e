#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"
#include "analysis/core/source.h"

#include <string_view>
#include <vector>

namespace tachograph {

/// All bytes of a document that cannot be read line by line, followed by LineReader::padding readable bytes.
class WholeFile {
  public:
    static constexpr std::uint64_t largest = std::uint64_t{1} << 30; ///< bytes

    /// An error when it is larger than that or the job is canceled. `what` is what a larger one cannot be.
    static Result<WholeFile> read(Source& source, const Job& job, std::string_view what);

    /// Without a byte order mark.
    [[nodiscard]] std::string_view text() const;

  private:
    std::vector<char> m_bytes;
    std::size_t m_size = 0;
};

} // namespace tachograph
