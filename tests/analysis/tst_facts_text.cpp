#include "tests/analysis/facttable.h"
#include "tests/support/samples.h"

#include <QRegularExpression>
#include <QTest>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

/// From the list of series beside the shared recordings: path | key | finite values | first step | last step | median |
/// early fifth | late fifth | NaN, infinities and nulls. Six significant digits. Where the list counts dicts the steps
/// here are those of the progress bar.
const char* const seriesFacts = R"(
trl_console/grpo-tools-quoted-strings.log         | step_time                       | 30   | 1   | 30   | 5.845    | 5.7205   | 5.8505   | 0
trl_console/grpo-tools-quoted-strings.log         | completions/mean_length         | 4    | 1   | 25   | 232.55   | 283.4    | 147.6    | 0
trl_console/grpo-200steps-every5.log              | step_time                       | 40   | 5   | 200  | 4.11882  | 4.06318  | 4.10282  | 0
trl_console/grpo-200steps-every5.log              | completions/mean_length         | 40   | 5   | 200  | 359.438  | 337.35   | 353.212  | 0
trl_console/grpo-200steps-every5.log              | num_tokens                      | 40   | 5   | 200  | 368316   | 74336.5  | 669703   | 0
)";

/// From the list of files: path | format | rows | steps | first | last | attempts | issues | events.
const char* const fileFacts = R"(
trl_console/grpo-tools-quoted-strings.log | trl_console | 30 | 30 | 1 | 30  | 1 | 0 | exit 30
trl_console/grpo-200steps-every5.log      | trl_console | 40 | 40 | 5 | 200 | 1 | 0 | checkpoint 100, checkpoint 200, exit 200
)";

/// Values at a step: path | key | step | value.
const char* const valueFacts = R"(
trl_console/grpo-tools-quoted-strings.log | step_time     | 1   | 229.2
trl_console/grpo-tools-quoted-strings.log | step_time     | 9   | 178.8
trl_console/grpo-tools-quoted-strings.log | step_time     | 17  | 213.1
trl_console/grpo-tools-quoted-strings.log | step_time     | 25  | 128
trl_console/grpo-tools-quoted-strings.log | num_tokens    | 9   | 16550
trl_console/grpo-tools-quoted-strings.log | train_runtime | 30  | 916.1
trl_console/grpo-200steps-every5.log      | train_runtime | 200 | 834.499
)";

QString eventsOf(const Run& run) {
    QStringList events;
    for (const Event& event : run.events())
        if (event.kind != EventKind::note)
            events += QString("%1 %2").arg(eventKindName(event.kind)).arg(event.step.value_or(-1));
    return events.join(", ");
}

} // namespace

/// The facts that are written beside the shared recordings in text formats other than the first two consoles.
class TestFactsText : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        if (sharedData("").empty())
            QSKIP(sharedDataMissing);
    }

    void seriesHasItsFigures_data() { eachRowOf(seriesFacts, 2); }
    void seriesHasItsFigures() {
        QFETCH(QStringList, fact);
        const auto runs = open(fact[0]);
        const Series* series = runs.front()->forKey(fact[1].toStdString());
        QVERIFY(series);
        QCOMPARE(differenceOf(*runs.front(), *series, fact.mid(2)), QString());
    }

    void recordingHasItsCounts_data() { eachRowOf(fileFacts, 1); }
    void recordingHasItsCounts() {
        QFETCH(QStringList, fact);
        const auto runs = open(fact[0]);
        QCOMPARE(runs.size(), std::size_t(1));
        const Run& run = *runs.front();
        const QStringList found{QString::fromStdString(run.format()), QString::number(run.rows().size()),
                                QString::number(run.stepCount()),     QString::number(run.firstStep()),
                                QString::number(run.lastStep()),      QString::number(run.attempts().size()),
                                QString::number(run.issues().total),  eventsOf(run)};
        QCOMPARE(found, fact.mid(1));
    }

    void valueIsAtItsStep_data() { eachRowOf(valueFacts, 3); }
    void valueIsAtItsStep() {
        QFETCH(QStringList, fact);
        const auto runs = open(fact[0]);
        const Run& run = *runs.front();
        const Series* series = run.forKey(fact[1].toStdString());
        QVERIFY(series);
        QStringList found;
        for (std::size_t i = 0; i < series->size(); ++i)
            if (run.rows().step[series->rowOf(i)] == fact[2].toLongLong())
                found += same(series->values[i], fact[3]) ? fact[3] : QString::number(series->values[i], 'g', 9);
        QCOMPARE(found, QStringList(fact[3]));
    }
};

QTEST_GUILESS_MAIN(TestFactsText)
#include "tst_facts_text.moc"
