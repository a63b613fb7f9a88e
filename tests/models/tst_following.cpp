#include "models/following/watching.h"
#include "models/items/runsmodel.h"
#include "sessiontest.h"

#include <QRegularExpression>
#include <QSignalSpy>

using namespace tachograph;
using namespace tachograph::models;
using tests::jsonLines;

/// Files that are followed by a session while somebody writes to them, and the baseline.
class TestFollowing : public tests::SessionTest {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void init() {
        m_session = std::make_unique<Session>(nullptr);
        m_watching = &Watching::of(*m_session);
    }

    void pauses_data() {
        QTest::addColumn<qint64>("work");
        QTest::addColumn<qint64>("pause");
        QTest::newRow("nothing to do") << qint64(0) << qint64(1'000);
        QTest::newRow("little to do") << qint64(100) << qint64(1'000);
        QTest::newRow("a tenth of the time") << qint64(2'000) << qint64(18'000);
        QTest::newRow("a clock that went back") << qint64(-5) << qint64(1'000);
    }
    void pauses() {
        QFETCH(qint64, work);
        QTEST(LiveReader::pauseAfter(work), "pause");
    }

    void onlyFilesCanBeFollowed() {
        file("folder.jsonl", jsonLines({1, 30}));
        const auto bytes = m_session->openBytes("bytes", jsonLines({1, 30}));
        const auto parts =
            m_session->openAsOneRun({file("p1.jsonl", jsonLines({1, 30})), file("p2.jsonl", jsonLines({31, 60}))});
        const auto nowhere = m_session->open(m_folder.path() + "/nowhere");
        QVERIFY(settled(*m_session));
        for (const auto id : {bytes, parts, nowhere, std::uint64_t(0), std::uint64_t(99)}) {
            QVERIFY(!m_watching->canFollow(id));
            m_watching->setFollowed(id, true);
            QVERIFY(!m_watching->live(id));
        }
        QVERIFY(!m_watching->any());
    }

    void takesWhatIsAdded() {
        const auto id = follow("grows.jsonl", jsonLines({1, 30}));
        QVERIFY(m_watching->live(id));
        append(jsonLines({31, 60}) + "{\"step\": 61, \"step_ti");
        QTRY_COMPARE_WITH_TIMEOUT(run(id).run->lastStep(), 60, 20'000);
        QVERIFY(m_watching->live(id)->torn);
        QCOMPARE(run(id).run->issues().total, std::size_t(0));
        QTRY_COMPARE(m_session->timeline()->runs.front().run, run(id).run);
        append("me_s\": 2.0}\n");
        QTRY_COMPARE_WITH_TIMEOUT(run(id).run->lastStep(), 61, 20'000);
        QVERIFY(!m_watching->live(id)->torn);
    }

    void theEntryIsNeverWithoutItsRun() {
        const auto id = follow("whole.jsonl", jsonLines({1, 30}));
        bool whole = true;
        QObject listener;
        connect(m_session.get(), &Session::runsChanged, &listener, [&] {
            const OpenRun& entry = run(id);
            whole = whole && entry.run && entry.diagnosis && entry.details && entry.state == OpenRun::State::ready;
        });
        append(jsonLines({31, 60}));
        QTRY_COMPARE_WITH_TIMEOUT(run(id).run->lastStep(), 60, 20'000);
        QVERIFY(whole);
    }

    void staysAndSaysSoWhenTheFileIsGone() {
        const auto id = follow("gone.jsonl", jsonLines({1, 30}));
        QVERIFY(looked(id));
        QVERIFY(QFile::remove(m_path));
        QTRY_VERIFY_WITH_TIMEOUT(m_watching->live(id)->remark.startsWith("there is no such file"), 20'000);
        QCOMPARE(run(id).run->lastStep(), 30);
        file("gone.jsonl", jsonLines({25, 40}));
        QTRY_COMPARE_WITH_TIMEOUT(run(id).run->lastStep(), 40, 20'000);
        QCOMPARE(run(id).run->attempts().size(), std::size_t(2));
        QCOMPARE(m_watching->live(id)->remark, QString("file was replaced, read again as attempt 2"));
    }

    void cutAndReplaced() {
        const auto id = follow("cut.jsonl", jsonLines({1, 30}));
        QVERIFY(looked(id));
        file("cut.jsonl", {});
        QTRY_VERIFY_WITH_TIMEOUT(m_watching->live(id)->remark.contains("no whole line"), 20'000);
        QCOMPARE(run(id).run->lastStep(), 30);
        file("cut.jsonl", jsonLines({1, 5}));
        QTRY_COMPARE_WITH_TIMEOUT(run(id).run->lastStep(), 5, 20'000);
        QCOMPARE(m_watching->live(id)->remark, QString("file was replaced, read again"));
    }

    void theViewStaysOrMovesAlong() {
        const auto id = follow("view.jsonl", jsonLines({1, 100}));
        m_session->setViewRange(std::pair(20.0, 50.0));
        append(jsonLines({101, 120}));
        QVERIFY(drawn(120));
        QCOMPARE(m_session->viewRange(), std::optional(std::pair(20.0, 50.0)));
        const double end = m_session->timeline()->xMax;
        m_session->setViewRange(std::pair(end - 30.0, end));
        append(jsonLines({121, 140}));
        QVERIFY(drawn(140));
        const double newEnd = m_session->timeline()->xMax;
        QVERIFY(newEnd > end);
        QCOMPARE(m_session->viewRange(), std::optional(std::pair(newEnd - 30.0, newEnd)));
        m_session->setViewRange(std::nullopt);
        append(jsonLines({141, 150}));
        QVERIFY(drawn(150));
        QVERIFY(!m_session->viewRange());
        m_watching->setFollowed(id, false);
        QVERIFY(settled(*m_session));
    }

    void switchedOffItReadsTheRestAndNoMore() {
        const auto id = follow("off.jsonl", jsonLines({1, 30}) + "{\"step\": 31, \"step_time_s\":");
        QTRY_COMPARE_WITH_TIMEOUT(run(id).run->issues().total, std::size_t(0), 20'000);
        m_watching->setFollowed(id, false);
        QVERIFY(!m_watching->live(id));
        QVERIFY(settled(*m_session));
        QCOMPARE(run(id).run->issues().total, std::size_t(1));
        append("\n" + jsonLines({32, 60}));
        QTest::qWait(1'500);
        QVERIFY(run(id).run->lastStep() <= 31);
    }

    void closingEndsIt() {
        const auto id = follow("closed.jsonl", jsonLines({1, 30}));
        m_watching->setBaseline(id);
        append(jsonLines({31, 60}));
        m_session->close(id);
        QCOMPARE(m_watching->baseline(), std::uint64_t(0));
        QVERIFY(!m_watching->any());
        QTest::qWait(1'200);
        QVERIFY(m_session->runs().empty());
    }

    void otherNumbersAndMeaningsMeanwhile() {
        const auto id = follow("knobs.jsonl", jsonLines({1, 200, 2, 5}));
        append(jsonLines({201, 220, 5, 5}));
        m_session->setKnobs({{"THROUGHPUT_ROT", {{"ratio", 1.6}}}});
        QTRY_COMPARE_WITH_TIMEOUT(run(id).run->lastStep(), 220, 20'000);
        m_session->setRoles(nullptr);
        append(jsonLines({221, 240, 5, 5}));
        QTRY_COMPARE_WITH_TIMEOUT(run(id).run->lastStep(), 240, 20'000); // looking goes on
    }

    void theSelectedFindingStaysSelected() {
        const auto id = follow("found.jsonl", jsonLines({1, 400, 2, 5}));
        QVERIFY(looked(id));
        QTRY_VERIFY(m_session->timeline()->runs.front().run == run(id).run && !m_session->timeline()->findings.empty());
        m_session->setSelectedFinding(0);
        const RunPtr before = run(id).run;
        append("\n"); // read anew, and nothing else
        QTRY_VERIFY_WITH_TIMEOUT(m_session->timeline()->runs.front().run != before, 20'000);
        QCOMPARE(m_session->selectedFinding(), 0);
    }

    void itsRowSaysHowOldItIs() {
        RunsModel model(*m_session);
        m_path = file("row.jsonl", jsonLines({1, 30}));
        const auto id = m_session->open(m_path);
        QVERIFY(settled(*m_session));
        const auto detail = [&] {
            return model.indexOf(id).data(RunsModel::detailRole).toString();
        };
        QVERIFY2(detail().startsWith("30 steps"), qPrintable(detail()));
        m_watching->setBaseline(id);
        QVERIFY2(detail().startsWith("Baseline · 30 steps"), qPrintable(detail()));
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        m_watching->setFollowed(id, true);
        const QRegularExpression live("^Baseline · Live, \\d+ s ago · 30 steps");
        QTRY_VERIFY_WITH_TIMEOUT(live.match(detail()).hasMatch(), 20'000);
        QSignalSpy told(&model, &QAbstractItemModel::dataChanged);
        append(jsonLines({31, 32}));
        QTRY_VERIFY_WITH_TIMEOUT(detail().contains("32 steps"), 20'000);
        const auto onlyAge = [](const QList<QVariant>& arguments) {
            return arguments[2].value<QList<int>>() == QList<int>{RunsModel::detailRole};
        };
        QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(told, onlyAge), 20'000);
        QCOMPARE(resets.size(), 0);
    }

    void onlyOpenRunsAreBaselines() {
        QSignalSpy pinned(m_watching, &Watching::baselineChanged);
        m_watching->setBaseline(7);
        QCOMPARE(m_watching->baseline(), std::uint64_t(0));
        const auto id = m_session->openBytes("a", jsonLines({1, 30}));
        m_watching->setBaseline(id);
        m_watching->setBaseline(id);
        m_watching->setBaseline(id + 1);
        QCOMPARE(m_watching->baseline(), id);
        QCOMPARE(pinned.size(), 1);
        m_watching->setBaseline(0);
        QCOMPARE(pinned.size(), 2);
    }

  private:
    std::uint64_t follow(const QString& name, const QByteArray& content) {
        m_path = file(name, content);
        const auto id = m_session->open(m_path);
        if (!settled(*m_session) || !m_watching->canFollow(id))
            qFatal("%s cannot be followed", qPrintable(name));
        m_watching->setFollowed(id, true);
        return id;
    }
    [[nodiscard]] bool looked(std::uint64_t id) const {
        return QTest::qWaitFor([&] { return m_watching->live(id)->written > 0; }, 20'000);
    }
    [[nodiscard]] bool drawn(std::int64_t lastStep) const {
        return QTest::qWaitFor([&] { return m_session->timeline()->runs.front().run->lastStep() == lastStep; }, 20'000);
    }
    void append(const QByteArray& bytes) const {
        QFile target(m_path);
        if (!target.open(QIODevice::Append) || target.write(bytes) != bytes.size())
            qFatal("%s cannot be written", qPrintable(m_path));
    }
    [[nodiscard]] const OpenRun& run(std::uint64_t id) const { return *m_session->run(id); }

    std::unique_ptr<Session> m_session;
    Watching* m_watching = nullptr;
    QString m_path;
};

QTEST_GUILESS_MAIN(TestFollowing)
#include "tst_following.moc"
