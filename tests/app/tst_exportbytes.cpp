#include "tests/app/exportwindow.h"

#include "analysis/review/notesfile.h"
#include "app/sessionkeeper.h"
#include "models/review/reviews.h"
#include "program.h"
#include "widgets/compare/comparebar.h"
#include "widgets/compare/comparepage.h"
#include "widgets/report/commandwords.h"

#include <QFileInfo>
#include <QSignalSpy>

using namespace tachograph;
using app::ExportChoice;
using app::ReportKind;
using tests::choiceOf;
using tests::Program;

namespace {

QByteArray rotting(int steps = 300) {
    return tests::recording(steps, [](int step) { return 2.0 + 0.01 * step + 0.02 * (step % 5); });
}

ExportChoice withSession(ExportChoice choice) {
    choice.form.withSession = true;
    return choice;
}

ExportChoice ofView(ExportChoice choice) {
    choice.visibleRange = true;
    return choice;
}

} // namespace

/// What the window exports is what the command line writes, to the byte, with the line that the dialog shows.
class TestExportBytes : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void theCommandWritesTheSame_data() {
        QTest::addColumn<ExportChoice>("choice");
        QTest::newRow("ticket") << choiceOf(ReportKind::png);
        QTest::newRow("part of it") << ofView(choiceOf(ReportKind::png));
        QTest::newRow("dark slide, larger") << ofView(choiceOf(ReportKind::png, "slide", true, 1.5));
        QTest::newRow("long, without findings and notes")
            << choiceOf(ReportKind::png, "long", false, 1, "findings,notes");
        QTest::newRow("with session") << withSession(choiceOf(ReportKind::png));
        QTest::newRow("with session, without notes")
            << withSession(choiceOf(ReportKind::png, "ticket", false, 1, "notes"));
        QTest::newRow("SVG, whose scale means nothing") << ofView(choiceOf(ReportKind::svg, "ticket", true, 2));
        QTest::newRow("HTML") << ofView(choiceOf(ReportKind::html, "ticket", true, 2));
        QTest::newRow("HTML without lanes") << ofView(choiceOf(ReportKind::html, "slide", true, 1, "lanes"));
        QTest::newRow("Markdown") << ofView(choiceOf(ReportKind::markdown, "ticket", false, 2));
        QTest::newRow("Markdown without lanes")
            << ofView(choiceOf(ReportKind::markdown, "long", true, 2, "lanes,tables"));
        QTest::newRow("JSON, that holds everything") << ofView(choiceOf(ReportKind::json, "long", true, 3, "tables"));
        QTest::newRow("rows") << ofView(choiceOf(ReportKind::csv, "long", true, 3, "tables"));
    }
    void theCommandWritesTheSame() {
        QFETCH(ExportChoice, choice);
        const Program program;
        program.write(QStringLiteral("it's rot.jsonl"), rotting());
        tests::WindowFixture f;
        f.window->opener().open({program.path(QStringLiteral("it's rot.jsonl"))});
        QVERIFY(f.waitUntilJudged(1));
        f.session->setViewRange(std::pair(50.0, 200.0));
        note(f, program);
        choice.file = program.path(QStringLiteral("out") + QString::fromStdString(app::endingOf(choice.form.kind)));
        compare(f, program, choice, f.window->exporter().builder(choice.meaningful(false).visibleRange), false);
    }

    void ofSeveralRuns_data() {
        QTest::addColumn<ExportChoice>("choice");
        QTest::newRow("ticket") << choiceOf(ReportKind::png);
        QTest::newRow("part of it, dark, with session")
            << ofView(withSession(choiceOf(ReportKind::png, "slide", true, 1.5)));
        QTest::newRow("long, without tables and notes") << choiceOf(ReportKind::png, "long", false, 1, "tables,notes");
        QTest::newRow("SVG") << choiceOf(ReportKind::svg);
        QTest::newRow("HTML") << ofView(choiceOf(ReportKind::html));
        QTest::newRow("Markdown") << choiceOf(ReportKind::markdown);
        QTest::newRow("JSON") << ofView(choiceOf(ReportKind::json));
    }
    void ofSeveralRuns() {
        QFETCH(ExportChoice, choice);
        const Program program;
        for (const char* name : {"a.jsonl", "b.jsonl", "c.jsonl"})
            program.write(QString::fromLatin1(name), rotting(200 + 50 * (name[0] - 'a')));
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        for (const char* name : {"a.jsonl", "b.jsonl", "c.jsonl"})
            f.session->open(program.path(QString::fromLatin1(name)));
        QVERIFY(f.waitUntilJudged(3));
        f.window->actions().compare->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(f.window->comparison().view(), 60'000);
        choice.file = program.path(QStringLiteral("out") + QString::fromStdString(app::endingOf(choice.form.kind)));
        compare(f, program, choice,
                f.window->exporter().comparisonBuilder(choice.visibleRange, f.window->comparison().view(), {20, 150}),
                true);
    }

    /// Exported with its session, moved together with the recording, opened in another window.
    void aPictureBringsTheViewBack() {
        const Program program;
        program.write(QStringLiteral("here/logs/rot.jsonl"), rotting());
        {
            tests::WindowFixture f;
            f.window->opener().open({program.path(QStringLiteral("here/logs/rot.jsonl"))});
            QVERIFY(f.waitUntilJudged(1));
            f.session->setAxis(XAxis::elapsed);
            QVERIFY(f.waitUntilJudged(1));
            ExportChoice choice = withSession(choiceOf(ReportKind::png));
            choice.file = program.path(QStringLiteral("here/ticket.png"));
            QVERIFY(write(f, choice, f.window->exporter().builder(false), false));
        }
        QVERIFY(!program.read(QStringLiteral("here/ticket.png")).contains(program.path({}).chopped(1).toUtf8()));
        QVERIFY(QFile::rename(program.path(QStringLiteral("here")), program.path(QStringLiteral("there"))));
        tests::WindowFixture f;
        f.window->opener().open({program.path(QStringLiteral("there/ticket.png"))});
        QVERIFY(f.waitUntilJudged(1));
        QCOMPARE(f.session->runs()[0].path, program.path(QStringLiteral("there/logs/rot.jsonl")));
        QVERIFY(f.session->options().axis == XAxis::elapsed);
        QVERIFY2(f.window->keeper().file().isEmpty(), "a picture is no session file to save to");
    }

  private:
    /// A note of the reviewer, and the same in the file that the command line names.
    static void note(tests::WindowFixture& f, const Program& program) {
        RunReview review;
        Note said;
        said.firstStep = 100;
        said.lastStep = 120;
        said.text = "look here";
        review.notes.push_back(said);
        f.session->reviews().set(f.session->reviews().keyOf(f.session->runs()[0].id), review);
        const RunReviewPtr kept = f.session->reviews().of(f.session->runs()[0].id);
        program.write(QStringLiteral("notes.json"),
                      QByteArray::fromStdString(notesToJson(*kept, *f.session->runs()[0].run)));
    }

    static bool write(tests::WindowFixture& f, const ExportChoice& choice, const app::ReportBuilder& builder,
                      bool compares) {
        const QSignalSpy saved(&f.window->exporter(), &app::ReportExporter::saved);
        f.window->exporter().make(choice, compares, builder);
        return QTest::qWaitFor([&saved] { return saved.size() == 1; }, 60'000);
    }

    static void compare(tests::WindowFixture& f, const Program& program, const ExportChoice& choice,
                        const app::ReportBuilder& builder, bool compares) {
        const QString name = QFileInfo(choice.file).fileName();
        QVERIFY(builder);
        const auto material = builder({});
        QVERIFY(material.ok());
        QString line = app::reportCommandLine(*material, choice.meaningful(compares).form, name);
        if (choice.form.kind == ReportKind::json) // it names the recordings as they were opened
            for (const models::OpenRun& run : f.session->runs())
                line.replace(widgets::recordingWord(*run.run), widgets::shellWord(run.path));
        QVERIFY(write(f, choice, builder, compares));
        const QByteArray fromWindow = program.read(name), beside = program.read(QStringLiteral("out.png"));
        QVERIFY(!fromWindow.isEmpty());
        QCOMPARE(beside.isEmpty(), !hasPicture(choice.meaningful(compares).form) ||
                                       (choice.form.kind != ReportKind::markdown && name != "out.png"));
        program.write(name, {});
        program.write(QStringLiteral("out.png"), {});
        QVERIFY2(!line.contains(QStringLiteral("  ")), qPrintable(line));
        const auto outcome = program.runShell(line);
        QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), (line.toUtf8() + '\n' + outcome.err).constData());
        QVERIFY2(program.read(name) == fromWindow, qPrintable(line));
        QVERIFY2(program.read(QStringLiteral("out.png")) == beside, qPrintable(line));
    }
};

QTEST_MAIN(TestExportBytes)
#include "tst_exportbytes.moc"
