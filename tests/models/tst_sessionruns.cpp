#include "models/items/findingsmodel.h"
#include "sessiontest.h"
#include "tests/support/samples.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>

#include <set>

using namespace tachograph;
using namespace tachograph::models;
using tests::jsonLines;

class TestSessionRuns : public tests::SessionTest {
    Q_OBJECT
  private slots:
    void initTestCase();
    void selectedFindingSurvivesRebuilding();
    void findingsAreListed();
    void belongTogether_data();
    void belongTogether();
    void severalFilesAsOneRun();
    void severalRunsOfOneRecording();
    void destructionWhileReading();
};

void TestSessionRuns::initTestCase() {
    QTest::failOnWarning(QRegularExpression(".*"));
    QVERIFY(m_folder.isValid());
}

void TestSessionRuns::selectedFindingSurvivesRebuilding() {
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

void TestSessionRuns::findingsAreListed() {
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

void TestSessionRuns::belongTogether_data() {
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
    QTest::newRow("a restart that logs more") << QStringList{start, otherKeys} << true;
    QTest::newRow("another format") << QStringList{start, csv} << false;
    QTest::newRow("one file") << QStringList{start} << false;
    QTest::newRow("none") << QStringList{} << false;
    QTest::newRow("a missing file") << QStringList{start, m_folder.filePath("nothing.jsonl")} << false;
    QTest::newRow("a folder") << QStringList{start, m_folder.path()} << false;
    QTest::newRow("a device") << QStringList{"/dev/zero", start} << false;
    QTest::newRow("noise") << QStringList{start, file("n.jsonl", QByteArray(500, '\x03'))} << false;
    QTest::newRow("far too many") << QStringList(1000, resumed) << false;
}

void TestSessionRuns::belongTogether() {
    QFETCH(QStringList, paths);
    QTEST(Session::mayBelongTogether(paths), "together");
}

void TestSessionRuns::severalFilesAsOneRun() {
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

void TestSessionRuns::severalRunsOfOneRecording() {
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

void TestSessionRuns::destructionWhileReading() {
    const QString big = file("big2.jsonl", jsonLines({1, 200'000}));
    for (int wait = 0; wait < 40; wait += 8) {
        Session session(nullptr);
        for (int i = 0; i < 3; ++i)
            session.open(big);
        session.openBytes("small", jsonLines({}));
        QTest::qWait(wait);
    }
}

QTEST_GUILESS_MAIN(TestSessionRuns)
#include "tst_sessionruns.moc"
