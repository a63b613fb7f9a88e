#include "app/headless.h"

#include <QApplication>

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tachograph::app {

HeadlessApplication::HeadlessApplication() {
    for (const char* name : {"QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI", "QT_ENABLE_HIGHDPI_SCALING",
                             "QT_STYLE_OVERRIDE", "QT_QPA_PLATFORMTHEME", "QT_QPA_FONTDIR"})
        qunsetenv(name);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("LC_ALL", "C.UTF-8");
    // Standard error is for our one-line errors; what Qt remarks about the machine changes nothing in the picture.
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    m_application = std::make_unique<QApplication>(m_argc, m_argv);
}

HeadlessApplication::~HeadlessApplication() = default;

bool displayAvailable() {
    auto set = [](const char* name) {
        return !qEnvironmentVariableIsEmpty(name);
    };
    if (!set("DISPLAY") && !set("WAYLAND_DISPLAY") && !set("QT_QPA_PLATFORM"))
        return false;
    const pid_t child = fork();
    if (child < 0)
        return true;
    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDERR_FILENO);
        int argc = 1;
        char name[] = "tachograph";
        char* argv[] = {name, nullptr};
        const QGuiApplication application(argc, argv);
        _exit(0);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace tachograph::app
