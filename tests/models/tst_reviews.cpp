#include "models/items/findingsmodel.h"
#include "models/review/placednotes.h"
#include "models/review/reviews.h"
#include "tests/models/sessiontest.h"

#include <QSignalSpy>

using namespace tachograph;
using namespace tachograph::models;

namespace {

Note note(int first, int last, const char* text) {
    Note note;
    setPlace(note, first, last);
    note.text = text;
    return note;
}

QString described(const Session& session, Reviews& reviews) {
    QStringList lines;
    for (const OpenRun& run : session.runs())
        for (const Note* one : notesInOrder(*reviews.of(run.id)))
            lines << run.name + ' ' + QString::fromStdString(placeText(*one) + ": " + one->text);
    return lines.join(", ");
}

} // namespace

/// What the reviewer said, kept by recording, and where it lies on the axes.
class TestReviews : public tests::SessionTest {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void editsAreToldWithBothSides();
    void nothingComesOfNothing();
    void notesOutliveTheirRun();
    void importDoublesNothing();
    void aDismissalReachesTheList();
    void placesFollowTheAxis();
};

void TestReviews::editsAreToldWithBothSides() {
    Session session(nullptr);
    session.open(file("a.jsonl", tests::jsonLines({.last = 50})));
    QVERIFY(settled(session));
    Reviews& reviews = session.reviews();
    const std::uint64_t run = session.runs()[0].id;
    QStringList told;
    QObject listener;
    connect(&reviews, &Reviews::edited, &listener,
            [&](const QString&, const RunReviewPtr& before, const RunReviewPtr& after, const QString& what) {
                told << QStringLiteral("%1 %2-%3").arg(what).arg(before->notes.size()).arg(after->notes.size());
            });
    const std::uint64_t id = reviews.add(run, note(5, 5, "one\x1b[2J"));
    QVERIFY(id != 0);
    QCOMPARE(described(session, reviews), QStringLiteral("a step 5: one"));
    Note changed = *reviews.find(id);
    setPlace(changed, 20, 10);
    reviews.change(run, changed);
    changed.text = "two";
    reviews.change(run, changed);
    reviews.change(run, changed); // nothing new
    reviews.select(id);
    reviews.remove(run, id);
    QCOMPARE(reviews.selected(), std::uint64_t{0});
    QCOMPARE(told.join(", "), QStringLiteral("Add note 0-1, Move note 1-1, Change note 1-1, Delete note 1-0"));
}

void TestReviews::nothingComesOfNothing() {
    Session session(nullptr);
    session.open(file("a.jsonl", tests::jsonLines({.last = 50})));
    QVERIFY(settled(session));
    Reviews& reviews = session.reviews();
    const std::uint64_t run = session.runs()[0].id;
    QSignalSpy edits(&reviews, &Reviews::edited);
    QCOMPARE(reviews.add(run, note(5, 5, " \n ")), std::uint64_t{0});
    QCOMPARE(reviews.add(run + 100, note(5, 5, "no such run")), std::uint64_t{0});
    Note unknown = note(5, 5, "unknown");
    unknown.id = 77;
    reviews.change(run, unknown);
    reviews.remove(run, 77);
    reviews.takeBack(run, Finding());
    QVERIFY(!reviews.find(77));
    QVERIFY(!reviews.find(0));
    QCOMPARE(edits.count(), 0);
    RunReview full;
    full.notes.assign(mostNotes, note(1, 1, "x"));
    reviews.set(reviews.keyOf(run), full);
    QCOMPARE(reviews.add(run, note(5, 5, "one too many")), std::uint64_t{0});
}

void TestReviews::notesOutliveTheirRun() {
    Session session(nullptr);
    const QString path = file("a.jsonl", tests::jsonLines({.last = 50}));
    session.open(path);
    QVERIFY(settled(session));
    session.reviews().add(session.runs()[0].id, note(5, 5, "kept"));
    session.close(session.runs()[0].id);
    QCOMPARE(described(session, session.reviews()), QString());
    session.open(path);
    QVERIFY(settled(session));
    QCOMPARE(described(session, session.reviews()), QStringLiteral("a step 5: kept"));
    // Bytes that were pasted twice are two recordings.
    session.openBytes("clipboard", tests::jsonLines({.last = 20}));
    session.openBytes("clipboard", tests::jsonLines({.last = 20}));
    QVERIFY(settled(session));
    session.reviews().add(session.runs()[1].id, note(1, 1, "first paste"));
    QVERIFY(session.reviews().of(session.runs()[2].id)->empty());
    session.reviews().clear();
    QCOMPARE(described(session, session.reviews()), QString());
}

void TestReviews::importDoublesNothing() {
    Session session(nullptr);
    session.open(file("a.jsonl", tests::jsonLines({.last = 50})));
    QVERIFY(settled(session));
    const std::uint64_t run = session.runs()[0].id;
    RunReview review;
    review.notes = {note(1, 2, "a"), note(1, 3, "a"), note(1, 2, "a")};
    review.dismissals = {{"X", 1, 1, 2, {}, "r"}};
    QCOMPARE(session.reviews().import(run, review), std::size_t{3});
    QCOMPARE(session.reviews().import(run, review), std::size_t{0});
    QCOMPARE(described(session, session.reviews()), QStringLiteral("a steps 1 to 2: a, a steps 1 to 3: a"));
    std::set<std::uint64_t> ids;
    for (const Note& one : session.reviews().of(run)->notes)
        ids.insert(one.id);
    QCOMPARE(ids.size(), std::size_t{2});
    QVERIFY(!ids.contains(0));
}

void TestReviews::aDismissalReachesTheList() {
    Session session(nullptr);
    FindingsModel model(session);
    session.open(file("a.jsonl", tests::jsonLines({.last = 400, .from = 2.0, .to = 5.0})));
    QVERIFY(settled(session));
    QVERIFY(model.count(Outcome::found) > 0 && !model.entry(0).dismissed);
    const Finding finding = *session.current()->diagnosis->findings().front();
    session.reviews().dismiss(session.current()->id, finding, "known");
    QVERIFY(model.entry(0).dismissed);
    QCOMPARE(model.entry(0).dismissal, QStringLiteral("known"));
    QCOMPARE(dismissedFindings(*session.timeline(), {session.reviews().of(session.current()->id)}), std::set<int>{0});
    session.reviews().takeBack(session.current()->id, finding);
    QVERIFY(!model.entry(0).dismissed);
}

/// Three seconds a step: what lies at a step lies at three times it.
void TestReviews::placesFollowTheAxis() {
    Session session(nullptr);
    session.open(file("a.jsonl", tests::jsonLines({.first = 1, .last = 101})));
    QVERIFY(settled(session));
    RunReview review;
    review.notes = {note(11, 21, "span"), note(500, 500, "behind the end"), {0, std::nullopt, 0, "all", ""}};
    const auto pointer = std::make_shared<const RunReview>(review);
    const auto onSteps = placeNotes(*session.timeline(), {pointer});
    QCOMPARE(onSteps.size(), std::size_t{3});
    QVERIFY(onSteps[0].wholeRun && onSteps[0].first == 1 && onSteps[0].last == 101);
    QVERIFY(onSteps[1].first == 11 && onSteps[1].last == 21);
    QVERIFY(onSteps[2].first == 101 && onSteps[2].last == 101);
    session.setAxis(XAxis::elapsed);
    QVERIFY(QTest::qWaitFor([&] { return session.timeline()->options.axis == XAxis::elapsed; }));
    const auto onTime = placeNotes(*session.timeline(), {pointer});
    QCOMPARE(onTime[1].last - onTime[1].first, 30.0);
    QCOMPARE(stepAt(*session.timeline(), 0, onTime[1].first + 1), std::optional<std::int64_t>(11));
    QCOMPARE(stepAt(*session.timeline(), 0, -1e9), std::optional<std::int64_t>(1));
    QVERIFY(!stepAt(*session.timeline(), 3, 0));
    QVERIFY(!stepAt(*session.timeline(), -1, 0));
    QVERIFY(placeNotes(*session.timeline(), {}).empty());
    QVERIFY(placeNotes(*session.timeline(), {nullptr}).empty());
}

QTEST_GUILESS_MAIN(TestReviews)
#include "tst_reviews.moc"
