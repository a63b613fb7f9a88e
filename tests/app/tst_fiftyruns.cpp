#include "tests/app/windowfixture.h"

#include "models/items/runsview.h"
#include "widgets/panels/panel.h"
#include "widgets/panels/runs.h"
#include "widgets/panels/statistics/distributionview.h"

#include <QLineEdit>
#include <QTableView>
#include <QTimer>
#include <QTreeView>

#include <algorithm>
#include <ctime>
#include <functional>

using namespace tachograph;

namespace {

constexpr int runs = 50, visibleRuns = 6;

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TACHOGRAPH_INSTRUMENTED
#endif
#endif
#ifdef TACHOGRAPH_INSTRUMENTED
constexpr double most = 1'000; // ms: a sanitizer takes its time
#else
constexpr double most = 100; // ms
#endif

QByteArray longRun(int number) {
    QByteArray text;
    for (int step = 1; step <= 2'000; ++step)
        text += QStringLiteral("{\"step\": %1, \"step_time_s\": %2, \"tokens_per_s\": %3, \"loss\": %4}\n")
                    .arg(step)
                    .arg(1.0 + number % 7 + 0.01 * (step % 13))
                    .arg(9000 - step % 11)
                    .arg(3.0 / (1 + step / 400.0))
                    .toLatin1();
    return text;
}

/// Milliseconds that this thread has worked: what others do on the machine does not count.
double workedMs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// The longest piece of work between two turns of the event loop: for so long the window does not answer.
class LongestTurn {
  public:
    LongestTurn() {
        QObject::connect(&m_tick, &QTimer::timeout, &m_tick, [this] {
            const double now = workedMs();
            m_longest = std::max(m_longest, now - m_last);
            m_last = now;
        });
        m_tick.start(0);
    }
    [[nodiscard]] double longest() const { return m_longest; }

  private:
    QTimer m_tick;
    double m_last = workedMs(), m_longest = 0;
};

} // namespace

/// The window with fifty open runs, six of them shown: whatever is done in the list of runs, it answers within 100 ms.
class TestFiftyRuns : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        QVERIFY(tests::showAt(*m_f.window, {1280, 800}));
        for (int i = 0; i < runs; ++i)
            m_f.session->openBytes(QStringLiteral("run-%1").arg(i), longRun(i),
                                   "lr: 0." + QByteArray::number(i % 3) + "\n");
        QVERIFY(QTest::qWaitFor(
            [this] {
                return std::ranges::all_of(m_f.session->runs(),
                                           [](const auto& run) { return run.diagnosis != nullptr; });
            },
            120'000));
        m_panel = m_f.window->findChild<widgets::RunsPanelWidget*>();
        m_filter = m_panel->findChild<QLineEdit*>();
        m_tree = m_panel->findChild<QTreeView*>();
        m_view = m_panel->findChild<models::RunsView*>();
        const auto shown = m_view->shownRuns();
        models::showOnly(*m_f.session, {shown.begin(), shown.begin() + visibleRuns});
        QTRY_COMPARE_WITH_TIMEOUT(static_cast<int>(m_f.session->timeline()->runs.size()), visibleRuns, 60'000);
    }

    void answersInTime_data() {
        QTest::addColumn<int>("what");
        for (const char* name :
             {"a letter in the filter", "the filter cleared", "sorted by verdict", "sorted by a median", "grouped",
              "a run hidden", "a run shown", "another run chosen", "scrolled"})
            QTest::newRow(name) << m_doings++;
    }
    void answersInTime() {
        QFETCH(int, what);
        const std::function<void()> doings[] = {
            [this] { QTest::keyClicks(m_filter, QStringLiteral("4")); },
            [this] { m_filter->clear(); },
            [this] { m_view->setOrder(models::RunOrder::findings, Qt::DescendingOrder); },
            [this] { m_view->setOrder(models::RunOrder::stepTime, Qt::DescendingOrder); },
            [this] { m_view->setGroupKey(QStringLiteral("lr")); },
            [this] { setVisible(m_view->shownRuns().front()); },
            [this] { setVisible(m_view->shownRuns().front()); },
            [this] { m_f.session->setCurrent(m_view->shownRuns().at(3)); },
            [this] {
                m_tree->scrollToBottom();
            }};
        LongestTurn turn;
        doings[what]();
        QTest::qWait(400); // the timeline that follows is drawn too
        qInfo("%s: %.0f ms", QTest::currentDataTag(), turn.longest());
        QVERIFY2(turn.longest() > 0 && turn.longest() < most, qPrintable(QString::number(turn.longest())));
    }

    /// Three panels at the right of a window of 800 pixels: nothing of the statistics lies outside.
    void threePanelsFit() {
        app::Workspace& workspace = m_f.window->workspace();
        for (const char* panel : {"findings", "bill", "statistics"})
            workspace.showPanel(QString::fromLatin1(panel));
        auto* distribution = workspace.findChild<widgets::DistributionView*>();
        auto* figures = workspace.panel(QStringLiteral("statistics"))->findChild<QTableView*>();
        QTRY_VERIFY(figures->isVisible()); // they are worked out in the background
        QTRY_COMPARE(distribution->visibleRegion().boundingRect(), distribution->rect());
        QVERIFY(tests::savePicture(m_f.window->grab(), QStringLiteral("fifty-runs")));
    }

  private:
    void setVisible(std::uint64_t id) { m_f.session->setVisible(id, !m_f.session->run(id)->visible); }

    tests::WindowFixture m_f;
    widgets::RunsPanelWidget* m_panel = nullptr; // parts of the window
    QLineEdit* m_filter = nullptr;
    QTreeView* m_tree = nullptr;
    models::RunsView* m_view = nullptr;
    int m_doings = 0;
};

QTEST_MAIN(TestFiftyRuns)
#include "tst_fiftyruns.moc"
