#pragma once

#include <string>

/// Where the recordings for tests are.
namespace tachograph::tests {

/// Path of a file below tests/data.
std::string testData(const std::string& relative);

/// Path of a file below the folder of shared recordings, or empty where that folder does not exist; tests then call
/// QSKIP with sharedDataMissing.
std::string sharedData(const std::string& relative);
inline constexpr const char* sharedDataMissing = "The shared recordings (../shared/data) are not on this machine.";

/// The whole content; aborts the test program when it cannot be read.
std::string readFile(const std::string& path);

} // namespace tachograph::tests
