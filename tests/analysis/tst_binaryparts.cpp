#include "analysis/importers/bytewindow.h"
#include "analysis/importers/crc32.h"
#include "analysis/importers/tensorboardtensor.h"
#include "analysis/importers/wirereader.h"
#include "tests/support/wirewriter.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace tachograph;
using tests::WireWriter;

namespace {

/// "1:varint=5 2:bytes=abc", then " damaged" when the message is.
QString fieldsOf(std::string_view message) {
    QStringList shown;
    WireReader reader(message);
    while (const auto field = reader.next()) {
        QString value = QString::number(field->raw);
        const char* type = "varint";
        if (field->type == WireField::Type::bytes) {
            type = "bytes";
            value = QString::fromLatin1(field->bytes.data(), static_cast<qsizetype>(field->bytes.size()));
        } else if (field->type != WireField::Type::varint) {
            type = field->type == WireField::Type::fixed64 ? "double" : "float";
            value = QString::number(field->type == WireField::Type::fixed64 ? field->asDouble()
                                                                            : static_cast<double>(field->asFloat()));
        }
        shown += QString("%1:%2=%3").arg(field->number).arg(type, value);
    }
    if (reader.damaged())
        shown += "damaged";
    return shown.join(' ');
}

std::string packed(std::uint32_t field, std::string_view values) {
    return WireWriter().bytes(field, values).message();
}

/// A TensorProto of this type with one value field behind it.
std::string tensor(std::uint64_t dtype, const std::string& rest) {
    return WireWriter().varint(1, dtype).message() + rest;
}

std::string shape(std::initializer_list<std::uint64_t> sizes) {
    WireWriter dimensions;
    for (const std::uint64_t size : sizes)
        dimensions.bytes(2, WireWriter().varint(1, size).message());
    return WireWriter().bytes(2, dimensions.message()).message();
}

} // namespace

/// The parts that binary recordings have in common.
class TestBinaryParts : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    /// The check values of the catalogues of CRC algorithms.
    void checkSums() {
        QCOMPARE(Crc32::ieee().of("123456789"), 0xCBF43926u);
        QCOMPARE(Crc32::castagnoli().of("123456789"), 0xE3069283u);
        QCOMPARE(Crc32::ieee().of('1', "23456789"), 0xCBF43926u);
        QCOMPARE(Crc32::castagnoli().of(std::string(32, '\0')), 0x8A9136AAu); // RFC 3720, B.4
        QCOMPARE(Crc32::ieee().of(""), 0u);
        // Rotation by 15 and the constant of LevelDB.
        QCOMPARE(Crc32::masked(0), 0xA282EAD8u);
        QCOMPARE(Crc32::masked(0x00008000u), 0xA282EAD9u);
    }

    void fields_data() {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<QString>("fields");
        QTest::newRow("nothing") << QByteArray() << "";
        QTest::newRow("varint of one byte") << QByteArray("0805") << "1:varint=5";
        QTest::newRow("varint of two bytes") << QByteArray("089601") << "1:varint=150";
        QTest::newRow("largest") << QByteArray("08ffffffffffffffffff01") << "1:varint=18446744073709551615";
        QTest::newRow("text") << QByteArray("1203616263") << "2:bytes=abc";
        QTest::newRow("double, float") << QByteArray("09000000000000f83f15000020c0") << "1:double=1.5 2:float=-2.5";
        QTest::newRow("two fields") << QByteArray("08051a00") << "1:varint=5 3:bytes=";
        QTest::newRow("key without value") << QByteArray("08") << "damaged";
        QTest::newRow("varint without end") << QByteArray("0880") << "damaged";
        QTest::newRow("varint of 65 bits") << QByteArray("08ffffffffffffffffff02") << "damaged";
        QTest::newRow("varint of 11 bytes") << QByteArray("08ffffffffffffffffffff01") << "damaged";
        QTest::newRow("length behind the end") << QByteArray("1204616263") << "damaged";
        QTest::newRow("length 2^63") << QByteArray("1280808080808080808001616263") << "damaged";
        QTest::newRow("length 2^64 - 1") << QByteArray("12ffffffffffffffffff01") << "damaged";
        QTest::newRow("half a double") << QByteArray("090000000000") << "damaged";
        QTest::newRow("half a float") << QByteArray("0d0000") << "damaged";
        QTest::newRow("field 0") << QByteArray("0005") << "damaged";
        QTest::newRow("field beyond 2^29") << QByteArray("808080808001") << "damaged";
        QTest::newRow("group") << QByteArray("0b0c") << "damaged";
        QTest::newRow("wire type 7") << QByteArray("0f") << "damaged";
        QTest::newRow("good, then damage") << QByteArray("080512ff") << "1:varint=5 damaged";
    }
    void fields() {
        QFETCH(QByteArray, hex);
        QFETCH(QString, fields);
        QCOMPARE(fieldsOf(QByteArray::fromHex(hex).toStdString()), fields);
    }

    void everyMessageOfTwoBytesEnds() {
        for (int i = 0; i < 65536; ++i) {
            const std::string message{static_cast<char>(i & 255), static_cast<char>(i >> 8)};
            WireReader reader(message);
            int count = 0;
            while (reader.next())
                ++count;
            QVERIFY(count <= 1);
        }
    }

    void window() {
        Source source = Source::fromBytes("bytes", "0123456789");
        ByteWindow bytes(source);
        QCOMPARE(bytes.look(3), std::string_view("012"));
        bytes.skip(2);
        QCOMPARE(bytes.look(4), std::string_view("2345"));
        QCOMPARE(bytes.offset(), std::uint64_t(2));
        QCOMPARE(bytes.look(100), std::string_view("23456789"));
        // More than there is costs neither memory nor an error.
        QCOMPARE(bytes.look(std::numeric_limits<std::size_t>::max()), std::string_view("23456789"));
        bytes.skip(std::numeric_limits<std::uint64_t>::max());
        QCOMPARE(bytes.left(), std::uint64_t(0));
        QVERIFY(bytes.look(1).empty());
    }

    void windowOverAMegabyte() {
        std::string all(1'000'000, '\0');
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = static_cast<char>(i % 251);
        Source source = Source::fromBytes("bytes", all);
        ByteWindow bytes(source);
        for (std::size_t at = 0; at < all.size(); at += 999) {
            QCOMPARE(bytes.look(1500), std::string_view(all).substr(at, 1500));
            bytes.skip(999);
        }
    }

    void scalars_data() {
        QTest::addColumn<QByteArray>("tensor");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* name, const std::string& message, const char* value) {
            QTest::newRow(name) << QByteArray::fromStdString(message) << value;
        };
        row("float", tensor(1, WireWriter().fixed32(5, 2.5F).message()), "2.5");
        row("float, packed", tensor(1, packed(5, tests::lowestFirst(0x40200000u))), "2.5");
        row("float, as content", tensor(1, packed(4, tests::lowestFirst(0x40200000u))), "2.5");
        row("float, shape of one", tensor(1, shape({1, 1}) + WireWriter().fixed32(5, 2.5F).message()), "2.5");
        row("double", tensor(2, WireWriter().fixed64(6, 0.1).message()), "0.1");
        row("NaN", tensor(1, WireWriter().fixed32(5, std::nanf("")).message()), "nan");
        row("infinity", tensor(2, WireWriter().fixed64(6, -INFINITY).message()), "-inf");
        row("int32", tensor(3, WireWriter().varint(7, 7).message()), "7");
        row("negative int32", tensor(3, WireWriter().varint(7, static_cast<std::uint64_t>(-7)).message()), "-7");
        row("negative int32, as content", tensor(3, packed(4, tests::lowestFirst(0xFFFFFFF9u))), "-7");
        row("int64, packed", tensor(9, packed(10, WireWriter::varintBytes(1))), "1");
        row("uint8, as content", tensor(4, packed(4, "\xff")), "255");
        row("int8, as content", tensor(6, packed(4, "\xff")), "-1");
        row("bool", tensor(10, WireWriter().varint(11, 1).message()), "1");
        row("half", tensor(19, WireWriter().varint(13, 0x3E00).message()), "1.5");
        row("half, smallest", tensor(19, WireWriter().varint(13, 1).message()), "5.9604644775390625e-08");
        row("half, infinity", tensor(19, WireWriter().varint(13, 0xFC00).message()), "-inf");
        row("bfloat16, as content", tensor(14, packed(4, std::string("\x80\x3f", 2))), "1");
        row("two values", tensor(1, packed(5, std::string(8, '\0'))), "");
        row("two values, not packed", tensor(1, WireWriter().fixed32(5, 1.0F).fixed32(5, 2.0F).message()), "");
        row("two packed integers", tensor(9, packed(10, "\x01\x02")), "");
        row("shape of two", tensor(1, shape({2}) + WireWriter().fixed32(5, 2.5F).message()), "");
        row("shape of none", tensor(1, shape({0})), "");
        row("no value", tensor(1, {}), "");
        row("no type", WireWriter().fixed32(5, 2.5F).message(), "");
        row("text", tensor(7, packed(8, "hello")), "");
        row("content of three bytes", tensor(1, packed(4, "abc")), "");
        row("varint that does not end", tensor(9, packed(10, "\xff\xff")), "");
        row("nothing", {}, "");
    }
    void scalars() {
        QFETCH(QByteArray, tensor);
        QFETCH(QString, value);
        const auto scalar = scalarOfTensor(tensor.toStdString());
        QCOMPARE(scalar ? QString::number(*scalar, 'g', 17).replace("0.10000000000000001", "0.1") : QString(), value);
    }

    void texts() {
        QCOMPARE(textOfTensor(tensor(7, packed(8, "hello"))).value_or(""), std::string_view("hello"));
        QVERIFY(!textOfTensor(tensor(1, packed(8, "hello"))));
        QVERIFY(!textOfTensor(tensor(7, {})));
    }
};

QTEST_GUILESS_MAIN(TestBinaryParts)
#include "tst_binaryparts.moc"
