#include "tests/app/comparewindow.h"
#include "tests/app/xhands.h"

#include "app/exportdialog.h"
#include "app/finder.h"
#include "app/notedialog.h"
#include "app/sessionkeeper.h"
#include "models/review/reviews.h"
#include "widgets/find/findfield.h"

#include <QFile>
#include <QFileDialog>
#include <QProcess>
#include <QStandardPaths>

#include <algorithm>

using namespace tachograph;
using tests::XHands;

namespace {

constexpr const char* onX = "TACHOGRAPH_TEST_ON_X";
constexpr const char* whyNot = "TACHOGRAPH_TEST_WHY_NOT";
constexpr QSize windowSize(1600, 1000);

bool write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

/// Steps whose time creeps from 2 s to 5 s from the third on: THROUGHPUT_ROT has something to find.
QByteArray rottingRows(int steps) {
    QByteArray text;
    for (int step = 1; step <= steps; ++step) {
        const double along = std::max(0.0, (step - steps / 3.0) / (steps * 2.0 / 3.0));
        const double seconds = 2.0 * std::pow(2.5, along) * (1.0 + 0.01 * ((step * 7) % 5 - 2));
        text += QStringLiteral("{\"step\": %1, \"step_time_s\": %2}\n").arg(step).arg(seconds, 0, 'f', 4).toLatin1();
    }
    return text;
}

/// How a person left the window, and how it must be again.
struct Left {
    std::vector<Note> notes;
    std::optional<std::pair<double, double>> range;
    std::set<QString> logarithmic;
    double offset = 0;
    bool comparing = false;
};

Left leftBehind(tests::CompareWindow& f) {
    return {f.session->reviews().of(f.session->runs().front().id)->notes, f.session->viewRange(),
            f.window->workspace().plot().arrangement().logarithmic, f.bar().options().offset,
            f.window->actions().compare->isChecked()};
}

} // namespace

/// A review from the first file to the reopened session, by nothing but mouse and keys, which come through an X server.
class TestScriptedUse : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        if (qEnvironmentVariableIsSet(whyNot))
            QSKIP(qPrintable(QStringLiteral("Not tried: %1").arg(qEnvironmentVariable(whyNot))));
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        if (!m_hands.missing().isEmpty())
            QSKIP(qPrintable(QStringLiteral("Not tried: %1 (package libxtst6)").arg(m_hands.missing())));
    }

    void aReviewFromBeginningToEnd() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath("before.jsonl"), tests::stepRows(300, 2.0)));
        QVERIFY(write(folder.filePath("rot.jsonl"), rottingRows(300)));
        Left left;
        {
            tests::CompareWindow f;
            f.settings.setExportFolder(folder.path());
            QVERIFY(start(f));
            openTwo(f, folder.path());
            if (QTest::currentTestFailed())
                return;
            zoomToTheFinding(f);
            writeANote(f);
            scaleALane(f);
            compareWithAnOffset(f);
            exportTheReport(f, folder.path());
            if (QTest::currentTestFailed())
                return;
            left = leftBehind(f);
            saveTheSession(f, folder.filePath("review.tacho"));
            if (QTest::currentTestFailed())
                return;
            m_hands.command('q');
            QTRY_VERIFY(!f.window->isVisible());
        }
        tests::CompareWindow f;
        QVERIFY(start(f));
        chooseFile(f, 'o', folder.filePath("review.tacho"));
        QVERIFY(f.waitUntilJudged(2));
        QTRY_VERIFY_WITH_TIMEOUT(f.window->actions().compare->isChecked(), 20'000);
        const Left again = leftBehind(f);
        QCOMPARE(again.notes.size(), std::size_t(1));
        QCOMPARE(again.notes.front().text, left.notes.front().text);
        QCOMPARE(again.notes.front().firstStep, left.notes.front().firstStep);
        QCOMPARE(again.range, left.range);
        QCOMPARE(again.logarithmic, left.logarithmic);
        QCOMPARE(again.offset, left.offset);
        QVERIFY(again.comparing && left.comparing);
    }

  private:
    bool start(tests::CompareWindow& f) {
        f.window->move(0, 0);
        return tests::showAt(*f.window, windowSize) && takeKeyboard(f.window.get());
    }

    /// There is no window manager: a new window is given the keyboard as one would do it.
    static bool takeKeyboard(QWidget* window) {
        window->activateWindow();
        return QTest::qWaitForWindowActive(window);
    }

    template <class Dialog>
    static Dialog* dialogOf(tests::CompareWindow& f) {
        Dialog* dialog = nullptr;
        const bool there = QTest::qWaitFor([&] {
            const auto all = f.window->findChildren<Dialog*>();
            dialog = all.isEmpty() ? nullptr : all.front();
            return dialog && dialog->isVisible();
        });
        return there && takeKeyboard(dialog) ? dialog : nullptr;
    }

    void chooseFile(tests::CompareWindow& f, char command, const QString& path) {
        m_hands.command(command);
        QPointer<QFileDialog> dialog = dialogOf<QFileDialog>(f);
        QVERIFY(dialog);
        m_hands.type(path);
        m_hands.press(XHands::Key::enter);
        QTRY_VERIFY(!dialog);
        QVERIFY(takeKeyboard(f.window.get()));
    }

    void openTwo(tests::CompareWindow& f, const QString& folder) {
        chooseFile(f, 'o', folder + "/rot.jsonl");
        if (QTest::currentTestFailed())
            return;
        QVERIFY(f.waitUntilJudged(1));
    }

    static QWidget* canvasOf(widgets::PlotView& plot) { return plot.focusProxy(); }
    static QPoint on(const QWidget& widget, QPoint place) { return widget.mapToGlobal(place); }

    /// By the search field.
    void zoomToTheFinding(tests::CompareWindow& f) {
        const auto& findings = f.session->timeline()->findings;
        const auto rot = std::ranges::find_if(
            findings, [](const models::TimelineFinding& found) { return found.finding.code == "THROUGHPUT_ROT"; });
        QVERIFY(rot != findings.end());
        m_hands.command('k');
        QTRY_COMPARE(QApplication::focusWidget(), &f.window->finder().field());
        m_hands.type("throughput_rot");
        m_hands.press(XHands::Key::enter);
        QTRY_VERIFY(f.session->viewRange());
        QVERIFY(f.session->viewRange()->first <= rot->first && f.session->viewRange()->second >= rot->last);
        QVERIFY(f.session->selectedFinding() >= 0);
        QVERIFY(canvasOf(f.window->workspace().plot())->hasFocus());
    }

    void writeANote(tests::CompareWindow& f) {
        widgets::PlotView& plot = f.window->workspace().plot();
        const QWidget& canvas = *canvasOf(plot);
        m_hands.click(on(canvas, QPoint(canvas.width() / 2, canvas.height() / 2))); // pins the crosshair
        QVERIFY(plot.crosshair());
        m_hands.type("n");
        QPointer<app::NoteDialog> dialog = dialogOf<app::NoteDialog>(f);
        QVERIFY(dialog);
        m_hands.type("driver updated here");
        m_hands.hold(XHands::Key::control, true);
        m_hands.press(XHands::Key::enter);
        m_hands.hold(XHands::Key::control, false);
        QTRY_VERIFY(!dialog);
        QVERIFY(takeKeyboard(f.window.get()));
        const auto& notes = f.session->reviews().of(f.session->current()->id)->notes;
        QCOMPARE(notes.size(), std::size_t(1));
        QCOMPARE(notes.front().text, std::string("driver updated here"));
        QVERIFY(notes.front().firstStep);
        QVERIFY(std::abs(static_cast<double>(*notes.front().firstStep) - *plot.crosshair()) <= 1);
    }

    void scaleALane(tests::CompareWindow& f) {
        widgets::PlotView& plot = f.window->workspace().plot();
        plot.setFocus();
        m_hands.press(XHands::Key::down);
        m_hands.type("l");
        QCOMPARE(plot.arrangement().logarithmic.size(), std::size_t(1));
    }

    void compareWithAnOffset(tests::CompareWindow& f) {
        chooseFile(f, 'o', QFileInfo(f.session->runs().front().path).absolutePath() + "/before.jsonl");
        if (QTest::currentTestFailed())
            return;
        QVERIFY(f.waitUntilJudged(2));
        m_hands.command('d');
        QVERIFY(f.waitForView());
        const QWidget& canvas = *canvasOf(f.page().plot());
        const QPoint from = on(canvas, QPoint(400, 160));
        m_hands.hold(XHands::Key::shift, true);
        m_hands.drag(from, from + QPoint(90, 0));
        m_hands.hold(XHands::Key::shift, false);
        QVERIFY(f.bar().options().offset > 0);
        QVERIFY(f.waitForOffset(f.bar().options().offset));
    }

    void exportTheReport(tests::CompareWindow& f, const QString& folder) {
        m_hands.command('e');
        QPointer<app::ExportDialog> dialog = dialogOf<app::ExportDialog>(f);
        QVERIFY(dialog);
        m_hands.press(XHands::Key::enter);
        QTRY_VERIFY(!dialog);
        const QString picture = folder + "/before-against-rot-report.png";
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(picture), 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(QImage(picture).width(), 1600, 30'000);
        QVERIFY(takeKeyboard(f.window.get()));
    }

    void saveTheSession(tests::CompareWindow& f, const QString& file) {
        chooseFile(f, 's', file);
        QTRY_VERIFY(QFile::exists(file));
        QVERIFY(!f.window->keeper().modified());
    }

    XHands m_hands;
};

namespace {

/// Runs the test on a server of its own; without one the test says what is missing.
int runOnX(int& argc, char** argv) {
    QCoreApplication application(argc, argv);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    QProcess server, test;
    QByteArray display;
    const QString program = QStandardPaths::findExecutable(QStringLiteral("Xvfb"));
    if (!program.isEmpty()) {
        server.start(program, {"-displayfd", "1", "-screen", "0", "1680x1080x24", "-nolisten", "tcp"});
        while (!display.endsWith('\n') && server.waitForReadyRead(20'000))
            display += server.readAllStandardOutput();
    }
    if (display.endsWith('\n')) {
        environment.insert("DISPLAY", ":" + display.trimmed());
        environment.insert("QT_QPA_PLATFORM", "xcb");
    } else {
        environment.insert(whyNot, program.isEmpty() ? "there is no Xvfb (package xvfb)" : "Xvfb does not start");
    }
    environment.insert(onX, "1");
    test.setProcessEnvironment(environment);
    test.setProcessChannelMode(QProcess::ForwardedChannels);
    test.start(QCoreApplication::applicationFilePath(), QCoreApplication::arguments().mid(1));
    const bool ended = test.waitForFinished(240'000);
    if (!ended) {
        test.kill();
        test.waitForFinished();
    }
    if (server.state() != QProcess::NotRunning) {
        server.terminate();
        server.waitForFinished();
    }
    return ended && test.exitStatus() == QProcess::NormalExit ? test.exitCode() : 1;
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet(onX))
        return runOnX(argc, argv);
    QApplication application(argc, argv);
    TestScriptedUse test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "tst_scripteduse.moc"
