#include "app/windowcommand.h"

#include "app/mainwindow.h"
#include "app/opener.h"
#include "app/sessionkeeper.h"
#include "app/settings.h"
#include "app/standardinput.h"
#include "app/themecontroller.h"
#include "models/following/watching.h"
#include "version.h"
#include "widgets/appearance.h"

#include <QApplication>
#include <QIcon>

#include <cstdint>
#include <memory>
#include <optional>

namespace tachograph::app {

namespace {

std::unique_ptr<StandardInput> openInput(models::Session& session, MainWindow& window, const QString& config) {
    auto input = std::make_unique<StandardInput>(session, config);
    const auto say = [&window](widgets::MessageBar::Kind kind) {
        return [&window, kind](const QString& sentence) {
            window.messages().post({kind, {}, sentence, {}, {}});
        };
    };
    QObject::connect(input.get(), &StandardInput::problem, &window, say(widgets::MessageBar::Kind::error));
    QObject::connect(input.get(), &StandardInput::notice, &window, say(widgets::MessageBar::Kind::info));
    return input;
}

/// One recording and nothing else: it can be read while the window is made.
bool isOneRecording(const WindowRequest& request) {
    if (request.paths.size() != 1 || request.follow || request.compare || request.demo || !request.against.isEmpty())
        return false;
    const auto& [path, config] = request.paths.front();
    return path != QLatin1String("-") && config.isEmpty() && !Opener::mayBeSession(path);
}

/// Answers the reading of standard input, if it was asked for, as long as the window is there.
std::unique_ptr<StandardInput> openPaths(models::Session& session, MainWindow& window, const WindowRequest& request) {
    std::unique_ptr<StandardInput> input;
    if (!request.against.isEmpty())
        models::Watching::of(session).setBaseline(session.open(request.against));
    QStringList plain;
    std::uint64_t first = 0; // of those that are followed
    for (const auto& [path, config] : request.paths) {
        std::uint64_t followed = 0;
        if (path == QLatin1String("-")) {
            input = openInput(session, window, config);
            followed = input->run();
        } else if (request.follow) {
            followed = window.opener().follow(path, config);
        } else if (config.isEmpty() && !request.compare) {
            plain << path;
        } else {
            session.open(path, config);
        }
        first = first == 0 ? followed : first;
    }
    window.opener().open(plain);
    if (!request.against.isEmpty())
        session.setCurrent(first);
    return input;
}

} // namespace

int runWindow(int& argc, char** argv, const WindowRequest& request, std::shared_ptr<const MetricRoles> roles) {
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Tachograph"));
    QApplication::setApplicationVersion(QStringLiteral(TACHOGRAPH_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("tachograph"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/desktop/tachograph.svg")));
    Settings settings;
    ThemeController theme(settings);
    models::Session session(std::move(roles));
    session.setOffersSeveral(true); // as the window does, which is not there yet
    session.setKnobs(settings.knobs());
    const bool beingRead = isOneRecording(request);
    if (beingRead)
        session.open(request.paths.front().path);
    std::optional<MainWindow> made;
    {
        const widgets::WithoutStyleSheet assembling;
        made.emplace(session, settings, theme);
    }
    MainWindow& window = *made;
    if (beingRead) // what was read meanwhile is made ready to draw while the window appears
        QCoreApplication::sendPostedEvents();
    window.restoreWindow();
    window.keeper().offerRecovery();
    if (!request.problem.isEmpty())
        window.messages().post(
            {widgets::MessageBar::Kind::warning, MainWindow::tr("Metric names:"), request.problem, {}, {}});
    if (request.demo)
        window.opener().openPair();
    std::unique_ptr<StandardInput> input;
    if (beingRead)
        window.opener().remember(request.paths.front().path);
    else
        input = openPaths(session, window, request);
    if (request.demo || request.compare || !request.against.isEmpty())
        window.compareWhenReady();
    window.show(); // while the runs are being read
    return QApplication::exec();
}

} // namespace tachograph::app
