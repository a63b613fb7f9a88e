#include "tests/app/program.h"

#include "tests/conformance/peakmemory.h"
#include "tests/trust/binaryrecordings.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <functional>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tachograph::tests;

namespace {

constexpr double megabyte = 1 << 20;

/// The lines of one run; `step` counts from 1.
using Line = std::function<QByteArray(int step)>;

QByteArray digits(int step, int first) {
    return QByteArray::number(first) + '.' + QByteArray::number(10'000 + step * 7'919 % 89'999);
}

QByteArray usualJson(int step) {
    return "{\"step\": " + QByteArray::number(step) + ", \"timestamp\": " + QByteArray::number(1764500000 + 3 * step) +
           ", \"loss\": " + digits(step, 1) + ", \"step_time_s\": " + digits(step, 2) +
           ", \"completion_len_mean\": " + digits(step, 300) + ", \"tokens_per_s\": " + digits(step, 9000) +
           ", \"reward_mean\": " + digits(step, 0) + "}\n";
}

QByteArray shortJson(int step) {
    return "{\"step\":" + QByteArray::number(step) + ",\"a\":" + QByteArray::number(step % 10) + "}\n";
}

QByteArray shortRow(int step) {
    return QByteArray::number(step) + ',' + QByteArray::number(step % 10) + '\n';
}

QByteArray wideRow(int step) {
    QByteArray row = QByteArray::number(step);
    for (int column = 0; column < 40; ++column)
        row += ',' + digits(step + column, 1);
    return row + '\n';
}

QByteArray keyValues(int step) {
    return "step=" + QByteArray::number(step) + " loss=" + digits(step, 1) + " dt=" + digits(step, 2) + "s\n";
}

QByteArray ticks(int step) {
    return "[" + QByteArray::number(step) + "m] step " + QByteArray::number(step) + "/999999 | loss " +
           digits(step, 1) + "\n";
}

/// A run of eight steps after the other.
QByteArray manyRuns(int step) {
    return "{\"step\": " + QByteArray::number(1 + step % 8) + ", \"loss\": " + digits(step, 1) + "}\n";
}

QByteArray eventLine(int step) {
    return (step < 10 ? "{\"step\":" : "{\"event\":\"note\",\"step\":") + QByteArray::number(step) + ",\"text\":\"n" +
           QByteArray::number(step) + "\"}\n";
}

QByteArray listRow(int step) {
    return (step == 1 ? "[" : ",") + shortJson(step);
}

QByteArray brokenLine(int step) {
    return step < 4'000 ? shortJson(step) : QByteArray("{\"step\": oops\n");
}

/// Peak memory of `tachograph inspect FILE` in bytes.
double peakOf(const QString& file, int& status) {
    const QByteArray name = file.toUtf8(), program = TACHOGRAPH_PROGRAM;
    const char* words[] = {program.constData(), "inspect", name.constData(), nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    pid_t child = -1;
    if (posix_spawn(&child, program.constData(), &actions, nullptr, const_cast<char**>(words), environ) != 0)
        return -1;
    posix_spawn_file_actions_destroy(&actions);
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024;
}

} // namespace

/// What SECURITY.md says: reading and judging a file takes a fixed amount of memory and at most so many times its
/// bytes, whatever they are; of a packed file, the bytes of its content. Measured on the program, by what a second,
/// larger file takes beyond the first.
class MemoryTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void multipleOfText_data();
    void multipleOfText();
    void multipleOfBinary_data();
    void multipleOfBinary();

  private:
    void checkMultiple(const QString& name, const RecordingOfSize& make);
    bool writeElsewhere(const QString& name, const std::function<QByteArray()>& make) const;

    static constexpr int small = 6, large = 24;     // MiB
    static constexpr double most = 10, fixed = 120; // times its bytes; MiB
    Program m_program;
};

void MemoryTest::multipleOfText_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<Line>("line");
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("tail");
    const auto row = [](const char* what, const char* name, const Line& line, const char* head = "",
                        const char* tail = "") {
        QTest::newRow(what) << QString::fromLatin1(name) << line << QByteArray(head) << QByteArray(tail);
    };
    row("JSON lines", "a.jsonl", usualJson);
    row("JSON lines, short", "b.jsonl", shortJson);
    row("JSON lines, many runs", "c.jsonl", manyRuns);
    row("JSON lines, events", "d.jsonl", eventLine);
    row("JSON lines, broken", "e.jsonl", brokenLine);
    row("table", "f.csv", shortRow, "step,a\n");
    row("wide table", "g.csv", wideRow,
        "step,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z,A,B,C,D,E,F,G,H,I,J,K,L,M,N\n");
    row("console of key=value", "h.log", keyValues);
    row("list of rows", "i.json", listRow, "", "]");
    row("text that is no recording", "j.log", ticks);
    row(
        "one line", "k.jsonl", [](int) { return QByteArray(1'000, 'x'); }, "{\"step\": 1, \"t\": \"");
    row("brackets", "l.json", [](int) { return QByteArray(1'000, '['); });
    row(
        "zero bytes", "m.jsonl", [](int) { return QByteArray(1'000, '\0'); }, "{\"step\": 1, \"loss\": 2}\n");
}

void MemoryTest::multipleOfText() {
    QFETCH(QString, name);
    QFETCH(Line, line);
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, tail);
    checkMultiple(name, [&](qint64 content) {
        QByteArray text = head;
        for (int step = 1; text.size() < content; ++step)
            text += line(step);
        text += tail;
        return text;
    });
}

void MemoryTest::multipleOfBinary_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<RecordingOfSize>("make");
    QTest::newRow("TensorBoard") << "events.out.tfevents.1764500000.node01" << RecordingOfSize(eventFileOfSize);
    QTest::newRow("W&B") << "run-abc.wandb" << RecordingOfSize(wandbFileOfSize);
    QTest::newRow("MLflow") << "mlflow.db" << RecordingOfSize(mlflowOfSize);
    QTest::newRow("Trackio") << "trackio.db" << RecordingOfSize(trackioOfSize);
    QTest::newRow("RLWatch") << "rlwatch.db" << RecordingOfSize(rlwatchOfSize);
    QTest::newRow("gzip") << "a.jsonl.gz" << RecordingOfSize(gzipOfSize);
    QTest::newRow("zstd") << "b.jsonl.zst" << RecordingOfSize(zstdOfSize);
}

void MemoryTest::multipleOfBinary() {
    QFETCH(QString, name);
    QFETCH(RecordingOfSize, make);
    checkMultiple(name, make);
}

/// Writes the file in a process of its own: what this one holds counts as the peak of the programs that it starts.
bool MemoryTest::writeElsewhere(const QString& name, const std::function<QByteArray()>& make) const {
    const pid_t child = ::fork();
    if (child == 0) {
        m_program.write(name, make());
        ::_exit(0);
    }
    int status = -1;
    return ::waitpid(child, &status, 0) == child && status == 0;
}

void MemoryTest::checkMultiple(const QString& name, const RecordingOfSize& make) {
    if (PeakMemory::underSanitizer)
        QSKIP("Sanitizers keep freed memory; figures of memory mean nothing.");
    double peak[2]{}, bytes[2]{};
    for (const int i : {0, 1}) {
        const qint64 content = (i == 0 ? small : large) * qint64{1 << 20};
        bytes[i] = static_cast<double>(content);
        QVERIFY(writeElsewhere(name, [&] { return make(content); }));
        int status = -1;
        peak[i] = peakOf(m_program.path(name), status);
        QVERIFY2(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 3), "it did not end well");
    }
    const double times = (peak[1] - peak[0]) / (bytes[1] - bytes[0]), base = peak[0] - most * bytes[0];
    qInfo("%-26s %3.0f MiB: %4.0f MiB, %3.0f MiB: %4.0f MiB, %5.2f times", QTest::currentDataTag(), bytes[0] / megabyte,
          peak[0] / megabyte, bytes[1] / megabyte, peak[1] / megabyte, times);
    QVERIFY2(times <= most, qPrintable(QString::number(times)));
    QVERIFY2(base <= fixed * megabyte, qPrintable(QString::number(base / megabyte)));
}

QTEST_GUILESS_MAIN(MemoryTest)
#include "tst_memory.moc"
