#include "analysis/report/inspectjson.h"
#include "tests/analysis/facttable.h"
#include "tests/support/samples.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

/// The cells of every table row of the README beside the shared recordings that has so many of them.
QList<QStringList> rowsWith(int cells) {
    QList<QStringList> rows;
    // "\|" is a bar inside of a cell.
    const QString text = QString::fromStdString(readFile(sharedData("README.md"))).replace("\\|", "/");
    for (const QString& line : text.split('\n')) {
        QStringList row = line.split('|');
        if (row.size() != cells + 2 || !row.first().isEmpty())
            continue;
        row.removeFirst();
        row.removeLast();
        for (QString& cell : row)
            cell = cell.trimmed().remove('`');
        if (!row[0].startsWith("---") && row[0] != "path")
            rows += row;
    }
    return rows;
}

/// The table of series: path, key, role, unit, n, first..last, median, early fifth, late fifth, ratio, without a value.
QList<QStringList> seriesRows() {
    QList<QStringList> rows;
    for (const QStringList& row : rowsWith(11))
        if (row[5].contains(".."))
            rows += row;
    return rows;
}

/// How the program is asked for the run of a row.
QString pathOf(QString path) {
    path.replace(" : ", "#");
    path.replace(" (last run, lines 10..100)", "#7");
    return path.endsWith('/') ? path.chopped(1) : path;
}

/// The README counts dicts where the console's progress bar tells the true step, and says so.
int stepsPerRow(const QString& path) {
    return path == "trl_console/grpo-200steps-every5.log" ? 5 : 1;
}

/// What `tachograph inspect --json` prints, without the detectors: they do not change what was read.
QJsonArray inspected(const QString& path) {
    static QMap<QString, QJsonArray> known;
    if (known.contains(path))
        return known[path];
    std::vector<JudgedRun> judged;
    for (const RunPtr& run : open(path))
        judged.push_back({run, {}, {}});
    const std::string json = inspectJson(judged, "test");
    return known[path] = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object()["runs"].toArray();
}

/// The series of this key, or the one that takes the role of step time from time stamps.
QJsonObject seriesOf(const QJsonArray& runs, const QString& key) {
    for (const QJsonValue& run : runs)
        for (const QJsonValue& series : run["series"].toArray()) {
            const bool fromClock = key == "s/step from clock" && series["role"] == "step_time" &&
                                   series["derived"].toBool() && series["how"].toString().contains("time stamps");
            if (fromClock || series["key"] == key)
                return series.toObject();
        }
    return {};
}

} // namespace

/// The tables beside the shared recordings as a whole, against what `inspect --json` says: a row that is added there is
/// tested without a change here.
class TestFactsReadme : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        if (sharedData("").empty())
            QSKIP(sharedDataMissing);
        QVERIFY(seriesRows().size() >= 191);
    }

    void series_data() {
        QTest::addColumn<QStringList>("row");
        for (const QStringList& row : seriesRows())
            QTest::newRow(qPrintable(row[0] + ' ' + row[1])) << row;
    }
    void series() {
        QFETCH(QStringList, row);
        const QJsonObject found = seriesOf(inspected(pathOf(row[0])), row[1]);
        QVERIFY2(!found.isEmpty(), "no such series");
        const QStringList steps = row[5].split("..");
        const int every = stepsPerRow(row[0]);
        QCOMPARE(found["count"].toInt(), row[4].toInt());
        QCOMPARE(found["first"].toInt(), steps[0].toInt() * every);
        QCOMPARE(found["last"].toInt(), steps[1].toInt() * every);
        QVERIFY2(same(found["median"].toDouble(), row[6]),
                 qPrintable(QString::number(found["median"].toDouble(), 'g', 9)));
        QVERIFY2(same(found["early"].toDouble(), row[7]),
                 qPrintable(QString::number(found["early"].toDouble(), 'g', 9)));
        QVERIFY2(same(found["late"].toDouble(), row[8]), qPrintable(QString::number(found["late"].toDouble(), 'g', 9)));
        QVERIFY(std::abs(found["late"].toDouble() / found["early"].toDouble() - row[9].toDouble()) < 0.000501 ||
                row[9] == "-" || found["early"].toDouble() == 0.0);
        // "---" of the DFlash console is no value either, but the table does not count it.
        const int nulls = row[0].startsWith("dflash/") ? 0 : found["null"].toInt();
        QCOMPARE(found["nonfinite"].toInt() + nulls, row[10].toInt());
    }

    void file_data() {
        QTest::addColumn<QString>("path");
        for (const QStringList& row : rowsWith(6))
            QTest::newRow(qPrintable(row[0])) << row[0];
    }
    /// Every file of the table is a recording, or one of the files beside them, which are refused in one sentence.
    void file() {
        QFETCH(QString, path);
        static const QRegularExpression beside(R"((config\.yaml|\.py|\*\.json)$)");
        if (path.endsWith("*.json"))
            return; // configurations, tested with their logs
        const auto runs = openRuns(sharedData(pathOf(path).toStdString()));
        QCOMPARE(runs.ok(), !beside.match(path).hasMatch());
        if (!runs)
            QVERIFY2(runs.error().message.size() > 20 && !QString::fromStdString(runs.error().message).contains('\n'),
                     runs.error().message.c_str());
    }

    /// Rows, torn lines and checkpoints of the made recordings, as the table of files words them.
    void counts_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("facts");
        for (const QStringList& row : rowsWith(6))
            if (row[0].startsWith("rl/") && row[0].endsWith(".jsonl"))
                QTest::newRow(qPrintable(row[0])) << row[0] << row[5];
    }
    void counts() {
        QFETCH(QString, path);
        QFETCH(QString, facts);
        const auto number = [&facts](const char* pattern) {
            return QRegularExpression(pattern).match(facts).captured(1).toInt();
        };
        const QJsonObject run = inspected(path).first().toObject();
        int checkpoints = 0;
        for (const QJsonValue& event : run["events"].toArray())
            checkpoints += event["kind"] == "checkpoint" ? 1 : 0;
        QCOMPARE(static_cast<int>(open(path).front()->rows().size()), number(R"((\d+) rows, )"));
        QCOMPARE(run["issues"]["total"].toInt(), number(R"((\d+) torn line)"));
        QCOMPARE(checkpoints, number(R"((\d+) checkpoint lines)"));
        QCOMPARE(run["steps"]["first"].toInt(), number(R"(steps (\d+)\.\.)"));
        QCOMPARE(run["steps"]["last"].toInt(), number(R"(steps \d+\.\.(\d+))"));
    }
};

QTEST_GUILESS_MAIN(TestFactsReadme)
#include "tst_facts_readme.moc"
