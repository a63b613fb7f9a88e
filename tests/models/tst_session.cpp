#include "models/items/findingsmodel.h"
#include "models/session.h"
#include "tests/support/samples.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

using namespace tachograph;
using namespace tachograph::models;

namespace {

struct Lines {
    int first = 1, last = 10;
    double from = 2.0, to = 2.0; ///< step time of the first and of the last step
    bool timestamps = true;
    QByteArray extra = {}; ///< further keys: ", \"loss\": 1"
};

/// JSON lines of a run whose step time goes evenly from one value to another, with a ripple of one percent.
QByteArray jsonLines(const Lines& of) {
    QByteArray text;
    for (int step = of.first; step <= of.last; ++step) {
        const double along = of.last == of.first ? 0.0 : double(step - of.first) / (of.last - of.first);
        const double seconds = of.from * std::pow(of.to / of.from, along) * (1.0 + 0.01 * ((step * 7) % 5 - 2));
        text += "{\"step\": " + QByteArray::number(step);
        if (of.timestamps)
            text += ", \"timestamp\": " + QByteArray::number(1764500000.0 + 3.0 * step, 'f', 3);
        text += ", \"step_time_s\": " + QByteArray::number(seconds, 'f', 4) + of.extra + "}\n";
    }
    return text;
}

QString stateText(OpenRun::State state) {
    return state == OpenRun::State::loading ? "loading" : state == OpenRun::State::ready ? "ready" : "failed";
}

/// "A ready first, B failed second hidden": slot letter, state, name.
QString text(const Session& session) {
    QStringList runs;
    for (const OpenRun& run : session.runs())
        runs.append(QString(QChar('A' + run.slot)) + ' ' + stateText(run.state) + ' ' + run.name +
                    (run.visible ? "" : " hidden"));
    return runs.join(", ");
}

} // namespace

class TestSession : public QObject {
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
    void selectedFindingSurvivesRebuilding();
    void findingsAreListed();
    void belongTogether_data();
    void belongTogether();
    void severalFilesAsOneRun();
    void severalRunsOfOneRecording();
    void destructionWhileReading();

  private:
    QString file(const QString& name, const QByteArray& content) {
        QFile target(m_folder.filePath(name));
        if (!target.open(QIODevice::WriteOnly) || target.write(content) != content.size())
            qFatal("%s cannot be written", qPrintable(name));
        return target.fileName();
    }
    /// Waits until nothing is done any more.
    static bool settled(Session& session) {
        return QTest::qWaitFor(
            [&] {
                for (const OpenRun& run : session.runs())
                    if (run.state == OpenRun::State::loading || (run.run && !run.details))
                        return false;
                const TimelinePtr timeline = session.timeline();
                bool visible = false;
                for (const OpenRun& run : session.runs()) {
                    if (!run.run || !run.visible)
                        continue;
                    visible = true;
                    const auto drawn = timeline ? std::ranges::find(timeline->runs, run.run, &TimelineRun::run)
                                                : std::vector<TimelineRun>::const_iterator();
                    if (!timeline || drawn == timeline->runs.end() || drawn->diagnosis != run.diagnosis)
                        return false;
                }
                return visible == (timeline != nullptr);
            },
            20'000);
    }

    QTemporaryDir m_folder;
};

void TestSession::initTestCase() {
    QTest::failOnWarning(QRegularExpression(".*"));
    QVERIFY(m_folder.isValid());
}

void TestSession::opensJudgesAndDraws() {
    Session session(nullptr);
    QSignalSpy problems(&session, &Session::problem), currents(&session, &Session::currentChanged);
    QStringList busy;
    connect(&session, &Session::busyChanged, this,
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

void TestSession::selectedFindingSurvivesRebuilding() {
    Session session(nullptr);
    session.openBytes("rot", jsonLines({1, 400, 2, 5}));
    QVERIFY(settled(session));
    session.setSelectedFinding(77);
    QCOMPARE(session.selectedFinding(), -1);
    const auto& findings = session.timeline()->findings;
    const auto rot = std::ranges::find_if(
        findings, [](const TimelineFinding& found) { return found.finding.code == "THROUGHPUT_ROT"; });
    QVERIFY(rot != findings.end());
    session.setSelectedFinding(static_cast<int>(rot - findings.begin()));
    session.openBytes("other", jsonLines({1, 400, 2, 5}));
    session.setCurrent(session.runs()[1].id);
    QVERIFY(settled(session));
    QTRY_COMPARE(session.timeline()->runs.front().name, "other");
    const TimelinePtr timeline = session.timeline();
    QVERIFY(session.selectedFinding() >= 0);
    const TimelineFinding& selected = timeline->findings[static_cast<std::size_t>(session.selectedFinding())];
    QCOMPARE(QString::fromStdString(selected.finding.code), "THROUGHPUT_ROT");
    QCOMPARE(timeline->runs[static_cast<std::size_t>(selected.run)].name, "rot");
    session.close(session.runs()[0].id);
    QTRY_COMPARE(session.selectedFinding(), -1);
}

void TestSession::findingsAreListed() {
    Session session(nullptr);
    FindingsModel model(session);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.tally(), QString());
    session.openBytes("rot", jsonLines({1, 400, 2, 5}));
    QVERIFY(settled(session));
    QCOMPARE(model.rowCount(), static_cast<int>(detectors().size()));
    QCOMPARE(model.count(Outcome::found), 1);
    const QModelIndex rot = model.index(0);
    QCOMPARE(rot.data(FindingsModel::codeRole).toString(), "THROUGHPUT_ROT");
    QCOMPARE(rot.data(FindingsModel::severityRole).toInt(), static_cast<int>(Severity::info));
    QVERIFY(rot.data(FindingsModel::whereRole).toString().startsWith("onset "));
    QVERIFY(!rot.data(FindingsModel::summaryRole).toString().isEmpty());
    QVERIFY(!rot.data(FindingsModel::evidenceRole).toList().isEmpty());
    QVERIFY(!rot.data(FindingsModel::suggestionsRole).toStringList().isEmpty());
    QVERIFY(rot.data(Qt::AccessibleTextRole).toString().startsWith("info, THROUGHPUT_ROT, found, onset "));
    QCOMPARE(model.rowOfTimelineIndex(rot.data(FindingsModel::timelineIndexRole).toInt()), 0);
    QCOMPARE(model.rowOfTimelineIndex(-1), -1);
    QCOMPARE(model.rowOfTimelineIndex(50), -1);
    for (int row = 1; row < model.rowCount(); ++row) {
        const FindingEntry& entry = model.entry(row);
        QVERIFY2(!entry.summary.isEmpty(), qPrintable(entry.code)); // every outcome says why
        QCOMPARE(entry.timelineIndex, -1);
    }
    session.setVisible(session.runs()[0].id, false); // findings stay listed, off the timeline
    QTRY_COMPARE(model.index(0).data(FindingsModel::timelineIndexRole).toInt(), -1);
    QVERIFY(!model.tally().isEmpty());
    session.close(session.runs()[0].id);
    QCOMPARE(model.rowCount(), 0);
}

void TestSession::belongTogether_data() {
    QTest::addColumn<QStringList>("paths");
    QTest::addColumn<bool>("together");
    const QString start = file("t1.jsonl", jsonLines({1, 50})), resumed = file("t2.jsonl", jsonLines({41, 90}));
    const QString resumedAgain = file("t3.jsonl", jsonLines({41, 60}));
    const QString another = file("u1.jsonl", jsonLines({1, 50}));
    const QString otherKeys = file("v.jsonl", jsonLines({51, 60, 2, 2, true, ", \"a\": 1, \"b\": 2, \"c\": 3"}));
    const QString csv = file("w.csv", "step,step_time_s\n51,2\n52,2\n");
    QTest::newRow("restart") << QStringList{start, resumed} << true;
    QTest::newRow("in any order") << QStringList{resumed, start, resumedAgain} << true;
    QTest::newRow("two that begin at the first step") << QStringList{start, another} << false;
    QTest::newRow("other series") << QStringList{start, otherKeys} << false;
    QTest::newRow("another format") << QStringList{start, csv} << false;
    QTest::newRow("one file") << QStringList{start} << false;
    QTest::newRow("none") << QStringList{} << false;
    QTest::newRow("a missing file") << QStringList{start, m_folder.filePath("nothing.jsonl")} << false;
    QTest::newRow("a folder") << QStringList{start, m_folder.path()} << false;
    QTest::newRow("a device") << QStringList{"/dev/zero", start} << false;
    QTest::newRow("noise") << QStringList{start, file("n.jsonl", QByteArray(500, '\x03'))} << false;
    QTest::newRow("far too many") << QStringList(1000, resumed) << false;
}

void TestSession::belongTogether() {
    QFETCH(QStringList, paths);
    QTEST(Session::mayBelongTogether(paths), "together");
}

void TestSession::severalFilesAsOneRun() {
    Session session(nullptr);
    session.openAsOneRun({});
    QVERIFY(session.runs().empty());
    const QString later = file("part2.jsonl", jsonLines({41, 90}));
    session.openAsOneRun({later, file("part1.jsonl", jsonLines({1, 50}))});
    QVERIFY(settled(session));
    QCOMPARE(session.runs().size(), std::size_t(1));
    QCOMPARE(session.runs().front().run->attempts().size(), std::size_t(2));
    QCOMPARE(session.runs().front().run->firstStep(), 1);
    file("part2.jsonl", jsonLines({41, 95}));
    session.reload(session.runs().front().id);
    QTRY_COMPARE(session.runs().front().run->lastStep(), 95);
    session.openAsOneRun({later, m_folder.filePath("nowhere.jsonl")});
    QTRY_COMPARE(session.runs().back().state, OpenRun::State::failed);
}

void TestSession::severalRunsOfOneRecording() {
    const QString path = QString::fromStdString(tests::sharedData("jsonl/grpo_several_runs_one_file.jsonl"));
    if (path.isEmpty())
        QSKIP(tests::sharedDataMissing);
    Session session(nullptr);
    session.open(path);
    QVERIFY(settled(session));
    QVERIFY(session.runs().size() > 1);
    QVERIFY(session.runs().front().visible);
    QCOMPARE(session.timeline()->runs.size(), std::size_t(1));
    std::set<QString> paths;
    for (const OpenRun& run : session.runs()) {
        paths.insert(run.path);
        QCOMPARE(run.state, OpenRun::State::ready);
        QCOMPARE(run.visible, &run == &session.runs().front());
    }
    QCOMPARE(paths.size(), session.runs().size()); // each can be asked for by its own path
    const std::size_t before = session.runs().size();
    const std::uint64_t last = session.runs().back().id;
    const RunPtr run = session.runs().back().run;
    session.reload(last);
    QTRY_VERIFY(session.run(last)->run != run);
    QCOMPARE(session.runs().size(), before);
    QCOMPARE(session.run(last)->run->stepCount(), run->stepCount());
}

void TestSession::destructionWhileReading() {
    const QString big = file("big2.jsonl", jsonLines({1, 200'000}));
    for (int wait = 0; wait < 40; wait += 8) {
        Session session(nullptr);
        for (int i = 0; i < 3; ++i)
            session.open(big);
        session.openBytes("small", jsonLines({}));
        QTest::qWait(wait);
    }
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
