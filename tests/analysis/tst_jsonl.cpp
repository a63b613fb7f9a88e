#include "analysis/importers/openrun.h"
#include "tests/support/describe.h"

#include <QTest>

using namespace tachograph;

/// JSON lines, from the text of a file to the run: input and expectation side by side.
class TestJsonl : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void nestingWithoutEnd();
    void longLineIsSkipped();
    void emptyKeysAndManyKeysAreBounded();
};

void TestJsonl::reads_data() {
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* input, const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(input) << QString::fromUtf8(expected + 1);
    };
    row("flat", R"({"step": 1, "loss": 2.5, "train/lr": 1e-06}
{"step": 2, "loss": 2.25, "train/lr": 2e-06})",
        R"(
a: 1 2
  loss: 2.5 2.25
  train/lr: 1e-06 2e-06
)");
    row("nested, joined with a slash", R"({"step": 1, "a": {"b": {"c": 1}, "d": 2}, "list": [1, 2, {"x": 3}], "e": 3})",
        R"(
a: 1
  a/b/c: 1
  a/d: 2
  e: 3
)");
    row("verl's file logger", R"({"step": 1, "data": {"timing_s/step": 30.5, "training/global_step": 1}}
{"step": 2, "data": {"timing_s/step": 31.5, "training/global_step": 2}})",
        R"(
a: 1 2
  timing_s/step: 30.5 31.5
  training/global_step: 1 2
)");
    row("data beside other keys stays", R"({"step": 1, "loss": 1, "data": {"tokens": 7}})",
        R"(
a: 1
  loss: 1
  data/tokens: 7
)");
    row("every spelling of not finite", R"({"step": 1, "a": NaN, "b": Infinity, "c": -Infinity, "d": 1e999}
{"step": 2, "a": "NaN", "b": "inf", "c": "-Infinity", "d": nan})",
        R"(
a: 1 2
  a: nan nan
  b: inf inf
  c: -inf -inf
  d: inf nan
)");
    row("numbers as text and as Python prints them", R"({"step": "1", "a": "229.2", "b": "1.655e+04", "c": "1,024"}
{'step': 2, 'a': np.float64(0.5), 'b': tensor(3., device='cuda:0'), 'c': None})",
        R"(
a: 1 2
  a: 229.2 0.5
  b: 16550 3
  c: 1024 null
)");
    row("null and its spellings are not zero", R"({"step": 1, "a": null, "b": "", "c": "---", "d": "N/A"}
{"step": 2, "a": 0, "b": 0, "c": 0, "d": 0})",
        R"(
a: 1 2
  a: null 0
  b: null 0
  c: null 0
  d: null 0
)");
    row("words are no series", R"({"step": 1, "model": "demo", "loss": 1})",
        R"(
a: 1
  loss: 1
)");
    row("the trainer's step before the tracker's",
        R"({"_step": 10, "train/global_step": 1, "_runtime": 5.5, "_timestamp": 1764500000.5, "x": 1}
{"_step": 12, "train/global_step": 2, "_runtime": 7.5, "_timestamp": 1764500002.5, "x": 2})",
        R"(
a: 1@1764500000.5+5.5 2@1764500002.5+7.5
  _step: 10 12
  x: 1 2
)");
    row("ms-swift",
        R"({"loss": 20.5, "global_step/max_steps": "1/438", "percentage": "0.23%", "elapsed_time": "6s", "remaining_time": "46m 13s"}
{"loss": 3.5, "global_step/max_steps": "10/438", "percentage": "2.28%", "elapsed_time": "1m 6s", "remaining_time": "45m 1s"}
{"train_dataset": "words", "log_history": [{"loss": 1}]})",
        R"(
a: 1+6/1 10+66/1
  loss: 20.5 3.5
  remaining_time: 2773 2701
  note: Line 3 is a summary of the training, not a row.
)");
    row("LLaMA-Factory",
        R"({"current_steps": 5, "total_steps": 8712, "loss": 1.75, "eval_loss": null, "elapsed_time": "0:03:29", "remaining_time": "4 days, 5:06:09"})",
        R"(
a: 5+209/1
  total_steps: 8712
  loss: 1.75
  eval_loss: null
  remaining_time: 363969
)");
    row("time stamps of several kinds", R"({"step": 1, "timestamp": 1764500000, "x": 1}
{"step": 2, "timestamp": 1764500001500, "x": 2}
{"step": 3, "timestamp": "2025-11-30T10:53:23Z", "x": 3})",
        R"(
a: 1@1764500000 2@1764500001.5 3@1764500003
  x: 1 2 3
)");
    row("a small wall_time is elapsed time, a small time is a value", R"({"step": 1, "wall_time": 1254.5, "time": 3.5}
{"step": 2, "wall_time": 2791.5, "time": 4.5})",
        R"(
a: 1+1254.5 2+2791.5
  time: 3.5 4.5
)");
    row("events are no rows",
        R"({"step": 1, "x": 1}
{"event": "checkpoint", "step": 1, "duration_s": 8.0}
{"event": "config", "step": 2, "key": "lr", "old": 0.1, "new": 0.2}
{"event": "note", "text": "falling back"}
{"event": "oom", "step": 2, "timestamp": 1764500000}
{"event": "sampled", "step": 2, "x": 2}
{"event": "coffee"})",
        R"(
a: 1 2
  x: 1 2
  !checkpoint 1 (8 s)
  !config 2 lr: 0.1 → 0.2
  !note 1 falling back
  !oom 2@1764500000
  !note 2 coffee
)");
    row("a resume line starts an attempt",
        R"({"step": 5, "x": 1}
{"step": 6, "x": 2}
{"event": "resume", "step": 6}
{"step": 6, "x": 3}
{"step": 7, "x": 4})",
        R"(
a: 5 6 | 6 7
  x: 1 2 3 4
  !resume 6
)");
    row("the step goes back: an attempt", R"({"step": 251, "x": 1}
{"step": 252, "x": 2}
{"step": 251, "x": 3})",
        R"(
a: 251 252 | 251
  x: 1 2 3
)");
    row("back to the beginning: another run", R"({"step": 1, "x": 1}
{"step": 2, "x": 2}
{"step": 1, "x": 3})",
        R"(
a #1: 1 2
  x: 1 2
  note: One of 2 runs in the file: lines 1 to 2.
a #2: 1
  x: 3
  note: One of 2 runs in the file: lines 3 to 3.
)");
    row("back to the beginning, said to be a resume: an attempt", R"({"step": 1, "x": 1}
{"step": 2, "x": 2}
{"event": "resume"}
{"step": 1, "x": 3})",
        R"(
a: 1 2 | 1
  x: 1 2 3
  !resume 2
)");
    row("back with other series: another run", R"({"step": 7, "x": 1, "y": 1, "z": 1}
{"step": 9, "x": 2, "y": 2, "z": 2}
{"step": 8, "u": 3, "v": 3})",
        R"(
a #1: 7 9
  x: 1 2
  y: 1 2
  z: 1 2
  note: One of 2 runs in the file: lines 1 to 2.
a #2: 8
  u: 3
  v: 3
  note: One of 2 runs in the file: lines 3 to 3.
)");
    row("an evaluation row of the same step", R"({"step": 1, "x": 1}
{"step": 2, "x": 2}
{"step": 2, "eval_x": 3}
{"step": 3, "x": 4})",
        R"(
a: 1 2 2 3
  x: 1 2 - 4
  eval_x: - - 3 -
)");
    row("every rank writes a line", R"({"step": 1, "rank": 0, "x": 1}
{"step": 1, "rank": 1, "x": 2}
{"step": 2, "rank": 0, "x": 3}
{"step": 2, "rank": 1, "x": 4})",
        R"(
a: 1 1 2 2
  rank: 0 1 0 1
  x: 1 2 3 4
)");
    row("a header line describes the run", R"({"config": {"lr": 1e-06, "gpus": 8, "model": "demo", "flash": true}}
{"step": 1, "x": 1})",
        R"(
a: 1
  x: 1
  config flash = true
  config gpus = 8
  config lr = 1e-06
  config model = demo
)");
    row("no step at all: rows are counted", R"({"loss": 1}
{"loss": 2})",
        R"(
a: 1 2
  loss: 1 2
  steps: No step number is logged; the rows are counted instead.
)");
    row("a row without a step takes the one before", R"({"step": 1, "x": 1}
{"step": null, "x": 2}
{"step": 3, "x": 3})",
        R"(
a: 1 1 3
  x: 1 2 3
  issue a.jsonl: 1 row has no step number and took the step of the row before.
)");
    row("torn last line", R"({"step": 1, "x": 1}
{"step": 2, "x": 1.)",
        R"(
a: 1
  x: 1
  issue line 2: It ends in the middle of a JSON object and was left out.
)");
    row("garbage between rows", R"({"step": 1, "x": 1}
Traceback (most recent call last):
{"step": 2, "x": 2}}
[1, 2]

{"step": 3, "x": 3})",
        R"(
a: 1 3
  x: 1 3
  issue line 2: It is not a JSON object and was left out.
  issue line 3: It is not JSON and was left out.
  issue line 4: It is not a JSON object and was left out.
)");
    row("byte order mark, CRLF and no end of line", "\xEF\xBB\xBF{\"step\": 1, \"x\": 1}\r\n{\"step\": 2, \"x\": 2}",
        R"(
a: 1 2
  x: 1 2
)");
    row("escapes and other alphabets in keys", R"({"step": 1, "\u00e9cart\/max": 1, "長さ": 2, "a\"b": 3})",
        R"(
a: 1
  écart/max: 1
  長さ: 2
  a"b: 3
)");
    row("a comma too many", R"({"step": 1, "x": 1,}
{"step": 2, "x": 2})",
        R"(
a: 1 2
  x: 1 2
)");
    row("the same key twice in a line", R"({"step": 1, "x": 1, "x": 2})",
        R"(
a: 1
  x: 1,2
)");
    row("step as 12.0, and one that is none", R"({"step": 12.0, "x": 1}
{"step": 13.5, "x": 2}
{"step": 1e300, "x": 3})",
        R"(
a: 12 12 12
  x: 1 2 3
  issue a.jsonl: 2 rows have no step number and took the step of the row before.
)");
}

void TestJsonl::reads() {
    QFETCH(QString, input);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(tests::describe(openRunsFromBytes("a.jsonl", input.toStdString()))), expected);
}

void TestJsonl::refuses_data() {
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QString>("expected");
    const QString unknown = "a: it is not a recording that Tachograph knows. See tachograph formats.";
    QTest::newRow("nothing") << QByteArray() << QString("a: it is empty. Check that it is the right file.");
    QTest::newRow("blank lines") << QByteArray("\n\n  \r\n")
                                 << QString("a: it is empty. Check that it is the right file.");
    QTest::newRow("one brace") << QByteArray("{") << unknown;
    QTest::newRow("half a line") << QByteArray(R"({"step": 1, "los)") << unknown;
    QTest::newRow("a list") << QByteArray("[1, 2, 3]\n") << unknown;
    QTest::newRow("a pretty configuration") << QByteArray("{\n  \"lr\": 1,\n  \"model\": \"demo\"\n}\n") << unknown;
    QTest::newRow("prose") << QByteArray("It was a dark and stormy night.\n") << unknown;
    QTest::newRow("zero bytes") << QByteArray(1000, '\0') << unknown;
    QTest::newRow("gzip") << QByteArray("\x1f\x8b\x08 and more")
                          << QString("a: it is compressed and damaged at its beginning. Get another copy of it.");
    QTest::newRow("UTF-16") << QByteArray("\xff\xfe{\0", 4)
                            << QString("a: it is UTF-16 text. Convert it to UTF-8 first.");
}

void TestJsonl::refuses() {
    QFETCH(QByteArray, input);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(tests::describe(openRunsFromBytes("a", input.toStdString()))), expected);
}

void TestJsonl::nestingWithoutEnd() {
    const std::string rows = "{\"step\": 1, \"x\": 1}\n";
    std::string deep = "{\"step\": 2, \"y\": ";
    std::string open, close;
    for (int i = 0; i < 100'000; ++i) {
        open += "{\"a\":";
        close += "}";
    }
    for (const std::string& line :
         {deep + open + "1" + close + "}", deep + open, deep + std::string(100'000, '[') + "}",
          deep + std::string(100'000, '[') + std::string(100'000, ']') + "}"}) {
        const auto runs = openRunsFromBytes("a", rows + line + "\n" + "{\"step\": 3, \"x\": 3}\n");
        QVERIFY(runs.ok());
        QVERIFY(runs->front()->rows().size() >= 2);
        QCOMPARE(runs->front()->forKey("x")->values, (std::vector<double>{1, 3}));
    }
}

void TestJsonl::longLineIsSkipped() {
    const std::string row = "{\"step\": 1, \"x\": 1}\n";
    const std::string longLine = "{\"step\": 2, \"text\": \"" + std::string(20'000'000, 'a') + "\"}\n";
    const auto runs = openRunsFromBytes("a", row + longLine + "{\"step\": 3, \"x\": 3}\n");
    QVERIFY(runs.ok());
    QCOMPARE(runs->front()->rows().step, (std::vector<std::int64_t>{1, 3}));
    QCOMPARE(QString::fromStdString(runs->front()->issues().kept.front().text),
             "It is longer than 16 MiB and was left out.");
}

void TestJsonl::emptyKeysAndManyKeysAreBounded() {
    std::string line = "{\"step\": 1, \"\": 5";
    for (int i = 0; i < 30'000; ++i)
        line += ", \"k" + std::to_string(i) + "\": 1";
    line += ", \"" + std::string(5000, 'k') + "\": 1}\n";
    const auto runs = openRunsFromBytes("a", line);
    QVERIFY(runs.ok());
    QVERIFY(runs->front()->forKey(""));
    QVERIFY(runs->front()->series().size() <= 20'000);
    QVERIFY(QString::fromStdString(runs->front()->issues().kept.front().text).contains("values were left out"));
}

QTEST_GUILESS_MAIN(TestJsonl)
#include "tst_jsonl.moc"
