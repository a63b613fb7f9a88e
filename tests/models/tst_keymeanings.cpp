#include "analysis/importers/openrun.h"
#include "analysis/run/roles.h"
#include "analysis/run/units.h"
#include "models/items/loggedkeysmodel.h"
#include "models/keymeanings.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <set>

using namespace tachograph;
using namespace tachograph::models;

namespace {

RunPtr runOf(const std::string& lines, const MetricRoles* table = nullptr) {
    OpenOptions options;
    options.roles = table;
    const auto runs = openRunsFromBytes("x.jsonl", lines, options);
    return runs ? runs->front() : nullptr;
}

RunPtr strange() {
    std::string lines;
    for (int step = 1; step <= 9; ++step)
        lines += "{\"step\": " + std::to_string(step) + ", \"upd_dur\": " + std::to_string(400 + step) +
                 ", \"roll\": NaN, \"step_time_s\": 0.5, \"few\": " + (step < 3 ? std::to_string(step) : "null") +
                 "}\n";
    return runOf(lines);
}

const LoggedKey& keyOf(const std::vector<LoggedKey>& keys, const std::string& name) {
    return *std::ranges::find(keys, name, &LoggedKey::key);
}

LoggedKey saying(const std::string& key, const std::string& role, const std::string& unit = {}, bool sinceStart = false,
                 double sample = 500) {
    LoggedKey said;
    said.key = key;
    said.said = {role, unit, Scope::unknown, sinceStart};
    said.sample = sample;
    return said;
}

} // namespace

/// What a user says of the keys of a recording.
class TestKeyMeanings : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void theKeysOfARun() {
        const RunPtr run = strange();
        QVERIFY(run);
        const std::vector<LoggedKey> keys = loggedKeys(*run, {});
        QCOMPARE(keys.size(), std::size_t(4)); // none that was derived
        QCOMPARE(keyOf(keys, "upd_dur").byProgram, QString());
        QCOMPARE(keyOf(keys, "upd_dur").values, "401, 402, 403 … 409");
        QCOMPARE(keyOf(keys, "upd_dur").sample, 405.0);
        QCOMPARE(keyOf(keys, "step_time_s").byProgram, "Step time, in s");
        QVERIFY(!keyOf(keys, "step_time_s").fixed); // somebody may know better
        QCOMPARE(keyOf(keys, "roll").values, "NaN, NaN, NaN … NaN");
        QVERIFY(std::isnan(keyOf(keys, "roll").sample));
        QCOMPARE(keyOf(keys, "few").values, "1, 2");
    }

    void whatWasSaidBefore() {
        MetricRole own;
        own.pattern = "upd_dur";
        own.formats = {"jsonl"};
        own.role = roles::optimizationTime;
        own.unit = "ms";
        own.scope = Scope::gpu;
        const RunPtr run = strange();
        QVERIFY(keyOf(loggedKeys(*run, {own}), "upd_dur").said ==
                (KeyMeaning{roles::optimizationTime, "ms", Scope::gpu, false}));
        own.formats = {"csv"}; // of another format
        QVERIFY(keyOf(loggedKeys(*run, {own}), "upd_dur").said == KeyMeaning());
    }

    void reading_data() {
        QTest::addColumn<QString>("role");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<double>("sample");
        QTest::addColumn<QString>("expected");
        QTest::newRow("ms") << "step_time"
                            << "ms" << 500.0 << "500 ms, the median, is read as 500 ms";
        QTest::newRow("min") << "step_time"
                             << "min" << 2.0 << "2 min, the median, is read as 120 s";
        QTest::newRow("thousands") << "throughput"
                                   << "Ktok/s" << 5.3 << "5.3 Ktok/s, the median, is read as 5.3 Ktok/s";
        QTest::newRow("per cent") << "truncation"
                                  << "%" << 25.0 << "25 %, the median, is read as 25 %";
        QTest::newRow("no unit chosen") << "step_time"
                                        << "" << 500.0 << "";
        QTest::newRow("no quantity") << ""
                                     << "" << 500.0 << "";
        QTest::newRow("nothing finite") << "step_time"
                                        << "s" << double(NAN) << "";
        QTest::newRow("a unit that does not fit") << "step_time"
                                                  << "tok" << 5.0 << "";
    }
    void reading() {
        QFETCH(QString, role);
        QFETCH(QString, unit);
        QFETCH(double, sample);
        QFETCH(QString, expected);
        QString text = readingOf(saying("k", role.toStdString(), unit.toStdString(), false, sample));
        QCOMPARE(text.replace(QChar(0x202F), ' '), expected);
    }

    void problems_data() {
        QTest::addColumn<QStringList>("said"); // "key role unit [start]"
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing") << QStringList() << "";
        QTest::newRow("good") << QStringList({"a step_time ms", "b throughput tok/s"}) << "";
        QTest::newRow("no unit") << QStringList("a step_time") << "Choose the unit of a.";
        QTest::newRow("no unit needed") << QStringList("a reward") << "";
        QTest::newRow("two of one") << QStringList({"a step_time ms", "b step_time s"})
                                    << "a and b cannot both be the step time. Take one of them back.";
        QTest::newRow("current and since the start are two things")
            << QStringList({"a throughput tok/s", "b throughput tok/s start"}) << "";
        QTest::newRow("two phases") << QStringList({"a phase/a s", "b phase/b s"}) << "";
    }
    void problems() {
        QFETCH(QStringList, said);
        std::vector<LoggedKey> keys;
        for (const QString& line : said) {
            const QStringList words = line.split(' ');
            keys.push_back(
                saying(words[0].toStdString(), words[1].toStdString(), words.value(2).toStdString(), words.size() > 3));
        }
        QTEST(problemWith(keys), "expected");
    }

    void everyQuantityHasUnitsToChooseFrom() {
        std::set<std::string> seen;
        for (const Quantity& quantity : quantities()) {
            QVERIFY2(seen.insert(quantity.role).second, quantity.role.c_str());
            QVERIFY(!quantity.title.isEmpty());
            QCOMPARE(quantity.unit, roleInfo(roleFor(quantity, "k")).unit);
            QCOMPARE(unitsLike(quantity.unit).empty(), quantity.unit.empty());
            for (const std::string& unit : unitsLike(quantity.unit))
                QVERIFY(unitFactor(unit, quantity.unit).has_value());
        }
        QVERIFY(unitsLike("parsec").empty());
        QVERIFY(unitsLike("").empty());
    }

    void replacingOnlyWhatIsMeant() {
        std::vector<MetricRole> said(3);
        said[0].pattern = "upd_dur", said[0].formats = {"jsonl"}, said[0].role = "loss";
        said[1].pattern = "upd_dur", said[1].formats = {"csv"}, said[1].role = "reward";
        said[2].pattern = "elsewhere", said[2].formats = {"jsonl"}, said[2].role = "loss";
        const auto all = withMeanings(said, "jsonl", {saying("upd_dur", "step_time", "ms"), saying("x", "")});
        QCOMPARE(all.size(), std::size_t(3));
        QCOMPARE(all[0].role, std::string("reward"));
        QCOMPARE(all[1].pattern, std::string("elsewhere"));
        QCOMPARE(all[2].role, std::string("step_time"));
        QCOMPARE(all[2].unit, std::string("ms"));
        QCOMPARE(withMeanings(said, "jsonl", {saying("upd_dur", "")}).size(), std::size_t(2)); // taken back
    }

    void whatIsSaidIsRead() {
        const auto said = withMeanings({}, "jsonl", {saying("upd_dur", "step_time", "ms")});
        const auto table = MetricRoles::parse(
            R"({"roles": [{"pattern": "upd_dur", "formats": ["jsonl"], "role": "step_time", "unit": "ms", "priority": )" +
                std::to_string(said.front().priority) + "}]}",
            "test", &MetricRoles::builtIn());
        QVERIFY(table);
        const RunPtr run = runOf("{\"step\": 1, \"upd_dur\": 400, \"step_time_s\": 9}\n"
                                 "{\"step\": 2, \"upd_dur\": 410, \"step_time_s\": 9}\n",
                                 &*table);
        const Series* series = run->forRole(roles::stepTime);
        QVERIFY(series);
        QCOMPARE(series->key, std::string("upd_dur")); // before the program's own key for it
        QCOMPARE(series->inUnit(0), 0.4);
    }

    void theTable() {
        LoggedKeysModel model(loggedKeys(*strange(), {}));
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const int row = model.rowOf("upd_dur");
        QVERIFY(row >= 0);
        QCOMPARE(model.rowOf("nobody"), -1);
        auto meaning = [&] {
            return model.index(row, LoggedKeysModel::meaningColumn).data().toString();
        };
        QCOMPARE(meaning(), "not known");
        QVERIFY(!model.index(row, 0).data(LoggedKeysModel::knownRole).toBool());
        model.say(row, {roles::stepTime, "ms", Scope::job, true});
        QCOMPARE(meaning(), "Step time, in ms, average since the start (you said so)");
        QVERIFY(model.index(row, 0).data(LoggedKeysModel::knownRole).toBool());
        model.forgetAll();
        QCOMPARE(meaning(), "not known");
    }
};

QTEST_GUILESS_MAIN(TestKeyMeanings)
#include "tst_keymeanings.moc"
