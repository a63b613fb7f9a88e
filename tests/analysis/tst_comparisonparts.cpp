#include "analysis/comparison/comparable.h"
#include "analysis/comparison/comparison.h"
#include "analysis/comparison/etacheck.h"
#include "analysis/comparison/logmessages.h"
#include "analysis/comparison/matcheddistance.h"
#include "analysis/comparison/memory.h"
#include "analysis/comparison/messages.h"
#include "analysis/comparison/otherjob.h"
#include "analysis/comparison/startup.h"
#include "analysis/importers/openrun.h"
#include "analysis/run/runbuilder.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace tachograph;

namespace {

constexpr double mebibyte = 1048576.0, gibibyte = 1073741824.0;

/// A console's run: `ticks` a step from `first` on, whole seconds since the start, `startUp` s before the first work.
RunPtr console(std::int64_t first, int steps, double secondsAStep, double startUp, int ticks = 4) {
    RunBuilder builder("console", "console.log", "dflash_console");
    builder.setRepeatRule(RepeatRule::median);
    const std::uint32_t loss = builder.series("loss");
    for (int i = 0; i < steps * ticks; ++i) {
        const double seconds = startUp + secondsAStep * (i + 1.0) / ticks;
        const std::uint32_t row =
            builder.addRow({.step = first + (i + 1) / ticks, .elapsed = std::floor(seconds), .elapsedResolution = 1.0});
        builder.addValue(loss, row, 1.0 + 0.001 * i);
    }
    return builder.build(MetricRoles::builtIn());
}

RunPtr logged(std::initializer_list<double> stepTimes) {
    RunBuilder builder("logged", "logged.jsonl", "jsonl");
    const std::uint32_t time = builder.series("step_time_s");
    std::int64_t step = 1;
    for (const double seconds : stepTimes)
        builder.addValue(time, builder.addRow({.step = step++}), seconds);
    return builder.build(MetricRoles::builtIn());
}

RunPtr withMessages(const QStringList& texts) {
    RunBuilder builder("notes", "notes.jsonl", "jsonl");
    builder.addRow({.step = 1});
    for (const QString& text : texts) {
        Event event;
        event.kind = EventKind::note;
        event.text = text.toStdString();
        builder.addEvent(std::move(event));
    }
    return builder.build(MetricRoles::builtIn());
}

/// Rows of one series: "step:value step:value"; "x" is NaN.
RunPtr rows(const QString& text) {
    RunBuilder builder("rows", "rows.jsonl", "jsonl");
    const std::uint32_t reward = builder.series("reward");
    for (const QString& entry : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QStringList parts = entry.split(QLatin1Char(':'));
        const std::uint32_t row = builder.addRow({.step = parts[0].toLongLong()});
        builder.addValue(reward, row,
                         parts[1] == QLatin1String("x") ? std::numeric_limits<double>::quiet_NaN()
                                                        : parts[1].toDouble());
    }
    return builder.build(MetricRoles::builtIn());
}

QString amount(const std::optional<double>& bytes, double unit) {
    return bytes ? QString::number(*bytes / unit, 'f', 2) : QStringLiteral("-");
}

} // namespace

#define NEAR(value, expected, tolerance)                                                                               \
    QVERIFY2(std::abs((value) - (expected)) <= (tolerance),                                                            \
             qPrintable(QStringLiteral("%1 is not %2").arg(double(value)).arg(double(expected))))

class TestComparisonParts : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void outOfMemoryLines_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("expected"); // gpu, tried MiB, capacity GiB, free MiB, reserved GiB; empty = no OOM
        const auto add = [](const char* name, const char* line, const char* expected) {
            QTest::newRow(name) << QString::fromLatin1(line) << QString::fromLatin1(expected);
        };
        add("today's wording",
            "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 214.00 MiB. GPU 6 has a total capacity of "
            "94.97 GiB of which 187.44 MiB is free. Including non-PyTorch memory, this process has 94.77 GiB memory in "
            "use. Of the allocated memory 91.52 GiB is allocated by PyTorch, and 2.31 GiB is reserved by PyTorch but "
            "unallocated.",
            "6 214.00 94.97 187.44 2.31");
        add("the older wording",
            "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 23.69 GiB total capacity; 20.10 GiB "
            "already allocated; 1.50 GiB free; 20.50 GiB reserved in total by PyTorch)",
            "0 2048.00 23.69 1536.00 -");
        add("cut", "CUDA out of memory. Tried to allocate 214.00 Mi", "-1 - - - -");
        add("bare", "torch.OutOfMemoryError", "-1 - - - -");
        add("amounts that are none", "out of memory. Tried to allocate many MiB. x GiB is free", "-1 - - - -");
        add("another failure", "RuntimeError: NCCL timeout on GPU 3", "");
        add("nothing", "", "");
    }
    void outOfMemoryLines() {
        QFETCH(QString, line);
        QFETCH(QString, expected);
        const auto report = readOom(line.toStdString());
        QCOMPARE(report.has_value(), !expected.isEmpty());
        if (!report)
            return;
        QCOMPARE((QStringList{QString::number(report->gpu.value_or(-1)), amount(report->tried, mebibyte),
                              amount(report->capacity, gibibyte), amount(report->free, mebibyte),
                              amount(report->reserved, gibibyte)})
                     .join(QLatin1Char(' ')),
                 expected);
    }

    void templates_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("plain") << QStringLiteral("falling back") << QStringLiteral("falling back");
        QTest::newRow("numbers") << QStringLiteral("rank 3 of 8 in 0.25 s") << QStringLiteral("rank # of # in # s");
        QTest::newRow("address") << QStringLiteral("at 0x7fffab12 done") << QStringLiteral("at # done");
        QTest::newRow("full stop") << QStringLiteral("took 12.") << QStringLiteral("took #.");
        QTest::newRow("nothing") << QString() << QString();
    }
    void templates() {
        QFETCH(QString, text);
        QTEST(QString::fromStdString(messageTemplate(text.toStdString())), "expected");
    }

    void messages() {
        const RunPtr a = withMessages({QStringLiteral("loading 5 shards"), QStringLiteral("using flash-attn")});
        const RunPtr b = withMessages({QStringLiteral("loading 7 shards"), QStringLiteral("falling back, try 1"),
                                       QStringLiteral("falling back, try 2")});
        const auto rows = messageDifferences(*a, *b);
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[0].text, std::string("falling back, try 1"));
        QCOMPARE(rows[0].count, std::size_t(2));
        QVERIFY(rows[0].newInB);
        QCOMPARE(rows[1].text, std::string("using flash-attn"));
        QVERIFY(!rows[1].newInB);
        QVERIFY(messageDifferences(*a, *a).empty());
    }

    void linesThatWarn_data() {
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<QString>("expected"); // "count: text", one a line
        const auto row = [](const char* name, const char* log, const char* expected) {
            QTest::newRow(name) << QByteArray(log) << QString::fromLatin1(expected);
        };
        row("nothing", "", "");
        row("ordinary lines", "step=1 loss=2\nloading weights\n", "");
        row("a warning", "UserWarning: tf32 is off\n", "1: UserWarning: tf32 is off");
        row("numbers masked", "Retrying in 5 s\nretrying in 9 s\nRetrying in 70 s\n",
            "2: Retrying in 5 s\n1: retrying in 9 s");
        row("colours and carriage returns", "\x1b[33mWARNING\x1b[0m slow\rfalling back to eager\r\n",
            "1: WARNING slow\n1: falling back to eager");
        row("a metric called error", "step:3 - error:0.25 - a:0.12345 - b:0.98765 - c:1.23456 - d:9.87654 - e:1.11\n",
            "");
        row("torn last line", "flash-attn is not installed", "1: flash-attn is not installed");
        row("bytes that are no text", "error \xff\xfe\n", "1: error \xef\xbf\xbd\xef\xbf\xbd");
    }
    void linesThatWarn() {
        QFETCH(QByteArray, log);
        QFETCH(QString, expected);
        Source source = Source::fromBytes("log", log.toStdString());
        QStringList lines;
        for (const LogMessage& message : logMessages(source))
            lines << QString::number(message.count) + QStringLiteral(": ") + QString::fromStdString(message.text);
        if (QTest::currentDataTag() == QByteArray("bytes that are no text"))
            expected = QString::fromUtf8("1: error \xef\xbf\xbd\xef\xbf\xbd");
        QCOMPARE(lines.join(QLatin1Char('\n')), expected);
    }

    void matchedDistanceIgnoresTheStartUp() {
        // 2 s a step after 10 s against 6 s a step after 60 s: a third of the rate, whatever came before.
        const RunPtr a = console(690, 60, 2.0, 10.0), b = console(690, 16, 6.0, 60.0);
        const auto matched = matchedDistance(*a, {}, *b, {});
        QVERIFY(matched);
        NEAR(matched->factor, 1.0 / 3.0, 0.01);
        QVERIFY(matched->low <= 1.0 / 3.0 && matched->high >= 1.0 / 3.0);
        QCOMPARE(matched->slower, matched->of);
        QVERIFY(matched->distance <= 16);
        const StartUp startUp = compareStartUps(*a, {}, *b, {});
        NEAR(startUp.a, 10, 1.5);
        NEAR(startUp.b, 60, 3.0);
        // A longer start-up alone is no slower rate.
        const RunPtr late = console(690, 60, 2.0, 100.0);
        NEAR(matchedDistance(*a, {}, *late, {})->factor, 1.0, 0.02);
    }

    void matchedDistanceOfLoggedStepTimes() {
        const auto matched = matchedDistance(*logged({90, 2, 2, 2, 2}), {}, *logged({10, 4, 4, 4}), {});
        QVERIFY(matched);
        QCOMPARE(matched->factor, 0.5); // the first step holds the start-up
        QCOMPARE(matched->of, std::size_t(3));
        QCOMPARE(matched->slower, std::size_t(3));
        QCOMPARE(matched->pSign, 0.25); // 2 / 2^3
        QVERIFY(matched->lowEvidence);
    }

    void noMatchedDistance_data() {
        QTest::addColumn<int>("a");
        QTest::addColumn<int>("b");
        QTest::newRow("nothing") << 0 << 0;
        QTest::newRow("one step") << 1 << 1;
        QTest::newRow("nothing in B") << 5 << 0;
    }
    void noMatchedDistance() {
        QFETCH(int, a);
        QFETCH(int, b);
        const auto of = [](int steps) {
            return steps == 0 ? logged({}) : steps == 1 ? logged({2}) : logged({9, 2, 2});
        };
        QVERIFY(!matchedDistance(*of(a), {}, *of(b), {}));
        QVERIFY(!startUpTime(*of(a)));
    }

    /// Checkpoints without a duration, and pauses at no event: the clock goes on, no step takes longer.
    void stallsThatOnlyTheClockShows() {
        const auto made = [](double atCheckpoints, double pause) {
            RunBuilder builder("paused", "paused.jsonl", "jsonl");
            const std::uint32_t time = builder.series("step_time_s");
            double clock = 1764500000;
            for (std::int64_t step = 1; step <= 300; ++step) {
                const double seconds = 2.0 + 0.001 * static_cast<double>(step * 37 % 11);
                clock += seconds + (step % 50 == 1 && step > 1 ? atCheckpoints : 0.0) + (step == 130 ? pause : 0.0);
                builder.addValue(time, builder.addRow({.step = step, .time = clock}), seconds);
                if (step % 50 != 0)
                    continue;
                Event event;
                event.kind = EventKind::checkpoint;
                event.step = step;
                builder.addEvent(std::move(event));
            }
            return builder.build(MetricRoles::builtIn());
        };
        const Comparison comparison = compareRuns(made(0, 0), made(30, 90));
        QStringList parts;
        for (const DifferencePart& part : comparison.waterfall.parts)
            parts << QStringLiteral("%1 %2")
                         .arg(QString::fromStdString(part.name))
                         .arg(std::round(part.seconds * 100) / 100 + 0.0);
        // Five checkpoints with a step behind them and one pause, over 300 steps.
        QCOMPARE(parts.join(QStringLiteral(", ")),
                 QStringLiteral("checkpoints 0.5, pauses between steps 0.3, step time 0"));
        QVERIFY(std::abs(comparison.waterfall.b - comparison.waterfall.a - 0.8) < 0.01);
    }

    void otherJobs_data() {
        QTest::addColumn<QString>("settingsA");
        QTest::addColumn<QString>("settingsB");
        QTest::addColumn<QString>("keysA");
        QTest::addColumn<QString>("keysB");
        QTest::addColumn<QString>("sign");
        const QString few = "loss reward lr step_time_s";
        QTest::newRow("nothing known") << ""
                                       << "" << few << few << "";
        QTest::newRow("another learning rate") << "lr=1 model=x"
                                               << "lr=2 model=x" << few << few << "";
        QTest::newRow("another model") << "lr=1 model=x"
                                       << "lr=1 model=y" << few << few << "model is x in A and y in B";
        QTest::newRow("another data set") << "dataset=x"
                                          << "dataset=y" << few << few << "dataset is x in A and y in B";
        QTest::newRow("a model on one side only") << "model=x"
                                                  << "lr=1" << few << few << "";
        QTest::newRow("most settings") << "a=1 b=1 c=1 d=1 e=1 f=1"
                                       << "a=2 b=2 c=2 d=2 e=1 f=1" << few << few
                                       << "4 of the 6 settings that both have differ";
        QTest::newRow("half of the settings") << "a=1 b=1 c=1 d=1 e=1 f=1"
                                              << "a=2 b=2 c=2 d=1 e=1 f=1" << few << few << "";
        QTest::newRow("few settings") << "a=1 b=1"
                                      << "a=2 b=2" << few << few << "";
        QTest::newRow("other names") << ""
                                     << ""
                                     << "a b c d e"
                                     << "a p q r s"
                                     << "1 of 5 logged names occur in both";
        QTest::newRow("some names in common") << ""
                                              << ""
                                              << "a b c d"
                                              << "a b q r s"
                                              << "";
        QTest::newRow("too few names to tell") << ""
                                               << ""
                                               << "a b"
                                               << "c d"
                                               << "";
    }
    void otherJobs() {
        QFETCH(QString, settingsA);
        QFETCH(QString, settingsB);
        QFETCH(QString, keysA);
        QFETCH(QString, keysB);
        const auto job = [](const QString& settings, const QString& keys) {
            RunBuilder builder("job", "job.jsonl", "jsonl");
            for (const QString& setting : settings.split(QLatin1Char(' '), Qt::SkipEmptyParts))
                builder.setConfig(setting.section(QLatin1Char('='), 0, 0).toStdString(),
                                  setting.section(QLatin1Char('='), 1).toStdString());
            const std::uint32_t row = builder.addRow({.step = 1});
            for (const QString& key : keys.split(QLatin1Char(' '), Qt::SkipEmptyParts))
                builder.addValue(builder.series(key.toStdString()), row, 1.0);
            return builder.build(MetricRoles::builtIn());
        };
        QTEST(QString::fromStdString(otherJobSign(*job(settingsA, keysA), *job(settingsB, keysB))), "sign");
    }

    void stepsOfAnotherSize_data() {
        QTest::addColumn<double>("tokensB");
        QTest::addColumn<QString>("sign");
        QTest::newRow("the same") << 1000.0 << "";
        QTest::newRow("a doubled batch") << 2000.0 << "";
        QTest::newRow("four times") << 4000.0 << "a step holds 1,000 tok in A and 4,000 tok in B";
        QTest::newRow("a quarter") << 250.0 << "a step holds 1,000 tok in A and 250 tok in B";
        QTest::newRow("not logged") << std::numeric_limits<double>::quiet_NaN() << "";
    }
    void stepsOfAnotherSize() {
        QFETCH(double, tokensB);
        const auto job = [](double tokens) {
            RunBuilder builder("job", "job.jsonl", "jsonl");
            for (std::int64_t step = 1; step <= 4; ++step) {
                const std::uint32_t row = builder.addRow({.step = step});
                builder.addValue(builder.series("tokens_per_step"), row, tokens);
            }
            return builder.build(MetricRoles::builtIn());
        };
        QTEST(QString::fromStdString(otherJobSign(*job(1000.0), *job(tokensB))), "sign");
    }

    void sameRecordings_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<bool>("same");
        const QString whole = QStringLiteral("1:5 2:4 3:6 4:2 5:9 6:7 7:3");
        const auto row = [&whole](const char* name, const char* b, bool same) {
            QTest::newRow(name) << whole << QString::fromLatin1(b) << same;
        };
        row("itself", "1:5 2:4 3:6 4:2 5:9 6:7 7:3", true);
        row("its beginning", "1:5 2:4 3:6 4:2 5:9 6:7", true);
        row("a repeated part, last wins", "1:5 2:4 3:1 4:1 3:6 4:2 5:9 6:7 7:3", true);
        row("one value differs", "1:5 2:4 3:6 4:2 5:9 6:7.001 7:3", false);
        row("a value is missing", "1:5 2:4 3:x 4:2 5:9 6:7 7:3", false);
        row("moved by a step", "2:5 3:4 4:6 5:2 6:9 7:7 8:3", false);
        row("too short to tell", "1:5 2:4", false);
        row("other steps", "11:5 12:4 13:6 14:2 15:9 16:7", false);
        row("nothing", "", false);
        QTest::newRow("both constant") << QStringLiteral("1:0 2:0 3:0 4:0 5:0 6:0 7:0")
                                       << QStringLiteral("1:0 2:0 3:0 4:0 5:0 6:0 7:0") << false;
        QTest::newRow("both empty") << QString() << QString() << false;
    }
    void sameRecordings() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(bool, same);
        QCOMPARE(sameRecording(*rows(a), *rows(b)), same);
        QCOMPARE(sameRecording(*rows(b), *rows(a)), same);
    }
};

QTEST_GUILESS_MAIN(TestComparisonParts)
#include "tst_comparisonparts.moc"
