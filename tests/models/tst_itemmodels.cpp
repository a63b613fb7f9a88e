#include "models/items/issuesmodel.h"
#include "models/items/runsmodel.h"
#include "models/items/seriesmodel.h"
#include "models/sourceexcerpt.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace tachograph;
using namespace tachograph::models;

namespace {

/// Steps 1 to 30, then 21 to 40 again; step 25 of the second attempt is torn.
QByteArray restartedRun() {
    QByteArray lines;
    auto add = [&](int step, double time) {
        lines += QStringLiteral("{\"step\": %1, \"step_time_s\": 2.%2, \"loss\": 1.5, \"timestamp\": %3}\n")
                     .arg(step)
                     .arg(step % 10)
                     .arg(time, 0, 'f', 1)
                     .toUtf8();
    };
    for (int step = 1; step <= 30; ++step)
        add(step, 1764500000 + step * 2);
    for (int step = 21; step <= 40; ++step)
        add(step, 1764501000 + step * 2);
    return lines;
}

} // namespace

/// Item models follow the session and keep what Qt asks of a model.
class TestItemModels : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void runsWithTheirAttempts() {
        Session session(nullptr);
        RunsModel model(session);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.tally(), QString());
        session.openBytes(QStringLiteral("restarted.jsonl"), restartedRun());
        QTRY_COMPARE(model.tally(), QStringLiteral("1 open"));
        const QModelIndex run = model.index(0, 0);
        QCOMPARE(model.rowCount(run), 2);
        QVERIFY(run.data(RunsModel::detailRole).toString().startsWith(QLatin1String("40 steps")));
        const QModelIndex first = model.index(0, 0, run), second = model.index(1, 0, run);
        QCOMPARE(first.data(RunsModel::detailRole).toString(), QStringLiteral("1 to 30, 10 run again"));
        QCOMPARE(second.data(RunsModel::detailRole).toString(), QStringLiteral("21 to 40"));
        QVERIFY(first.data(RunsModel::supersededRole).toBool());
        QVERIFY(!second.data(RunsModel::supersededRole).toBool());
        QCOMPARE(model.indexOf(run.data(RunsModel::idRole).toULongLong()), run);
        QVERIFY(!model.indexOf(12345).isValid());
        session.close(session.runs().front().id);
        QCOMPARE(model.rowCount(), 0);
    }

    void aFailedRunSaysWhy() {
        Session session(nullptr);
        RunsModel model(session);
        session.openBytes(QStringLiteral("noise"), QByteArray(2000, '\x01'));
        QTRY_COMPARE(model.tally(), QStringLiteral("1 failed"));
        const QModelIndex run = model.index(0, 0);
        QCOMPARE(run.data(RunsModel::stateRole).toInt(), static_cast<int>(OpenRun::State::failed));
        QVERIFY(!run.data(RunsModel::detailRole).toString().isEmpty());
    }

    void seriesAreChecked() {
        Session session(nullptr);
        SeriesModel model(session);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        session.openBytes(QStringLiteral("restarted.jsonl"), restartedRun());
        QTRY_VERIFY(session.timeline());
        const QModelIndex loss = find(model, QStringLiteral("Loss"));
        QVERIFY(loss.isValid());
        QVERIFY(!model.setData(loss, Qt::Checked, Qt::DisplayRole));
        QVERIFY(!model.setData(model.index(0, 0), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(loss.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
        const QString lane = loss.data(SeriesModel::laneRole).toString();
        QVERIFY(model.setData(loss, static_cast<int>(Qt::Checked), Qt::CheckStateRole));
        QVERIFY(session.isLaneShown(lane));
        QCOMPARE(find(model, QStringLiteral("Loss")).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
    }

    void whatIsNotLoggedCannotBeChecked() {
        Session session(nullptr);
        SeriesModel model(session);
        session.openBytes(QStringLiteral("restarted.jsonl"), restartedRun());
        QTRY_VERIFY(session.timeline());
        const QModelIndex reward = find(model, QStringLiteral("Reward"));
        QVERIFY(reward.isValid());
        QCOMPARE(reward.data(SeriesModel::keyRole).toString(), QStringLiteral("not logged"));
        QVERIFY(!model.setData(reward, static_cast<int>(Qt::Checked), Qt::CheckStateRole));
        QVERIFY(!model.flags(reward).testFlag(Qt::ItemIsEnabled));
    }

    void theFilterFindsKeysAndTitles() {
        Session session(nullptr);
        SeriesModel model(session);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        session.openBytes(QStringLiteral("restarted.jsonl"), restartedRun());
        QTRY_VERIFY(session.timeline());
        model.setFilter(QStringLiteral("STEP_TIME_S"));
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, 0, model.index(0, 0)).data(SeriesModel::keyRole).toString(),
                 QStringLiteral("step_time_s"));
        model.setFilter(QStringLiteral("no such series"));
        QCOMPARE(model.rowCount(), 0);
        model.setFilter({});
        QVERIFY(model.rowCount() > 1);
    }

    void issuesAreListed() {
        Session session(nullptr);
        IssuesModel model(session);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.tally(), QString());
        session.openBytes(QStringLiteral("torn.jsonl"), restartedRun() + "{\"step\": 41, \"step_ti");
        QTRY_VERIFY(model.run());
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(model.index(0, IssuesModel::whereColumn).data().toString().contains(QLatin1String("51")));
        QVERIFY(!model.index(0, IssuesModel::whatColumn).data().toString().isEmpty());
        QVERIFY(model.tally().startsWith(QLatin1String("1 in ")));
        QCOMPARE(model.asText().count(QLatin1Char('\n')), 1);
    }

    void excerptsAreTheLinesAround() {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("lines.txt")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int line = 1; line <= 20; ++line)
            file.write(QByteArray::number(line * 11) + "\n");
        file.close();
        const std::string path = file.fileName().toStdString();
        const auto middle = sourceExcerpt(path, 10, 2, Job());
        QVERIFY(middle.ok());
        QCOMPARE(middle->lines.size(), std::size_t(5));
        QCOMPARE(middle->lines[2].number, std::uint64_t(10));
        QCOMPARE(middle->lines[2].text, QStringLiteral("110"));
        const auto first = sourceExcerpt(path, 1, 2, Job());
        QCOMPARE(first->lines.size(), std::size_t(3));
        QVERIFY(sourceExcerpt(path, 1000, 2, Job())->lines.empty());
        QVERIFY(!sourceExcerpt(path + "-gone", 1, 2, Job()).ok());
        QVERIFY(!sourceExcerpt(folder.path().toStdString(), 1, 2, Job()).ok());
    }

  private:
    static QModelIndex find(const SeriesModel& model, const QString& title) {
        for (int group = 0; group < model.rowCount(); ++group) {
            const QModelIndex parent = model.index(group, 0);
            for (int row = 0; row < model.rowCount(parent); ++row)
                if (model.index(row, 0, parent).data().toString() == title)
                    return model.index(row, 0, parent);
        }
        return {};
    }
};

QTEST_GUILESS_MAIN(TestItemModels)
#include "tst_itemmodels.moc"
