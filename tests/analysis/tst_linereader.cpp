#include "analysis/core/linereader.h"

#include <QTest>

#include <QTemporaryDir>

#include <sys/stat.h>

using namespace tachograph;

namespace {

/// "number@offset:text" of every line, '|' between them; '~' after a line without end, '!' after a cut one.
QString lines(const std::string& bytes, LineReader::CarriageReturn mode = LineReader::CarriageReturn::keep) {
    Source source = Source::fromBytes("memory", bytes);
    LineReader reader(source, mode);
    QStringList all;
    while (const auto line = reader.next())
        all << QStringLiteral("%1@%2:%3%4%5")
                   .arg(line->number)
                   .arg(line->offset)
                   .arg(QString::fromStdString(std::string(line->text)), line->complete ? "" : "~",
                        line->cut ? "!" : "");
    return all.join('|');
}

} // namespace

class TestLineReader : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void splits_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("kept");
        QTest::addColumn<QString>("split");
        auto row = [](const char* name, const QByteArray& bytes, const char* kept, const char* split) {
            QTest::newRow(name) << bytes << kept << split;
        };
        row("nothing", "", "", "");
        row("one line", "a\n", "1@0:a", "1@0:a");
        row("last without end", "a\nbc", "1@0:a|2@2:bc~", "1@0:a|2@2:bc~");
        row("empty lines", "\n\nx\n", "1@0:|2@1:|3@2:x", "1@0:|2@1:|3@2:x");
        row("windows", "a\r\nb\r\n", "1@0:a|2@3:b", "1@0:a|2@3:b");
        row("byte order mark",
            "\xEF\xBB\xBF"
            "a\n",
            "1@3:a", "1@3:a");
        row("progress bar", "10%\r20%\rdone\n", "1@0:10%\r20%\rdone", "1@0:10%|1@4:20%|1@8:done");
        row("return at the end", "a\r", "1@0:a~", "1@0:a");
        row("only returns", "\r\r", "1@0:\r~", "1@0:|1@1:");
    }
    void splits() {
        QFETCH(QByteArray, bytes);
        QTEST(lines(bytes.toStdString()), "kept");
        QTEST(lines(bytes.toStdString(), LineReader::CarriageReturn::split), "split");
    }

    void aLineLongerThanTheBoundIsCutAndTheNextOneIsRead() {
        std::string bytes(LineReader::longestLine + 5'000'000, 'x');
        bytes += "\nnext\n";
        Source source = Source::fromBytes("memory", std::move(bytes));
        LineReader reader(source);
        const auto first = reader.next();
        QVERIFY(first && first->cut);
        QCOMPARE(first->text.size(), LineReader::longestLine);
        const auto second = reader.next();
        QVERIFY(second && !second->cut);
        QCOMPARE(std::string(second->text), std::string("next"));
        QCOMPARE(second->number, std::uint64_t(2));
        QVERIFY(!reader.next());
    }

    void linesAcrossBufferBordersStayWhole() {
        std::string bytes;
        std::vector<std::string> wanted;
        for (int i = 0; i < 30000; ++i) {
            wanted.push_back(std::string(static_cast<std::size_t>(i % 211), static_cast<char>('a' + i % 26)));
            bytes += wanted.back() + "\n";
        }
        Source source = Source::fromBytes("memory", std::move(bytes));
        LineReader reader(source);
        for (const std::string& line : wanted) {
            const auto got = reader.next();
            QVERIFY(got.has_value());
            QCOMPARE(std::string(got->text), line);
        }
        QVERIFY(!reader.next());
        QCOMPARE(reader.progress(), 1.0);
    }

    void whatIsNoFileIsRefusedWithASentence_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("says");
        QTest::newRow("missing") << "missing"
                                 << "there is no such file";
        QTest::newRow("folder") << "."
                                << "it is a folder";
        QTest::newRow("pipe") << "pipe"
                              << "it is a pipe";
        QTest::newRow("device") << "/dev/zero"
                                << "it is a device";
        QTest::newRow("below a file") << "file/x"
                                      << "there is no such file";
    }
    void whatIsNoFileIsRefusedWithASentence() {
        QFETCH(QString, path);
        QFETCH(QString, says);
        QTemporaryDir folder;
        QCOMPARE(::mkfifo((folder.path() + "/pipe").toUtf8().constData(), 0600), 0);
        QFile file(folder.path() + "/file");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        const auto source = Source::openFile((path.startsWith('/') ? path : folder.path() + "/" + path).toStdString());
        QVERIFY(!source.ok());
        QVERIFY2(QString::fromStdString(source.error().message).contains(says), source.error().message.c_str());
    }

    void hashIsTheStandardOne() {
        // printf abc | sha256sum
        QCOMPARE(Source::fromBytes("memory", "abc").sha256(),
                 std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        // printf '' | sha256sum
        QCOMPARE(Source::fromBytes("memory", "").sha256(),
                 std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    }

    void hashOfAFileDoesNotMoveIt() {
        QTemporaryDir folder;
        QFile file(folder.path() + "/abc");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("abc");
        file.close();
        auto source = Source::openFile(file.fileName().toStdString());
        QVERIFY(source.ok());
        char first = 0;
        QCOMPARE(source->read({&first, 1}), std::size_t(1));
        QCOMPARE(source->sha256(), Source::fromBytes("memory", "abc").sha256());
        QCOMPARE(source->sha256([] { return false; }), std::string());
        QCOMPARE(source->position(), std::uint64_t(1));
        QCOMPARE(source->head(10), std::string("abc"));
    }

    void baseNames_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << "a.log"
                               << "a.log";
        QTest::newRow("folder") << "/x/run/"
                                << "run";
        QTest::newRow("root") << "/"
                              << "/";
        QTest::newRow("nested") << "x/y/a.log"
                                << "a.log";
    }
    void baseNames() {
        QFETCH(QString, path);
        QTEST(QString::fromStdString(baseName(path.toStdString())), "name");
    }
};

QTEST_GUILESS_MAIN(TestLineReader)
#include "tst_linereader.moc"
