#include "app/actions.h"
#include "app/panelrail.h"
#include "tests/app/windowfixture.h"
#include "widgets/plot/plotview.h"

#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QMenuBar>
#include <QToolButton>

using namespace tachograph;
using app::PanelRail;

namespace {

QStringList docksShown(const app::Workspace& workspace) {
    QStringList shown;
    for (const widgets::Panel* panel : widgets::panels())
        if (!workspace.dock(QString::fromLatin1(panel->id))->isHidden())
            shown << QString::fromLatin1(panel->id);
    return shown;
}

QStringList iconsListed(const PanelRail& rail) {
    QStringList listed;
    for (const widgets::Panel* panel : widgets::panels())
        if (rail.action(QString::fromLatin1(panel->id))->isVisible())
            listed << QString::fromLatin1(panel->id);
    return listed;
}

/// Ids of the panels of a side, or of those that are shown at first.
QStringList panelsAt(Qt::DockWidgetArea area, bool shownAtFirst = false) {
    QStringList ids;
    for (const widgets::Panel* panel : widgets::panels())
        if (panel->area == area && (!shownAtFirst || panel->shownAtFirst))
            ids << QString::fromLatin1(panel->id);
    return ids;
}

QStringList shownAtFirst() {
    QStringList ids;
    for (const widgets::Panel* panel : widgets::panels())
        if (panel->shownAtFirst)
            ids << QString::fromLatin1(panel->id);
    return ids;
}

void resizeTo(app::MainWindow& window, const QSize& size) {
    window.resize(size);
    QTRY_COMPARE(window.size(), size);
    QTest::qWait(20); // docks take their sizes behind the event
}

} // namespace

/// In a window without room for docks at the left they are icons.
class TestNarrowWindow : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void wideHasNoRail() {
        tests::WindowFixture f;
        QVERIFY(shown(f, {1280, 800}));
        QVERIFY(!rail(f)->isVisible());
        QCOMPARE(docksShown(f.window->workspace()), shownAtFirst());
    }

    /// The name of the run beside the menus: markup in it is text, and a long one does not push the menus aside.
    void aLongNameLeavesTheMenusTheirPlace() {
        tests::WindowFixture f;
        QVERIFY(shown(f, {900, 700}));
        QFile file(f.folder.filePath(QStringLiteral("<b>bold %1.jsonl").arg(QString(150, QLatin1Char('x')))));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int step = 1; step <= 50; ++step)
            file.write("{\"step\": " + QByteArray::number(step) + ", \"step_time_s\": 2.0}\n");
        file.close();
        f.window->opener().open({file.fileName()});
        QVERIFY(f.waitUntilJudged(2));
        f.session->setCurrent(f.session->runs().back().id);
        QTRY_VERIFY(f.window->windowTitle().size() > 150);
        const auto* corner = qobject_cast<QLabel*>(f.window->menuBar()->cornerWidget());
        QVERIFY(corner);
        QCOMPARE(corner->textFormat(), Qt::PlainText);
        QVERIFY2(corner->text().startsWith(QLatin1String("<b>bold")), qPrintable(corner->text()));
        QVERIFY2(corner->width() < 300, qPrintable(QString::number(corner->width())));
    }

    void narrowHasIconsAtTheLeft() {
        tests::WindowFixture f;
        QVERIFY(shown(f, {1279, 800}));
        QVERIFY(rail(f)->isVisible());
        QCOMPARE(rail(f)->width(), 44);
        QCOMPARE(iconsListed(*rail(f)), panelsAt(Qt::LeftDockWidgetArea));
        QCOMPARE(docksShown(f.window->workspace()), panelsAt(Qt::RightDockWidgetArea, true));
        QVERIFY(f.window->workspace().plot().width() > 800);
    }

    void anIconShowsAndHidesItsPanel() {
        tests::WindowFixture f;
        QVERIFY(shown(f, {1100, 700}));
        QTest::mouseClick(button(f, "series"), Qt::LeftButton);
        QVERIFY(f.window->workspace().dock("series")->isVisible());
        QVERIFY(rail(f)->action("series")->isChecked());
        QTest::mouseClick(button(f, "runs"), Qt::LeftButton); // one at a time
        QVERIFY(f.window->workspace().dock("runs")->isVisible());
        QVERIFY(!f.window->workspace().dock("series")->isVisible());
        QVERIFY(!rail(f)->action("series")->isChecked());
        QVERIFY(f.window->workspace().dock("findings")->isVisible());
        button(f, "runs")->setFocus();
        QTest::keyClick(button(f, "runs"), Qt::Key_Space);
        QVERIFY(!f.window->workspace().dock("runs")->isVisible());
        QVERIFY(!rail(f)->action("runs")->isChecked());
    }

    void closingADockLetsGoOfItsIcon() {
        tests::WindowFixture f;
        QVERIFY(shown(f, {1100, 700}));
        QTest::mouseClick(button(f, "details"), Qt::LeftButton);
        f.window->workspace().dock("details")->close();
        QTRY_VERIFY(!rail(f)->action("details")->isChecked());
    }

    void slimHasBothSidesAsIcons() {
        tests::WindowFixture f;
        QVERIFY(shown(f, {900, 700}));
        QVERIFY(docksShown(f.window->workspace()).isEmpty());
        QCOMPARE(iconsListed(*rail(f)), panelsAt(Qt::LeftDockWidgetArea) + panelsAt(Qt::RightDockWidgetArea));
        QTest::mouseClick(button(f, "findings"), Qt::LeftButton);
        QCOMPARE(docksShown(f.window->workspace()), QStringList("findings"));
        QTest::mouseClick(button(f, "series"), Qt::LeftButton);
        QCOMPARE(docksShown(f.window->workspace()), QStringList("series"));
        QVERIFY(f.window->width() <= 900);
    }

    void theDocksComeBackAsTheyWere() {
        tests::WindowFixture f;
        QVERIFY(shown(f, {1600, 1000}));
        f.window->workspace().dock("details")->hide(); // by wish
        const QStringList before = docksShown(f.window->workspace());
        const int left = f.window->workspace().dock("runs")->width();
        for (const int width : {1100, 900, 1100, 700}) {
            resizeTo(*f.window, {width, 800});
            QVERIFY(!f.window->workspace().dock("runs")->isVisible());
        }
        QTest::mouseClick(button(f, "details"), Qt::LeftButton);
        resizeTo(*f.window, {1600, 1000});
        QVERIFY(!rail(f)->isVisible());
        QCOMPARE(docksShown(f.window->workspace()), before);
        QTRY_COMPARE(f.window->workspace().dock("runs")->width(), left);
    }

    void aSavedLayoutIsTheRoomyOne() {
        tests::WindowFixture f;
        QVERIFY(shown(f, {1600, 1000}));
        f.window->workspace().dock("details")->hide();
        resizeTo(*f.window, {1100, 700});
        const QByteArray saved = f.window->workspace().saveLayout();
        tests::WindowFixture g;
        QVERIFY(g.window->workspace().restoreLayout(saved));
        QVERIFY(shown(g, {1600, 1000}));
        QVERIFY(g.window->workspace().dock("runs")->isVisible());
        QVERIFY(!g.window->workspace().dock("details")->isVisible());
        QVERIFY(!rail(g)->isVisible());
    }

    void aPanelThatIsAskedForComes() {
        tests::WindowFixture f;
        QVERIFY(shown(f, {1100, 700}));
        f.window->workspace().showPanel("series");
        f.window->workspace().showPanel("details");
        QVERIFY(f.window->workspace().dock("details")->isVisible());
        QVERIFY(!f.window->workspace().dock("series")->isVisible());
    }

    void everyIconHasANameAndIsReachedByTab() {
        tests::WindowFixture f;
        QVERIFY(shown(f, {1100, 700}));
        QSet<QWidget*> reached;
        f.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        for (int i = 0; i < 60; ++i) {
            reached << f.window->focusWidget();
            QTest::keyClick(f.window->focusWidget(), Qt::Key_Tab);
        }
        for (const QString& id : panelsAt(Qt::LeftDockWidgetArea)) {
            QVERIFY(!button(f, id)->accessibleName().isEmpty());
            QVERIFY(!button(f, id)->icon().isNull());
            QVERIFY2(reached.contains(button(f, id)), qPrintable(id));
        }
    }

  private:
    static bool shown(tests::WindowFixture& f, const QSize& size) {
        return f.openDemo() && tests::showAt(*f.window, size) &&
               QTest::qWaitFor([&] { return f.window->workspace().isVisible(); });
    }
    static PanelRail* rail(tests::WindowFixture& f) { return f.window->findChild<PanelRail*>(); }
    static QToolButton* button(tests::WindowFixture& f, const QString& id) {
        return qobject_cast<QToolButton*>(rail(f)->widgetForAction(rail(f)->action(id)));
    }
};

QTEST_MAIN(TestNarrowWindow)
#include "tst_narrowwindow.moc"
