#pragma once

#include "app/bundledcases.h"
#include "app/mainwindow.h"
#include "app/opener.h"
#include "app/settings.h"
#include "app/themecontroller.h"
#include "app/workspace.h"
#include "models/session.h"
#include "tests/support/gui.h"

#include <QTemporaryDir>

#include <memory>

namespace tachograph::tests {

/// A window of its own, with settings in a folder that is thrown away.
struct WindowFixture {
    WindowFixture() : settings(folder.filePath(QStringLiteral("settings.ini"))), theme(settings) {
        session = std::make_unique<models::Session>(nullptr);
        window = std::make_unique<app::MainWindow>(*session, settings, theme);
    }

    /// Opens the bundled demo case and waits until it is judged and drawn.
    bool openDemo() {
        window->opener().openDemo();
        return waitUntilJudged(1);
    }

    /// Waits until this many runs are there, none is being read, and the current one's findings are on the timeline.
    bool waitUntilJudged(std::size_t runs) {
        return QTest::qWaitFor(
            [this, runs] {
                if (session->runs().size() != runs || !session->timeline())
                    return false;
                for (const models::OpenRun& run : session->runs())
                    if (run.state == models::OpenRun::State::loading || (run.run && !run.diagnosis))
                        return false;
                for (const models::TimelineRun& run : session->timeline()->runs)
                    if (!run.diagnosis)
                        return false;
                return true;
            },
            60'000);
    }

    QTemporaryDir folder;
    app::Settings settings;
    app::ThemeController theme;
    std::unique_ptr<models::Session> session;
    std::unique_ptr<app::MainWindow> window;
};

} // namespace tachograph::tests
