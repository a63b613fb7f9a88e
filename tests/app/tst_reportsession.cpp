#include "program.h"

#include <QImage>
#include <QRegularExpression>
#include <QTest>

using tachograph::tests::Program;
using tachograph::tests::recording;

/// `report --session`: a report of what a session shows.
class ReportSessionTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void sameAsTheOptions_data();
    void sameAsTheOptions();
    void optionsComeFirst();
    void refused_data();
    void refused();

  private:
    Program::Outcome shell(const QString& line) const { return m_program.runShell(line); }
    QImage picture(const QString& file) const { return QImage::fromData(m_program.read(file)); }
    Program m_program;
};

void ReportSessionTest::initTestCase() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    const auto creep = [](int step) {
        return 2.0 + 0.01 * step + 0.02 * (step % 5);
    };
    m_program.write(QStringLiteral("a.jsonl"), recording(300, creep));
    m_program.write(QStringLiteral("b.jsonl"), recording(200, [](int step) { return 3.0 + 0.02 * (step % 7); }));
    m_program.write(QStringLiteral("n.json"),
                    R"({"schema": "tachograph.notes/1", "notes": [{"first_step": 100, "text": "seen by me"}]})");
    m_program.write(QStringLiteral("no.tacho"), "step,loss\n1,2\n");
    m_program.write(QStringLiteral("torn.tacho"), R"({"schema": "tachograph.session/1", "runs": [)");
    QCOMPARE(shell("tachograph report a.jsonl -o carries.png --with-session").status, 0);
    QCOMPARE(shell("tachograph report a.jsonl -o ranged.png --with-session --range 50:250").status, 0);
    QCOMPARE(shell("tachograph report a.jsonl b.jsonl -o pair.png --with-session").status, 0);
    QCOMPARE(shell("tachograph report a.jsonl -o plain.png").status, 0);
}

void ReportSessionTest::sameAsTheOptions_data() {
    QTest::addColumn<QString>("options");
    QTest::newRow("a range") << "--range 50:250";
    QTest::newRow("by time") << "--axis elapsed --range 300:600";
    QTest::newRow("a note") << "--notes n.json";
    QTest::newRow("a knob") << "--knob THROUGHPUT_ROT.ratio=9";
    QTest::newRow("an added series") << "--add step_time=generation_time_s";
    QTest::newRow("all of it")
        << "--range 50:250 --notes n.json --knob THROUGHPUT_ROT.ratio=9 --add step_time=generation_time_s";
}

/// The picture's session brings back what the options said, to the last pixel; without it the picture is another one.
void ReportSessionTest::sameAsTheOptions() {
    QFETCH(QString, options);
    const auto first = shell("tachograph report a.jsonl -o first.png --with-session " + options);
    QVERIFY2(first.status == 0 && first.err.isEmpty(), first.err.constData());
    const auto second = shell("tachograph report a.jsonl -o second.png --with-session --session first.png");
    QVERIFY2(second.status == 0 && second.err.isEmpty(), second.err.constData());
    QVERIFY(!picture("first.png").isNull());
    QCOMPARE(picture("second.png"), picture("first.png"));
    QVERIFY(picture("plain.png") != picture("first.png"));
}

void ReportSessionTest::optionsComeFirst() {
    QCOMPARE(shell("tachograph report a.jsonl -o said.png --range 100:200").status, 0);
    QCOMPARE(shell("tachograph report a.jsonl -o both.png --session ranged.png --range 100:200").status, 0);
    QCOMPARE(picture("both.png"), picture("said.png"));
}

void ReportSessionTest::refused_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("says");
    QTest::newRow("no such file") << "a.jsonl -o x.png --session nowhere.tacho" << 3 << "nowhere.tacho";
    QTest::newRow("no session") << "a.jsonl -o x.png --session no.tacho" << 3 << "no.tacho";
    QTest::newRow("torn") << "a.jsonl -o x.png --session torn.tacho" << 3 << "torn.tacho";
    QTest::newRow("a picture without one") << "a.jsonl -o x.png --session plain.png" << 3 << "plain.png";
    QTest::newRow("of a table") << "a.jsonl -o x.csv --session carries.png" << 2 << "it is for pictures";
    QTest::newRow("of two runs") << "a.jsonl b.jsonl -o x.png --session carries.png" << 2 << "a report of one run";
    QTest::newRow("of other runs") << "c.jsonl -o x.png --session pair.png" << 3 << "none has the hash of this one";
}

void ReportSessionTest::refused() {
    QFETCH(QString, words);
    QFETCH(int, status);
    QFETCH(QString, says);
    m_program.write(QStringLiteral("c.jsonl"), recording(100, [](int step) { return 1.0 + 0.01 * (step % 3); }));
    const auto outcome = shell("tachograph report " + words);
    QVERIFY2(outcome.err.contains(says.toUtf8()), outcome.err.constData());
    QCOMPARE(outcome.status, status);
    QCOMPARE(outcome.err.count('\n'), 1);
    QVERIFY(m_program.read(QStringLiteral("x.png")).isEmpty() && m_program.read(QStringLiteral("x.csv")).isEmpty());
}

QTEST_GUILESS_MAIN(ReportSessionTest)
#include "tst_reportsession.moc"
