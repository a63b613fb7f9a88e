#include "analysis/review/reviewjson.h"
#include "analysis/review/savedsession.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <limits>

using namespace tachograph;

namespace {

/// As it was written when the schema had this revision.
std::string sample(int revision = sessionRevision) {
    const QString name =
        revision == 1 ? QStringLiteral("schema-1") : QStringLiteral("schema-1-revision-%1").arg(revision);
    QFile file(QStringLiteral(TACHOGRAPH_TEST_DATA "/sessions/%1.tacho").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// The sample with one piece of text in the place of another.
QByteArray with(const char* piece, const QByteArray& other) {
    const QByteArray text = QByteArray::fromStdString(sample());
    QByteArray changed = text;
    const auto at = changed.indexOf(piece);
    return at < 0 ? QByteArray() : changed.replace(at, static_cast<qsizetype>(qstrlen(piece)), other);
}

} // namespace

/// Session files, which may come from anybody.
class TestSavedSession : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void readsTheFirstSchema();
    void comesBack();
    void readsArrangedLanes();
    void readsBaselineAndFollowedFiles();
    void readsChoicesOfTheComparison();
    void readsAddedSeries();
    void readsWhatIsLeftOut();
    void refuses_data();
    void refuses();
    void anyCutIsRefused();
    void tooManyRuns();
    void numbersThatAreNoneAreNotWritten();
};

void TestSavedSession::readsTheFirstSchema() {
    const auto session = sessionFromJson(sample(1));
    QVERIFY2(session.ok(), session ? "" : session.error().message.c_str());
    QVERIFY(session->arrangement.logarithmic.empty() && session->arrangement.order.empty() &&
            session->arrangement.heights.empty());
    QVERIFY(session->arrangement.maximized.empty());
    QCOMPARE(session->runs.size(), std::size_t{2});
    const SavedRun& before = session->runs[0];
    QCOMPARE(before.name, std::string("before"));
    QCOMPARE(before.path, (SavedPath{"logs/before.log", "/srv/jobs/17/logs/before.log"}));
    QCOMPARE(before.config, (SavedPath{"", "/srv/jobs/before.yaml"}));
    QCOMPARE(before.sha256.size(), std::size_t{1});
    QCOMPARE(before.review.notes.size(), std::size_t{2});
    QVERIFY(before.review.notes[0].wholeRun());
    QCOMPARE(before.review.notes[1].text, std::string("slow from here,\nasked Ana"));
    QCOMPARE(before.review.dismissals[0].reason, std::string("shared disk, known"));
    const SavedRun& after = session->runs[1];
    QVERIFY(after.path.empty());
    QCOMPARE(after.parts.size(), std::size_t{2});
    QCOMPARE(after.slot, 1);
    QVERIFY(!after.visible);
    QCOMPARE(session->current, std::optional<std::size_t>(1));
    QCOMPARE(session->axis, XAxis::elapsed);
    QCOMPARE(session->smoothing, 51);
    QCOMPARE(session->range, (std::optional<std::pair<double, double>>{{10.5, 200.0}}));
    QVERIFY(!session->robustY);
    QCOMPARE(session->lanes, (std::map<std::string, bool>{{"queues", false}, {"series/loss", true}}));
    QCOMPARE(session->arrangement.folded, (std::set<std::string>{"split"}));
    QCOMPARE(session->knobs, (AllKnobs{{"THROUGHPUT_ROT", {{"ratio", 1.2}}}}));
    QCOMPARE(session->theme, std::string("dark"));
    const SavedComparison& comparison = session->comparison;
    QVERIFY(comparison.shown && comparison.onlyVisible && comparison.sideBySide && !comparison.leaveOutEvents);
    QCOMPARE(comparison.a, std::optional<std::size_t>(0));
    QCOMPARE(comparison.axis, std::optional(XAxis::sinceResume));
    QCOMPARE(comparison.offset, -84.0);
}

void TestSavedSession::comesBack() {
    const auto session = sessionFromJson(sample());
    const auto written = sessionToJson(*session, "0.1.0");
    QVERIFY(written.ok());
    const auto again = sessionFromJson(*written);
    QVERIFY2(again.ok(), again ? "" : again.error().message.c_str());
    QCOMPARE(*sessionToJson(*again, "0.1.0"), *written);
    QVERIFY(nlohmann::json::parse(*written) == nlohmann::json::parse(sample()));
}

/// The second revision added how lanes are arranged.
void TestSavedSession::readsArrangedLanes() {
    const auto session = sessionFromJson(sample(2));
    QVERIFY2(session.ok(), session ? "" : session.error().message.c_str());
    QCOMPARE(session->arrangement.folded, (std::set<std::string>{"split"}));
    QCOMPARE(session->arrangement.logarithmic, (std::set<std::string>{"series/loss"}));
    QCOMPARE(session->arrangement.maximized, std::string("step_time"));
    QCOMPARE(session->arrangement.order, (std::vector<std::string>{"throughput", "step_time"}));
    QCOMPARE(session->arrangement.heights, (std::map<std::string, double>{{"step_time", 2.5}}));
}

/// The third revision added the baseline, files that are followed, and the lanes of the comparison.
void TestSavedSession::readsBaselineAndFollowedFiles() {
    const auto earlier = sessionFromJson(sample(2));
    QVERIFY(!earlier->baseline && !earlier->runs[0].followed && earlier->comparison.arrangement.order.empty());
    const auto session = sessionFromJson(sample(3));
    QVERIFY2(session.ok(), session ? "" : session.error().message.c_str());
    QCOMPARE(session->baseline, std::optional<std::size_t>(0));
    QVERIFY(!session->runs[0].followed && session->runs[1].followed);
    QCOMPARE(session->comparison.arrangement.folded, (std::set<std::string>{"rates"}));
    QCOMPARE(session->comparison.arrangement.heights, (std::map<std::string, double>{{"ratio", 0.5}}));
    QCOMPARE(session->arrangement.folded, (std::set<std::string>{"split"}));
}

/// The fourth revision added the chosen attempts of the comparison, and the runs that it leaves out.
void TestSavedSession::readsChoicesOfTheComparison() {
    const auto earlier = sessionFromJson(sample(3));
    QVERIFY(earlier->comparison.leftOut.empty());
    QVERIFY(!earlier->comparison.attemptA && !earlier->comparison.attemptB);
    const auto session = sessionFromJson(sample(4));
    QVERIFY2(session.ok(), session ? "" : session.error().message.c_str());
    QVERIFY(!session->comparison.attemptA);
    QCOMPARE(session->comparison.attemptB, std::optional<std::size_t>(2));
    QCOMPARE(session->comparison.leftOut, (std::set<std::size_t>{2}));
}

/// The fifth revision added series laid beside those of a lane.
void TestSavedSession::readsAddedSeries() {
    for (int revision = 1; revision < 5; ++revision) {
        const auto earlier = sessionFromJson(sample(revision));
        QVERIFY2(earlier.ok(), earlier ? "" : earlier.error().message.c_str());
        QVERIFY(earlier->added.empty());
    }
    const auto session = sessionFromJson(sample(5));
    QVERIFY2(session.ok(), session ? "" : session.error().message.c_str());
    QCOMPARE(session->added, (std::map<std::string, std::vector<std::string>>{
                                 {"series/loss", {"val/loss"}}, {"step_time", {"timing/gen", "data time, s"}}}));
}

/// A session of this schema needs no more than its list of runs.
void TestSavedSession::readsWhatIsLeftOut() {
    const auto session =
        sessionFromJson("{\"schema\": \"tachograph.session/1\", \"runs\": [{}], \"later\": {\"x\": [1]}}");
    QVERIFY2(session.ok(), session ? "" : session.error().message.c_str());
    QCOMPARE(session->runs.size(), std::size_t{1});
    QVERIFY(session->runs[0].visible && session->robustY && !session->range && !session->current);
    QCOMPARE(session->axis, XAxis::step);
    QCOMPARE(session->theme, std::string("system"));
}

void TestSavedSession::refuses_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* piece, const QByteArray& other, const char* says) {
        QTest::newRow(name) << with(piece, other) << QString(says);
    };
    QTest::newRow("nothing") << QByteArray() << "not a JSON object";
    QTest::newRow("a list") << QByteArray("[]") << "not a JSON object";
    QTest::newRow("bytes") << QByteArray("\x00\xfe\x89", 3) << "not a JSON object";
    QTest::newRow("no UTF-8") << with("\"before\"", "\"bef\xff\"") << "not a JSON object";
    QTest::newRow("nested without end") << QByteArray(1'000'000, '[') << "nested deeper";
    row("another schema", "tachograph.session/1", "tachograph.inspect/1", "not a session");
    row("a later schema", "tachograph.session/1", "tachograph.session/2", "later version");
    row("a schema that is a number", "\"tachograph.session/1\"", "1", "not a session");
    row("no runs", "\"runs\": [", "\"x\": [", "no list \"runs\"");
    row("out of the folder", "logs/before.log", "../before.log", "leads out of the session's folder");
    row("out of the folder, later", "logs/before.log", "logs/../../before.log", "leads out of the session's folder");
    row("out of the folder, Windows", "logs/before.log", "logs\\\\..\\\\..\\\\before.log", "leads out");
    row("an absolute path as relative", "logs/before.log", "/etc/passwd", "leads out of the session's folder");
    row("a drive", "logs/before.log", "C:before.log", "leads out of the session's folder");
    row("a relative path as absolute", "/srv/jobs/17/logs/before.log", "before.log",
        "has an absolute path that is none");
    row("dots in an absolute path", "/srv/jobs/17/logs/before.log", "/srv/../etc/passwd", "has an absolute path");
    row("a line break in a path", "logs/before.log", "logs/\\nbefore.log", "is no path");
    row("a NUL in a path", "logs/before.log", "logs/\\u0000before.log", "is no path");
    row("a path of 5,000 bytes", "logs/before.log", QByteArray(5'000, 'a'), "is no path");
    row("a path that is a list", "{\"relative\": null, \"absolute\": \"/srv/jobs/before.yaml\"}", "[1]", "is no path");
    row("followed as a word", "\"followed\": true", "\"followed\": \"yes\"", "run 2 has a name, bundled, slot");
    row("an attempt before the first", "\"attempt_b\": 2", "\"attempt_b\": -1", "\"attempt_b\" is no attempt");
    row("an attempt by name", "\"attempt_a\": null", "\"attempt_a\": \"last\"", "\"attempt_a\" is no attempt");
    row("a run left out behind the runs", "\"left_out\": [2]", "\"left_out\": [3]", "\"left_out\" is no list");
    row("a run left out before the first", "\"left_out\": [2]", "\"left_out\": [-1]", "\"left_out\" is no list");
    row("a run left out by half", "\"left_out\": [2]", "\"left_out\": [0.5]", "\"left_out\" is no list");
    row("left out without a list", "\"left_out\": [2]", "\"left_out\": 2", "\"left_out\" is no list");
    row("a baseline behind the runs", "\"baseline\": 0", "\"baseline\": 3", "\"baseline\" is none of its runs");
    row("a baseline by name", "\"baseline\": 0", "\"baseline\": \"before\"", "\"baseline\" is none of its runs");
    row("a height of the comparison", "\"ratio\": 0.5", "\"ratio\": -1", "\"heights\" has a height");
    row("a negative slot", "\"slot\": 0", "\"slot\": -1", "run 1 has a name, bundled, slot");
    row("a slot of a million", "\"slot\": 0", "\"slot\": 1000000", "run 1 has a name, bundled, slot");
    row("visible as a word", "\"visible\": false", "\"visible\": \"no\"", "run 2 has a name, bundled, slot");
    row("a hash of a megabyte", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        QByteArray(1'000'000, 'a'), "a hash that is none");
    row("a note backwards", "\"last_step\": 180", "\"last_step\": 18", "run 1: entry 2 of \"notes\" ends at step 18");
    row("a note without text", "\"node 7, driver 550\"", "\"\"", "run 1: entry 1 of \"notes\" has no text");
    row("a dismissal of nothing", "\"CHECKPOINT_STALL\"", "null", "needs code");
    row("current is none", "\"current\": 1", "\"current\": 3", "\"current\" is none of its runs");
    row("an unknown axis", "\"elapsed\"", "\"sideways\"", "\"view\" has an axis");
    row("smoothing without end", "\"smoothing\": 51", "\"smoothing\": 1000000000", "\"view\" has an axis");
    row("a range backwards", "[10.5, 200]", "[200, 10.5]", "two numbers in order");
    row("an empty range", "[10.5, 200]", "[200, 200]", "two numbers in order");
    row("a range of three", "[10.5, 200]", "[1, 2, 3]", "two numbers in order");
    row("a range beyond all numbers", "[10.5, 200]", "[0, 1e300]", "two numbers in order");
    row("a number beyond doubles", "[10.5, 200]", "[0, 1e999]", "not a JSON object");
    row("a lane that is a number", "\"queues\": false", "\"queues\": 3", "neither true nor false");
    row("added that is a list", "{\"series/loss\": [\"val/loss\"], \"step_time\"", "[], \"x\": {\"step_time\"",
        "\"added\" is none");
    row("added by a word", "[\"val/loss\"]", "\"val/loss\"", "\"added\" has a list of series that is none");
    row("an added number", "[\"val/loss\"]", "[7]", "\"added\" has an entry that is no series");
    row("an added key of 5,000 bytes", "val/loss", QByteArray(5'000, 'a'), "\"added\" has an entry that is no series");
    row("51 added series", "[\"val/loss\"]", "[\"a\"" + QByteArray(", \"a\"").repeated(50) + "]",
        "\"added\" has a list of series that is none");
    row("added to a lane of 5,000 bytes", "\"series/loss\": [\"val", '"' + QByteArray(5'000, 'a') + "\": [\"val",
        "\"added\" has a list of series that is none");
    row("folded that is no list", "[\"split\"]", "\"split\"", "\"folded\" is none");
    row("an order of numbers", "\"throughput\"", "7", "\"order\" has an entry that is no lane");
    row("logarithmic that is an object", "[\"series/loss\"]", "{}", "\"logarithmic\" is none");
    row("a lane alone that is a list", "\"maximized\": \"step_time\"", "\"maximized\": []", "\"maximized\" is no lane");
    row("a height of nothing", "2.5", "0", "\"heights\" has a height out of bounds");
    row("a height beyond bounds", "2.5", "1e9", "\"heights\" has a height out of bounds");
    row("a height that is a word", "2.5", "\"tall\"", "\"heights\" has a height out of bounds");
    row("a knob that is a word", "1.2", "\"much\"", "no number: THROUGHPUT_ROT.ratio");
    row("a knob beyond bounds", "1.2", "1e200", "no number: THROUGHPUT_ROT.ratio");
    row("an unknown theme", "\"dark\"", "\"sepia\"", "\"theme\" is none of");
    row("A is no run", "\"a\": 0", "\"a\": 7", "\"comparison\" has runs");
    row("an offset that is a word", "-84", "\"left\"", "\"comparison\" has runs");
    row("an offset beyond bounds", "-84", "-8e99", "\"comparison\" has runs");
    row("the file is relative", "\"current\": 1", "\"current\": 1, \"file\": \"x.tacho\"",
        "\"file\" is no absolute path");
    row("a hash of the file that is none", "\"current\": 1", "\"current\": 1, \"file_sha256\": [1]",
        "\"file_sha256\" is no hash");
}

void TestSavedSession::refuses() {
    QFETCH(QByteArray, file);
    QFETCH(QString, says);
    const auto session = sessionFromJson(file.toStdString());
    QVERIFY2(!session.ok(), file.left(200).constData());
    const QString said = QString::fromStdString(session.error().message);
    QVERIFY2(said.contains(says), qPrintable(said));
    QVERIFY2(said.endsWith('.') && !said.contains('\n') && said.size() < 300, qPrintable(said));
}

void TestSavedSession::anyCutIsRefused() {
    const std::string whole = sample();
    const std::size_t end = whole.find_last_of('}');
    for (std::size_t size = 0; size <= end; size += 7)
        QVERIFY2(!sessionFromJson(whole.substr(0, size)).ok(), qPrintable(QString::number(size)));
    QVERIFY(sessionFromJson(whole.substr(0, end + 1)).ok());
}

void TestSavedSession::tooManyRuns() {
    std::string runs = "{}";
    for (std::size_t i = 0; i < mostSavedRuns; ++i)
        runs += ",{}";
    const auto session = sessionFromJson("{\"schema\": \"tachograph.session/1\", \"runs\": [" + runs + "]}");
    QVERIFY(!session.ok());
    QVERIFY(session.error().message.find("201 runs") != std::string::npos);
}

void TestSavedSession::numbersThatAreNoneAreNotWritten() {
    SavedSession session;
    session.range = {-std::numeric_limits<double>::infinity(), 5};
    session.comparison.offset = std::numeric_limits<double>::quiet_NaN();
    session.knobs["X"]["y"] = std::numeric_limits<double>::infinity();
    const auto again = sessionFromJson(*sessionToJson(session, "1"));
    QVERIFY2(again.ok(), again ? "" : again.error().message.c_str());
    QVERIFY(!again->range && again->comparison.offset == 0.0 && again->knobs.empty());
    session.runs.resize(1);
    for (std::size_t i = 0; i < mostNotes; ++i)
        session.runs[0].review.notes.push_back({0, std::nullopt, 0, std::string(mostNoteBytes, 'x'), ""});
    QVERIFY(!sessionToJson(session, "1").ok()); // it could not be read again
}

QTEST_APPLESS_MAIN(TestSavedSession)
#include "tst_savedsession.moc"
