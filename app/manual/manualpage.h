#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tachograph::app {

/// A page of the manual: resources/manual/ID.md, and below it what the program knows of itself.
struct ManualPage {
    const char* id; ///< "findings": name of its file, of its link (findings.md) and of `tachograph manual findings`
    const char* title;
    std::string (*reference)(); ///< Markdown behind the text, made from a registry; nullptr = none
};

/// All pages, in reading order.
std::span<const ManualPage> manualPages();
const ManualPage* manualPageById(std::string_view id); ///< nullptr when there is none

/// The page as Markdown (the dialect of GitHub), its reference included. Links to other pages are "ID.md", pictures are
/// names within resources/pictures.
std::string manualMarkdown(const ManualPage& page);

/// The page as the inside of an HTML body. Links end in `linkEnding` instead of ".md".
std::string manualBody(const ManualPage& page, std::string_view linkEnding);

} // namespace tachograph::app
