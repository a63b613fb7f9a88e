#include "app/actions.h"
#include "app/exportdialog.h"
#include "app/mainwindow.h"
#include "app/opener.h"
#include "app/previewpane.h"
#include "app/reportexporter.h"
#include "app/settings.h"
#include "app/themecontroller.h"
#include "models/session.h"
#include "tests/bench/longrecordings.h"
#include "widgets/report/comparisonreport.h"

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <functional>

using namespace tachograph;

namespace {

/// How long the event loop did not come by, at most.
class Gaps : public QObject {
  public:
    Gaps() {
        connect(&m_tick, &QTimer::timeout, this, [this] { come(); });
        m_tick.start(0);
        m_since.start();
    }
    void forget() {
        m_longest = 0;
        m_since.restart();
    }
    /// In milliseconds, up to now.
    [[nodiscard]] double longest() {
        come();
        return m_longest;
    }

  private:
    void come() {
        m_longest = std::max(m_longest, static_cast<double>(m_since.nsecsElapsed()) / 1e6);
        m_since.restart();
    }
    QTimer m_tick;
    QElapsedTimer m_since;
    double m_longest = 0;
};

struct Bench {
    Bench() : settings(folder.filePath(QStringLiteral("s.ini"))), theme(settings), window(session, settings, theme) {}

    /// Does it, waits until `done`, and prints the longest gap and the time until then.
    void measure(const char* what, const std::function<void()>& begin, const std::function<bool()>& done) {
        QElapsedTimer whole;
        gaps.forget();
        whole.start();
        begin();
        QEventLoop loop;
        QTimer look;
        QObject::connect(&look, &QTimer::timeout, &loop, [&] {
            if (done() || whole.elapsed() > 120'000)
                loop.quit();
        });
        look.start(2);
        loop.exec();
        std::printf("%-34s longest gap %7.1f ms, in all %7.1f ms\n", what, gaps.longest(),
                    static_cast<double>(whole.nsecsElapsed()) / 1e6);
        std::fflush(stdout);
    }

    QTemporaryDir folder;
    app::Settings settings;
    app::ThemeController theme;
    models::Session session{nullptr};
    app::MainWindow window;
    Gaps gaps;
};

app::ExportChoice choiceOf(app::ReportKind kind, const char* size, const QString& file) {
    app::ExportChoice choice;
    choice.form.kind = kind;
    choice.form.size = widgets::ReportSize::parse(QString::fromLatin1(size)).value();
    choice.form.withPicture = kind == app::ReportKind::markdown;
    choice.file = file;
    return choice;
}

bool shown(const app::ExportDialog& dialog) {
    const QString caption = dialog.preview().caption();
    return !caption.isEmpty() && !caption.startsWith(QStringLiteral("Drawing"));
}

void measureDialog(Bench& bench) {
    app::ExportDialog* dialog = nullptr;
    bench.measure(
        "dialog opens, preview of a ticket",
        [&] {
            bench.window.actions().exportReport->trigger();
            dialog = bench.window.findChild<app::ExportDialog*>();
        },
        [&] { return shown(*dialog); });
    for (auto* box : dialog->findChildren<QComboBox*>())
        for (int i = 0; i < box->count(); ++i) {
            if (box->currentIndex() == i || !box->isEnabled())
                continue;
            const QByteArray what = (box->accessibleName() + u' ' + box->itemText(i).left(18)).toUtf8();
            bench.measure(
                what.constData(), [&] { box->setCurrentIndex(i); }, [&] { return shown(*dialog); });
        }
    dialog->reject();
}

/// Of the current run, or of the comparison that is shown.
void measureSaving(Bench& bench, const models::ComparisonViewPtr& shown = {}) {
    widgets::MessageBar messages;
    app::ReportExporter exporter(bench.session, messages, nullptr);
    bool busy = false;
    QObject::connect(&exporter, &app::ReportExporter::busyChanged, &messages, [&busy](bool now) { busy = now; });
    for (const auto kind : {app::ReportKind::png, app::ReportKind::html, app::ReportKind::svg, app::ReportKind::pdf,
                            app::ReportKind::markdown, app::ReportKind::csv, app::ReportKind::json})
        for (const char* size : {"ticket", "long"}) {
            if (shown && kind == app::ReportKind::csv)
                continue; // of one run only
            const QString file =
                bench.folder.filePath(QStringLiteral("r") + QString::fromStdString(app::endingOf(kind)));
            const std::string what = (shown ? "save two runs, " : "save ") + app::endingOf(kind) + ", " + size;
            bench.measure(
                what.c_str(),
                [&] {
                    const app::ExportChoice choice = choiceOf(kind, size, file);
                    shown ? exporter.startComparison(choice, shown, {}) : exporter.start(choice);
                },
                [&] { return !busy; });
        }
}

} // namespace

/// bench_export [STEPS]: a recording of that many steps (600,000) and 16 series is opened in the window, its export
/// dialog gone through and its report saved in every format, then one of the run compared with itself; prints the
/// longest gap of the event loop in each.
int main(int argc, char** argv) {
    const std::size_t steps = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 600'000;
    QApplication application(argc, argv);
    const QTemporaryDir home;
    const std::string file = tests::longRecording(home.path().toStdString(), tests::RecordingKind::jsonl, steps);
    Bench bench;
    bench.window.resize(1600, 1000);
    bench.window.show();
    bench.measure(
        "the recording is opened", [&] { bench.window.opener().open({QString::fromStdString(file)}); },
        [&] {
            const models::OpenRun* run = bench.session.current();
            const auto timeline = bench.session.timeline();
            return run && run->diagnosis && run->details && timeline && timeline->runs.front().diagnosis;
        });
    measureDialog(bench);
    measureSaving(bench);
    const RunPtr run = bench.session.current()->run;
    measureSaving(bench, widgets::reportComparison(run, run, compareRuns(run, run)));
    return 0;
}
