#include "tests/support/samples.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace tachograph::tests {

std::string testData(const std::string& relative) {
    return std::string(TACHOGRAPH_TEST_DATA "/") + relative;
}

std::string sharedData(const std::string& relative) {
    const std::string root = TACHOGRAPH_SHARED_DATA;
    return std::filesystem::is_directory(root) ? root + "/" + relative : std::string();
}

std::string readFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        std::fprintf(stderr, "%s cannot be read\n", path.c_str());
        std::abort();
    }
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace tachograph::tests
