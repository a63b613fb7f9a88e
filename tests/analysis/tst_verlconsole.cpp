#include "analysis/attribution/attribution.h"
#include "analysis/importers/consoletext.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/openrun.h"
#include "analysis/importers/verlstep.h"
#include "tests/support/samples.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>

using namespace tachograph;

namespace {

QString pairsOf(const std::vector<std::pair<std::string, std::string>>& pairs) {
    QStringList text;
    for (const auto& [key, value] : pairs)
        text << QString::fromStdString(key + "=" + value);
    return text.join("; ");
}

/// "step | key=value ... | missing keys | cut key", what scanVerlStep makes of a line.
QString textOf(const std::optional<VerlStep>& step) {
    if (!step)
        return "none";
    QStringList values, missing;
    for (const auto& [key, value] : step->values)
        values << QString::fromStdString(std::string(key)) + "=" + QString::number(value);
    for (std::string_view key : step->missing)
        missing << QString::fromStdString(std::string(key));
    return QString("%1 | %2 | %3 | %4")
        .arg(step->step)
        .arg(values.join(" "), missing.join(" "),
             step->cut ? "cut " + QString::fromStdString(std::string(step->cutKey)) : "");
}

QString eventsOf(const Run& run) {
    QStringList text;
    for (const Event& event : run.events())
        text << QString("%1 %2 %3 row %4")
                    .arg(eventKindName(event.kind))
                    .arg(event.step.value_or(-1))
                    .arg(event.durationSeconds.value_or(-1))
                    .arg(event.row ? static_cast<int>(*event.row) : -1);
    return text.join("; ");
}

Result<std::vector<RunPtr>> openText(const std::string& text) {
    return openRunsFromBytes("clipboard", text);
}

} // namespace

class TestVerlConsole : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void smallRecording() {
        const auto runs = openRuns(tests::testData("verl/ray-ansi-small.log"));
        QVERIFY2(runs.ok(), runs.ok() ? "" : runs.error().message.c_str());
        const Run& run = *runs->front();
        QCOMPARE(run.format(), std::string("verl_console"));
        QCOMPARE(run.rows().step, (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
        QCOMPARE(run.forRole("step_time")->values, (std::vector<double>{15.25, 25.25, 35.25, 45.25}));
        QCOMPARE(run.forRole("throughput")->scope == Scope::gpu, true);
        QCOMPARE(run.forRole("completion_length")->values, (std::vector<double>{100, 200, 300, 400}));
        QVERIFY(std::isnan(run.forKey("actor/grad_norm")->values[0]));
        QCOMPARE(run.forKey("critic/rewards/mean")->missingRows, (std::vector<std::uint32_t>{1, 2, 3, 4}));
        QCOMPARE(eventsOf(run), QString("evaluation 2 30.5 row 2; checkpoint 2 7.25 row 2"));
        QCOMPARE(run.config().at("actor_rollout_ref.actor.optim.lr"), std::string("1e-06"));
        QCOMPARE(run.config().at("actor_rollout_ref.actor.optim.betas.1"), std::string("0.999"));
        QCOMPARE(run.config().at("actor_rollout_ref.model.path"), std::string("/data/models/base"));
        QCOMPARE(run.config().at("trainer.logger.0"), std::string("console"));
        QCOMPARE(run.environment().at("host"), std::string("node07"));
        QCOMPARE(run.issues().total, std::size_t(0));
        QCOMPARE(gpuCount(run), 4.0);
        QCOMPARE(run.forRole("other_time")->values, (std::vector<double>{2, 2, 2, 2}));
        QCOMPARE(run.forRole("unaccounted_time")->values, (std::vector<double>{0.25, 0.25, 0.25, 0.25}));
    }

    void stepLines_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("endMissing");
        QTest::addColumn<QString>("expected");
        QTest::newRow("values") << "step:3 - a/b:1.5 - c@2:np.float64(-0.25)" << false << "3 | a/b=1.5 c@2=-0.25 |  | ";
        QTest::newRow("negative") << "step:3 - a:-0.84" << false << "3 | a=-0.84 |  | ";
        QTest::newRow("none is missing") << "step:3 - a:None - b:null - c:1" << false << "3 | c=1 | a b | ";
        QTest::newRow("not a number is a value") << "step:3 - a:nan - b:inf" << false << "3 | a=nan b=inf |  | ";
        QTest::newRow("cut inside of a key") << "step:3 - a:1 - val-aux/aim" << false << "3 | a=1 |  | cut ";
        QTest::newRow("cut behind the colon") << "step:3 - a:1 - b:" << false << "3 | a=1 |  | cut b";
        QTest::newRow("cut inside of a wrapper") << "step:3 - a:1 - b:np.flo" << false << "3 | a=1 |  | cut b";
        QTest::newRow("cut inside of its number") << "step:3 - a:1 - b:np.float64(44" << false << "3 | a=1 |  | cut b";
        QTest::newRow("cut at the sign") << "step:3 - a:1 - b:np.float64(-" << false << "3 | a=1 |  | cut b";
        QTest::newRow("cut at the point") << "step:3 - a:1 - b:0." << false << "3 | a=1 |  | cut b";
        QTest::newRow("known to be cut") << "step:3 - a:1 - b:0.87" << true << "3 | a=1 |  | cut b";
        QTest::newRow("words") << "step:3 - a:hello - b:2" << false << "3 | b=2 |  | ";
        QTest::newRow("colon in a value") << "step:3 - a:1:2 - b:2" << false << "3 | b=2 |  | ";
        QTest::newRow("absurd step") << "step:99999999999999999999 - a:1" << false << "none";
        QTest::newRow("no step") << "step: - a:1" << false << "none";
        QTest::newRow("torchtitan") << "step:  1  loss: 12.2" << false << "none";
    }
    void stepLines() {
        QFETCH(QString, line);
        QFETCH(bool, endMissing);
        const std::string text = line.toStdString();
        QTEST(textOf(scanVerlStep(text, endMissing)), "expected");
    }

    void trapOfTheGlobalStep() {
        const auto position = [](const char* text) {
            return findVerlStep(text);
        };
        QCOMPARE(position("training/global_step:3 - a:1"), std::string_view::npos);
        QCOMPARE(position("mystep:3 - a:1"), std::string_view::npos);
        QCOMPARE(position("x - training/global_step:3 - step:4 - b:1"), std::size_t(29));
        QCOMPARE(position("step:3 - a:1"), std::size_t(0));
    }

    void cutAtTheLimitOfTheTracker() {
        // Exactly 4,096 characters: the last value looks whole and is dropped all the same.
        std::string line = "step:7 - timing_s/step:12.5";
        for (int i = 0; line.size() < 4070; ++i)
            line += " - k" + std::to_string(i) + ":1.5";
        line += " - last:0.";
        line.resize(4096, '7');
        const auto runs = openText("step:6 - timing_s/step:12.25 - last:1.5\n" + line + "\n");
        QVERIFY(runs.ok());
        const Run& run = *runs->front();
        QCOMPARE(run.rows().size(), std::size_t(2));
        QCOMPARE(run.forRole("step_time")->values, (std::vector<double>{12.25, 12.5}));
        QCOMPARE(run.forKey("last")->values, std::vector<double>{1.5});
        QCOMPARE(run.forKey("last")->missingRows, std::vector<std::uint32_t>{1});
        QCOMPARE(run.issues().total, std::size_t(1));
        QCOMPARE(run.issues().kept[0].where, std::string("line 2"));
    }

    void resumeIsOneEventAndAnAttempt() {
        const auto runs = openText("step:50 - a:1\n"
                                   "local_global_step_folder: /data/run/global_step_50\n"
                                   "step:51 - a:2\nstep:52 - a:3\n"
                                   "Load from checkpoint folder: /data/run/global_step_50\n"
                                   "Setting global step to 50\n"
                                   "Resuming from /data/run/global_step_50\n"
                                   "step:51 - a:4\n");
        const Run& run = *runs->front();
        QCOMPARE(eventsOf(run), QString("checkpoint 50 -1 row 0; resume 50 -1 row 2"));
        QCOMPARE(run.attempts().size(), std::size_t(2));
        QCOMPARE(run.attempts()[0].supersededRows, std::size_t(1));
    }

    void odd_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("rows"); // -1: an error
        QTest::newRow("empty") << QByteArray() << -1;
        QTest::newRow("no step line") << QByteArray("(TaskRunner pid=1) hello\n") << -1;
        QTest::newRow("dict that never ends") << QByteArray("{'a': {'b': [\nstep:1 - x:1\n") << 1;
        QTest::newRow("dict of nonsense") << QByteArray("{'a': ),],},)\n ,,,]\n") + "step:1 - x:1\n" << 1;
        QTest::newRow("deep dict") << QByteArray("{'a': ").repeated(5000) + "\nstep:1 - x:1\n" << 1;
        QTest::newRow("windows line ends") << QByteArray("step:1 - x:1\r\nstep:2 - x:2\r\n") << 2;
        QTest::newRow("carriage returns") << QByteArray("\rbar\rstep:1 - x:1\r\rstep:2 - x:2\n") << 2;
        QTest::newRow("steps going back") << QByteArray("step:2 - x:1\nstep:1 - x:2\n") << 2;
        QTest::newRow("half a character") << QByteArray("step:1 - x:1 - \xC3\n") << 1;
        QTest::newRow("zero bytes") << QByteArray("step:1 - x:1\n\0\0\0\n", 17) << 1;
    }
    void odd() {
        QFETCH(QByteArray, text);
        QFETCH(int, rows);
        Source source = Source::fromBytes("odd", text.toStdString());
        const auto builders = importerById("verl_console")->read(source, {});
        QCOMPARE(builders.ok() ? static_cast<int>(builders->front().rowCount()) : -1, rows);
        if (!builders)
            QVERIFY(builders.error().message.find("odd: ") == 0);
    }

    void everyPrefixOpensOrSaysWhyNot() {
        const std::string text = tests::readFile(tests::testData("verl/ray-ansi-small.log"));
        std::size_t rows = 0;
        for (std::size_t length = 0; length <= text.size(); ++length) {
            Source source = Source::fromBytes("prefix", text.substr(0, length));
            auto builders = importerById("verl_console")->read(source, {});
            if (!builders)
                continue;
            const auto run = builders->front().build(MetricRoles::builtIn());
            QVERIFY(run->rows().size() >= rows);
            rows = run->rows().size();
            const Series* time = run->forKey("timing_s/step");
            for (std::size_t i = 0; time && i < time->size(); ++i)
                QCOMPARE(time->values[i], 5.25 + 10.0 * static_cast<double>(run->rows().step[time->rowOf(i)]));
        }
        QCOMPARE(rows, std::size_t(5));
    }

    void prefixes_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("rest");
        QTest::addColumn<double>("time");
        QTest::addColumn<int>("rank");
        const double noTime = -1;
        QTest::newRow("none") << "step:1 - a:1"
                              << "step:1 - a:1" << noTime << -1;
        QTest::newRow("ray") << "(TaskRunner pid=17) x"
                             << "x" << noTime << -1;
        QTest::newRow("ray with address") << "(WorkerDict pid=17, ip=10.0.0.2)   x"
                                          << "  x" << noTime << -1;
        QTest::newRow("rank") << "[rank3]:x"
                              << "x" << noTime << 3;
        QTest::newRow("default rank") << "[default12]: x"
                                      << "x" << noTime << 12;
        QTest::newRow("time") << "2026-11-14 22:41:00,250 INFO x"
                              << "INFO x" << 1794696060.25 << -1;
        QTest::newRow("time in brackets") << "[2026-11-14 22:41:00] x"
                                          << "x" << 1794696060.0 << -1;
        QTest::newRow("all of them") << "[rank0]:2026-11-14 22:41:00 (A pid=1) x"
                                     << "x" << 1794696060.0 << 0;
        QTest::newRow("elapsed is none") << "[8m] step=1"
                                         << "[8m] step=1" << noTime << -1;
        QTest::newRow("brackets are none") << "(5.3Ktok/s) x"
                                           << "(5.3Ktok/s) x" << noTime << -1;
        QTest::newRow("rank of nothing") << "[rank]: x"
                                         << "[rank]: x" << noTime << -1;
        QTest::newRow("a date alone") << "2026-11-14 22:41:00"
                                      << "2026-11-14 22:41:00" << noTime << -1;
        QTest::newRow("no date") << "2026-99-14 22:41:00 x"
                                 << "2026-99-14 22:41:00 x" << noTime << -1;
        QTest::newRow("unclosed") << "(TaskRunner pid=17 x"
                                  << "(TaskRunner pid=17 x" << noTime << -1;
    }
    void prefixes() {
        QFETCH(QString, line);
        const std::string text = line.toStdString();
        const ConsoleLine stripped = stripPrefixes(text);
        QTEST(QString::fromStdString(std::string(stripped.text)), "rest");
        QTEST(stripped.time.value_or(-1.0), "time");
        QTEST(stripped.rank.value_or(-1), "rank");
    }

    void dicts_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("flat") << "{'a': 1, 'b': 'x', 'c': None}"
                              << "a=1; b=x; c=None";
        QTest::newRow("nested") << "{'a': {'b': {'c': True}}, 'd': [1, [2, 3]]}"
                                << "a.b.c=True; d.0=1; d.1.0=2; d.1.1=3";
        QTest::newRow("broken string") << "{'a': 'one '\n      'two'}"
                                       << "a=one two";
        QTest::newRow("quotes") << "{\"a\": 'it\\'s', 'b': \"x'y\"}"
                                << "a=it's; b=x'y";
        QTest::newRow("calls") << "{'a': np.float64(0.5), 'b': <object at 0x1>}"
                               << "a=np.float64(0.5); b=<object at 0x1>";
        QTest::newRow("cut inside of a number") << "{'a': 1, 'b': 12"
                                                << "a=1";
        QTest::newRow("cut inside of a string") << "{'a': 1, 'b': 'x"
                                                << "a=1";
        QTest::newRow("cut inside of a key") << "{'a': 1, 'b"
                                             << "a=1";
        QTest::newRow("empty ones") << "{'a': {}, 'b': [], 'c': ()}"
                                    << "";
        QTest::newRow("no dict") << "hello"
                                 << "";
        QTest::newRow("nothing") << ""
                                 << "";
    }
    void dicts() {
        QFETCH(QString, text);
        QTEST(pairsOf(flattenPythonDict(text.toStdString())), "expected");
    }

    void stepsInPaths_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("step");
        QTest::newRow("verl") << "/data/run/global_step_50" << 50;
        QTest::newRow("transformers") << "out/checkpoint-500/" << 500;
        QTest::newRow("dots behind") << "ckpt/step_690..." << 690;
        QTest::newRow("no digits") << "/data/run/latest" << -1;
        QTest::newRow("digits and letters") << "/data/run/step_50b" << -1;
        QTest::newRow("a name of digits") << "/data/2026" << -1;
        QTest::newRow("nothing") << "" << -1;
    }
    void stepsInPaths() {
        QFETCH(QString, path);
        QTEST(static_cast<int>(stepInPath(path.toStdString()).value_or(-1)), "step");
    }
};

QTEST_GUILESS_MAIN(TestVerlConsole)
#include "tst_verlconsole.moc"
