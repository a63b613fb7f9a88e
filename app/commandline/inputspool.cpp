#include "app/commandline/inputspool.h"

#include "app/commandline/openpaths.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <utility>

namespace tachograph::app {

InputSpool::InputSpool() {
    std::error_code problem;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(problem);
    if (problem)
        return;
    std::string name = (folder / "tachograph-XXXXXX").string();
    m_descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (m_descriptor >= 0)
        ::unlink(name.c_str());
}

InputSpool::~InputSpool() {
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

bool InputSpool::add(std::span<const char> bytes) {
    if (m_full || m_descriptor < 0 || m_size + bytes.size() > mostInputBytes) {
        m_full = true;
        return false;
    }
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(m_size));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            m_full = true;
            return false;
        }
        m_size += static_cast<std::uint64_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

Result<Source> InputSpool::source(std::uint64_t most) const {
    const int own = m_descriptor < 0 ? -1 : ::fcntl(m_descriptor, F_DUPFD_CLOEXEC, 0);
    if (own < 0)
        return Error{"standard input: there is no place for a temporary file. Free some, or write to a file and follow "
                     "that."};
    return Source::adopt(own, "standard input", "standard input", most);
}

models::LiveInput spooledInput(std::shared_ptr<const InputSpool> spool, const std::string& configFile) {
    return [spool = std::move(spool), configFile](std::shared_ptr<const MetricRoles> roles) -> models::LiveSource {
        OpenOptions options;
        options.configFile = configFile;
        options.roles = roles.get();
        return [spool, options, kept = std::move(roles)](const FollowedReadingPtr& before, const Job& job,
                                                         bool unfinished) {
            return readFollowed([&spool](std::uint64_t most) { return spool->source(most); }, spool->size(), before,
                                options, job, unfinished);
        };
    };
}

} // namespace tachograph::app
