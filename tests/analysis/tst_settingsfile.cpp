#include "analysis/importers/settingsfile.h"

#include <QTest>

using namespace tachograph;

/// Configuration files, flattened: "key = value" lines, or the sentence that says why not.
class TestSettingsFile : public QObject {
    Q_OBJECT

    static QString flattened(const QByteArray& text) {
        const auto settings = parseSettings(text.toStdString(), "c");
        if (!settings)
            return QString::fromStdString(settings.error().message);
        QStringList lines;
        for (const auto& [key, value] : *settings)
            lines += QString::fromStdString(key + " = " + value);
        return lines.join('\n');
    }

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void flattens_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("JSON") << QByteArray(R"({"a": {"b": 1e-06, "c": [1,
   {"d": 2}]}, "e": true, "f": null, "g": "x y"})")
                              << "a.b = 1e-06\na.c = [1, {\"d\": 2}]\ne = true\nf = null\ng = x y";
        QTest::newRow("keys with slashes stay") << QByteArray(R"({"a/b": {"c": 1}})") << "a/b.c = 1";
        QTest::newRow("Python in JSON") << QByteArray("{'a': NaN, 'b': None, 'c': True,}")
                                        << "a = NaN\nb = null\nc = true";
        QTest::newRow("YAML") << QByteArray("a:\n  b: 1e-06\n  c: [1, {d: 2}]\ne: true\nf:\ng: x y\n")
                              << "a.b = 1e-06\na.c = [1, {d: 2}]\ne = true\nf = null\ng = x y";
        QTest::newRow("YAML with an alias") << QByteArray("a: &x {b: 1}\nc: *x\n") << "a.b = 1\nc.b = 1";
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF{\"a\": 1}") << "a = 1";
        QTest::newRow("escape sequences are taken out") << QByteArray("a: \"x\\e[31my\"\n") << "a = xy";
        QTest::newRow("W&B") << QByteArray("wandb_version: 1\nlr:\n  desc: null\n  value: 1e-05\n"
                                           "optim:\n  value: {name: adam}\n")
                             << "lr = 1e-05\noptim.name = adam";
        QTest::newRow("value and desc without W&B's mark stay")
            << QByteArray("lr:\n  desc: x\n  value: 1\n") << "lr.desc = x\nlr.value = 1";
        QTest::newRow("empty object") << QByteArray("{}") << "";
    }
    void flattens() {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(flattened(text), expected);
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QByteArray bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 12; ++i) {
            const QByteArray before = "*a" + QByteArray::number(i - 1);
            bomb += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [" + (before + ", ").repeated(9) +
                    before + "]\n";
        }
        QTest::newRow("nothing") << QByteArray() << "it holds no settings";
        QTest::newRow("a list") << QByteArray("- a\n- b\n") << "it holds no settings";
        QTest::newRow("prose") << QByteArray("just words\n") << "it holds no settings";
        QTest::newRow("aliases that unfold") << bomb << "unfolds into too many settings";
        QTest::newRow("an alias inside itself") << QByteArray("a: &x {b: *x}\n") << "c: it ";
        QTest::newRow("deep YAML, not closed") << "a: " + QByteArray(100'000, '[') << "it is not YAML";
        QTest::newRow("deep YAML") << "a: " + QByteArray(300, '[') + QByteArray(300, ']')
                                   << "unfolds into too many settings";
        QTest::newRow("deep JSON") << "{\"a\": " + QByteArray(100'000, '[') << "ends in the middle";
        QTest::newRow("torn JSON") << QByteArray("{\"a\": 1, \"b") << "ends in the middle";
        QTest::newRow("large") << "a: " + QByteArray(5 << 20, 'x') << "larger than 4 MiB";
        QTest::newRow("binary") << QByteArray("\0\1\2\xff: [", 7) << "c: it ";
    }
    void refuses() {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        const QString answer = flattened(text);
        QVERIFY2(answer.contains(says) && answer.size() < 300 && answer.endsWith('.'), qPrintable(answer));
    }

    void missingFileAndFolder() {
        QCOMPARE(QString::fromStdString(readSettingsFile("/nowhere/c.json").error().message),
                 "/nowhere/c.json: there is no such file. Check the path.");
        QVERIFY(QString::fromStdString(readSettingsFile("/").error().message).contains("a folder"));
    }
};

QTEST_GUILESS_MAIN(TestSettingsFile)
#include "tst_settingsfile.moc"
