#pragma once

#include "analysis/core/job.h"
#include "analysis/core/result.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace tachograph::models {

/// Some lines of a recording around one of them, made safe to show.
struct SourceExcerpt {
    struct Line {
        std::uint64_t number = 0; ///< counted from 1
        QString text;             ///< at most 500 bytes of it
    };
    std::vector<Line> lines;
    std::uint64_t chosen = 0; ///< the line asked for; may be missing when the file has changed
};

/// Reads the file up to the line: off the GUI thread. The error says why there is nothing to show.
Result<SourceExcerpt> sourceExcerpt(const std::string& path, std::uint64_t line, std::uint64_t around, const Job& job);

} // namespace tachograph::models
