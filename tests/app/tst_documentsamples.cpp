#include "program.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using tachograph::tests::Program;

namespace {

const QString root = QStringLiteral(TACHOGRAPH_SOURCE_DIR "/");

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qPrintable(path));
    return file.readAll();
}

/// README and manual, as paths from the root.
QStringList documents() {
    QStringList names{QStringLiteral("README.md")};
    for (const QString& page : QDir(root + "resources/manual").entryList({QStringLiteral("*.md")}))
        names << "resources/manual/" + page;
    return names;
}

/// The lines of a text; the narrow space between number and unit is written as a space in documents.
QStringList linesOf(const QByteArray& text) {
    return QString::fromUtf8(text).replace(QChar(0x202F), ' ').split('\n');
}

/// A fenced block: the word behind the fence, its lines.
struct Block {
    QString kind;
    QStringList lines;
};

QList<Block> blocksOf(const QString& document) {
    QList<Block> blocks;
    bool inside = false;
    for (const QString& line : linesOf(bytesOf(root + document))) {
        if (line.startsWith("```")) {
            inside = !inside;
            if (inside)
                blocks.append({line.mid(3).trimmed(), {}});
        } else if (inside) {
            blocks.last().lines << line;
        }
    }
    return blocks;
}

/// The first expected line that is not there, or nothing. "..." stands for any number of lines.
QString missing(const QStringList& expected, const QStringList& lines) {
    qsizetype at = 0;
    bool anywhere = false;
    for (const QString& line : expected) {
        if (line == "...") {
            anywhere = true;
            continue;
        }
        const qsizetype found = lines.indexOf(line, at);
        if (found < 0 || (!anywhere && found != at))
            return line;
        at = found + 1;
        anywhere = false;
    }
    return anywhere || at == lines.size() ? QString() : lines[at];
}

/// The block of Python that has this line, in the page on what to log.
QStringList pythonOf(const QString& line) {
    for (const Block& block : blocksOf("resources/manual/logging.md"))
        if (block.kind == "python" && !block.lines.filter(line).isEmpty())
            return block.lines;
    return {};
}

/// The recordings that the samples speak of, in the folder of the program.
void writeRecordings(const Program& program) {
    const QByteArray before = bytesOf(root + "resources/cases/before-cu130.log");
    const QByteArray after = bytesOf(root + "resources/cases/after-cu130.log");
    const QByteArray rot = bytesOf(root + "resources/cases/rot-2s-to-5s.jsonl");
    const QByteArray beforeSettings = bytesOf(root + "resources/cases/before-cu130.json");
    for (const char* name : {"before-cu130", "before", "run", "a", "reverted", "train"}) {
        program.write(QString(name) + ".log", before);
        program.write(QString(name) + ".json", beforeSettings);
    }
    for (const char* name : {"after-cu130", "after", "b"}) {
        program.write(QString(name) + ".log", after);
        program.write(QString(name) + ".json", bytesOf(root + "resources/cases/after-cu130.json"));
    }
    for (const char* name :
         {"rot-2s-to-5s.jsonl", "run.jsonl", "nightly/monday.jsonl", "archive/one.jsonl", "archive/deep/two.jsonl"})
        program.write(name, rot);
    // Resumed from step 100 after 150 steps.
    const QByteArray all = tachograph::tests::recording(250, [](int step) { return step < 120 ? 2.0 : 2.2; });
    const QByteArrayList steps = all.split('\n');
    program.write("job.log", steps.mid(0, 150).join('\n') + '\n' + steps.mid(100).join('\n'));
    // Another machine, as far as the samples can tell.
    program.write("ssh", "#!/bin/sh\nshift\nexec \"$@\"\n");
    QFile::setPermissions(program.path("ssh"), QFile::ReadOwner | QFile::ExeOwner);
}

} // namespace

/// What README and manual show of the command line is what the program does.
class TestDocumentSamples : public QObject {
    Q_OBJECT

    Program m_program;

  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        writeRecordings(m_program);
    }

    /// Blocks "console": a line "$ COMMAND", then what it prints.
    void printsWhatIsShown_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("expected");
        int rows = 0;
        for (const QString& document : documents())
            for (const Block& block : blocksOf(document)) {
                if (block.kind != "console")
                    continue;
                QVERIFY2(block.lines.value(0).startsWith("$ "), qPrintable(document + block.lines.value(0)));
                for (qsizetype at = 0; at < block.lines.size(); ++rows) {
                    const QString command = block.lines[at].mid(2);
                    QStringList expected;
                    for (++at; at < block.lines.size() && !block.lines[at].startsWith("$ "); ++at)
                        expected << block.lines[at];
                    QTest::newRow(qPrintable(document + ": " + command)) << command << expected;
                }
            }
        QVERIFY(rows >= 8);
    }
    void printsWhatIsShown() {
        QFETCH(QString, command);
        QFETCH(QStringList, expected);
        const Program::Outcome outcome = m_program.runShell(command);
        QVERIFY2(outcome.status >= 0, outcome.err);
        QVERIFY2(outcome.err.isEmpty(), outcome.err);
        QStringList lines = linesOf(outcome.out);
        lines.removeLast();
        const QString absent = missing(expected, lines);
        QVERIFY2(absent.isEmpty(), qPrintable("not there, or not at this place: " + absent + "\n" + outcome.out));
    }

    /// Blocks without a kind: the lines that call a sub-command on files are understood and can be done.
    void isUnderstood_data() {
        QTest::addColumn<QString>("command");
        static const QRegularExpression call("(^|\\| )tachograph (inspect|diff|report|formats|detectors|manual) ");
        static const QRegularExpression pattern(
            "\\[--|\\[PAGE|\\[C|\\bPATH|\\bRUN|\\bFOLDER\\b|\\bA B\\b|/archive|\\|$|^tachograph "
            "(formats|detectors) {4}");
        int rows = 0;
        for (const QString& document : documents())
            for (const Block& block : blocksOf(document))
                for (const QString& line : block.lines)
                    if (block.kind.isEmpty() && line.contains(call) && !line.contains(pattern)) {
                        QTest::newRow(qPrintable(document + ": " + line)) << line;
                        ++rows;
                    }
        QVERIFY2(rows >= 13, qPrintable(QString::number(rows)));
    }
    void isUnderstood() {
        QFETCH(QString, command);
        m_program.write("train.log", bytesOf(root + "resources/cases/before-cu130.log"));
        const Program::Outcome outcome = m_program.runShell("set -e; " + command);
        QVERIFY2(outcome.status == 0 || outcome.status == 1, outcome.err + QByteArray::number(outcome.status));
        QVERIFY2(outcome.err.isEmpty(), outcome.err);
        static const QRegularExpression output(" -o (\\S+)");
        const QRegularExpressionMatch written = output.match(command);
        QVERIFY(written.hasMatch() ? m_program.read(written.captured(1)).size() > 1000 : !outcome.out.isEmpty());
    }

    /// The recording that the manual recommends has every value under its quantity, and its events.
    void smallestRecording() {
        const QList<Block> blocks = blocksOf("resources/manual/logging.md");
        const auto block = std::ranges::find(blocks, QString("json"), &Block::kind);
        QVERIFY(block != blocks.end());
        m_program.write("smallest.jsonl", block->lines.join('\n').toUtf8() + '\n');
        const Program::Outcome outcome = m_program.runShell(
            "tachograph inspect smallest.jsonl --json | jq -c '.runs[0] | [.steps.count], [.events[].kind], "
            "[.issues.total], "
            "[.series[] | select(.derived | not) | .role], [.series[] | select(.role == \"step_time\") | .median]'");
        QCOMPARE(outcome.err, QByteArray());
        QCOMPARE(QString::fromUtf8(outcome.out),
                 QString("[2]\n[\"resume\",\"checkpoint\"]\n[0]\n"
                         "[\"step_time\",\"generation_time\",\"optimization_time\","
                         "\"completion_length\",\"completion_length_max\",\"throughput\","
                         "\"reward\"]\n[2.12]\n"));
    }

    /// The loop that the manual recommends, around a training of nothing, leaves a recording of all it logs.
    void plainLoop() {
        const QStringList code = pythonOf("batch, generation_seconds = generate()");
        QVERIFY(!code.isEmpty());
        m_program.write("loop/loop.py", "import time\n"
                                        "first_step, last_step = 1, 51\n"
                                        "class Batch:\n"
                                        "    tokens = 100\n"
                                        "def generate():\n"
                                        "    time.sleep(0.002)\n"
                                        "    return Batch(), 0.002\n"
                                        "def train(batch):\n"
                                        "    time.sleep(0.001)\n" +
                                            code.join('\n').toUtf8() + '\n');
        const Program::Outcome outcome = m_program.runShell(
            "cd loop && python3 loop.py && tachograph inspect run.jsonl --json | jq -c '.runs[0] | [.steps.count, "
            ".reading.time_key, (.series[] | select(.derived | not) | .role), "
            "([.series[] | select(.role == \"step_time\")][0].median | . >= 0.003 and . < 5), .issues.total]'");
        QCOMPARE(outcome.err, QByteArray());
        QCOMPARE(QString::fromUtf8(outcome.out),
                 QString("[50,\"time\",\"step_time\",\"generation_time\",\"throughput\",true,0]\n"));
    }

    /// The callback puts a clock into what a trainer logs, whatever it is given.
    void trainerCallback() {
        const QStringList code = pythonOf("class Clock(TrainerCallback):");
        QVERIFY(!code.isEmpty());
        m_program.write("callback/transformers.py", "class TrainerCallback:\n    pass\n");
        m_program.write("callback/clock.py", code.join('\n').toUtf8() +
                                                 "\nlogs = {'loss': 1.0}\n"
                                                 "Clock().on_log(None, None, None)\n"
                                                 "Clock().on_log(None, None, None, logs=logs, model=None)\n"
                                                 "print(abs(logs['time'] - time.time()) < 60, sorted(logs))\n");
        const Program::Outcome outcome = m_program.runShell("cd callback && python3 clock.py");
        QCOMPARE(outcome.err, QByteArray());
        QCOMPARE(outcome.out, QByteArray("True ['loss', 'time']\n"));
    }

    /// The keys that the manual names for verl's file have the quantities that it says.
    void verlKeys() {
        const QString page = QString::fromUtf8(bytesOf(root + "resources/manual/logging.md"));
        const QMap<QString, QString> roles{{"perf/throughput", "throughput"},
                                           {"response_length/mean", "completion_length"},
                                           {"timing_s/gen", "generation_time"},
                                           {"timing_s/step", "step_time"},
                                           {"timing_s/update_actor", "optimization_time"}};
        QByteArray lines;
        for (int step = 1; step <= 3; ++step) {
            QStringList data;
            for (const QString& key : roles.keys()) {
                QVERIFY2(page.contains('`' + key + '`'), qPrintable(key));
                data << '"' + key + "\": 2.5";
            }
            lines += QString("{\"step\": %1, \"data\": {%2}}\n").arg(step).arg(data.join(", ")).toUtf8();
        }
        m_program.write("verl.jsonl", lines);
        const Program::Outcome outcome = m_program.runShell(
            "tachograph inspect verl.jsonl --json | jq -r '.runs[0].series[] | select(.derived | not) | .key, .role'");
        QStringList found = QString::fromUtf8(outcome.out).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(found.size(), 2 * roles.size());
        for (qsizetype i = 0; i < found.size(); i += 2)
            QCOMPARE(found[i + 1], roles[found[i]]);
    }

    /// Where the step time has a name of its own, the answer leads to the page that the manual has on it.
    void unknownKeys_data() {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<bool>("told");
        QTest::newRow("own name") << QByteArray("step,seconds,loss\n1,1.5,3\n2,1.4,2.9\n") << true;
        QTest::newRow("known name") << QByteArray("step,step_time_s,loss,mine\n1,1.5,3,1\n2,1.4,2.9,1\n") << false;
        QByteArray stamped("step,time,mine\n");
        for (int step = 1; step <= 30; ++step)
            stamped += QByteArray::number(step) + ',' + QByteArray::number(1'764'500'000 + 2 * step) + ",3\n";
        QTest::newRow("derived from stamps") << stamped << false;
        QTest::newRow("all known") << QByteArray("step,loss\n1,1.5\n2,1.4\n") << false;
    }
    void unknownKeys() {
        QFETCH(QByteArray, table);
        m_program.write("mine.csv", table);
        const Program::Outcome outcome = m_program.run({"inspect", "mine.csv"});
        QCOMPARE(outcome.err, QByteArray());
        const QByteArray text = outcome.out.simplified();
        QTEST(text.contains("No key of these is known to be the step time."), "told");
        QTEST(text.contains("(tachograph manual formats)"), "told");
        QVERIFY(bytesOf(root + "resources/manual/formats.md").contains("`metric-roles.json`"));
    }

    /// The comparison of lines above can fail.
    void comparesLines_data() {
        QTest::addColumn<QStringList>("expected");
        QTest::addColumn<QStringList>("lines");
        QTest::addColumn<QString>("absent");
        QTest::newRow("equal") << QStringList{"a", "b"} << QStringList{"a", "b"} << "";
        QTest::newRow("dots") << QStringList{"...", "b", "..."} << QStringList{"a", "b", "c"} << "";
        QTest::newRow("dots for nothing") << QStringList{"a", "...", "b"} << QStringList{"a", "b"} << "";
        QTest::newRow("a line more") << QStringList{"a"} << QStringList{"a", "b"} << "b";
        QTest::newRow("a line less") << QStringList{"a", "b"} << QStringList{"a"} << "b";
        QTest::newRow("not at once") << QStringList{"a", "c"} << QStringList{"a", "b", "c"} << "c";
        QTest::newRow("wrong order") << QStringList{"...", "b", "...", "a"} << QStringList{"a", "b"} << "a";
    }
    void comparesLines() {
        QFETCH(QStringList, expected);
        QFETCH(QStringList, lines);
        QTEST(missing(expected, lines), "absent");
    }

    void manualCommand_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("out");
        QTest::addColumn<QString>("err");
        QTest::newRow("pages") << "manual" << 0 << "  findings  .*  troubleshooting "
                               << "";
        QTest::newRow("page") << "manual findings" << 0 << "## THROUGHPUT_ROT"
                              << "";
        QTest::newRow("files") << "manual -o made/html" << 0 << "^made/html/tour.html\n$"
                               << "";
        QTest::newRow("no such page") << "manual nothing" << 2 << "^$"
                                      << "nothing: is no page";
        QTest::newRow("two pages") << "manual tour window" << 2 << "^$"
                                   << "window: manual takes one PAGE";
        QTest::newRow("page and folder") << "manual tour -o x" << 2 << "^$"
                                         << "tour: with -o all pages";
        QTest::newRow("no folder") << "manual -o ''" << 2 << "^$"
                                   << "its value is missing";
        QTest::newRow("a file in the way") << "manual -o run.log/html" << 3 << "^$"
                                           << "run.log/html: cannot be made";
        QTest::newRow("unknown option") << "manual --html" << 2 << "^$"
                                        << "--html";
    }
    void manualCommand() {
        QFETCH(QString, command);
        QFETCH(QString, out);
        QFETCH(QString, err);
        const Program::Outcome outcome = m_program.runShell("tachograph " + command);
        QTEST(outcome.status, "status");
        const QRegularExpression::PatternOptions dots = QRegularExpression::DotMatchesEverythingOption;
        QVERIFY2(QRegularExpression(out, dots).match(outcome.out).hasMatch(), outcome.out);
        QVERIFY2(QRegularExpression(err.isEmpty() ? "^$" : err, dots).match(outcome.err).hasMatch(), outcome.err);
    }
};

QTEST_GUILESS_MAIN(TestDocumentSamples)

#include "tst_documentsamples.moc"
