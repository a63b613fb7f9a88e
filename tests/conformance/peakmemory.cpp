#include "tests/conformance/peakmemory.h"

#include <fstream>
#include <string>

namespace tachograph::tests {

namespace {

/// A line of /proc/self/status such as "VmHWM:    1234 kB".
std::int64_t statusBytes(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(name + ":"))
            return std::stoll(line.substr(name.size() + 1)) * 1024;
    return 0;
}

} // namespace

PeakMemory::PeakMemory() {
    // "5" sets the high-water mark back to what is held now; see proc(5).
    std::ofstream("/proc/self/clear_refs") << "5";
    m_before = statusBytes("VmRSS");
}

std::int64_t PeakMemory::bytes() const {
    return statusBytes("VmHWM") - m_before;
}

} // namespace tachograph::tests
