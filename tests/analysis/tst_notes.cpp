#include "analysis/report/reviewwords.h"
#include "analysis/review/notescsv.h"
#include "analysis/review/notesfile.h"
#include "analysis/review/reviewjson.h"
#include "analysis/run/runbuilder.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace tachograph;

namespace {

Note note(std::optional<std::int64_t> first, std::int64_t last, const char* text, const char* from = "") {
    return {0, first, last, text, from};
}

RunReview sample() {
    RunReview review;
    review.notes = {note(120, 180, "slow from here,\nsee \"ticket\" 4; asked Ana", "THROUGHPUT_ROT"),
                    note(std::nullopt, 0, "=HYPERLINK(\"http://x\")"), note(7, 7, "'quoted' start"),
                    note(-3, -3, "−3 °C, µ, 漢字")};
    review.dismissals = {{"CHECKPOINT_STALL", 50, 50, 300, {"step_time", "queue/a"}, "@known: shared disk"},
                         {"NON_FINITE", std::nullopt, 4, 4, {}, ""}};
    return review;
}

/// Notes and dismissals, one a line.
QString described(const RunReview& review) {
    QStringList lines;
    for (const Note* one : notesInOrder(review))
        lines << QStringLiteral("%1: %2 [%3]")
                     .arg(QString::fromStdString(placeText(*one)), QString::fromStdString(one->text),
                          QString::fromStdString(one->from));
    for (const Dismissal& one : review.dismissals)
        lines << QStringLiteral("%1 %2-%3 onset %4 (%5): %6")
                     .arg(QString::fromStdString(one.code))
                     .arg(one.firstStep)
                     .arg(one.lastStep)
                     .arg(one.onsetStep ? QString::number(*one.onsetStep) : QStringLiteral("-"))
                     .arg(one.series.size())
                     .arg(QString::fromStdString(one.reason));
    return lines.join('\n');
}

Run recording(const char* hash) {
    RunData data;
    data.name = "run";
    data.sources = {{"run.log", "run.log", hash, 10}};
    return Run(std::move(data));
}

} // namespace

/// Notes of the reviewer and the files that carry them, which anybody may have written.
class TestNotes : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void comesBackFromJson();
    void comesBackFromCsv();
    void formulasAreNeutral_data();
    void formulasAreNeutral();
    void readsTables_data();
    void readsTables();
    void refuses_data();
    void refuses();
    void refusesTooMuch();
    void textIsCleaned_data();
    void textIsCleaned();
    void dismissesExactlyOneFinding();
    void knowsItsRecording();
    void filesThatAreNone();
};

void TestNotes::comesBackFromJson() {
    const auto read = parseNotes(notesToJson(sample(), recording("aa")));
    QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
    QCOMPARE(described(read->review), described(sample()));
    QCOMPARE(read->review.dismissals, sample().dismissals);
    QCOMPARE(read->run, std::string("run"));
    QCOMPARE(read->sources, (std::vector<std::pair<std::string, std::string>>{{"run.log", "aa"}}));
}

void TestNotes::comesBackFromCsv() {
    const auto read = parseNotes(notesToCsv(sample()));
    QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
    QCOMPARE(described(read->review), described(sample()));
    QCOMPARE(read->review.dismissals, sample().dismissals);
}

void TestNotes::formulasAreNeutral_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "'=1"})
        QTest::newRow(text) << QString(text);
}

/// No cell of the table begins with a character that a spreadsheet takes for a formula, and the text comes back.
void TestNotes::formulasAreNeutral() {
    QFETCH(QString, text);
    RunReview review;
    review.notes = {note(1, 1, text.toUtf8().constData(), "")};
    review.dismissals = {{"X", 1, 1, 1, {}, text.toStdString()}};
    const std::string table = notesToCsv(review);
    for (const QString& line : QString::fromStdString(table).split('\n'))
        for (QString cell : line.split(',')) {
            if (cell.startsWith('"'))
                cell.remove(0, 1);
            QVERIFY2(cell.isEmpty() || !QString("=+-@\t").contains(cell.front()), qPrintable(line));
        }
    const auto read = notesFromCsv(table);
    QVERIFY(read.ok());
    QCOMPARE(QString::fromStdString(read->notes.front().text), text);
    QCOMPARE(QString::fromStdString(read->dismissals.front().reason), text);
}

void TestNotes::readsTables_data() {
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<QString>("expected");
    QTest::newRow("text alone is about the whole run") << QByteArray("text\nhello\n") << "whole run: hello []";
    QTest::newRow("a step alone is a point") << QByteArray("first_step,text\n1240,here\n") << "step 1,240: here []";
    QTest::newRow("columns in any order, unknown ones left out")
        << QByteArray("author,text,last_step,first_step\nana,slow,20,10\n") << "steps 10 to 20: slow []";
    QTest::newRow("Windows line ends, a byte order mark, no last line end")
        << QByteArray("\xEF\xBB\xBFtext,first_step\r\na,1\r\nb,2") << "step 1: a []\nstep 2: b []";
    QTest::newRow("quotes, commas and line breaks inside")
        << QByteArray("first_step,text\n3,\"a, \"\"b\"\"\nc\"\n") << "step 3: a, \"b\"\nc []";
    QTest::newRow("empty lines") << QByteArray("text\n\n\nhello\n\n") << "whole run: hello []";
    QTest::newRow("nothing but a header") << QByteArray("text\n") << "";
}

void TestNotes::readsTables() {
    QFETCH(QByteArray, table);
    QFETCH(QString, expected);
    const auto read = parseNotes(table.toStdString());
    QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
    QCOMPARE(described(read->review), expected);
}

void TestNotes::refuses_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("says");
    const auto json = [](const char* name, const char* rest, const char* says) {
        QTest::newRow(name) << QByteArray("{\"schema\": \"tachograph.notes/1\", ") + rest + "}" << QString(says);
    };
    const auto csv = [](const char* name, const char* line, const char* says) {
        QTest::newRow(name) << QByteArray("kind,first_step,last_step,code,text\n") + line << QString(says);
    };
    QTest::newRow("nothing") << QByteArray() << "neither JSON nor a table";
    QTest::newRow("prose") << QByteArray("Dear all,\nit was slow.\n") << "neither JSON nor a table";
    QTest::newRow("bytes") << QByteArray("\x00\xff\x89PNG", 6) << "neither JSON nor a table";
    QTest::newRow("cut off") << QByteArray("{\"schema\": \"tachograph.notes/1\", \"notes\": [{\"te")
                             << "not a JSON object";
    QTest::newRow("another schema") << QByteArray("{\"schema\": \"tachograph.inspect/1\"}") << "not of the schema";
    QTest::newRow("a later schema") << QByteArray("{\"schema\": \"tachograph.notes/2\"}") << "not of the schema";
    QTest::newRow("no schema") << QByteArray("{\"notes\": []}") << "not of the schema";
    QTest::newRow("deep") << QByteArray("{\"notes\": ") + QByteArray(100'000, '[') << "nested deeper";
    json("no list", "\"notes\": 3", "\"notes\" is not a list");
    json("no object", "\"notes\": [3]", "entry 1 of \"notes\" is not an object");
    json("no text", "\"notes\": [{\"first_step\": 1}]", "entry 1 of \"notes\" has no text");
    json("blank text", "\"notes\": [{\"text\": \" \\n \"}]", "has no text");
    json("a number as text", "\"notes\": [{\"text\": 3}]", "has a text that is none");
    json("a step with a fraction", "\"notes\": [{\"first_step\": 1.5, \"text\": \"a\"}]", "no usable first_step");
    json("a step beyond all steps", "\"notes\": [{\"first_step\": 1e300, \"text\": \"a\"}]", "no usable first_step");
    json("a step of 2^64", "\"notes\": [{\"first_step\": 18446744073709551615, \"text\": \"a\"}]",
         "no usable first_step");
    json("an end without a beginning", "\"notes\": [{\"last_step\": 5, \"text\": \"a\"}]", "no usable first_step");
    json("backwards", "\"notes\": [{\"first_step\": 9, \"last_step\": 5, \"text\": \"a\"}]", "before its first step 9");
    json("the second of two", "\"notes\": [{\"text\": \"a\"}, {}]", "entry 2 of");
    json("a dismissal of nothing", "\"dismissed\": [{}]", "needs code");
    json("a dismissal without steps", "\"dismissed\": [{\"code\": \"X\"}]", "needs code");
    json("series that are none",
         "\"dismissed\": [{\"code\": \"X\", \"first_step\": 1, \"last_step\": 1, \"series\": 4}]", "\"series\"");
    csv("a word for a step", "note,ten,,,a\n", "line 2 has steps");
    csv("a step and more", "note,10x,,,a\n", "line 2 has steps");
    csv("backwards in a table", "note,1,,,a\nnote,9,5,,a\n", "line 3 has steps");
    csv("too large a step", "note,99999999999999999999,,,a\n", "line 2 has steps");
    csv("an unknown kind", "poem,1,,,a\n", "of the kind \"poem\"");
    csv("a table without text", "note,1,,,\n", "line 2 has no text");
    csv("a dismissal without code", "dismissal,1,2,,a\n", "line 2 needs code");
    csv("the line of a record after one of several lines", "note,1,,,\"a\nb\nc\"\nnote,x,,,a\n", "line 5 has steps");
}

void TestNotes::refuses() {
    QFETCH(QByteArray, file);
    QFETCH(QString, says);
    const auto read = parseNotes(file.toStdString());
    QVERIFY(!read.ok());
    const QString said = QString::fromStdString(read.error().message);
    QVERIFY2(said.contains(says), qPrintable(said));
    QVERIFY2(said.endsWith('.') && !said.contains('\n') && said.size() < 300, qPrintable(said));
}

void TestNotes::refusesTooMuch() {
    std::string many = "text\n";
    for (std::size_t i = 0; i <= mostNotes; ++i)
        many += "a\n";
    QVERIFY(!parseNotes(many).ok());
    std::string values = "{\"schema\": \"tachograph.notes/1\", \"x\": [1";
    for (std::size_t i = 0; i < mostJsonValues; ++i)
        values += ",1";
    QVERIFY(!parseNotes(values + "]}").ok());
    QVERIFY(!parseNotes("text\n" + std::string(mostNoteBytes + 1, 'a') + '\n').ok());
    QVERIFY(!parseNotes(std::string(mostJsonBytes + 1, ' ')).ok());
}

void TestNotes::textIsCleaned_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("clean");
    QTest::newRow("line breaks stay") << QByteArray("a\nb\n") << QByteArray("a\nb");
    QTest::newRow("Windows line ends") << QByteArray("a\r\nb") << QByteArray("a\nb");
    QTest::newRow("escape sequences") << QByteArray("\x1b[31mred\x1b[0m") << QByteArray("red");
    QTest::newRow("bidirectional override") << QByteArray("a\xE2\x80\xAE"
                                                          "b")
                                            << QByteArray("ab");
    QTest::newRow("markup is text") << QByteArray("<b onload=x>") << QByteArray("<b onload=x>");
    QTest::newRow("blank") << QByteArray(" \n\t\n ") << QByteArray("");
}

void TestNotes::textIsCleaned() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, clean);
    QCOMPARE(QByteArray::fromStdString(cleanNoteText(text.toStdString())).replace(" \n", "\n"), clean);
    QVERIFY(cleanNoteText(text.toStdString() + std::string(10'000, 'x')).size() <= mostNoteBytes);
}

void TestNotes::dismissesExactlyOneFinding() {
    Finding finding;
    finding.code = "NON_FINITE";
    finding.firstStep = 10;
    finding.lastStep = 20;
    finding.onsetStep = 10;
    finding.citedRoles = {"loss"};
    RunReview review;
    QVERIFY(!dismissalOf(review, finding));
    review.dismissals = {dismiss(finding, "warm-up\x1b[2J")};
    QVERIFY(dismissalOf(review, finding));
    QCOMPARE(dismissalOf(review, finding)->reason, std::string("warm-up"));
    for (int change = 0; change < 5; ++change) {
        Finding other = finding;
        (change == 0 ? other.code = "X", void() : change == 1 ? other.firstStep = 9,
         void() : change == 2 ? other.lastStep = 21,
         void()
     : change == 3 ? other.onsetStep.reset()
                   : other.citedRoles.clear());
        QVERIFY2(!dismissalOf(review, other), qPrintable(QString::number(change)));
    }
    const auto remarks = reviewRemarks({review, true}, Diagnosis());
    QCOMPARE(remarks.size(), std::size_t{2});
    QVERIFY(remarks[0].find("another recording") != std::string::npos);
    QVERIFY(remarks[1].find("meets no finding: warm-up") != std::string::npos);
}

void TestNotes::knowsItsRecording() {
    NotesFile notes;
    QVERIFY(writtenFor(notes, recording("aa"))); // a table names none
    notes.sources = {{"other.log", "bb"}};
    QVERIFY(!writtenFor(notes, recording("aa")));
    QVERIFY(!writtenFor(notes, recording(""))); // not computed: cannot be said to be the same
    notes.sources.emplace_back("renamed.log", "aa");
    QVERIFY(writtenFor(notes, recording("aa")));
}

void TestNotes::filesThatAreNone() {
    const QTemporaryDir folder;
    for (const QString& path : {folder.path(), folder.filePath("none.json"), QString("/dev/zero")}) {
        const auto read = readNotesFile(path.toStdString());
        QVERIFY(!read.ok());
        QVERIFY(QString::fromStdString(read.error().message).startsWith(path));
    }
}

QTEST_APPLESS_MAIN(TestNotes)
#include "tst_notes.moc"
