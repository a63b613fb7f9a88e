#include "analysis/importers/openrun.h"
#include "tests/support/samples.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace tachograph;

/// The facts that are written beside the shared recordings of the two console formats: figures of every series, counts
/// of rows, steps, missing values, events and issues.
class TestFactsConsoles : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        if (tests::sharedData("").empty())
            QSKIP(tests::sharedDataMissing);
    }

    void seriesHasItsFigures_data();
    void seriesHasItsFigures();
    void recordingHasItsCounts_data();
    void recordingHasItsCounts();
    void outOfMemoryOfOneDrafter();
    void screenCapture();
    void redesignedQueues();
    void resumedBeforeAndAfter();
    void verlCheckpointsAndLengths();

  private:
    static RunPtr open(const char* path) {
        const auto runs = openRuns(tests::sharedData(path));
        if (!runs)
            qFatal("%s", runs.error().message.c_str());
        return runs->front();
    }
};

namespace {

struct Figures {
    const char* path;
    const char* key;
    std::size_t count;
    std::int64_t first, last;
    double median, early, late;
    std::size_t nonfinite;
};

constexpr Figures figuresTable[] = {
    {"verl_console/rl-length-collapse-cut-lines.log", "timing_s/step", 108, 1, 119, 37.2234, 39.4119, 37.261, 0},
    {"verl_console/rl-length-collapse-cut-lines.log", "timing_s/gen", 108, 1, 119, 3.51579, 3.7475, 3.48232, 0},
    {"verl_console/rl-length-collapse-cut-lines.log", "timing_s/update_actor", 108, 1, 119, 14.4733, 14.5856, 14.5647,
     0},
    {"verl_console/rl-length-collapse-cut-lines.log", "timing_s/old_log_prob", 108, 1, 119, 4.59239, 4.63172, 4.57416,
     0},
    {"verl_console/rl-length-collapse-cut-lines.log", "timing_s/ref", 108, 1, 119, 14.5563, 14.7501, 14.6258, 0},
    {"verl_console/rl-length-collapse-cut-lines.log", "response_length/mean", 108, 1, 119, 1, 1.00586, 1, 0},
    {"verl_console/rl-length-collapse-cut-lines.log", "perf/throughput", 108, 1, 119, 1104.46, 1092.64, 1099.49, 0},
    {"verl_console/rl-ray-ansi-80steps.log", "timing_s/step", 80, 1, 80, 32.8446, 32.8845, 33.0285, 0},
    {"verl_console/rl-ray-ansi-80steps.log", "timing_s/gen", 80, 1, 80, 25.8414, 25.8988, 26.225, 0},
    {"verl_console/rl-ray-ansi-80steps.log", "timing_s/update_actor", 80, 1, 80, 3.84562, 3.89381, 3.83274, 0},
    {"verl_console/rl-ray-ansi-80steps.log", "timing_s/old_log_prob", 80, 1, 80, 3.28771, 3.33011, 3.28625, 0},
    {"verl_console/rl-ray-ansi-80steps.log", "response_length/mean", 80, 1, 80, 18, 19, 18.75, 0},
    {"verl_console/rl-ray-ansi-80steps.log", "perf/throughput", 80, 1, 80, 54.8509, 54.9639, 54.7201, 0},
    {"verl_console/rl-length-growth-238steps.log", "timing_s/step", 215, 1, 238, 553.139, 276.511, 706.17, 0},
    {"verl_console/rl-length-growth-238steps.log", "timing_s/gen", 215, 1, 238, 267.302, 134.318, 353.606, 0},
    {"verl_console/rl-length-growth-238steps.log", "timing_s/update_actor", 215, 1, 238, 94.6562, 48.7742, 116.08, 0},
    {"verl_console/rl-length-growth-238steps.log", "timing_s/old_log_prob", 215, 1, 238, 25.8039, 13.8145, 31.5985, 0},
    {"verl_console/rl-length-growth-238steps.log", "timing_s/ref", 215, 1, 238, 161.539, 83.1473, 198.17, 0},
    {"verl_console/rl-length-growth-238steps.log", "response_length/mean", 215, 1, 238, 3403.4, 1567.31, 4213.74, 0},
    {"verl_console/rl-length-growth-238steps.log", "perf/throughput", 215, 1, 238, 870.313, 892.56, 841.585, 0},
    {"dflash/before-cu130.log", "Ktok/s", 1124, 690, 970, 19.9, 18.4, 20.1, 0},
    {"dflash/before-cu130.log", "dft", 1124, 690, 970, 0.49, 0.46, 0.5, 0},
    {"dflash/before-cu130.log", "tgt", 1124, 690, 970, 0.52, 0.56, 0.51, 0},
    {"dflash/before-cu130.log", "ETA", 1124, 690, 970, 7.9, 7.3, 8, 0},
    {"dflash/before-cu130.log", "q_hs", 1124, 690, 970, 20, 17, 19, 0},
    {"dflash/before-cu130.log", "loss", 1097, 691, 970, 2.7001, 2.7701, 2.6487, 0},
    {"dflash/after-cu130.log", "Ktok/s", 610, 690, 840, 6.2, 5.1, 6.3, 0},
    {"dflash/after-cu130.log", "dft", 610, 690, 840, 0.16, 0.13, 0.16, 0},
    {"dflash/after-cu130.log", "tgt", 610, 690, 840, 0.2, 0.3, 0.19, 0},
    {"dflash/after-cu130.log", "ETA", 610, 690, 840, 22.5, 14.85, 24.15, 0},
    {"dflash/after-cu130.log", "q_hs", 610, 690, 840, 60, 60, 60, 0},
    {"dflash/after-cu130.log", "loss", 587, 691, 840, 2.7064, 2.8109, 2.6152, 0},
    {"dflash/after-cu130-17steps.log", "Ktok/s", 76, 690, 707, 4.35, 0, 5.2, 0},
    {"dflash/after-cu130-17steps.log", "dft", 76, 690, 707, 0.11, 0, 0.14, 0},
    {"dflash/after-cu130-17steps.log", "tgt", 76, 690, 707, 0.35, 0.34, 0.3, 0},
    {"dflash/after-cu130-17steps.log", "ETA", 76, 690, 707, 12.75, 13.1, 15.1, 0},
    {"dflash/after-cu130-17steps.log", "q_hs", 76, 690, 707, 60, 16, 60, 0},
    {"dflash/after-cu130-17steps.log", "loss", 64, 691, 707, 2.82755, 2.60585, 2.82535, 0},
    {"dflash/reverted-cu128.log", "Ktok/s", 845, 690, 900, 19.9, 17.8, 20.1, 0},
    {"dflash/reverted-cu128.log", "dft", 845, 690, 900, 0.49, 0.44, 0.5, 0},
    {"dflash/reverted-cu128.log", "tgt", 845, 690, 900, 0.53, 0.57, 0.52, 0},
    {"dflash/reverted-cu128.log", "ETA", 845, 690, 900, 7.8, 7.2, 7.9, 0},
    {"dflash/reverted-cu128.log", "q_hs", 845, 690, 900, 19, 16, 19, 0},
    {"dflash/reverted-cu128.log", "loss", 826, 691, 900, 2.6765, 2.6908, 2.6212, 0},
    {"dflash/cu130-full-budget-oom.log", "Ktok/s", 1154, 690, 978, 19.9, 18.3, 20.1, 0},
    {"dflash/cu130-full-budget-oom.log", "dft", 1154, 690, 978, 0.49, 0.46, 0.5, 0},
    {"dflash/cu130-full-budget-oom.log", "tgt", 1154, 690, 978, 0.52, 0.56, 0.51, 0},
    {"dflash/cu130-full-budget-oom.log", "ETA", 1154, 690, 978, 7.9, 7.3, 8, 0},
    {"dflash/cu130-full-budget-oom.log", "q_hs", 1154, 690, 978, 20, 20, 20.5, 0},
    {"dflash/cu130-full-budget-oom.log", "loss", 1132, 691, 978, 2.6669, 2.7402, 2.64085, 0},
    {"dflash/redesign-q_hsb.log", "Ktok/s", 71, 0, 6, 7.7, 3.5, 9, 0},
    {"dflash/redesign-q_hsb.log", "dft", 71, 0, 6, 0.19, 0.085, 0.22, 0},
    {"dflash/redesign-q_hsb.log", "tgt", 71, 0, 6, 0.33, 0.38, 0.31, 0},
    {"dflash/redesign-q_hsb.log", "ETA", 71, 0, 6, 12.8, 10.95, 13.45, 0},
    {"dflash/redesign-q_hsb.log", "q_hs", 71, 0, 6, 20, 20, 20, 0},
    {"dflash/redesign-q_hsb.log", "loss", 21, 1, 6, 12.9385, 13.0154, 12.8527, 0},
};

/// Equal to six significant digits, the precision in which the facts are written.
bool same(double value, double fact) {
    return std::abs(value - fact) <= 5e-6 * std::abs(fact) + 1e-12;
}

struct Counts {
    const char* path;
    std::size_t rows, cutRows;
    std::int64_t first, last;
    std::size_t steps;
    std::size_t withoutLoss; ///< ticks that print "---" for the loss
    std::vector<std::int64_t> resumes, checkpoints;
    std::size_t outOfMemory, exceptions, issues;
};

const std::vector<Counts>& countsTable() {
    static const std::vector<Counts> table = {
        {"dflash/before-cu130.log", 1124, 0, 690, 970, 281, 27, {690}, {}, 0, 0, 0},
        {"dflash/after-cu130.log", 610, 0, 690, 840, 151, 23, {690}, {}, 0, 0, 0},
        {"dflash/after-cu130-17steps.log", 76, 0, 690, 707, 18, 12, {690}, {}, 0, 0, 0},
        {"dflash/reverted-cu128.log", 845, 0, 690, 900, 211, 19, {690}, {}, 0, 0, 0},
        {"dflash/cu130-full-budget-oom.log", 1154, 0, 690, 978, 289, 22, {690}, {}, 1, 1, 0},
        {"dflash/redesign-q_hsb.log", 72, 1, 0, 7, 8, 50, {}, {}, 0, 0, 1},
        {"dflash/tmux-capture.log", 12, 1, 704, 707, 4, 0, {}, {}, 0, 0, 2},
        {"verl_console/rl-length-collapse-cut-lines.log", 121, 0, 0, 120, 121, 0, {}, {50, 100}, 0, 0, 13},
        {"verl_console/rl-ray-ansi-80steps.log", 80, 0, 1, 80, 80, 0, {}, {}, 0, 0, 0},
        {"verl_console/rl-length-growth-238steps.log", 238, 0, 1, 238, 238, 0, {}, {100, 200}, 0, 0, 23},
    };
    return table;
}

std::vector<std::int64_t> stepsOf(const Run& run, EventKind kind) {
    std::vector<std::int64_t> steps;
    for (const Event& event : run.events())
        if (event.kind == kind)
            steps.push_back(event.step.value_or(-1));
    return steps;
}

double valueAt(const Run& run, const char* key, std::int64_t step, std::size_t nth = 0) {
    const Series* series = run.forKey(key);
    for (std::size_t i = 0; series && i < series->size(); ++i)
        if (run.rows().step[series->rowOf(i)] == step && nth-- == 0)
            return series->values[i];
    return std::nan("");
}

} // namespace

void TestFactsConsoles::seriesHasItsFigures_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < std::size(figuresTable); ++i)
        QTest::addRow("%s %s", figuresTable[i].path, figuresTable[i].key) << static_cast<int>(i);
}

void TestFactsConsoles::seriesHasItsFigures() {
    QFETCH(int, index);
    const Figures& fact = figuresTable[index];
    const RunPtr run = open(fact.path);
    const Series* series = run->forKey(fact.key);
    QVERIFY(series);
    const SeriesFigures figures = run->figures(*series);
    QCOMPARE(figures.finite, fact.count);
    QCOMPARE(figures.nonfinite, fact.nonfinite);
    QCOMPARE(figures.firstStep, fact.first);
    QCOMPARE(figures.lastStep, fact.last);
    QVERIFY2(same(figures.median, fact.median), qPrintable(QString::number(figures.median, 'g', 9)));
    QVERIFY2(same(figures.early, fact.early), qPrintable(QString::number(figures.early, 'g', 9)));
    QVERIFY2(same(figures.late, fact.late), qPrintable(QString::number(figures.late, 'g', 9)));
}

void TestFactsConsoles::recordingHasItsCounts_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < countsTable().size(); ++i)
        QTest::addRow("%s", countsTable()[i].path) << static_cast<int>(i);
}

void TestFactsConsoles::recordingHasItsCounts() {
    QFETCH(int, index);
    const Counts& fact = countsTable()[static_cast<std::size_t>(index)];
    const RunPtr run = open(fact.path);
    QCOMPARE(run->rows().size(), fact.rows);
    QCOMPARE(static_cast<std::size_t>(std::ranges::count(run->rows().cut, 1)), fact.cutRows);
    QCOMPARE(run->firstStep(), fact.first);
    QCOMPARE(run->lastStep(), fact.last);
    QCOMPARE(run->stepCount(), fact.steps);
    QCOMPARE(run->attempts().size(), std::size_t(1));
    QCOMPARE(run->forKey("loss") ? run->forKey("loss")->missingRows.size() : 0, fact.withoutLoss);
    QCOMPARE(stepsOf(*run, EventKind::resume), fact.resumes);
    QCOMPARE(stepsOf(*run, EventKind::checkpoint), fact.checkpoints);
    QCOMPARE(stepsOf(*run, EventKind::oom).size(), fact.outOfMemory);
    QCOMPARE(stepsOf(*run, EventKind::exception).size(), fact.exceptions);
    QCOMPARE(run->issues().total, fact.issues);
}

void TestFactsConsoles::outOfMemoryOfOneDrafter() {
    const RunPtr run = open("dflash/cu130-full-budget-oom.log");
    const auto oom = std::ranges::find(run->events(), EventKind::oom, &Event::kind);
    QVERIFY(oom != run->events().end());
    QCOMPARE(oom->step, std::optional<std::int64_t>(967));
    QVERIFY(!oom->stepLogged);
    for (const char* part : {"GPU 6", "214.00 MiB", "187.44 MiB", "2.31 GiB is reserved"})
        QVERIFY2(oom->text.find(part) != std::string::npos, oom->text.c_str());
    const auto exception = std::ranges::find(run->events(), EventKind::exception, &Event::kind);
    QVERIFY(QString::fromStdString(exception->text).startsWith("Exception in thread drafter-1 (cuda:6): torch.OutOf"));
}

void TestFactsConsoles::screenCapture() {
    const RunPtr run = open("dflash/tmux-capture.log");
    std::map<std::int64_t, int> ticks;
    for (std::size_t row = 0; row < run->rows().size(); ++row)
        ticks[run->rows().step[row]] += run->rows().isCut(row) ? 0 : 1;
    QCOMPARE(ticks, (std::map<std::int64_t, int>{{704, 3}, {705, 4}, {706, 4}, {707, 0}}));
    QCOMPARE(run->issues().kept[0].place, std::uint64_t(1));
    QVERIFY(run->issues().kept[0].text.find("q_hs 60") != std::string::npos);
    QVERIFY(run->issues().kept[0].text.find("ETA 14.7 d") != std::string::npos);
    QCOMPARE(valueAt(*run, "loss", 707), 2.0889);
    QCOMPARE(valueAt(*run, "acc", 707), 0.049);
    QCOMPARE(valueAt(*run, "streak", 707), 0.1);
    QCOMPARE(valueAt(*run, "lr", 707), 3.23e-04);
    QVERIFY(std::isnan(valueAt(*run, "tgt", 707)));
    const auto [least, most] = std::ranges::minmax(run->forKey("Ktok/s")->values);
    QCOMPARE(least, 5.1);
    QCOMPARE(most, 5.3);
    QCOMPARE(valueAt(*run, "q_pre/0", 704), 49.0);
    for (int gpu = 0; gpu < 8; ++gpu) {
        const Series* memory = run->forRole("gpu/" + std::to_string(gpu) + "/memory");
        const Series* busy = run->forRole("gpu/" + std::to_string(gpu) + "/utilization");
        QVERIFY(memory && busy);
        QCOMPARE(memory->size(), std::size_t(1));
        QVERIFY(memory->values[0] >= 91188 && memory->values[0] <= 93420);
        QCOMPARE(memory->inUnit(0), memory->values[0] * 1048576.0);
        QVERIFY(gpu < 5 ? busy->inUnit(0) >= 0.96 && busy->inUnit(0) <= 0.99
                        : busy->inUnit(0) >= 0.40 && busy->inUnit(0) <= 0.43);
    }
    QVERIFY(!run->forRole("gpu/8/memory"));
}

void TestFactsConsoles::redesignedQueues() {
    const RunPtr run = open("dflash/redesign-q_hsb.log");
    QCOMPARE(valueAt(*run, "loss", 6), 12.8115);
    QCOMPARE(valueAt(*run, "loss", 7), 12.7089);
    QCOMPARE(valueAt(*run, "Ktok/s", 7), 9.1);
    QCOMPARE(valueAt(*run, "q_hsb/0", 7), 0.0);
    QVERIFY2(std::isnan(valueAt(*run, "q_hsb/1", 7)) || valueAt(*run, "q_hsb/1", 7) == 2.0, "\"2,...\" is whole");
    QVERIFY(std::isnan(valueAt(*run, "q_hsb/2", 7)));
    QCOMPARE(valueAt(*run, "Ktok/s", 6, 0), 8.9);
    QCOMPARE(valueAt(*run, "Ktok/s", 6, 1), 9.0);
    QCOMPARE(valueAt(*run, "ETA", 6, 1), 13.9);
    QCOMPARE(valueAt(*run, "q_pre", 6), 250.0);
    QCOMPARE(valueAt(*run, "q_hsb/5", 6), 10.0);
}

void TestFactsConsoles::resumedBeforeAndAfter() {
    const RunPtr before = open("dflash/before-cu130.log"), after = open("dflash/after-cu130.log");
    QCOMPARE(valueAt(*before, "Ktok/s", 697), 14.5);
    QCOMPARE(valueAt(*before, "Ktok/s", 965), 20.1);
    QCOMPARE(valueAt(*before, "ETA", 965), 8.0);
    QCOMPARE(valueAt(*after, "Ktok/s", 696), 4.0);
    QCOMPARE(valueAt(*after, "Ktok/s", 707), 5.3);
    QCOMPARE(valueAt(*after, "tgt", 707), 0.29);
    QCOMPARE(valueAt(*after, "dft", 707), 0.14);
    QCOMPARE(valueAt(*after, "ETA", 707), 15.7);
    QCOMPARE(after->rows().elapsed.back(), 3660.0);
    QCOMPARE(after->rows().elapsedResolution.back(), 60.0);
    const std::map<std::string, std::string> config = {{"token_budget", "45056"},
                                                       {"max_batch_size", "48"},
                                                       {"anchors", "1024"},
                                                       {"block_size", "32"},
                                                       {"grad_accum", "4"},
                                                       {"epochs", "6"},
                                                       {"batches_per_epoch", "65200"},
                                                       {"dataset.tokens", "2411000000"}};
    for (const auto& [key, value] : config)
        QCOMPARE(after->config().at(key), value);
    QCOMPARE(after->environment().at("torch"), std::string("2.9.1+cu130"));
    QCOMPARE(after->environment().at("cuda"), std::string("13.0"));
}

void TestFactsConsoles::verlCheckpointsAndLengths() {
    const RunPtr run = open("verl_console/rl-length-collapse-cut-lines.log");
    const std::map<std::int64_t, double> lengths = {{1, 1759.12}, {3, 1751.03},  {5, 1233.52}, {8, 277.613},
                                                    {9, 87.8555}, {11, 4.80273}, {12, 1}};
    for (const auto& [step, length] : lengths)
        QVERIFY(same(valueAt(*run, "response_length/mean", step), length));
    QVERIFY(std::abs(valueAt(*run, "timing_s/step", 1) - 427.05) < 0.005);
    QVERIFY(std::abs(valueAt(*run, "timing_s/step", 11) - 43.78) < 0.005);
    QCOMPARE(run->figures(*run->forKey("timing_s/step")).missing, std::size_t(13));
    const RunPtr ray = open("verl_console/rl-ray-ansi-80steps.log");
    QVERIFY(std::abs(valueAt(*ray, "timing_s/step", 1) - 55.5117) < 0.0001);
    QCOMPARE(ray->config().at("actor_rollout_ref.clip_ratio_c"), std::string("3.0"));
    QCOMPARE(ray->config().at("ray_init.num_gpus"), std::string("1"));
    QCOMPARE(ray->environment().at("host"), std::string("node01"));
    const RunPtr growth = open("verl_console/rl-length-growth-238steps.log");
    QCOMPARE(growth->figures(*growth->forKey("timing_s/step")).missing, std::size_t(23));
}

QTEST_GUILESS_MAIN(TestFactsConsoles)
#include "tst_facts_consoles.moc"
