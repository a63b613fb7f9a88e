// A home of its own for each test program: what another test or the user keeps is never read, let alone changed.
// Programs that a test starts inherit it.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace {

class OwnHome {
  public:
    OwnHome() {
        std::error_code none;
        m_folder = (std::filesystem::temp_directory_path(none) / "tachograph-test-XXXXXX").string();
        if (none || !::mkdtemp(m_folder.data())) {
            std::perror("a test has no folder for its home");
            std::abort();
        }
        using Place = std::pair<const char*, const char*>;
        for (const auto& [name, folder] :
             std::array{Place("HOME", ""), Place("XDG_CONFIG_HOME", "/.config"), Place("XDG_CACHE_HOME", "/.cache"),
                        Place("XDG_DATA_HOME", "/.local/share"), Place("XDG_STATE_HOME", "/.local/state")})
            ::setenv(name, (m_folder + folder).c_str(), 1);
    }
    ~OwnHome() {
        if (::getpid() != m_owner) // a fork that ends by exit()
            return;
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }
    OwnHome(const OwnHome&) = delete;
    OwnHome& operator=(const OwnHome&) = delete;

  private:
    pid_t m_owner = ::getpid();
    std::string m_folder;
};

const OwnHome home; // before main(), and so before anything of Qt

} // namespace
