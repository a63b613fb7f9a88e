#include "app/commandline/dispatch.h"
#include "app/commandline/openpaths.h"
#include "app/headless.h"
#include "app/userroles.h"
#include "app/windowcommand.h"

#include <QFile>

namespace tachograph::app {

namespace {

/// Opens the window, or says with one line why that is not possible.
int showWindow(char** argv, const WindowWish& wish) {
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
    for (const Arguments::Path& path : wish.paths) {
        if (path.path != "-") {
            request.paths.push_back({QFile::decodeName(path.path.c_str()), QFile::decodeName(path.config.c_str())});
            continue;
        }
        const Result<std::string> bytes = readStandardInput();
        if (!bytes) {
            terminal.error(shownPath(path.path), bytes.error().message);
            return static_cast<int>(ExitStatus::notReadOrWritten);
        }
        request.standardInput = QByteArray::fromStdString(*bytes);
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
