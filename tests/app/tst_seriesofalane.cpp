#include "tests/app/desk.h"

#include "app/actions.h"
#include "app/addseriesdialog.h"
#include "app/sessionkeeper.h"
#include "app/undohistory.h"
#include "program.h"
#include "tests/app/exportwindow.h"
#include "widgets/compare/comparepage.h"

#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QTreeView>

#include <set>

using namespace tachograph;
using app::AddSeriesDialog;
using tests::Desk;
using tests::Program;

namespace {

QByteArray run(double stepTime) {
    QByteArray text;
    for (int step = 1; step <= 150; ++step)
        text += QByteArray("{\"step\": ") + QByteArray::number(step) +
                ", \"step_time_s\": " + QByteArray::number(stepTime + 0.1 * (step % 7)) +
                ", \"data_wait_time_s\": " + QByteArray::number(stepTime / 3 + 0.05 * (step % 5)) +
                ", \"loss\": " + QByteArray::number(9.0 / step) + "}\n";
    return text;
}

struct SeriesDesk : Desk {
    using Desk::Desk;
    bool show(const QStringList& paths) { return tests::showAt(*window, {1500, 900}) && open(paths); }
    [[nodiscard]] AddSeriesDialog* dialog() const { return window->findChild<AddSeriesDialog*>(); }
    /// Key A with the timelines in focus.
    bool ask() const {
        window->activateWindow();
        widgets::PlotView& plot = window->workspace().plot();
        plot.setFocus();
        if (!QTest::qWaitFor([&plot] { return plot.focusProxy()->hasFocus(); }))
            return false;
        QTest::keyClick(plot.focusProxy(), Qt::Key_A);
        return QTest::qWaitFor([this] { return dialog() != nullptr; });
    }
    /// By keys alone: filter, Enter.
    bool toggle(const char* text) const {
        if (!ask())
            return false;
        auto* field = dialog()->findChild<QLineEdit*>();
        QTest::keyClicks(field, QString::fromLatin1(text));
        QTest::keyClick(field, Qt::Key_Return);
        return QTest::qWaitFor([this] { return dialog() == nullptr; });
    }
    [[nodiscard]] std::vector<QString> added() const {
        const auto& all = session->addedSeries();
        const auto lane = all.find(QStringLiteral("step_time"));
        return lane == all.end() ? std::vector<QString>() : lane->second;
    }
    /// Of the first lane, as drawn.
    [[nodiscard]] std::vector<QString> drawn() const {
        const auto timeline = window->workspace().plot().timeline();
        return timeline->lanes.empty() ? std::vector<QString>() : timeline->lanes.front().added;
    }
};

const std::vector<QString> wait{QStringLiteral("data_wait_time_s")};

QImage pixelsOf(const QByteArray& png) {
    return QImage::fromData(png).convertToFormat(QImage::Format_RGB32);
}

} // namespace

/// Several series in a lane, from the key to the report.
class TestAddedSeriesOfWindow : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }
    void addedAndRemovedByKeys();
    void whatDoesNotFitIsOfferedAlone();
    void theSessionKeepsThem();
    void hostileSessions_data();
    void hostileSessions();
    void bothRunsShowThem();
    void reportsAndCommandLineAreTheSame_data();
    void reportsAndCommandLineAreTheSame();
    void thePictureBringsThemBack();
    void mistakesOnTheCommandLine_data();
    void mistakesOnTheCommandLine();
};

void TestAddedSeriesOfWindow::addedAndRemovedByKeys() {
    const Program place;
    place.write("a.jsonl", run(2));
    SeriesDesk desk(place.path({}));
    QVERIFY(desk.show({place.path("a.jsonl")}));
    QVERIFY(desk.toggle("wait"));
    QCOMPARE(desk.added(), wait);
    QTRY_COMPARE(desk.drawn(), wait);
    QTest::qWait(100); // until it is on the screen, too
    QVERIFY(tests::savePicture(desk.window->grab(), "added-series-light"));
    desk.window->history().undo();
    QVERIFY(desk.added().empty());
    QTRY_VERIFY(desk.drawn().empty());
    desk.window->history().redo();
    QTRY_COMPARE(desk.drawn(), wait);
    QVERIFY(desk.toggle("WAIT"));
    QVERIFY(desk.added().empty());
    QTRY_VERIFY(desk.drawn().empty());
    QVERIFY(!desk.toggle("nothing of that name")); // stays open and says so
    QVERIFY(desk.dialog()->findChild<QLabel*>()->text().contains("No series has that"));
    QTest::keyClick(desk.dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!desk.dialog());
}

void TestAddedSeriesOfWindow::whatDoesNotFitIsOfferedAlone() {
    const Program place;
    place.write("a.jsonl", run(2));
    SeriesDesk desk(place.path({}));
    QVERIFY(desk.show({place.path("a.jsonl")}));
    QVERIFY(desk.ask());
    QTest::keyClicks(desk.dialog()->findChild<QLineEdit*>(), QStringLiteral("loss"));
    QCOMPARE(desk.dialog()->findChild<QLabel*>()->text(),
             QStringLiteral("Loss cannot be laid in Step time: its unit is none, that of the lane is s."));
    QVERIFY(tests::savePicture(desk.dialog()->grab(), "added-series-dialog-light"));
    desk.theme.choose(app::ThemeChoice::dark);
    QTest::qWait(50);
    QVERIFY(tests::savePicture(desk.dialog()->grab(), "added-series-dialog-dark"));
    const auto buttons = desk.dialog()->findChildren<QPushButton*>();
    const auto button = [&buttons](const char* text) {
        return *std::ranges::find(buttons, QString::fromLatin1(text), [](auto* each) { return each->text(); });
    };
    QVERIFY(!button("Add")->isEnabled());
    QTest::keyClick(desk.dialog()->findChild<QLineEdit*>(), Qt::Key_Return);
    QVERIFY(desk.dialog() && desk.session->addedSeries().empty());
    button("Show in a lane of its own")->click();
    QTRY_VERIFY(!desk.dialog());
    QVERIFY(desk.session->isLaneShown("series/loss"));
}

void TestAddedSeriesOfWindow::theSessionKeepsThem() {
    const Program place;
    place.write("a.jsonl", run(2));
    {
        SeriesDesk desk(place.path({}));
        QVERIFY(desk.show({place.path("a.jsonl")}));
        QVERIFY(desk.toggle("wait"));
        QVERIFY(desk.window->keeper().saveTo(place.path("s.tacho")));
    }
    SeriesDesk desk(place.path({}));
    QVERIFY(tests::showAt(*desk.window, {1500, 900}));
    QVERIFY(desk.openSession(place.path("s.tacho"), 1));
    QTRY_COMPARE(desk.drawn(), wait);
    QVERIFY(!desk.message("session"));
    QVERIFY(!desk.window->keeper().modified());
    QVERIFY(!desk.window->history().canUndo());
}

void TestAddedSeriesOfWindow::hostileSessions_data() {
    QTest::addColumn<QByteArray>("added");
    QTest::addColumn<QString>("says");
    QTest::addColumn<int>("kept");
    QTest::newRow("unknown") << QByteArray(R"({"step_time": ["nowhere", "data_wait_time_s"]})")
                             << "Series left out of lanes: nowhere in Step time: not logged." << 1;
    QTest::newRow("of another unit") << QByteArray(R"({"step_time": ["loss"]})")
                                     << "loss in Step time: its unit is none, that of the lane is s" << 0;
    QTest::newRow("no such lane") << QByteArray(R"({"../etc": ["loss"]})") << "there is no such lane" << 0;
    QTest::newRow("a ratio") << QByteArray(R"({"ratio": ["loss"]})") << "there is no such lane" << 0;
    QTest::newRow("fifty") << "{\"step_time\": [\"data_wait_time_s\"" +
                                  QByteArray(", \"data_wait_time_s\"").repeated(49) + "]}"
                           << "and 47 more" << 1;
}

void TestAddedSeriesOfWindow::hostileSessions() {
    QFETCH(QByteArray, added);
    QFETCH(QString, says);
    QFETCH(int, kept);
    const Program place;
    place.write("a.jsonl", run(2));
    place.write("s.tacho", R"({"schema": "tachograph.session/1", "revision": 5, "runs": [{"name": "a", "path":
        {"relative": "a.jsonl"}}], "view": {"added": )" +
                               added + "}}");
    SeriesDesk desk(place.path({}));
    QVERIFY(tests::showAt(*desk.window, {1500, 900}));
    QVERIFY(desk.openSession(place.path("s.tacho"), 1));
    QTRY_VERIFY(desk.message("session"));
    QVERIFY2(desk.message("session")->text.contains(says), qPrintable(desk.message("session")->text));
    QCOMPARE(static_cast<int>(desk.added().size()), kept);
    QCOMPARE(desk.session->addedSeries().size(), static_cast<std::size_t>(kept));
    QTRY_COMPARE(static_cast<int>(desk.drawn().size()), kept);
}

/// What was added to a lane is laid over both runs of a comparison.
void TestAddedSeriesOfWindow::bothRunsShowThem() {
    const Program place;
    place.write("a.jsonl", run(2));
    place.write("b.jsonl", run(3));
    SeriesDesk desk(place.path({}));
    QVERIFY(desk.show({place.path("a.jsonl"), place.path("b.jsonl")}));
    desk.window->actions().compare->setChecked(true);
    widgets::ComparePage& page = desk.window->comparison();
    QTRY_VERIFY_WITH_TIMEOUT(page.view(), 60'000);
    page.plot().setFocus();
    QTest::keyClick(page.plot().focusProxy(), Qt::Key_A);
    QTRY_VERIFY(desk.dialog());
    auto* field = desk.dialog()->findChild<QLineEdit*>();
    QTest::keyClicks(field, "wait");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(desk.added(), wait);
    const auto drawn = [&page] {
        std::set<int> runs;
        for (const models::LaneLine& line : page.plot().timeline()->lanes.front().lines)
            if (line.added == 1)
                runs.insert(line.run);
        return runs;
    };
    QTRY_COMPARE_WITH_TIMEOUT(drawn(), (std::set<int>{0, 1}), 60'000);
    QTest::qWait(100);
    QVERIFY(tests::savePicture(desk.window->grab(), "added-series-compared-light"));
    desk.theme.choose(app::ThemeChoice::dark);
    QTest::qWait(100);
    QVERIFY(tests::savePicture(desk.window->grab(), "added-series-compared-dark"));
    desk.theme.choose(app::ThemeChoice::highContrast);
    QTest::qWait(100);
    QVERIFY(tests::savePicture(desk.window->grab(), "added-series-compared-high-contrast"));
}

void TestAddedSeriesOfWindow::reportsAndCommandLineAreTheSame_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("compares");
    QTest::newRow("png") << "out.png"
                         << "" << false;
    QTest::newRow("long") << "out.png"
                          << "--size long" << false;
    QTest::newRow("dark, svg") << "out.svg"
                               << "--theme dark" << false;
    QTest::newRow("pdf") << "out.pdf"
                         << "" << false;
    QTest::newRow("html") << "out.html"
                          << "" << false;
    QTest::newRow("comparison") << "out.png"
                                << "" << true;
}

/// The bytes that the window writes are those of the command line, and they are not those without the added series.
void TestAddedSeriesOfWindow::reportsAndCommandLineAreTheSame() {
    QFETCH(QString, file);
    QFETCH(QString, words);
    QFETCH(bool, compares);
    const Program place;
    place.write("a.jsonl", run(2));
    place.write("b.jsonl", run(3));
    SeriesDesk desk(place.path({}));
    QVERIFY(desk.show(compares ? QStringList{place.path("a.jsonl"), place.path("b.jsonl")}
                               : QStringList{place.path("a.jsonl")}));
    desk.session->addSeries("step_time", wait.front());
    app::ExportChoice choice = tests::choiceOf(app::kindOf(file.toStdString()).value(),
                                               words.contains("long") ? "long" : "ticket", words.contains("dark"));
    choice.file = place.path("window-" + file);
    widgets::MessageBar messages;
    app::ReportExporter exporter(*desk.session, messages, nullptr);
    QSignalSpy saved(&exporter, &app::ReportExporter::saved), failed(&exporter, &app::ReportExporter::failed);
    if (compares) {
        desk.window->actions().compare->setChecked(true);
        widgets::ComparePage& page = desk.window->comparison();
        QTRY_VERIFY_WITH_TIMEOUT(page.view(), 60'000);
        QVERIFY(!page.view()->request.added.empty());
        exporter.startComparison(choice, page.view(), page.plot().viewRange());
    } else {
        exporter.start(choice);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!saved.isEmpty() || !failed.isEmpty(), 60'000);
    QVERIFY(failed.isEmpty());
    const QString command =
        QStringLiteral("tachograph report a.jsonl %1 -o %2 %3").arg(compares ? "b.jsonl" : "", file, words);
    const auto with = place.runShell(command + " --add step_time=data_wait_time_s");
    QVERIFY2(with.status == 0 && with.err.isEmpty(), with.err.constData());
    const QByteArray bytes = place.read(file);
    QVERIFY(!bytes.isEmpty());
    QCOMPARE(place.read("window-" + file) == bytes, true);
    QCOMPARE(place.runShell(command).status, 0);
    QVERIFY(place.read(file) != bytes);
    if (file.endsWith(".png"))
        QVERIFY(pixelsOf(place.read(file)) != pixelsOf(bytes));
    if (file.endsWith(".svg"))
        QVERIFY(bytes.contains("--add step_time=data_wait_time_s"));
}

void TestAddedSeriesOfWindow::thePictureBringsThemBack() {
    const Program place;
    place.write("a.jsonl", run(2));
    const auto written = place.runShell(QStringLiteral(
        "tachograph report a.jsonl -o p.png --with-session --add step_time=data_wait_time_s --add series/loss=loss2"));
    QVERIFY(written.status == 2 && written.err.contains("loss2 in Loss: not logged"));
    QCOMPARE(
        place.runShell("tachograph report a.jsonl -o p.png --with-session --add step_time=data_wait_time_s").status, 0);
    SeriesDesk desk(place.path({}));
    QVERIFY(tests::showAt(*desk.window, {1500, 900}));
    QVERIFY(desk.openSession(place.path("p.png"), 1));
    QTRY_COMPARE(desk.drawn(), wait);
}

void TestAddedSeriesOfWindow::mistakesOnTheCommandLine_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("says");
    QTest::newRow("no series") << "--add step_time -o x.png"
                               << "it is not LANE=SERIES";
    QTest::newRow("no lane") << "--add nonsense=loss -o x.png"
                             << "it is not LANE=SERIES";
    QTest::newRow("no such series") << "--add step_time=nowhere -o x.png"
                                    << "nowhere in Step time: not logged.";
    QTest::newRow("another unit") << "--add step_time=loss -o x.png"
                                  << "loss in Step time: its unit is none, that of the lane is s.";
    QTest::newRow("twice") << "--add step_time=data_wait_time_s --add step_time=data_wait_time_s -o x.png"
                           << "it is in the lane already";
    QTest::newRow("of a table") << "--add step_time=data_wait_time_s -o x.csv"
                                << "it is for pictures";
}

void TestAddedSeriesOfWindow::mistakesOnTheCommandLine() {
    QFETCH(QString, words);
    QFETCH(QString, says);
    const Program place;
    place.write("a.jsonl", run(2));
    const auto outcome = place.runShell("tachograph report a.jsonl " + words);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains(says.toUtf8()), outcome.err.constData());
    QVERIFY(place.read("x.png").isEmpty() && place.read("x.csv").isEmpty());
}

QTEST_MAIN(TestAddedSeriesOfWindow)
#include "tst_seriesofalane.moc"
