#include "analysis/importers/openrun.h"
#include "tests/conformance/peakmemory.h"
#include "tests/conformance/reading.h"
#include "tests/conformance/samplerecording.h"
#include "tests/support/samples.h"
#include "tests/support/withoutprivileges.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <ctime>
#include <filesystem>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

/// Of work, so that a busy machine is no failure; a hang ends with the time limit of the test.
double processorSecondsSince(std::clock_t before) {
    return static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
}

constexpr double mostSeconds = PeakMemory::underSanitizer ? 100 : 10;

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
    QCOMPARE(file.write(bytes), bytes.size());
}

/// Makes the file longer without writing to the disk: a hole reads as zero bytes.
void extend(const QString& path, std::uintmax_t bytes) {
    std::filesystem::resize_file(path.toStdString(), bytes);
}

void makeSocket(const QString& path) {
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    qstrncpy(address.sun_path, path.toUtf8().constData(), sizeof address.sun_path);
    QCOMPARE(::bind(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ::close(descriptor);
}

QByteArray jsonLines() {
    return SampleRecording("jsonl").bytes();
}

std::size_t rowsOf(const std::vector<RunPtr>& runs) {
    std::size_t rows = 0;
    for (const RunPtr& run : runs)
        rows += run->rows().size();
    return rows;
}

} // namespace

/// What a disk can hold instead of a recording: one clear sentence, no crash, no hang, no memory without bounds; and
/// what is readable is read.
class TestBrokenInput : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        // So that a process without privileges gets as far as the thing itself.
        QFile::setPermissions(m_folder->path(), QFile::Permissions(0x7755));
    }

    /// QTemporaryDir cannot remove names that are not UTF-8.
    void cleanup() { std::filesystem::remove_all(m_folder->path().toStdString()); }

    void isRefusedWithASentence_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("says"); // pattern of the sentence
        const auto row = [](const char* what, const char* says) {
            QTest::newRow(what) << what << says;
        };
        row("missing file", "no such file");
        row("missing folder", "no such file");
        row("file used as a folder", "no such file");
        row("empty file", "empty|nothing");
        row("only blanks", "not a recording|empty|nothing");
        row("noise", "not a recording");
        row("a picture", "not a recording");
        row("half a character", "not a recording");
        row("prose", "not a recording");
        row("named pipe", "pipe");
        row("socket", "socket|cannot be opened");
        row("endless device", "device");
        row("null device", "device");
        row("dangling link", "no such file");
        row("link to itself", "cannot be opened|link");
        row("folder with nothing in it", "no recording|nothing|empty");
        row("folder without recordings", "no recording|nothing");
        row("folder with a link to itself", "no recording|nothing");
        row("folder of pipes and devices", "no recording|nothing");
        row("unreadable file", "permission");
        row("unreadable folder", "permission");
        row("a gigabyte of zero bytes", "not a recording");
        row("a terabyte of zero bytes", "empty");
        row("name of a run that is not there", "nosuchrun");
        row("empty path", ".");
    }

    void isRefusedWithASentence() {
        QFETCH(QString, what);
        QFETCH(QString, says);
        const QString path = make(what);
        const std::clock_t before = std::clock();
        const PeakMemory peak;
        const auto runs = [&] {
            const WithoutPrivileges nobody;
            return openRuns(path.toStdString());
        }();
        const auto megabytes = peak.bytes() >> 20;
        QVERIFY2(!runs.ok(), "was opened");
        const QString sentence = QString::fromStdString(runs.error().message);
        QCOMPARE(faultOfSentence(sentence), QString());
        QVERIFY2(QRegularExpression(says).match(sentence).hasMatch(), qPrintable(sentence));
        if (!path.isEmpty())
            QVERIFY2(sentence.contains(QFileInfo(path).fileName().section('#', 0, 0)), qPrintable(sentence));
        const double seconds = processorSecondsSince(before);
        QVERIFY2(seconds < mostSeconds, qPrintable(QString("%1 s").arg(seconds)));
        if (!PeakMemory::underSanitizer)
            QVERIFY2(megabytes < 160, qPrintable(QString("%1 MB").arg(megabytes)));
    }

    void isReadAsFarAsItGoes_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("rows");
        QTest::newRow("recording, then a gigabyte without line end") << "gigabyte line" << 8;
        QTest::newRow("recording, then a hole of a terabyte") << "terabyte hole" << 8;
        QTest::newRow("torn in the middle of a character") << "torn character" << 8;
        QTest::newRow("noise between two recordings' worth of lines") << "noise inside" << 16;
        QTest::newRow("link to a recording") << "link" << 8;
        QTest::newRow("folder with a recording, a pipe, a loop and a dead link") << "mixed folder" << 8;
        QTest::newRow("folder with two thousand other files") << "crowded folder" << 8;
        QTest::newRow("name that is not UTF-8") << "strange name" << 8;
        QTest::newRow("name with a number sign") << "number sign" << 8;
    }

    void isReadAsFarAsItGoes() {
        QFETCH(QString, what);
        QFETCH(int, rows);
        const std::string path = makeReadable(what);
        const std::clock_t before = std::clock();
        const PeakMemory peak;
        const auto runs = openRuns(path);
        const auto megabytes = peak.bytes() >> 20;
        QVERIFY2(runs.ok(), runs.ok() ? "" : runs.error().message.c_str());
        QCOMPARE(rowsOf(*runs), static_cast<std::size_t>(rows));
        const double seconds = processorSecondsSince(before);
        QVERIFY2(seconds < mostSeconds, qPrintable(QString("%1 s").arg(seconds)));
        if (!PeakMemory::underSanitizer)
            QVERIFY2(megabytes < 160, qPrintable(QString("%1 MB").arg(megabytes)));
    }

    void blemishesAreCounted() {
        const auto runs = openRuns(makeReadable("noise inside"));
        QVERIFY(runs.ok());
        QVERIFY(runs->front()->issues().total > 0);
        QVERIFY(!runs->front()->issues().kept.empty());
    }

    void bytesInMemory() {
        QVERIFY(!openRunsFromBytes("clipboard", "").ok());
        const auto refused = openRunsFromBytes("clipboard", std::string(1 << 20, '\xff'));
        QVERIFY(!refused.ok());
        QVERIFY2(QString::fromStdString(refused.error().message).contains("clipboard"),
                 refused.error().message.c_str());
        QVERIFY(openRunsFromBytes("clipboard", jsonLines().toStdString()).ok());
    }

  private:
    QString path(const QString& name) const { return m_folder->filePath(name); }

    QString make(const QString& what) {
        if (what == "empty path")
            return {};
        const QString at = path("case");
        if (what == "empty file")
            write(at, "");
        else if (what == "only blanks")
            write(at, "  \n\t\n\r\n");
        else if (what == "noise")
            write(at, noise());
        else if (what == "a picture")
            write(at, "\x89PNG\r\n\x1a\n" + noise());
        else if (what == "half a character")
            write(at, "\xE2\x82");
        else if (what == "prose")
            write(at, "It was a dark and stormy night; the loss fell in torrents.\n");
        else if (what == "a gigabyte of zero bytes") {
            write(at, "");
            extend(at, std::uintmax_t{1} << 30);
        } else if (what == "a terabyte of zero bytes") {
            write(at, "");
            extend(at, std::uintmax_t{1} << 40);
        } else if (what == "unreadable file") {
            write(at, jsonLines());
            QFile::setPermissions(at, {});
        } else if (what == "file used as a folder") {
            write(at, jsonLines());
            return at + "/case";
        } else if (what == "name of a run that is not there") {
            write(at, jsonLines());
            return at + "#nosuchrun";
        } else
            return makeSpecial(what, at);
        return at;
    }

    QString makeSpecial(const QString& what, const QString& at) {
        const QByteArray name = at.toUtf8();
        if (what == "missing folder")
            return path("none/case");
        if (what == "endless device")
            return "/dev/zero";
        if (what == "null device")
            return "/dev/null";
        if (what == "named pipe")
            ::mkfifo(name.constData(), 0644);
        else if (what == "socket")
            makeSocket(at);
        else if (what == "dangling link")
            QFile::link(path("nowhere"), at);
        else if (what == "link to itself")
            QFile::link(at, at);
        else if (what.startsWith("folder") || what == "unreadable folder")
            makeFolder(what, at);
        return at;
    }

    void makeFolder(const QString& what, const QString& at) {
        QDir().mkdir(at);
        if (what == "folder without recordings") {
            write(at + "/notes.txt", "Nothing of use.\n");
            write(at + "/weights.bin", noise());
        } else if (what == "folder with a link to itself") {
            QFile::link(at, at + "/again");
        } else if (what == "folder of pipes and devices") {
            ::mkfifo((at + "/metrics.jsonl").toUtf8().constData(), 0644);
            QFile::link("/dev/zero", at + "/console.log");
            makeSocket(at + "/s.log");
        } else if (what == "unreadable folder") {
            write(at + "/metrics.jsonl", jsonLines());
            QFile::setPermissions(at, {});
        }
    }

    std::string makeReadable(const QString& what) {
        const QString at = path("case.jsonl");
        if (what == "gigabyte line") {
            write(at, jsonLines());
            extend(at, std::uintmax_t{1} << 30);
        } else if (what == "terabyte hole") {
            write(at, jsonLines());
            extend(at, std::uintmax_t{1} << 40);
        } else if (what == "torn character") {
            write(at, jsonLines() + "{\"step\": 9, \"loss\": 2.0, \"note\": \"\xE2\x82");
        } else if (what == "noise inside") {
            write(at, jsonLines() + noise().replace('\n', ' ') + "\n" + jsonLines());
        } else if (what == "link") {
            write(path("target"), jsonLines());
            QFile::link(path("target"), at);
        } else if (what == "strange name") {
            const std::string strange = (m_folder->path() + "/a\x1b[31m b").toStdString() + "\xff\n.jsonl";
            std::filesystem::copy_file(sampleFile(), strange);
            return strange;
        } else if (what == "number sign") {
            write(path("run#2.jsonl"), jsonLines());
            return path("run#2.jsonl").toStdString();
        } else
            return makeReadableFolder(what);
        return at.toStdString();
    }

    std::string makeReadableFolder(const QString& what) {
        const QString at = path("run");
        QDir().mkdir(at);
        write(at + "/metrics.jsonl", jsonLines());
        if (what == "mixed folder") {
            ::mkfifo((at + "/console.log").toUtf8().constData(), 0644);
            QFile::link(at, at + "/again");
            QFile::link(at + "/nowhere", at + "/dead.jsonl");
        } else {
            for (int i = 0; i < 2000; ++i)
                write(at + QString("/sample-%1.txt").arg(i), "A sample of text.\n");
        }
        return at.toStdString();
    }

    static std::string sampleFile() { return tests::testData("conformance/jsonl.jsonl"); }

    static QByteArray noise() { return tests::noise(100'000, 7); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestBrokenInput)
#include "tst_brokeninput.moc"
