#include "analysis/report/csvwriter.h"
#include "analysis/report/htmlwriter.h"
#include "analysis/report/markdownwriter.h"

#include <QRegularExpression>
#include <QTest>

using namespace tachograph;

/// Texts of a recording stay text in every form of a report.
class TestReportWriters : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void csvCells_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("plain") << "loss"
                               << "loss";
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("comma") << "a,b"
                               << "\"a,b\"";
        QTest::newRow("quote") << "a\"b"
                               << "\"a\"\"b\"";
        QTest::newRow("formula") << "=1+1"
                                 << "'=1+1";
        QTest::newRow("plus") << "+1"
                              << "'+1";
        QTest::newRow("minus") << "-1"
                               << "'-1";
        QTest::newRow("at") << "@SUM(A1)"
                            << "'@SUM(A1)";
        QTest::newRow("formula after blanks") << "  =1"
                                              << "'  =1";
        QTest::newRow("formula after a tab") << "\t=1"
                                             << "'=1";
        QTest::newRow("formula with a comma") << "=A1,B1"
                                              << "\"'=A1,B1\"";
        QTest::newRow("sign inside") << "a=b"
                                     << "a=b";
        QTest::newRow("escape sequence") << "\x1b[31mred"
                                         << "red";
    }
    void csvCells() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const QString cell = QString::fromStdString(csvCell(text.toStdString()));
        QCOMPARE(cell.trimmed().remove(QChar(' ')), expected.trimmed().remove(QChar(' ')));
    }

    void markdown_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("plain") << "step time, 2.3 s"
                               << "step time, 2.3 s";
        QTest::newRow("markup") << "*a* _b_ `c`"
                                << "\\*a\\* \\_b\\_ \\`c\\`";
        QTest::newRow("link") << "[x](y)"
                              << "\\[x\\]\\(y\\)";
        QTest::newRow("tag") << "<b>"
                             << "\\<b\\>";
        QTest::newRow("entity") << "&lt;"
                                << "\\&lt;";
        QTest::newRow("cell border") << "a|b"
                                     << "a\\|b";
        QTest::newRow("heading") << "# a"
                                 << "\\# a";
        QTest::newRow("list") << "- a"
                              << "\\- a";
        QTest::newRow("numbered list") << "1. a"
                                       << "1\\. a";
        QTest::newRow("number inside") << "at 1. a"
                                       << "at 1. a";
        QTest::newRow("underline of a heading") << "==="
                                                << "\\===";
        QTest::newRow("backslash") << "a\\b"
                                   << "a\\\\b";
    }
    void markdown() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const Document document{"t", {Paragraph{text.toStdString()}}};
        QCOMPARE(QString::fromStdString(toMarkdown(document)), expected + '\n');
    }

    void lineBreaksCannotStartABlock() {
        const Document document{"t", {Paragraph{"a\n\n# b\r\n- c"}}};
        QCOMPARE(toMarkdown(document).find('\n'), toMarkdown(document).size() - 1);
    }

    void html() {
        const Document document{"</title><script>",
                                {Heading{1, "<b>\"&'"}, Table{{"a"}, {true}, {{"<td>"}}}, Figure{"\" onload=x"}}};
        const QString page = QString::fromStdString(toHtml(document, "PNG"));
        QVERIFY(page.contains("<h1>&lt;b&gt;&quot;&amp;&#39;</h1>"));
        QVERIFY(page.contains("<td class=\"n\">&lt;td&gt;</td>"));
        QVERIFY(page.contains("alt=\"&quot; onload=x\" src=\"data:image/png;base64,UE5H\""));
        QVERIFY(!page.contains("<script"));
    }

    void base64Padding_data() {
        QTest::addColumn<QByteArray>("bytes");
        for (const char* bytes : {"a", "ab", "abc", "abcd", "\xff\xfe\xfd\xfc\xfb"})
            QTest::addRow("%d bytes", static_cast<int>(qstrlen(bytes))) << QByteArray(bytes);
    }
    void base64Padding() {
        QFETCH(QByteArray, bytes);
        const std::string page = toHtml({"t", {Figure{"f"}}}, bytes.toStdString());
        QVERIFY(QByteArray::fromStdString(page).contains("base64," + bytes.toBase64() + '"'));
    }

    void noPictureNoFigure() { QVERIFY(toHtml({"t", {Figure{"f"}}}, {}).find("<img") == std::string::npos); }
};

QTEST_GUILESS_MAIN(TestReportWriters)
#include "tst_reportwriters.moc"
