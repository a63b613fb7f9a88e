#pragma once

#include <string>
#include <string_view>

namespace tachograph::tests {

/// The content as one member of gzip, and as one frame of zstd.
std::string gzipped(std::string_view content);
std::string zstdPacked(std::string_view content);

} // namespace tachograph::tests
