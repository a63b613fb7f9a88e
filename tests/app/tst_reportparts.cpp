#include "program.h"

#include <QImage>
#include <QRegularExpression>
#include <QTest>

using tachograph::tests::Program;
using tachograph::tests::recording;

/// What can be left out of a report, its forms, and the picture beside a page of Markdown.
class ReportPartsTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void partsAreLeftOut_data();
    void partsAreLeftOut();
    void pagesLeaveThemOutToo_data();
    void pagesLeaveThemOutToo();
    void slides();
    void pictureBesideThePage_data();
    void pictureBesideThePage();
    void refused_data();
    void refused();

  private:
    Program::Outcome report(const QString& words) const {
        return m_program.run(QStringList{QStringLiteral("report")} + words.split(QLatin1Char(' ')));
    }
    QString text(const QString& words, const QString& file) const {
        const auto outcome = report(words + QStringLiteral(" -o ") + file);
        return outcome.status == 0 ? QString::fromUtf8(m_program.read(file)) : QString::fromUtf8(outcome.err);
    }
    Program m_program;
};

void ReportPartsTest::initTestCase() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    m_program.write(QStringLiteral("rot.jsonl"), recording(300, [](int step) {
                        return step < 120 ? 2.0 + 0.02 * (step % 5) : 4.6 + 0.02 * (step % 7);
                    }));
    m_program.write(QStringLiteral("steady.jsonl"), recording(300, [](int step) { return 2.0 + 0.02 * (step % 5); }));
    m_program.write(QStringLiteral("n.json"),
                    R"({"schema": "tachograph.notes/1", "notes": [{"first_step": 100, "text": "seen by me"}]})");
}

/// The texts of an SVG, one part after the other.
void ReportPartsTest::partsAreLeftOut_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QStringList>("there");
    QTest::addColumn<QStringList>("gone");
    const QString findings = QStringLiteral(">Findings<"), outcomes = QStringLiteral(">What every detector said<"),
                  lanes = QStringLiteral(">Step time<"), bill = QStringLiteral(">The bill<"),
                  note = QStringLiteral("seen by me"), settings = QStringLiteral(">Configuration and environment<");
    const QStringList all{findings, outcomes, lanes, bill, note, settings};
    const auto but = [&all](const QStringList& gone) {
        QStringList there = all;
        there.removeIf([&gone](const QString& text) { return gone.contains(text); });
        return there;
    };
    const auto row = [&](const char* without, const QStringList& gone) {
        QTest::newRow(without) << QStringLiteral("rot.jsonl --size long --notes n.json --without ") +
                                      QLatin1String(without)
                               << but(gone) << gone;
    };
    QTest::newRow("everything") << QStringLiteral("rot.jsonl --size long --notes n.json") << all << QStringList();
    row("lanes", {lanes});
    row("findings", {findings, outcomes});
    row("tables", {bill, settings});
    row("notes", {note});
    row("lanes,notes", {lanes, note});
    row("lanes,findings,tables", {findings, outcomes, lanes, bill, settings});
    row("findings,tables,notes", {findings, outcomes, bill, note, settings});
    QTest::newRow("ticket without lanes")
        << QStringLiteral("rot.jsonl --without lanes") << QStringList{findings} << QStringList{lanes};
    QTest::newRow("ticket without findings")
        << QStringLiteral("rot.jsonl --without findings") << QStringList{lanes} << QStringList{findings};
    QTest::newRow("pair without lanes") << QStringLiteral("steady.jsonl rot.jsonl --size long --without lanes")
                                        << QStringList{QStringLiteral(">Metrics<"), findings}
                                        << QStringList{QStringLiteral(">Timelines<")};
    QTest::newRow("pair without tables") << QStringLiteral("steady.jsonl rot.jsonl --without tables")
                                         << QStringList{lanes} << QStringList{QStringLiteral(">What differs<")};
    QTest::newRow("pair of findings alone")
        << QStringLiteral("steady.jsonl rot.jsonl --without lanes,tables,notes") << QStringList{findings}
        << QStringList{QStringLiteral(">What differs<"), QStringLiteral(">Metrics<")};
}

void ReportPartsTest::partsAreLeftOut() {
    QFETCH(QString, words);
    QFETCH(QStringList, there);
    QFETCH(QStringList, gone);
    const QString svg = text(words, QStringLiteral("a.svg"));
    QVERIFY2(svg.startsWith(QStringLiteral("<?xml")), qPrintable(svg));
    for (const QString& piece : there)
        QVERIFY2(svg.contains(piece), qPrintable(piece));
    for (const QString& piece : gone)
        QVERIFY2(!svg.contains(piece), qPrintable(piece));
    const qsizetype option = words.indexOf(QStringLiteral("--without"));
    if (option >= 0)
        QVERIFY(svg.contains(words.mid(option)));
}

void ReportPartsTest::pagesLeaveThemOutToo_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QStringList>("there");
    QTest::addColumn<QStringList>("gone");
    QTest::newRow("findings") << "rot.jsonl --without findings" << QStringList{"## Series", "## Key figures"}
                              << QStringList{"## Findings", "## What every detector said"};
    QTest::newRow("tables") << "rot.jsonl --without tables" << QStringList{"## Findings", "## Sources"}
                            << QStringList{"## Series", "## Import issues", "## The bill"};
    QTest::newRow("notes") << "rot.jsonl --notes n.json --without notes" << QStringList{"## Findings"}
                           << QStringList{"seen by me"};
    QTest::newRow("pair, tables") << "steady.jsonl rot.jsonl --without tables" << QStringList{"Tachograph"}
                                  << QStringList{"## Metrics", "## What changed together"};
}

void ReportPartsTest::pagesLeaveThemOutToo() {
    QFETCH(QString, words);
    QFETCH(QStringList, there);
    QFETCH(QStringList, gone);
    const QString page = text(words, QStringLiteral("a.md"));
    for (const QString& piece : there)
        QVERIFY2(page.contains(piece), qPrintable(piece));
    for (const QString& piece : gone)
        QVERIFY2(!page.contains(piece), qPrintable(piece));
    const QString html = text(words + QStringLiteral(",lanes"), QStringLiteral("a.html"));
    QVERIFY2(html.startsWith(QStringLiteral("<!DOCTYPE html>")), qPrintable(html));
    QVERIFY(!html.contains(QStringLiteral("<img")));
}

void ReportPartsTest::slides() {
    QCOMPARE(report(QStringLiteral("rot.jsonl -o a.png --size slide")).status, 0);
    QCOMPARE(QImage::fromData(m_program.read(QStringLiteral("a.png"))).size(), QSize(1280, 720));
    QCOMPARE(report(QStringLiteral("rot.jsonl steady.jsonl -o a.png --size slide --scale 1.5")).status, 0);
    const QImage image = QImage::fromData(m_program.read(QStringLiteral("a.png")));
    QCOMPARE(image.size(), QSize(1920, 1080));
    QCOMPARE(image.text(QStringLiteral("Options")), QStringLiteral("--size slide --scale 1.5"));
}

void ReportPartsTest::pictureBesideThePage_data() {
    QTest::addColumn<QString>("words");
    QTest::newRow("one run") << "rot.jsonl";
    QTest::newRow("pair") << "steady.jsonl rot.jsonl";
}

void ReportPartsTest::pictureBesideThePage() {
    QFETCH(QString, words);
    const QString page =
        text(words + QStringLiteral(" --with-picture --theme dark"), QStringLiteral("sub (1).md").remove(' '));
    QVERIFY2(page.contains(QStringLiteral("](sub%281%29.png)")), qPrintable(page.left(600)));
    const QByteArray beside = m_program.read(QStringLiteral("sub(1).png"));
    QCOMPARE(QImage::fromData(beside).size(), QSize(1600, 1000));
    QCOMPARE(report(words + QStringLiteral(" --theme dark -o same.png")).status, 0);
    QVERIFY(m_program.read(QStringLiteral("same.png")) == beside);
}

void ReportPartsTest::refused_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("sentence");
    const QString parts = QStringLiteral("what can be left out is lanes, findings, tables and notes");
    QTest::newRow("unknown part") << "rot.jsonl -o x.png --without curves" << parts;
    QTest::newRow("empty part") << "rot.jsonl -o x.png --without lanes," << parts;
    QTest::newRow("blank between") << "rot.jsonl -o x.png --without lanes;notes" << parts;
    QTest::newRow("everything") << "rot.jsonl -o x.png --without lanes,findings,tables,notes" << parts;
    QTest::newRow("everything of a pair")
        << "rot.jsonl steady.jsonl -o x.png --without lanes,findings,tables,notes" << parts;
    QTest::newRow("of a table") << "rot.jsonl -o x.csv --without notes"
                                << "hold everything";
    QTest::newRow("of JSON") << "rot.jsonl -o x.json --without notes"
                             << "hold everything";
    QTest::newRow("picture beside a picture") << "rot.jsonl -o x.png --with-picture"
                                              << "it is for .md";
    QTest::newRow("picture beside HTML") << "rot.jsonl -o x.html --with-picture"
                                         << "it is for .md";
    QTest::newRow("picture of no lanes") << "rot.jsonl -o x.md --with-picture --without lanes"
                                         << "which --without leaves out";
    QTest::newRow("theme without a picture") << "rot.jsonl -o x.md --theme dark"
                                             << ".md with --with-picture";
    QTest::newRow("session in SVG") << "rot.jsonl -o x.svg --with-session"
                                    << "it is for .png";
    QTest::newRow("session in HTML") << "rot.jsonl -o x.html --with-session"
                                     << "it is for .png";
    QTest::newRow("session in a table") << "rot.jsonl -o x.csv --with-session"
                                        << "it is for .png";
    QTest::newRow("no such size") << "rot.jsonl -o x.png --size slides"
                                  << "sizes are ticket, slide, long";
}

void ReportPartsTest::refused() {
    QFETCH(QString, words);
    QFETCH(QString, sentence);
    const auto outcome = report(words);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(QString::fromUtf8(outcome.err).contains(sentence), outcome.err.constData());
    for (const char* ending : {"png", "svg", "html", "csv", "json", "md"})
        QVERIFY(!QFile::exists(m_program.path(QStringLiteral("x.") + QLatin1String(ending))));
}

QTEST_GUILESS_MAIN(ReportPartsTest)
#include "tst_reportparts.moc"
