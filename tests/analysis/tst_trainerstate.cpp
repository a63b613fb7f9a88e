#include "analysis/importers/openrun.h"
#include "tests/support/describe.h"

#include <QTest>

using namespace tachograph;

/// Trainer states, from the text of a file to the run: input and expectation side by side.
class TestTrainerState : public QObject {
    Q_OBJECT

    static QString read(const QString& input) {
        QString text = QString::fromStdString(tests::describe(openRunsFromBytes("a.json", input.toStdString())));
        // Every state says so; it would only repeat itself here.
        return text.remove("  note: A trainer state holds no clock: elapsed time and wall time are not logged.\n");
    }

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void reads_data();
    void reads() {
        QFETCH(QString, input);
        QFETCH(QString, expected);
        QCOMPARE(read(input), expected);
    }

    void refuses_data();
    void refuses() {
        QFETCH(QString, input);
        QFETCH(QString, expected);
        QCOMPARE(read(input), expected);
    }
};

void TestTrainerState::reads_data() {
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* input, const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(input) << QString::fromUtf8(expected + 1);
    };
    row("pretty, with settings", R"({
  "best_metric": null,
  "epoch": 1.0,
  "global_step": 20,
  "is_world_process_zero": true,
  "log_history": [
    {
      "epoch": 0.5,
      "loss": 2.5,
      "step": 10
    },
    {
      "epoch": 1.0,
      "loss": NaN,
      "step": 20
    }
  ],
  "max_steps": 20,
  "stateful_callbacks": {"TrainerControl": {"args": {}}},
  "total_flos": 8.9e+16
}
)",
        R"(
a: 10 20
  epoch: 0.5 1
  loss: 2.5 nan
  config epoch = 1.0
  config global_step = 20
  config max_steps = 20
  config total_flos = 8.9e+16
)");
    row("evaluation and summary beside the training row",
        R"({"log_history": [{"epoch": 1, "loss": 2.5, "step": 10}, {"epoch": 1, "eval_loss": 3, "eval_runtime": 12.5, "step": 10},
{"epoch": 1, "train_runtime": 75.0, "train_loss": 2.5, "step": 10}]})",
        R"(
a: 10
  epoch: 1
  loss: 2.5
  eval_loss: 3
  eval_runtime: 12.5
  train_runtime: 75
  train_loss: 2.5
  !evaluation 10 (12.5 s)
  !exit 10 training finished after 1 min 15 s
)");
    row("an evaluation on its own step",
        R"({"log_history": [{"loss": 2.5, "step": 10}, {"eval_loss": 3, "step": 12}]})", R"(
a: 10 12
  loss: 2.5 -
  eval_loss: - 3
  !evaluation 12
)");
    row("null, infinities and numbers as text", R"({"log_history": [{"a": null, "b": Infinity, "c": "2.5", "step": 1},
{"a": 1, "b": -Infinity, "c": "nan", "step": 2}]})",
        R"(
a: 1 2
  a: null 1
  b: inf -inf
  c: 2.5 nan
)");
    row("log_history is recognised behind a list and an object",
        R"({"best": [1, {"x": "]}"}], "o": {"log_history": 5}, "log_history": [{"loss": 1, "step": 1}]})", R"(
a: 1
  loss: 1
)");
    row("torn in a row", R"({"log_history": [
{"loss": 2.5, "step": 10},
{"loss": 2.2)",
        R"(
a: 10
  loss: 2.5
  issue line 3: The file ends here or is damaged; what follows was searched for whole rows.
)");
    row("torn between rows", "{\"log_history\": [\n{\"loss\": 2.5, \"step\": 10}", R"(
a: 10
  loss: 2.5
  issue line 2: The file ends here or is damaged; what follows was searched for whole rows.
)");
    row("torn behind the history", "{\"log_history\": [\n{\"loss\": 2.5, \"step\": 10}],\n \"max_", R"(
a: 10
  loss: 2.5
  issue line 3: The file ends or is damaged here; the rows before it were read.
)");
    row("a damaged row between good ones", R"({"log_history": [
{"loss": 2.5, "step": 10},
{"loss" 2.4, "step": 20},
{"loss": 2.3, "step": 30}
]})",
        R"(
a: 10 30
  loss: 2.5 2.3
  issue line 3: This row is damaged and was left out.
)");
    row("two length keys of one meaning",
        R"({"log_history": [{"completion_length": 96, "completions/mean_length": 96, "step": 1}]})", R"(
a: 1
  completion_length: 96
  completions/mean_length: 96
)");
}

void TestTrainerState::refuses_data() {
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no rows") << R"({"log_history": []})"
                             << "a.json: it holds no row of a log_history. Check that it is a trainer_state.json.";
    QTest::newRow("rows of another kind") << R"({"log_history": [1, 2, [3]]})"
                                          << "a.json: it holds no row of a log_history. Check that it is a "
                                             "trainer_state.json.";
    QTest::newRow("half of it") << "{\n\"epoch\": 1.0,\n\"log_his"
                                << "a.json: it is not a recording that Tachograph knows. See tachograph formats.";
}

QTEST_GUILESS_MAIN(TestTrainerState)
#include "tst_trainerstate.moc"
