#include "analysis/core/text.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace tachograph;

namespace {

QString shown(const std::string& text) {
    // The special characters of the output, spelled so that a failure can be read.
    return QString::fromStdString(text)
        .replace(QChar(0x2212), "-")
        .replace(QChar(0x202F), "_")
        .replace(QChar(0xD7), "x");
}

QString answer(const std::optional<double>& value) {
    return value ? QString::fromStdString(std::isnan(*value)   ? "nan"
                                          : std::isinf(*value) ? (*value > 0 ? "inf" : "-inf")
                                                               : machineNumber(*value))
                 : "nothing";
}

} // namespace

class TestText : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void formats_data() {
        QTest::addColumn<QString>("got");
        QTest::addColumn<QString>("wanted");
        const double inf = std::numeric_limits<double>::infinity();
        auto row = [](const char* name, const std::string& got, const char* wanted) {
            QTest::newRow(name) << shown(got) << wanted;
        };
        row("number", formatNumber(12093.54, 6), "12,093.5");
        row("small number", formatNumber(0.0147852, 6), "0.0147852");
        row("tiny number", formatNumber(3.5e-6, 3), "3.50e-06");
        row("zero", formatNumber(0.0), "0");
        row("negative", formatNumber(-2.5), "-2.5");
        row("not a number", formatNumber(std::nan("")), "NaN");
        row("infinite", formatNumber(-inf), "-Inf");
        row("count", formatCount(1240), "1,240");
        row("largest count", formatCount(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
        row("ms", formatStepTime(0.412), "412 ms");
        row("seconds", formatStepTime(3.014), "3.01 s");
        row("tens", formatStepTime(28.46), "28.5 s");
        row("hundreds", formatStepTime(427.05), "427 s");
        row("thousands", formatStepTime(22640.2), "22,640 s");
        row("elapsed s", formatElapsed(45.2), "45 s");
        row("elapsed min", formatElapsed(1978), "32 min 58 s");
        row("elapsed h", formatElapsed(4380), "1 h 13 min");
        row("elapsed d", formatElapsed(187200), "2 d 4 h");
        row("elapsed, next unit by rounding", formatElapsed(59.9), "1 min");
        row("elapsed negative", formatElapsed(-90), "-1 min 30 s");
        row("elapsed endless", formatElapsed(inf), "+Inf");
        row("eta", formatEta(15.6 * 86400), "15.6 d");
        row("Ktok/s", formatThroughput(5300), "5.3 Ktok/s");
        row("tok/s", formatThroughput(843.1), "843 tok/s");
        row("tokens", formatTokens(1024), "1,024 tok");
        row("Mtok", formatTokens(2411000000), "2.41 Gtok");
        row("change", formatChange(-0.736), "-73.6_%");
        row("no change has no sign", formatChange(-0.0001), "0.0_%");
        row("a change beyond reading", formatChange(6.452e302), "+6.452e+304_%");
        row("a factor beyond reading", formatFactor(1e300), "x1.000e+300");
        row("fifteen digits are read", formatFactor(999e12), "x999,000,000,000,000.00");
        row("negative and huge", formatThroughput(-1e300), "-1.000e+297 Ktok/s");
        row("a denormal", formatStepTime(4.9e-324), "0.00 ms");
        row("rise", formatChange(0.2), "+20.0_%");
        row("share", formatShare(0.722), "72_%");
        row("small share", formatShare(0.008), "0.8_%");
        row("factor", formatFactor(2.3), "x2.30");
        row("bytes", formatQuantity(91204.0 * 1048576, "B"), "89.1 GiB");
        row("utc", formatUtc(1794700860), "15 Nov 2026, 00:01");
        row("no time", formatUtc(inf), "not a time");
        row("machine", machineNumber(0.1), "0.1");
        row("machine not finite", machineNumber(inf), "null");
    }
    void formats() {
        QFETCH(QString, got);
        QTEST(got, "wanted");
    }

    void numbers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        const std::pair<const char*, const char*> cases[] = {
            {"12.5", "12.5"},
            {" -3 ", "-3"},
            {"+2", "2"},
            {"1e-06", "1e-06"},
            {".5", "0.5"},
            {"3.", "3"},
            {"27,397", "27397"},
            {"1,234,567.5", "1234567.5"},
            {"'8547'", "8547"},
            {"'1.655e+04'", "16550"},
            {"np.float64(0.25)", "0.25"},
            {"np.int64(7)", "7"},
            {"tensor(3., device='cuda:0')", "3"},
            {"NaN", "nan"},
            {"nan", "nan"},
            {"-Infinity", "-inf"},
            {"inf", "inf"},
            {"np.float64(nan)", "nan"},
            {"1e999", "inf"},
            {"-1e999", "-inf"},
            {"1e-999", "0"},
            // what is not a number
            {"", "nothing"},
            {"---", "nothing"},
            {"null", "nothing"},
            {"None", "nothing"},
            {"-", "nothing"},
            {"+", "nothing"},
            {"1,23", "nothing"},
            {"1234,567", "nothing"},
            {",123", "nothing"},
            {"1,2345", "nothing"},
            {"12abc", "nothing"},
            {"0x10", "nothing"},
            {"1e", "nothing"},
            {"1.2.3", "nothing"},
            {"--1", "nothing"},
            {"nano", "nothing"},
            {"np.float64()", "nothing"},
            {"tensor(", "nothing"},
            {"true", "nothing"},
            {"1 2", "nothing"},
            {"'", "nothing"},
        };
        for (const auto& [text, wanted] : cases)
            QTest::newRow(*text ? text : "empty") << text << wanted;
    }
    void numbers() {
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        QCOMPARE(answer(parseNumber(text.toStdString())), wanted);
    }

    void durations_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted"); // seconds/resolution
        const std::pair<const char*, const char*> cases[] = {
            {"[8m]", "480/60"},
            {"45s", "45/1"},
            {"[1h05m]", "3900/60"},
            {"[65m]", "3900/60"},
            {"2d3h", "183600/3600"},
            {"1h 2m 3s", "3723/1"},
            {"49m 19s", "2959/1"},
            {"850ms", "0.85/0.001"},
            {"7.5s", "7.5/0.1"},
            {"0:03:29", "209/1"},
            {"4 days, 5:06:09", "363969/1"},
            {"03:29", "209/1"},
            {"13.7d", "1183680/8640"},
            {"", "nothing"},
            {"[]", "nothing"},
            {"8", "nothing"},
            {"m", "nothing"},
            {"8x", "nothing"},
            {"1:2:3:4", "nothing"},
            {"1:", "nothing"},
            {"-5s", "nothing"},
            {"---", "nothing"},
            {"5s later", "nothing"},
        };
        for (const auto& [text, wanted] : cases)
            QTest::newRow(*text ? text : "empty") << text << wanted;
    }
    void durations() {
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        const auto parsed = parseDuration(text.toStdString());
        const QString got =
            parsed ? QStringLiteral("%1/%2").arg(parsed->seconds, 0, 'g', 10).arg(parsed->resolution, 0, 'g', 6)
                   : "nothing";
        QCOMPARE(got, wanted);
    }

    void timestamps_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        const std::pair<const char*, const char*> cases[] = {
            {"1970-01-01T00:00:00Z", "0"},
            {"2026-11-14T09:00:00Z", "1794646800"},
            {"2026-04-18 22:15:44,378", "1776550544.378"},
            {"[2026-03-16 10:00:00]", "1773655200"},
            {"2026-11-14T09:00:00+02:00", "1794639600"},
            {"2024-02-29 00:00:00", "1709164800"},
            {"", "nothing"},
            {"2026-13-01 00:00:00", "nothing"},
            {"2026-11-14", "nothing"},
            {"09:00:00", "nothing"},
            {"2026-11-14 25:00:00", "nothing"},
            {"2026-11-14 09:00:00 CEST", "nothing"},
            {"26-11-14 09:00:00", "nothing"},
        };
        for (const auto& [text, wanted] : cases)
            QTest::newRow(*text ? text : "empty") << text << wanted;
    }
    void timestamps() {
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        const auto parsed = parseTimestamp(text.toStdString());
        QCOMPARE(parsed ? QString::number(*parsed, 'g', 13) : "nothing", wanted);
    }

    void untrustedTextBecomesPlain_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("wanted");
        QTest::newRow("as it is") << QByteArray("run-3 \xC3\xA9") << QByteArray("run-3 \xC3\xA9");
        QTest::newRow("colour") << QByteArray("\x1b[31mred\x1b[0m") << QByteArray("red");
        QTest::newRow("window title") << QByteArray("\x1b]0;owned\x07ok") << QByteArray("ok");
        QTest::newRow("cut escape") << QByteArray("ok\x1b[3") << QByteArray("ok");
        QTest::newRow("lone escape") << QByteArray("ok\x1b") << QByteArray("ok");
        QTest::newRow("line break") << QByteArray("a\nb\tc") << QByteArray("a b c");
        QTest::newRow("bell and null") << QByteArray("a\a\0b", 4) << QByteArray("ab");
        QTest::newRow("bidirectional override") << QByteArray("a\xE2\x80\xAE"
                                                              "b")
                                                << QByteArray("ab");
        QTest::newRow("isolate") << QByteArray("a\xE2\x81\xA6"
                                               "b")
                                 << QByteArray("ab");
        QTest::newRow("C1 control") << QByteArray("a\xC2\x9B"
                                                  "b")
                                    << QByteArray("ab");
        QTest::newRow("half a character") << QByteArray("a\xC3") << QByteArray("a\xEF\xBF\xBD");
        QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << QByteArray("\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
        QTest::newRow("overlong") << QByteArray("\xC0\xAF") << QByteArray("\xEF\xBF\xBD\xEF\xBF\xBD");
        QTest::newRow("bound") << QByteArray(5000, 'x') << QByteArray(997, 'x') + "\xE2\x80\xA6";
    }
    void untrustedTextBecomesPlain() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, wanted);
        QCOMPARE(QByteArray::fromStdString(plainText(text.toStdString())), wanted);
    }

    void escapesAreStripped() {
        QCOMPARE(stripAnsi("\x1b[38;2;180;60;0mgrad_norm:\x1b[0m  9"), std::string("grad_norm:  9"));
        QCOMPARE(stripAnsi("no escape"), std::string("no escape"));
        QCOMPARE(stripAnsi("cut \x1b[38;2"), std::string("cut "));
    }
};

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
