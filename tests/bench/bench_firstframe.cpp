#include "app/mainwindow.h"
#include "app/userroles.h"
#include "app/windowcommand.h"
#include "models/session.h"
#include "widgets/plot/plotcanvas.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTimer>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

using namespace tachograph;

namespace {

std::int64_t start = 0; // nanoseconds since 1970

std::int64_t nanosecondsNow() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// Says when the plot was first painted, and first with lines, and ends the program then.
class FirstFrame final : public QObject {
  public:
    using QObject::QObject;

  private:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::Paint || m_withData || !watched->inherits("QCustomPlot"))
            return false;
        auto* window = qobject_cast<app::MainWindow*>(static_cast<QWidget*>(watched)->window());
        const bool data = !window || (window->session().timeline() && !window->session().timeline()->lanes.empty());
        if (!std::exchange(m_painted, true))
            QTimer::singleShot(0, this, [this] { tell("a window"); });
        if (data && !std::exchange(m_withData, true))
            QTimer::singleShot(0, this, [this] { // after this paint
                tell("with data");
                QApplication::quit();
            });
        return false;
    }

    static void tell(const char* what) {
        std::printf("%s: %.0f ms\n", what, static_cast<double>(nanosecondsNow() - start) / 1e6);
    }

    bool m_painted = false, m_withData = false;
};

void watchFrames() {
    auto* frames = new FirstFrame(qApp);
    qApp->installEventFilter(frames);
    constexpr int longest = 60'000;
    QTimer::singleShot(longest, frames, [] {
        std::fputs("Nothing was drawn within a minute.\n", stderr);
        QApplication::exit(1);
    });
}

/// What no window of this kind is quicker than: Qt, a plot of five lanes with 10,000 points each, smooth ones that are
/// drawn in no time, and nothing else.
int runBarePlot(int& argc, char** argv) {
    const QApplication application(argc, argv);
    QCustomPlot plot;
    plot.plotLayout()->clear();
    for (int lane = 0; lane < 5; ++lane) {
        auto* rect = new QCPAxisRect(&plot);
        plot.plotLayout()->addElement(lane, 0, rect);
        QCPGraph* graph = plot.addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        for (int step = 0; step < 10'000; ++step)
            graph->addData(step, std::sin(step * 0.001 + lane));
        graph->rescaleAxes();
    }
    plot.resize(1600, 1000);
    plot.show();
    return QApplication::exec();
}

} // namespace
Q_COREAPP_STARTUP_FUNCTION(watchFrames)

/// bench_firstframe FILE $(date +%s%N): wall clock from that moment to the first paint of the plot and to the first one
/// with data, as the program does it; with "bare" for FILE the same of a plot with nothing around it.
int main(int argc, char** argv) {
    if (argc < 3) {
        std::fputs("bench_firstframe FILE $(date +%s%N)\n", stderr);
        return 2;
    }
    start = std::atoll(argv[2]);
    const QTemporaryDir home; // no settings of whoever measures
    for (const char* folder : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
        qputenv(folder, home.path().toUtf8());
    if (std::string_view(argv[1]) == "bare")
        return runBarePlot(argc, argv);
    app::WindowRequest request;
    request.paths.push_back({QString::fromLocal8Bit(argv[1]), {}});
    return app::runWindow(argc, argv, request, app::loadUserRoles().table);
}
