#pragma once

#include "analysis/report/document.h"

#include <string>

namespace tachograph {

/// GitHub-flavoured Markdown. Nothing in a text can become markup: every character with a meaning is escaped, control
/// characters and line breaks are removed. A figure is the picture of that file name beside the page; without
/// one it is left out.
std::string toMarkdown(const Document& document, const std::string& pictureFile = {});

} // namespace tachograph
