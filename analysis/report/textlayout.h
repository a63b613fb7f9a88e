#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tachograph {

/// `text` broken at blanks, every line after `indent` blanks and with a line end.
std::string wrapped(const std::string& text, std::size_t indent);

/// Rows with their columns aligned, indented by two; cells are made safe to print, blanks at line ends removed.
/// `right`: columns that are aligned to the right; those it does not reach are not.
std::string aligned(std::vector<std::vector<std::string>> rows, const std::vector<bool>& right);

} // namespace tachograph
