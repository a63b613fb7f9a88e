#include "analysis/detectors/registry.h"
#include "analysis/detectors/slowtrend.h"
#include "tests/analysis/detectortext.h"
#include "tests/support/syntheticrun.h"

using namespace tachograph;
using namespace tachograph::tests;

namespace {

constexpr std::int64_t steps = 300;

/// "300>900": along the run, with noise of 5 % where the values are not noiseless.
std::function<double(std::int64_t)> along(const QByteArray& fromTo) {
    const QList<QByteArray> ends = fromTo.split('>');
    const double a = ends.front().toDouble(), b = ends.back().toDouble();
    return [a, b](std::int64_t step) {
        return a + (b - a) * static_cast<double>(step - 1) / static_cast<double>(steps - 1);
    };
}

} // namespace

/// Completion length and truncation against the reward.
class TestDetectorsReward : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void verdicts_data() {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("series"); // key from>to noise, separated by blanks
        QTest::addColumn<QByteArray>("expected");
        const auto add = [](const char* name, const char* code, const char* series, const char* expected) {
            QTest::newRow(name) << QByteArray(code) << QByteArray(series) << QByteArray(expected);
        };
        const char* hack = "REWARD_HACK_LENGTH";
        add("longer, reward flat", hack, "completion_len_mean 300>900 0.05 reward_mean 0.5>0.5 0.1",
            "found warning at 1..300: Completions grow from\nwhile the reward stays flat");
        add("longer, reward falls", hack, "completion_len_mean 300>900 0.05 reward_mean 0.6>0.3 0.1",
            "found warning\nwhile the reward falls");
        add("longer, reward grows along", hack, "completion_len_mean 300>900 0.05 reward_mean 0.2>0.6 0.1",
            "clear: Completions grow\nthe reward grows along");
        add("longer, reward grows a little", hack, "completion_len_mean 300>900 0.05 reward_mean 0.5>0.56 0.02",
            "clear:");
        add("longer by a fifth", hack, "completion_len_mean 300>360 0.05 reward_mean 0.5>0.5 0.1",
            "clear:\ndoes not grow");
        add("as long as before", hack, "completion_len_mean 300>300 0.3 reward_mean 0.5>0.3 0.1", "clear:");
        add("shorter", hack, "completion_len_mean 900>300 0.05 reward_mean 0.5>0.5 0.1", "clear:");
        add("no length", hack, "reward_mean 0.5>0.5 0.1", "not-applicable: Completion length is not logged");
        add("no reward", hack, "completion_len_mean 300>900 0.05", "not-applicable: The reward is not logged");
        add("neither", hack, "loss 2>1 0.1", "not-applicable\nnot logged");

        const char* starve = "TRUNCATION_STARVE";
        add("half cut off, reward flat", starve, "truncated_ratio 0.1>0.6 0.05 reward_mean 0.5>0.5 0.1",
            "found warning at 1..300\nlate, and the reward does not grow");
        add("all cut off throughout", starve, "truncated_ratio 1>1 0 reward_mean 0.5>0.5 0.1",
            "found\n100\xE2\x80\xAF% of the completions are cut off early");
        add("half cut off, reward falls", starve, "truncated_ratio 0.1>0.6 0.05 reward_mean 0.5>0.2 0.1",
            "and the reward falls");
        add("half cut off, reward grows", starve, "truncated_ratio 0.1>0.6 0.05 reward_mean 0.2>0.6 0.1",
            "clear:\nbut the reward grows");
        add("a few cut off", starve, "truncated_ratio 0.05>0.15 0.05 reward_mean 0.5>0.5 0.1", "clear:\ncount as many");
        add("fewer and fewer", starve, "truncated_ratio 0.8>0.1 0.05 reward_mean 0.5>0.5 0.1", "clear:");
        add("none", starve, "truncated_ratio 0>0 0 reward_mean 0.5>0.5 0.1", "clear:");
        add("truncation not logged", starve, "reward_mean 0.5>0.5 0.1",
            "not-applicable: Truncated completions are not");
        add("reward not logged", starve, "truncated_ratio 0.6>0.6 0.1", "not-applicable: The reward is not logged");
    }
    void verdicts() {
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, series);
        QFETCH(QByteArray, expected);
        std::vector<MadeSeries> made;
        const QList<QByteArray> words = series.split(' ');
        for (qsizetype i = 0; i + 2 < words.size(); i += 3)
            made.push_back({words[i].toStdString(), along(words[i + 1]), words[i + 2].toDouble()});
        QCOMPARE(faultOfVerdict(*madeRun(steps, made), code, expected), QString());
    }

    /// The last fifth lies above the first, but most of the way the reward falls: neither a rise nor none.
    void undecidedInBetween() {
        const auto run = runFromText("step completion_len_mean reward_mean truncated_ratio\n1..60 300>420 1 0.5\n"
                                     "61..240 420>780 1.2>0.8 0.5\n241..300 780>900 1.05 0.5");
        for (const char* code : {"REWARD_HACK_LENGTH", "TRUNCATION_STARVE"})
            QCOMPARE(faultOfVerdict(*run, code, "undecided:\nis within its noise"), QString());
    }

    void tooShort() {
        const auto run = runFromText("step completion_len_mean reward_mean truncated_ratio\n1..30 300>900 0.5 1");
        for (const char* code : {"REWARD_HACK_LENGTH", "TRUNCATION_STARVE"})
            QCOMPARE(faultOfVerdict(*run, code, "not-applicable: Fewer than 40 steps"), QString());
    }

    /// A noiseless line: every pair of blocks agrees.
    void trendOfALine() {
        const auto run = runFromText("step reward_mean\n1..300 1>2");
        const SlowTrend trend = slowTrend(*run, *run->forKey("reward_mean"), {});
        QVERIFY(trend.rises());
        QVERIFY(!trend.falls());
        QVERIFY(!trend.noRise());
        QVERIFY(trend.pRising < 0.001);
        QCOMPARE(trend.steps, std::size_t(300));
        // Fifths of 60 values: medians at 29.5 and 269.5 of 299.
        QVERIFY(std::abs(trend.change() - 240.0 / 299.0) < 1e-12);
    }
};

QTEST_GUILESS_MAIN(TestDetectorsReward)
#include "tst_detectors_reward.moc"
