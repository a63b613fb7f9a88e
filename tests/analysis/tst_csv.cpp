#include "analysis/importers/openrun.h"
#include "tests/support/describe.h"

#include <QTest>

using namespace tachograph;

/// Tables, from the text of a file to the run: input and expectation side by side.
class TestCsv : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void samplesOfDeepSpeedAreNotSteps();
};

void TestCsv::reads_data() {
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* input, const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(input) << QString::fromUtf8(expected + 1);
    };
    row("plain", "step,loss,lr\n1,2.5,1e-06\n2,2.25,2e-06\n", R"(
a: 1 2
  loss: 2.5 2.25
  lr: 1e-06 2e-06
)");
    row("tabs", "step\tloss\n1\t2.5\n2\t2.25\n", R"(
a: 1 2
  loss: 2.5 2.25
)");
    row("semicolons and decimal commas", "step;loss;tokens\n1;2,5;1.024,5\n2;2.25;3,0\n", R"(
a: 1 2
  loss: 2.5 2.25
  tokens: 1024.5 3
)");
    row("quotes, doubled quotes, separators inside", "\"step\",\"a \"\"b\"\", c\"\n\"1\",\"2.5\"\n\"2\",\"1,024\"\n",
        R"(
a: 1 2
  a "b", c: 2.5 1024
)");
    row("not finite", "step,a,b\n1,NaN,inf\n2,nan,-Infinity\n3,1e999,0\n", R"(
a: 1 2 3
  a: nan nan inf
  b: inf -inf 0
)");
    row("empty is not logged, a word for nothing is said", "step,a,b\n1,,1\n2,null,2\n3,---,3\n4,5,4\n", R"(
a: 1 2 3 4
  b: 1 2 3 4
  a: - null null 5
)");
    row("columns of words are no series", "step,split,loss\n1,train,2.5\n2,train,2.25\n", R"(
a: 1 2
  loss: 2.5 2.25
)");
    row("Lightning: rows of one step that log different keys",
        "epoch,step,train_loss,val_loss\n0,49,2.5,\n0,99,2.25,\n0,99,,3.5\n1,149,2.0,\n", R"(
a: 49 99 149
  epoch: 0 0 1
  train_loss: 2.5 2.25 2
  val_loss: - 3.5 -
)");
    row("a key with two values keeps its rows apart", "step,loss\n1,2.5\n1,2.75\n2,2\n", R"(
a: 1 1 2
  loss: 2.5 2.75 2
)");
    row("header again: a restart", "step,loss\n1,2.5\n2,2.25\nstep,loss\n3,2\n", R"(
a: 1 2 | 3
  loss: 2.5 2.25 2
)");
    row("header again with other columns", "step,loss\n1,2.5\n2,2.25\nstep,lr,loss\n2,0.1,2.5\n", R"(
a: 1 2 | 2
  loss: 2.5 2.25 2.5
  lr: - - 0.1
)");
    row("the step goes back", "step,loss\n251,1\n252,2\n251,3\n", R"(
a: 251 252 | 251
  loss: 1 2 3
)");
    row("back to the beginning: another run", "step,loss\n1,1\n2,2\n1,3\n", R"(
a #1: 1 2
  loss: 1 2
  note: One of 2 runs in the file.
a #2: 1
  loss: 3
  note: One of 2 runs in the file.
)");
    row("clocks", "_step,_runtime,_timestamp,loss\n1,5.5,1764500000.5,2.5\n2,7.5,1764500002.5,2\n", R"(
a: 1@1764500000.5+5.5 2@1764500002.5+7.5
  loss: 2.5 2
)");
    row("the trainer's step before the tracker's, where most rows have it",
        "_step,train/global_step,loss\n3,1,2.5\n6,2,2.25\n9,3,2\n", R"(
a: 1 2 3
  _step: 3 6 9
  loss: 2.5 2.25 2
)");
    row("the tracker's step where the trainer's is rare", "_step,train/global_step,loss\n1,,2.5\n2,,2.25\n3,1,2\n", R"(
a: 1 2 3
  loss: 2.5 2.25 2
  train/global_step: - - 1
)");
    row("no step column", "loss,lr\n2.5,0.1\n2.25,0.2\n", R"(
a: 1 2
  loss: 2.5 2.25
  lr: 0.1 0.2
  steps: No step number is logged; the rows are counted instead.
)");
    row("too few and too many cells", "step,loss\n1,2.5\n2\n3,1,2\n4,2\n", R"(
a: 1 4
  loss: 2.5 2
  issue line 3: It has 1 cell instead of 2 and was left out.
  issue line 4: It has 3 cells instead of 2 and was left out.
)");
    row("torn last line", "step,loss,lr\n1,2.5,0.1\n2,2.2", R"(
a: 1
  loss: 2.5
  lr: 0.1
  issue line 3: It ends in the middle of a row and was left out.
)");
    row("last value perhaps cut", "step,loss\n1,2.5125\n2,2.2", R"(
a: 1 2
  loss: 2.5125 -
  issue line 3: The file ends here without an end of line; the last value may be cut and was left out.
)");
    row("no end of line behind a whole value", "step,loss\n1,2.5125\n2,2.2525", R"(
a: 1 2
  loss: 2.5125 2.2525
)");
    row("a step that is none", "step,loss\n1,2.5\nx,2\n1.5,2\n3,2\n", R"(
a: 1 3
  loss: 2.5 2
  issue line 3: Its step is not a whole number; the row was left out.
  issue line 4: Its step is not a whole number; the row was left out.
)");
    row("byte order mark and CRLF", "\xEF\xBB\xBFstep,loss\r\n1,2.5\r\n2,2.25\r\n", R"(
a: 1 2
  loss: 2.5 2.25
)");
    row("W&B panel: a run for every run",
        "\"Step\",\"x - y - train/loss\",\"x - y - train/loss__MIN\",\"x - y - train/loss__MAX\",\"z - train/loss\"\n"
        "\"0\",\"2.5\",\"2\",\"3\",\"5\"\n\"1\",\"\",\"\",\"\",\"4\"\n\"2\",\"1.5\",\"1\",\"2\",\n",
        R"(
x - y: 0 2
  x - y - train/loss: 2.5 1.5
  x - y - train/loss__MIN: 2 1
  x - y - train/loss__MAX: 3 2
  note: W&B panels are sampled: this is not the full history of the run.
z: 0 1
  z - train/loss: 5 4
  note: W&B panels are sampled: this is not the full history of the run.
)");
    row("W&B panel over time", "\"Relative Time (Process)\",\"z - loss\"\n\"5.5\",\"2\"\n\"9.5\",\"1\"\n", R"(
z: 1+5.5 2+9.5
  z - loss: 2 1
  steps: No step number is logged; the rows are counted instead.
  note: W&B panels are sampled: this is not the full history of the run.
)");
}

void TestCsv::reads() {
    QFETCH(QString, input);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(tests::describe(openRunsFromBytes("a.csv", input.toStdString()))), expected);
}

void TestCsv::refuses_data() {
    QTest::addColumn<QByteArray>("input");
    QTest::newRow("one column") << QByteArray("loss\n1\n2\n");
    QTest::newRow("no header") << QByteArray("1,2\n2,3\n");
    QTest::newRow("prose with commas") << QByteArray("Dear all, this is prose,\nwith commas, and no numbers.\n");
    QTest::newRow("words only") << QByteArray("name,colour\napple,red\npear,green\n");
    QTest::newRow("separators only") << QByteArray(",,,\n,,,\n,,,\n");
    QTest::newRow("open quote") << QByteArray("\"step,loss\n1,2\n");
}

void TestCsv::refuses() {
    QFETCH(QByteArray, input);
    QCOMPARE(QString::fromStdString(tests::describe(openRunsFromBytes("a", input.toStdString()))),
             "a: it is not a recording that Tachograph knows. See tachograph formats.");
}

void TestCsv::samplesOfDeepSpeedAreNotSteps() {
    const auto runs = openRunsFromBytes("Train_Samples_train_loss.csv", "step,train_loss\n512,2.5\n1024,2.25\n");
    QVERIFY(runs.ok());
    QCOMPARE(QString::fromStdString(stepSentence(runs->front()->reading())),
             "DeepSpeed's monitor counts samples, not steps, in the column step.");
}

QTEST_GUILESS_MAIN(TestCsv)
#include "tst_csv.moc"
