#include "tests/app/desk.h"

#include "app/actions.h"
#include "app/sessionkeeper.h"
#include "app/undohistory.h"
#include "models/review/reviews.h"
#include "tests/support/fulldisk.h"
#include "widgets/compare/runssection.h"
#include "widgets/messagebar.h"

#include <QAbstractButton>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QPushButton>

using namespace tachograph;
using tests::Desk;
using tests::readAll;
using tests::writeAll;
using widgets::MessageBar;

/// The session file: saved, opened, moved, damaged, not writable, left behind.
class TestSessionFile : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void everythingComesBack();
    void theComparisonComesBack();
    void aMovedFolderComesBack();
    void missingAndChangedFilesAreSaid();
    void notesOfMissingRunsStay();
    void theTitleShowsWhatIsNotSaved();
    void closingAsksOnlyForNotes();
    void whatCannotBeWrittenStaysWhole();
    void badSessionsChangeNothing_data();
    void badSessionsChangeNothing();
    void leftBehindIsOffered();
    void damageLeftBehindIsNoTrap();

  private:
    /// A folder with two recordings.
    struct Place {
        Place() {
            ok = writeAll(path("a.jsonl"), tests::stepRows(120, 2.0)) &&
                 writeAll(path("logs/b.jsonl"), tests::stepRows(120, 3.0));
        }
        [[nodiscard]] QString path(const QString& name) const { return folder.filePath(name); }
        QTemporaryDir folder;
        bool ok = false;
    };
};

void TestSessionFile::everythingComesBack() {
    const Place place;
    QVERIFY(place.ok);
    const QString file = place.path("review.tacho");
    {
        Desk desk(place.folder.path());
        QVERIFY(tests::showAt(*desk.window, {1500, 900}));
        QVERIFY(desk.open({place.path("a.jsonl"), place.path("logs/b.jsonl")}));
        desk.note(40, "first,\nsecond");
        desk.session->setCurrent(desk.session->runs()[1].id);
        QVERIFY(desk.settled(2));
        desk.note(7, "on b");
        desk.session->setSlot(desk.session->runs()[1].id, 4);
        desk.session->setSmoothing(51);
        desk.session->setLaneShown("split", false);
        desk.session->setKnobs({{"THROUGHPUT_ROT", {{"ratio", 1.25}}}});
        widgets::LaneArrangement arrangement;
        arrangement.folded = {"throughput"};
        arrangement.logarithmic = {"step_time"};
        arrangement.order = {"rates", "step_time"};
        arrangement.heights = {{"step_time", 2.5}};
        desk.window->workspace().plot().setArrangement(arrangement);
        desk.window->workspace().setRobustY(false);
        desk.theme.choose(app::ThemeChoice::dark);
        QVERIFY(desk.settled(2));
        desk.session->setViewRange(std::pair(20.0, 60.0));
        desk.window->actions().compare->setChecked(true);
        desk.window->comparison().bar().shiftB(5);
        QVERIFY(desk.window->keeper().saveTo(file));
        QVERIFY(!desk.window->keeper().modified());
        desk.theme.choose(app::ThemeChoice::light);
    }
    Desk desk(place.folder.path());
    QVERIFY(tests::showAt(*desk.window, {1500, 900}));
    QVERIFY(desk.openSession(file, 2));
    QCOMPARE(desk.notes(), (QStringList{"a step 40: first,\nsecond", "b step 7: on b"}));
    QCOMPARE(desk.session->current(), &desk.session->runs()[1]);
    QCOMPARE(desk.session->runs()[1].slot, 4);
    QCOMPARE(desk.session->options().smoothing, 51);
    QCOMPARE(desk.theme.choice(), app::ThemeChoice::dark);
    QCOMPARE(desk.settings.theme(), app::ThemeChoice::light); // the user's own stays
    QVERIFY(!desk.session->isLaneShown("split"));
    QCOMPARE(desk.session->knobs(), (AllKnobs{{"THROUGHPUT_ROT", {{"ratio", 1.25}}}}));
    const widgets::LaneArrangement& arrangement = desk.window->workspace().plot().arrangement();
    QVERIFY(arrangement.folded.contains("throughput") && arrangement.logarithmic.contains("step_time"));
    QCOMPARE(arrangement.order, (std::vector<QString>{"rates", "step_time"}));
    QCOMPARE(arrangement.heights, (std::map<QString, double>{{"step_time", 2.5}}));
    QVERIFY(!desk.window->workspace().plot().options().robustY);
    QTRY_VERIFY(desk.window->actions().compare->isChecked());
    QCOMPARE(desk.window->comparison().bar().options().offset, 5.0);
    QCOMPARE(desk.session->viewRange(), (std::optional<std::pair<double, double>>{{20.0, 60.0}}));
    QVERIFY(!desk.message("session"));
    QVERIFY(!desk.window->history().canUndo());
    QVERIFY(desk.window->windowTitle().contains("review"));
}

/// The attempt that was chosen of a side, and which of the further runs are held against A.
void TestSessionFile::theComparisonComesBack() {
    const Place place;
    QVERIFY(place.ok);
    QVERIFY(writeAll(place.path("c.jsonl"), tests::stepRows(60, 2.0) + tests::stepRows(80, 2.5, 41)));
    QVERIFY(writeAll(place.path("d.jsonl"), tests::stepRows(120, 2.2)));
    const QString file = place.path("review.tacho");
    const QStringList names{"a.jsonl", "logs/b.jsonl", "c.jsonl", "d.jsonl"};
    {
        Desk desk(place.folder.path());
        QVERIFY(tests::showAt(*desk.window, {1500, 900}));
        QStringList paths;
        for (const QString& name : names)
            paths << place.path(name);
        QVERIFY(desk.open(paths));
        const auto& runs = desk.session->runs();
        desk.window->actions().compare->setChecked(true);
        widgets::ComparePage& page = desk.window->comparison();
        page.bar().setRuns(runs[0].id, std::nullopt, runs[2].id, 1);
        page.runs().setLeftOut({runs[1].id});
        QCOMPARE(page.bar().options().attemptB, std::optional<std::size_t>(1));
        QVERIFY(desk.window->keeper().saveTo(file));
    }
    Desk desk(place.folder.path());
    QVERIFY(tests::showAt(*desk.window, {1500, 900}));
    QVERIFY(desk.openSession(file, static_cast<std::size_t>(names.size())));
    QTRY_VERIFY(desk.window->actions().compare->isChecked());
    widgets::ComparePage& page = desk.window->comparison();
    const auto& runs = desk.session->runs();
    QTRY_COMPARE(page.bar().options().attemptB, std::optional<std::size_t>(1));
    QVERIFY(!page.bar().options().attemptA);
    QCOMPARE(page.bar().runB(), runs[2].id);
    QCOMPARE(page.runs().leftOut(), (std::set<std::uint64_t>{runs[1].id}));
    QCOMPARE(page.runs().others(runs[0].id, runs[2].id), (std::vector<std::uint64_t>{runs[2].id, runs[3].id}));
}

void TestSessionFile::aMovedFolderComesBack() {
    const Place place;
    const QString old = place.path("job"), moved = place.path("elsewhere");
    QVERIFY(writeAll(old + "/logs/run.jsonl", tests::stepRows(60, 2.0)));
    {
        Desk desk(place.folder.path());
        QVERIFY(desk.open({old + "/logs/run.jsonl"}));
        desk.note(3, "a");
        QVERIFY(desk.window->keeper().saveTo(old + "/review.tacho"));
    }
    QVERIFY(QDir().rename(old, moved));
    Desk desk(place.folder.path());
    QVERIFY(desk.openSession(moved + "/review.tacho", 1));
    QCOMPARE(desk.notes(), (QStringList{"run step 3: a"}));
    QCOMPARE(desk.session->runs()[0].path, moved + "/logs/run.jsonl");
    QVERIFY(!desk.message("session"));
}

void TestSessionFile::missingAndChangedFilesAreSaid() {
    const Place place;
    const QString file = place.path("review.tacho");
    {
        Desk desk(place.folder.path());
        QVERIFY(desk.open({place.path("a.jsonl"), place.path("logs/b.jsonl")}));
        QVERIFY(desk.window->keeper().saveTo(file));
    }
    QVERIFY(writeAll(place.path("a.jsonl"), tests::stepRows(150, 2.0)));
    QVERIFY(QFile::remove(place.path("logs/b.jsonl")));
    Desk desk(place.folder.path());
    QVERIFY(desk.openSession(file, 1));
    QTRY_VERIFY(desk.message("session"));
    const QString said = desk.message("session")->text;
    QVERIFY2(said.contains("Not found, notes on it are kept: b.") && said.contains("Changed since it was saved: a."),
             qPrintable(said));
    QCOMPARE(desk.session->runs().size(), std::size_t{1});
}

/// Saving again without the file must not cost the notes on it, nor does it when nothing at all is there.
void TestSessionFile::notesOfMissingRunsStay() {
    const Place place;
    const QString file = place.path("review.tacho");
    {
        Desk desk(place.folder.path());
        QVERIFY(desk.open({place.path("a.jsonl")}));
        desk.note(3, "precious");
        QVERIFY(desk.window->keeper().saveTo(file));
    }
    const QByteArray recording = readAll(place.path("a.jsonl"));
    QVERIFY(QFile::remove(place.path("a.jsonl")));
    {
        Desk desk(place.folder.path());
        QVERIFY(desk.openSession(file, 0));
        QTRY_VERIFY(desk.message("session"));
        QVERIFY(desk.window->keeper().saveTo(file));
    }
    QVERIFY(writeAll(place.path("a.jsonl"), recording));
    Desk desk(place.folder.path());
    QVERIFY(desk.openSession(file, 1));
    QCOMPARE(desk.notes(), (QStringList{"a step 3: precious"}));
}

void TestSessionFile::theTitleShowsWhatIsNotSaved() {
    const Place place;
    Desk desk(place.folder.path());
    QVERIFY(desk.open({place.path("a.jsonl")}));
    QVERIFY(!desk.window->isWindowModified());
    desk.note(3, "a");
    QVERIFY(desk.window->isWindowModified());
    QVERIFY(desk.window->keeper().saveTo(place.path("r.tacho")));
    QVERIFY(!desk.window->isWindowModified());
    QVERIFY(desk.window->windowTitle().startsWith("r, a"));
    desk.session->setSmoothing(101);
    QTRY_VERIFY(desk.window->isWindowModified());
    desk.session->setSmoothing(21);
    QTRY_VERIFY(!desk.window->isWindowModified());
}

void TestSessionFile::closingAsksOnlyForNotes() {
    const Place place;
    Desk desk(place.folder.path());
    QVERIFY(tests::showAt(*desk.window, {1300, 800}));
    QVERIFY(desk.open({place.path("a.jsonl")}));
    desk.session->setSmoothing(101); // no reason to ask
    desk.note(3, "a");
    QVERIFY(!desk.window->close());
    auto* box = desk.window->findChild<QDialogButtonBox*>();
    QVERIFY(box);
    box->button(QDialogButtonBox::Cancel)->click();
    QVERIFY(desk.window->isVisible());
    QVERIFY(desk.window->keeper().saveTo(place.path("r.tacho")));
    desk.session->setSmoothing(51);
    QVERIFY(desk.window->close());
    QVERIFY(!desk.window->isVisible());

    Desk other(place.folder.path());
    QVERIFY(tests::showAt(*other.window, {1300, 800}));
    QVERIFY(other.open({place.path("a.jsonl")}));
    other.note(9, "b");
    QVERIFY(!other.window->close());
    box = other.window->findChild<QDialogButtonBox*>();
    for (QAbstractButton* button : box->buttons())
        if (box->buttonRole(button) == QDialogButtonBox::DestructiveRole)
            button->click();
    QTRY_VERIFY(!other.window->isVisible());
    QVERIFY(QDir(other.settings.recoveryFolder()).entryList({"*.tacho"}, QDir::Files).isEmpty());
}

/// A folder that takes nothing, a disk that is full: the old file is there to the byte, and one sentence says so.
void TestSessionFile::whatCannotBeWrittenStaysWhole() {
    const Place place;
    Desk desk(place.folder.path());
    QVERIFY(desk.open({place.path("a.jsonl")}));
    desk.note(3, "a");
    const QString file = place.path("r.tacho");
    QVERIFY(desk.window->keeper().saveTo(file));
    const QByteArray before = readAll(file);
    for (int i = 0; i < 50; ++i)
        desk.note(i, "a longer note, so that the file grows beyond what the disk takes");
    const bool saved = [&] {
        const tests::FullDisk full(static_cast<std::size_t>(before.size()) + 100);
        return full.works() && desk.window->keeper().saveTo(file);
    }();
    QVERIFY(!saved);
    QCOMPARE(readAll(file), before);
    const auto* message = desk.message("session");
    QVERIFY(message);
    QCOMPARE(message->kind, MessageBar::Kind::error);
    QVERIFY2(message->text.contains("r.tacho") && message->text.endsWith("What it held before is still there."),
             qPrintable(message->text));
    QVERIFY(desk.window->keeper().notesWouldBeLost());
    QCOMPARE(QDir(place.folder.path()).entryList({"r.tacho*"}, QDir::Files), (QStringList{"r.tacho"}));
    QVERIFY(!desk.window->keeper().saveTo("/proc/none/r.tacho"));
    QVERIFY(desk.window->keeper().saveTo(file)); // room again
    QVERIFY(!desk.window->keeper().notesWouldBeLost());
}

void TestSessionFile::badSessionsChangeNothing_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << QByteArray("{\"schema\": \"tachograph.session/1\", \"runs\": [{\"na");
    QTest::newRow("later") << QByteArray("{\"schema\": \"tachograph.session/2\", \"runs\": []}");
    QTest::newRow("out of the folder") << QByteArray(
        R"({"schema": "tachograph.session/1", "runs": [{"name": "x", "path": {"relative": "../../etc/passwd"}}]})");
    QTest::newRow("absurd") << QByteArray(
        R"({"schema": "tachograph.session/1", "runs": [], "view": {"smoothing": 123456789}})");
}

void TestSessionFile::badSessionsChangeNothing() {
    QFETCH(QByteArray, content);
    const Place place;
    Desk desk(place.folder.path());
    QVERIFY(desk.open({place.path("a.jsonl")}));
    QVERIFY(writeAll(place.path("bad.tacho"), content));
    desk.window->opener().open({place.path("bad.tacho")});
    const auto* message = desk.message("session");
    QVERIFY(message);
    QCOMPARE(message->kind, MessageBar::Kind::error);
    QVERIFY2(message->text.startsWith("bad.tacho: ") && message->text.endsWith('.'), qPrintable(message->text));
    QCOMPARE(desk.session->runs().size(), std::size_t{1});
    QVERIFY(desk.window->keeper().file().isEmpty());
}

void TestSessionFile::leftBehindIsOffered() {
    const Place place;
    QByteArray kept;
    {
        Desk desk(place.folder.path());
        QVERIFY(desk.open({place.path("a.jsonl")}));
        desk.note(5, "not saved");
        const QDir folder(desk.settings.recoveryFolder());
        const QStringList files = folder.entryList({"*.tacho"}, QDir::Files);
        QCOMPARE(files.size(), 1);
        kept = readAll(folder.filePath(files[0]));
        Desk other(place.folder.path()); // the first one lives: nothing was left behind
        other.window->keeper().offerRecovery();
        QVERIFY(!other.message("recovery"));
    }
    Desk desk(place.folder.path());
    desk.window->keeper().offerRecovery(); // an orderly end leaves nothing
    QVERIFY(!desk.message("recovery"));
    const QString left = desk.settings.recoveryFolder() + "/left.tacho";
    QVERIFY(writeAll(left, kept));
    desk.window->keeper().offerRecovery();
    QVERIFY(desk.message("recovery"));
    QVERIFY(desk.message("recovery")->text.startsWith("Open were 1 run with 1 note."));
    const auto answer = desk.message("recovery")->buttons[0].clicked; // the message goes meanwhile
    answer();
    QVERIFY(desk.settled(1));
    QCOMPARE(desk.notes(), (QStringList{"a step 5: not saved"}));
    QTRY_VERIFY(!QFile::exists(left));
    QVERIFY(desk.window->keeper().notesWouldBeLost());
    QTRY_VERIFY(desk.window->isWindowModified());
}

void TestSessionFile::damageLeftBehindIsNoTrap() {
    const Place place;
    Desk desk(place.folder.path());
    const QString left = desk.settings.recoveryFolder() + "/left.tacho";
    QVERIFY(writeAll(left, "{\"schema\": \"tachograph.sess"));
    desk.window->keeper().offerRecovery();
    QVERIFY(desk.message("recovery"));
    QCOMPARE(desk.message("recovery")->buttons.size(), std::size_t{1});
    const auto answer = desk.message("recovery")->buttons[0].clicked; // the message goes meanwhile
    answer();
    QVERIFY(!QFile::exists(left));
}

QTEST_MAIN(TestSessionFile)
#include "tst_sessionfile.moc"
