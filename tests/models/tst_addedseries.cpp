#include "models/addedseries.h"
#include "models/items/addedseriesmodel.h"
#include "models/lanecolumns.h"
#include "sessiontest.h"
#include "tests/models/timelinetext.h"
#include "tests/support/runtext.h"

#include <QRegularExpression>
#include <QSignalSpy>

using namespace tachograph;
using namespace tachograph::models;
using tests::jsonLines;
using tests::laneText;
using tests::options;
using tests::plain;
using tests::runFromText;
using tests::timelineOf;

namespace {

TimelineOptions with(const QString& lane, std::vector<QString> keys, int smoothing = 0) {
    TimelineOptions result = options(lane, smoothing);
    result.added[lane] = std::move(keys);
    return result;
}

const Lane& onlyLane(const TimelinePtr& timeline) {
    return timeline->lanes.at(0);
}

} // namespace

/// Series that are laid beside those of a lane.
class TestAddedSeries : public tests::SessionTest {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void lanes_data();
    void lanes();
    void linesAreNumbered();
    void severalRuns();
    void tableHasAColumnForEach();
    void columnsAreShared();
    void checked_data();
    void checked();
    void reportsShowTheirLanes();
    void sessionKeepsThem();
    void listOfSeries();
    void aFullLaneTakesNoMore();
};

/// A run, a lane, what is added to it, and all that the lane must hold; worked out by hand.
void TestAddedSeries::lanes_data() {
    QTest::addColumn<QString>("lane");
    QTest::addColumn<QStringList>("added");
    QTest::addColumn<int>("smoothing");
    QTest::addColumn<QByteArray>("run");
    QTest::addColumn<QByteArray>("expected");
    const auto add = [](const char* name, const char* lane, const QStringList& added, int smoothing, const char* run,
                        const char* expected) {
        QTest::newRow(name) << QString::fromLatin1(lane) << added << smoothing << QByteArray(run)
                            << QByteArray(expected);
    };
    add("beside", "step_time", {"generation_time_s"}, 0, "step step_time_s generation_time_s\n 1 2 1.5\n 2 3 2",
        "Step time [s]\n raw \"raw\" 1:2 2:3\n raw \"Generation\" 1:1.5 2:2");
    add("gaps and values that are none stay", "step_time", {"generation_time_s"}, 0,
        "step step_time_s generation_time_s\n 1 2 1\n 2 3 nan\n 3 3 null\n 4 3 2\n 8 3 2\n 9 3 inf",
        "Step time [s]\n raw \"raw\" 1:2 2:3 3:3 4:3 | 8:3 9:3\n"
        "raw \"Generation\" 1:1 | 4:2 | 8:2 |\n missing 2 3 9");
    add("smoothed of its own points", "step_time", {"generation_time_s"}, 3,
        "step step_time_s generation_time_s\n 1 2 1\n 2 9 9\n 3 2 1\n 4 2 1",
        "Step time [s]\n raw \"raw\" 1:2 2:9 3:2 4:2\n smoothed \"median of 3\" 1:5.5 2:2 3:2 4:2\n"
        "raw 1:1 2:9 3:1 4:1\n smoothed \"Generation, median of 3\" 1:5 2:1 3:1 4:1");
    add("in the order in which they were added", "step_time", {"optimization_time_s", "generation_time_s"}, 0,
        "step step_time_s generation_time_s optimization_time_s\n 1 4 1 2",
        "Step time [s]\n raw \"raw\" 1:4\n raw \"Optimization\" 1:2\n raw \"Generation\" 1:1");
    add("earlier attempts", "step_time", {"generation_time_s"}, 0,
        "step step_time_s generation_time_s\n 1 2 1\n 2 2 1\n !restart resumed\n 2 3 2",
        "Step time [s]\n superseded \"earlier attempt\" 1:2 2:2\n raw \"raw\" 1:2 | 2:3\n"
        "superseded 1:1 2:1\n raw \"Generation\" 1:1 | 2:2");
    add("in the unit of the lane", "series/mem", {"mem2"}, 0,
        "step mem=gpu/0/memory mem2=gpu/1/memory\n 1 1073741824 2147483648",
        "GPU 0 memory [GiB]\n raw \"raw\" 1:1\n raw \"GPU 1 memory\" 1:2");
    add("tokens in thousands", "throughput", {"x"}, 0, "step tokens_per_s x=throughput\n 1 8000 9000",
        "Throughput [Ktok/s] whole job, x: its scope is not known, that of the lane is whole job\n raw "
        "\"raw\" 1:8");
    add("another unit", "step_time", {"tokens_per_s"}, 0, "step step_time_s tokens_per_s\n 1 2 800",
        "Step time [s] Throughput: its unit is tok/s, that of the lane is s\n raw \"raw\" 1:2");
    add("no unit is another unit", "step_time", {"loss"}, 0, "step step_time_s loss\n 1 2 1",
        "Step time [s] Loss: its unit is none, that of the lane is s\n raw \"raw\" 1:2");
    add("an unknown unit is none of the lane", "step_time", {"zz"}, 0, "step step_time_s zz\n 1 2 1",
        "Step time [s] zz: its unit is not known, that of the lane is s\n raw \"raw\" 1:2");
    add("unknown ones beside each other are told", "series/yy", {"zz"}, 0, "step yy zz\n 1 2 1",
        "yy [] zz: unit not logged\n raw \"raw\" 1:2\n raw \"zz\" 1:1");
    add("an unknown key", "step_time", {"zz"}, 0, "step step_time_s\n 1 2",
        "Step time [s] zz: not logged\n raw \"raw\" 1:2");
    add("its own", "step_time", {"step_time_s"}, 0, "step step_time_s\n 1 2",
        "Step time [s] Step time: it is in the lane already\n raw \"raw\" 1:2");
    add("twice", "step_time", {"generation_time_s", "generation_time_s"}, 0,
        "step step_time_s generation_time_s\n 1 2 1",
        "Step time [s] Generation: it is in the lane already\n raw \"raw\" 1:2\n raw \"Generation\" 1:1");
    add("parts add up", "split", {"step_time_s"}, 0, "step step_time_s generation_time_s\n 1 2 1",
        "Step time by phase [s] Step time: the parts of the lane add up, so nothing can be laid beside them\n"
        "stack \"generation\" 1:1 above 1:0\n stack \"unaccounted\" 1:2 above 1:1");
    add("an empty lane", "step_time", {"loss"}, 0, "step loss\n 1 2",
        "Step time [s] Loss: the lane is empty: not logged\n state: not logged");
    add("no such lane", "nonsense", {"loss"}, 0, "step loss\n 1 2",
        "nonsense [] Loss: the lane is empty: there is no such lane\n state: there is no such lane");
    add("five are one too many", "step_time", {"a", "b", "c", "d", "e"}, 0,
        "step step_time_s a=generation_time b=optimization_time c=other_time d=unaccounted_time e=data_wait_time\n"
        "1 9 1 2 3 4 5",
        "Step time [s] Data wait: a lane takes 4 added series at most\n raw \"raw\" 1:9\n raw \"Generation\" 1:1\n"
        "raw \"Optimization\" 1:2\n raw \"Other phases\" 1:3\n raw \"Unaccounted\" 1:4");
}

void TestAddedSeries::lanes() {
    QFETCH(QString, lane);
    QFETCH(QStringList, added);
    QFETCH(int, smoothing);
    QFETCH(QByteArray, run);
    QFETCH(QByteArray, expected);
    const auto timeline =
        timelineOf({runFromText(run.toStdString())}, with(lane, {added.begin(), added.end()}, smoothing));
    QCOMPARE(tests::onlyLane(timeline), plain(expected));
}

void TestAddedSeries::linesAreNumbered() {
    const auto timeline = timelineOf({runFromText("step step_time_s generation_time_s optimization_time_s\n 1 9 1 2")},
                                     with("step_time", {"generation_time_s", "zz", "optimization_time_s"}));
    QStringList lines;
    for (const LaneLine& line : onlyLane(timeline).lines)
        lines << QStringLiteral("%1 %2 %3").arg(line.added).arg(line.series, line.readout ? "read" : "");
    QCOMPARE(lines.join("; "), "0  read; 1 Generation read; 2 Optimization read");
    QCOMPARE(onlyLane(timeline).added, (std::vector<QString>{"generation_time_s", "optimization_time_s"}));
    QVERIFY(std::ranges::find(onlyLane(timeline).roles, "generation_time") != onlyLane(timeline).roles.end());
    QVERIFY(std::ranges::find(onlyLane(timeline).robustValues, 1.0) != onlyLane(timeline).robustValues.end());
}

/// Both runs' series, in their lines; what one of them lacks, or has in another scope, is said.
void TestAddedSeries::severalRuns() {
    const auto a = runFromText("step step_time_s generation_time_s\n 1 2 1", "A");
    const auto b = runFromText("step step_time_s generation_time_s\n 1 3 2", "B");
    const QString text = tests::onlyLane(timelineOf({a, b}, with("step_time", {"generation_time_s"})));
    QCOMPARE(text, plain("Step time [s]\n raw \"A\" 1:2\n raw of run 1 \"B\" 1:3\n raw \"A, Generation\" 1:1\n"
                         "raw of run 1 \"B, Generation\" 1:2"));
    const auto c = runFromText("step step_time_s\n 1 3", "C");
    const QString lacking = tests::onlyLane(timelineOf({a, c}, with("step_time", {"generation_time_s"})));
    QVERIFY2(lacking.startsWith("Step time [s] Generation: not logged in C\n"), qPrintable(lacking));
    const auto job = runFromText("step tokens_per_s x=throughput\n 1 8000 1", "job");
    const auto gpu = runFromText("step perf/throughput\n 1 900", "gpu", "verl_console");
    const QString scopes = tests::onlyLane(timelineOf({job, gpu}, with("throughput", {"x"})));
    QVERIFY2(scopes.contains("x: its scope is not known, that of the lane is whole job in job") ||
                 scopes.contains("Throughput (x): its scope is not known, that of the lane is whole job in job"),
             qPrintable(scopes));
}

void TestAddedSeries::tableHasAColumnForEach() {
    const auto timeline =
        timelineOf({runFromText("step step_time_s generation_time_s\n 1 2 1\n 2 9 4\n 3 2 nan\n 4 2 1\n 5 2 1")},
                   with("step_time", {"generation_time_s"}, 3));
    QStringList columns;
    for (const LaneColumn& column : laneColumns(*timeline, onlyLane(timeline), 1, 5))
        columns << QStringLiteral("%1 (%2)").arg(column.title).arg(column.points.size());
    QCOMPARE(columns.join("; "), "raw (5); Generation (4); median of 3 (5); Generation, median of 3 (4)");
}

/// A long series is drawn from the run's own columns, not from a copy.
void TestAddedSeries::columnsAreShared() {
    const auto run = runFromText(tests::table("step step_time_s generation_time_s", 50'000, [](int step) {
        return std::to_string(step) + " 2 " + (step == 33'333 ? "900" : "1");
    }));
    const auto timeline = timelineOf({run}, with("step_time", {"generation_time_s"}));
    const LaneLine& line = onlyLane(timeline).lines.back();
    QCOMPARE(line.added, 1);
    std::vector<PixelColumn> columns;
    line.curve->columns(1, 50'001, 800, columns);
    QCOMPARE(columns.size(), std::size_t(800));
    QCOMPARE(std::ranges::max(columns, {}, &PixelColumn::high).high, 900.0); // no extreme is lost
}

/// Of what somebody wants in lanes: what is kept, and what is said of the rest.
void TestAddedSeries::checked_data() {
    QTest::addColumn<QString>("lane");
    QTest::addColumn<QStringList>("keys");
    QTest::addColumn<int>("kept");
    QTest::addColumn<QString>("dropped");
    const auto add = [](const char* name, const char* lane, const QStringList& keys, int kept, const char* dropped) {
        QTest::newRow(name) << QString::fromUtf8(lane) << keys << kept << QString::fromUtf8(dropped);
    };
    add("fits", "step_time", {"generation_time_s"}, 1, "");
    add("of a lane that is not shown", "series/generation_time_s", {"step_time_s"}, 1, "");
    add("unknown", "step_time", {"nowhere", "generation_time_s"}, 1, "nowhere in Step time: not logged");
    add("a lane that there is not", "nonsense", {"step_time_s"}, 0, "step_time_s in nonsense: there is no such lane");
    add("a lane of no series", "series/nowhere", {"step_time_s"}, 0,
        "step_time_s in series/nowhere: there is no such lane");
    add("of another unit", "step_time", {"loss"}, 0, "loss in Step time: its unit is none, that of the lane is s");
    add("twice", "step_time", {"generation_time_s", "generation_time_s"}, 1,
        "generation_time_s in Step time: it is in the lane already");
    add("markup and control", "step_time", {"<b>\n\x1b[31m"}, 0, "");
}

void TestAddedSeries::checked() {
    QFETCH(QString, lane);
    QFETCH(QStringList, keys);
    QFETCH(int, kept);
    QFETCH(QString, dropped);
    const auto run = runFromText("step step_time_s generation_time_s loss\n 1 2 1 7\n 2 2 1 7");
    const AddedSeries wanted{{lane, {keys.begin(), keys.end()}}};
    const CheckedSeries alone = checkedSeries(wanted, {{run, nullptr, 0, "run"}}, XAxis::step);
    TimelineOptions standard;
    standard.added = wanted;
    const CheckedSeries shown = checkedSeries(wanted, *timelineOf({run}, standard));
    for (const CheckedSeries* checked : {&alone, &shown}) {
        QCOMPARE(checked->kept.empty() ? 0 : static_cast<int>(checked->kept.begin()->second.size()), kept);
        QCOMPARE(checked->dropped.size(), keys.size() - kept);
        if (!dropped.isEmpty())
            QCOMPARE(checked->dropped.join("; "), dropped);
        for (const QString& sentence : checked->dropped)
            QVERIFY(!sentence.contains('\n') && !sentence.contains(QChar(0x1b)));
    }
}

void TestAddedSeries::reportsShowTheirLanes() {
    const auto run = runFromText("step step_time_s generation_time_s yy zz\n 1 2 1 1 1");
    TimelineOptions asked;
    asked.added = {{"series/yy", {"zz"}}, {"step_time", {"generation_time_s"}}};
    const auto has = [](const TimelinePtr& timeline) {
        return std::ranges::find(timeline->lanes, "series/yy", &Lane::id) != timeline->lanes.end();
    };
    QVERIFY(!has(timelineOf({run}, asked)));
    asked.addedLanes = true;
    QVERIFY(has(timelineOf({run}, asked)));
}

void TestAddedSeries::sessionKeepsThem() {
    Session session(nullptr);
    QSignalSpy edits(&session, &Session::seriesEdited), changes(&session, &Session::optionsChanged);
    session.open(file("added.jsonl", jsonLines({.extra = ", \"generation_time_s\": 1"})));
    QVERIFY(settled(session));
    session.addSeries("step_time", "generation_time_s");
    session.addSeries("step_time", "generation_time_s");
    QCOMPARE(edits.size(), 1);
    const auto drawn = [&session] {
        return session.timeline() ? session.timeline()->lanes.front().added.size() : std::size_t(0);
    };
    QTRY_COMPARE(drawn(), std::size_t(1));
    const AddedSeries added = session.addedSeries();
    QCOMPARE(added, (AddedSeries{{"step_time", {"generation_time_s"}}}));
    session.removeSeries("step_time", "nowhere");
    session.removeSeries("nowhere", "generation_time_s");
    QCOMPARE(edits.size(), 1);
    session.removeSeries("step_time", "generation_time_s");
    QCOMPARE(edits.size(), 2);
    QVERIFY(session.addedSeries().empty());
    QTRY_COMPARE(drawn(), std::size_t(0));
    changes.clear();
    session.setAddedSeries(added);
    session.setAddedSeries(added);
    QCOMPARE(changes.size(), 1);
    QCOMPARE(edits.size(), 2);
    QTRY_COMPARE(drawn(), std::size_t(1));
}

void TestAddedSeries::listOfSeries() {
    Session session(nullptr);
    session.open(file("list.jsonl",
                      jsonLines({.extra = ", \"generation_time_s\": 1, \"loss\": 2, \"zz\": 3, \"tokens_per_s\": 9"})));
    QVERIFY(settled(session));
    const TimelinePtr timeline = session.timeline();
    AddedSeriesModel model(session, *timeline, timeline->lanes.front());
    const auto row = [&model](const char* key) {
        const auto found =
            model.match(model.index(0, 0), AddedSeriesModel::keyRole, QString::fromLatin1(key), 1, Qt::MatchExactly);
        return found.isEmpty() ? QModelIndex() : found.front();
    };
    QVERIFY(!row("step_time_s").isValid()); // the lane's own
    const QModelIndex fits = row("generation_time_s"), loss = row("loss"), unknown = row("zz");
    QCOMPARE(fits.data().toString(), "Generation");
    QVERIFY(fits.flags().testFlag(Qt::ItemIsUserCheckable));
    QVERIFY(fits.row() < loss.row() && fits.row() < unknown.row());
    QCOMPARE(loss.data(AddedSeriesModel::whyRole).toString(), "its unit is none, that of the lane is s");
    QCOMPARE(unknown.data(AddedSeriesModel::whyRole).toString(), "its unit is not known, that of the lane is s");
    for (const QModelIndex& index : {loss, unknown}) {
        QVERIFY(!index.data(Qt::CheckStateRole).isValid());
        QVERIFY(!model.setData(index, Qt::Checked, Qt::CheckStateRole));
    }
    QCOMPARE(loss.data(AddedSeriesModel::laneRole).toString(), "series/loss");
    QVERIFY(model.setData(fits, Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(fits.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
    QCOMPARE(session.addedSeries(), (AddedSeries{{"step_time", {"generation_time_s"}}}));
    QVERIFY(model.setData(fits, Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(session.addedSeries().empty());
}

void TestAddedSeries::aFullLaneTakesNoMore() {
    Session session(nullptr);
    QByteArray extra;
    for (const char* key : {"generation_time_s", "optimization_time_s", "data_wait_time_s", "checkpoint_time_s",
                            "evaluation_time_s", "other_time_s"})
        extra += QByteArray(", \"") + key + "\": 1";
    session.open(file("full.jsonl", jsonLines({.extra = extra})));
    QVERIFY(settled(session));
    const TimelinePtr timeline = session.timeline();
    AddedSeriesModel model(session, *timeline, timeline->lanes.front());
    int added = 0, refused = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, 0);
        if (!index.data(Qt::CheckStateRole).isValid())
            continue;
        (model.setData(index, Qt::Checked, Qt::CheckStateRole) ? added : refused) += 1;
    }
    QCOMPARE(added, static_cast<int>(mostAddedSeries));
    QVERIFY(refused > 0);
    QCOMPARE(session.addedSeries().at("step_time").size(), mostAddedSeries);
    session.addSeries("step_time", "one more");
    QCOMPARE(session.addedSeries().at("step_time").size(), mostAddedSeries);
}

QTEST_GUILESS_MAIN(TestAddedSeries)
#include "tst_addedseries.moc"
