#include "sessiontest.h"
#include "tests/support/samples.h"

#include <QRegularExpression>
#include <QSignalSpy>

#include <set>
#include <utility>

using namespace tachograph;
using namespace tachograph::models;
using tests::jsonLines;
using tests::text;

class TestSession : public tests::SessionTest {
    Q_OBJECT
  private slots:
    void initTestCase();
    void opensJudgesAndDraws();
    void failedRunsStayWithTheirSentence_data();
    void failedRunsStayWithTheirSentence();
    void slotsStayWithTheirRuns();
    void closingTheCurrentRunChoosesItsNeighbour();
    void aRunThatCanBeReadTakesOverFromAFailedOne();
    void cancelTakesTheEntryAway();
    void reloadReadsAgain();
    void reloadThatFailsKeepsTheRun();
    void pastedTextIsReadAgainFromMemory();
    void newestTimelineWins();
    void unsupportedAxisIsLeft();
    void anotherAxisForgetsTheView();
    void lanesAreSwitched();
    void hiddenRunsAreNotDrawn();
    void currentRunIsDrawnFirst();
};

void TestSession::initTestCase() {
    QTest::failOnWarning(QRegularExpression(".*"));
    QVERIFY(m_folder.isValid());
}

void TestSession::opensJudgesAndDraws() {
    Session session(nullptr);
    QSignalSpy problems(&session, &Session::problem), currents(&session, &Session::currentChanged);
    QStringList busy;
    QObject listener;
    connect(&session, &Session::busyChanged, &listener,
            [&](bool on, const QString& what) { busy.append(on ? what : QStringLiteral("idle")); });
    QVERIFY(!session.current());
    QVERIFY(!session.timeline());
    session.open(file("first.jsonl", jsonLines({})));
    QCOMPARE(text(session), "A loading first.jsonl");
    QVERIFY(settled(session));
    QCOMPARE(text(session), "A ready first");
    QCOMPARE(session.current(), &session.runs().front());
    QVERIFY(session.current()->diagnosis);
    QVERIFY(!session.current()->details->sections.empty());
    QCOMPARE(session.timeline()->xMin, 1.0);
    QCOMPARE(session.timeline()->xMax, 10.0);
    QTRY_COMPARE(busy.isEmpty() ? QString() : busy.last(), "idle");
    QCOMPARE(busy.first(), "Reading first.jsonl");
    QVERIFY(!currents.isEmpty());
    QVERIFY(problems.isEmpty());
}

void TestSession::failedRunsStayWithTheirSentence_data() {
    QTest::addColumn<QString>("path");
    QTest::newRow("missing") << m_folder.filePath("nowhere.jsonl");
    QTest::newRow("empty") << file("empty.jsonl", {});
    QTest::newRow("noise") << file("noise.bin", QByteArray(4000, '\x03'));
    QTest::newRow("a device") << "/dev/zero";
    QTest::newRow("no path") << QString();
}

void TestSession::failedRunsStayWithTheirSentence() {
    QFETCH(QString, path);
    Session session(nullptr);
    QSignalSpy problems(&session, &Session::problem);
    session.open(path);
    QTRY_COMPARE(session.runs().front().state, OpenRun::State::failed);
    QCOMPARE(problems.size(), 1);
    QCOMPARE(problems.front().front().toString(), session.runs().front().error);
    QVERIFY(!session.runs().front().error.isEmpty());
    QVERIFY(!session.timeline());
    session.close(session.runs().front().id);
    QVERIFY(session.runs().empty());
    QVERIFY(!session.current());
}

void TestSession::slotsStayWithTheirRuns() {
    Session session(nullptr);
    session.open(file("a.jsonl", jsonLines({})));
    session.open(file("b.jsonl", jsonLines({})));
    session.open(m_folder.filePath("none.jsonl"));
    session.open(file("c.jsonl", jsonLines({})));
    QVERIFY(settled(session));
    QCOMPARE(text(session), "A ready a, B ready b, C failed none.jsonl, D ready c");
    session.close(session.runs()[0].id);
    QCOMPARE(text(session), "B ready b, C failed none.jsonl, D ready c");
    session.open(file("d.jsonl", jsonLines({})));
    session.open(file("e.jsonl", jsonLines({})));
    QVERIFY(settled(session));
    // The failed one has no colour to keep.
    QCOMPARE(text(session), "B ready b, C failed none.jsonl, D ready c, A ready d, C ready e");
}

void TestSession::closingTheCurrentRunChoosesItsNeighbour() {
    Session session(nullptr);
    for (const char* name : {"a", "b", "c"})
        session.openBytes(name, jsonLines({}));
    QVERIFY(settled(session));
    session.setCurrent(session.runs()[1].id);
    session.close(session.runs()[1].id);
    QCOMPARE(session.current()->name, "c");
    session.close(session.current()->id);
    QCOMPARE(session.current()->name, "a");
    session.close(12345);
    QCOMPARE(session.runs().size(), std::size_t(1));
    session.close(session.current()->id);
    QVERIFY(!session.current());
    QTRY_VERIFY(!session.timeline());
}

void TestSession::aRunThatCanBeReadTakesOverFromAFailedOne() {
    Session session(nullptr);
    session.openBytes("noise", QByteArray(100, '\x03'));
    QTRY_COMPARE(text(session), "A failed noise");
    session.openBytes("good", jsonLines({}));
    QVERIFY(settled(session));
    QCOMPARE(session.current()->name, "good");
}

void TestSession::cancelTakesTheEntryAway() {
    Session session(nullptr);
    QSignalSpy problems(&session, &Session::problem);
    const QString big = file("big.jsonl", jsonLines({1, 300'000}));
    for (int i = 0; i < 4; ++i)
        session.open(big); // some of them wait for their turn
    while (!session.runs().empty())
        for (const OpenRun& run : std::vector<OpenRun>(session.runs().begin(), session.runs().end())) {
            session.cancelLoading(run.id);
            QTest::qWait(1);
            QVERIFY(run.state == OpenRun::State::loading);
        }
    QVERIFY(problems.isEmpty());
    session.cancelLoading(777);
}

void TestSession::reloadReadsAgain() {
    Session session(nullptr);
    const QString path = file("growing.jsonl", jsonLines({1, 10}));
    session.open(path);
    QVERIFY(settled(session));
    const OpenRun before = session.runs().front();
    file("growing.jsonl", jsonLines({1, 20}));
    session.reload(before.id);
    QCOMPARE(session.runs().front().run, before.run); // still usable while it is read
    QTRY_COMPARE(session.runs().front().run->stepCount(), std::size_t(20));
    QVERIFY(settled(session));
    QCOMPARE(session.runs().front().id, before.id);
    QCOMPARE(session.timeline()->xMax, 20.0);
}

void TestSession::reloadThatFailsKeepsTheRun() {
    Session session(nullptr);
    QSignalSpy problems(&session, &Session::problem);
    session.open(file("gone.jsonl", jsonLines({})));
    QVERIFY(settled(session));
    const RunPtr run = session.runs().front().run;
    QVERIFY(QFile::remove(m_folder.filePath("gone.jsonl")));
    session.reload(session.runs().front().id);
    QTRY_COMPARE(problems.size(), 1);
    QCOMPARE(text(session), "A ready gone");
    QCOMPARE(session.runs().front().run, run);
}

void TestSession::pastedTextIsReadAgainFromMemory() {
    Session session(nullptr);
    session.openBytes("clipboard", jsonLines({}));
    QVERIFY(settled(session));
    const RunPtr before = session.runs().front().run;
    session.reload(session.runs().front().id);
    QTRY_VERIFY(session.runs().front().run != before);
    QCOMPARE(session.runs().front().run->stepCount(), std::size_t(10));
}

void TestSession::newestTimelineWins() {
    Session session(nullptr);
    session.openBytes("run", jsonLines({1, 2000}));
    QVERIFY(settled(session));
    QSignalSpy timelines(&session, &Session::timelineChanged);
    for (int window = 1; window <= 99; window += 2) {
        session.setSmoothing(window);
        if (window % 10 == 1)
            QTest::qWait(1);
    }
    QTRY_COMPARE(session.timeline()->options.smoothing, 99);
    QTest::qWait(50);
    QCOMPARE(session.timeline()->options.smoothing, 99);
    QVERIFY(timelines.size() <= 11);
}

void TestSession::unsupportedAxisIsLeft() {
    Session session(nullptr);
    session.openBytes("stamped", jsonLines({}));
    QVERIFY(settled(session));
    auto reason = [&](XAxis axis) {
        for (const auto& [candidate, why] : session.axes())
            if (candidate == axis)
                return why;
        return QStringLiteral("no such axis");
    };
    QCOMPARE(reason(XAxis::step), QString());
    QCOMPARE(reason(XAxis::wallClock), QString());
    QVERIFY(!reason(XAxis::tokens).isEmpty());
    session.setAxis(XAxis::wallClock);
    QTRY_COMPARE(session.timeline()->xTitle, "Wall clock (UTC)");
    session.openBytes("bare", jsonLines({1, 10, 2, 2, false}));
    QVERIFY(settled(session));
    QCOMPARE(session.options().axis, XAxis::step);
    QVERIFY(!reason(XAxis::wallClock).isEmpty());
    session.setVisible(session.runs()[1].id, false);
    QCOMPARE(reason(XAxis::wallClock), QString());
}

void TestSession::anotherAxisForgetsTheView() {
    Session session(nullptr);
    session.openBytes("run", jsonLines({}));
    QVERIFY(settled(session));
    QSignalSpy views(&session, &Session::viewRangeChanged);
    session.setViewRange(std::pair(2.0, 5.0));
    session.setViewRange(std::pair(2.0, 5.0));
    QCOMPARE(views.size(), 1);
    session.setAxis(XAxis::elapsed);
    QCOMPARE(views.size(), 2);
    QVERIFY(!session.viewRange());
    session.setAxis(XAxis::elapsed);
    QCOMPARE(views.size(), 2);
}

void TestSession::lanesAreSwitched() {
    Session session(nullptr);
    session.openBytes("run", jsonLines({1, 10, 2, 2, true, ", \"loss\": 1.5"}));
    QVERIFY(settled(session));
    auto drawn = [&] {
        QStringList ids;
        const TimelinePtr timeline = session.timeline();
        for (const Lane& lane : timeline->lanes)
            ids.append(lane.id);
        return ids.join(' ');
    };
    QCOMPARE(drawn(), "step_time split completion_length throughput steps_per_hour");
    QVERIFY(session.isLaneShown("split"));
    session.setLaneShown("split", false);
    session.setLaneShown("series/loss", true);
    QTRY_COMPARE(drawn(), "step_time completion_length throughput steps_per_hour series/loss");
    QVERIFY(!session.isLaneShown("split"));
    for (const char* id : {"step_time", "completion_length", "throughput", "steps_per_hour", "series/loss"})
        session.setLaneShown(id, false);
    QTRY_COMPARE(drawn(), "series/loss"); // the last one stays
    session.setLaneShown("no such lane", true);
    QCOMPARE(session.isLaneShown("no such lane"), false);
}

void TestSession::hiddenRunsAreNotDrawn() {
    Session session(nullptr);
    session.openBytes("a", jsonLines({}));
    session.openBytes("b", jsonLines({5, 30}));
    QVERIFY(settled(session));
    QCOMPARE(session.timeline()->runs.size(), std::size_t(2));
    QCOMPARE(session.timeline()->xMax, 30.0);
    session.setVisible(session.runs()[1].id, false);
    QVERIFY(settled(session));
    QTRY_COMPARE(session.timeline()->xMax, 10.0);
    session.setVisible(session.runs()[0].id, false);
    QTRY_VERIFY(!session.timeline());
    session.setVisible(session.runs()[1].id, true);
    QVERIFY(settled(session));
    QCOMPARE(session.timeline()->xMin, 5.0);
    QCOMPARE(session.timeline()->runs.front().slot, 1);
}

void TestSession::currentRunIsDrawnFirst() {
    Session session(nullptr);
    session.openBytes("a", jsonLines({}));
    session.openBytes("b", jsonLines({}));
    QVERIFY(settled(session));
    QCOMPARE(session.timeline()->runs.front().name, "a");
    session.setCurrent(session.runs()[1].id);
    QTRY_COMPARE(session.timeline()->runs.front().name, "b");
    session.setCurrent(999);
    QCOMPARE(session.current()->name, "b");
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
