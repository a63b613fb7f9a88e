#include "models/items/findmodel.h"
#include "models/review/reviews.h"
#include "sessiontest.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>

using namespace tachograph;
using namespace tachograph::models;
using tests::jsonLines;

namespace {

FindEntry command(const QString& title, bool available = true) {
    FindEntry entry;
    entry.title = title;
    entry.detail = available ? QStringLiteral("Ctrl+X") : QStringLiteral("not now");
    entry.available = available;
    return entry;
}

std::vector<FindEntry> someCommands() {
    return {command("Export report"), command("Export notes"), command("Save session", false), command("Next finding")};
}

/// "finding THROUGHPUT_ROT; command Next finding (not now)"
QString found(const FindModel& model) {
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row);
        rows << index.data(FindModel::kindTextRole).toString() + u' ' + index.data().toString() +
                    (index.flags().testFlag(Qt::ItemIsEnabled)
                         ? QString()
                         : QStringLiteral(" (%1)").arg(index.data(FindModel::detailRole).toString()));
    }
    return rows.join(QStringLiteral("; "));
}

} // namespace

/// What is typed into the search field, and what it leads to.
class TestFindModel : public tests::SessionTest {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_session = std::make_unique<Session>(nullptr);
        m_session->openBytes("rot.jsonl", jsonLines({1, 400, 2, 5, true, ", \"loss\": 1.5"}));
        QVERIFY(settled(*m_session));
        Note note;
        note.firstStep = note.lastStep = 120;
        note.text = "driver\nwas updated";
        m_session->reviews().add(m_session->current()->id, note);
    }

    void steps_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("first");
        QTest::newRow("a step") << "step 70"
                                << "step Step 70";
        QTest::newRow("a bare number") << "  399 "
                                       << "step Step 399";
        QTest::newRow("thousands") << "1,707"
                                   << "step Step 1,707 (not in the recording)";
        QTest::newRow("a step that is not there") << "step 401"
                                                  << "step Step 401 (not in the recording)";
        QTest::newRow("a step before the first") << "-1"
                                                 << "step Step −1 (not in the recording)";
    }
    void steps() {
        QFETCH(QString, query);
        QFETCH(QString, first);
        FindModel model(*m_session);
        model.collect({});
        model.setQuery(query);
        QCOMPARE(found(model).split("; ").front(), first);
        QCOMPARE(model.entry(0).available, !first.endsWith(u')'));
    }

    void queries_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no step") << "step 7x"
                                 << "";
        QTest::newRow("a number too long") << "9999999999999999999999"
                                           << "";
        QTest::newRow("a finding by its code") << "rot"
                                               << "run rot; finding THROUGHPUT_ROT; note driver was updated";
        QTest::newRow("a finding without regard to case") << "throughput_r"
                                                          << "finding THROUGHPUT_ROT";
        QTest::newRow("a note") << "driver"
                                << "note driver was updated";
        QTest::newRow("two words, any order") << "updated driver"
                                              << "note driver was updated";
        QTest::newRow("a series by its key") << "step_time_s"
                                             << "series Step time";
        QTest::newRow("a series by its title") << "loss"
                                               << "series Loss";
        QTest::newRow("a command") << "report"
                                   << "command Export report";
        QTest::newRow("in their order") << "expo"
                                        << "command Export report; command Export notes";
        QTest::newRow("what cannot be done now") << "save"
                                                 << "command Save session (not now)";
        QTest::newRow("a kind") << "note"
                                << "command Export notes; note driver was updated";
        QTest::newRow("one word of two") << "driver reboot"
                                         << "";
        QTest::newRow("nothing") << "zebra"
                                 << "";
        QTest::newRow("markup is text") << "<b>"
                                        << "";
    }
    void queries() {
        QFETCH(QString, query);
        QFETCH(QString, expected);
        FindModel model(*m_session);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setQuery(query);
        model.collect(someCommands());
        QCOMPARE(found(model), expected);
        QCOMPARE(model.tally(),
                 expected.isEmpty() ? QString("nothing found") : QStringLiteral("%1 found").arg(model.rowCount()));
        QCOMPARE(model.firstAvailable(), expected.isEmpty() || expected.endsWith(u')') ? -1 : 0);
    }

    /// Nothing typed: everything, what was seen in the run before commands, what leads nowhere last.
    void everything() {
        FindModel model(*m_session);
        model.collect(someCommands());
        QVERIFY(found(model).startsWith("finding THROUGHPUT_ROT; note driver was updated; series "));
        QVERIFY(found(model).contains("command Next finding"));
        QVERIFY(found(model).endsWith("(not now)"));
    }

    void whereItLeads() {
        FindModel model(*m_session);
        model.collect({});
        model.setQuery("70");
        QCOMPARE(model.entry(0).x, 70.0);
        model.setQuery("driver");
        QCOMPARE(model.entry(0).id, m_session->reviews().of(m_session->current()->id)->notes.front().id);
        QCOMPARE(model.index(0).data(FindModel::detailRole).toString(), QString("step 120"));
        model.setQuery("step_time_s");
        QCOMPARE(model.entry(0).lane, QString("step_time"));
        model.setQuery("throughput_rot");
        QCOMPARE(model.entry(0).index, 0);
        QVERIFY(
            model.index(0).data(Qt::AccessibleTextRole).toString().startsWith("finding, THROUGHPUT_ROT, from step "));
    }

    void longLists() {
        FindModel model(*m_session);
        model.collect(std::vector<FindEntry>(1000, command("Same")));
        model.setQuery("same");
        QCOMPARE(model.rowCount(), 200);
        QCOMPARE(model.tally(), QString("1000 found, the first 200 are listed"));
    }

    void withoutARun() {
        Session empty(nullptr);
        FindModel model(empty);
        model.setQuery("70");
        model.collect(someCommands());
        QCOMPARE(found(model), QString());
        model.setQuery({});
        QCOMPARE(model.rowCount(), 4);
    }

  private:
    std::unique_ptr<Session> m_session;
};

QTEST_GUILESS_MAIN(TestFindModel)
#include "tst_findmodel.moc"
