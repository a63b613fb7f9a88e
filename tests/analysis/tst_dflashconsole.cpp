#include "analysis/importers/dflashtick.h"
#include "analysis/importers/importer.h"
#include "analysis/importers/openrun.h"
#include "analysis/run/stepvalues.h"
#include "tests/support/samples.h"

#include <QTest>

#include <cmath>
#include <sstream>

using namespace tachograph;

namespace {

std::string describe(double value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

/// Rows, values, missing entries, events and settings of a run as text, without places.
std::string asText(const Run& run) {
    std::ostringstream out;
    for (std::size_t row = 0; row < run.rows().size(); ++row)
        out << "row " << run.rows().step[row] << " at " << describe(run.rows().elapsedOf(row))
            << (run.rows().isCut(row) ? " cut" : "") << "\n";
    for (const Series& series : run.series()) {
        if (series.derived)
            continue;
        out << series.key << " " << series.role << " " << series.printResolution << ":";
        for (std::size_t i = 0; i < series.size(); ++i)
            out << " " << series.rowOf(i) << "=" << describe(series.values[i]);
        out << " missing";
        for (std::uint32_t row : series.missingRows)
            out << " " << row;
        out << "\n";
    }
    for (const Event& event : run.events())
        out << eventKindName(event.kind) << " " << event.step.value_or(-1) << " " << event.text << "\n";
    for (const auto& [key, value] : run.config())
        out << key << "=" << value << "\n";
    for (const auto& [key, value] : run.environment())
        out << key << "=" << value << "\n";
    return out.str();
}

/// As a terminal of that many columns shows it; blanks at the end of a row are lost in a capture.
std::string wrapped(const std::string& text, std::size_t columns, bool trimBlanks, const char* lineEnd) {
    std::string out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        do {
            std::string row = line.substr(0, columns);
            line.erase(0, row.size());
            while (trimBlanks && !row.empty() && row.back() == ' ')
                row.pop_back();
            out += row + lineEnd;
        } while (!line.empty());
    }
    return out;
}

Result<std::vector<RunPtr>> openText(const std::string& text) {
    return openRunsFromBytes("clipboard", text);
}

constexpr const char* tick = "[8m] step=706 loss=3.2079 acc=0.043 streak=0.1 lr=3.22e-04 noise=0.0268 | tgt=0.29b/s "
                             "dft=0.14b/s (5.3Ktok/s) | q_pre=[50, 49, 50, 50, 50] q_hs=[60] | epoch~0.01 ETA=15.7d";

constexpr const char* outOfMemory =
    "Exception in thread drafter-1 (cuda:6):\n"
    "Traceback (most recent call last):\n"
    "  File \"/data/run/train.py\", line 611, in drafter_loop\n"
    "    loss = drafter(hidden, anchors).loss / grad_accum\n"
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 214.00 MiB. GPU 6 has a total capacity of 94.97 GiB "
    "of which 187.44 MiB is free.\n";

} // namespace

class TestDflashConsole : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void readsATick() {
        const auto runs = openText(std::string(tick) + "\n");
        QVERIFY2(runs.ok(), runs.ok() ? "" : runs.error().message.c_str());
        QCOMPARE(QString::fromStdString(asText(*runs->front())), QString("row 706 at 480\n"
                                                                         "loss loss 0.0001: 0=3.2079 missing\n"
                                                                         "acc  0.001: 0=0.043 missing\n"
                                                                         "streak  0.1: 0=0.1 missing\n"
                                                                         "lr learning_rate 1e-06: 0=0.000322 missing\n"
                                                                         "noise noise 0.0001: 0=0.0268 missing\n"
                                                                         "tgt target_rate 0.01: 0=0.29 missing\n"
                                                                         "dft drafter_rate 0.01: 0=0.14 missing\n"
                                                                         "Ktok/s throughput 0.1: 0=5.3 missing\n"
                                                                         "q_pre/0 queue/q_pre/0 0: 0=50 missing\n"
                                                                         "q_pre/1 queue/q_pre/1 0: 0=49 missing\n"
                                                                         "q_pre/2 queue/q_pre/2 0: 0=50 missing\n"
                                                                         "q_pre/3 queue/q_pre/3 0: 0=50 missing\n"
                                                                         "q_pre/4 queue/q_pre/4 0: 0=50 missing\n"
                                                                         "q_hs queue/q_hs 0: 0=60 missing\n"
                                                                         "epoch  0.01: 0=0.01 missing\n"
                                                                         "ETA eta 0.1: 0=15.7 missing\n"));
        const Run& run = *runs->front();
        QCOMPARE(run.forRole("throughput")->inUnit(0), 5300.0);
        QVERIFY(run.forRole("throughput")->averaging == Averaging::sinceStart);
        QVERIFY(run.forRole("throughput")->scope == Scope::job);
        QVERIFY(std::abs(run.forRole("eta")->inUnit(0) - 15.7 * 86400) < 1e-6);
        QVERIFY(run.repeatRule() == RepeatRule::median);
        QCOMPARE(run.issues().total, std::size_t(0));
    }

    void elapsedStamps_data() {
        QTest::addColumn<QString>("stamp");
        QTest::addColumn<double>("seconds");
        QTest::addColumn<double>("resolution");
        QTest::newRow("seconds") << "45s" << 45.0 << 1.0;
        QTest::newRow("minutes") << "8m" << 480.0 << 60.0;
        QTest::newRow("hour and minutes") << "1h05m" << 3900.0 << 60.0;
        QTest::newRow("more than sixty minutes") << "65m" << 3900.0 << 60.0;
        QTest::newRow("days and hours") << "2d3h" << 183600.0 << 3600.0;
    }
    void elapsedStamps() {
        QFETCH(QString, stamp);
        const std::string text = "[" + stamp.toStdString() + "] step=3 loss=1.0 | ETA=1.0d\n";
        const auto runs = openText(text);
        QVERIFY(runs.ok());
        QTEST(runs->front()->rows().elapsed[0], "seconds");
        QTEST(runs->front()->rows().elapsedResolution[0], "resolution");
    }

    void oddTicks_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected"); // a line of asText that must be there
        QTest::addColumn<int>("issues");
        const QString end = " | ETA=1.0d\n";
        QTest::newRow("not measured yet is missing") << "[5m] step=6 loss=---" + end << "loss loss 0: missing 0" << 0;
        QTest::newRow("not a number is kept") << "[5m] step=6 loss=nan" + end << "loss loss 0: 0=nan missing" << 0;
        QTest::newRow("infinite") << "[5m] step=6 loss=inf" + end << "loss loss 0: 0=inf missing" << 0;
        QTest::newRow("empty queue list") << "[5m] step=6 q_hs=[] loss=1.0" + end << "loss loss 0.1: 0=1 missing" << 0;
        QTest::newRow("unknown key") << "[5m] step=6 temp=71.5" + end << "temp  0.1: 0=71.5 missing" << 0;
        QTest::newRow("negative") << "[5m] step=6 loss=-0.25" + end << "loss loss 0.01: 0=-0.25 missing" << 0;
        QTest::newRow("huge") << "[5m] step=6 loss=1e308" + end << "loss loss 0: 0=1e+308 missing" << 0;
        QTest::newRow("beyond the doubles") << "[5m] step=6 loss=1e999" + end << "loss loss 0: 0=inf missing" << 0;
        QTest::newRow("hours to go") << "[5m] step=6 loss=1.0 | ETA=12h\n"
                                     << "ETA eta 0.0416667: 0=0.5 missing" << 0;
        QTest::newRow("plain tokens") << "[5m] step=6 (843tok/s)" + end << "tok/s throughput 0: 0=843 missing" << 0;
        QTest::newRow("foreign words") << "[5m] step=6 hello there loss=1.0" + end << "loss loss 0.1: 0=1 missing" << 1;
        QTest::newRow("behind other text") << "INFO x [5m] step=6 loss=1.0" + end << "loss loss 0.1: 0=1 missing" << 0;
        QTest::newRow("rank and time in front")
            << "[rank0]:2026-11-14 22:15:44,378 [5m] step=6 loss=1.0" + end << "loss loss 0.1: 0=1 missing" << 0;
        QTest::newRow("colours") << "\x1b[32m[5m]\x1b[0m step=6 loss=1.0" + end << "loss loss 0.1: 0=1 missing" << 0;
        QTest::newRow("cut with dots") << "[5m] step=6 loss=1.0 | ETA=1.0d\n[5m] step=7 loss=12.7..."
                                       << "loss loss 0.1: 0=1 missing 1" << 1;
        QTest::newRow("cut behind a blank") << "[5m] step=6 loss=1.0 | ETA=1.0d\n[5m] step=7 loss=12.7 ..."
                                            << "loss loss 0.1: 0=1 1=12.7 missing" << 1;
        QTest::newRow("cut without dots") << "[5m] step=6 loss=1.0 | ETA=1.0d\n[5m] step=7 loss=12."
                                          << "loss loss 0.1: 0=1 missing 1" << 1;
        QTest::newRow("cut exponent") << "[5m] step=6 lr=1.5e-04 | ETA=1.0d\n[5m] step=7 lr=3.2e-"
                                      << "lr learning_rate 1e-05: 0=0.00015 missing 1" << 1;
        QTest::newRow("cut inside of the step") << "[5m] step=6 loss=1.0 | ETA=1.0d\n[5m] step=7"
                                                << "row 6 at 300" << 1;
        QTest::newRow("remaining time without unit") << "[5m] step=6 loss=1.0 | ETA=1.0d\n[5m] step=7 loss=2.0 | ETA=15"
                                                     << "ETA eta 0.1: 0=1 missing" << 1;
        QTest::newRow("two ticks glued") << "[5m] step=6 loss=1.0 | ETA=1.0d[5m] step=7 loss=2.0 | ETA=1.0d\n"
                                         << "loss loss 0.1: 0=1 1=2 missing" << 0;
    }
    void oddTicks() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QFETCH(int, issues);
        const auto runs = openText(text.toStdString());
        QVERIFY2(runs.ok(), runs.ok() ? "" : runs.error().message.c_str());
        const QStringList lines = QString::fromStdString(asText(*runs->front())).split('\n');
        QVERIFY2(lines.contains(expected), qPrintable(lines.join('\n')));
        QCOMPARE(runs->front()->issues().total, static_cast<std::size_t>(issues));
    }

    void wrappedAtAnyColumn_data() {
        QTest::addColumn<int>("columns");
        for (int columns = 40; columns <= 160; ++columns)
            QTest::addRow("%d", columns) << columns;
    }
    void wrappedAtAnyColumn() {
        QFETCH(int, columns);
        for (const char* file : {"dflash/after-cu130-17steps.log", "dflash/redesign-q_hsb.log"}) {
            const std::string text = tests::readFile(tests::testData(file)) + outOfMemory + tick + "\n";
            const auto straight = openText(text);
            QVERIFY(straight.ok());
            const QString expected = QString::fromStdString(asText(*straight->front()));
            for (bool trimBlanks : {false, true})
                for (const char* lineEnd : {"\n", "\r\n"}) {
                    if (*lineEnd == '\r' && columns % 10 != 0)
                        continue;
                    const auto runs = openText(wrapped(text, static_cast<std::size_t>(columns), trimBlanks, lineEnd));
                    QVERIFY(runs.ok());
                    QStringList got = QString::fromStdString(asText(*runs->front())).split('\n');
                    QStringList wanted = expected.split('\n');
                    // The words of a message are not held to where a lost blank was.
                    for (QStringList* lines : {&got, &wanted})
                        for (QString& line : *lines)
                            if (trimBlanks && (line.startsWith("oom") || line.startsWith("exception")))
                                line.truncate(20);
                    for (const QString& line : wanted)
                        QVERIFY2(got.contains(line), qPrintable("missing: " + line));
                    QCOMPARE(got.size(), wanted.size());
                }
        }
    }

    void threeLinesFromATerminal() {
        const auto runs =
            openText("29b/s dft=0.14b/s (5.3Ktok/s) | q_pre=[50, 50, 50, 49, 50] q_hs=[60] | epoch~0.0\n"
                     "1 ETA=15.6d\n"
                     "[8m] step=706 loss=3.2079 acc=0.043 streak=0.1 lr=3.22e-04 noise=0.0268 | tgt=0.\n");
        QVERIFY(runs.ok());
        QCOMPARE(runs->front()->rows().size(), std::size_t(1));
        QCOMPARE(runs->front()->forKey("loss")->values, std::vector<double>{3.2079});
        QVERIFY(runs->front()->forKey("tgt")->values.empty());
        QCOMPARE(runs->front()->issues().total, std::size_t(2));
        QCOMPARE(runs->front()->issues().kept[0].where, std::string("line 1"));
        for (const char* part : {"dft 0.14", "Ktok/s 5.3", "q_hs 60", "epoch 0.01", "ETA 15.6 d"})
            QVERIFY2(runs->front()->issues().kept[0].text.find(part) != std::string::npos,
                     runs->front()->issues().kept[0].text.c_str());
    }

    void restartOfTheProcessIsAnAttempt() {
        const auto runs = openText("[10m] step=700 loss=1.0 | ETA=1.0d\n"
                                   "Resumed from checkpoint /data/run/step_690 (step 690)\n"
                                   "[10s] step=690 loss=2.0 | ETA=1.0d\n"
                                   "[20m] step=700 loss=3.0 | ETA=1.0d\n"
                                   "[5s] step=700 loss=4.0 | ETA=1.0d\n");
        QVERIFY(runs.ok());
        const Run& run = *runs->front();
        QCOMPARE(run.attempts().size(), std::size_t(3));
        QCOMPARE(run.attempts()[1].reason, std::string("resumed from step 690, step goes back from 700 to 690"));
        QCOMPARE(run.attempts()[2].reason, std::string("the elapsed time starts again"));
        QCOMPARE(run.events().size(), std::size_t(1));
        QCOMPARE(run.events()[0].step, std::optional<std::int64_t>(690));
        QCOMPARE(stepValues(run, *run.forKey("loss"), Include::current).value, (std::vector<double>{2.0, 4.0}));
    }

    void clocksOfTwoThreadsAreNoRestart() {
        const auto runs = openText("[10m] step=700 loss=1.0 | ETA=1.0d\n[9m] step=700 loss=2.0 | ETA=1.0d\n"
                                   "[10m] step=701 loss=3.0 | ETA=1.0d\n");
        QCOMPARE(runs->front()->attempts().size(), std::size_t(1));
    }

    void everyCopyOfAnOutOfMemoryErrorIsAnEvent() {
        const auto runs = openText(std::string(tick) + "\n" + outOfMemory + outOfMemory + tick + "\n" +
                                   "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB.\n");
        const auto count = [&](EventKind kind) {
            return std::ranges::count(runs->front()->events(), kind, &Event::kind);
        };
        QCOMPARE(count(EventKind::oom), 3);
        QCOMPARE(count(EventKind::exception), 2);
        QCOMPARE(runs->front()->rows().size(), std::size_t(2));
    }

    void tracebackWithoutAnEnd() {
        const auto runs =
            openText(std::string(tick) + "\nTraceback (most recent call last):\n  File \"x.py\"\n" + tick);
        QCOMPARE(runs->front()->rows().size(), std::size_t(2));
        QCOMPARE(runs->front()->events().size(), std::size_t(1));
        QVERIFY(runs->front()->events()[0].kind == EventKind::exception);
    }

    void graphicsCardsWithoutATick() {
        const auto runs =
            openText("q_pre=[50] q_hs=[60] | epoch~0.01 ETA=14.7d\n0, 91204 MiB, 99 %\n5, 93412 MiB, 42 %\n");
        QVERIFY(runs.ok());
        QCOMPARE(runs->front()->rows().size(), std::size_t(0));
        QCOMPARE(runs->front()->environment().at("gpu/5"), std::string("93,412 MiB, 42 %"));
    }

    void everyPrefixOpensOrSaysWhyNot() {
        for (const char* file : {"dflash/tmux-capture.log", "dflash/after-cu130-17steps.log"}) {
            const std::string text = tests::readFile(tests::testData(file)).substr(0, 4000);
            std::size_t rows = 0;
            for (std::size_t length = 0; length <= text.size(); ++length) {
                const auto runs = openText(text.substr(0, length));
                if (!runs)
                    QVERIFY(!runs.error().message.empty());
                const std::size_t now = runs ? runs->front()->rows().size() : 0;
                QVERIFY(now >= rows);
                rows = now;
            }
            QVERIFY(rows > 5);
        }
    }

    void wholeValuesOfAPrefixAreThoseOfTheWhole() {
        const std::string text = std::string(tick) + "\n" + tick + "\n";
        const double loss = 3.2079;
        for (std::size_t length = std::string(tick).size() + 1; length <= text.size(); ++length) {
            const auto runs = openText(text.substr(0, length));
            QVERIFY(runs.ok());
            for (double value : runs->front()->forKey("loss")->values)
                QCOMPARE(value, loss);
            for (double value : runs->front()->forKey("ETA")->values)
                QCOMPARE(value, 15.7);
            for (double value : runs->front()->forKey("q_hs")->values)
                QCOMPARE(value, 60.0);
        }
    }

    void noise_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("line ends") << QByteArray("\n\r\n\r\r\n");
        QTest::newRow("brackets") << QByteArray("[8m] step=[8m] step=[8m] step=");
        QTest::newRow("no tick at all") << QByteArray("loading weights\ndone in 8m\n");
        QTest::newRow("absurd step") << QByteArray("[8m] step=99999999999999999999 loss=1 | tgt=0.1b/s\n");
        QTest::newRow("stamp of nothing") << QByteArray("[] step=1 loss=1\n[m] step=2 loss=1\n");
        QTest::newRow("zeroes") << QByteArray(5000, '\0');
        QByteArray bytes;
        quint32 state = 12345;
        for (int i = 0; i < 200000; ++i)
            bytes += static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
        QTest::newRow("random bytes") << bytes;
        QTest::newRow("never ending lists") << QByteArray("[8m] step=1 q_hs=[") + QByteArray("1, ").repeated(100000);
        QTest::newRow("never ending tick") << QByteArray("[8m] step=1 a=1\n") + QByteArray("b=1\n").repeated(100000);
    }
    void noise() {
        QFETCH(QByteArray, bytes);
        const Importer* importer = importerById("dflash_console");
        Source source = Source::fromBytes("noise", bytes.toStdString());
        const auto builders = importer->read(source, {});
        if (!builders)
            QVERIFY(!builders.error().message.empty());
        else
            QVERIFY(builders->front().rowCount() <= 1);
    }

    void sniffs_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("mine");
        QTest::newRow("tick") << QString(tick) << true;
        QTest::newRow("tail alone") << "29b/s dft=0.14b/s (5.3Ktok/s) | q_pre=[50] q_hs=[60] | epoch~0.0" << true;
        QTest::newRow("cut early") << "[8m] step=706 lo" << true;
        QTest::newRow("verl") << "step:3 - timing_s/step:364.7" << false;
        QTest::newRow("json") << "{\"step\": 1, \"loss\": 2}" << false;
        QTest::newRow("torchtitan") << "[rank0]:step:  1  loss: 12.2  tps: 7,233" << false;
        QTest::newRow("prose") << "we started the run at step=706 and waited [8m]" << false;
        QTest::newRow("nothing") << "" << false;
    }
    void sniffs() {
        QFETCH(QString, text);
        QFETCH(bool, mine);
        const std::string bytes = text.toStdString();
        QCOMPARE(importerById("dflash_console")->sniff({bytes, "x.log"}) > 0, mine);
    }

    void canceled() {
        std::string text;
        for (int i = 0; i < 5000; ++i)
            text += std::string(tick) + "\n";
        std::stop_source stop;
        stop.request_stop();
        Source source = Source::fromBytes("x", text);
        const auto builders = importerById("dflash_console")->read(source, Job(stop.get_token()));
        QVERIFY(!builders.ok());
        QCOMPARE(builders.error().message, std::string(canceledMessage));
    }
};

QTEST_GUILESS_MAIN(TestDflashConsole)
#include "tst_dflashconsole.moc"
