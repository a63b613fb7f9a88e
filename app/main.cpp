#include "app/commandline/dispatch.h"
#include "app/commandline/openpaths.h"
#include "app/headless.h"
#include "app/userroles.h"
#include "app/windowcommand.h"

#include <QFile>

#include <fcntl.h>
#include <unistd.h>

namespace tachograph::app {

namespace {

/// Where it was closed by whoever started the program, nothing else (such as the way to the display) may get its
/// number.
void keepStandardInput() {
    if (::fcntl(STDIN_FILENO, F_GETFD) == -1) [[maybe_unused]]
        const int empty = ::open("/dev/null", O_RDONLY);
}

/// Opens the window, or says with one line why that is not possible.
int showWindow(char** argv, const WindowWish& wish) {
    keepStandardInput();
    Terminal terminal;
    if (!displayAvailable()) {
        terminal.error("window",
                       "there is no display to open it on. Use tachograph report RUN -o report.png, or tachograph "
                       "inspect RUN.");
        return static_cast<int>(ExitStatus::notReadOrWritten);
    }
    WindowRequest request;
    request.demo = wish.demo;
    request.compare = wish.compare;
    request.follow = wish.follow;
    request.against = QFile::decodeName(wish.against.c_str());
    for (const Arguments::Path& path : wish.paths) {
        request.paths.push_back({QFile::decodeName(path.path.c_str()), QFile::decodeName(path.config.c_str())});
        if (path.path == "-")
            tellInputIsRead();
    }
    const UserRoles roles = loadUserRoles();
    request.problem = QString::fromStdString(roles.problem);
    int argc = 1; // the paths are ours by now: Qt must not take one of them for an option of its own
    return runWindow(argc, argv, request, roles.table);
}

} // namespace

} // namespace tachograph::app

int main(int argc, char** argv) {
    using namespace tachograph::app;
    const std::vector<std::string> words(argv + 1, argv + argc);
    const auto outcome = dispatch(words);
    if (const auto* status = std::get_if<ExitStatus>(&outcome))
        return static_cast<int>(*status);
    return showWindow(argv, std::get<WindowWish>(outcome));
}
