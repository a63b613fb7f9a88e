#include "program.h"
#include "tests/support/samples.h"

#include <QCryptographicHash>
#include <QDir>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using tachograph::tests::Program;
using tachograph::tests::recording;

/// What `report` writes, and that it writes all of it or nothing.
class ReportFilesTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void pictures_data();
    void pictures();
    void samePixelsEveryTime_data();
    void samePixelsEveryTime();
    void textChunks();
    void rangeAndThemeChangeThePicture();
    void degenerateRuns_data();
    void degenerateRuns();
    void htmlHoldsThePictureAndEscapes();
    void markdownEscapes();
    void csvHoldsAllRows();
    void csvRange();
    void jsonIsThatOfInspect();
    void replacesAsAWhole();
    void failedWriteLeavesTheOldFile();
    void demoWritesItsReport();

  private:
    Program::Outcome report(const QStringList& words) const {
        return m_program.run(QStringList{QStringLiteral("report")} + words);
    }
    Program m_program;
};

namespace {
const QString hostile = QStringLiteral("=<img src=x>|`*_[a](b)");
}

void ReportFilesTest::initTestCase() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    m_program.write(QStringLiteral("rot.jsonl"),
                    recording(300, [](int step) { return 2.0 + 0.01 * step + 0.02 * (step % 5); }));
    QByteArray lines;
    for (int step = 1; step <= 3; ++step)
        lines += "{\"step\": " + QByteArray::number(step) + ", \"" + hostile.toUtf8() +
                 "\": " + QByteArray::number(step) + ", \"loss\": " + (step == 2 ? "NaN" : "0.5") + "}\n";
    m_program.write(QStringLiteral("hostile.jsonl"), lines);
    m_program.write(QStringLiteral("hostile.json"),
                    "{\"model\": \"=cmd|' /C calc'!A0\", \"<script>\": \"</td><script>alert(1)</script>\"}");
}

void ReportFilesTest::pictures_data() {
    QTest::addColumn<QString>("options");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height"); // 0 = as tall as needed
    QTest::newRow("ticket is the default") << "" << 1600 << 1000;
    QTest::newRow("ticket") << "--size ticket" << 1600 << 1000;
    QTest::newRow("double") << "--size ticket --scale 2" << 3200 << 2000;
    QTest::newRow("own size") << "--size 1280x800 --theme dark" << 1280 << 800;
    QTest::newRow("smallest") << "--size 1000x700" << 1000 << 700;
    QTest::newRow("long") << "--size long" << 1600 << 0;
    QTest::newRow("long, dark, half") << "--size long --theme dark --scale 0.5" << 800 << 0;
}

void ReportFilesTest::pictures() {
    QFETCH(QString, options);
    QFETCH(int, width);
    QFETCH(int, height);
    const auto outcome =
        report(QStringList{QStringLiteral("rot.jsonl"), QStringLiteral("-o"), QStringLiteral("a.png")} +
               options.split(QLatin1Char(' '), Qt::SkipEmptyParts));
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.out, QByteArray());
    const QImage image = QImage::fromData(m_program.read(QStringLiteral("a.png")));
    QCOMPARE(image.width(), width);
    if (height > 0)
        QCOMPARE(image.height(), height);
    else
        QVERIFY(image.height() > width);
}

void ReportFilesTest::samePixelsEveryTime_data() {
    QTest::addColumn<QString>("environment");
    QTest::newRow("again") << "";
    QTest::newRow("other locale") << "LC_ALL=de_DE.UTF-8";
    QTest::newRow("no locale at all") << "LC_ALL=C";
    QTest::newRow("a desktop's settings") << "QT_SCALE_FACTOR=2";
    QTest::newRow("another style") << "QT_STYLE_OVERRIDE=windows";
    QTest::newRow("a display that is not there") << "DISPLAY=:99";
}

void ReportFilesTest::samePixelsEveryTime() {
    QFETCH(QString, environment);
    const QStringList words{QStringLiteral("report"), QStringLiteral("rot.jsonl"), QStringLiteral("-o"),
                            QStringLiteral("a.png")};
    QCOMPARE(m_program.run(words).status, 0);
    Program other;
    other.write(QStringLiteral("rot.jsonl"), m_program.read(QStringLiteral("rot.jsonl")));
    if (!environment.isEmpty())
        other.setEnvironment(environment.section(QLatin1Char('='), 0, 0), environment.section(QLatin1Char('='), 1));
    const auto outcome = other.run(words);
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.status, 0);
    QVERIFY(other.read(QStringLiteral("a.png")) == m_program.read(QStringLiteral("a.png")));
}

void ReportFilesTest::textChunks() {
    QCOMPARE(
        report({QStringLiteral("./rot.jsonl"), QStringLiteral("-o"), QStringLiteral("a.png"), QStringLiteral("--range"),
                QStringLiteral("10:"), QStringLiteral("--theme"), QStringLiteral("dark")})
            .status,
        0);
    const QImage image = QImage::fromData(m_program.read(QStringLiteral("a.png")));
    const QString hash = QString::fromLatin1(
        QCryptographicHash::hash(m_program.read(QStringLiteral("rot.jsonl")), QCryptographicHash::Sha256).toHex());
    QCOMPARE(image.text(QStringLiteral("SHA-256 1")), QStringLiteral("rot.jsonl ") + hash);
    QVERIFY(
        image.text(QStringLiteral("Software")).contains(QRegularExpression(QStringLiteral("^Tachograph [0-9.]+$"))));
    QCOMPARE(image.text(QStringLiteral("Options")), QStringLiteral("--size ticket --theme dark --range 10:"));
    QCOMPARE(image.text(QStringLiteral("Schema")), QStringLiteral("tachograph.picture/1"));
    for (const QString& key : image.textKeys())
        QVERIFY2(!image.text(key).contains(QDir::tempPath()), qPrintable(key));
}

void ReportFilesTest::rangeAndThemeChangeThePicture() {
    QList<QByteArray> pictures;
    for (const QString& options : {QString(), QStringLiteral("--range 100:200"), QStringLiteral("--theme dark"),
                                   QStringLiteral("--axis elapsed")}) {
        QCOMPARE(report(QStringList{QStringLiteral("rot.jsonl"), QStringLiteral("-o"), QStringLiteral("a.png")} +
                        options.split(QLatin1Char(' '), Qt::SkipEmptyParts))
                     .status,
                 0);
        pictures << m_program.read(QStringLiteral("a.png"));
    }
    for (qsizetype i = 0; i < pictures.size(); ++i)
        for (qsizetype k = i + 1; k < pictures.size(); ++k)
            QVERIFY(pictures.at(i) != pictures.at(k));
}

void ReportFilesTest::degenerateRuns_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("one row") << QByteArray("{\"step\": 1, \"step_time_s\": 2}\n");
    QTest::newRow("nothing finite") << QByteArray(
        "{\"step\": 1, \"step_time_s\": NaN}\n{\"step\": 2, \"step_time_s\": NaN}\n");
    QTest::newRow("no known quantity") << QByteArray("{\"step\": 1, \"x\": 2}\n{\"step\": 2, \"x\": 3}\n");
    QTest::newRow("huge values") << QByteArray(
        "{\"step\": 1, \"step_time_s\": 1e300}\n{\"step\": 2, \"step_time_s\": -1e300}\n");
    QTest::newRow("far steps") << QByteArray(
        "{\"step\": 1, \"step_time_s\": 1}\n{\"step\": 9000000000000000000, \"step_time_s\": 1}\n");
}

void ReportFilesTest::degenerateRuns() {
    QFETCH(QByteArray, content);
    m_program.write(QStringLiteral("odd.jsonl"), content);
    for (const char* size : {"ticket", "long"}) {
        const auto outcome = report({QStringLiteral("odd.jsonl"), QStringLiteral("-o"), QStringLiteral("odd.png"),
                                     QStringLiteral("--size"), QLatin1String(size)});
        QCOMPARE(outcome.err, QByteArray());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(QImage::fromData(m_program.read(QStringLiteral("odd.png"))).width(), 1600);
    }
}

void ReportFilesTest::htmlHoldsThePictureAndEscapes() {
    QCOMPARE(report({QStringLiteral("hostile.jsonl"), QStringLiteral("-o"), QStringLiteral("a.html")}).status, 0);
    const QByteArray page = m_program.read(QStringLiteral("a.html"));
    QVERIFY(!page.contains("<script"));
    QVERIFY(!page.contains("<img src=x"));
    QVERIFY(page.contains("&lt;img src=x&gt;"));
    QVERIFY(!page.contains("http://") && !page.contains("https://"));
    const auto begin = page.indexOf("base64,") + 7;
    const QByteArray png = QByteArray::fromBase64(page.mid(begin, page.indexOf('"', begin) - begin));
    QCOMPARE(QImage::fromData(png, "PNG").size(), QSize(1600, 1000));
}

void ReportFilesTest::markdownEscapes() {
    QCOMPARE(report({QStringLiteral("hostile.jsonl"), QStringLiteral("-o"), QStringLiteral("a.md")}).status, 0);
    const QString page = QString::fromUtf8(m_program.read(QStringLiteral("a.md")));
    QVERIFY(page.startsWith(QStringLiteral("# hostile\n")));
    QVERIFY(!page.contains(QStringLiteral("<img")) || page.contains(QStringLiteral("\\<img")));
    QVERIFY(page.contains(QStringLiteral("\\=\\<img src=x\\>\\|\\`\\*\\_\\[a\\]\\(b\\)")));
    QVERIFY(!page.contains(QRegularExpression(QStringLiteral("(^|[^\\\\])<script"))));
}

void ReportFilesTest::csvHoldsAllRows() {
    QCOMPARE(report({QStringLiteral("hostile.jsonl"), QStringLiteral("-o"), QStringLiteral("a.csv")}).status, 0);
    const QList<QByteArray> lines = m_program.read(QStringLiteral("a.csv")).split('\n');
    QVERIFY2(lines.at(0).startsWith("step,attempt,superseded,time,elapsed_s,"), lines.at(0).constData());
    QVERIFY2(lines.at(0).contains(",'=<img"), lines.at(0).constData());
    QCOMPARE(lines.size(), 5); // header, three rows, the end
    QVERIFY2(lines.at(1).startsWith("1,1,0,,,1,0.5"), lines.at(1).constData());
    QVERIFY2(lines.at(2).startsWith("2,1,0,,,2,NaN"), lines.at(2).constData());
}

void ReportFilesTest::csvRange() {
    QCOMPARE(report({QStringLiteral("rot.jsonl"), QStringLiteral("-o"), QStringLiteral("a.csv"),
                     QStringLiteral("--range"), QStringLiteral("10:19")})
                 .status,
             0);
    const QList<QByteArray> lines = m_program.read(QStringLiteral("a.csv")).split('\n');
    QCOMPARE(lines.size(), 12); // header, steps 10 to 19, the end
    QVERIFY(lines.at(1).startsWith("10,"));
    QVERIFY(lines.at(10).startsWith("19,"));
}

void ReportFilesTest::jsonIsThatOfInspect() {
    QCOMPARE(report({QStringLiteral("rot.jsonl"), QStringLiteral("-o"), QStringLiteral("a.json")}).status, 0);
    const auto inspected =
        m_program.run({QStringLiteral("inspect"), QStringLiteral("--json"), QStringLiteral("rot.jsonl")});
    QCOMPARE(m_program.read(QStringLiteral("a.json")), inspected.out);
}

void ReportFilesTest::replacesAsAWhole() {
    m_program.write(QStringLiteral("old.md"), QByteArray(1'000'000, 'x'));
    QCOMPARE(report({QStringLiteral("rot.jsonl"), QStringLiteral("-o"), QStringLiteral("old.md")}).status, 0);
    QVERIFY(!m_program.read(QStringLiteral("old.md")).contains("xxxx"));
}

void ReportFilesTest::failedWriteLeavesTheOldFile() {
    if (geteuid() == 0)
        QSKIP("The superuser may write everywhere.");
    m_program.write(QStringLiteral("locked/old.md"), "what was there");
    QCOMPARE(chmod(m_program.path(QStringLiteral("locked")).toUtf8(), 0500), 0);
    const auto outcome = report({QStringLiteral("rot.jsonl"), QStringLiteral("-o"), QStringLiteral("locked/old.md")});
    QCOMPARE(chmod(m_program.path(QStringLiteral("locked")).toUtf8(), 0700), 0);
    QCOMPARE(outcome.status, 3);
    QVERIFY2(outcome.err.startsWith("tachograph: locked/old.md: "), outcome.err.constData());
    QCOMPARE(outcome.err.count('\n'), 1);
    QCOMPARE(m_program.read(QStringLiteral("locked/old.md")), QByteArray("what was there"));
    QCOMPARE(QDir(m_program.path(QStringLiteral("locked"))).entryList(QDir::Files).size(), 1);
}

void ReportFilesTest::demoWritesItsReport() {
    const auto outcome = m_program.run({QStringLiteral("demo")});
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.status, 0);
    const QString path = QString::fromUtf8(outcome.out).trimmed();
    QVERIFY2(path.startsWith(m_program.path(QStringLiteral("home"))), qPrintable(path));
    const QImage image(path);
    QCOMPARE(image.size(), QSize(1600, 1000));
    QVERIFY(image.text(QStringLiteral("SHA-256 1")).startsWith(QStringLiteral("before-cu130.log ")));
    QVERIFY(image.text(QStringLiteral("SHA-256 2")).startsWith(QStringLiteral("after-cu130.log ")));
}

QTEST_GUILESS_MAIN(ReportFilesTest)
#include "tst_reportfiles.moc"
