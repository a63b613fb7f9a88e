#include "app/windowcommand.h"

#include "app/mainwindow.h"
#include "app/opener.h"
#include "app/sessionkeeper.h"
#include "app/settings.h"
#include "app/themecontroller.h"
#include "version.h"

#include <QApplication>
#include <QIcon>

namespace tachograph::app {

int runWindow(int& argc, char** argv, const WindowRequest& request, std::shared_ptr<const MetricRoles> roles) {
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Tachograph"));
    QApplication::setApplicationVersion(QStringLiteral(TACHOGRAPH_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("tachograph"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/desktop/tachograph.svg")));
    Settings settings;
    ThemeController theme(settings);
    models::Session session(std::move(roles));
    MainWindow window(session, settings, theme);
    window.restoreWindow();
    window.show();
    window.keeper().offerRecovery();
    if (!request.problem.isEmpty())
        window.messages().post(
            {widgets::MessageBar::Kind::warning, MainWindow::tr("Metric names:"), request.problem, {}, {}});
    if (request.demo)
        window.opener().openPair();
    if (request.standardInput)
        session.openBytes(QStringLiteral("standard input"), *request.standardInput);
    QStringList plain;
    for (const WindowRequest::Path& path : request.paths) {
        if (path.config.isEmpty() && !request.compare)
            plain << path.path;
        else
            session.open(path.path, path.config);
    }
    window.opener().open(plain);
    if (request.demo || request.compare)
        window.compareWhenReady();
    return QApplication::exec();
}

} // namespace tachograph::app
