#pragma once

#include "analysis/report/document.h"

#include <string>
#include <string_view>

namespace tachograph {

/// One self-contained HTML 5 page: no script, nothing loaded from elsewhere (and a content policy that says so), all
/// text escaped. `picturePng` (the bytes of a PNG file) takes the place of the figure; without it the figure is left
/// out.
std::string toHtml(const Document& document, std::string_view picturePng);

} // namespace tachograph
