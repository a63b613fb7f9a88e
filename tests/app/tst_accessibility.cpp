#include "tests/app/comparewindow.h"
#include "tests/app/tabwalk.h"

#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QPushButton>

using namespace tachograph;
using app::Actions;

namespace {

void judge(const tests::TabWalk& walk) {
    QVERIFY2(!walk.stops().isEmpty(), "the keys lead nowhere");
    const auto said = [](const char* what, const QStringList& controls) {
        return controls.isEmpty() ? QString() : QString::fromLatin1(what) + controls.join(QStringLiteral(", ")) + u'\n';
    };
    const QString faults = said("without a name: ", walk.unnamed()) + said("not reached: ", walk.unreachable()) +
                           said("no visible focus: ", walk.unmarked());
    QVERIFY2(faults.isEmpty(), qPrintable(faults));
}

struct Dialog {
    const char* name;
    QAction* Actions::*opens;
};

constexpr Dialog dialogs[] = {
    {"preferences", &Actions::preferences},  {"key meanings", &Actions::keyMeanings}, {"manual", &Actions::manual},
    {"shortcuts", &Actions::shortcuts},      {"export", &Actions::exportReport},      {"note", &Actions::newNoteOnRun},
    {"lane as a table", &Actions::laneTable}};

} // namespace

/// Every control of the window has a name for screen readers, is reached by Tab (or by the arrows within its group) and
/// shows that it has the focus.
class TestAccessibility : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        QApplication::setCursorFlashTime(0); // what is compared must not blink
    }

    /// The judge itself: a window that has all four faults.
    void faultsAreSeen() {
        QWidget window;
        auto* first = new QPushButton(QStringLiteral("First"), &window);
        auto* nameless = new QPushButton(&window);
        nameless->setObjectName(QStringLiteral("nameless"));
        nameless->move(0, 40);
        auto* skipped = new QPushButton(QStringLiteral("Skipped"), &window);
        skipped->move(0, 80);
        skipped->setFocusPolicy(Qt::ClickFocus);
        auto* flat = new QWidget(&window);
        flat->setObjectName(QStringLiteral("flat"));
        flat->setAccessibleName(QStringLiteral("Flat"));
        flat->setGeometry(0, 120, 80, 20);
        flat->setFocusPolicy(Qt::TabFocus);
        QVERIFY(tests::showAt(window, {200, 200}));
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        first->setFocus();
        const tests::TabWalk walk(window);
        QCOMPARE(walk.unnamed(), QStringList{QStringLiteral("nameless")});
        QCOMPARE(walk.unreachable(), QStringList{QStringLiteral("QPushButton \"Skipped\"")});
        QCOMPARE(walk.unmarked(), QStringList{QStringLiteral("flat")});
    }

    void startPage() {
        tests::WindowFixture f;
        f.settings.addRecent(QStringLiteral("/no/such/run.jsonl"), 0);
        f.window->opener().refreshRecent();
        QVERIFY(tests::showAt(*f.window, {1600, 1000}));
        walkWindow(f);
    }

    void window_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        QTest::newRow("wide") << QSize(1600, 1000) << false;
        QTest::newRow("wide, dark") << QSize(1600, 1000) << true;
        QTest::newRow("with the rail") << QSize(1270, 800) << false;
        QTest::newRow("with the rail at both sides") << QSize(980, 700) << false;
    }
    void window() {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        tests::WindowFixture f;
        (dark ? f.window->actions().themeDark : f.window->actions().themeLight)->trigger();
        QVERIFY(tests::showAt(*f.window, size));
        QVERIFY(f.openDemo());
        f.session->setSelectedFinding(0);
        QTest::qWait(200);
        walkWindow(f);
    }

    /// Also those that are hidden at first.
    void everyPanel() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1600, 1200}));
        QVERIFY(f.openDemo());
        for (const widgets::Panel* panel : widgets::panels())
            f.window->workspace().dock(QString::fromLatin1(panel->id))->show();
        QTest::qWait(200);
        walkWindow(f);
    }

    void comparePage() {
        tests::CompareWindow f;
        QVERIFY(f.compare({tests::stepRows(200, 1.0), tests::stepRows(200, 1.3, 1, 8)}));
        QTest::qWait(200);
        walkWindow(f);
    }

    void dialog_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(std::size(dialogs)); ++i)
            QTest::newRow(dialogs[i].name) << i;
    }
    void dialog() {
        QFETCH(int, index);
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1600, 1000}));
        QVERIFY(f.openDemo());
        (f.window->actions().*dialogs[index].opens)->trigger();
        auto* dialog = f.window->findChild<QDialog*>();
        QVERIFY(dialog);
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        judge(tests::TabWalk(*dialog));
    }

  private:
    static void walkWindow(tests::WindowFixture& f) {
        f.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        judge(tests::TabWalk(*f.window));
    }
};

QTEST_MAIN(TestAccessibility)
#include "tst_accessibility.moc"
