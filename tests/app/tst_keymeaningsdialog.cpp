#include "analysis/run/roles.h"
#include "app/actions.h"
#include "app/announcer.h"
#include "app/keymeaningsdialog.h"
#include "app/userroles.h"
#include "tests/app/windowfixture.h"
#include "widgets/messagebar.h"
#include "widgets/panels/series.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>

using namespace tachograph;
using app::KeyMeaningsDialog;

namespace {

QByteArray lines() {
    QByteArray text;
    for (int step = 1; step <= 60; ++step)
        text += QStringLiteral("{\"step\": %1, \"upd_dur\": %2, \"roll_dur\": 700, \"loss\": 2.5}\n")
                    .arg(step)
                    .arg(400 + step)
                    .toUtf8();
    return text;
}

QPushButton* buttonOf(const QWidget& parent, const QString& text) {
    for (QPushButton* button : parent.findChildren<QPushButton*>())
        if (button->text() == text)
            return button;
    return nullptr;
}

QComboBox* boxOf(const QWidget& dialog, const QString& name) {
    for (QComboBox* box : dialog.findChildren<QComboBox*>())
        if (box->accessibleName() == name)
            return box;
    return nullptr;
}

/// By keys, as a person does it: the box is focused and the beginning of the entry typed.
void pick(QComboBox* box, const QString& entry) {
    QTest::qWait(QApplication::keyboardInputInterval() + 50); // else it is taken for the end of the last entry
    box->setFocus();
    QTest::keyClicks(box, entry);
}

QStringList keysListed(const KeyMeaningsDialog& dialog) {
    const QAbstractItemModel* model = dialog.findChild<QTreeView*>()->model();
    QStringList keys;
    for (int row = 0; row < model->rowCount(); ++row)
        keys << model->index(row, 0).data().toString();
    return keys;
}

} // namespace

/// Keys that nobody knows are explained in the window, kept, used at once, and taken back.
class TestKeyMeaningsDialog : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
    }

    void init() { QFile::remove(saidFile()); }

    void theWindowAsksWhatNobodyKnows() {
        tests::WindowFixture f;
        QVERIFY(opened(f));
        const auto& messages = f.window->messages().messages();
        const auto asked = std::ranges::find_if(messages, [](const widgets::MessageBar::Message& message) {
            return message.headline.contains("how long a step takes is not known");
        });
        QVERIFY(asked != messages.end());
        QCOMPARE(asked->text, "2 of its keys have names that the program does not know.");
        asked->buttons.front().clicked();
        const auto* dialog = f.window->findChild<KeyMeaningsDialog*>();
        QVERIFY(dialog);
        QCOMPARE(keysListed(*dialog), QStringList({"upd_dur", "roll_dur"})); // not the loss
    }

    void aRunWhoseKeysAreKnownIsNotAsked() {
        tests::WindowFixture f;
        QVERIFY(f.openDemo());
        for (const auto& message : f.window->messages().messages())
            QVERIFY(!message.headline.contains("not known"));
    }

    void sayingSavingUndoing() {
        tests::WindowFixture f;
        QVERIFY(opened(f));
        KeyMeaningsDialog* dialog = shown(f);
        QVERIFY(dialog);
        QPushButton* save = buttonOf(*dialog, "Save and read again");
        QVERIFY(!save->isEnabled()); // nothing is said yet
        pick(boxOf(*dialog, "Quantity"), "Step");
        QCOMPARE(boxOf(*dialog, "Quantity")->currentText(), "Step time");
        QVERIFY(!save->isEnabled());
        QVERIFY(saysSomewhere(*dialog, "Choose the unit of upd_dur."));
        QCOMPARE(boxOf(*dialog, "Unit, as recorded")->currentText(), "choose"); // never guessed
        pick(boxOf(*dialog, "Unit, as recorded"), "ms");
        QVERIFY(save->isEnabled());
        QVERIFY(saysSomewhere(*dialog, "431 ms, the median, is read as 431 ms"));
        QVERIFY(tests::savePicture(dialog->grab(), "key-meanings"));
        const RunPtr before = f.session->current()->run;
        QVERIFY(!before->forRole(roles::stepTime));
        QTest::mouseClick(save, Qt::LeftButton);
        QTRY_VERIFY(f.session->current()->run != before);
        const Series* series = f.session->current()->run->forRole(roles::stepTime);
        QVERIFY(series);
        QCOMPARE(series->inUnit(0), 0.401);
        QVERIFY(QFile::exists(saidFile()));
        QVERIFY(f.waitUntilJudged(1));

        const RunPtr named = f.session->current()->run;
        QPushButton* undo = nullptr;
        QTRY_VERIFY((undo = buttonOf(f.window->messages(), "Undo")) != nullptr);
        QTest::mouseClick(undo, Qt::LeftButton);
        QTRY_VERIFY(f.session->current()->run != named);
        QVERIFY(!f.session->current()->run->forRole(roles::stepTime));
        QVERIFY(!QFile::exists(saidFile()));
        QVERIFY(f.waitUntilJudged(1));
    }

    void aMessageGoesWhenItIsAnswered() {
        tests::WindowFixture f;
        QVERIFY(opened(f));
        say(f, "upd_dur", "Step", "ms");
        QTRY_VERIFY(f.session->current()->run->forRole(roles::stepTime));
        for (const auto& message : f.window->messages().messages())
            QVERIFY(!message.headline.contains("not known"));
        QVERIFY(f.waitUntilJudged(1));
    }

    void whatWasSaidHoldsForTheNextRecording() {
        tests::WindowFixture f;
        QVERIFY(opened(f));
        say(f, "roll_dur", "Generation", "ms");
        QTRY_VERIFY(f.session->current()->run->forRole(roles::generationTime));
        QVERIFY(f.waitUntilJudged(1));
        const auto table = app::loadUserRoles().table; // as the command line reads it
        QCOMPARE(table->find("roll_dur", "jsonl")->role, std::string(roles::generationTime));
        QVERIFY(!table->find("roll_dur", "csv"));
        f.session->openBytes(QStringLiteral("again.jsonl"), lines());
        QVERIFY(f.waitUntilJudged(2));
        QVERIFY(f.session->runs().back().run->forRole(roles::generationTime));
    }

    void forgettingOneKeyAndAll() {
        tests::WindowFixture f;
        QVERIFY(opened(f));
        say(f, "upd_dur", "Step", "ms");
        QTRY_VERIFY(f.session->current()->run->forRole(roles::stepTime));
        QVERIFY(f.waitUntilJudged(1));
        KeyMeaningsDialog* dialog = shown(f);
        dialog->choose("upd_dur");
        QPushButton* forget = buttonOf(*dialog, "Forget this key");
        QVERIFY(forget->isEnabled());
        QTest::mouseClick(forget, Qt::LeftButton);
        QVERIFY(!forget->isEnabled());
        QVERIFY(!buttonOf(*dialog, "Forget all")->isEnabled());
        QVERIFY(buttonOf(*dialog, "Save and read again")->isEnabled());
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!f.window->findChild<KeyMeaningsDialog*>());
        QVERIFY(QFile::exists(saidFile())); // nothing was saved
        dialog = shown(f);
        QTest::mouseClick(buttonOf(*dialog, "Forget all"), Qt::LeftButton);
        QTest::mouseClick(buttonOf(*dialog, "Save and read again"), Qt::LeftButton);
        QTRY_VERIFY(!f.session->current()->run->forRole(roles::stepTime));
        QVERIFY(!QFile::exists(saidFile()));
        QVERIFY(f.waitUntilJudged(1));
    }

    void twoKeysCannotBeOneQuantity() {
        tests::WindowFixture f;
        QVERIFY(opened(f));
        KeyMeaningsDialog* dialog = shown(f);
        for (const char* key : {"upd_dur", "roll_dur"}) {
            dialog->choose(key);
            pick(boxOf(*dialog, "Quantity"), "Step");
            pick(boxOf(*dialog, "Unit, as recorded"), "ms");
        }
        QVERIFY(saysSomewhere(*dialog, "upd_dur and roll_dur cannot both be the step time. Take one of them back."));
        QVERIFY(!buttonOf(*dialog, "Save and read again")->isEnabled());
    }

    void anotherQuantityAsksForItsUnitAgain() {
        tests::WindowFixture f;
        QVERIFY(opened(f));
        KeyMeaningsDialog* dialog = shown(f);
        pick(boxOf(*dialog, "Quantity"), "Step");
        pick(boxOf(*dialog, "Unit, as recorded"), "ms");
        pick(boxOf(*dialog, "Quantity"), "Throughput");
        QCOMPARE(boxOf(*dialog, "Unit, as recorded")->currentText(), "choose");
        pick(boxOf(*dialog, "Quantity"), "Loss");
        QCOMPARE(boxOf(*dialog, "Unit, as recorded")->currentText(), "none");
        QVERIFY(buttonOf(*dialog, "Save and read again")->isEnabled());
    }

    void allKeysAndSearch() {
        tests::WindowFixture f;
        QVERIFY(opened(f));
        KeyMeaningsDialog* dialog = shown(f);
        for (QCheckBox* box : dialog->findChildren<QCheckBox*>())
            if (box->text() == "Only keys that are not known")
                QTest::keyClick(box, Qt::Key_Space);
        QCOMPARE(keysListed(*dialog), QStringList({"upd_dur", "roll_dur", "loss"}));
        QTest::keyClicks(dialog->findChild<QLineEdit*>(), "ROLL");
        QCOMPARE(keysListed(*dialog), QStringList("roll_dur"));
        QTest::keyClicks(dialog->findChild<QLineEdit*>(), "xx");
        QVERIFY(keysListed(*dialog).isEmpty());
        QVERIFY(!boxOf(*dialog, "Quantity")->isEnabled()); // there is nothing to explain
    }

    void fromTheSeriesDock() {
        tests::WindowFixture f;
        QVERIFY(opened(f));
        auto* panel = f.window->findChild<widgets::SeriesPanelWidget*>();
        emit panel->keyMeaningRequested(QStringLiteral("series/loss"));
        const auto* dialog = f.window->findChild<KeyMeaningsDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QTreeView*>()->currentIndex().data().toString(), "loss");
        QCOMPARE(panel->titleActions().size(), 2);
        panel->titleActions().front()->trigger();
        QCOMPARE(f.window->findChildren<KeyMeaningsDialog*>(QString(), Qt::FindDirectChildrenOnly).size() >= 1, true);
    }

    void tabReachesEveryControl() {
        tests::WindowFixture f;
        QVERIFY(opened(f));
        KeyMeaningsDialog* dialog = shown(f);
        pick(boxOf(*dialog, "Quantity"), "Step");
        pick(boxOf(*dialog, "Unit, as recorded"), "ms");
        QSet<QWidget*> reached;
        for (int i = 0; i < 30; ++i) {
            reached << dialog->focusWidget();
            QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
        }
        for (const char* name : {"Quantity", "Unit, as recorded", "Scope"})
            QVERIFY2(reached.contains(boxOf(*dialog, name)), name);
        for (QPushButton* button : dialog->findChildren<QPushButton*>())
            QVERIFY2(reached.contains(button), qPrintable(button->text()));
        for (QCheckBox* box : dialog->findChildren<QCheckBox*>())
            QVERIFY2(reached.contains(box), qPrintable(box->text()));
        for (QWidget* control : {static_cast<QWidget*>(dialog->findChild<QLineEdit*>()),
                                 static_cast<QWidget*>(dialog->findChild<QTreeView*>())}) {
            QVERIFY(reached.contains(control));
            QVERIFY(!control->accessibleName().isEmpty());
        }
    }

    void aFolderThatCannotBeWrittenIsSaid() {
        tests::WindowFixture f;
        QVERIFY(opened(f));
        qputenv("XDG_CONFIG_HOME", "/proc/nowhere");
        say(f, "upd_dur", "Step", "ms");
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        const auto& last = f.window->messages().messages().back();
        QCOMPARE(last.headline, "Not saved.");
        QVERIFY2(last.text.contains("/proc/nowhere/tachograph"), qPrintable(last.text));
        QVERIFY(!f.session->current()->run->forRole(roles::stepTime));
    }

  private:
    QString saidFile() const { return m_home.filePath(QStringLiteral("tachograph/metric-roles.window.json")); }

    static bool opened(tests::WindowFixture& f) {
        f.session->openBytes(QStringLiteral("strange.jsonl"), lines());
        return tests::showAt(*f.window, {1280, 800}) && f.waitUntilJudged(1);
    }

    static KeyMeaningsDialog* shown(tests::WindowFixture& f) {
        f.window->actions().keyMeanings->trigger();
        auto* dialog = f.window->findChild<KeyMeaningsDialog*>();
        return dialog && QTest::qWaitForWindowActive(dialog) ? dialog : nullptr;
    }

    /// Says it and saves it.
    static void say(tests::WindowFixture& f, const std::string& key, const QString& quantity, const QString& unit) {
        KeyMeaningsDialog* dialog = shown(f);
        QVERIFY(dialog);
        dialog->choose(key);
        pick(boxOf(*dialog, "Quantity"), quantity);
        pick(boxOf(*dialog, "Unit, as recorded"), unit);
        QTest::mouseClick(buttonOf(*dialog, "Save and read again"), Qt::LeftButton);
    }

    static bool saysSomewhere(const QWidget& dialog, const QString& text) {
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            if (label->text().replace(QChar(0x202F), ' ') == text)
                return true;
        return false;
    }

    QTemporaryDir m_home;
};

QTEST_MAIN(TestKeyMeaningsDialog)
#include "tst_keymeaningsdialog.moc"
