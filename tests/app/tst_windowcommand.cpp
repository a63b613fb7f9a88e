#include "app/windowcommand.h"

#include "analysis/run/metricroles.h"
#include "app/mainwindow.h"
#include "tests/support/gui.h"
#include "widgets/compare/comparepage.h"
#include "widgets/messagebar.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace tachograph;

namespace {

/// What was seen in the window before it was closed.
struct Seen {
    bool window = false;
    int messages = 0;
    QString title;
    bool compared = false;
} seen;

bool waitForComparison = false;

/// Called when runWindow() has made its application: closes the window once the run is there.
void closeLater() {
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer] {
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* window = qobject_cast<app::MainWindow*>(widget);
                window && !window->windowTitle().startsWith(QLatin1String("Tachograph")) &&
                (!waitForComparison || window->comparison().view())) {
                seen = {true, static_cast<int>(window->messages().messages().size()), window->windowTitle(),
                        window->comparison().isVisible()};
                timer->stop();
                window->close();
            }
    });
    timer->start(50);
}

} // namespace
Q_COREAPP_STARTUP_FUNCTION(closeLater)

/// The window opens with what the command line asks for, also where nothing can be remembered.
class TestWindowCommand : public QObject {
    Q_OBJECT
  private slots:
    void init() {
        seen = Seen();
        waitForComparison = false;
    }

    void theDemoOpensWithoutAConfigurationFolder() {
        qputenv("XDG_CONFIG_HOME", "/proc/no-such-folder");
        app::WindowRequest request;
        request.demo = true;
        waitForComparison = true;
        request.problem = QStringLiteral("metric-roles.json: line 3 is not JSON. The built-in table is used.");
        QCOMPARE(run(request), 0);
        QVERIFY(seen.window);
        QVERIFY2(seen.title.contains(QLatin1String("cu130")), qPrintable(seen.title));
        QVERIFY(seen.messages >= 1);
        QVERIFY(seen.compared);
    }

    /// Two files that continue each other are not asked about when they are to be compared.
    void twoPathsAreCompared() {
        QTemporaryDir folder;
        app::WindowRequest request;
        request.compare = true;
        for (int part = 0; part < 2; ++part) {
            QFile file(folder.filePath(QStringLiteral("part%1.jsonl").arg(part)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            for (int step = 1; step <= 60; ++step)
                file.write(QStringLiteral("{\"step\": %1, \"step_time_s\": %2}\n")
                               .arg(part * 60 + step)
                               .arg(2.0 + 0.01 * (step % 7))
                               .toLatin1());
            request.paths.push_back({file.fileName(), {}});
        }
        waitForComparison = true;
        QCOMPARE(run(request), 0);
        QVERIFY(seen.compared);
        QCOMPARE(seen.messages, 0);
    }

  private:
    static int run(const app::WindowRequest& request) {
        int argc = 1;
        char name[] = "tachograph";
        char* argv[] = {name, nullptr};
        return app::runWindow(argc, argv, request, nullptr);
    }
};

QTEST_APPLESS_MAIN(TestWindowCommand)
#include "tst_windowcommand.moc"
