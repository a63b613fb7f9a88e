#include "analysis/diagnosis/diagnosis.h"
#include "analysis/report/evidencetext.h"
#include "app/bundledcases.h"
#include "app/samplelines.h"
#include "program.h"
#include "version.h"
#include "widgets/report/reportpicture.h"

#include <QApplication>
#include <QRegularExpression>
#include <QTest>

#include <limits>

using namespace tachograph;
using tests::Program;
using tests::recording;

/// The picture made inside a running window's application is the one that the command line writes.
class SamePixelsTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void windowAndCommandLine_data();
    void windowAndCommandLine();
    void knobs();
    void tooLargeIsRefused();
    void startPageHasTheFigureOfTheFinding();

  private:
    static widgets::ReportInput inputOf(const QString& file, const AllKnobs& knobs = {});
};

widgets::ReportInput SamePixelsTest::inputOf(const QString& file, const AllKnobs& knobs) {
    const auto runs = openRuns(file.toStdString());
    if (!runs)
        qFatal("%s", runs.error().message.c_str());
    const RunPtr run = runs->front();
    widgets::ReportInput input;
    input.timeline = widgets::reportTimeline(run, std::make_shared<const Diagnosis>(diagnose(*run, knobs)));
    input.version = QStringLiteral(TACHOGRAPH_VERSION);
    return input;
}

void SamePixelsTest::startPageHasTheFigureOfTheFinding() {
    const auto runs = openRunsFromBytes(app::demoCase().name, app::bytesOf(app::demoCase()).toStdString());
    QVERIFY(runs.ok());
    const Diagnosis diagnosis = diagnose(*runs->front());
    const QString factor = QString::fromStdString(factorText(*diagnosis.findings().front()));
    QVERIFY(!factor.isEmpty());
    QVERIFY2(app::sampleLines().front().label.endsWith(factor), qPrintable(app::sampleLines().front().label));
}

void SamePixelsTest::windowAndCommandLine_data() {
    QTest::addColumn<QString>("size");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<qreal>("scale");
    QTest::addColumn<bool>("ranged");
    QTest::newRow("ticket") << "ticket" << false << 1.0 << false;
    QTest::newRow("dark ticket") << "ticket" << true << 1.0 << false;
    QTest::newRow("double ticket, part of the run") << "ticket" << false << 2.0 << true;
    QTest::newRow("long") << "long" << false << 1.0 << false;
}

void SamePixelsTest::windowAndCommandLine() {
    QFETCH(QString, size);
    QFETCH(bool, dark);
    QFETCH(qreal, scale);
    QFETCH(bool, ranged);
    const Program program;
    program.write(QStringLiteral("rot.jsonl"),
                  recording(300, [](int step) { return 2.0 + 0.01 * step + 0.02 * (step % 5); }));
    // As in the window: a style sheet, and a font of the application that is not the report's.
    qApp->setStyleSheet(widgets::Theme::darkTheme().styleSheet());
    qApp->setFont(QFont(QStringLiteral("monospace"), 17));
    widgets::ReportInput input = inputOf(program.path(QStringLiteral("rot.jsonl")));
    input.size = widgets::ReportSize::parse(size).value();
    input.theme = dark ? &widgets::Theme::darkTheme() : &widgets::Theme::light();
    input.scale = scale;
    if (ranged)
        input.range = {100, std::numeric_limits<double>::infinity()};

    QStringList words{QStringLiteral("report"),  QStringLiteral("rot.jsonl"),
                      QStringLiteral("-o"),      QStringLiteral("a.png"),
                      QStringLiteral("--size"),  size,
                      QStringLiteral("--scale"), QString::number(scale),
                      QStringLiteral("--theme"), dark ? QStringLiteral("dark") : QStringLiteral("light")};
    if (ranged)
        words << QStringLiteral("--range") << QStringLiteral("100:");
    QCOMPARE(program.run(words).status, 0);
    QVERIFY(widgets::encodePng(widgets::renderReport(input)) == program.read(QStringLiteral("a.png")));
}

/// Judged with other numbers, in the window as with --knob.
void SamePixelsTest::knobs() {
    const Program program;
    program.write(QStringLiteral("rot.jsonl"),
                  recording(300, [](int step) { return 2.0 + 0.01 * step + 0.02 * (step % 5); }));
    AllKnobs knobs;
    QVERIFY(setKnob(knobs, "THROUGHPUT_ROT.ratio=5"));
    QVERIFY(setKnob(knobs, "RUN_STALLED.minutes=3"));
    const QStringList words{QStringLiteral("report"), QStringLiteral("rot.jsonl"), QStringLiteral("-o"),
                            QStringLiteral("a.png")};
    QCOMPARE(program.run(words).status, 0);
    const QByteArray plain = program.read(QStringLiteral("a.png"));
    QCOMPARE(program
                 .run(words + QStringList{QStringLiteral("--knob"), QStringLiteral("THROUGHPUT_ROT.ratio=5"),
                                          QStringLiteral("--knob"), QStringLiteral("RUN_STALLED.minutes=3")})
                 .status,
             0);
    const QByteArray changed = program.read(QStringLiteral("a.png"));
    QVERIFY(changed != plain);
    const widgets::ReportInput input = inputOf(program.path(QStringLiteral("rot.jsonl")), knobs);
    QVERIFY(widgets::encodePng(widgets::renderReport(input)) == changed);
    QCOMPARE(widgets::renderReport(input).text(QStringLiteral("Options")),
             QStringLiteral("--size ticket --knob THROUGHPUT_ROT.ratio=5 --knob RUN_STALLED.minutes=3"));
}

void SamePixelsTest::tooLargeIsRefused() {
    const Program program;
    program.write(QStringLiteral("flat.jsonl"), recording(50, [](int) { return 2.0; }));
    widgets::ReportInput input = inputOf(program.path(QStringLiteral("flat.jsonl")));
    input.size = widgets::ReportSize::parse(QStringLiteral("8000x8000")).value();
    input.scale = 4;
    QVERIFY(widgets::renderReport(input).isNull());
}

QTEST_MAIN(SamePixelsTest)
#include "tst_samepixels.moc"
