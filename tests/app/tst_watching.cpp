#include "tests/app/desk.h"

#include "app/actions.h"
#include "app/undohistory.h"
#include "app/workspace.h"
#include "models/following/watching.h"
#include "widgets/compare/comparebar.h"
#include "widgets/compare/comparepage.h"
#include "widgets/plot/plotview.h"

#include <QTemporaryDir>

using namespace tachograph;
using models::Watching;
using tests::Desk;
using tests::stepRows;
using tests::writeAll;

/// The window with a baseline, with a file that is still written to, and with lanes that are arranged by hand.
class TestWatching : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(writeAll(path("good.jsonl"), stepRows(200, 2.0)));
        QVERIFY(writeAll(path("job.jsonl"), stepRows(120, 3.0)));
        QVERIFY(writeAll(path("other.jsonl"), stepRows(150, 2.5)));
        m_desk = std::make_unique<Desk>(m_folder->path());
    }
    void cleanup() {
        m_desk.reset();
        m_folder.reset();
    }

    void actionsFollowTheCurrentRun() {
        const app::Actions& actions = m_desk->window->actions();
        QVERIFY(!actions.pinBaseline->isEnabled() && !actions.followFile->isEnabled());
        QVERIFY(m_desk->open({path("good.jsonl"), path("job.jsonl")}));
        QVERIFY(actions.pinBaseline->isEnabled() && actions.followFile->isEnabled());
        actions.pinBaseline->trigger();
        QCOMPARE(watching().baseline(), id(0));
        QVERIFY(actions.pinBaseline->isChecked());
        m_desk->session->setCurrent(id(1));
        QVERIFY(!actions.pinBaseline->isChecked());
        actions.followFile->trigger();
        QVERIFY(watching().live(id(1)) && !watching().live(id(0)));
        QVERIFY(actions.followFile->isChecked());
        actions.followFile->trigger();
        QVERIFY(!watching().live(id(1)) && !actions.followFile->isChecked());
        m_desk->session->setCurrent(id(0));
        actions.pinBaseline->trigger();
        QCOMPARE(watching().baseline(), std::uint64_t(0));
    }

    void linesInMemoryCannotBeFollowed() {
        m_desk->session->openBytes(QStringLiteral("pasted"), stepRows(100, 2.0));
        QVERIFY(m_desk->settled(1));
        QVERIFY(m_desk->window->actions().pinBaseline->isEnabled());
        QVERIFY(!m_desk->window->actions().followFile->isEnabled());
    }

    void theBaselineIsA() {
        QVERIFY(m_desk->open({path("job.jsonl"), path("other.jsonl"), path("good.jsonl")}));
        watching().setBaseline(id(2));
        m_desk->session->setCurrent(id(1));
        m_desk->window->actions().compare->trigger();
        const widgets::CompareBar& bar = m_desk->window->comparison().bar();
        QCOMPARE(bar.runA(), id(2));
        QCOMPARE(bar.runB(), id(1));
        watching().setBaseline(id(1)); // while it is compared
        QCOMPARE(bar.runA(), id(1));
        QVERIFY(bar.runB() != id(1));
        watching().setBaseline(0);
        QCOMPARE(bar.runA(), id(1)); // nothing is taken away from what is looked at
    }

    void theComparisonGoesOnWithTheFile() {
        QVERIFY(m_desk->open({path("good.jsonl"), path("job.jsonl")}));
        watching().setBaseline(id(0));
        watching().setFollowed(id(1), true);
        m_desk->session->setCurrent(id(1));
        m_desk->window->actions().compare->trigger();
        const widgets::ComparePage& page = m_desk->window->comparison();
        QTRY_VERIFY_WITH_TIMEOUT(page.view(), 60'000);
        QFile file(path("job.jsonl"));
        QVERIFY(file.open(QFile::Append));
        file.write(stepRows(60, 3.0, 121));
        file.close();
        QTRY_COMPARE_WITH_TIMEOUT(page.view()->request.b->lastStep(), 180, 60'000);
        QVERIFY(page.view()->request.a == m_desk->session->runs()[0].run);
    }

    void sessionsKeepBaselineAndFollowedFiles() {
        QVERIFY(m_desk->open({path("good.jsonl"), path("job.jsonl")}));
        watching().setBaseline(id(0));
        watching().setFollowed(id(1), true);
        widgets::LaneArrangement arrangement;
        arrangement.folded = {QStringLiteral("throughput")};
        m_desk->window->comparison().plot().setArrangement(arrangement);
        QVERIFY(m_desk->window->keeper().saveTo(path("watch.tacho")));
        m_desk = std::make_unique<Desk>(m_folder->path());
        QVERIFY(m_desk->openSession(path("watch.tacho"), 2));
        QTRY_VERIFY(watching().live(id(1)));
        QVERIFY(!watching().live(id(0)));
        QCOMPARE(watching().baseline(), id(0));
        QCOMPARE(m_desk->window->comparison().plot().arrangement(), arrangement);
    }

    void aBaselineThatIsGoneIsNone() {
        QVERIFY(m_desk->open({path("good.jsonl"), path("job.jsonl")}));
        watching().setBaseline(id(0));
        watching().setFollowed(id(0), true);
        QVERIFY(m_desk->window->keeper().saveTo(path("watch.tacho")));
        m_desk.reset();
        QVERIFY(QFile::remove(path("good.jsonl")));
        m_desk = std::make_unique<Desk>(m_folder->path());
        QVERIFY(m_desk->openSession(path("watch.tacho"), 1));
        QTRY_VERIFY(m_desk->message(QStringLiteral("session")));
        QCOMPARE(watching().baseline(), std::uint64_t(0));
        QVERIFY(!watching().any());
    }

    void arrangementAndSmoothingCanBeUndone() {
        QVERIFY(m_desk->open({path("good.jsonl")}));
        QUndoStack& history = m_desk->window->history();
        widgets::PlotView& plot = m_desk->window->workspace().plot();
        const widgets::LaneArrangement before = plot.arrangement();
        QVERIFY(!history.canUndo());
        const auto arrange = [&plot](const widgets::LaneArrangement& arrangement) {
            plot.setArrangement(arrangement);
            emit plot.arrangementChanged(); // as by hand
        };
        widgets::LaneArrangement alone = before, after = before;
        alone.maximized = QStringLiteral("step_time");
        after.logarithmic = {QStringLiteral("step_time")};
        arrange(alone);
        arrange(alone); // nothing new
        arrange(before);
        arrange(after);
        m_desk->session->setSmoothing(51);
        m_desk->session->setSmoothing(101); // one step with the one before
        QCOMPARE(history.count(), 4);
        history.undo();
        QCOMPARE(m_desk->session->options().smoothing, 21);
        history.undo();
        history.undo();
        QCOMPARE(plot.arrangement(), alone);
        history.undo();
        QCOMPARE(plot.arrangement(), before);
        QVERIFY(!history.canUndo());
        while (history.canRedo())
            history.redo();
        QCOMPARE(plot.arrangement(), after);
        QCOMPARE(m_desk->session->options().smoothing, 101);
    }

    void aSessionThatIsOpenedIsNothingToUndo() {
        QVERIFY(m_desk->open({path("good.jsonl")}));
        m_desk->session->setSmoothing(51);
        widgets::LaneArrangement arrangement;
        arrangement.logarithmic = {QStringLiteral("step_time")};
        m_desk->window->workspace().plot().setArrangement(arrangement);
        QVERIFY(m_desk->window->keeper().saveTo(path("lanes.tacho")));
        m_desk = std::make_unique<Desk>(m_folder->path());
        QVERIFY(m_desk->openSession(path("lanes.tacho"), 1));
        QTRY_COMPARE(m_desk->session->options().smoothing, 51);
        QTRY_VERIFY(!m_desk->window->history().canUndo());
    }

  private:
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    [[nodiscard]] std::uint64_t id(std::size_t run) const { return m_desk->session->runs()[run].id; }
    [[nodiscard]] Watching& watching() const { return Watching::of(*m_desk->session); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Desk> m_desk;
};

QTEST_MAIN(TestWatching)
#include "tst_watching.moc"
