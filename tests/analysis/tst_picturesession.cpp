#include "analysis/review/picturesession.h"
#include "analysis/review/reviewjson.h"

#include <QByteArray>
#include <QRegularExpression>
#include <QTest>

#include <functional>

using namespace tachograph;

using Change = std::function<QByteArray(QByteArray)>;
Q_DECLARE_METATYPE(Change)

namespace {

const QByteArray session = "{\"schema\": \"tachograph.session/1\"}\n";

quint32 crcOf(const QByteArray& bytes) {
    quint32 crc = 0xffffffff;
    for (const char byte : bytes) {
        crc ^= static_cast<quint8>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 1U) != 0 ? crc >> 1U ^ 0xedb88320U : crc >> 1U;
    }
    return crc ^ 0xffffffff;
}

QByteArray number(quint32 value) {
    QByteArray bytes;
    for (const int shift : {24, 16, 8, 0})
        bytes += static_cast<char>(value >> static_cast<unsigned>(shift) & 0xffU);
    return bytes;
}

QByteArray chunk(const QByteArray& type, const QByteArray& data) {
    return number(static_cast<quint32>(data.size())) + type + data + number(crcOf(type + data));
}

/// One black pixel.
QByteArray frame(const QByteArray& between = {}) {
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", QByteArray("\0\0\0\1\0\0\0\1\x8\2\0\0\0", 13)) + between +
           chunk("IDAT", qCompress(QByteArray(4, '\0')).mid(4)) + chunk("IEND", {});
}

QByteArray data(const QByteArray& text, const QByteArray& flags = QByteArray("\0\1\0\0\0", 5)) {
    return "Tachograph session" + flags + text;
}

QByteArray packed(const QByteArray& text) {
    return qCompress(text).mid(4); // without the length that Qt puts before it
}

QByteArray carrying() {
    const auto picture = withSession(frame().toStdString(), session.toStdString());
    return picture ? QByteArray::fromStdString(*picture) : QByteArray();
}

} // namespace

/// Sessions in pictures, which may come from anybody.
class TestPictureSession : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }
    void comesBack_data();
    void comesBack();
    void otherProgramsReadThePicture();
    void refuses_data();
    void refuses();
    void everyCutIsRefused();
    void everyDamagedByteIsRefusedOrHarmless();
    void noBomb();
    void nothingToPutItIn_data();
    void nothingToPutItIn();
};

void TestPictureSession::comesBack_data() {
    QTest::addColumn<QByteArray>("picture");
    QTest::newRow("as it is written") << carrying();
    QTest::newRow("written by another program") << frame(chunk("iTXt", data(packed(session))));
    QTest::newRow("with a language and a translation")
        << frame(chunk("iTXt", data(packed(session), QByteArray("\0\1\0de\0Sitzung\0", 14))));
    QTest::newRow("behind other texts") << frame(chunk("tEXt", QByteArray("Software\0x", 10)) +
                                                 chunk("iTXt", QByteArray("Title\0\0\0\0\0y", 11)) +
                                                 chunk("iTXt", data(packed(session))));
    QTest::newRow("behind the pixels") << frame().chopped(12) + chunk("iTXt", data(packed(session))) +
                                              chunk("IEND", {});
    QTest::newRow("a damaged chunk before it")
        << frame(chunk("tEXt", "x").chopped(1) + 'x' + chunk("iTXt", data(packed(session))));
}

void TestPictureSession::comesBack() {
    QFETCH(QByteArray, picture);
    const auto read = sessionInPicture(picture.toStdString());
    QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
    QCOMPARE(QByteArray::fromStdString(*read), session);
}

/// The chunk is whole by an independent checksum and stands before the pixels.
void TestPictureSession::otherProgramsReadThePicture() {
    const QByteArray picture = carrying();
    QCOMPARE(picture.left(33), frame().left(33));
    const qsizetype added = picture.size() - frame().size();
    QCOMPARE(picture.mid(33 + added), frame().mid(33));
    const QByteArray body = picture.mid(41, added - 12);
    QCOMPARE(picture.mid(33, added), chunk("iTXt", body));
    QVERIFY(body.startsWith(QByteArray("Tachograph session\0\1\0\0\0", 23)));
}

void TestPictureSession::refuses_data() {
    QTest::addColumn<QByteArray>("picture");
    QTest::addColumn<QString>("sentence");
    const QString damaged = QStringLiteral("is damaged"), none = QStringLiteral("holds no session"),
                  noPicture = QStringLiteral("it is no PNG");
    QTest::newRow("empty") << QByteArray() << noPicture;
    QTest::newRow("text") << QByteArray("step,loss\n1,2\n") << noPicture;
    QTest::newRow("JPEG") << QByteArray("\xff\xd8\xff\xe0", 4) << noPicture;
    QTest::newRow("line ends changed") << frame().replace("\r\n", "\n") << noPicture;
    QTest::newRow("signature alone") << frame().left(8) << none;
    QTest::newRow("no session") << frame() << none;
    QTest::newRow("another keyword") << frame(chunk("iTXt", "X" + data(packed(session)))) << none;
    QTest::newRow("a longer keyword") << frame(chunk("iTXt", "Tachograph session " + data(packed(session)))) << none;
    QTest::newRow("keyword alone") << frame(chunk("iTXt", "Tachograph session")) << none;
    QTest::newRow("in a tEXt chunk") << frame(chunk("tEXt", data(packed(session)))) << none;
    QTest::newRow("behind the end") << frame() + chunk("iTXt", data(packed(session))) << none;
    QTest::newRow("a chunk of 4 GiB before it")
        << frame(number(0xffffffff) + "tEXt" + chunk("iTXt", data(packed(session)))) << none;
    QTest::newRow("not compressed") << frame(chunk("iTXt", data(session, QByteArray("\0\0\0\0\0", 5)))) << damaged;
    QTest::newRow("another method") << frame(chunk("iTXt", data(packed(session), QByteArray("\0\1\1\0\0", 5))))
                                    << damaged;
    QTest::newRow("no flags") << frame(chunk("iTXt", data({}, QByteArray("\0", 1)))) << damaged;
    QTest::newRow("language without an end")
        << frame(chunk("iTXt", data("deeeeeee", QByteArray("\0\1\0", 3)))) << damaged;
    QTest::newRow("no text") << frame(chunk("iTXt", data({}))) << damaged;
    QTest::newRow("no zlib stream") << frame(chunk("iTXt", data("no zlib stream"))) << damaged;
    QTest::newRow("half of the stream") << frame(chunk("iTXt", data(packed(session).left(20)))) << damaged;
    QTest::newRow("more behind the stream") << frame(chunk("iTXt", data(packed(session) + 'x'))) << damaged;
    QByteArray wrong = chunk("iTXt", data(packed(session)));
    wrong.back() = static_cast<char>(wrong.back() ^ 1);
    QTest::newRow("wrong checksum") << frame(wrong) << damaged;
}

void TestPictureSession::refuses() {
    QFETCH(QByteArray, picture);
    QFETCH(QString, sentence);
    const auto read = sessionInPicture(picture.toStdString());
    QVERIFY(!read.ok());
    const QString message = QString::fromStdString(read.error().message);
    QVERIFY2(message.contains(sentence), qPrintable(message));
    QCOMPARE(message.count(QStringLiteral(". ")), 1); // what it is, and the way out
    QVERIFY(message.endsWith(QLatin1Char('.')));
}

void TestPictureSession::everyCutIsRefused() {
    const QByteArray picture = carrying();
    const qsizetype end = picture.size() - (frame().size() - 33); // of the session's chunk
    for (qsizetype length = 0; length < end; ++length)
        QVERIFY2(!sessionInPicture(picture.left(length).toStdString()).ok(), qPrintable(QString::number(length)));
    QVERIFY(sessionInPicture(picture.left(end).toStdString()).ok());
}

void TestPictureSession::everyDamagedByteIsRefusedOrHarmless() {
    const QByteArray picture = carrying();
    for (qsizetype i = 0; i < picture.size(); ++i)
        for (const int bit : {1, 16, 128}) {
            QByteArray changed = picture;
            changed[i] = static_cast<char>(changed[i] ^ bit);
            if (const auto read = sessionInPicture(changed.toStdString()))
                QCOMPARE(QByteArray::fromStdString(*read), session);
        }
}

/// 64 MiB in less than a megabyte are given up at the bound.
void TestPictureSession::noBomb() {
    const QByteArray bomb = frame(chunk("iTXt", data(packed(QByteArray(64 << 20, ' ')))));
    QVERIFY(bomb.size() < 1'000'000);
    const auto read = sessionInPicture(bomb.toStdString());
    QVERIFY(!read.ok());
    QVERIFY(QString::fromStdString(read.error().message).contains(QStringLiteral("larger than a session can be")));
    const QByteArray largest(static_cast<qsizetype>(mostJsonBytes), ' ');
    QVERIFY(sessionInPicture(frame(chunk("iTXt", data(packed(largest)))).toStdString()).ok());
    QVERIFY(!sessionInPicture(frame(chunk("iTXt", data(packed(largest + ' ')))).toStdString()).ok());
}

void TestPictureSession::nothingToPutItIn_data() {
    QTest::addColumn<QByteArray>("picture");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("signature alone") << frame().left(8);
    QTest::newRow("half a header") << frame().left(20);
    QTest::newRow("another first chunk") << QByteArray("\x89PNG\r\n\x1a\n" + chunk("tEXt", "x"));
    QTest::newRow("SVG") << QByteArray("<svg/>");
}

void TestPictureSession::nothingToPutItIn() {
    QFETCH(QByteArray, picture);
    QVERIFY(!withSession(picture.toStdString(), session.toStdString()).ok());
}

QTEST_GUILESS_MAIN(TestPictureSession)
#include "tst_picturesession.moc"
