#include "tests/app/reviewwindow.h"

#include "app/finder.h"
#include "widgets/compare/comparepage.h"
#include "widgets/find/findfield.h"
#include "widgets/find/findlist.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDockWidget>
#include <QListView>
#include <QTableView>

using namespace tachograph;

namespace {

struct FindFixture : tests::ReviewFixture {
    [[nodiscard]] widgets::FindField& field() const { return window->finder().field(); }
    [[nodiscard]] widgets::FindList* list() const { return window->findChild<widgets::FindList*>(); }
    [[nodiscard]] widgets::PlotView& plot() const { return window->workspace().plot(); }

    bool begin() const {
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get()))
            return false;
        QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
        return field().hasFocus() && list()->isVisible();
    }
    /// Types and presses Enter.
    bool find(const QString& text) const {
        if (!begin())
            return false;
        QTest::keyClicks(&field(), text);
        QTest::keyClick(&field(), Qt::Key_Return);
        return !list()->isVisible() && !field().hasFocus();
    }
};

} // namespace

/// The search field leads to what was typed, by keys alone.
class TestFind : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void aStep() {
        FindFixture f;
        QVERIFY(f.start());
        f.session->setViewRange(std::pair(1.0, 50.0));
        QVERIFY(f.find("step 300"));
        QCOMPARE(f.plot().crosshair(), std::optional(300.0));
        QVERIFY(f.plot().viewRange().first < 300 && f.plot().viewRange().second > 300);
        QVERIFY(f.canvas()->hasFocus());
        QVERIFY(f.find("307")); // in view: it stays where it is
        QCOMPARE(f.plot().crosshair(), std::optional(307.0));
    }

    void aStepThatIsNotThere() {
        FindFixture f;
        QVERIFY(f.start());
        QVERIFY(f.begin());
        QTest::keyClicks(&f.field(), "99999");
        QTest::keyClick(&f.field(), Qt::Key_Return);
        QVERIFY(f.list()->isVisible()); // it says so
        QVERIFY(!f.plot().crosshair());
    }

    void aFinding() {
        FindFixture f;
        QVERIFY(f.start());
        QVERIFY(f.find("throughput_rot"));
        const int selected = f.session->selectedFinding();
        QVERIFY(selected >= 0);
        const auto& finding = f.session->timeline()->findings[static_cast<std::size_t>(selected)];
        QCOMPARE(QString::fromStdString(finding.finding.code), QString("THROUGHPUT_ROT"));
        QVERIFY(f.session->viewRange());
        QVERIFY(f.session->viewRange()->first <= finding.first && f.session->viewRange()->second >= finding.last);
    }

    void aNote() {
        FindFixture f;
        QVERIFY(f.start());
        Note note;
        note.firstStep = note.lastStep = 200;
        note.text = "driver";
        f.session->reviews().add(f.run(), note);
        f.session->setViewRange(std::pair(1.0, 50.0));
        QVERIFY(f.find("driver"));
        QCOMPARE(f.session->reviews().selected(), f.notes().front().id);
        QVERIFY(f.plot().viewRange().first < 200 && f.plot().viewRange().second > 200);
    }

    /// One that is not shown yet comes when it has been built.
    void aSeries() {
        FindFixture f;
        QVERIFY(f.start());
        QString id, title;
        for (const models::LaneChoice& choice : f.session->laneChoices())
            if (choice.unavailable.isEmpty() && !f.session->isLaneShown(choice.id)) {
                id = choice.id;
                title = choice.title;
            }
        QVERIFY(!id.isEmpty());
        QVERIFY(f.find(title));
        QTRY_VERIFY(f.session->isLaneShown(id));
        QTRY_VERIFY(
            std::ranges::any_of(f.session->timeline()->lanes, [&](const models::Lane& lane) { return lane.id == id; }));
        QTRY_VERIFY(f.plot().accessibleDescription().startsWith(title)); // the chosen lane is told first
    }

    void aCommand() {
        FindFixture f;
        QVERIFY(f.start());
        QVERIFY(f.plot().options().robustY);
        QVERIFY(f.find("robust"));
        QVERIFY(!f.plot().options().robustY);
        QVERIFY(f.find("theme: dark"));
        QVERIFY(f.window->actions().themeDark->isChecked());
        QVERIFY(f.find("panel: issues"));
        QVERIFY(f.window->workspace().dock("issues")->isVisible());
    }

    void arrowsChoose() {
        FindFixture f;
        QVERIFY(f.start());
        QVERIFY(f.begin());
        QTest::keyClicks(&f.field(), "note");
        const int first = f.list()->chosen();
        QTest::keyClick(&f.field(), Qt::Key_Down);
        QVERIFY(f.list()->chosen() > first);
        QVERIFY(f.field().accessibleDescription().startsWith("command, "));
        QTest::keyClick(&f.field(), Qt::Key_Up);
        QCOMPARE(f.list()->chosen(), first);
        QTest::keyClick(&f.field(), Qt::Key_Up);
        QCOMPARE(f.list()->chosen(), first);
        QTest::keyClick(&f.field(), Qt::Key_PageDown);
        QVERIFY(f.list()->chosen() > first);
    }

    void escapeGoesBack() {
        FindFixture f;
        QVERIFY(f.start());
        f.plot().setFocus();
        QVERIFY(f.begin());
        QTest::keyClicks(&f.field(), "rot");
        QTest::keyClick(&f.field(), Qt::Key_Escape);
        QVERIFY(!f.list()->isVisible());
        QVERIFY(f.canvas()->hasFocus());
        QVERIFY(f.field().text().isEmpty());
        QVERIFY(!f.session->viewRange());
    }

    void withoutARun() {
        FindFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(f.begin());
        QVERIFY(f.list()->chosen() >= 0);
        QTest::keyClicks(&f.field(), "export report");
        QCOMPARE(f.list()->chosen(), -1); // listed, but not now
        QVERIFY(f.find("preferences"));
        QVERIFY(f.window->findChild<QDialog*>());
    }

    void picture_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        for (const bool dark : {false, true})
            for (const QSize size : {QSize(1600, 1000), QSize(1280, 800), QSize(700, 600)})
                QTest::addRow("%s %d", dark ? "dark" : "light", size.width()) << dark << size;
    }
    /// The list stays inside of the window.
    void picture() {
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        FindFixture f;
        (dark ? f.window->actions().themeDark : f.window->actions().themeLight)->trigger();
        QVERIFY(tests::showAt(*f.window, size));
        QVERIFY(f.openDemo());
        QVERIFY(f.begin());
        QTest::keyClicks(&f.field(), "ste");
        QVERIFY(f.window->rect().contains(f.list()->geometry()));
        QVERIFY(f.list()->findChild<QListView*>()->isVisible());
        QVERIFY(tests::savePicture(f.window->grab(), QStringLiteral("find-%1-%2")
                                                         .arg(dark ? QStringLiteral("dark") : QStringLiteral("light"))
                                                         .arg(size.width())));
    }

    /// From the same keyboard: the values of the chosen lane as a table, and as text.
    void aLaneAsATable() {
        FindFixture f;
        QVERIFY(f.start());
        f.session->setViewRange(std::pair(100.0, 120.0));
        QVERIFY(f.press(Qt::Key_T));
        auto* dialog = f.window->findChild<QDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        auto* table = dialog->findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 21);
        QVERIFY(tests::savePicture(dialog->grab(), QStringLiteral("lane-table")));
        table->selectRow(3);
        table->selectionModel()->select(table->model()->index(5, 0),
                                        QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.size(), 4); // titles, two rows, the end
        QVERIFY(lines[0].startsWith("Step\t"));
        QVERIFY(lines[1].startsWith("103\t") && lines[2].startsWith("105\t"));
    }
};

QTEST_MAIN(TestFind)
#include "tst_find.moc"
