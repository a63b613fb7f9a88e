#include "models/items/runsmodel.h"
#include "models/items/runsview.h"
#include "tests/support/gui.h"
#include "widgets/appearance.h"
#include "widgets/panels/runs.h"
#include "widgets/panels/runs/runsdelegate.h"

#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

using namespace tachograph;
using namespace tachograph::widgets;

namespace {

constexpr int runs = 50;

QByteArray smallRun(int number) {
    QByteArray text;
    for (int step = 1; step <= 20; ++step)
        text += QStringLiteral("{\"step\": %1, \"step_time_s\": %2}\n").arg(step).arg(1.0 + number % 7).toLatin1();
    return text;
}

QByteArray config(int number) {
    return "lr: 0." + QByteArray::number(number % 3) + "\n";
}

} // namespace

/// Fifty open runs in the panel of the runs: what it costs, counted and not timed, and how they are found.
class TestManyRuns : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        dressApplication(Theme::light());
        m_panel = new RunsPanelWidget(m_session, &m_window);
        m_panel->setTheme(Theme::light());
        m_panel->resize(252, 400);
        QVERIFY(tests::showAt(m_window, {252, 400}));
        m_filter = m_panel->findChild<QLineEdit*>();
        m_tree = m_panel->findChild<QTreeView*>();
    }

    /// Every change of every run is told by itself; the rows are not laid out anew for each.
    void openingLaysOutLittle() {
        QVERIFY(!m_filter->isVisible()); // nothing to filter
        const int before = m_panel->layouts();
        int told = 0;
        QObject counter;
        connect(&m_session, &models::Session::runsChanged, &counter, [&told] { ++told; });
        for (int i = 0; i < runs; ++i)
            m_session.openBytes(QStringLiteral("run-%1").arg(i), smallRun(i), config(i));
        QCOMPARE(m_panel->layouts(), before + 1); // the first became the current one
        QTRY_VERIFY_WITH_TIMEOUT(
            std::ranges::all_of(m_session.runs(), [](const models::OpenRun& run) { return run.diagnosis != nullptr; }),
            60'000);
        QTest::qWait(50);
        QVERIFY2(told >= 2 * runs, qPrintable(QString::number(told)));
        QVERIFY2(m_panel->layouts() - before <= told, qPrintable(QString::number(m_panel->layouts() - before)));
        QCOMPARE(m_tree->model()->rowCount(), runs);
        QVERIFY(m_filter->isVisible());
    }

    /// Ten changes in one go give one layout, and so does a letter.
    void changesInOneGoGiveOneLayout() {
        const int before = m_panel->layouts();
        for (std::size_t i = 0; i < 10; ++i)
            m_session.setVisible(m_session.runs()[i].id, !m_session.runs()[i].visible);
        QCOMPARE(m_panel->layouts(), before);
        QTRY_COMPARE(m_panel->layouts(), before + 1);
        QTest::keyClicks(m_filter, QStringLiteral("run-4"));
        QCOMPARE(m_panel->layouts(), before + 6);  // of five letters
        QCOMPARE(m_tree->model()->rowCount(), 11); // run-4 and run-40 to run-49
        QCOMPARE(m_panel->note(), QStringLiteral("11 of 50"));
        m_filter->clear();
        QCOMPARE(m_panel->note(), QStringLiteral("50 open"));
    }

    void keysAlone() {
        m_panel->focusFilter();
        QTRY_VERIFY(m_filter->hasFocus());
        QTest::keyClicks(m_filter, QStringLiteral("lr=0.1 run-1"));
        QCOMPARE(m_tree->model()->rowCount(), 5); // 1, 10, 13, 16, 19
        QTest::keyClick(m_filter, Qt::Key_Down);
        QTRY_VERIFY(m_tree->hasFocus());
        QTest::keyClick(m_filter, Qt::Key_Escape);
        QVERIFY(m_filter->text().isEmpty());
        QCOMPARE(m_tree->model()->rowCount(), runs);
    }

    /// What is looked at does not change because its row is not among those that are found.
    void filteringChoosesNoRun() {
        const auto current = m_session.runs()[5].id;
        m_session.setCurrent(current);
        m_filter->setText(QStringLiteral("run-4"));
        QCOMPARE(m_session.current()->id, current);
        m_filter->clear();
        QCOMPARE(m_session.current()->id, current);
        QCOMPARE(m_tree->currentIndex().data(models::RunsModel::idRole).toULongLong(), current);
    }

    void nothingFound() {
        m_filter->setText(QStringLiteral("no such run"));
        QCOMPARE(m_tree->model()->rowCount(), 0);
        QCOMPARE(m_panel->note(), QStringLiteral("0 of 50"));
        QVERIFY(!m_tree->currentIndex().isValid());
        m_filter->clear();
        QVERIFY(m_tree->currentIndex().isValid()); // the current run is found again
    }

    void controlsHaveNames() {
        auto* order = m_panel->findChild<QToolButton*>();
        for (const QWidget* control :
             {static_cast<QWidget*>(m_filter), static_cast<QWidget*>(order), static_cast<QWidget*>(m_tree)}) {
            QVERIFY(!control->accessibleName().isEmpty());
            QVERIFY(control->focusPolicy() & Qt::TabFocus);
        }
        QVERIFY(QMetaObject::invokeMethod(order->menu(), "aboutToShow"));
        QVERIFY(order->menu()->actions().size() > 8);
    }

    /// The heading of a group takes room above its first run, and the eye stays where it is painted.
    void groupsHaveHeadings() {
        auto* view = m_panel->findChild<models::RunsView*>();
        view->setGroupKey(QStringLiteral("lr"));
        view->setFilter(QStringLiteral("run-1"));
        m_tree->doItemsLayout();
        const QModelIndex first = view->index(0, 0), second = view->index(1, 0);
        QVERIFY(!first.data(models::RunsView::headingRole).toString().isEmpty());
        QVERIFY(second.data(models::RunsView::headingRole).toString().isEmpty());
        QVERIFY(m_tree->visualRect(first).height() > m_tree->visualRect(second).height());
        const auto id = first.data(models::RunsModel::idRole).toULongLong();
        const bool visible = m_session.run(id)->visible;
        auto* delegate = m_panel->findChild<RunsDelegate*>();
        m_tree->scrollToTop();
        QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {},
                          RunsDelegate::buttonRect(delegate->rowRect(m_tree->visualRect(first), first)).center());
        QCOMPARE(m_session.run(id)->visible, !visible);
    }

    /// A heading is no run: a click on it neither hides nor chooses the one below, also where its eye would be.
    void clickOnAHeading() {
        auto* view = m_panel->findChild<models::RunsView*>();
        view->setGroupKey(QStringLiteral("lr"));
        view->setFilter({});
        m_tree->doItemsLayout();
        m_tree->scrollToTop();
        const QModelIndex first = view->index(0, 0);
        const auto id = first.data(models::RunsModel::idRole).toULongLong();
        m_session.setCurrent(view->index(3, 0).data(models::RunsModel::idRole).toULongLong());
        m_tree->scrollToTop();
        const bool visible = m_session.run(id)->visible;
        const QRect place = m_tree->visualRect(first);
        for (const QPoint& at : {place.topLeft() + QPoint(20, 12), RunsDelegate::buttonRect(place).center()}) {
            QVERIFY(at.y() < m_panel->findChild<RunsDelegate*>()->rowRect(place, first).top());
            QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, at);
            QTest::mouseDClick(m_tree->viewport(), Qt::LeftButton, {}, at);
            QCOMPARE(m_session.run(id)->visible, visible);
            QVERIFY(m_session.current()->id != id);
        }
        QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, place.bottomLeft() + QPoint(60, -12));
        QCOMPARE(m_session.current()->id, id); // the row below it is a run
        view->setGroupKey({});
    }

    /// Every row says what was found, to the eye, to screen readers and in the copied table.
    void rowsSayTheirVerdict() {
        auto* view = m_panel->findChild<models::RunsView*>();
        view->setFilter({});
        QSignalSpy copied(m_panel, &PanelWidget::copyRequested);
        auto* order = m_panel->findChild<QToolButton*>();
        QVERIFY(QMetaObject::invokeMethod(order->menu(), "aboutToShow"));
        for (QAction* action : order->menu()->actions())
            if (action->text() == QStringLiteral("Copy these runs as a table"))
                action->trigger();
        QCOMPARE(copied.size(), 1);
        const QStringList lines = copied[0][0].toString().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), runs + 1);
        for (int row = 0; row < runs; ++row) {
            const QModelIndex index = view->index(row, 0);
            const auto verdict = index.data(models::RunsModel::verdictRole).value<models::RunVerdict>();
            const auto* run = m_session.run(index.data(models::RunsModel::idRole).toULongLong());
            QCOMPARE(verdict.counts[0] + verdict.counts[1] + verdict.counts[2], run->diagnosis->findings().size());
            QVERIFY(index.data(Qt::AccessibleTextRole).toString().endsWith(models::verdictText(verdict)));
            QCOMPARE(lines[row + 1].section('\t', 6, 6), models::verdictHead(verdict));
        }
        tests::savePicture(m_panel->grab(), QStringLiteral("many-runs-verdicts"));
    }

  private:
    models::Session m_session{nullptr};
    QWidget m_window;
    RunsPanelWidget* m_panel = nullptr; // a child of the window
    QLineEdit* m_filter = nullptr;
    QTreeView* m_tree = nullptr;
};

QTEST_MAIN(TestManyRuns)
#include "tst_manyruns.moc"
