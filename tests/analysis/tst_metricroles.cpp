#include "analysis/run/metricroles.h"
#include "analysis/run/roles.h"
#include "analysis/run/runbuilder.h"

#include <QTest>

using namespace tachograph;

namespace {

const char* const small = R"({"roles": [
    {"pattern": "dt", "formats": ["a"], "role": "step_time", "unit": "ms"},
    {"pattern": "dt", "role": "step_time", "unit": "s"},
    {"pattern": "queue.*.size", "role": "queue/$1", "scope": "job"},
    {"pattern": "len", "role": "completion_length", "unit": "tok", "priority": 1},
    {"pattern": "old_len", "role": "completion_length", "unit": "tok"},
    {"pattern": "rate", "role": "throughput", "unit": "Ktok/s", "averaged": true, "scope": "job"},
    {"pattern": "wrong", "role": "step_time", "unit": "tok"}
]})";

MetricRoles table() {
    return MetricRoles::parse(small, "small").value();
}

} // namespace

class TestMetricRoles : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void firstEntryForKeyAndFormatHolds() {
        QCOMPARE(table().find("dt", "a")->unit, std::string("ms"));
        QCOMPARE(table().find("dt", "b")->unit, std::string("s"));
        QCOMPARE(table().find("queue.hs.size", "b")->role, std::string("queue/hs"));
        QVERIFY(!table().find("DT", "a"));
        QVERIFY(!table().find("xdt", "a"));
        QVERIFY(!table().find("queue.hs", "a"));
        QVERIFY(!table().find("", "a"));
    }

    void ownEntriesAreAskedBeforeTheBuiltInOnes() {
        const auto own =
            MetricRoles::parse(R"({"roles": [{"pattern": "step_time_s", "role": "other_time", "unit": "ms"}]})", "own",
                               &MetricRoles::builtIn());
        QVERIFY(own.ok());
        QCOMPARE(own->find("step_time_s", "jsonl")->role, std::string("other_time"));
        QCOMPARE(own->entries().size(), MetricRoles::builtIn().entries().size() + 1);
    }

    void everyBuiltInUnitFitsItsRole() {
        QVERIFY(!MetricRoles::builtIn().entries().empty());
        for (const MetricRole& entry : MetricRoles::builtIn().entries()) {
            const std::string wanted = roleInfo(entry.role).unit;
            const std::string unit = entry.unit.empty() ? wanted : entry.unit;
            QVERIFY2(unitFactor(unit, wanted).has_value(), (entry.pattern + ": " + unit + " -> " + wanted).c_str());
        }
    }

    void brokenTablesSayWhere_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << ""
                               << "cannot be read";
        QTest::newRow("no list") << "{}"
                                 << "no list \"roles\"";
        QTest::newRow("list of lists") << R"({"roles": [[]]})"
                                       << "entry 1";
        QTest::newRow("no role") << R"({"roles": [{"pattern": "a", "role": "b"}, {"pattern": "c"}]})"
                                 << "entry 2";
        QTest::newRow("wrong scope") << R"({"roles": [{"pattern": "a", "role": "b", "scope": "node"}]})"
                                     << "\"node\"";
        QTest::newRow("number as pattern") << R"({"roles": [{"pattern": 3, "role": "b"}]})"
                                           << "entry 1";
        QTest::newRow("torn") << R"({"roles": [{"pattern": "a")"
                              << "cannot be read";
    }
    void brokenTablesSayWhere() {
        QFETCH(QString, json);
        QFETCH(QString, says);
        const auto parsed = MetricRoles::parse(json.toStdString(), "roles.json");
        QVERIFY(!parsed.ok());
        QVERIFY2(parsed.error().message.starts_with("roles.json"), parsed.error().message.c_str());
        QVERIFY2(QString::fromStdString(parsed.error().message).contains(says), parsed.error().message.c_str());
    }

    void unitsConvert_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<double>("factor");
        QTest::newRow("ms") << "ms"
                            << "s" << 1e-3;
        QTest::newRow("days") << "d"
                              << "s" << 86400.0;
        QTest::newRow("Ktok/s") << "Ktok/s"
                                << "tok/s" << 1000.0;
        QTest::newRow("percent") << "%"
                                 << "ratio" << 0.01;
        QTest::newRow("MiB") << "MiB"
                             << "B" << 1048576.0;
        QTest::newRow("nothing to nothing") << ""
                                            << "" << 1.0;
        QTest::newRow("unlike") << "s"
                                << "tok" << 0.0;
        QTest::newRow("unknown") << "furlong"
                                 << "s" << 0.0;
        QTest::newRow("none to s") << ""
                                   << "s" << 0.0;
    }
    void unitsConvert() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QTEST(unitFactor(from.toStdString(), to.toStdString()).value_or(0.0), "factor");
    }

    void ofSeveralKeysWithOneRoleTheHighestPriorityTakesIt() {
        RunBuilder builder("r", "r", "b");
        const auto row = builder.addRow({.step = 1});
        for (const char* key : {"old_len", "len", "dt", "rate", "wrong"})
            builder.addValue(builder.series(key), row, 2.0);
        const auto run = builder.build(table());
        QCOMPARE(run->forKey("len")->role, std::string("completion_length"));
        QCOMPARE(run->forKey("old_len")->role, std::string());
        QCOMPARE(run->forRole("completion_length")->key, std::string("len"));
        QCOMPARE(run->forKey("rate")->averaging, Averaging::sinceStart);
        QCOMPARE(run->forKey("rate")->inUnit(0), 2000.0);
        QCOMPARE(run->forKey("wrong")->role, std::string());
        QCOMPARE(run->issues().total, std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestMetricRoles)
#include "tst_metricroles.moc"
