#include "analysis/comparison/comparison.h"
#include "analysis/comparison/memory.h"
#include "analysis/run/roles.h"
#include "analysis/run/runbuilder.h"
#include "analysis/run/runofattempt.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <random>

using namespace tachograph;

namespace {

/// One attempt of a job: `steps` steps from `first` on.
struct Part {
    std::int64_t first = 1;
    int steps = 300;
    double seconds = 2.0; ///< a step
    double startUp = 10.0;
};

/// A run of logged step times with 3 % of noise; checkpoints every 50 steps, each attempt but the first after a resume.
RunPtr logged(const std::vector<Part>& parts, unsigned seed = 1) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    RunBuilder builder("job", "job.jsonl", "jsonl");
    const std::uint32_t time = builder.series("step_time_s");
    const auto event = [&builder](EventKind kind, std::int64_t step) {
        Event made;
        made.kind = kind;
        made.step = step;
        made.place = 2 * builder.rowCount() + 1;
        builder.addEvent(std::move(made));
    };
    for (const Part& part : parts) {
        if (&part != &parts.front())
            event(EventKind::resume, part.first);
        for (std::int64_t step = part.first; step < part.first + part.steps; ++step) {
            const std::uint32_t row = builder.addRow({.step = step, .place = 2 * (builder.rowCount() + 1)});
            builder.addValue(time, row, part.seconds * std::exp(0.03 * normal(engine)));
            if (step % 50 == 0)
                event(EventKind::checkpoint, step);
        }
    }
    return builder.build(MetricRoles::builtIn());
}

/// A console with whole-second stamps, four ticks a step.
RunPtr console(const std::vector<Part>& parts) {
    constexpr int ticks = 4;
    RunBuilder builder("console", "console.log", "dflash_console");
    builder.setRepeatRule(RepeatRule::median);
    const std::uint32_t loss = builder.series("loss");
    for (const Part& part : parts) {
        if (&part != &parts.front())
            builder.startAttempt("resumed");
        for (int i = 0; i < part.steps * ticks; ++i) {
            const double seconds = part.startUp + part.seconds * (i + 1.0) / ticks;
            const std::uint32_t row = builder.addRow(
                {.step = part.first + (i + 1) / ticks, .elapsed = std::floor(seconds), .elapsedResolution = 1.0});
            builder.addValue(loss, row, part.seconds + 0.001 * i);
        }
    }
    return builder.build(MetricRoles::builtIn());
}

CompareOptions attempts(std::optional<std::size_t> a, std::optional<std::size_t> b) {
    CompareOptions options;
    options.attemptA = a;
    options.attemptB = b;
    return options;
}

CompareOptions range(std::optional<double> from, std::optional<double> to, XAxis axis = XAxis::sinceResume) {
    CompareOptions options;
    options.axis = axis;
    options.rangeMin = from;
    options.rangeMax = to;
    return options;
}

} // namespace

#define NEAR(value, expected, tolerance)                                                                               \
    QVERIFY2(std::abs((value) - (expected)) <= (tolerance),                                                            \
             qPrintable(QStringLiteral("%1 is not %2").arg(double(value)).arg(double(expected))))

/// What a comparison says when an attempt or a range was chosen: nothing but that.
class TestComparisonChoice : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void anAttemptIsARunOfItsOwn() {
        const RunPtr job = logged({{1, 300, 2.0}, {201, 300, 3.0}});
        QCOMPARE(job->attempts().size(), std::size_t(2));
        const RunPtr first = runOfAttempt(*job, 0), second = runOfAttempt(*job, 1);
        QCOMPARE(first->name(), std::string("job, attempt 1"));
        QCOMPARE(first->stepCount(), std::size_t(300)); // those done again later are its own
        QCOMPARE(first->lastStep(), std::int64_t(300));
        QVERIFY(first->rows().superseded.empty());
        QCOMPARE(first->events().size(), std::size_t(6)); // checkpoints; the resume is the second's
        QCOMPARE(second->firstStep(), std::int64_t(201));
        QCOMPARE(second->events().size(), std::size_t(7)); // a resume and six checkpoints
        QCOMPARE(second->events().front().kind, EventKind::resume);
        QVERIFY(!second->events().front().row);
        QCOMPARE(*second->events()[1].row, std::uint32_t(49));
        QCOMPARE(second->rows().step[*second->events()[1].row], std::int64_t(250));
        QCOMPARE(second->attempts().size(), std::size_t(1));
        const PlaceRange before = placesOfAttempt(*job, 0), after = placesOfAttempt(*job, 1);
        QCOMPARE(before.begin, std::uint64_t(0));
        QCOMPARE(before.end, std::uint64_t(601)); // the resume line behind row 300 at place 600
        QCOMPARE(after.begin, before.end);
        QVERIFY(after.contains(1'000'000));
    }

    void attemptsThatAreNotThere_data() {
        QTest::addColumn<int>("attempt");
        QTest::newRow("the next one") << 2;
        QTest::newRow("far off") << 1'000'000;
    }
    void attemptsThatAreNotThere() {
        QFETCH(int, attempt);
        const RunPtr job = logged({{1, 300, 2.0}, {201, 300, 3.0}});
        const RunPtr none = runOfAttempt(*job, std::size_t(attempt));
        QCOMPARE(none->stepCount(), std::size_t(0));
        const Comparison comparison = compareRuns(job, job, attempts(std::nullopt, std::size_t(attempt)));
        QVERIFY(comparison.verdict == Verdict::notComparable || comparison.verdict == Verdict::tooFew);
        QVERIFY(comparison.warnings.back().find("B has 2 attempts") != std::string::npos);
    }

    void noAttemptOfAnEmptyRun() {
        const RunPtr empty = RunBuilder("empty", "empty.jsonl", "jsonl").build(MetricRoles::builtIn());
        QCOMPARE(runOfAttempt(*empty, 0)->stepCount(), std::size_t(0));
        QCOMPARE(placesOfAttempt(*empty, 0).begin, std::uint64_t(0));
    }

    void attemptsOfOneRecording() {
        const RunPtr job = logged({{1, 300, 2.0}, {201, 300, 3.0}});
        const Comparison comparison = compareRuns(job, job, attempts(0, 1));
        QCOMPARE(comparison.verdict, Verdict::worse);
        NEAR(metricOf(comparison, roles::stepTime)->effect, 0.5, 0.02);
        QCOMPARE(comparison.a->name(), std::string("job, attempt 1"));
        // Steps 201 to 300 of the first attempt were done again, and yet they are among what is compared.
        QCOMPARE(comparison.rowsA.steps, std::size_t(300 - comparison.rowsA.warmUpSteps - comparison.rowsA.eventSteps -
                                                     comparison.rowsA.outsideSteps));
        QCOMPARE(compareRuns(job, job, attempts(1, 1)).verdict, Verdict::sameRun);
        QCOMPARE(compareRuns(job, job).verdict, Verdict::sameRun);
    }

    void theOnlyAttemptIsTheRun() {
        const RunPtr a = logged({{1, 300, 2.0}}), b = logged({{1, 300, 2.4}}, 2);
        const Comparison plain = compareRuns(a, b), chosen = compareRuns(a, b, attempts(0, 0));
        QCOMPARE(chosen.a.get(), a.get());
        QCOMPARE(chosen.headline, plain.headline);
    }

    void startUpAndMatchedDistanceOfTheAttempt_data() {
        QTest::addColumn<int>("attempt"); // of B; -1 = none chosen: the last
        QTest::addColumn<double>("startUp");
        QTest::addColumn<double>("factor");
        QTest::newRow("first") << 0 << 20.0 << 1.0;
        QTest::newRow("second") << 1 << 80.0 << 1.0 / 3.0;
        QTest::newRow("none chosen") << -1 << 80.0 << 1.0 / 3.0;
    }
    void startUpAndMatchedDistanceOfTheAttempt() {
        QFETCH(int, attempt);
        QFETCH(double, startUp);
        QFETCH(double, factor);
        const RunPtr a = console({{690, 40, 2.0, 10.0}});
        const RunPtr b = console({{690, 40, 2.0, 20.0}, {690, 40, 6.0, 80.0}});
        const auto chosen = attempt < 0 ? std::nullopt : std::optional(std::size_t(attempt));
        const Comparison comparison = compareRuns(a, b, attempts(std::nullopt, chosen));
        NEAR(comparison.startUp.a, 10.0, 1.5);
        NEAR(comparison.startUp.b, startUp, 3.0);
        QVERIFY(comparison.matched);
        NEAR(comparison.matched->factor, factor, 0.02);
    }

    void aRangeWithoutTheBeginningHasNoStartUp() {
        const RunPtr a = console({{690, 60, 2.0, 10.0}}), b = console({{690, 60, 6.0, 80.0}});
        const Comparison whole = compareRuns(a, b), from = compareRuns(a, b, range(20, std::nullopt)),
                         upTo = compareRuns(a, b, range(std::nullopt, 30));
        NEAR(whole.startUp.b, 80.0, 3.0);
        QVERIFY(std::isnan(from.startUp.a) && std::isnan(from.startUp.b));
        NEAR(upTo.startUp.b, 80.0, 3.0);
        QVERIFY(std::ranges::none_of(from.findings, [](const Finding& f) { return f.code == "START_UP_LONGER"; }));
        QVERIFY(from.matched->from >= 20.0);
        QVERIFY(from.matched->text.starts_with("Between 20"));
        QVERIFY(upTo.matched->distance < 31.0); // the ticks of step 30 lie behind it
        QVERIFY(upTo.matched->text.starts_with("Up to "));
    }

    /// B slows down to a third halfway: what is said of a half is that half's.
    void theMatchedDistanceIsThatOfTheRange_data() {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<double>("factor");
        QTest::newRow("before") << 2.0 << 28.0 << 1.0;
        QTest::newRow("after") << 32.0 << 58.0 << 1.0 / 3.0;
    }
    void theMatchedDistanceIsThatOfTheRange() {
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(double, factor);
        RunBuilder builder("b", "b.jsonl", "jsonl");
        const std::uint32_t time = builder.series("step_time_s");
        for (std::int64_t step = 1; step <= 60; ++step)
            builder.addValue(time, builder.addRow({.step = step}), step <= 30 ? 2.0 : 6.0);
        const RunPtr b = builder.build(MetricRoles::builtIn());
        RunBuilder flat("a", "a.jsonl", "jsonl");
        const std::uint32_t flatTime = flat.series("step_time_s");
        for (std::int64_t step = 1; step <= 60; ++step)
            flat.addValue(flatTime, flat.addRow({.step = step}), 2.0);
        const Comparison comparison = compareRuns(flat.build(MetricRoles::builtIn()), b, range(from, to, XAxis::step));
        QVERIFY(comparison.matched);
        QCOMPARE(comparison.matched->factor, factor);
        QVERIFY(comparison.matched->distance <= to);
    }

    void memoryAndStallsAreThoseOfTheRange() {
        // 70 GiB up to step 100, 80 GiB from there on; every checkpoint after step 200 stalls for 40 s.
        const auto made = [](unsigned seed, bool stalls) {
            std::mt19937_64 engine(seed);
            std::normal_distribution<double> normal;
            RunBuilder builder("m", "m.jsonl", "jsonl");
            const std::uint32_t time = builder.series("step_time_s");
            const std::uint32_t memory = builder.series("gpu0_mem");
            builder.edit(memory).role = "gpu/0/memory";
            builder.edit(memory).sourceUnit = "B";
            for (std::int64_t step = 1; step <= 400; ++step) {
                const std::uint32_t row = builder.addRow({.step = step});
                const bool checkpoint = step % 40 == 0;
                builder.addValue(time, row,
                                 2.0 * std::exp(0.03 * normal(engine)) +
                                     (stalls && checkpoint && step > 200 ? 40.0 : 0.0));
                builder.addValue(memory, row, step <= 100 ? 70e9 : 80e9);
                if (checkpoint) {
                    Event event;
                    event.kind = EventKind::checkpoint;
                    event.step = step;
                    builder.addEvent(std::move(event));
                }
            }
            return builder.build(MetricRoles::builtIn());
        };
        const RunPtr a = made(1, false), b = made(2, true);
        const Comparison early = compareRuns(a, b, range(1, 100, XAxis::step)),
                         late = compareRuns(a, b, range(201, 400, XAxis::step));
        QCOMPARE(*early.memory.front().b, 70e9);
        QCOMPARE(*late.memory.front().b, 80e9);
        const auto stalls = [](const Comparison& comparison) {
            const auto& parts = comparison.waterfall.parts;
            const auto found = std::ranges::find(parts, "checkpoints", &DifferencePart::name);
            return found == parts.end() ? 0.0 : found->seconds;
        };
        QCOMPARE(stalls(early), 0.0);
        NEAR(stalls(late), 5 * 40.0 / 200, 0.01); // five checkpoints in 200 steps
    }

    void messagesAreThoseOfTheAttempt() {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("job.log")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto lines = [](int first, const char* message) {
            QByteArray text = QByteArray(message) + '\n';
            for (int i = 0; i < 8; ++i)
                text += "[" + QByteArray::number(10 + 5 * i) + "s] step=" + QByteArray::number(first + i) +
                        " loss=3.2 acc=0.04 streak=0.1 lr=3.22e-04 noise=0.0268 | tgt=0.29b/s dft=0.14b/s (5.3Ktok/s) "
                        "| q_pre=[50] q_hs=[60] | epoch~0.01 ETA=15.7d\n";
            return text;
        };
        file.write(lines(690, "Resumed from checkpoint /x/step_690 (step 690)\nUserWarning: tf32 is off"));
        file.write(lines(690, "Resumed from checkpoint /x/step_690 (step 690)\nflash-attn is not installed"));
        file.close();
        const auto opened = openRuns(file.fileName().toStdString());
        QVERIFY(opened);
        const RunPtr job = opened->front();
        QCOMPARE(job->attempts().size(), std::size_t(2));
        const Comparison comparison = compareRuns(job, job, attempts(0, 1));
        QStringList texts;
        for (const MessageDifference& message : comparison.messages)
            texts << (message.newInB ? QStringLiteral("new: ") : QStringLiteral("gone: ")) +
                         QString::fromStdString(message.text);
        QCOMPARE(texts, (QStringList{QStringLiteral("new: flash-attn is not installed"),
                                     QStringLiteral("gone: UserWarning: tf32 is off")}));
    }
};

QTEST_GUILESS_MAIN(TestComparisonChoice)
#include "tst_comparisonchoice.moc"
