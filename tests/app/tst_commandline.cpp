#include "program.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using tachograph::tests::Program;
using tachograph::tests::recording;

/// What the program answers to a command line: exit status, the one line on standard error, the answer.
class CommandLineTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void answers_data();
    void answers();
    void refuses_data();
    void refuses();
    void hostileNamesAreMadeSafe();
    void readsStandardInput();
    void oneUnreadablePathDoesNotHideTheOthers();
    void unreadableFile();
    void fullStandardOutput();
    void failOn_data();
    void failOn();
    void userMetricNames();

  private:
    Program m_program;
};

void CommandLineTest::initTestCase() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    m_program.write(QStringLiteral("flat.jsonl"), recording(120, [](int step) { return 2.0 + 0.001 * (step % 7); }));
    m_program.write(QStringLiteral("rot.jsonl"),
                    recording(300, [](int step) { return 2.0 + 0.01 * step + 0.02 * (step % 5); }));
    m_program.write(QStringLiteral("short.jsonl"), recording(5, [](int) { return 2.0; }));
    // Two trainings in one file: the second starts over with other series.
    m_program.write(QStringLiteral("two.csv"), "\"Step\",\"alpha - step_time\",\"beta - step_time\"\n"
                                               "\"1\",\"2.0\",\"3.0\"\n\"2\",\"2.1\",\"3.1\"\n\"3\",\"2.2\",\"3.2\"\n");
    m_program.write(QStringLiteral("several/metrics.jsonl"), recording(5, [](int) { return 2.0; }));
    m_program.write(QStringLiteral("several/below/metrics.jsonl"), recording(6, [](int) { return 2.0; }));
    m_program.write(QStringLiteral("empty.log"), {});
    m_program.write(QStringLiteral("noise.bin"), QByteArray("\x00\xff\xfe\x80\x01\x02", 6).repeated(500));
    m_program.write(QStringLiteral("nothing/readme.txt"), "no recording here\n");
    m_program.write(QStringLiteral("old.png"), "what was there");
    m_program.write(QStringLiteral("folder.png/inside"), "x");
    QCOMPARE(mkfifo(m_program.path(QStringLiteral("fifo")).toUtf8(), 0600), 0);
}

void CommandLineTest::answers_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("expected");
    QTest::newRow("version") << "--version"
                             << "^tachograph [0-9]+\\.[0-9]+\\.[0-9]+\n$";
    QTest::newRow("help") << "--help"
                          << "tachograph inspect PATH";
    QTest::newRow("short help") << "-h"
                                << "Exit status: 0 done";
    QTest::newRow("help as a word") << "help"
                                    << "Exit status: 0 done";
    QTest::newRow("help wins over mistakes") << "inspect --nonsense --help"
                                             << "--fail-on";
    QTest::newRow("help of inspect") << "inspect --help"
                                     << "--knob CODE.name=value";
    QTest::newRow("help of report") << "report --help"
                                    << "--size ticket\\|slide\\|long\\|WxH";
    QTest::newRow("help of formats") << "formats --help"
                                     << "--json";
    QTest::newRow("help of detectors") << "detectors --help"
                                       << "--json";
    QTest::newRow("help of diff") << "diff --help"
                                  << "--fail-on worse\\[:PCT\\]";
    QTest::newRow("diff") << "diff flat.jsonl rot.jsonl"
                          << "Aligned by step";
    QTest::newRow("diff as JSON") << "diff flat.jsonl rot.jsonl --json"
                                  << "\"schema\": \"tachograph.diff/1\"";
    QTest::newRow("help of demo") << "demo --help"
                                  << "bundled";
    QTest::newRow("formats") << "formats"
                             << "jsonl";
    for (const char* unseen :
         {"OpenRLHF console", "prime-rl console", "slime console", "AReaL console", "open-instruct console",
          "DeepSpeed console", "SpecForge console", "vllm speculators console", "Trackio database", "rlwatch database"})
        QTest::newRow(qPrintable(QStringLiteral("made without a real file: %1").arg(QLatin1String(unseen))))
            << "formats" << QStringLiteral("%1 \\(no real file seen\\)").arg(QLatin1String(unseen));
    QTest::newRow("of axolotl and unsloth") << "formats"
                                            << "axolotl and unsloth, no real file seen";
    QTest::newRow("of DeepSpeed's monitor") << "formats"
                                            << "DeepSpeed's monitor \\(of that, no real file seen\\)";
    QTest::newRow("formats as JSON") << "formats --json"
                                     << "\"schema\": \"tachograph.formats/1\"";
    QTest::newRow("detectors") << "detectors"
                               << "--knob THROUGHPUT_ROT\\.ratio=1\\.4";
    QTest::newRow("detectors as JSON") << "detectors --json"
                                       << "\"schema\": \"tachograph.detectors/1\"";
    QTest::newRow("inspect") << "inspect flat.jsonl"
                             << "step_time_s +step_time +s +120 +0 +0";
    QTest::newRow("several runs, a line each")
        << "inspect flat.jsonl two.csv"
        << "^3 runs\n +run +format +steps +length +median step time +findings\n +flat\\.jsonl +jsonl +120 .*\n"
           " +two\\.csv#alpha +csv +3 +6 s +2\\.10 s +none; not judged\n +two\\.csv#beta .*\n\n"
           "One of them in full: tachograph inspect flat\\.jsonl \\(with --each: all of them\\)\\.\n$";
    QTest::newRow("runs of one path by their names") << "inspect two.csv"
                                                     << "\n +alpha +csv +3 .*\n +beta +csv +3 ";
    QTest::newRow("a run with recordings below its own")
        << "inspect several"
        << "folder: Not shown: 1 more recording in this folder: below\\. Open it by its\\s+path";
    QTest::newRow("several runs, each in full") << "inspect flat.jsonl two.csv --each"
                                                << "Detectors: (.|\n)*Detectors: (.|\n)*Detectors: ";
    QTest::newRow("a knob is named") << "inspect flat.jsonl --knob THROUGHPUT_ROT.ratio=2.5"
                                     << "with THROUGHPUT_ROT ratio 2\\.5 instead of 1\\.4";
    QTest::newRow("value after an equals sign") << "inspect flat.jsonl --knob=THROUGHPUT_ROT.ratio=2"
                                                << "flat";
    QTest::newRow("two dashes end the options") << "inspect -- flat.jsonl"
                                                << "flat";
}

void CommandLineTest::answers() {
    QFETCH(QString, words);
    QFETCH(QString, expected);
    const auto outcome = m_program.run(words.split(QLatin1Char(' ')));
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.status, 0);
    const QString answer = QString::fromUtf8(outcome.out);
    QVERIFY2(answer.contains(QRegularExpression(expected)), qPrintable(answer));
}

void CommandLineTest::refuses_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("error"); // what the line on standard error contains
    QTest::newRow("unknown option") << "--nonsense" << 2
                                    << "--nonsense: there is no such option. See tachograph --help.";
    QTest::newRow("a mistyped command") << "inspekt flat.jsonl" << 2
                                        << "inspekt: it is neither a command nor an existing file or folder. The "
                                           "nearest command is inspect. See tachograph --help.";
    QTest::newRow("letters swapped") << "dfif a b" << 2 << "The nearest command is diff.";
    QTest::newRow("no command and no file")
        << "missing.log" << 2 << "missing.log: it is neither a command nor an existing file or folder. See";
    QTest::newRow("a run of no file") << "missing.log#2 flat.jsonl" << 2 << "missing.log#2: it is neither";
    QTest::newRow("compare what is not there")
        << "--compare missing.log flat.jsonl" << 2 << "missing.log: it is neither";
    QTest::newRow("unknown option of inspect") << "inspect flat.jsonl --nope" << 2 << "See tachograph inspect --help.";
    QTest::newRow("a flag with a value") << "inspect flat.jsonl --json=yes" << 2 << "--json: it takes no value.";
    QTest::newRow("value missing at the end") << "inspect flat.jsonl --knob" << 2 << "--knob: its value is missing";
    QTest::newRow("value missing before an option")
        << "inspect flat.jsonl --fail-on --json" << 2 << "--fail-on: its value is missing";
    QTest::newRow("empty value") << "inspect flat.jsonl --fail-on=" << 2 << "--fail-on: its value is missing";
    QTest::newRow("given twice") << "report flat.jsonl -o a.md -o b.md" << 2 << "-o: it was given twice.";
    QTest::newRow("config before any path")
        << "inspect --config c.json flat.jsonl" << 2 << "--config: it belongs to the PATH before it";
    QTest::newRow("two configs") << "inspect flat.jsonl --config a --config b" << 2 << "--config: a PATH can have one.";
    QTest::newRow("inspect without a path") << "inspect" << 2 << "inspect: a PATH is missing.";
    QTest::newRow("knob without a code") << "inspect flat.jsonl --knob ratio=2" << 2
                                         << "--knob ratio=2: it is not of the form CODE.name=value.";
    QTest::newRow("knob of no detector") << "inspect flat.jsonl --knob NO_SUCH.ratio=2" << 2
                                         << "NO_SUCH.ratio=2: there is no such detector; there are ";
    QTest::newRow("no such knob") << "inspect flat.jsonl --knob THROUGHPUT_ROT.nope=2" << 2
                                  << "THROUGHPUT_ROT has no such knob; it has ratio.";
    QTest::newRow("knob not a number") << "inspect flat.jsonl --knob THROUGHPUT_ROT.ratio=much" << 2
                                       << "THROUGHPUT_ROT.ratio";
    QTest::newRow("knob out of its range")
        << "inspect flat.jsonl --knob THROUGHPUT_ROT.ratio=-1" << 2 << "THROUGHPUT_ROT.ratio";
    QTest::newRow("knob NaN") << "inspect flat.jsonl --knob THROUGHPUT_ROT.ratio=nan" << 2 << "THROUGHPUT_ROT.ratio";
    QTest::newRow("knob of a report out of its range")
        << "report flat.jsonl -o a.png --knob THROUGHPUT_ROT.ratio=0" << 2 << "THROUGHPUT_ROT.ratio";
    QTest::newRow("knob of a table") << "report flat.jsonl -o a.csv --knob THROUGHPUT_ROT.ratio=2" << 2
                                     << "--knob: a table of rows holds no findings.";
    QTest::newRow("knob of two runs") << "report flat.jsonl flat.jsonl -o a.png --knob THROUGHPUT_ROT.ratio=2" << 2
                                      << "--knob: it is for a report of one run.";
    QTest::newRow("no such severity") << "inspect flat.jsonl --fail-on grave" << 2 << "info, warning and critical";
    QTest::newRow("formats with a path") << "formats flat.jsonl" << 2 << "formats takes no PATH";
    QTest::newRow("detectors with a path") << "detectors flat.jsonl" << 2 << "detectors takes no PATH";
    QTest::newRow("demo with a path") << "demo flat.jsonl" << 2 << "demo takes no PATH";
    QTest::newRow("diff of one run") << "diff flat.jsonl" << 2 << "diff: it takes two PATHs, A and B.";
    QTest::newRow("diff of ten runs") << "diff a b c d e f g h i j" << 2 << "diff: it takes a baseline and at most";
    QTest::newRow("diff along no axis") << "diff a b --axis time" << 2 << "--axis time: axes are step, resume";
    QTest::newRow("diff offset") << "diff a b --offset far" << 2 << "--offset far: an offset is a number";
    QTest::newRow("diff endless offset") << "diff a b --offset inf" << 2 << "--offset inf: an offset is a number";
    QTest::newRow("diff range backwards")
        << "diff a b --range 9:2" << 2 << "--range 9:2: a range is A:B with A below B";
    QTest::newRow("diff fails on something") << "diff a b --fail-on better" << 2 << "--fail-on better: it is worse or";
    QTest::newRow("diff fails on less than nothing")
        << "diff a b --fail-on worse:-5" << 2 << "--fail-on worse:-5: it is worse or";
    QTest::newRow("diff printed at one step") << "diff a b --printed 965" << 2 << "--printed 965: it is A:B";
    QTest::newRow("diff printed between steps") << "diff a b --printed 9.5:7" << 2 << "--printed 9.5:7: it is A:B";
    QTest::newRow("diff with a missing run") << "diff flat.jsonl nowhere.jsonl" << 3 << "nowhere.jsonl: ";
    QTest::newRow("compare one run") << "--compare flat.jsonl" << 2
                                     << "--compare: it takes two PATHs, A and B, and at most 9";
    QTest::newRow("compare ten runs") << "--compare a b c d e f g h i j" << 2
                                      << "--compare: it takes two PATHs, A and B, and at most 9";
    QTest::newRow("compare three runs without a display")
        << "--compare flat.jsonl rot.jsonl flat.jsonl" << 3 << "window: there is no display";
    QTest::newRow("compare without a display")
        << "--compare flat.jsonl rot.jsonl" << 3 << "window: there is no display";
    QTest::newRow("against a missing baseline")
        << "- --against=missing.jsonl" << 3 << "missing.jsonl: there is no such file";
    QTest::newRow("table of two runs") << "report flat.jsonl rot.jsonl -o a.csv" << 2
                                       << "a.csv: of several runs it can be .png, .svg, .pdf, .html, .md or .json.";
    QTest::newRow("theme of two runs") << "report flat.jsonl rot.jsonl -o a.md --theme dark" << 2
                                       << "--theme: it is for pictures";
    QTest::newRow("report of ten runs") << "report 1 2 3 4 5 6 7 8 9 10 -o a.md" << 2
                                        << "report: it takes one run, or a baseline and at most eight others.";
    QTest::newRow("report without a run") << "report -o a.png" << 2 << "report: a RUN is missing.";
    QTest::newRow("report without an output") << "report flat.jsonl" << 2 << "report: -o OUT is missing.";
    QTest::newRow("unknown ending") << "report flat.jsonl -o a.bmp" << 2 << "a.bmp: what to write is not clear";
    QTest::newRow("ending of a later version") << "report flat.jsonl -o a.svgz" << 2 << "a.svgz: what to write";
    QTest::newRow("no ending") << "report flat.jsonl -o png" << 2 << "png: what to write";
    QTest::newRow("no such size") << "report flat.jsonl -o a.png --size huge" << 2 << "--size huge: sizes are";
    QTest::newRow("size too large") << "report flat.jsonl -o a.png --size 99999x99999" << 2 << "--size 99999x99999";
    QTest::newRow("size too small") << "report flat.jsonl -o a.png --size 10x10" << 2 << "--size 10x10";
    QTest::newRow("negative size") << "report flat.jsonl -o a.png --size -1600x1000" << 2 << "--size -1600x1000";
    QTest::newRow("scale of nothing") << "report flat.jsonl -o a.png --scale 0" << 2 << "--scale 0: the scale is";
    QTest::newRow("scale with words") << "report flat.jsonl -o a.png --scale two" << 2 << "--scale two";
    QTest::newRow("scale NaN") << "report flat.jsonl -o a.png --scale nan" << 2 << "--scale nan";
    QTest::newRow("no such theme") << "report flat.jsonl -o a.png --theme blue" << 2 << "themes are light and dark.";
    QTest::newRow("range backwards") << "report flat.jsonl -o a.png --range 50:10" << 2 << "--range 50:10: a range is";
    QTest::newRow("range without a colon") << "report flat.jsonl -o a.png --range 50" << 2 << "--range 50";
    QTest::newRow("range with words") << "report flat.jsonl -o a.png --range a:b" << 2 << "--range a:b";
    QTest::newRow("no such axis") << "report flat.jsonl -o a.png --axis time" << 2 << "axes are step, resume";
    QTest::newRow("theme for a table") << "report flat.jsonl -o a.csv --theme dark" << 2
                                       << "--theme: it is for pictures";
    QTest::newRow("range for JSON") << "report flat.jsonl -o a.json --range 1:2" << 2
                                    << "--range: it is for pictures and tables";
    QTest::newRow("the recording as output") << "report flat.jsonl -o ./flat.jsonl" << 2 << "flat.jsonl: what to write";
    QTest::newRow("the CSV recording as output")
        << "report two.csv#alpha -o two.csv" << 2 << "it is the recording itself";
    QTest::newRow("several runs") << "report two.csv -o a.png" << 2 << "two.csv: there are 2 runs in it. Name one:";

    QTest::newRow("missing file") << "inspect none.jsonl" << 3 << "none.jsonl";
    QTest::newRow("folder without runs") << "inspect nothing" << 3 << "nothing";
    QTest::newRow("empty file") << "inspect empty.log" << 3 << "empty.log";
    QTest::newRow("noise") << "inspect noise.bin" << 3 << "noise.bin";
    QTest::newRow("endless device") << "inspect /dev/zero" << 3 << "/dev/zero";
    QTest::newRow("empty device") << "inspect /dev/null" << 3 << "/dev/null";
    QTest::newRow("pipe") << "inspect fifo" << 3 << "fifo";
    QTest::newRow("no run of that name") << "inspect two.csv#gamma" << 3 << "gamma";
    QTest::newRow("missing configuration") << "inspect flat.jsonl --config none.json" << 3 << "none.json";
    QTest::newRow("report of a missing file") << "report none.jsonl -o a.png" << 3 << "none.jsonl";
    QTest::newRow("report of a pipe") << "report fifo -o a.png" << 3 << "fifo";
    QTest::newRow("range outside of the run")
        << "report flat.jsonl -o a.png --range 1000:2000" << 3 << "flat.jsonl: nothing of it lies in the --range";
    QTest::newRow("axis that is not logged")
        << "report two.csv#alpha -o a.png --axis tokens" << 3 << "it cannot be laid along --axis tokens";
    QTest::newRow("output in no folder") << "report flat.jsonl -o none/a.md" << 3 << "none/a.md: there is no folder";
    QTest::newRow("output is a folder") << "report flat.jsonl -o folder.png" << 3 << "folder.png: it is a folder";
    QTest::newRow("window without a display") << "flat.jsonl" << 3 << "there is no display";
}

void CommandLineTest::refuses() {
    QFETCH(QString, words);
    QFETCH(int, status);
    QFETCH(QString, error);
    const auto outcome = m_program.run(words.split(QLatin1Char(' ')));
    const QString line = QString::fromUtf8(outcome.err);
    QVERIFY2(line.contains(error), qPrintable(line));
    QCOMPARE(outcome.status, status);
    QCOMPARE(line.count(QLatin1Char('\n')), 1);
    QVERIFY2(line.startsWith(QStringLiteral("tachograph: ")), qPrintable(line));
    QVERIFY2(QRegularExpression(QStringLiteral("[.] ?[^.]+[.]\n$")).match(line).hasMatch() || status == 2,
             qPrintable(line));
    QVERIFY2(outcome.out.isEmpty(), outcome.out.constData());
    QCOMPARE(m_program.read(QStringLiteral("old.png")), QByteArray("what was there"));
}

void CommandLineTest::hostileNamesAreMadeSafe() {
    const auto outcome = m_program.run({QStringLiteral("inspect"), QStringLiteral("\x1b[31mred\u202Etxt.\nlog")});
    QCOMPARE(outcome.status, 3);
    QVERIFY(!outcome.err.contains('\x1b'));
    QCOMPARE(outcome.err.count('\n'), 1);
    QVERIFY(!QString::fromUtf8(outcome.err).contains(QChar(0x202E)));
}

void CommandLineTest::readsStandardInput() {
    const QByteArray lines = recording(50, [](int) { return 3.0; });
    const auto outcome = m_program.run({QStringLiteral("inspect"), QStringLiteral("-")}, lines);
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.status, 0);
    QVERIFY2(outcome.out.contains("50 steps, 1 to 50"), outcome.out.constData());

    const auto nothing = m_program.run({QStringLiteral("inspect"), QStringLiteral("-")});
    QCOMPARE(nothing.status, 3);
    QVERIFY2(nothing.err.startsWith("tachograph: standard input: "), nothing.err.constData());
}

void CommandLineTest::oneUnreadablePathDoesNotHideTheOthers() {
    const auto outcome =
        m_program.run({QStringLiteral("inspect"), QStringLiteral("none.jsonl"), QStringLiteral("flat.jsonl"),
                       QStringLiteral("empty.log"), QStringLiteral("rot.jsonl"), QStringLiteral("--fail-on"),
                       QStringLiteral("info")});
    QCOMPARE(outcome.status, 3); // wins over the finding in rot.jsonl
    QCOMPARE(outcome.err.count('\n'), 2);
    QVERIFY(outcome.out.contains("flat.jsonl"));
    QVERIFY(outcome.out.contains("THROUGHPUT_ROT"));
}

void CommandLineTest::unreadableFile() {
    if (geteuid() == 0)
        QSKIP("The superuser may read every file.");
    m_program.write(QStringLiteral("secret.jsonl"), "{\"step\": 1}\n");
    QCOMPARE(chmod(m_program.path(QStringLiteral("secret.jsonl")).toUtf8(), 0), 0);
    const auto outcome = m_program.run({QStringLiteral("inspect"), QStringLiteral("secret.jsonl")});
    QCOMPARE(outcome.status, 3);
    QVERIFY(outcome.err.contains("secret.jsonl"));
}

void CommandLineTest::fullStandardOutput() {
    QProcess process;
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    process.start(QStringLiteral(TACHOGRAPH_PROGRAM), {QStringLiteral("formats")});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 3);
    QVERIFY(process.readAllStandardError().contains("standard output"));
}

void CommandLineTest::failOn_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("status");
    QTest::newRow("nothing found") << "inspect flat.jsonl --fail-on info" << 0;
    QTest::newRow("found") << "inspect rot.jsonl --fail-on info" << 1;
    QTest::newRow("found, but not that grave") << "inspect rot.jsonl --fail-on critical" << 0;
    QTest::newRow("a knob makes it pass") << "inspect rot.jsonl --fail-on info --knob THROUGHPUT_ROT.ratio=4" << 0;
    QTest::newRow("too short to judge") << "inspect short.jsonl --fail-on info" << 4;
    QTest::newRow("a finding wins over one too short") << "inspect short.jsonl rot.jsonl --fail-on info" << 1;
    QTest::newRow("not read wins over too short") << "inspect short.jsonl none.jsonl --fail-on info" << 3;
}

void CommandLineTest::failOn() {
    QFETCH(QString, words);
    QFETCH(int, status);
    QCOMPARE(m_program.run(words.split(QLatin1Char(' '))).status, status);
}

void CommandLineTest::userMetricNames() {
    Program program;
    program.write(QStringLiteral("own.jsonl"), "{\"step\": 1, \"my_clock\": 2}\n{\"step\": 2, \"my_clock\": 3}\n");
    const QStringList words{QStringLiteral("inspect"), QStringLiteral("own.jsonl")};
    QVERIFY(!program.run(words).out.contains("step_time"));
    program.write(QStringLiteral("home/.config/tachograph/metric-roles.json"), "not JSON");
    const auto broken = program.run(words);
    QCOMPARE(broken.status, 3);
    QCOMPARE(broken.err.count('\n'), 1);
    QVERIFY2(broken.err.contains("metric-roles.json"), broken.err.constData());
    QVERIFY(broken.out.contains("my_clock"));
    program.write(QStringLiteral("home/.config/tachograph/metric-roles.json"),
                  R"({"roles": [{"pattern": "my_clock", "role": "step_time", "unit": "s"}]})");
    const auto known = program.run(words);
    QCOMPARE(known.err, QByteArray());
    QVERIFY2(QString::fromUtf8(known.out).contains(QRegularExpression(QStringLiteral("my_clock +step_time +s"))),
             known.out.constData());
    // What was said in the window is asked first.
    program.write(QStringLiteral("home/.config/tachograph/metric-roles.window.json"),
                  R"({"roles": [{"pattern": "my_clock", "formats": ["jsonl"], "role": "step_time", "unit": "ms"}]})");
    const auto said = program.run(words);
    QVERIFY2(QString::fromUtf8(said.out).contains(QRegularExpression(QStringLiteral("my_clock +step_time +ms"))),
             said.out.constData());
}

QTEST_GUILESS_MAIN(CommandLineTest)
#include "tst_commandline.moc"
