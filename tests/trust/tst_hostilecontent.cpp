#include "analysis/attribution/bill.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/importers/openrun.h"
#include "analysis/report/csvwriter.h"
#include "analysis/report/diffdocument.h"
#include "analysis/report/diffjson.h"
#include "analysis/report/difftext.h"
#include "analysis/report/htmlwriter.h"
#include "analysis/report/inspectjson.h"
#include "analysis/report/inspecttext.h"
#include "analysis/report/markdownwriter.h"
#include "analysis/report/rundocument.h"
#include "analysis/run/runbuilder.h"

#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <functional>
#include <span>

using namespace tachograph;

namespace {

/// What a stranger may put into a name, a key, a value, a message.
const QList<QByteArray> plants = {
    "\x1b[2J\x1b]0;owned\x07red", // clears the screen, names the window
    "\xc2\x9b"
    "31mred", // the same as one C1 character
    "user\xe2\x80\xae"
    "gnp.exe",                                        // written from right to left
    "a\xe2\x81\xa6 b\xe2\x81\xa9\xe2\x80\x8b",        // isolates, zero width
    "line\r\nbreak\x08\x7f\x01",                      // moves the cursor
    "<script>alert(1)</script><img src=x onerror=y>", // runs in a browser
    "\"><svg/onload=z>'&lt;",                         // leaves an attribute
    "=cmd|' /C calc'!A0",                             // runs in a spreadsheet
    "@SUM(1+1)*cmd",
    "| **bold** [x](javascript:y) `c` # h", // markup
    "broken \xff\xc0\x80 utf-8",
};

/// A run with the plant in every text that a recording can fill.
RunPtr infested(const QByteArray& plant, const char* name, double seconds) {
    const std::string text = plant.toStdString();
    RunBuilder builder(name + text, "dir/" + text, "jsonl");
    const std::uint32_t time = builder.series("step_time_s"), key = builder.series(text);
    builder.edit(key).sourceUnit = text;
    builder.edit(key).definition = text;
    builder.edit(key).how = text;
    builder.edit(key).source = text;
    builder.reading().addStepKey(text);
    builder.reading().timeKey = text;
    for (std::int64_t step = 1; step <= 200; ++step) {
        const std::uint32_t row = builder.addRow({.step = step, .time = 1764500000.0 + seconds * double(step)});
        builder.addValue(time, row, seconds + 0.01 * double(step % 7));
        builder.addValue(key, row, double(step % 5));
    }
    for (const EventKind kind : {EventKind::checkpoint, EventKind::oom, EventKind::exception, EventKind::config,
                                 EventKind::note, EventKind::exit}) {
        Event event;
        event.kind = kind;
        event.text = text;
        builder.addEvent(std::move(event));
    }
    builder.addIssue({3, text, text, text});
    builder.addNote(text);
    builder.setConfig(text, text);
    builder.setEnvironment(text, text);
    builder.setEnvironment("torch", seconds > 2.5 ? text : "2.9.1");
    builder.addSource({text, "dir/" + text, "0", 1});
    return builder.build(MetricRoles::builtIn());
}

struct Answer {
    QByteArray name;
    std::string text;
};

std::vector<Answer> answers(const QByteArray& plant) {
    const RunPtr a = infested(plant, "a", 2.0), b = infested(plant, "b", 3.0);
    const JudgedRun judged{a, diagnose(*a), accountTime(*a, timeLedger(*a), {})};
    const ComparisonSet set = compareAll({a, b, infested(plant, "c", 2.0)});
    const Document run = runDocument(*a, judged.diagnosis, judged.account, "1");
    const Document diff = diffDocument(set, "1");
    return {{"inspect", inspectText(judged)},
            {"diff", diffText(set)},
            {"json", inspectJson(std::span(&judged, 1), "1")},
            {"diff json", diffJson(set, "1")},
            {"html", toHtml(run, {})},
            {"diff html", toHtml(diff, {})},
            {"markdown", toMarkdown(run)},
            {"diff markdown", toMarkdown(diff)},
            {"csv", toCsv(*a)}};
}

/// Characters that move a cursor, hide or turn text; line ends apart.
QString hiddenIn(const QString& text) {
    static const QRegularExpression hidden("[\\x{0}-\\x{9}\\x{b}-\\x{1f}\\x{7f}-\\x{9f}\\x{61c}\\x{200b}-\\x{200f}"
                                           "\\x{2028}-\\x{202e}\\x{2060}-\\x{2064}\\x{2066}-\\x{206f}\\x{feff}]");
    const auto found = hidden.match(text);
    return found.hasMatch() ? QStringLiteral("U+%1 in: %2")
                                  .arg(found.captured()[0].unicode(), 4, 16, QLatin1Char('0'))
                                  .arg(text.mid(qMax(0, found.capturedStart() - 60), 120))
                            : QString();
}

/// Tags of a page that a report does not consist of, or attributes that act.
QString strangeTag(const QString& page) {
    static const QSet<QString> own = {"!doctype", "html",    "head", "meta",   "title", "style",      "body",  "h1",
                                      "h2",       "h3",      "p",    "ul",     "li",    "table",      "thead", "tbody",
                                      "tr",       "th",      "td",   "figure", "img",   "figcaption", "main",  "header",
                                      "footer",   "section", "div",  "span",   "br"};
    static const QRegularExpression tag("<\\s*/?\\s*([^\\s>/]+)([^>]*)>");
    for (auto tags = tag.globalMatch(page); tags.hasNext();) {
        const auto found = tags.next();
        if (!own.contains(found.captured(1).toLower()) || found.captured(2).contains(QRegularExpression("\\bon\\w+=")))
            return found.captured();
    }
    return {};
}

/// A character that begins markup and is not escaped, in what the recording filled.
QString bareMarkup(const QString& page) {
    static const QRegularExpression bare("(?<!\\\\)(<script|<img|<svg|\\*\\*bold|\\]\\(javascript|`c`)");
    return bare.match(page).captured();
}

QString formulaCell(const QString& table) {
    // The first cell of a line, or one behind a comma, quoted or not; numbers may begin with a sign.
    static const QRegularExpression formula("(^|,)\"?[=@+-](?![0-9.]|Infinity)", QRegularExpression::MultilineOption);
    return formula.match(table).captured();
}

} // namespace

/// Nothing that a recording says reaches a terminal, a browser, a Markdown viewer or a spreadsheet as anything but
/// text.
class TestHostileContent : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void everyAnswer_data() {
        QTest::addColumn<QByteArray>("plant");
        for (const QByteArray& plant : plants)
            QTest::newRow(plant.toPercentEncoding(" []()<>").left(40).constData()) << plant;
    }
    void everyAnswer() {
        QFETCH(QByteArray, plant);
        for (const auto& [name, text] : answers(plant)) {
            const QString shown = QString::fromStdString(text);
            const auto says = [name = name](const QString& fault) {
                return QStringLiteral("%1: %2").arg(QString::fromLatin1(name), fault).toUtf8();
            };
            QVERIFY2(shown.size() > 200, says("says nothing"));
            if (name.contains("json")) {
                QVERIFY2(QJsonDocument::fromJson(QByteArray::fromStdString(text)).isObject(), says("is no JSON"));
                QVERIFY2(hiddenIn(shown).isEmpty(), says(hiddenIn(shown)));
                continue;
            }
            QVERIFY2(hiddenIn(shown).isEmpty(), says(hiddenIn(shown)));
            if (name.contains("html"))
                QVERIFY2(strangeTag(shown).isEmpty(), says(strangeTag(shown)));
            if (name.contains("markdown"))
                QVERIFY2(bareMarkup(shown).isEmpty(), says(bareMarkup(shown)));
            if (name == "csv")
                QVERIFY2(formulaCell(shown).isEmpty(), says(formulaCell(shown)));
        }
    }

    /// The checks themselves see what they are to see.
    void theChecksSee() {
        for (const char* text : {"a\x1b[31m", "\xc2\x9b", "\xe2\x80\xae", "\r", "\x7f"})
            QVERIFY2(!hiddenIn(QString::fromUtf8(text)).isEmpty(), text);
        QVERIFY(hiddenIn(QStringLiteral("plain, \u00e4 \u2192 \u2212 1\n")).isEmpty());
        QVERIFY(!strangeTag("<p><script>").isEmpty() && !strangeTag("<img src=x onerror=y>").isEmpty());
        QVERIFY(strangeTag("<p>&lt;script&gt;</p>").isEmpty());
        QVERIFY(!bareMarkup("a [x](javascript:y)").isEmpty() && bareMarkup("a \\[x\\]\\(javascript:y)").isEmpty());
        QVERIFY(!formulaCell("1,=A1").isEmpty() && !formulaCell("a\n\"@b\"").isEmpty());
        QVERIFY(formulaCell("1,-2,'=A1,-Infinity").isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestHostileContent)
#include "tst_hostilecontent.moc"
