#include "models/items/runstable.h"
#include "models/items/runsview.h"
#include "sessiontest.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>

using namespace tachograph;
using namespace tachograph::models;
using tests::jsonLines;

/// Many runs: filtered, sorted, grouped.
class TestRunsView : public tests::SessionTest {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        m_session = std::make_unique<Session>(nullptr);
        m_model = std::make_unique<RunsModel>(*m_session);
        m_view = std::make_unique<RunsView>(*m_session, *m_model);
        open("alpha", {1, 40, 3, 3}, "lr: 0.1\nbatch: 8\n");
        open("beta", {1, 30, 2, 2}, "lr: 0.2\nbatch: 8\n");
        open("gamma", {1, 50, 5, 5}, "lr: 0.1\nbatch: 8\nextra: long\n");
        m_session->openBytes("delta", "{\"step\": 1, \"apples\": 2}\n{\"step\": 2, \"apples\": 3}\n");
        m_session->openBytes("broken", "no recording\n");
        QVERIFY(settled(*m_session));
        m_view->setOrder(RunOrder::stepTime, Qt::AscendingOrder);
        QTRY_COMPARE(names(), QString("beta alpha gamma delta broken"));
    }
    void init() {
        m_view->setFilter({});
        m_view->setGroupKey({});
        m_view->setOrder(RunOrder::opened, Qt::AscendingOrder);
    }

    void isAModel() {
        const QAbstractItemModelTester tester(m_view.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_view->setFilter("a");
        m_view->setGroupKey("lr");
        m_view->setOrder(RunOrder::steps, Qt::DescendingOrder);
        QCOMPARE(m_view->rowCount(), 4);
    }

    void filters_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("runs");
        const auto row = [](const char* filter, const char* runs) {
            QTest::newRow(filter) << filter << runs;
        };
        row("", "alpha beta gamma delta broken");
        row("   ", "alpha beta gamma delta broken");
        row("ALPHA", "alpha");
        row("ta", "beta delta");
        row("ta be", "beta");
        row("be ta", "beta");
        row("lr=0.1", "alpha gamma");
        row("lr=0.1 gam", "gamma");
        row("lr=", "alpha beta gamma");
        row("extra=L", "gamma");
        row("LR=0.1", "");
        row("=0.1", "");
        row("lr=7", "");
        row("nothing", "");
        row("alpha gamma", "");
        row("*", "");
        row(".", "");
        row("(", "");
    }
    void filters() {
        QFETCH(QString, filter);
        m_view->setFilter(filter);
        QTEST(names(), "runs");
        QCOMPARE(m_view->isFiltered(), !filter.trimmed().isEmpty());
    }

    /// Runs without the figure stand last either way.
    void sorts_data() {
        QTest::addColumn<int>("order");
        QTest::addColumn<QString>("up");
        QTest::addColumn<QString>("down");
        const auto row = [](const char* name, RunOrder order, const char* up, const char* down) {
            QTest::newRow(name) << static_cast<int>(order) << up << down;
        };
        row("as opened", RunOrder::opened, "alpha beta gamma delta broken", "broken delta gamma beta alpha");
        row("name", RunOrder::name, "alpha beta broken delta gamma", "gamma delta broken beta alpha");
        row("steps", RunOrder::steps, "delta beta alpha gamma broken", "gamma alpha beta delta broken");
        row("step time", RunOrder::stepTime, "beta alpha gamma delta broken", "gamma alpha beta delta broken");
        row("reward that nobody logs", RunOrder::reward, "alpha beta gamma delta broken",
            "alpha beta gamma delta broken");
    }
    void sorts() {
        QFETCH(int, order);
        m_view->setOrder(static_cast<RunOrder>(order), Qt::AscendingOrder);
        QTEST(names(), "up");
        m_view->setOrder(static_cast<RunOrder>(order), Qt::DescendingOrder);
        QTEST(names(), "down");
    }

    void groups() {
        QVERIFY(m_view->groupKeys().contains("lr"));
        QVERIFY(m_view->groupKeys().contains("batch")); // delta does not set it
        QVERIFY(!m_view->groupKeys().contains("apples"));
        m_view->setGroupKey("lr");
        QCOMPARE(headings(), QString("[lr = 0.1] alpha gamma [lr = 0.2] beta [lr: not set] delta broken"));
        m_view->setOrder(RunOrder::steps, Qt::DescendingOrder);
        QCOMPARE(headings(), QString("[lr = 0.1] gamma alpha [lr = 0.2] beta [lr: not set] delta broken"));
        m_view->setFilter("beta");
        QCOMPARE(headings(), QString("[lr = 0.2] beta"));
        m_view->setFilter({});
        m_view->setOrder(RunOrder::opened, Qt::AscendingOrder);
        m_view->setGroupKey("no such key");
        QCOMPARE(headings(), QString("[no such key: not set] alpha beta gamma delta broken"));
    }

    void asATable() {
        const auto& runs = m_view->shownRuns();
        const QString tabs = runsTable(*m_session, m_view->figures(), runs, TableForm::tabs);
        QStringList lines = tabs.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 5); // the broken one is left out
        QCOMPARE(lines[0].count('\t'), 9);
        QVERIFY2(lines[0].endsWith("\tGravest finding\tCritical\tWarnings\tInfo"), qPrintable(lines[0]));
        QVERIFY2(lines[1].startsWith("alpha\t40\t3\t"), qPrintable(lines[1]));
        QVERIFY2(lines[4].endsWith("delta\t2\t\t\t\t\tno findings, too little logged\t0\t0\t0"), qPrintable(lines[4]));
        Watching::of(*m_session).setBaseline(runs[1]);
        const QString markdown = runsTable(*m_session, m_view->figures(), runs, TableForm::markdown);
        lines = markdown.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines[1], QString("|---|---|---|---|---|---|---|---|---|---|---|"));
        QVERIFY2(lines[2].startsWith("| alpha | 40 | 3 |") && lines[2].contains("+50.0"), qPrintable(lines[2]));
        QVERIFY2(lines[3].endsWith("| baseline |"), qPrintable(lines[3]));
        QVERIFY2(lines[5].endsWith("|  |"), qPrintable(lines[5])); // nothing to compare
        Watching::of(*m_session).setBaseline(0);
        QCOMPARE(runsTable(*m_session, m_view->figures(), {99}, TableForm::tabs).count('\n'), 1);
    }

    void theShownOnesAloneAreVisible() {
        m_view->setFilter("lr=0.1");
        showOnly(*m_session, m_view->shownRuns());
        for (const OpenRun& run : m_session->runs())
            QCOMPARE(run.visible, run.name == "alpha" || run.name == "gamma");
        showOnly(*m_session, {});
        QVERIFY(std::ranges::none_of(m_session->runs(), &OpenRun::visible));
        showOnly(*m_session, {99});
        QVERIFY(std::ranges::none_of(m_session->runs(), &OpenRun::visible));
    }

  private:
    void open(const QByteArray& name, const tests::Lines& lines, const QByteArray& config) {
        m_session->openBytes(QString::fromLatin1(name), jsonLines(lines), config);
    }
    [[nodiscard]] QString names() const {
        QStringList all;
        for (int row = 0; row < m_view->rowCount(); ++row)
            all << m_view->index(row, 0).data().toString();
        return all.join(' ');
    }
    /// "[lr = 0.1] alpha gamma [lr = 0.2] beta"
    [[nodiscard]] QString headings() const {
        QStringList all;
        for (int row = 0; row < m_view->rowCount(); ++row) {
            const QModelIndex index = m_view->index(row, 0);
            if (const QString heading = index.data(RunsView::headingRole).toString(); !heading.isEmpty())
                all << '[' + heading + ']';
            all << index.data().toString();
        }
        return all.join(' ');
    }

    std::unique_ptr<Session> m_session;
    std::unique_ptr<RunsModel> m_model;
    std::unique_ptr<RunsView> m_view;
};

QTEST_GUILESS_MAIN(TestRunsView)
#include "tst_runsview.moc"
