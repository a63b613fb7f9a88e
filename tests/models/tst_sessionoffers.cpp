#include "models/following/watching.h"
#include "models/items/offeredrunsmodel.h"
#include "sessiontest.h"
#include "tests/support/mlflowruns.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>

#include <memory>

using namespace tachograph;
using namespace tachograph::models;
using tests::jsonLines;

/// A recording with several runs is offered, and what is chosen of it is opened and nothing else.
class TestSessionOffers : public tests::SessionTest {
    Q_OBJECT
  private slots:
    void initTestCase();
    void init();
    void anOfferTellsTheRunsApart();
    void onlyTheChosenAreOpened();
    void choosingNothingOpensNothing();
    void anOfferIsTakenOnce();
    void wrongIndicesAreLeftOut();
    void moreThanSixAreNotAllShown();
    void theFirstChosenIsTheBaseline_data();
    void theFirstChosenIsTheBaseline();
    void aRunByNameIsNotOffered();
    void oneRunIsNotOffered();
    void aChosenRunIsReadAgainByItself();
    void offersDoNotDisturbWhatIsOpen();
    void theTable();

  private:
    /// Opens and waits for the offer; 0 when none came.
    std::uint64_t offered(const QString& path);
    std::unique_ptr<Session> m_session;
    QString m_database;
};

void TestSessionOffers::initTestCase() {
    QTest::failOnWarning(QRegularExpression(".*"));
    m_database = file("mlflow.db", QByteArray::fromStdString(tests::mlflowBytes(
                                       {{"baseline", 40, 2.0}, {"tuned", 25, 3.0}, {"a/b#c", 10, 2.0}})));
}

void TestSessionOffers::init() {
    m_session = std::make_unique<Session>(nullptr);
    m_session->setOffersSeveral(true);
}

std::uint64_t TestSessionOffers::offered(const QString& path) {
    QSignalSpy spy(m_session.get(), &Session::runsOffered);
    m_session->open(path);
    return spy.wait(20'000) ? spy.front().front().value<std::uint64_t>() : 0;
}

void TestSessionOffers::anOfferTellsTheRunsApart() {
    const std::uint64_t id = offered(m_database);
    const RunOffer* offer = m_session->offer(id);
    QVERIFY(offer);
    QCOMPARE(offer->recording, "mlflow.db");
    QCOMPARE(offer->runs.size(), std::size_t(3));
    QCOMPARE(offer->runs[0].name, "baseline");
    QCOMPARE(offer->runs[0].steps, std::size_t(40));
    QCOMPARE(offer->runs[0].start, 1793520000.0);
    QCOMPARE(offer->runs[0].seconds, 78.0);
    QCOMPARE(offer->runs[1].start - offer->runs[0].start, 86'400.0);
    QCOMPARE(offer->runs[1].seconds, 72.0);
    QCOMPARE(offer->runs[2].name, "a/b#c");
    QVERIFY(m_session->runs().empty()); // until something is chosen
    QCOMPARE(m_session->current(), nullptr);
}

void TestSessionOffers::onlyTheChosenAreOpened() {
    const std::uint64_t id = offered(m_database);
    m_session->openOffered(id, {1, 2});
    QVERIFY(settled(*m_session));
    QCOMPARE(tests::text(*m_session), "A ready tuned, B ready a/b#c");
    QCOMPARE(m_session->runs()[0].path, m_database + "#tuned");
    QCOMPARE(m_session->current()->name, "tuned");
    QCOMPARE(m_session->timeline()->runs.size(), std::size_t(2));
}

void TestSessionOffers::choosingNothingOpensNothing() {
    const std::uint64_t id = offered(m_database);
    m_session->openOffered(id, {});
    QVERIFY(m_session->runs().empty());
    QCOMPARE(m_session->offer(id), nullptr);
}

void TestSessionOffers::anOfferIsTakenOnce() {
    const std::uint64_t id = offered(m_database);
    m_session->openOffered(id, {0});
    m_session->openOffered(id, {0});
    m_session->openOffered(id + 100, {0});
    QVERIFY(settled(*m_session));
    QCOMPARE(tests::text(*m_session), "A ready baseline");
}

void TestSessionOffers::wrongIndicesAreLeftOut() {
    m_session->openOffered(offered(m_database), {7, 0, 3});
    QVERIFY(settled(*m_session));
    QCOMPARE(tests::text(*m_session), "A ready baseline");
}

void TestSessionOffers::moreThanSixAreNotAllShown() {
    std::vector<tests::MlflowRun> runs;
    std::vector<std::size_t> all;
    for (int i = 0; i < 8; ++i) {
        runs.push_back({"r" + std::to_string(i), 5, 2.0});
        all.push_back(static_cast<std::size_t>(i));
    }
    m_session->openOffered(offered(file("eight.db", QByteArray::fromStdString(tests::mlflowBytes(runs)))), all);
    QVERIFY(settled(*m_session));
    QCOMPARE(m_session->runs().size(), std::size_t(8));
    QCOMPARE(std::ranges::count(m_session->runs(), true, &OpenRun::visible), 6);
}

/// `--against` a recording of several runs.
void TestSessionOffers::theFirstChosenIsTheBaseline_data() {
    QTest::addColumn<bool>("named");
    QTest::addColumn<QList<int>>("chosen");
    QTest::addColumn<QString>("baseline");
    QTest::newRow("one") << true << QList<int>{1} << "tuned";
    QTest::newRow("two") << true << QList<int>{2, 0} << "a/b#c";
    QTest::newRow("after one that is not there") << true << QList<int>{9, 1} << "tuned";
    QTest::newRow("none") << true << QList<int>{} << "";
    QTest::newRow("only one that is not there") << true << QList<int>{9} << "";
    QTest::newRow("of a recording that is no baseline") << false << QList<int>{1} << "";
}

void TestSessionOffers::theFirstChosenIsTheBaseline() {
    QFETCH(bool, named);
    QFETCH(QList<int>, chosen);
    QSignalSpy spy(m_session.get(), &Session::runsOffered);
    const std::uint64_t opened = m_session->open(m_database);
    Watching& watching = Watching::of(*m_session);
    if (named)
        watching.setBaseline(opened);
    QVERIFY(spy.wait(20'000));
    QCOMPARE(watching.baseline(), std::uint64_t(0)); // none until one is chosen
    m_session->openOffered(spy.front().front().value<std::uint64_t>(), {chosen.begin(), chosen.end()});
    QVERIFY(chosen.isEmpty() || settled(*m_session));
    const OpenRun* baseline = m_session->run(watching.baseline());
    QTEST(baseline ? baseline->name : QString(), "baseline");
}

void TestSessionOffers::aRunByNameIsNotOffered() {
    QSignalSpy spy(m_session.get(), &Session::runsOffered);
    m_session->open(m_database + "#tuned");
    m_session->open(m_database + "#2");
    QVERIFY(settled(*m_session));
    QCOMPARE(tests::text(*m_session), "A ready tuned, B ready tuned");
    m_session->open(m_database + "#nobody");
    QTRY_COMPARE(m_session->runs().back().state, OpenRun::State::failed);
    QVERIFY(m_session->runs().back().error.contains("#baseline")); // which there are
    QCOMPARE(spy.count(), 0);
}

void TestSessionOffers::oneRunIsNotOffered() {
    QSignalSpy spy(m_session.get(), &Session::runsOffered);
    m_session->openBytes("plain", jsonLines({}));
    QVERIFY(settled(*m_session));
    QCOMPARE(spy.count(), 0);
    QCOMPARE(tests::text(*m_session), "A ready plain");
}

void TestSessionOffers::aChosenRunIsReadAgainByItself() {
    const QString path = file("grows.db", QByteArray::fromStdString(tests::mlflowBytes({{"x", 10}, {"y", 20}})));
    m_session->openOffered(offered(path), {1});
    QVERIFY(settled(*m_session));
    QSignalSpy spy(m_session.get(), &Session::runsOffered);
    file("grows.db", QByteArray::fromStdString(tests::mlflowBytes({{"x", 10}, {"y", 33}, {"z", 5}})));
    m_session->reload(m_session->runs().front().id);
    QTRY_COMPARE(m_session->runs().front().run->stepCount(), std::size_t(33));
    QCOMPARE(spy.count(), 0);
    QCOMPARE(m_session->runs().size(), std::size_t(1));
}

void TestSessionOffers::offersDoNotDisturbWhatIsOpen() {
    m_session->openBytes("plain", jsonLines({}));
    QVERIFY(settled(*m_session));
    const std::uint64_t id = offered(m_database);
    QCOMPARE(tests::text(*m_session), "A ready plain");
    QCOMPARE(m_session->current()->name, "plain");
    m_session->openOffered(id, {0});
    QVERIFY(settled(*m_session));
    QCOMPARE(tests::text(*m_session), "A ready plain, B ready baseline");
    QCOMPARE(m_session->current()->name, "plain");
}

void TestSessionOffers::theTable() {
    RunOffer offer{"runs.db", {}};
    offer.runs.push_back({"first", 1240, 1793520000.0, 3725.0});
    offer.runs.push_back({"second", 7});
    OfferedRunsModel model(offer);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto shown = [&](int row, int column) {
        return model.index(row, column).data().toString();
    };
    QCOMPARE(shown(0, OfferedRunsModel::stepsColumn), "1,240");
    QCOMPARE(shown(0, OfferedRunsModel::startColumn), "1 Nov 2026, 08:00"); // tests run in UTC
    QCOMPARE(shown(0, OfferedRunsModel::durationColumn), "1 h 2 min");
    QCOMPARE(shown(1, OfferedRunsModel::startColumn), "not logged");
    QCOMPARE(shown(1, OfferedRunsModel::durationColumn), "not logged");
    QCOMPARE(model.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(), "Run");
    QVERIFY(model.index(0, OfferedRunsModel::startColumn).data(OfferedRunsModel::sortRole).toDouble() >
            model.index(1, OfferedRunsModel::startColumn).data(OfferedRunsModel::sortRole).toDouble());
}

QTEST_GUILESS_MAIN(TestSessionOffers)
#include "tst_sessionoffers.moc"
