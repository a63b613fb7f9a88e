#include "tests/conformance/peakmemory.h"
#include "tests/conformance/reading.h"
#include "tests/conformance/samplerecording.h"

#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <ctime>
#include <random>

using namespace tachograph;
using namespace tachograph::tests;

namespace {

/// Every number of the text replaced.
QByteArray withNumbers(const QByteArray& text, const char* number) {
    static const QRegularExpression any(R"(-?\d+(\.\d+)?(e[-+]?\d+)?)");
    return QString::fromUtf8(text).replace(any, number).toUtf8();
}

/// The bytes after a few random bytes were changed, doubled or taken out.
QByteArray damaged(QByteArray bytes, std::mt19937& random) {
    for (int i = 0; i < 4 && !bytes.isEmpty(); ++i) {
        const qsizetype at = static_cast<qsizetype>(random() % static_cast<unsigned>(bytes.size()));
        const qsizetype length = static_cast<qsizetype>(random() % 20);
        switch (random() % 3) {
        case 0:
            bytes[at] = static_cast<char>(random());
            break;
        case 1:
            bytes.insert(at, bytes.mid(at, length));
            break;
        default:
            bytes.remove(at, length);
        }
    }
    return bytes;
}

/// How much is tried. A sanitizer makes reading ten times slower, so that fewer places are tried with it; each kind of
/// damage and each importer stays.
struct Effort {
    qsizetype prefixStride; ///< of the prefixes that end inside of a line one in so many is read
    int randomCases;
    int longLine;   ///< MB, for one filling; a quarter of it for the others
    int cancelSize; ///< MB
};
constexpr Effort effort = PeakMemory::underSanitizer ? Effort{17, 30, 4, 6} : Effort{1, 200, 64, 16};

double processorSeconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace

/// What every importer promises, held against every importer of the registry. A new one is tested as soon as it is
/// registered; it needs a sample of eight rows in tests/data/conformance.
class TestImporters : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(".*"));
        QVERIFY(!importers().empty());
    }

    void descriptor_data() { eachImporter(); }
    void descriptor() {
        const Importer& importer = current();
        QVERIFY(QRegularExpression("^[a-z][a-z0-9_]*$").match(QString::fromStdString(importer.id)).hasMatch());
        QCOMPARE(importerById(importer.id), &importer);
        QVERIFY(!importer.title.empty());
        QCOMPARE(faultOfSentence(QString::fromStdString(importer.description)), QString());
        QVERIFY(!importer.patterns.empty());
    }

    void sampleIsRecognisedAndRead_data() { eachImporter(); }
    void sampleIsRecognisedAndRead() {
        const SampleRecording sample(current().id);
        QVERIFY2(sample.valid(), "no sample in tests/data/conformance");
        const QByteArray bytes = sample.bytes();
        // By content: the name says nothing.
        QCOMPARE(recognise({std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())), "recording"}),
                 &current());
        const Reading reading = readBytes(current(), bytes);
        QCOMPARE(reading.error, QString());
        QCOMPARE(reading.brokenPromise(), QString());
        QCOMPARE(reading.runs.size(), std::size_t(1));
        QCOMPARE(reading.rows(), std::size_t(SampleRecording::rows));
        QCOMPARE(reading.nonfinite(), std::size_t(1));
    }

    /// No other importer is as sure of the sample.
    void claimedByOneOnly_data() { eachImporter(); }
    void claimedByOneOnly() {
        const QByteArray bytes = SampleRecording(current().id).bytes();
        const int sure = current().sniff(head(bytes));
        for (const Importer* other : importers())
            QVERIFY2(other == &current() || other->sniff(head(bytes)) < sure, other->id.c_str());
    }

    /// The same recording with other ends of lines or a byte order mark says the same.
    void sameContent_data() { eachTextImporterWith({"crlf", "byte order mark", "blank lines at the end"}); }
    void sameContent() {
        const SampleRecording sample(current().id);
        QByteArray bytes = sample.bytes();
        const QString expected = readBytes(current(), bytes).fingerprint();
        if (how() == "crlf")
            bytes.replace("\n", "\r\n");
        else if (how() == "byte order mark")
            bytes.prepend("\xEF\xBB\xBF");
        else
            bytes.append("\n\n");
        const Reading reading = readBytes(current(), bytes);
        QCOMPARE(reading.error, QString());
        QCOMPARE(reading.fingerprint(), expected);
        QCOMPARE(importerOf(bytes), &current());
    }

    /// A last line without end may be torn in its last number; nothing else may be missing.
    void noLastLineEnd_data() { eachTextImporterWith({"chopped"}); }
    void noLastLineEnd() {
        const QByteArray bytes = SampleRecording(current().id).bytes();
        const Reading whole = readBytes(current(), bytes), chopped = readBytes(current(), bytes.chopped(1));
        QCOMPARE(chopped.error, QString());
        QCOMPARE(chopped.rows(), whole.rows());
        QVERIFY(chopped.loggedValues().size() + 1 >= whole.loggedValues().size());
    }

    /// Bytes that hold nothing to read give one sentence, or a run without rows.
    void nothingToRead_data() {
        eachImporterWith(
            {"nothing", "one byte", "zero byte", "line ends", "blanks", "noise", "text", "half a character"});
    }
    void nothingToRead() {
        const QByteArray bytes = how() == "nothing"     ? QByteArray()
                                 : how() == "one byte"  ? QByteArray("s")
                                 : how() == "zero byte" ? QByteArray(1, '\0')
                                 : how() == "line ends" ? QByteArray("\n\r\n\r\r\n")
                                 : how() == "blanks"    ? QByteArray(5000, ' ')
                                 : how() == "noise"     ? noise(1 << 20, 1)
                                 : how() == "text"      ? QByteArray("Dear all, this is not a recording.\n")
                                                        : QByteArray("\xE2\x82");
        const Reading reading = readBytes(current(), bytes);
        QCOMPARE(reading.brokenPromise(), QString());
        QVERIFY2(!reading.error.isEmpty() || reading.rows() == 0 || how() == "noise", "rows out of nothing");
        QVERIFY(current().sniff(head(bytes)) >= 0);
        QVERIFY2(current().sniff(head(bytes)) < 50, "claims bytes that hold nothing of its own");
    }

    /// However a recording is torn, whole lines before the tear stay, and no half number is taken for a whole one.
    void everyPrefix_data() { eachImporter(); }
    void everyPrefix() {
        const SampleRecording sample(current().id);
        const QByteArray bytes = sample.bytes();
        const QStringList logged = readBytes(current(), bytes).loggedValues();
        const QSet<QString> real(logged.begin(), logged.end());
        std::size_t rowsOfWholeLines = 0;
        for (qsizetype length = 0; length <= bytes.size(); ++length) {
            const QByteArray prefix = bytes.left(length);
            if (length % effort.prefixStride != 0 && !prefix.endsWith('\n') && length != bytes.size())
                continue;
            const Reading reading = readBytes(current(), prefix);
            const QString broken = reading.brokenPromise();
            QVERIFY2(broken.isEmpty(), qPrintable(QString("%1 bytes: %2").arg(length).arg(broken)));
            QVERIFY2(
                reading.rows() >= rowsOfWholeLines,
                qPrintable(
                    QString("%1 bytes: %2 rows, %3 before").arg(length).arg(reading.rows()).arg(rowsOfWholeLines)));
            for (const QString& value : reading.loggedValues())
                QVERIFY2(real.contains(value),
                         qPrintable(QString("%1 bytes: %2 is not in the recording").arg(length).arg(value)));
            if (prefix.endsWith('\n') || length == bytes.size())
                rowsOfWholeLines = reading.rows();
            const int certainty = current().sniff(head(prefix));
            QVERIFY(certainty >= 0 && certainty <= 100);
        }
        QCOMPARE(rowsOfWholeLines, std::size_t(SampleRecording::rows));
    }

    /// Damage in the middle costs at most its neighbours; everything before and after is still read.
    void damageInTheMiddle_data() {
        eachImporterWith({"invalid utf-8", "zero bytes", "noise", "brackets", "a quote", "escape sequences",
                          "half a line", "a million digits"});
    }
    void damageInTheMiddle() {
        const SampleRecording sample(current().id);
        const QByteArray line = how() == "invalid utf-8"      ? QByteArray("loss \xff\xfe\xc3 \xed\xa0\x80 5")
                                : how() == "zero bytes"       ? QByteArray(300, '\0')
                                : how() == "noise"            ? noise(5000, 2).replace('\n', ' ').replace('"', ' ')
                                : how() == "brackets"         ? QByteArray(200'000, '[')
                                : how() == "a quote"          ? QByteArray("it's a 5\" disk")
                                : how() == "escape sequences" ? QByteArray("\x1b[31mred\x1b[0m \x1b]0;title\x07 \x1b[")
                                : how() == "half a line"      ? sample.bytes().split('\n').value(2).left(30)
                                                              : QByteArray(1'000'000, '7');
        const Reading reading = readBytes(current(), sample.withLine(line));
        QCOMPARE(reading.brokenPromise(), QString());
        if (sample.rowsKept() > 0) // shifted pages of a database may hold nothing to read
            QCOMPARE(reading.error, QString());
        const auto kept = static_cast<std::size_t>(sample.rowsKept());
        QVERIFY2(reading.rows() >= kept, qPrintable(QString::number(reading.rows())));
    }

    void strangeNumbers_data() {
        eachImporterWith({"1e999", "-1e999", "99999999999999999999999999", "-9223372036854775808",
                          "9223372036854775807", "1e-400", "NaN", "Infinity", "-", "0x10", "1e18",
                          "18446744073709551616", "null", "''"});
    }
    void strangeNumbers() {
        const SampleRecording sample(current().id);
        const Reading reading = readBytes(current(), withNumbers(sample.bytes(), how().constData()));
        QCOMPARE(reading.brokenPromise(), QString());
    }

    void randomDamage_data() { eachImporter(); }
    void randomDamage() {
        const SampleRecording sample(current().id);
        std::mt19937 random(20261129);
        for (int i = 0; i < effort.randomCases; ++i) {
            const QByteArray bytes = damaged(sample.bytes(), random);
            const QString broken = readBytes(current(), bytes).brokenPromise();
            QVERIFY2(broken.isEmpty(), qPrintable(QString("case %1: %2").arg(i).arg(broken)));
        }
    }

    /// The steps start again: nothing is dropped, whether it is a new attempt or another run.
    void stepsThatGoBack_data() { eachImporter(); }
    void stepsThatGoBack() {
        const SampleRecording sample(current().id);
        const Reading reading = readBytes(current(), sample.repeated(3));
        QCOMPARE(reading.brokenPromise(), QString());
        QCOMPARE(reading.rows(), std::size_t(3 * SampleRecording::rows));
        QCOMPARE(reading.nonfinite(), std::size_t(3));
        std::size_t attempts = 0;
        for (const auto& run : reading.runs)
            attempts += run->attempts().size();
        QCOMPARE(attempts, std::size_t(3));
    }

    void sameAnswerTwice_data() { eachImporter(); }
    void sameAnswerTwice() {
        const QByteArray bytes = SampleRecording(current().id).repeated(2);
        QCOMPARE(readBytes(current(), bytes).fingerprint(), readBytes(current(), bytes).fingerprint());
    }

    /// A line of many megabytes between the rows, from a file: read around it, in bounded memory.
    void veryLongLine_data() { eachImporterWith({"letters", "digits", "open brackets", "zero bytes"}); }
    void veryLongLine() {
        const SampleRecording sample(current().id);
        const char filling = how() == "letters" ? 'a' : how() == "digits" ? '1' : how() == "zero bytes" ? '\0' : '[';
        QTemporaryDir folder;
        const QString path = folder.filePath("recording");
        {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            const auto [before, behind] = sample.halves();
            file.write(before);
            const QByteArray block(1 << 20, filling);
            const int megabytesWritten = filling == 'a' ? effort.longLine : effort.longLine / 4;
            for (int i = 0; i < megabytesWritten; ++i)
                QCOMPARE(file.write(block), block.size());
            file.write(sample.isText() ? "\n" + behind : behind);
        }
        const PeakMemory peak;
        auto source = Source::openFile(path.toStdString());
        QVERIFY(source.ok());
        const Reading reading = readSource(current(), std::move(source).value());
        const auto megabytes = peak.bytes() >> 20;
        QCOMPARE(reading.brokenPromise(), QString());
        if (sample.isLineFormat())
            QCOMPARE(reading.rows(), std::size_t(SampleRecording::rows));
        if (!PeakMemory::underSanitizer)
            QVERIFY2(megabytes < 160, qPrintable(QString("%1 MB").arg(megabytes)));
    }

    void cancelAfterOnePercent_data() { eachImporter(); }
    void cancelAfterOnePercent() {
        const SampleRecording sample(current().id);
        std::stop_source stop;
        double fraction = 0, stoppedAt = 0;
        const Job job(stop.get_token(), [&](double now) {
            fraction = std::max(fraction, now);
            if (now >= 0.01 && !stop.stop_requested()) {
                stoppedAt = processorSeconds();
                stop.request_stop();
            }
        });
        Source source = Source::fromBytes("sample", sample.ofSize(qsizetype{effort.cancelSize} << 20).toStdString());
        auto result = current().read(source, job);
        const double answered = processorSeconds() - stoppedAt;
        QVERIFY2(stop.stop_requested(), "never told how far it is");
        QVERIFY(!result.ok());
        QCOMPARE(result.error().message, std::string(canceledMessage));
        QVERIFY2(fraction < 0.9, "told how far it is only at the end");
        const double allowed = PeakMemory::underSanitizer ? 1.0 : 0.1;
        QVERIFY2(answered < allowed, qPrintable(QString("%1 s").arg(answered)));
    }

    void canceledBeforeTheStart_data() { eachImporter(); }
    void canceledBeforeTheStart() {
        std::stop_source stop;
        stop.request_stop();
        const QByteArray bytes = SampleRecording(current().id).ofSize(qsizetype{2} << 20);
        QCOMPARE(readBytes(current(), bytes, Job(stop.get_token())).error, QString(canceledMessage));
    }

  private:
    static void eachImporter() {
        QTest::addColumn<QByteArray>("id");
        for (const Importer* importer : importers())
            QTest::newRow(importer->id.c_str()) << QByteArray::fromStdString(importer->id);
    }

    static void eachImporterWith(const QList<QByteArray>& cases) {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("how");
        for (const Importer* importer : importers())
            for (const QByteArray& how : cases)
                QTest::addRow("%s, %s", importer->id.c_str(), how.constData())
                    << QByteArray::fromStdString(importer->id) << how;
    }

    /// Only those whose recordings are lines of text.
    static void eachTextImporterWith(const QList<QByteArray>& cases) {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("how");
        for (const Importer* importer : importers())
            for (const QByteArray& how : cases)
                if (SampleRecording(importer->id).isText())
                    QTest::addRow("%s, %s", importer->id.c_str(), how.constData())
                        << QByteArray::fromStdString(importer->id) << how;
    }

    static const Importer& current() {
        QFETCH(QByteArray, id);
        return *importerById(id.toStdString());
    }

    static QByteArray how() {
        QFETCH(QByteArray, how);
        return how;
    }

    static Head head(const QByteArray& bytes) {
        const auto size = std::min(static_cast<std::size_t>(bytes.size()), Head::bytesAsked);
        return {std::string_view(bytes.constData(), size), "recording"};
    }

    static const Importer* importerOf(const QByteArray& bytes) { return recognise(head(bytes)); }
};

QTEST_GUILESS_MAIN(TestImporters)
#include "tst_importers.moc"
