#include "models/accountant.h"
#include "sessiontest.h"

#include <QRegularExpression>

#include <memory>

using namespace tachograph;
using namespace tachograph::models;
using tests::jsonLines;

/// The bill follows the current run, and a question whose run is gone is not answered.
class TestAccountant : public tests::SessionTest {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void init() {
        m_session = std::make_unique<Session>(nullptr);
        m_accountant = std::make_unique<Accountant>(*m_session);
        m_accountant->setWanted(true);
        m_id = m_session->open(file("a.jsonl", jsonLines({.last = 120})));
    }
    void cleanup() {
        m_accountant.reset();
        m_session.reset();
    }

    void theCurrentRunIsBilled() {
        QTRY_VERIFY(m_accountant->view());
        QCOMPARE(m_accountant->view()->run, m_session->run(m_id)->run);
    }

    void aRunThatIsClosedAtOnceIsNot() {
        QTRY_VERIFY(m_session->run(m_id)->run); // the question rests a moment before it is worked on
        m_session->close(m_id);
        QTest::qWait(400);
        QVERIFY(!m_accountant->view());
    }

    void aBillNobodyWantsIsNotDrawnUp() {
        QTRY_VERIFY(m_session->run(m_id)->run);
        m_accountant->setWanted(false);
        QTest::qWait(400);
        QVERIFY(!m_accountant->view());
        m_accountant->setWanted(true);
        QTRY_VERIFY(m_accountant->view());
    }

    void theBillGoesWithItsRun() {
        QTRY_VERIFY(m_accountant->view());
        m_session->close(m_id);
        QVERIFY(!m_accountant->view());
    }

    void anotherRunTakesItsPlace() {
        QTRY_VERIFY(m_session->run(m_id)->run);
        m_session->close(m_id);
        const std::uint64_t other = m_session->open(file("b.jsonl", jsonLines({.last = 90, .from = 3.0, .to = 3.0})));
        QTRY_VERIFY(m_accountant->view());
        QCOMPARE(m_accountant->view()->run, m_session->run(other)->run);
    }

  private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Accountant> m_accountant;
    std::uint64_t m_id = 0;
};

QTEST_GUILESS_MAIN(TestAccountant)
#include "tst_accountant.moc"
