#include "analysis/core/unpack.h"
#include "analysis/importers/openrun.h"
#include "analysis/importers/togetherness.h"
#include "tests/support/describe.h"
#include "tests/support/packed.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <random>

#include <zlib.h>
#include <zstd.h>

using namespace tachograph;

namespace {

QByteArray gzipped(const QByteArray& content) {
    return QByteArray::fromStdString(tests::gzipped({content.constData(), static_cast<std::size_t>(content.size())}));
}

QByteArray zstdPacked(const QByteArray& content) {
    return QByteArray::fromStdString(
        tests::zstdPacked({content.constData(), static_cast<std::size_t>(content.size())}));
}

const QByteArray rows = "{\"step\": 1, \"loss\": 0.5}\n{\"step\": 2, \"loss\": 0.25}\n";
const QString whole = "run: 1 2\n  loss: 0.5 0.25\n";

QString opened(const QByteArray& bytes, const char* name) {
    QTemporaryDir folder;
    const QString path = folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return "not written";
    file.close();
    QString text = QString::fromStdString(tests::describe(openRuns(path.toStdString())));
    return text.replace(folder.path() + "/", "");
}

} // namespace

/// Packed recordings open as what is in them.
class TestUnpack : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void packed_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        const QByteArray gz = gzipped(rows), zst = zstdPacked(rows);
        QTest::newRow("gzip") << gz << "run.jsonl.gz" << whole;
        QTest::newRow("zstd") << zst << "run.jsonl.zst" << whole;
        QTest::newRow("by content, not by name") << gz << "run.jsonl" << whole;
        QTest::newRow("not packed in spite of its name") << rows << "run.gz" << whole;
        QTest::newRow("two streams") << gzipped(rows.left(25)) + gzipped(rows.mid(25)) << "run.jsonl.gz" << whole;
        QTest::newRow("two frames") << zstdPacked(rows.left(25)) + zstdPacked(rows.mid(25)) << "run.jsonl.zst" << whole;
        QTest::newRow("padding behind") << gz + QByteArray(512, '\0') << "run.jsonl.gz" << whole;
        QTest::newRow("something else inside") << gzipped("Dear all,\n") << "run.gz"
                                               << "run.gz: it is not a recording that Tachograph knows. See tachograph "
                                                  "formats.";
        QTest::newRow("nothing inside") << gzipped("") << "run.gz"
                                        << "run.gz: it is empty. Check that it is the right file.";
        QTest::newRow("only a beginning") << gz.left(8) << "run.gz"
                                          << "run.gz: it is compressed and damaged at its beginning. Get another copy "
                                             "of it.";
        QTest::newRow("zstd, only a beginning")
            << zst.left(6) << "run.zst"
            << "run.zst: it is compressed and damaged at its beginning. Get another "
               "copy of it.";
    }
    void packed() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, name);
        QTEST(opened(bytes, qPrintable(name)), "expected");
    }

    /// What stands before the end or the damage of a larger file is read, and said.
    void torn_data() {
        QTest::addColumn<bool>("zstd");
        QTest::addColumn<bool>("flipped");
        QTest::newRow("gzip, cut") << false << false;
        QTest::newRow("gzip, flipped") << false << true;
        QTest::newRow("zstd, cut") << true << false;
    }
    void torn() {
        QFETCH(bool, zstd);
        QFETCH(bool, flipped);
        std::mt19937 random(7);
        QByteArray content;
        for (int step = 1; step <= 60'000; ++step)
            content += "{\"step\": " + QByteArray::number(step) + ", \"loss\": " + QByteArray::number(random()) + "}\n";
        QByteArray bytes = zstd ? zstdPacked(content) : gzipped(content);
        if (flipped)
            bytes.replace(bytes.size() / 2, 8, QByteArray(8, '\xff'));
        else
            bytes.chop(bytes.size() / 3);
        Source packed = Source::fromBytes("run.jsonl", bytes.toStdString());
        const auto result = unpack(packed, {});
        QVERIFY(result.ok());
        QVERIFY(result->source.size() > 100'000);
        if (!flipped)
            QVERIFY(result->source.size() < static_cast<std::uint64_t>(content.size()));
        QVERIFY2(QString::fromStdString(result->problem).startsWith("The packed data "), result->problem.c_str());
        QCOMPARE(result->source.head(20), content.left(20).toStdString());
    }

    void headReachesAsFarAsAsked() {
        const QByteArray content = rows.repeated(1000);
        for (const QByteArray& packed : {gzipped(content), zstdPacked(content)}) {
            QCOMPARE(unpackedHead(packed.toStdString(), 100), content.left(100).toStdString());
            QVERIFY(
                content.startsWith(QByteArray::fromStdString(unpackedHead(packed.left(60).toStdString(), 100'000))));
        }
        QCOMPARE(nameWithoutPacking("run.log.gz"), std::string("run.log"));
        QCOMPARE(nameWithoutPacking(".gz"), std::string(".gz"));
    }

    void endsOfTheContent_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QByteArray>("tail");
        QTest::newRow("nothing") << QByteArray() << QByteArray() << QByteArray();
        QTest::newRow("less than asked") << QByteArray("abc") << QByteArray("abc") << QByteArray();
        QTest::newRow("both ends meet") << QByteArray("abcdefgh") << QByteArray("abcdef") << QByteArray("gh");
        QTest::newRow("something between")
            << "abcdef" + QByteArray(3'000'000, '.') + "uvwxyz" << QByteArray("abcdef") << QByteArray("uvwxyz");
    }
    void endsOfTheContent() {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, head);
        QFETCH(QByteArray, tail);
        const LookBounds unbounded{std::uint64_t{1} << 40, std::chrono::steady_clock::time_point::max()};
        for (const QByteArray& bytes : {gzipped(content), zstdPacked(content)}) {
            Source packed = Source::fromBytes("run", bytes.toStdString());
            const ContentEnds ends = unpackedEnds(packed, 6, unbounded);
            QCOMPARE(QByteArray::fromStdString(ends.head), head);
            QCOMPARE(QByteArray::fromStdString(ends.tail), tail);
            QVERIFY(ends.reached);
        }
    }

    void looksNoFurtherThanItsBounds() {
        const QByteArray content = "abcdef" + QByteArray(3'000'000, '.') + "uvwxyz";
        const auto never = std::chrono::steady_clock::time_point::max();
        for (const QByteArray& bytes : {gzipped(content), zstdPacked(content)})
            for (const LookBounds& bounds :
                 {LookBounds{1'000'000, never}, LookBounds{std::uint64_t{1} << 40, std::chrono::steady_clock::now()}}) {
                Source packed = Source::fromBytes("run", bytes.toStdString());
                const ContentEnds ends = unpackedEnds(packed, 6, bounds);
                QCOMPARE(ends.head, std::string("abcdef"));
                QCOMPARE(ends.tail, std::string());
                QVERIFY(!ends.reached);
            }
    }

    void packedRestartsBelongTogether_data() {
        QTest::addColumn<int>("begin");
        QTest::addColumn<bool>("likely");
        QTest::newRow("one behind the other") << 39'000 << true;
        QTest::newRow("a gap behind the end") << 45'000 << false;
        QTest::newRow("both from the start") << 1 << false;
    }
    void packedRestartsBelongTogether() {
        QFETCH(int, begin);
        const auto content = [](int first, int last) {
            QByteArray text;
            for (int step = first; step <= last; ++step)
                text +=
                    "{\"step\": " + QByteArray::number(step) + ", \"loss\": " + QByteArray::number(step % 7) + "}\n";
            return text;
        };
        QTemporaryDir folder;
        const auto write = [&folder](const char* name, const QByteArray& bytes) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName().toStdString()
                                                                                        : std::string();
        };
        const std::vector<std::string> paths{write("a.jsonl.gz", gzipped(content(1, 40'000))),
                                             write("b.jsonl.zst", zstdPacked(content(begin, 60'000)))};
        const Togetherness together = togethernessOf(paths);
        QTEST(together.likely, "likely");
        QVERIFY(together.endsUnseen.empty());
    }

    /// Rows, then 2 GiB of zero bytes packed to next to nothing: the rows are read, most of the rest is never written.
    void bomb_data() {
        QTest::addColumn<QByteArray>("bytes");
        const QByteArray zeros(64 << 20, '\0');
        QTest::newRow("gzip, many streams") << gzipped(rows) + gzipped(zeros).repeated(32);
        QTest::newRow("zstd, many frames") << zstdPacked(rows) + zstdPacked(zeros).repeated(32);
    }
    void bomb() {
        QFETCH(QByteArray, bytes);
        const std::uint64_t bound = std::max<std::uint64_t>(256 << 20, static_cast<std::uint64_t>(bytes.size()) * 300);
        QVERIFY(bound < (std::uint64_t{1} << 30));
        Source packed = Source::fromBytes("run.jsonl", bytes.toStdString());
        const auto result = unpack(packed, {});
        QVERIFY(result.ok());
        QVERIFY(result->source.size() <= bound + (1 << 20));
        QVERIFY(result->problem.starts_with("It unpacks to more than 300 times its size; only the first "));
        const auto runs = openRunsFromBytes("run.jsonl.gz", bytes.toStdString());
        QVERIFY(runs.ok());
        QCOMPARE(runs->front()->rows().size(), std::size_t(2));
        QVERIFY(runs->front()->issues().total > 0);
    }

    void canceled() {
        std::stop_source stop;
        stop.request_stop();
        Source packed = Source::fromBytes("run.gz", gzipped(rows).toStdString());
        const auto result = unpack(packed, Job(stop.get_token()));
        QVERIFY(!result.ok());
        QCOMPARE(result.error().message, std::string(canceledMessage));
    }
};

QTEST_GUILESS_MAIN(TestUnpack)
#include "tst_unpack.moc"
