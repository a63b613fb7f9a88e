#pragma once

#include "analysis/core/job.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

/// What the machine can do at best: loops that read a file into columns and do nothing else. They know the columns
/// beforehand, keep no line numbers, find no attempts and check nothing that their parser does not check by itself.
namespace tachograph::tests {

/// The columns of one piece of a file; of all pieces together a table.
struct BareColumns {
    std::size_t rows = 0;
    std::unique_ptr<double[]> values; ///< column by column
};

/// JSON lines by simdjson's on-demand parser, `keys` in this order in every line; other lines are skipped.
std::vector<BareColumns> bareJsonLines(const std::string& path, const std::vector<std::string>& keys, const Job& job);

/// A table of `columns` columns with a header line, by std::from_chars.
std::vector<BareColumns> bareCsv(const std::string& path, std::size_t columns, const Job& job);

std::size_t rowsOf(const std::vector<BareColumns>& pieces);

} // namespace tachograph::tests
