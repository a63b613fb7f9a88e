#include "tests/app/reviewwindow.h"

#include "analysis/review/notesfile.h"
#include "app/actions.h"
#include "app/notedialog.h"
#include "app/reviewer.h"
#include "app/undohistory.h"
#include "models/items/notesmodel.h"
#include "models/review/placednotes.h"
#include "models/review/reviews.h"
#include "widgets/messagebar.h"
#include "widgets/panels/findings.h"
#include "widgets/panels/findings/findinglist.h"
#include "widgets/plot/plotview.h"

#include <QCheckBox>
#include <QDockWidget>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace tachograph;
using tests::ReviewFixture;

namespace {

QString text(const Note& note) {
    return QString::fromStdString(placeText(note) + ": " + note.text);
}

} // namespace

/// Notes and dismissals in the window, by real keys and mouse events.
class TestReview : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void aKeyMakesANote();
    void aDragMakesASpan();
    void escapeMakesNone();
    void badStepsCannotBeSaved();
    void theMouseMovesNotes();
    void keysMoveEditAndDelete();
    void thePanelListsThem();
    void everythingCanBeUndone();
    void findingsAreDismissedWithAReason();
    void aFindingBecomesANote();
    void filesComeBack();
    void badFilesChangeNothing();
    void otherAxesKeepThePlace();
    void pictures_data();
    void pictures();
};

void TestReview::aKeyMakesANote() {
    ReviewFixture f;
    QVERIFY(f.start());
    f.window->workspace().plot().setCrosshair(120);
    QVERIFY(f.press(Qt::Key_N));
    QVERIFY(f.write("driver <b>550</b>"));
    QCOMPARE(f.notes().size(), std::size_t{1});
    QCOMPARE(text(f.notes().front()), QStringLiteral("step 120: driver <b>550</b>"));
    QVERIFY(f.window->workspace().dock("notes")->isVisible());
    QCOMPARE(f.session->reviews().selected(), f.notes().front().id);
    f.window->actions().newNoteOnRun->trigger();
    QVERIFY(f.write("node 7"));
    QCOMPARE(text(f.notes().back()), QStringLiteral("whole run: node 7"));
    f.session->setViewRange(std::pair(100.0, 200.0));
    QVERIFY(f.press(Qt::Key_N, Qt::ShiftModifier));
    QVERIFY(f.write("here"));
    QCOMPARE(text(f.notes().back()), QStringLiteral("steps 100 to 200: here"));
}

void TestReview::aDragMakesASpan() {
    ReviewFixture f;
    QVERIFY(f.start());
    const int y = f.canvas()->height() / 2;
    QTest::mousePress(f.canvas(), Qt::LeftButton, Qt::ControlModifier, {f.pixelOf(200), y});
    QTest::mouseMove(f.canvas(), {f.pixelOf(250), y});
    QTest::mouseMove(f.canvas(), {f.pixelOf(300), y});
    QTest::mouseRelease(f.canvas(), Qt::LeftButton, Qt::ControlModifier, {f.pixelOf(300), y});
    QVERIFY(!f.session->viewRange().has_value()); // no zoom
    QVERIFY(f.write("slow"));
    const Note& note = f.notes().front();
    QVERIFY2(std::abs(*note.firstStep - 200) <= 2 && std::abs(note.lastStep - 300) <= 2, qPrintable(text(note)));
}

void TestReview::escapeMakesNone() {
    ReviewFixture f;
    QVERIFY(f.start());
    QVERIFY(f.press(Qt::Key_N));
    auto* dialog = f.window->findChild<app::NoteDialog*>();
    QVERIFY(dialog);
    QTest::keyClicks(dialog->findChild<QPlainTextEdit*>(), "not this one");
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(f.notes().empty());
    QVERIFY(!f.window->history().canUndo());
}

void TestReview::badStepsCannotBeSaved() {
    Note note;
    setPlace(note, 10, 20);
    note.text = "a";
    app::NoteDialog* dialog = new app::NoteDialog(note, "run", false);
    dialog->show();
    auto* save = dialog->findChild<QPushButton*>(QString(), Qt::FindChildrenRecursively);
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
        if (button->text() == "Save note")
            save = button;
    const auto fields = dialog->findChildren<QLineEdit*>();
    QCOMPARE(fields.size(), 2);
    QVERIFY(save->isEnabled());
    for (const auto& [first, last] : {std::pair("x", "20"), std::pair("", "20"), std::pair("21", "20"),
                                      std::pair("1.5", "20"), std::pair("10", "99999999999999999999")}) {
        fields[0]->setText(first);
        fields[1]->setText(last);
        QVERIFY2(!save->isEnabled(), first);
    }
    fields[0]->setText("1,010");
    fields[1]->clear();
    QVERIFY(save->isEnabled());
    QCOMPARE(text(dialog->note()), QStringLiteral("step 1,010: a"));
    dialog->findChild<QCheckBox*>()->setChecked(true);
    QVERIFY(!fields[0]->isEnabled());
    QCOMPARE(text(dialog->note()), QStringLiteral("whole run: a"));
    dialog->findChild<QPlainTextEdit*>()->setPlainText(" \n ");
    QVERIFY(!save->isEnabled());
    dialog->close();
}

void TestReview::theMouseMovesNotes() {
    ReviewFixture f;
    QVERIFY(f.start());
    Note note;
    setPlace(note, 100, 200);
    note.text = "span";
    f.session->reviews().add(f.run(), note);
    QTest::qWait(50); // drawn
    QVERIFY(f.noteRow() > 0);
    const int y = f.noteRow();
    const auto drag = [&](double from, double to) {
        QTest::mousePress(f.canvas(), Qt::LeftButton, {}, {f.pixelOf(from), y});
        QTest::mouseMove(f.canvas(), {f.pixelOf((from + to) / 2), y});
        QTest::mouseMove(f.canvas(), {f.pixelOf(to), y});
        QTest::mouseRelease(f.canvas(), Qt::LeftButton, {}, {f.pixelOf(to), y});
        QTest::qWait(50); // drawn
    };
    drag(150, 250); // the whole note
    QVERIFY2(std::abs(*f.notes()[0].firstStep - 200) <= 2 && std::abs(f.notes()[0].lastStep - 300) <= 2,
             qPrintable(text(f.notes()[0])));
    const auto first = *f.notes()[0].firstStep;
    drag(static_cast<double>(f.notes()[0].lastStep), 400); // its end
    QVERIFY2(*f.notes()[0].firstStep == first && std::abs(f.notes()[0].lastStep - 400) <= 2,
             qPrintable(text(f.notes()[0])));
    drag(350, 9000); // not beyond the recording
    QVERIFY(f.notes()[0].lastStep <= f.session->current()->run->lastStep());
    // Esc puts it back.
    const Note before = f.notes()[0];
    QTest::mousePress(f.canvas(), Qt::LeftButton, {}, {f.pixelOf(500), y});
    QTest::mouseMove(f.canvas(), {f.pixelOf(300), y});
    QTest::keyClick(f.canvas(), Qt::Key_Escape);
    QTest::mouseRelease(f.canvas(), Qt::LeftButton, {}, {f.pixelOf(300), y});
    QCOMPARE(f.notes()[0], before);
}

void TestReview::keysMoveEditAndDelete() {
    ReviewFixture f;
    QVERIFY(f.start());
    for (const int step : {100, 300}) {
        Note note;
        setPlace(note, step, step);
        note.text = "at " + std::to_string(step);
        f.session->reviews().add(f.run(), note);
    }
    QVERIFY(f.press(Qt::Key_Period));
    QCOMPARE(f.session->reviews().selected(), f.notes()[0].id);
    QVERIFY(f.press(Qt::Key_Period));
    QCOMPARE(f.session->reviews().selected(), f.notes()[1].id);
    QVERIFY(f.press(Qt::Key_Period)); // round and round
    QCOMPARE(f.session->reviews().selected(), f.notes()[0].id);
    QVERIFY(f.press(Qt::Key_Right, Qt::AltModifier));
    QCOMPARE(*f.notes()[0].firstStep, 101);
    QVERIFY(f.press(Qt::Key_Left, Qt::AltModifier | Qt::ShiftModifier));
    QCOMPARE(*f.notes()[0].firstStep, 91);
    QCOMPARE(f.notes()[0].lastStep, 91);
    QVERIFY(f.press(Qt::Key_F2));
    QVERIFY(f.write("other words"));
    QCOMPARE(text(f.notes()[0]), QStringLiteral("step 91: other words"));
    QVERIFY(f.press(Qt::Key_Delete));
    QCOMPARE(f.notes().size(), std::size_t{1});
    QCOMPARE(f.session->reviews().selected(), std::uint64_t{0});
    QVERIFY(f.press(Qt::Key_Delete)); // none is selected
    QCOMPARE(f.notes().size(), std::size_t{1});
}

void TestReview::thePanelListsThem() {
    ReviewFixture f;
    QVERIFY(f.start());
    f.window->workspace().showPanel("notes");
    auto* list = f.window->workspace().panel("notes")->findChild<QListView*>();
    QCOMPARE(list->model()->rowCount(), 0);
    Note note;
    setPlace(note, 300, 310);
    note.text = "later\nsecond line";
    f.session->reviews().add(f.run(), note);
    note.firstStep.reset();
    note.text = "about all";
    f.session->reviews().add(f.run(), note);
    QCOMPARE(list->model()->rowCount(), 2);
    QCOMPARE(list->model()->index(0, 0).data(models::NotesModel::placeRole).toString(), QStringLiteral("whole run"));
    QCOMPARE(list->model()->index(1, 0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("Note, steps 300 to 310, later\nsecond line"));
    list->setFocus();
    list->setCurrentIndex(list->model()->index(1, 0));
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(f.session->reviews().selected(), f.notes()[0].id);
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(f.write("new text"));
    QCOMPARE(text(f.notes()[0]), QStringLiteral("steps 300 to 310: new text"));
    list->setCurrentIndex(list->model()->index(1, 0));
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(list->model()->rowCount(), 1);
}

void TestReview::everythingCanBeUndone() {
    ReviewFixture f;
    QVERIFY(f.start());
    QUndoStack& history = f.window->history();
    const auto lanes = f.session->options().lanes;
    Note note;
    setPlace(note, 5, 5);
    note.text = "one";
    const auto id = f.session->reviews().add(f.run(), note);
    Note moved = f.notes()[0];
    setPlace(moved, 50, 60);
    f.session->reviews().change(f.run(), moved);
    f.session->reviews().dismiss(f.run(), f.session->timeline()->findings[0].finding, "known");
    f.session->setLaneShown("split", false);
    f.session->reviews().remove(f.run(), id);
    QCOMPARE(history.count(), 5);
    while (history.canUndo())
        history.undo();
    QVERIFY(f.session->reviews().of(f.run())->empty());
    QCOMPARE(f.session->options().lanes, lanes);
    while (history.canRedo())
        history.redo();
    QVERIFY(f.notes().empty());
    QCOMPARE(f.session->reviews().of(f.run())->dismissals.size(), std::size_t{1});
    QVERIFY(!f.session->isLaneShown("split"));
    history.undo();
    QCOMPARE(text(f.notes()[0]), QStringLiteral("steps 50 to 60: one"));
    QCOMPARE(history.redoText(), QStringLiteral("Delete note"));
}

void TestReview::findingsAreDismissedWithAReason() {
    ReviewFixture f;
    QVERIFY(f.start());
    f.session->setSelectedFinding(0);
    QVERIFY(f.press(Qt::Key_D));
    auto* dialog = f.window->findChild<QInputDialog*>();
    QVERIFY(dialog);
    dialog->setTextValue("length was raised on purpose");
    dialog->accept();
    const RunReviewPtr review = f.session->reviews().of(f.run());
    const Finding& finding = f.session->timeline()->findings[0].finding;
    QVERIFY(dismissalOf(*review, finding));
    QCOMPARE(dismissalOf(*review, finding)->reason, std::string("length was raised on purpose"));
    auto* list = f.window->findChild<widgets::FindingList*>();
    QVERIFY(list->model()->index(0, 0).data(Qt::AccessibleTextRole).toString().contains("dismissed"));
    QVERIFY(f.window->workspace().findings().selectedAsText().contains("Dismissed: length was raised on purpose"));
    QVERIFY(f.press(Qt::Key_D)); // and back
    QVERIFY(f.session->reviews().of(f.run())->dismissals.empty());
}

void TestReview::aFindingBecomesANote() {
    ReviewFixture f;
    QVERIFY(f.start());
    f.session->setSelectedFinding(0);
    f.window->actions().noteFromFinding->trigger();
    auto* dialog = f.window->findChild<app::NoteDialog*>();
    QVERIFY(dialog);
    dialog->accept();
    const Finding& finding = f.session->timeline()->findings[0].finding;
    QCOMPARE(f.notes().size(), std::size_t{1});
    QCOMPARE(f.notes()[0].from, finding.code);
    QCOMPARE(f.notes()[0].firstStep, std::optional(finding.firstStep));
    QCOMPARE(f.notes()[0].text, finding.summary);
}

void TestReview::filesComeBack() {
    ReviewFixture f;
    QVERIFY(f.start());
    Note note;
    setPlace(note, 10, 20);
    note.text = "=1+1";
    f.session->reviews().add(f.run(), note);
    f.session->reviews().dismiss(f.run(), f.session->timeline()->findings[0].finding, "known");
    const RunReview before = *f.session->reviews().of(f.run());
    for (const char* name : {"notes.json", "notes.csv"}) {
        const QString path = f.folder.filePath(name);
        f.window->reviewer().exportFile(path);
        QVERIFY(QFile::exists(path));
        f.session->reviews().set(f.session->reviews().keyOf(f.run()), {});
        f.window->reviewer().importFile(path);
        QCOMPARE(text(f.notes().at(0)), text(before.notes[0]));
        QCOMPARE(f.session->reviews().of(f.run())->dismissals, before.dismissals);
        f.window->reviewer().importFile(path); // nothing is doubled
        QCOMPARE(f.notes().size(), std::size_t{1});
    }
}

void TestReview::badFilesChangeNothing() {
    ReviewFixture f;
    QVERIFY(f.start());
    const QString path = f.folder.filePath("notes.json");
    for (const char* content : {"", "{", "{\"schema\": \"tachograph.notes/9\"}", "a,b\n1,2\n"}) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(content);
        file.close();
        f.window->reviewer().importFile(path);
        const auto& message = f.window->messages().messages().back();
        QCOMPARE(message.kind, widgets::MessageBar::Kind::error);
        QVERIFY2(message.text.contains("notes.json") && message.text.endsWith('.'), qPrintable(message.text));
        QVERIFY(f.notes().empty());
    }
    f.window->reviewer().exportFile("/proc/none/notes.csv");
    QCOMPARE(f.window->messages().messages().back().kind, widgets::MessageBar::Kind::error);
}

void TestReview::otherAxesKeepThePlace() {
    ReviewFixture f;
    QVERIFY(f.start());
    Note note;
    setPlace(note, 100, 100);
    note.text = "here";
    f.session->reviews().add(f.run(), note);
    const auto timeline = f.session->timeline();
    f.session->setAxis(XAxis::elapsed);
    QVERIFY(QTest::qWaitFor([&] { return f.session->timeline() != timeline; }));
    const auto placed = models::placeNotes(*f.session->timeline(), {f.session->reviews().of(f.run())});
    QCOMPARE(placed.size(), std::size_t{1});
    const auto step = models::stepAt(*f.session->timeline(), 0, placed[0].first);
    QCOMPARE(step, std::optional<std::int64_t>(100));
    QVERIFY(placed[0].first > f.session->timeline()->xMin && placed[0].first < f.session->timeline()->xMax);
}

void TestReview::pictures_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

/// For people to look at: notes of all kinds, a dismissed finding, the panel.
void TestReview::pictures() {
    QFETCH(bool, dark);
    ReviewFixture f;
    (dark ? f.window->actions().themeDark : f.window->actions().themeLight)->trigger();
    QVERIFY(f.start());
    const std::pair<std::pair<int, int>, const char*> notes[] = {
        {{60, 60}, "driver updated\nby Ana"}, {{200, 320}, "queue shared with job 18"}, {{480, 480}, "learning rate?"}};
    for (const auto& [place, words] : notes) {
        Note note;
        setPlace(note, place.first, place.second);
        note.text = words;
        f.session->reviews().select(f.session->reviews().add(f.run(), note));
    }
    Note run;
    run.text = "node 7, image 2026-11";
    f.session->reviews().add(f.run(), run);
    f.session->reviews().select(f.notes()[1].id);
    f.session->reviews().dismiss(f.run(), f.session->timeline()->findings[0].finding, "longer answers are wanted");
    f.session->setSelectedFinding(0);
    f.window->workspace().showPanel("notes");
    QTest::qWait(300);
    QVERIFY(tests::savePicture(f.window->grab(), QStringLiteral("review-") + QTest::currentDataTag()));
}

QTEST_MAIN(TestReview)
#include "tst_review.moc"
