#pragma once

#include <string>
#include <vector>

namespace tachograph::app {

/// A file of the manual in HTML: name within its folder, bytes.
struct ManualFile {
    std::string name;
    std::string bytes;
};

/// Every page as ID.html, each with the list of pages, and their pictures. Nothing is fetched from a network; light or
/// dark as the browser wishes.
std::vector<ManualFile> manualFiles();

} // namespace tachograph::app
