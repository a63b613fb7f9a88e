#include "tests/app/desk.h"

#include "app/reportexporter.h"
#include "app/savingturn.h"
#include "tests/support/fulldisk.h"
#include "tests/support/withoutprivileges.h"

#include <QAbstractButton>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QSignalSpy>

#include <chrono>
#include <filesystem>
#include <thread>

#include <sys/stat.h>

using namespace tachograph;
using tests::Desk;
using tests::readAll;
using tests::writeAll;
using widgets::MessageBar;

namespace {

bool press(const Desk& desk, const QString& topic, const QString& button) {
    const auto* message = desk.message(topic);
    if (!message)
        return false;
    for (const MessageBar::Button& each : message->buttons)
        if (each.text == button) {
            const auto clicked = each.clicked; // the message goes meanwhile
            desk.window->messages().dismissTopic(topic);
            clicked();
            return true;
        }
    return false;
}

bool pressBox(const Desk& desk, QDialogButtonBox::ButtonRole role) {
    if (auto* box = desk.window->findChild<QDialogButtonBox*>())
        for (QAbstractButton* button : box->buttons())
            if (box->buttonRole(button) == role) {
                button->click();
                return true;
            }
    return false;
}

} // namespace

/// Files that change, go away or take nothing while the window has them open.
class TestLiveFiles : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QFile::setPermissions(m_folder->path(), QFile::Permissions(0x7755)); // for a process without privileges
        QVERIFY(writeAll(path("a.jsonl"), tests::stepRows(120, 2.0)));
    }

    void reload_data();
    void reload();
    void twoWindowsOfOneSession_data();
    void twoWindowsOfOneSession();
    void savingTakesTurns_data();
    void savingTakesTurns();
    void savingWithoutLocks();
    void noQuestionWithoutNeed();
    void recoveredAfterAnotherSaved();
    void fullDiskWhileExporting();
    void noFolderForSettings();

  private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestLiveFiles::reload_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<int>("steps");    // of the run afterwards
    QTest::addColumn<QString>("says"); // in the message bar; empty = nothing
    QTest::newRow("unchanged") << "unchanged" << 120 << "";
    QTest::newRow("grown") << "grown" << 150 << "";
    QTest::newRow("cut in a line") << "cut" << 59 << "issue";
    QTest::newRow("emptied") << "emptied" << 120 << "a\\.jsonl: .*empty";
    QTest::newRow("deleted") << "deleted" << 120 << "a\\.jsonl: there is no such file";
    QTest::newRow("replaced by another recording") << "replaced" << 40 << "";
    QTest::newRow("replaced by noise") << "noise" << 120 << "a\\.jsonl: .*not a recording";
    QTest::newRow("replaced by a pipe") << "pipe" << 120 << "a\\.jsonl: it is a pipe";
    QTest::newRow("replaced by a folder") << "folder" << 120 << "a\\.jsonl: ";
    QTest::newRow("replaced by a link to itself") << "loop" << 120 << "a\\.jsonl: it cannot be opened";
    QTest::newRow("replaced by an endless device") << "device" << 120 << "a\\.jsonl: it is a device";
    QTest::newRow("permission lost") << "forbidden" << 120 << "a\\.jsonl: permission to read it is denied";
}

/// F5: what was read stays when the file is not readable any more, and the sentence says why.
void TestLiveFiles::reload() {
    QFETCH(QString, fault);
    QFETCH(int, steps);
    QFETCH(QString, says);
    Desk desk(m_folder->path());
    const QString file = path("a.jsonl");
    QVERIFY(desk.open({file}));
    const auto before = desk.session->current()->run;
    const QByteArray bytes = readAll(file);
    if (fault != "unchanged" && fault != "forbidden")
        QVERIFY(QFile::remove(file));
    if (fault == "grown")
        QVERIFY(writeAll(file, tests::stepRows(150, 2.0)));
    else if (fault == "cut")
        QVERIFY(writeAll(file, tests::stepRows(59, 2.0) + bytes.mid(0, 20)));
    else if (fault == "emptied")
        QVERIFY(writeAll(file, {}));
    else if (fault == "replaced")
        QVERIFY(writeAll(file, tests::stepRows(40, 9.0)));
    else if (fault == "noise")
        QVERIFY(writeAll(file, QByteArray("\x80\x00\xff\xfe", 4).repeated(20'000)));
    else if (fault == "pipe")
        QCOMPARE(::mkfifo(file.toUtf8().constData(), 0644), 0);
    else if (fault == "folder")
        QVERIFY(QDir().mkdir(file));
    else if (fault == "loop")
        QVERIFY(QFile::link(file, file));
    else if (fault == "device")
        QVERIFY(QFile::link("/dev/zero", file));
    else if (fault == "forbidden")
        QVERIFY(QFile::setPermissions(file, {}));
    QSignalSpy problems(desk.session.get(), &models::Session::problem);
    {
        const tests::WithoutPrivileges nobody;
        desk.window->actions().reload->trigger();
        QTRY_VERIFY(problems.size() > 0 || desk.session->current()->run != before);
    }
    QVERIFY(desk.settled(1));
    QCOMPARE(desk.session->current()->run->stepCount(), static_cast<std::size_t>(steps));
    const auto& messages = desk.window->messages().messages();
    if (says.isEmpty())
        QVERIFY2(messages.empty(), messages.empty() ? "" : qPrintable(messages.back().text));
    else
        QVERIFY2(!messages.empty() &&
                     (messages.back().headline + messages.back().text).contains(QRegularExpression(says)),
                 messages.empty() ? "nothing" : qPrintable(messages.back().headline + messages.back().text));
}

void TestLiveFiles::twoWindowsOfOneSession_data() {
    QTest::addColumn<QString>("button");
    for (const char* button : {"Replace it", "Save under another name", "Open it instead"})
        QTest::newRow(button) << button;
}

/// The second to save does not overwrite what the first saved: it is told, and has three ways out.
void TestLiveFiles::twoWindowsOfOneSession() {
    QFETCH(QString, button);
    const QString file = path("r.tacho");
    Desk first(m_folder->path()), second(m_folder->path());
    QVERIFY(tests::showAt(*second.window, {1300, 800}));
    QVERIFY(first.open({path("a.jsonl")}));
    QVERIFY(first.window->keeper().saveTo(file));
    QVERIFY(second.openSession(file, 1));
    QTRY_COMPARE(second.window->keeper().file(), file);
    first.note(3, "of the first");
    QVERIFY(first.window->keeper().saveTo(file));
    const QByteArray saved = readAll(file);
    second.note(9, "of the second");
    bool done = false;
    second.window->keeper().save([&done] { done = true; });
    QVERIFY(!done);
    QCOMPARE(readAll(file), saved);
    QVERIFY(second.window->keeper().notesWouldBeLost());
    QVERIFY(second.message("session"));
    QVERIFY2(second.message("session")->text.startsWith("r.tacho was written by another program"),
             qPrintable(second.message("session")->text));
    QVERIFY(press(second, "session", button));
    if (button == "Replace it") {
        QVERIFY(done);
        QVERIFY(readAll(file).contains("of the second") && !readAll(file).contains("of the first"));
        QVERIFY(second.window->keeper().saveTo(file)); // no second question
        QVERIFY(!first.window->keeper().saveTo(file)); // now it is the other one's turn
    } else if (button == "Save under another name") {
        auto* dialog = second.window->findChild<QFileDialog*>();
        QVERIFY(dialog);
        emit dialog->fileSelected(path("s.tacho"));
        QVERIFY(done);
        QCOMPARE(readAll(file), saved);
        QVERIFY(readAll(path("s.tacho")).contains("of the second"));
    } else {
        QVERIFY(pressBox(second, QDialogButtonBox::DestructiveRole));
        QVERIFY(second.settled(1));
        QTRY_COMPARE(second.notes(), (QStringList{"a step 3: of the first"}));
        QCOMPARE(readAll(file), saved);
    }
}

void TestLiveFiles::savingTakesTurns_data() {
    QTest::addColumn<QString>("other"); // what the other window does in its turn
    QTest::addColumn<bool>("saved");
    QTest::addColumn<QString>("says");
    QTest::newRow("writes") << "writes" << false << "r.tacho was written by another program";
    QTest::newRow("never ends") << "never ends" << false << "Another window is saving r.tacho.";
    QTest::newRow("leaves it as it was") << "nothing" << true << "";
    QTest::newRow("saves to another file") << "elsewhere" << true << "";
}

/// While another window saves to the file, this one waits and looks again, and then sees what the other wrote.
void TestLiveFiles::savingTakesTurns() {
    QFETCH(QString, other);
    QFETCH(bool, saved);
    QFETCH(QString, says);
    const QString file = path("r.tacho");
    Desk desk(m_folder->path());
    QVERIFY(desk.open({path("a.jsonl")}));
    QVERIFY(desk.window->keeper().saveTo(file));
    desk.note(3, "mine");
    const QString locks = desk.settings.recoveryFolder();
    auto turn = std::make_unique<app::SavingTurn>(locks, other == "elsewhere" ? path("s.tacho") : file);
    QVERIFY(turn->mine());
    std::thread ends([&] {
        if (other == "never ends")
            return;
        std::this_thread::sleep_for(std::chrono::milliseconds(150));
        if (other == "writes")
            writeAll(file, "{}");
        turn.reset();
    });
    const bool done = desk.window->keeper().saveTo(file);
    ends.join();
    QCOMPARE(done, saved);
    QCOMPARE(readAll(file).contains("mine"), saved);
    const auto* message = desk.message("session");
    QCOMPARE(message != nullptr, !says.isEmpty());
    if (message)
        QVERIFY2(message->text.startsWith(says), qPrintable(message->text));
}

/// Where no lock can be made, saving goes on.
void TestLiveFiles::savingWithoutLocks() {
    QVERIFY(writeAll(path("file"), "no folder"));
    QVERIFY(app::SavingTurn(path("file"), path("r.tacho")).mine());
    QVERIFY(app::SavingTurn(path("file") + "/below", path("r.tacho")).mine());
    QVERIFY(app::SavingTurn({}, path("r.tacho")).mine());
    QVERIFY(QDir().mkdir(path("forbidden")));
    QFile::setPermissions(path("forbidden"), QFile::ReadOwner | QFile::ExeOwner);
    const tests::WithoutPrivileges nobody;
    QVERIFY(app::SavingTurn(path("forbidden"), path("r.tacho")).mine());
}

/// Saved again, saved after the file was deleted, saved elsewhere: nothing of anybody is there to lose.
void TestLiveFiles::noQuestionWithoutNeed() {
    const QString file = path("r.tacho");
    Desk desk(m_folder->path());
    QVERIFY(desk.open({path("a.jsonl")}));
    QVERIFY(desk.window->keeper().saveTo(file));
    desk.note(3, "one");
    QVERIFY(desk.window->keeper().saveTo(file));
    QVERIFY(QFile::remove(file));
    desk.note(4, "two");
    QVERIFY(desk.window->keeper().saveTo(file));
    QVERIFY(desk.window->keeper().saveTo(path("s.tacho")));
    QVERIFY(!desk.message("session"));
    QVERIFY(readAll(file).contains("two"));
}

/// A window crashed, another one saved to the same file meanwhile: what is recovered does not overwrite that.
void TestLiveFiles::recoveredAfterAnotherSaved() {
    const QString file = path("r.tacho");
    QByteArray kept;
    QString folder;
    {
        Desk crashed(m_folder->path());
        QVERIFY(crashed.open({path("a.jsonl")}));
        QVERIFY(crashed.window->keeper().saveTo(file));
        crashed.note(5, "of the crashed");
        folder = crashed.settings.recoveryFolder();
        const QStringList files = QDir(folder).entryList({"*.tacho"}, QDir::Files);
        QCOMPARE(files.size(), 1);
        kept = readAll(QDir(folder).filePath(files[0]));
    }
    for (const bool changed : {false, true}) {
        if (changed) {
            Desk other(m_folder->path());
            QVERIFY(other.openSession(file, 1));
            other.note(7, "of the other");
            QVERIFY(other.window->keeper().saveTo(file));
        }
        QVERIFY(writeAll(folder + "/left.tacho", kept));
        Desk desk(m_folder->path());
        desk.window->keeper().offerRecovery();
        QVERIFY(press(desk, "recovery", "Restore"));
        QVERIFY(desk.settled(1));
        QTRY_VERIFY(desk.window->isWindowModified());
        const QByteArray before = readAll(file);
        QCOMPARE(desk.window->keeper().saveTo(file), !changed);
        QCOMPARE(readAll(file) == before, changed);
    }
}

/// The old picture is there to the byte, one sentence says so, and with room again it is replaced.
void TestLiveFiles::fullDiskWhileExporting() {
    Desk desk(m_folder->path());
    QVERIFY(desk.open({path("a.jsonl")}));
    const QString file = path("report.png");
    const QByteArray old = "an older picture";
    QVERIFY(writeAll(file, old));
    MessageBar messages;
    app::ReportExporter exporter(*desk.session, messages, this);
    app::ExportChoice choice;
    choice.file = file;
    for (const std::size_t room : {std::size_t{0}, std::size_t{1}, std::size_t{4'096}}) {
        const tests::FullDisk full(room);
        QVERIFY(full.works());
        exporter.start(choice);
        QTRY_VERIFY(!messages.messages().empty());
        QCOMPARE(messages.messages().back().kind, MessageBar::Kind::error);
        QVERIFY2(messages.messages().back().text.contains("report.png could not be written"),
                 qPrintable(messages.messages().back().text));
        messages.dismiss();
        QCOMPARE(readAll(file), old);
        QCOMPARE(QDir(m_folder->path()).entryList({"report*"}, QDir::Files), QStringList{"report.png"});
    }
    QSignalSpy saved(&exporter, &app::ReportExporter::saved);
    exporter.start(choice);
    QTRY_COMPARE(saved.size(), 1);
    QVERIFY(readAll(file).startsWith("\x89PNG"));
}

/// A configuration folder that takes nothing: the window works, and says once that nothing is kept safe.
void TestLiveFiles::noFolderForSettings() {
    Desk desk(QStringLiteral("/proc/none")); // not even root can make it
    QVERIFY(tests::showAt(*desk.window, {1300, 800}));
    QVERIFY(desk.open({path("a.jsonl")}));
    desk.theme.choose(app::ThemeChoice::dark);
    desk.note(3, "a");
    desk.note(4, "b");
    const auto& messages = desk.window->messages().messages();
    QCOMPARE(std::ranges::count(messages, tr("What is open is not kept safe."), &MessageBar::Message::headline), 1);
    QVERIFY(desk.window->keeper().saveTo(path("r.tacho")));
    QVERIFY(readAll(path("r.tacho")).contains("\"b\""));
    QVERIFY(desk.window->close());
}

QTEST_MAIN(TestLiveFiles)
#include "tst_livefiles.moc"
