#include "models/following/watching.h"
#include "models/items/runsmodel.h"
#include "sessiontest.h"

#include <QRegularExpression>
#include <QSignalSpy>

#include <mutex>

using namespace tachograph;
using namespace tachograph::models;

namespace {

/// What a job has written so far. Written here, read in the background.
class Written {
  public:
    void add(const QByteArray& text) {
        const std::lock_guard lock(m_mutex);
        m_text += text.toStdString();
    }
    [[nodiscard]] std::string text() const {
        const std::lock_guard lock(m_mutex);
        return m_text;
    }
    [[nodiscard]] LiveInput input() const {
        return [this](std::shared_ptr<const MetricRoles> roles) -> LiveSource {
            return [this, kept = std::move(roles)](const FollowedReadingPtr& before, const Job& job, bool unfinished) {
                OpenOptions options;
                options.roles = kept.get();
                const std::string now = text();
                return readFollowed(
                    [&now](std::uint64_t most) -> Result<Source> {
                        return Source::fromBytes("standard input", now.substr(0, most));
                    },
                    now.size(), before, options, job, unfinished);
            };
        };
    }

  private:
    mutable std::mutex m_mutex;
    std::string m_text;
};

} // namespace

/// A run that comes from elsewhere than a file, such as standard input: from nothing to its end.
class TestLiveInput : public tests::SessionTest {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void fromNothingToItsEnd() {
        Written written;
        Session session(nullptr);
        RunsModel model(session);
        Watching& watching = Watching::of(session);
        const std::uint64_t id = watching.open("standard input", written.input());
        QVERIFY(watching.live(id) && !session.run(id)->run);
        QCOMPARE(tests::stateText(session.run(id)->state), QString("loading"));
        QCOMPARE(model.index(0, 0).data(RunsModel::detailRole).toString(), QString("Waiting for its first lines"));
        written.add(tests::jsonLines({1, 30}));
        QTRY_VERIFY_WITH_TIMEOUT(session.run(id)->run, 20'000);
        QCOMPARE(session.run(id)->run->stepCount(), std::size_t(30));
        QCOMPARE(tests::stateText(session.run(id)->state), QString("ready"));
        QCOMPARE(session.run(id)->name, QString("standard input"));
        written.add(tests::jsonLines({31, 50}));
        QTRY_VERIFY_WITH_TIMEOUT(session.run(id)->run->stepCount() == 50, 20'000);
        QVERIFY(session.run(id)->diagnosis);
        QByteArray last = tests::jsonLines({51, 51});
        last.chop(1); // the job ends without a line end
        written.add(last);
        watching.finish(id);
        watching.finish(id); // once is enough
        QTRY_VERIFY_WITH_TIMEOUT(!watching.live(id), 20'000);
        QCOMPARE(session.run(id)->run->stepCount(), std::size_t(51));
        QVERIFY(!watching.canFollow(id));
        watching.setFollowed(id, true); // it has ended
        QVERIFY(!watching.live(id));
        QVERIFY(session.origin(id).inMemory);
        session.reload(id);
        QVERIFY(settled(session));
        QCOMPARE(session.run(id)->run->stepCount(), std::size_t(51));
        watching.finish(id);
        watching.finish(99);
    }

    /// Another table of names while it is followed, and after it.
    void keysGetOtherMeanings() {
        Written written;
        written.add(tests::jsonLines({1, 30}));
        Session session(nullptr);
        Watching& watching = Watching::of(session);
        const std::uint64_t id = watching.open("standard input", written.input());
        QTRY_VERIFY_WITH_TIMEOUT(session.run(id)->run, 20'000);
        const RunPtr before = session.run(id)->run;
        session.setRoles(std::make_shared<const MetricRoles>(MetricRoles::builtIn()));
        QTRY_VERIFY_WITH_TIMEOUT(session.run(id)->run && session.run(id)->run != before, 20'000);
        QVERIFY(watching.live(id));
        watching.finish(id);
        QTRY_VERIFY_WITH_TIMEOUT(!watching.live(id), 20'000);
        session.setRoles(std::make_shared<const MetricRoles>(MetricRoles::builtIn()));
        QVERIFY(settled(session));
        QCOMPARE(session.run(id)->run->stepCount(), std::size_t(30));
    }

    void nothingEverComes_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no recording") << QByteArray("hello\nworld\n");
    }
    void nothingEverComes() {
        QFETCH(QByteArray, text);
        Written written;
        written.add(text);
        Session session(nullptr);
        QSignalSpy problems(&session, &Session::problem);
        const std::uint64_t id = Watching::of(session).open("standard input", written.input());
        QTest::qWait(50);
        QCOMPARE(tests::stateText(session.run(id)->state), QString("loading")); // it may still come
        Watching::of(session).finish(id);
        QTRY_COMPARE_WITH_TIMEOUT(tests::stateText(session.run(id)->state), QString("failed"), 20'000);
        QCOMPARE(problems.size(), 1);
        QVERIFY2(session.run(id)->error.endsWith('.'), qPrintable(session.run(id)->error));
    }

    void givenUpBeforeTheFirstLine() {
        Written written;
        Session session(nullptr);
        const std::uint64_t id = Watching::of(session).open("standard input", written.input());
        session.cancelLoading(id);
        QVERIFY(session.runs().empty());
        Watching::of(session).finish(id);
        written.add(tests::jsonLines({1, 30}));
        QTest::qWait(50);
        QVERIFY(session.runs().empty());
    }

    void closedWhileItIsRead() {
        Written written;
        written.add(tests::jsonLines({1, 5'000}));
        Session session(nullptr);
        const std::uint64_t id = Watching::of(session).open("standard input", written.input());
        session.close(id);
        QVERIFY(!Watching::of(session).live(id));
        QTest::qWait(50);
        QVERIFY(session.runs().empty());
    }

    /// Of a file, from before it is there.
    void aFileFromItsStart() {
        Session session(nullptr);
        RunsModel model(session);
        Watching& watching = Watching::of(session);
        const QString path = m_folder.filePath("begun.jsonl");
        const std::uint64_t id = watching.openFile(path, {});
        const auto detail = [&model] {
            return model.index(0, 0).data(RunsModel::detailRole).toString();
        };
        QTRY_VERIFY_WITH_TIMEOUT(detail().startsWith("Waiting: there is no such file"), 20'000);
        QCOMPARE(session.run(id)->name, QString("begun.jsonl"));
        session.setRoles(std::make_shared<const MetricRoles>(MetricRoles::builtIn())); // nothing to read anew
        QCOMPARE(tests::stateText(session.run(id)->state), QString("loading"));
        file("begun.jsonl", {});
        QTRY_VERIFY_WITH_TIMEOUT(detail() == "Waiting for its first lines", 20'000);
        file("begun.jsonl", tests::jsonLines({1, 30}));
        QTRY_VERIFY_WITH_TIMEOUT(session.run(id)->run, 20'000);
        QVERIFY(watching.live(id) && watching.canFollow(id));
        QCOMPARE(session.origin(id).path, path);
        QVERIFY(!session.origin(id).inMemory);
        watching.setFollowed(id, false);
        QVERIFY(settled(session));
        QCOMPARE(session.run(id)->run->stepCount(), std::size_t(30));
    }

    void aFileThatNeverComes() {
        Session session(nullptr);
        const std::uint64_t id = Watching::of(session).openFile(m_folder.filePath("never.jsonl"), {});
        session.cancelLoading(id);
        QVERIFY(session.runs().empty());
        QVERIFY(!Watching::of(session).any());
    }

    /// Only the last of them can be followed; at the end the others come before it, hidden.
    void severalRunsInIt() {
        Written written;
        written.add(
            "\"Step\",\"alpha - step_time\",\"beta - step_time\"\n\"1\",\"2.0\",\"3.0\"\n\"2\",\"2.1\",\"3.1\"\n");
        Session session(nullptr);
        const std::uint64_t id = Watching::of(session).open("standard input", written.input());
        QTRY_VERIFY_WITH_TIMEOUT(session.run(id)->run, 20'000);
        QCOMPARE(session.runs().size(), std::size_t(1));
        Watching::of(session).finish(id);
        QTRY_COMPARE_WITH_TIMEOUT(session.runs().size(), std::size_t(2), 20'000);
        QVERIFY(settled(session));
        QCOMPARE(tests::text(session), QString("B ready alpha hidden, A ready beta"));
        session.reload(session.runs()[0].id);
        session.reload(id);
        QVERIFY(settled(session));
        QCOMPARE(tests::text(session), QString("B ready alpha hidden, A ready beta"));
    }
};

QTEST_GUILESS_MAIN(TestLiveInput)
#include "tst_liveinput.moc"
