#include "tests/app/program.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <csignal>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using tachograph::tests::Program;
using tachograph::tests::recording;

namespace {

constexpr int soon = 10'000; // ms, on a busy machine

} // namespace

/// The program against things that never end, never begin or take nothing: it ends by itself with a sentence, or at
/// once when it is interrupted, and what was there before stays.
class LiveCommandsTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void neverEnds_data();
    void neverEnds();
    void endlessStandardInput();
    void windowOverInput_data();
    void windowOverInput();
    void interrupted_data();
    void interrupted();
    void fullDisk_data();
    void fullDisk();
    void noHome();

  private:
    Program m_program;
};

void LiveCommandsTest::initTestCase() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    m_program.write(QStringLiteral("a.jsonl"), recording(120, [](int step) { return 2.0 + 0.001 * (step % 7); }));
    m_program.write(QStringLiteral("b.jsonl"), recording(120, [](int step) { return 3.0 + 0.001 * (step % 7); }));
    for (const char* name : {"fifo", "fifo.md"})
        QCOMPARE(::mkfifo(m_program.path(QLatin1String(name)).toUtf8(), 0600), 0);
    QVERIFY(QFile::link(QStringLiteral("/dev/full"), m_program.path(QStringLiteral("full.md"))));
    QVERIFY(QDir(m_program.path({})).mkdir(QStringLiteral("folder.md")));
    m_program.write(QStringLiteral("hole.jsonl"), recording(50, [](int) { return 2.0; }));
    std::filesystem::resize_file(m_program.path(QStringLiteral("hole.jsonl")).toStdString(), std::uintmax_t{1} << 40);
}

void LiveCommandsTest::neverEnds_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("says"); // on standard error or output
    const auto row = [](const char* line, int status, const char* says) {
        QTest::newRow(line) << line << status << says;
    };
    row("inspect fifo", 3, "fifo: it is a pipe, not a file");
    row("inspect /dev/zero", 3, "/dev/zero: it is a device");
    row("inspect /dev/urandom", 3, "/dev/urandom: it is a device");
    row("inspect /dev/full", 3, "/dev/full: it is a device");
    row("inspect /dev/tty", 3, "/dev/tty: it ");
    row("inspect a.jsonl fifo", 3, "fifo: it is a pipe");
    row("diff a.jsonl fifo", 3, "fifo: it is a pipe");
    row("report fifo -o x.md", 3, "fifo: it is a pipe");
    row("inspect a.jsonl --config fifo", 3, "fifo: it is a pipe");
    row("inspect a.jsonl --config /dev/zero", 3, "/dev/zero: it is a device");
    row("inspect a.jsonl --notes fifo", 3, "fifo");
    row("report a.jsonl -o fifo.md", 3, "fifo.md: it is a folder or a device, not a file");
    row("report a.jsonl -o full.md", 3, "full.md: it is a folder or a device, not a file");
    row("report a.jsonl -o folder.md", 3, "folder.md: it is a folder or a device, not a file");
    row("inspect hole.jsonl", 0, "50 steps, 1 to 50");
}

void LiveCommandsTest::neverEnds() {
    QFETCH(QString, line);
    QFETCH(int, status);
    QFETCH(QString, says);
    QElapsedTimer clock;
    clock.start();
    const auto outcome = m_program.run(line.split(' '));
    QVERIFY2(clock.elapsed() < soon, qPrintable(QString::number(clock.elapsed())));
    const QByteArray said = outcome.err + outcome.out;
    QVERIFY2(said.contains(says.toUtf8()), said.constData());
    QCOMPARE(outcome.status, status);
}

/// A writer that never ends: read up to the bound, then a sentence.
void LiveCommandsTest::endlessStandardInput() {
    const auto outcome = m_program.runShell(QStringLiteral("tachograph inspect - < /dev/zero"));
    QCOMPARE(outcome.err,
             QByteArray("tachograph: standard input: there is more than 1 GiB. Write it to a file and open "
                        "the file.\n"));
    QCOMPARE(outcome.status, 3);
}

void LiveCommandsTest::windowOverInput_data() {
    QTest::addColumn<QString>("line");
    QTest::newRow("a recording") << "tachograph - < a.jsonl";
    QTest::newRow("closed") << "tachograph - <&-";
    QTest::newRow("nothing") << "tachograph - < /dev/null";
    QTest::newRow("a folder") << "tachograph - < .";
    QTest::newRow("zeros without end") << "tachograph - < /dev/zero";
    QTest::newRow("steps without end") << "yes '{\"step\": 1, \"step_time_s\": 2}' | tachograph -";
    QTest::newRow("against a baseline")
        << "yes '{\"step\": 1, \"step_time_s\": 2}' | tachograph --follow - --against a.jsonl";
    QTest::newRow("a file that is not there") << "tachograph --follow missing.jsonl --against a.jsonl";
}

/// Whatever comes, the window is there and says nothing on standard error, and a request to end it ends it at once.
void LiveCommandsTest::windowOverInput() {
    QFETCH(QString, line);
    Program program;
    program.write(QStringLiteral("a.jsonl"), recording(120, [](int step) { return 2.0 + 0.001 * (step % 7); }));
    program.setEnvironment(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    program.setEnvironment(QStringLiteral("XDG_RUNTIME_DIR"), qEnvironmentVariable("XDG_RUNTIME_DIR"));
    program.setEnvironment(QStringLiteral("QT_LOGGING_RULES"), QStringLiteral("qt.qpa.*=false"));
    QElapsedTimer clock;
    clock.start();
    const auto outcome = program.runShell(line.replace("tachograph", "timeout --foreground -k 20 2 tachograph"));
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.status, 124); // it did not end by itself
    QVERIFY2(clock.elapsed() < soon, qPrintable(QString::number(clock.elapsed())));
}

void LiveCommandsTest::interrupted_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("signal");
    QTest::newRow("a writer that never writes, Ctrl+C") << QStringList{"inspect", "-"} << SIGINT;
    QTest::newRow("a writer that never writes, ended") << QStringList{"diff", "a.jsonl", "-"} << SIGTERM;
    QTest::newRow("a report of it, Ctrl+C") << QStringList{"report", "-", "-o", "old.png"} << SIGINT;
    QTest::newRow("a long recording, Ctrl+C") << QStringList{"report", "long.jsonl", "-o", "old.png"} << SIGINT;
}

/// Ctrl+C ends it at once, whatever it waits for, and nothing is written.
void LiveCommandsTest::interrupted() {
    QFETCH(QStringList, words);
    QFETCH(int, signal);
    m_program.write(QStringLiteral("old.png"), "what was there");
    if (words.contains(QStringLiteral("long.jsonl")))
        m_program.write(QStringLiteral("long.jsonl"), recording(300'000, [](int step) { return 2.0 + 1e-5 * step; }));
    const int writer = ::open(m_program.path(QStringLiteral("fifo")).toUtf8(), O_RDWR); // never writes
    QVERIFY(writer >= 0);
    QProcess process;
    process.setWorkingDirectory(m_program.path({}));
    process.setStandardInputFile(m_program.path(QStringLiteral("fifo")));
    process.start(QStringLiteral(TACHOGRAPH_PROGRAM), words);
    QVERIFY(process.waitForStarted());
    QTest::qWait(150);
    QCOMPARE(process.state(), QProcess::Running);
    ::kill(static_cast<pid_t>(process.processId()), signal);
    QVERIFY(process.waitForFinished(soon));
    ::close(writer);
    QCOMPARE(process.exitStatus(), QProcess::CrashExit); // ended by the signal
    QCOMPARE(m_program.read(QStringLiteral("old.png")), QByteArray("what was there"));
}

void LiveCommandsTest::fullDisk_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("words");
    for (const char* name : {"old.png", "old.html", "old.md", "old.json", "old.csv"}) {
        QTest::newRow(name) << name << QStringLiteral("report a.jsonl -o %1").arg(QLatin1String(name));
    }
    QTest::newRow("of two runs") << "old.html"
                                 << "report a.jsonl b.jsonl -o old.html";
    QTest::newRow("of two runs, a picture") << "old.png"
                                            << "report a.jsonl b.jsonl -o old.png";
}

/// No room for even one block more: the old file is there to the byte, nothing lies beside it, one sentence says so.
void LiveCommandsTest::fullDisk() {
    QFETCH(QString, name);
    QFETCH(QString, words);
    m_program.write(name, "what was there");
    const QStringList before = QDir(m_program.path({})).entryList(QDir::AllEntries | QDir::Hidden);
    const auto outcome = m_program.runShell("trap '' XFSZ; ulimit -f 0; tachograph " + words);
    QCOMPARE(outcome.status, 3);
    QVERIFY2(outcome.err.startsWith("tachograph: " + name.toUtf8() + ": it could not be written"), outcome.err);
    QCOMPARE(outcome.err.count('\n'), 1);
    QCOMPARE(m_program.read(name), QByteArray("what was there"));
    QCOMPARE(QDir(m_program.path({})).entryList(QDir::AllEntries | QDir::Hidden), before);
    QCOMPARE(m_program.runShell("tachograph " + words).status, 0); // room again
    QVERIFY(m_program.read(name) != "what was there");
}

/// A configuration folder that cannot be made, read or written costs nothing but the settings.
void LiveCommandsTest::noHome() {
    for (const char* folder : {"/proc/none", "/dev/null", "/nowhere/at/all", ""}) {
        Program program;
        program.write(QStringLiteral("a.jsonl"), recording(120, [](int) { return 2.0; }));
        for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            program.setEnvironment(QLatin1String(name), QLatin1String(folder));
        for (const QString& line : {QStringLiteral("inspect a.jsonl"), QStringLiteral("report a.jsonl -o a.png")}) {
            const auto outcome = program.run(line.split(' '));
            QVERIFY2(outcome.status == 0, outcome.err.constData());
        }
        QVERIFY(program.read(QStringLiteral("a.png")).startsWith("\x89PNG"));
    }
}

QTEST_GUILESS_MAIN(LiveCommandsTest)
#include "tst_livecommands.moc"
