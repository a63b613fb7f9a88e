#include "analysis/importers/importer.h"
#include "analysis/importers/openrun.h"
#include "analysis/importers/progressbar.h"
#include "tests/support/describe.h"

#include <QRegularExpression>
#include <QTest>

using namespace tachograph;

namespace {

/// "|" stands for a carriage return, "~" for the row of blanks that wipes a bar.
std::string logOf(const char* text) {
    std::string log;
    for (const char* c = text; *c; ++c)
        log += *c == '|' ? std::string("\r") : *c == '~' ? std::string(48, ' ') : std::string(1, *c);
    return log;
}

/// "N" of the bars is drawn as tqdm does.
std::string withBars(std::string log) {
    static const QRegularExpression bar(R"(<(\d+)/(\d+) (\S+)>)");
    return QString::fromStdString(log).replace(bar, "  50%|█████     | \\1/\\2 [\\3<01:00,  4.02s/it]").toStdString();
}

QString stepsOf(const std::string& log) {
    const auto runs = openRunsFromBytes("log.txt", log);
    if (!runs)
        return QString::fromStdString(runs.error().message);
    const std::string all = tests::describe(*runs);
    return QString::fromStdString(all.substr(5, all.find('\n') - 5)).trimmed();
}

} // namespace

class TestTrlConsole : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void steps_data() {
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<QString>("steps");
        const auto add = [](const char* name, const char* log, const char* steps) {
            QTest::newRow(name) << QByteArray::fromStdString(withBars(logOf(log))) << QString(steps);
        };
        add("bars and dicts in two streams",
            "|<1/4 00:10>|<2/4 00:20>|~||<2/4 00:20>|<3/4 00:30>|<4/4 00:40>|~||<4/4 00:40>\n"
            "{'loss': 0.5, 'epoch': 0.5}\n{'loss': 0.25, 'epoch': 1.0}\n",
            "2+20/1 4+40/1");
        add("dict between wiping and drawing",
            "|<2/4 00:20>|~|{'loss': 0.5, 'epoch': 0.5}\n|<2/4 00:20>|<4/4 00:40>|~|{'loss': 0.25, 'epoch': 1.0}\n"
            "|<4/4 00:40>",
            "2+20/1 4+40/1");
        add("dict glued behind its bar",
            "<5/20 00:20>{'loss': 0.5, 'epoch': 0.5}\n<10/20 00:40>{'loss': 0.25, 'epoch': 1.0}\n", "5+20/1 10+40/1");
        add("last bar over number of dicts",
            "|<0/20 00:00>|<20/20 01:20>\n{'loss': 0.5, 'epoch': 0.5}\n{'loss': 0.25, 'epoch': 1.0}\n", "10 20+80/1");
        add("no bar at all", "{'loss': 0.5, 'epoch': 0.5}\n{'loss': 0.25, 'epoch': 1.0}\n", "1 2");
        add("no bar, epoch goes back",
            "{'loss': 0.5, 'epoch': 0.5}\n{'loss': 0.4, 'epoch': 1.0}\n{'loss': 0.3, 'epoch': 1.5}\n"
            "{'loss': 0.45, 'epoch': 1.0}\n",
            "1 2 3 | 2");
        add("bars of something else",
            "Loading weights:  50%|█  | 3/311 [00:01<00:02, 6.01it/s]\n{'loss': 0.5, 'epoch': 0.5}\n", "1");
        add("killed: dicts held back are lost",
            "|<1/9 00:10>|~||<1/9 00:10>|<2/9 00:20>|~||<2/9 00:20>\n{'loss': 0.5, 'epoch': 0.1}\n", "1+10/1");
        add("restarted from a checkpoint",
            "<5/20 00:20>{'loss': 0.5, 'epoch': 0.5}\n<10/20 00:40>{'loss': 0.25, 'epoch': 1.0}\n"
            "<5/20 00:00>\n<10/20 00:15>{'loss': 0.3, 'epoch': 1.0}\n",
            "5+20/1 10+40/1 | 10+15/1");
        add("evaluation row joins its step",
            "<5/20 00:20>{'loss': 0.5, 'epoch': 0.5}\n{'eval_loss': 0.6, 'eval_runtime': 2.5, 'epoch': 0.5}\n"
            "<10/20 00:40>{'loss': 0.25, 'epoch': 1.0}\n",
            "5+20/1 10+40/1");
        add("dict of settings is none", "{'bos_token_id': None, 'pad_token_id': 151643}\n{'loss': 1, 'epoch': 1}\n",
            "1");
        add("last dict is torn", "{'loss': 0.5, 'epoch': 0.5}\n{'loss': 0.25, 'kl': 0.1, 'epo", "1 2");
    }
    void steps() {
        QFETCH(QByteArray, log);
        QTEST(stepsOf(log.toStdString()), "steps");
    }

    void whatIsRead() {
        const std::string log = withBars("***** Running training *****\n  Num examples = 7,473\n  Num Epochs = 1\n"
                                         "<5/10 00:20>{'loss': '0.5', 'grad_norm': nan, 'kl': None, 'epoch': '0.5'}\n"
                                         "<5/10 00:20>Saving model checkpoint to /data/run/checkpoint-5\n"
                                         "{'eval_loss': '0.75', 'eval_runtime': '2.5', 'epoch': '0.5'}\n"
                                         "<10/10 00:40>{'loss': 0.25, 'grad_norm': 1.5, 'epoch': 1.0}\n"
                                         "{'train_runtime': 41.5, 'train_loss': 0.4, 'epoch': 1.0}\n"
                                         "Saving model checkpoint to /data/run/\n");
        const auto runs = openRunsFromBytes("run.log", log);
        QCOMPARE(QString::fromStdString(tests::describe(runs)),
                 QString("run: 5+20/1 10+40/1\n"
                         "  loss: 0.5 0.25\n"
                         "  grad_norm: nan 1.5\n"
                         "  epoch: 0.5 1\n"
                         "  kl: null -\n"
                         "  eval_loss: 0.75 -\n"
                         "  eval_runtime: 2.5 -\n"
                         "  train_runtime: - 41.5\n"
                         "  train_loss: - 0.4\n"
                         "  !checkpoint 5 Checkpoint checkpoint-5\n"
                         "  !evaluation 5 (2.5 s)\n"
                         "  !exit 10 training finished after 42 s\n"
                         "  !note 10 Saving model checkpoint to /data/run/\n"
                         "  config Num Epochs = 1\n"
                         "  config Num examples = 7,473\n"
                         "  steps: The dicts carry no step; theirs is that of the progress bar in front of each.\n"));
    }

    void bars_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("bar");
        QTest::newRow("plain") << "  2%|▎| 5/200 [00:20<13:02, 4.02s/it]"
                               << " 5/200 20 ";
        QTest::newRow("described") << "Train epoch [1/1]: 21%|█| 841/4096 [1:03:43<4:06:33, 4.54s/it, pg=-0.1, rm=0.2]"
                                   << "Train epoch [1/1] 841/4096 3823 pg=-0.1, rm=0.2";
        QTest::newRow("nothing known yet") << "  0%|  | 0/30 [00:00<?, ?it/s]"
                                           << " 0/30 0 ";
        QTest::newRow("unfinished") << "  2%|▎| 5/200 [00:20<13:02"
                                    << "none";
        QTest::newRow("without total") << "5it [00:20, 4.02s/it]"
                                       << "none";
        QTest::newRow("a table") << "50%| 5/x [00:20]"
                                 << "none";
        QTest::newRow("huge") << " 1%|| 99999999999999999999/1 [00:20<1, 1s/it]"
                              << "none";
        QTest::newRow("of nothing") << " 1%|| 0/0 [00:20<1, 1s/it]"
                                    << "none";
    }
    void bars() {
        QFETCH(QString, text);
        const std::string line = text.toStdString();
        const auto bar = findProgressBar(line);
        const QString found = bar ? QString("%1 %2/%3 %4 %5")
                                        .arg(QString::fromStdString(std::string(bar->description)))
                                        .arg(bar->done)
                                        .arg(bar->total)
                                        .arg(bar->elapsed.value_or(-1))
                                        .arg(QString::fromStdString(std::string(bar->postfix)))
                                  : "none";
        QTEST(found, "bar");
    }

    void notOfThisFormat_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("verl settings") << QByteArray("{'actor_rollout_ref': {'lr': 1e-06, 'epoch': 3}}\n");
        QTest::newRow("slime") << QByteArray("step 0: {'train/loss': 0.0021, 'loss': 0.1, 'epoch': 1}\n");
        QTest::newRow("text") << QByteArray("the loss: it was {'great'}\n");
        QTest::newRow("a json line") << QByteArray("{\"loss\": 0.5, \"epoch\": 1}\n");
    }
    void notOfThisFormat() {
        QFETCH(QByteArray, text);
        QCOMPARE(importerById("trl_console")->sniff({text.toStdString(), "x.log"}), 0);
        Source source = Source::fromBytes("x.log", text.toStdString());
        const auto runs = importerById("trl_console")->read(source, {});
        QVERIFY(!runs.ok());
        QVERIFY(runs.error().message.starts_with("x.log: it holds no dict of a trainer"));
    }
};

QTEST_GUILESS_MAIN(TestTrlConsole)
#include "tst_trlconsole.moc"
