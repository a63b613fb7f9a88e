#include "analysis/importers/openrun.h"
#include "tests/support/describe.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace tachograph;

namespace {

/// Rows of steps first..last with one value each.
QString rows(int first, int last, const QString& key = "loss") {
    QString text;
    for (int step = first; step <= last; ++step)
        text += QString("{\"step\": %1, \"%2\": %3}\n").arg(step).arg(key).arg(step * 0.5);
    return text;
}

QString state(int first, int last, double value) {
    QStringList items;
    for (int step = first; step <= last; ++step)
        items += QString("{\"loss\": %1, \"step\": %2}").arg(value + step).arg(step);
    return "{\"global_step\": " + QString::number(last) + ", \"log_history\": [\n" + items.join(",\n") + "]}\n";
}

} // namespace

/// Opening files and folders: which files make which run, and what stands beside them.
class TestOpenRun : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    void write(const QString& name, const QString& text) {
        const QString path = m_folder.filePath(name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QByteArray bytes = text.toUtf8();
        QCOMPARE(file.write(bytes), bytes.size());
    }

    /// What opening gives, with the temporary folder's name replaced by "F".
    QString opened(const QString& name, const OpenOptions& options = {}) {
        const QString path = name.isEmpty() ? m_folder.path() : m_folder.filePath(name);
        return shortened(QString::fromStdString(tests::describe(openRuns(path.toStdString(), options))));
    }

    QString shortened(QString text) const {
        return text.replace(m_folder.path(), "F").replace(QFileInfo(m_folder.path()).fileName(), "F");
    }

    OpenOptions config(const QString& name) const {
        OpenOptions options;
        options.configFile = m_folder.filePath(name).toStdString();
        return options;
    }

    std::vector<std::string> paths(const QStringList& names) const {
        std::vector<std::string> all;
        for (const QString& name : names)
            all.push_back(m_folder.filePath(name).toStdString());
        return all;
    }

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void init() {
        QVERIFY(m_folder.isValid());
        for (const QFileInfo& entry :
             QDir(m_folder.path()).entryInfoList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot))
            QVERIFY(entry.isDir() && !entry.isSymLink() ? QDir(entry.filePath()).removeRecursively()
                                                        : QFile::remove(entry.filePath()));
    }

    void folderIsOneRunWithItsSideFiles() {
        write("metrics.jsonl", rows(1, 2));
        write("config.json", R"({"lr": 1e-06, "gpus": {"count": 8, "target": [0,
            1, 2]}, "env": {"NCCL_DEBUG": "INFO"}, "torch": "2.9.1+cu130", "note": null, "on": true})");
        write("requirements.txt",
              "# packages\nnumpy==2.2.6\nflash-attn==2.8.3 ; python_version > '3'\n-e git+https://x\n\n");
        write("files/wandb-metadata.json",
              R"({"os": "Linux", "python": "3.12", "host": "node01", "gpu_count": 4, "gpu": "A100"})");
        QCOMPARE(opened(""), R"(F: 1 2
  loss: 0.5 1
  config env.NCCL_DEBUG = INFO
  config gpus.count = 8
  config gpus.target = [0, 1, 2]
  config lr = 1e-06
  config note = null
  config on = true
  config torch = 2.9.1+cu130
  env NCCL_DEBUG = INFO
  env flash-attn = 2.8.3
  env gpu = A100
  env gpus = 4
  env host = node01
  env numpy = 2.2.6
  env os = Linux
  env python = 3.12
  env torch = 2.9.1+cu130
)");
        const auto runs = openRuns(m_folder.path().toStdString());
        QStringList sources;
        for (const SourceFile& file : runs->front()->sources()) {
            sources += QString::fromStdString(file.name);
            QCOMPARE(file.sha256.size(), std::size_t(64));
        }
        QCOMPARE(sources, (QStringList{"metrics.jsonl", "config.json", "requirements.txt", "wandb-metadata.json"}));
    }

    void hashIsThatOfTheFile() {
        write("a.jsonl", "{\"step\": 1}\n");
        const auto runs = openRuns(m_folder.filePath("a.jsonl").toStdString());
        // printf '{"step": 1}\n' | sha256sum
        QCOMPARE(runs->front()->sources().front().sha256,
                 std::string("534f980249c76b922b0e8204a6ef6366f7a48aeb89d4971abdaad355be37563d"));
    }

    void wandbConfigurationIsUnwrapped() {
        write("metrics.jsonl", rows(1, 1));
        write("config.yaml", R"(wandb_version: 1
_wandb:
    desc: null
    value:
        cli_version: 0.23.0
        python_version: 3.11.5
        e:
            writer1:
                cudaVersion: "12.2"
                gpu: NVIDIA A800
                gpu_count: 8
                disk: {"/": {total: "5"}}
lr:
    desc: null
    value: 1e-05
optim:
    value:
        name: adam
        betas: [0.9, 0.95]
trainer:
    value: {nnodes: 2, n_gpus_per_node: 4}
)");
        QCOMPARE(opened(""), R"(F: 1
  loss: 0.5
  config lr = 1e-05
  config optim.betas = [0.9, 0.95]
  config optim.name = adam
  config trainer.n_gpus_per_node = 4
  config trainer.nnodes = 2
  env cuda = 12.2
  env gpu = NVIDIA A800
  env gpus = 8
  env python = 3.11.5
  env wandb = 0.23.0
)");
    }

    void siblingIsTheConfiguration_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const QString run = "run.a: 1\n  loss: 0.5\n";
        QTest::newRow("json") << "run.a.json"
                              << R"({"lr": 5})" << run + "  config lr = 5\n";
        QTest::newRow("yaml") << "run.a.yaml"
                              << "lr: 5\na:\n  b: x\n"
                              << run + "  config a.b = x\n  config lr = 5\n";
        QTest::newRow("yml") << "run.a.yml"
                             << "lr: 5\n"
                             << run + "  config lr = 5\n";
        QTest::newRow("another stem") << "run.b.json"
                                      << R"({"lr": 5})" << run;
        QTest::newRow("a recording") << "run.a.json" << state(1, 2, 0) << run;
        QTest::newRow("broken JSON") << "run.a.json"
                                     << "{\"lr\": "
                                     << run + "  issue configuration: F/run.a.json: it ends in the middle of a JSON "
                                              "object. Correct it, or name another "
                                              "file with --config.\n";
        QTest::newRow("a text") << "run.a.yaml"
                                << "just words\n"
                                << run + "  issue configuration: F/run.a.yaml: it holds no settings (\"key: value\" "
                                         "lines). Name another file with "
                                         "--config.\n";
    }
    void siblingIsTheConfiguration() {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(QString, expected);
        write("run.a.jsonl", rows(1, 1));
        write(name, text);
        QCOMPARE(opened("run.a.jsonl"), expected);
    }

    void namedConfigurationReplacesTheOthers() {
        write("run.jsonl", rows(1, 1));
        write("run.json", R"({"lr": 5})");
        write("other.yaml", "lr: 7\n");
        QCOMPARE(opened("run.jsonl", config("other.yaml")), "run: 1\n  loss: 0.5\n  config lr = 7\n");
        QCOMPARE(opened("", config("other.yaml")), "F: 1\n  loss: 0.5\n  config lr = 7\n");
        QCOMPARE(opened("run.jsonl", config("missing.yaml")), "F/missing.yaml: there is no such file. Check the path.");
    }

    void newestCheckpointHoldsTheOthers() {
        write("checkpoint-2/trainer_state.json", state(1, 2, 0));
        write("checkpoint-3/trainer_state.json", state(1, 3, 0));
        write("checkpoint-4/trainer_state.json", state(1, 4, 0));
        QCOMPARE(opened("").section('\n', 0, 0), "F: 1 2 3 4");
        QVERIFY(opened("").contains("note: The newest checkpoint's history is shown; it contains that of "
                                    "checkpoint-2/trainer_state.json, checkpoint-3/trainer_state.json.\n"));
        write("checkpoint-5/trainer_state.json", state(1, 5, 100));
        const auto runs = openRuns(m_folder.path().toStdString());
        QCOMPARE(runs->size(), std::size_t(2));
        QCOMPARE(QString::fromStdString(runs->at(1)->path()), m_folder.path() + "#checkpoint-5");
    }

    void continuedFilesAreAttempts() {
        write("part-2.jsonl", rows(6, 9));
        write("part-1.jsonl", rows(1, 7));
        QCOMPARE(opened(""), R"(F: 1 2 3 4 5 6 7 | 6 7 8 9
  loss: 0.5 1 1.5 2 2.5 3 3.5 3 3.5 4 4.5
)");
        const auto runs = openRuns(m_folder.path().toStdString());
        QCOMPARE(QString::fromStdString(runs->front()->attempts()[1].reason),
                 "continued in part-2.jsonl, step goes back from 7 to 6");
        QCOMPARE(runs->front()->attempts()[0].supersededRows, std::size_t(2));
        QCOMPARE(runs->front()->sources().size(), std::size_t(2));
    }

    void foreignFilesAreRunsOfTheirOwn() {
        write("a.jsonl", rows(1, 2));
        write("a.json", R"({"lr": 1})");
        write("b.jsonl", rows(1, 3));
        write("c.jsonl", rows(3, 4, "other"));
        QCOMPARE(opened(""),
                 "a: 1 2\n  loss: 0.5 1\n  config lr = 1\nb: 1 2 3\n  loss: 0.5 1 1.5\nc: 3 4\n  other: 1.5 2\n");
        QCOMPARE(opened("#b"), "b: 1 2 3\n  loss: 0.5 1 1.5\n");
        QCOMPARE(opened("#3"), "c: 3 4\n  other: 1.5 2\n");
        QCOMPARE(opened("#d"), "F/: it holds no run #d. It holds #a, #b, #c.");
        QCOMPARE(opened("a.jsonl#2"), "F/a.jsonl: it holds no run #2. It holds #1.");
    }

    void hashInAFileNameIsNoSelection() {
        write("a#1.jsonl", rows(1, 1));
        QCOMPARE(opened("a#1.jsonl"), "a#1: 1\n  loss: 0.5\n");
    }

    void bestOfSeveralFormatsIsTheRun() {
        write("metrics.jsonl", R"({"step": 1, "step_time_s": 2.0, "loss": 1}
{"step": 2, "step_time_s": 2.0, "loss": 1}
)");
        write("table.csv", "step,x\n1,2\n2,3\n3,4\n");
        const QString text = opened("");
        QCOMPARE(text.section('\n', 0, 0), "F: 1 2");
        QVERIFY2(
            text.contains("issue folder: Not shown: table.csv (CSV or TSV table): no quantity and no clock of both "
                          "shows that it is of the same run. Open it by itself to see it.\n"),
            qPrintable(text));
    }

    void nothingToOpen() {
        QVERIFY(opened("").startsWith("F: the folder holds no recording among the 0 files looked at"));
        write("notes.txt", "words\n");
        write("config.json", "{}");
        write("weights.safetensors", rows(1, 9));
        write(".hidden/metrics.jsonl", rows(1, 9));
        QVERIFY(opened("").startsWith("F: the folder holds no recording among the 1 files looked at"));
        QCOMPARE(opened("missing"), "F/missing: there is no such file. Check the path.");
        write("empty.jsonl", "");
        QCOMPARE(opened("empty.jsonl"), "F/empty.jsonl: it is empty. Check that it is the right file.");
    }

    void linksPipesAndClosedFolders() {
        write("x/metrics.jsonl", rows(1, 1));
        QVERIFY(QFile::link(m_folder.path(), m_folder.filePath("x/up")));
        QVERIFY(QFile::link(m_folder.filePath("gone"), m_folder.filePath("x/nowhere.jsonl")));
        QCOMPARE(::mkfifo(m_folder.filePath("x/pipe.jsonl").toLocal8Bit().constData(), 0600), 0);
        QCOMPARE(opened(""), "F: 1\n  loss: 0.5\n");
        QVERIFY(opened("x/pipe.jsonl").startsWith("F/x/pipe.jsonl: it is a pipe, not a file."));
        QVERIFY(QDir().mkpath(m_folder.filePath("closed")));
        QVERIFY(QFile::setPermissions(m_folder.filePath("closed"), {}));
        if (QFileInfo(m_folder.filePath("closed")).isReadable())
            QSKIP("The superuser may read every folder.");
        QVERIFY(opened("closed").startsWith("F/closed: the folder cannot be read."));
    }

    void filesAsOneRun() {
        write("b.jsonl", rows(4, 6));
        write("b.json", R"({"lr": 2, "same": 1, "new": 3})");
        write("a.jsonl", rows(1, 5) + "{\"step\": ");
        write("a.json", R"({"lr": 1, "same": 1})");
        const auto runs = openFilesAsOneRun(paths({"b.jsonl", "a.jsonl"}));
        QCOMPARE(shortened(QString::fromStdString(tests::describe(runs))), R"(a: 1 2 3 4 5 | 4 5 6
  loss: 0.5 1 1.5 2 2.5 2 2.5 3
  !config 4 lr: 1 → 2
  config lr = 1
  config new = 3
  config same = 1
  issue line 6: It ends in the middle of a JSON object and was left out.
)");
        QCOMPARE(QString::fromStdString(tests::describe(openFilesAsOneRun({}))),
                 "No file was named. Name at least one.");
        write("two.jsonl", rows(1, 3) + rows(1, 3));
        QCOMPARE(shortened(QString::fromStdString(tests::describe(openFilesAsOneRun(paths({"a.jsonl", "two.jsonl"}))))),
                 "F/two.jsonl: it holds 2 runs, so it cannot be a part of one. Open it by itself.");
    }

    void timeDecidesTheOrder() {
        write("a.jsonl", "{\"step\": 5, \"timestamp\": 1764500100, \"x\": 2}\n");
        write("b.jsonl", "{\"step\": 7, \"timestamp\": 1764500000, \"x\": 1}\n");
        const auto runs = openFilesAsOneRun(paths({"a.jsonl", "b.jsonl"}));
        QCOMPARE(QString::fromStdString(tests::describe(runs)), "b: 7@1764500000 | 5@1764500100\n  x: 1 2\n");
    }

    void belongTogether_data() {
        QTest::addColumn<QStringList>("texts");
        QTest::addColumn<bool>("expected");
        QTest::newRow("one behind the other") << QStringList{rows(1, 9), rows(8, 12)} << true;
        QTest::newRow("the other way round") << QStringList{rows(8, 12), rows(1, 9)} << true;
        QTest::newRow("three") << QStringList{rows(1, 9), rows(8, 12), rows(13, 20)} << true;
        QTest::newRow("two tries from one checkpoint") << QStringList{rows(690, 700), rows(690, 695)} << true;
        QTest::newRow("long files") << QStringList{rows(1, 9000), rows(8000, 20000)} << true;
        QTest::newRow("both from the start") << QStringList{rows(1, 9), rows(1, 12)} << false;
        QTest::newRow("a gap") << QStringList{rows(1, 9), rows(30, 40)} << false;
        QTest::newRow("other series") << QStringList{rows(1, 9), rows(8, 12, "x")} << false;
        QTest::newRow("one file") << QStringList{rows(1, 9)} << false;
        QTest::newRow("not recordings") << QStringList{"words\n", "words\n"} << false;
        QTest::newRow("an empty one") << QStringList{rows(1, 9), ""} << false;
        QTest::newRow("another format") << QStringList{rows(1, 9), "step,loss\n8,1\n9,1\n"} << false;
    }
    void belongTogether() {
        QFETCH(QStringList, texts);
        QFETCH(bool, expected);
        QStringList names;
        for (const QString& text : texts) {
            names += QString("%1.jsonl").arg(names.size());
            write(names.back(), text);
        }
        QCOMPARE(mayBelongTogether(paths(names)), expected);
        QVERIFY(!mayBelongTogether(paths({"missing", "0.jsonl"})));
    }

    void cancelIsAnswered() {
        write("a.jsonl", rows(1, 2000));
        write("b.jsonl", rows(1, 2000));
        std::stop_source stop;
        stop.request_stop();
        const Job job(stop.get_token());
        for (const char* name : {"", "a.jsonl"}) {
            const auto runs = openRuns(m_folder.filePath(name).toStdString(), {}, job);
            QVERIFY(!runs.ok());
            QCOMPARE(runs.error().message, std::string(canceledMessage));
        }
        QCOMPARE(openFilesAsOneRun(paths({"a.jsonl", "b.jsonl"}), {}, job).error().message,
                 std::string(canceledMessage));
    }

    void bytesWithTheirConfiguration() {
        OpenOptions options;
        options.configText = R"({"lr": 1e-5, "torch": "2.9.1+cu130"})";
        const auto runs = openRunsFromBytes("a.jsonl", "{\"step\":1,\"loss\":2}\n{\"step\":2,\"loss\":1}\n", options);
        QVERIFY(runs);
        QCOMPARE(runs->front()->config().at("lr"), std::string("1e-5"));
        QCOMPARE(runs->front()->environment().at("torch"), std::string("2.9.1+cu130"));
        options.configText = "{\"lr\": ";
        const auto torn = openRunsFromBytes("a.jsonl", "{\"step\":1,\"loss\":2}\n", options);
        QVERIFY(!torn);
        QVERIFY2(torn.error().message.starts_with("configuration"), torn.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestOpenRun)
#include "tst_openrun.moc"
