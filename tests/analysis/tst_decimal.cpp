#include "analysis/core/decimal.h"

#include <QTest>

#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

using namespace tachograph;

namespace {

/// With bytes behind it that end every number, as the promise asks for.
std::string closed(std::string text) {
    return text + std::string(8, '\0');
}

/// -12.5e3 with a random number of digits in each part.
std::string randomNumber(std::mt19937_64& engine) {
    const auto digits = [&engine](std::size_t most) {
        std::string text;
        for (std::size_t n = 1 + engine() % most; n > 0; --n)
            text += static_cast<char>('0' + engine() % 10);
        return text;
    };
    std::string text = engine() % 3 == 0 ? "-" : "";
    text += digits(engine() % 8 == 0 ? 30 : 9);
    if (engine() % 4 != 0)
        text += "." + digits(engine() % 8 == 0 ? 30 : 9);
    if (engine() % 4 == 0)
        text += (engine() % 2 == 0 ? "e" : "E") + std::string(std::array{"", "-", "+"}[engine() % 3]) + digits(2);
    return text;
}

} // namespace

/// Numbers read at the speed of memory against the C library.
class TestDecimal : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void isTheNearestDouble() {
        std::mt19937_64 engine(20261130);
        for (int n = 0; n < 200'000; ++n) {
            const std::string text = closed(randomNumber(engine));
            double value = 0;
            const char* const end = readDecimal(text.c_str(), value);
            const double expected = std::strtod(text.c_str(), nullptr);
            QVERIFY2(end && *end == '\0', text.c_str());
            QVERIFY2(value == expected && std::signbit(value) == std::signbit(expected), text.c_str());
        }
    }

    void reads_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("length");
        QTest::newRow("zero") << QByteArray("0") << 0.0 << 1;
        QTest::newRow("15 digits") << QByteArray("123456789012345") << 123456789012345.0 << 15;
        QTest::newRow("past 2^53") << QByteArray("9007199254740993") << 9007199254740992.0 << 16;
        QTest::newRow("past 2^64") << QByteArray("18446744073709551617") << 18446744073709551616.0 << 20;
        QTest::newRow("halfway between two doubles")
            << QByteArray("1.00000000000000011102230246251565404") << 1.0 << 37;
        QTest::newRow("smallest") << QByteArray("4.9406564584124654e-324") << 4.9406564584124654e-324 << 23;
        QTest::newRow("largest") << QByteArray("1.7976931348623157e308") << 1.7976931348623157e308 << 22;
        QTest::newRow("zeros in front") << QByteArray("000000000000000000001.5") << 1.5 << 23;
        QTest::newRow("zeros behind the point") << QByteArray("0.00000000000000000000015") << 1.5e-22 << 25;
        QTest::newRow("point without digits") << QByteArray("7.,") << 7.0 << 2;
        QTest::newRow("e without digits") << QByteArray("7e,") << 7.0 << 1;
        QTest::newRow("e and a sign") << QByteArray("7e-}") << 7.0 << 1;
        QTest::newRow("ends at a letter") << QByteArray("12x") << 12.0 << 2;
        QTest::newRow("ends at a second point") << QByteArray("1.2.3") << 1.2 << 3;
        QTest::newRow("exponent with zeros") << QByteArray("1e0000000000002") << 100.0 << 15;
    }
    void reads() {
        QFETCH(QByteArray, text);
        QFETCH(double, value);
        QFETCH(int, length);
        const std::string input = closed(text.toStdString());
        double read = -1;
        const char* const end = readDecimal(input.c_str(), read);
        QVERIFY(end);
        QCOMPARE(int(end - input.c_str()), length);
        QVERIFY2(read == value, qPrintable(QString::number(read, 'g', 17)));
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", "-", "+1", ".5", "-.5", "e5", "nan", "NaN", "-inf", "x", " 1", "--1", "1e999",
                                 "-1e999", "1e-999", "\xEF\xBC\x91", "'1'", "\xB2\xB9"})
            QTest::addRow("'%s'", text) << QByteArray(text);
    }
    void refuses() {
        QFETCH(QByteArray, text);
        double value = 0;
        QVERIFY(!readDecimal(closed(text.toStdString()).c_str(), value));
    }
};

QTEST_GUILESS_MAIN(TestDecimal)
#include "tst_decimal.moc"
