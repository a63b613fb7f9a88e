#include "program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>
#include <QXmlStreamReader>

using tachograph::tests::Program;
using tachograph::tests::recording;

/// Reports of lines and text: SVG that stands alone, PDF of one page, both with what the PNG says.
class VectorReportsTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void svgStandsAlone_data();
    void svgStandsAlone();
    void svgSaysEveryFinding();
    void theBillsBarSaysWhatItsSentenceSays_data();
    void theBillsBarSaysWhatItsSentenceSays();
    void sizeFollowsThePictureNotTheRun();
    void pdfIsOnePage_data();
    void pdfIsOnePage();
    void pdfCanBeSearched_data();
    void pdfCanBeSearched();
    void noPaths();
    void refused_data();
    void refused();

  private:
    Program::Outcome report(const QString& words) const {
        return m_program.run(QStringList{QStringLiteral("report")} + words.split(QLatin1Char(' ')));
    }
    Program m_program;
};

namespace {

const QString hostileName = QStringLiteral("a]]><script>&\"'x.jsonl");

struct ReadSvg {
    QString problem;    ///< empty when it is well formed and stands alone
    QString texts;      ///< what it shows, piece by piece, with blanks between
    QStringList pieces; ///< the same
    int elements = 0;
};

/// What an element may not be or point to.
QString problemOf(const QXmlStreamReader& xml) {
    static const QStringList allowed{QStringLiteral("svg"),      QStringLiteral("title"), QStringLiteral("desc"),
                                     QStringLiteral("defs"),     QStringLiteral("rect"),  QStringLiteral("path"),
                                     QStringLiteral("clipPath"), QStringLiteral("text")};
    if (!allowed.contains(xml.name().toString()))
        return QStringLiteral("element ") + xml.name().toString();
    for (const QXmlStreamAttribute& attribute : xml.attributes()) {
        const QString name = attribute.qualifiedName().toString(), value = attribute.value().toString();
        static const QRegularExpression within(QStringLiteral("^url\\(#c[0-9]+\\)$"));
        if (name.contains(QLatin1String("href")) || name.startsWith(QLatin1String("on")))
            return name;
        if (value.contains(QLatin1String("url(")) && !within.match(value).hasMatch())
            return value;
        if (value.contains(QLatin1String("nan")) || value.contains(QLatin1String("inf")))
            return value;
    }
    return {};
}

ReadSvg readSvg(const QByteArray& bytes) {
    ReadSvg read;
    QXmlStreamReader xml(bytes);
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::StartElement) {
            ++read.elements;
            if (const QString problem = problemOf(xml); !problem.isEmpty() && read.problem.isEmpty())
                read.problem = problem;
            if (xml.name() == QLatin1String("text"))
                read.pieces << xml.readElementText();
        } else if (token == QXmlStreamReader::DTD || token == QXmlStreamReader::ProcessingInstruction) {
            read.problem = QStringLiteral("a DTD or an instruction");
        }
    }
    read.texts = read.pieces.join(QLatin1Char(' ')) + QLatin1Char(' ');
    if (xml.hasError())
        read.problem = xml.errorString();
    return read;
}

/// Without blanks, narrow ones too: lines are broken anywhere.
QString dense(QString text) {
    static const QRegularExpression blanks(QStringLiteral("[\\s\\x{A0}\\x{202F}]+"));
    return text.remove(blanks);
}

} // namespace

void VectorReportsTest::initTestCase() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    const auto rotting = [](int step) {
        return step < 120 ? 2.0 + 0.02 * (step % 5) : 4.6 + 0.02 * (step % 7);
    };
    m_program.write(QStringLiteral("rot.jsonl"), recording(300, rotting));
    m_program.write(QStringLiteral("steady.jsonl"), recording(300, [](int step) { return 2.0 + 0.02 * (step % 5); }));
    m_program.write(hostileName, recording(60, rotting));
}

void VectorReportsTest::svgStandsAlone_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("size");
    QTest::newRow("ticket") << "rot.jsonl"
                            << R"(width="1600" height="1000" viewBox="0 0 1600 1000")";
    QTest::newRow("dark") << "rot.jsonl --theme dark"
                          << R"(width="1600" height="1000")";
    QTest::newRow("own size") << "rot.jsonl --size 1280x800"
                              << R"(width="1280" height="800")";
    QTest::newRow("long") << "rot.jsonl --size long"
                          << R"(width="1600" height=")";
    QTest::newRow("part of the run") << "rot.jsonl --range 100:200"
                                     << R"(width="1600")";
    QTest::newRow("hostile name") << hostileName << R"(width="1600")";
    QTest::newRow("hostile name, long") << hostileName + " --size long"
                                        << R"(width="1600")";
    QTest::newRow("pair") << "steady.jsonl rot.jsonl"
                          << R"(width="1600" height="1000")";
    QTest::newRow("pair, long, dark") << "steady.jsonl rot.jsonl --size long --theme dark"
                                      << R"(width="1600")";
    QTest::newRow("pair, hostile name") << "steady.jsonl " + hostileName << R"(width="1600")";
}

void VectorReportsTest::svgStandsAlone() {
    QFETCH(QString, words);
    QFETCH(QString, size);
    const auto outcome = report(words + QStringLiteral(" -o a.svg"));
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.status, 0);
    const QByteArray svg = m_program.read(QStringLiteral("a.svg"));
    QVERIFY2(svg.left(600).contains(size.toUtf8()), svg.left(600).constData());
    const ReadSvg read = readSvg(svg);
    QCOMPARE(read.problem, QString());
    QVERIFY(read.texts.contains(QStringLiteral("Tachograph")));
    QVERIFY(read.texts.contains(QStringLiteral("tachograph report")));
    QCOMPARE(report(words + QStringLiteral(" -o b.svg")).status, 0);
    QVERIFY(m_program.read(QStringLiteral("b.svg")) == svg);
}

void VectorReportsTest::theBillsBarSaysWhatItsSentenceSays_data() {
    QTest::addColumn<double>("late"); // seconds of the later steps; the earlier ones take 2 s
    QTest::newRow("seconds and hundredths") << 2.0125;
    QTest::newRow("some ten seconds") << 2.0975;
    QTest::newRow("minutes") << 3.7;
    QTest::newRow("below") << 1.9;
}
/// One sum is not rounded in two ways.
void VectorReportsTest::theBillsBarSaysWhatItsSentenceSays() {
    QFETCH(double, late);
    QByteArray lines;
    for (int step = 1; step <= 240; ++step)
        lines += QStringLiteral("{\"step\": %1, \"step_time_s\": %2}\n")
                     .arg(step)
                     .arg((step <= 120 ? 2.0 : late) + 0.001 * (step % 3), 0, 'f', 4)
                     .toUtf8();
    m_program.write(QStringLiteral("sum.jsonl"), lines);
    QCOMPARE(report(QStringLiteral("sum.jsonl --size long -o sum.svg")).status, 0);
    const ReadSvg svg = readSvg(m_program.read(QStringLiteral("sum.svg")));
    static const QRegularExpression sentence(QStringLiteral("^(.+) (above|below) the early rate of "));
    QString amount;
    for (const QString& piece : svg.pieces)
        if (const auto match = sentence.match(piece); match.hasMatch())
            amount = match.captured(1);
    QVERIFY2(!amount.isEmpty(), qPrintable(svg.pieces.join(QLatin1Char('|'))));
    QVERIFY2(svg.pieces.contains(amount), qPrintable(amount));
}

void VectorReportsTest::svgSaysEveryFinding() {
    QCOMPARE(report(QStringLiteral("rot.jsonl --size long -o a.svg")).status, 0);
    const QString texts = dense(readSvg(m_program.read(QStringLiteral("a.svg"))).texts);
    QCOMPARE(report(QStringLiteral("rot.jsonl -o a.json")).status, 0);
    const QJsonObject run = QJsonDocument::fromJson(m_program.read(QStringLiteral("a.json")))
                                .object()
                                .value(QLatin1String("runs"))
                                .toArray()
                                .at(0)
                                .toObject();
    int findings = 0;
    for (const QJsonValue& examination : run.value(QLatin1String("diagnosis")).toArray())
        for (const QJsonValue& finding : examination.toObject().value(QLatin1String("findings")).toArray()) {
            ++findings;
            const QString text = dense(finding.toObject().value(QLatin1String("summary")).toString());
            QVERIFY(!text.isEmpty());
            QVERIFY2(texts.contains(text), qPrintable(text));
            QVERIFY(texts.contains(examination.toObject().value(QLatin1String("code")).toString()));
        }
    QVERIFY(findings > 0);
    QVERIFY(texts.contains(QStringLiteral("Wherethetimegoes")));
}

/// 600,000 steps take no more of the file than the pixel columns they fall into.
void VectorReportsTest::sizeFollowsThePictureNotTheRun() {
    QList<qsizetype> sizes;
    for (const int steps : {20'000, 600'000}) {
        QByteArray rows = "step,step_time_s\n";
        for (int step = 1; step <= steps; ++step)
            rows +=
                QByteArray::number(step) + ',' + QByteArray::number(2.0 + 0.001 * (step % 1000 * 7919 % 1000)) + '\n';
        m_program.write(QStringLiteral("many.csv"), rows);
        for (const char* ending : {"svg", "pdf"}) {
            const QString file = QStringLiteral("many.") + QLatin1String(ending);
            QCOMPARE(report(QStringLiteral("many.csv -o ") + file).status, 0);
            sizes << m_program.read(file).size();
        }
    }
    QVERIFY2(sizes[2] < 1'000'000, qPrintable(QString::number(sizes[2])));
    QVERIFY2(sizes[3] < 500'000, qPrintable(QString::number(sizes[3])));
    QVERIFY2(sizes[2] < sizes[0] * 13 / 10, qPrintable(QString::number(sizes[0])));
    QVERIFY2(sizes[3] < sizes[1] * 13 / 10, qPrintable(QString::number(sizes[1])));
}

void VectorReportsTest::pdfIsOnePage_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("page"); // in points: 3/4 of a pixel
    QTest::newRow("ticket") << "rot.jsonl"
                            << "\\[0 0 1200(\\.0*)? 750(\\.0*)?\\]";
    QTest::newRow("own size, dark") << "rot.jsonl --size 1280x800 --theme dark"
                                    << "\\[0 0 960(\\.0*)? 600(\\.0*)?\\]";
    QTest::newRow("long") << "rot.jsonl --size long"
                          << "\\[0 0 1200(\\.0*)? [0-9]{4}";
    QTest::newRow("pair") << "steady.jsonl rot.jsonl"
                          << "\\[0 0 1200(\\.0*)? 750(\\.0*)?\\]";
    QTest::newRow("pair, long") << "steady.jsonl rot.jsonl --size long"
                                << "\\[0 0 1200(\\.0*)? [0-9]{4}";
    QTest::newRow("hostile name") << hostileName << "\\[0 0 1200(\\.0*)? 750(\\.0*)?\\]";
}

void VectorReportsTest::pdfIsOnePage() {
    QFETCH(QString, words);
    QFETCH(QString, page);
    const auto outcome = report(words + QStringLiteral(" -o a.pdf"));
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.status, 0);
    const QByteArray pdf = m_program.read(QStringLiteral("a.pdf"));
    QVERIFY(pdf.startsWith("%PDF-1."));
    QVERIFY(pdf.trimmed().endsWith("%%EOF"));
    QCOMPARE(pdf.count("/Type /Page\n") + pdf.count("/Type /Page "), 1);
    const QString text = QString::fromLatin1(pdf);
    QVERIFY2(text.contains(QRegularExpression(QStringLiteral("/MediaBox ") + page)),
             qPrintable(text.mid(text.indexOf(QLatin1String("/MediaBox")), 60)));
    QVERIFY(pdf.contains("/FontFile2")); // text as text, with its face
    for (const char* active : {"/JavaScript", "/Launch", "/URI", "/EmbeddedFile", "/OpenAction"})
        QVERIFY2(!pdf.contains(active), active);
    // The same report has the same bytes, also a second later.
    QVERIFY(!pdf.contains("/CreationDate"));
    QTest::qWait(1'100);
    QCOMPARE(report(words + QStringLiteral(" -o b.pdf")).status, 0);
    QVERIFY(m_program.read(QStringLiteral("b.pdf")) == pdf);
}

void VectorReportsTest::pdfCanBeSearched_data() {
    QTest::addColumn<QString>("words");
    const QString name = QStringLiteral("affine-first->flat--fifth.jsonl");
    m_program.write(name, m_program.read(QStringLiteral("rot.jsonl")));
    QTest::newRow("ticket") << "rot.jsonl";
    QTest::newRow("long") << "rot.jsonl --size long";
    QTest::newRow("a name of ligatures, part of the run") << name + " --size long --range 10:";
    QTest::newRow("pair") << "steady.jsonl rot.jsonl";
    QTest::newRow("pair, long, dark") << "steady.jsonl " + name + " --size long --theme dark";
}

/// What a reader finds and copies is what the SVG of the same report says in plain letters.
void VectorReportsTest::pdfCanBeSearched() {
    if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty())
        QSKIP("pdftotext is not installed (package poppler-utils)");
    QFETCH(QString, words);
    QCOMPARE(report(words + QStringLiteral(" -o s.svg")).status, 0);
    QCOMPARE(report(words + QStringLiteral(" -o s.pdf")).status, 0);
    const auto read = m_program.runShell(QStringLiteral("pdftotext -raw -enc UTF-8 s.pdf -"));
    QCOMPARE(read.status, 0);
    const QString text = QString::fromUtf8(read.out), found = dense(text);
    static const QRegularExpression ligatures(QStringLiteral("[\\x{FB00}-\\x{FB06}]"));
    QVERIFY2(!text.contains(ligatures), qPrintable(text.mid(text.indexOf(ligatures) - 20, 40)));
    const QStringList pieces = readSvg(m_program.read(QStringLiteral("s.svg"))).pieces;
    QVERIFY(pieces.size() > 50);
    for (QString piece : pieces) {
        if (piece.contains(QLatin1String("SVG"))) // where its hashes are
            continue;
        piece.replace(QStringLiteral("report.svg"), QStringLiteral("report.pdf"));
        QVERIFY2(found.contains(dense(piece)), qPrintable(piece + " is not in\n" + text));
    }
    for (const char* word : {"Findings", "tachograph report"})
        QVERIFY2(text.contains(QLatin1String(word)), qPrintable(word + QStringLiteral(" is not in\n") + text));
}

void VectorReportsTest::noPaths() {
    for (const char* file : {"a.svg", "a.pdf"}) {
        QCOMPARE(m_program
                     .run({QStringLiteral("report"), m_program.path(QStringLiteral("rot.jsonl")), QStringLiteral("-o"),
                           QLatin1String(file)})
                     .status,
                 0);
        const QByteArray bytes = m_program.read(QLatin1String(file));
        const QString folder = m_program.path(QString()).chopped(1);
        QVERIFY(!bytes.contains(folder.toUtf8()));
        QByteArray wide; // texts of PDF are UTF-16
        for (const QChar c : folder)
            wide += QByteArray(1, '\0') + c.toLatin1();
        QVERIFY(!bytes.contains(wide));
    }
}

void VectorReportsTest::refused_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("scale of SVG") << "rot.jsonl -o x.svg --scale 2"
                                  << "have no pixels";
    QTest::newRow("scale of PDF") << "rot.jsonl -o x.pdf --scale 0.5"
                                  << "have no pixels";
    QTest::newRow("scale of a pair") << "rot.jsonl steady.jsonl -o x.svg --scale 2"
                                     << "have no pixels";
    QTest::newRow("packed SVG") << "rot.jsonl -o x.svgz"
                                << "Use .png, .svg, .pdf, .html, .md, .json or .csv.";
    QTest::newRow("PostScript") << "rot.jsonl -o x.ps"
                                << "Use .png, .svg, .pdf, .html, .md, .json or .csv.";
    QTest::newRow("theme of a table") << "rot.jsonl -o x.csv --theme dark"
                                      << ".png, .svg, .pdf, .html";
    QTest::newRow("size of JSON") << "rot.jsonl -o x.json --size long"
                                  << ".png, .svg, .pdf, .html";
    QTest::newRow("theme of a pair's page") << "rot.jsonl steady.jsonl -o x.md --theme dark"
                                            << ".png, .svg, .pdf, .html";
    QTest::newRow("too small") << "rot.jsonl -o x.svg --size 100x100"
                               << "1000x700";
    QTest::newRow("nothing in the range") << "rot.jsonl -o x.svg --range 900:"
                                          << "nothing of it lies in the --range";
}

void VectorReportsTest::refused() {
    QFETCH(QString, words);
    QFETCH(QString, sentence);
    const auto outcome = report(words);
    QVERIFY(outcome.status == 2 || outcome.status == 3);
    QVERIFY2(QString::fromUtf8(outcome.err).contains(sentence), outcome.err.constData());
    for (const char* ending : {"svg", "pdf", "svgz", "ps", "csv", "json", "md"})
        QVERIFY(!QFile::exists(m_program.path(QStringLiteral("x.") + QLatin1String(ending))));
}

QTEST_GUILESS_MAIN(VectorReportsTest)
#include "tst_vectorreports.moc"
