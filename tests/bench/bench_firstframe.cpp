#include "app/mainwindow.h"
#include "app/opener.h"
#include "app/settings.h"
#include "app/themecontroller.h"
#include "app/userroles.h"
#include "models/session.h"
#include "widgets/appearance.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTimer>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

using namespace tachograph;

namespace {

std::int64_t nanosecondsNow() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// Says when the plot was first painted, and first with lines, and ends the program then.
class FirstFrame final : public QObject {
  public:
    FirstFrame(const models::Session& session, std::int64_t start) : m_session(session), m_start(start) {}

  private:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::Paint || m_withData)
            return false;
        const bool plot = watched->inherits("QCustomPlot");
        const bool data = plot && m_session.timeline() && !m_session.timeline()->lanes.empty();
        if (!std::exchange(m_painted, true))
            QTimer::singleShot(0, this, [this] { tell("a window"); });
        if (data && !std::exchange(m_withData, true))
            QTimer::singleShot(0, this, [this] { // after this paint
                tell("with data");
                QApplication::quit();
            });
        return false;
    }

    void tell(const char* what) const {
        std::printf("%s: %.0f ms\n", what, static_cast<double>(nanosecondsNow() - m_start) / 1e6);
    }

    const models::Session& m_session;
    std::int64_t m_start;
    bool m_painted = false, m_withData = false;
};

} // namespace

/// bench_firstframe FILE $(date +%s%N): wall clock from that moment to the first paint of the window and to the first
/// one of the plot with data, as the program does it.
int main(int argc, char** argv) {
    if (argc < 3) {
        std::fputs("bench_firstframe FILE $(date +%s%N)\n", stderr);
        return 2;
    }
    const std::int64_t start = std::atoll(argv[2]);
    const QTemporaryDir home; // no settings of whoever measures
    for (const char* folder : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
        qputenv(folder, home.path().toUtf8());
    const QString path = QString::fromLocal8Bit(argv[1]);
    QApplication application(argc, argv);
    app::Settings settings;
    app::ThemeController theme(settings);
    models::Session session(app::loadUserRoles().table);
    std::optional<app::MainWindow> made;
    {
        const widgets::WithoutStyleSheet plain;
        made.emplace(session, settings, theme);
    }
    app::MainWindow& window = *made;
    FirstFrame firstFrame(session, start);
    application.installEventFilter(&firstFrame);
    window.resize(1600, 1000);
    window.opener().open({path});
    window.show();
    constexpr int longest = 60'000;
    QTimer::singleShot(longest, &firstFrame, [] {
        std::fputs("Nothing was drawn within a minute.\n", stderr);
        QApplication::exit(1);
    });
    return QApplication::exec();
}
