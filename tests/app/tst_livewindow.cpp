#include "app/windowcommand.h"

#include "app/mainwindow.h"
#include "app/settings.h"
#include "models/following/watching.h"
#include "models/items/runsmodel.h"
#include "tests/app/comparewindow.h"
#include "tests/app/inputwriter.h"
#include "tests/support/fulldisk.h"
#include "tests/support/gui.h"
#include "widgets/compare/compareheadline.h"
#include "widgets/compare/comparepage.h"
#include "widgets/messagebar.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <functional>
#include <sys/wait.h>

using namespace tachograph;
using models::OpenRun;
using models::Watching;
using tests::stepRows;
using tests::Writer;

namespace {

constexpr int patience = 60'000; // ms

/// What is done with the window once it is there; it is closed afterwards.
std::function<void(app::MainWindow&)> script;

app::MainWindow* mainWindow() {
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* window = qobject_cast<app::MainWindow*>(widget); window && window->isVisible())
            return window;
    return nullptr;
}

/// Called when runWindow() has made its application.
void runScriptLater() {
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer] {
        app::MainWindow* window = mainWindow();
        if (!window || !script)
            return;
        timer->stop();
        const auto once = std::exchange(script, nullptr);
        once(*window);
        window->close();
    });
    timer->start(10);
}

} // namespace
Q_COREAPP_STARTUP_FUNCTION(runScriptLater)

/// `tachograph -` and `tachograph --follow PATH --against BASELINE`: the window over a job that still writes.
class TestLiveWindow : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", m_folder->path().toUtf8());
        write("good.jsonl", stepRows(300, 2.0, 1, 5));
    }

    /// The window is there before the first byte, and a line that is not finished is no step.
    void growsWithItsInput() {
        Writer job;
        job.write({});
        run(standardInput(), [&job](app::MainWindow& window) {
            const models::Session& session = sessionOf(window);
            QCOMPARE(session.runs().size(), std::size_t(1));
            const std::uint64_t id = session.runs()[0].id;
            QVERIFY(!session.run(id)->run && Watching::of(session).live(id));
            QVERIFY(window.windowTitle().startsWith("standard input"));
            const QByteArray rows = stepRows(40, 2.0);
            const qsizetype middle = rows.indexOf("{\"step\": 11,") + 9;
            job.write(rows.left(middle));
            QTRY_VERIFY_WITH_TIMEOUT(session.run(id)->run, patience);
            QCOMPARE(session.run(id)->run->lastStep(), 10);
            QTRY_VERIFY_WITH_TIMEOUT(session.timeline(), patience);
            job.write(rows.mid(middle));
            QTRY_COMPARE_WITH_TIMEOUT(session.run(id)->run->lastStep(), 40, patience);
            QCOMPARE(session.run(id)->run->issues().total, std::size_t(0));
            job.write(stepRows(41, 2.0).mid(stepRows(40, 2.0).size()).chopped(1)); // ends in its last line
            job.end();
            QTRY_VERIFY_WITH_TIMEOUT(!Watching::of(session).live(id), patience);
            QCOMPARE(session.run(id)->run->lastStep(), 41);
            QVERIFY(window.messages().messages().empty());
        });
    }

    /// At step 17 it says what can be said; what is looked at stays while more comes; then the verdict.
    void againstABaseline() {
        Writer job;
        job.write(stepRows(17, 3.0));
        app::WindowRequest request = follow("-");
        request.against = path("good.jsonl");
        run(request, [&job](app::MainWindow& window) {
            const models::Session& session = sessionOf(window);
            QTRY_VERIFY_WITH_TIMEOUT(window.comparison().view(), patience);
            const auto said = [&window] {
                return QString::fromStdString(window.comparison().view()->comparison.headline);
            };
            const auto steps = [&window] {
                return window.comparison().view()->request.b->lastStep();
            };
            QCOMPARE(steps(), 17);
            QCOMPARE(window.comparison().bar().runA(), Watching::of(session).baseline());
            QVERIFY(session.current()->id == window.comparison().bar().runB());
            QVERIFY2(said().contains("oo few"), qPrintable(said()));
            job.write(stepRows(120, 3.0).mid(stepRows(17, 3.0).size()));
            QTRY_COMPARE_WITH_TIMEOUT(steps(), 120, patience);
            widgets::PlotView& plot = window.comparison().plot();
            plot.setViewRange(30, 60);
            const auto looked = plot.viewRange();
            job.write(stepRows(300, 3.0).mid(stepRows(120, 3.0).size()));
            QTRY_COMPARE_WITH_TIMEOUT(steps(), 300, patience);
            QCOMPARE(plot.viewRange(), looked);
            QVERIFY2(said().contains("slower"), qPrintable(said()));
            job.end();
            QTRY_VERIFY_WITH_TIMEOUT(!Watching::of(session).any(), patience);
            QTRY_COMPARE_WITH_TIMEOUT(steps(), 300, patience);
            QCOMPARE(plot.viewRange(), looked);
        });
    }

    /// It need not be there yet; it grows, is cut and written anew.
    void followsAFile() {
        const QString file = path("job.jsonl");
        app::WindowRequest request = follow(file);
        request.against = path("good.jsonl");
        run(request, [this, &file](app::MainWindow& window) {
            models::Session& session = sessionOf(window);
            const models::RunsModel rows(session);
            const auto detail = [&] {
                return rows.index(1, 0).data(models::RunsModel::detailRole).toString();
            };
            QTRY_VERIFY_WITH_TIMEOUT(detail().startsWith("Waiting: there is no such file"), patience);
            QCOMPARE(session.runs()[1].name, QString("job.jsonl"));
            write("job.jsonl", stepRows(60, 2.0));
            QTRY_VERIFY_WITH_TIMEOUT(window.comparison().view(), patience);
            const std::uint64_t id = session.runs()[1].id;
            QCOMPARE(session.origin(id).path, file);
            QVERIFY(!session.origin(id).inMemory);
            write("job.jsonl", stepRows(90, 2.0, 31));
            QTRY_COMPARE_WITH_TIMEOUT(session.run(id)->run->lastStep(), 120, patience);
            QCOMPARE(session.run(id)->run->attempts().size(), std::size_t(2));
            QTRY_COMPARE_WITH_TIMEOUT(window.comparison().view()->request.b->lastStep(), 120, patience);
            QVERIFY(window.messages().messages().empty());
        });
    }

    void nothingToRead_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QString>("says");
        QTest::newRow("nothing") << QByteArray() << "no whole line";
        QTest::newRow("no recording") << QByteArray("hello\nworld\n") << "not a recording";
        QTest::newRow("noise") << QByteArray("\x80\x00\xff\xfe\x0a\x1b", 6).repeated(5'000) << "not a recording";
        QTest::newRow("half a line") << QByteArray("{\"step\": 1, ") << "not a recording";
        QTest::newRow("a packed file cut short")
            << QByteArray("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x01", 11) << "";
    }
    /// The window stays, with a sentence.
    void nothingToRead() {
        QFETCH(QByteArray, input);
        QFETCH(QString, says);
        Writer job;
        job.write(input);
        run(standardInput(), [&](app::MainWindow& window) {
            const models::Session& session = sessionOf(window);
            QTest::qWait(50);
            QCOMPARE(session.runs()[0].state, OpenRun::State::loading); // it may still come
            job.end();
            QTRY_COMPARE_WITH_TIMEOUT(session.runs()[0].state, OpenRun::State::failed, patience);
            const auto& messages = window.messages().messages();
            QCOMPARE(messages.size(), std::size_t(1));
            QVERIFY2(messages[0].text.startsWith("standard input: ") && messages[0].text.contains(says),
                     qPrintable(messages[0].text));
        });
    }

    void endedAtOnce() {
        Writer job;
        job.end();
        run(standardInput(), [](app::MainWindow& window) {
            QTRY_COMPARE_WITH_TIMEOUT(sessionOf(window).runs()[0].state, OpenRun::State::failed, patience);
        });
    }

    /// A folder in its place, or nothing at all: read() fails.
    void cannotBeRead_data() {
        QTest::addColumn<bool>("closed");
        QTest::newRow("a folder") << false;
        QTest::newRow("closed") << true;
    }
    void cannotBeRead() {
        QFETCH(bool, closed);
        Writer job; // puts things in order at the end
        if (closed) {
            ::close(STDIN_FILENO);
            ::open("/", O_PATH | O_CLOEXEC); // takes its number
        } else {
            const int folder = ::open("/", O_RDONLY | O_CLOEXEC);
            ::dup2(folder, STDIN_FILENO);
            ::close(folder);
        }
        run(standardInput(), [](app::MainWindow& window) {
            QTRY_COMPARE_WITH_TIMEOUT(sessionOf(window).runs()[0].state, OpenRun::State::failed, patience);
            const auto& messages = window.messages().messages();
            QVERIFY(messages.size() >= 1);
            QVERIFY2(messages[0].text.contains("it could not be read"), qPrintable(messages[0].text));
        });
    }

    /// The run goes on alone, and the sentence names the baseline.
    void withoutItsBaseline_data() {
        QTest::addColumn<QByteArray>("baseline");
        QTest::newRow("missing") << QByteArray();
        QTest::newRow("no recording") << QByteArray("hello\n");
    }
    void withoutItsBaseline() {
        QFETCH(QByteArray, baseline);
        if (!baseline.isEmpty())
            write("bad.jsonl", baseline);
        Writer job;
        job.write(stepRows(30, 2.0));
        app::WindowRequest request = follow("-");
        request.against = path("bad.jsonl");
        run(request, [&job](app::MainWindow& window) {
            const models::Session& session = sessionOf(window);
            QTRY_VERIFY_WITH_TIMEOUT(session.current() && session.current()->run, patience);
            QTRY_VERIFY_WITH_TIMEOUT(!window.messages().messages().empty(), patience);
            QVERIFY(window.messages().messages()[0].text.contains("bad.jsonl"));
            job.write(stepRows(30, 2.0, 31));
            QTRY_COMPARE_WITH_TIMEOUT(session.current()->run->lastStep(), 60, patience);
            QVERIFY(!window.actions().compare->isChecked());
        });
    }

    /// Only the last of them can be followed; at the end the others are there too.
    void severalRunsInIt() {
        Writer job;
        job.write("\"Step\",\"alpha - step_time\",\"beta - step_time\"\n\"1\",\"2.0\",\"3.0\"\n\"2\",\"2.1\",\"3.1\"\n"
                  "\"3\",\"2.2\",\"3.2\"\n");
        run(standardInput(), [&job](app::MainWindow& window) {
            models::Session& session = sessionOf(window);
            QTRY_VERIFY_WITH_TIMEOUT(session.runs()[0].run, patience);
            QCOMPARE(session.runs().size(), std::size_t(1));
            job.end();
            QTRY_COMPARE_WITH_TIMEOUT(session.runs().size(), std::size_t(2), patience);
            QCOMPARE(session.runs()[0].name, QString("alpha"));
            QVERIFY(!session.runs()[0].visible && session.runs()[1].visible);
            for (const std::size_t row : {std::size_t(0), std::size_t(1)}) {
                const std::string name = session.runs()[row].run->name();
                session.reload(session.runs()[row].id);
                QTRY_VERIFY_WITH_TIMEOUT(session.runs()[row].state == OpenRun::State::ready, patience);
                QCOMPARE(session.runs().size(), std::size_t(2));
                QCOMPARE(session.runs()[row].run->name(), name);
            }
        });
    }

    /// A run that was closed is not read any more, but its writer goes on.
    void closedMeanwhile() {
        Writer job;
        job.write(stepRows(30, 2.0));
        run(standardInput(), [&job](app::MainWindow& window) {
            models::Session& session = sessionOf(window);
            QTRY_VERIFY_WITH_TIMEOUT(session.runs()[0].run, patience);
            session.close(session.runs()[0].id);
            const QByteArray rows = stepRows(1'000, 2.0);
            for (int i = 0; i < 10; ++i) // more than a pipe holds
                job.write(rows);
            QVERIFY(session.runs().empty());
        });
    }

    /// Its writer ends by a closed pipe, at once, and nothing else is said.
    void theWindowEndsWhileItIsWritten() {
        Writer job;
        job.write(stepRows(30, 2.0));
        pid_t writer = 0;
        run(standardInput(), [&](app::MainWindow& window) {
            writer = job.writeForEver("{\"step\": 31, \"step_time_s\": 2.0}\n");
            QTRY_VERIFY_WITH_TIMEOUT(sessionOf(window).runs()[0].run, patience);
        });
        job.end();
        ::close(STDIN_FILENO);
        int status = 0;
        QCOMPARE(::waitpid(writer, &status, 0), writer);
        QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
    }

    /// What there is no room for is left out and said once; the writer goes on.
    void noRoom() {
        const QByteArray rows = stepRows(200, 2.0);
        Writer job;
        run(standardInput(), [&](app::MainWindow& window) {
            const tests::FullDisk full(static_cast<std::size_t>(rows.size()) + 10);
            QVERIFY(full.works());
            job.write(rows);
            QTRY_VERIFY_WITH_TIMEOUT(sessionOf(window).runs()[0].run, patience);
            for (int i = 0; i < 5; ++i)
                job.write(stepRows(500, 2.0, 201));
            QTRY_VERIFY_WITH_TIMEOUT(!window.messages().messages().empty(), patience);
            job.end();
            QTRY_VERIFY_WITH_TIMEOUT(!Watching::of(sessionOf(window)).any(), patience);
            int said = 0;
            for (const auto& message : window.messages().messages())
                said += message.text.contains("no room for it");
            QCOMPARE(said, 1);
            QVERIFY(sessionOf(window).runs()[0].run->lastStep() >= 200);
        });
    }

    /// In a terminal it reaches the job and the window alike: what the job wrote is nowhere else.
    void controlC() {
        Writer job;
        job.write(stepRows(30, 2.0));
        run(standardInput(), [&job](app::MainWindow& window) {
            QTRY_VERIFY_WITH_TIMEOUT(sessionOf(window).runs()[0].run, patience);
            ::raise(SIGINT);
            job.end();
            QTRY_COMPARE_WITH_TIMEOUT(window.messages().messages().size(), std::size_t(1), patience);
            QVERIFY(window.messages().messages()[0].text.startsWith("Ctrl+C: "));
            QTRY_VERIFY_WITH_TIMEOUT(!Watching::of(sessionOf(window)).any(), patience);
            QCOMPARE(sessionOf(window).runs()[0].run->lastStep(), 30);
        });
    }

  private:
    static models::Session& sessionOf(app::MainWindow& window) { return window.session(); }
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    void write(const char* name, const QByteArray& bytes) const {
        QFile file(path(name));
        QVERIFY(file.open(QFile::WriteOnly) && file.write(bytes) == bytes.size());
    }
    static app::WindowRequest standardInput() {
        app::WindowRequest request;
        request.paths.push_back({QStringLiteral("-"), {}});
        return request;
    }
    static app::WindowRequest follow(const QString& path) {
        app::WindowRequest request;
        request.paths.push_back({path, {}});
        request.follow = true;
        return request;
    }
    static void run(const app::WindowRequest& request, const std::function<void(app::MainWindow&)>& wanted) {
        bool ran = false;
        script = [&](app::MainWindow& window) {
            ran = true;
            wanted(window);
        };
        int argc = 1;
        char name[] = "tachograph";
        char* argv[] = {name, nullptr};
        QCOMPARE(app::runWindow(argc, argv, request, nullptr), 0);
        QVERIFY(ran);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(TestLiveWindow)
#include "tst_livewindow.moc"
