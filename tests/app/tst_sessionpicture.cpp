#include "tests/app/desk.h"
#include "tests/app/exportwindow.h"

#include "analysis/review/picturesession.h"
#include "app/sessionkeeper.h"
#include "models/review/reviews.h"
#include "program.h"
#include "widgets/compare/comparebar.h"
#include "widgets/compare/comparepage.h"
#include "widgets/compare/runssection.h"
#include "widgets/messagebar.h"
#include "widgets/report/picturefile.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QMimeData>
#include <QSignalSpy>
#include <QUrl>

#include <set>

using namespace tachograph;
using tests::Program;

/// Pictures that carry their session: written by the command line, opened by the window, and what is not in them.
class TestSessionPicture : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    /// Moved together with the recording, opened by a window that has seen neither.
    void aPictureBringsTheViewBack() {
        const Program program;
        program.write(QStringLiteral("here/logs/rot.jsonl"),
                      tests::recording(300, [](int step) { return 2.0 + 0.01 * step + 0.02 * (step % 5); }));
        program.write(QStringLiteral("n.json"),
                      R"({"schema": "tachograph.notes/1", "notes": [{"first_step": 100, "text": "look here"}]})");
        const auto outcome =
            program.runShell(QStringLiteral("tachograph report here/logs/rot.jsonl -o here/a.png --with-session --axis "
                                            "elapsed --range 60:300 --notes n.json --knob THROUGHPUT_ROT.ratio=1.3"));
        QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.err.constData());
        QCOMPARE(QImage(program.path(QStringLiteral("here/a.png"))).size(), QSize(1600, 1000));
        QVERIFY(QFile::rename(program.path(QStringLiteral("here")), program.path(QStringLiteral("there"))));
        tests::WindowFixture f;
        f.window->opener().open({program.path(QStringLiteral("there/a.png"))});
        QVERIFY(f.waitUntilJudged(1));
        QCOMPARE(f.session->runs()[0].path, program.path(QStringLiteral("there/logs/rot.jsonl")));
        QVERIFY(f.session->options().axis == XAxis::elapsed);
        QTRY_VERIFY(f.session->viewRange() == std::pair(60.0, 300.0));
        QCOMPARE(f.session->knobs().at("THROUGHPUT_ROT").at("ratio"), 1.3);
        const RunReviewPtr review = f.session->reviews().of(f.session->runs()[0].id);
        QCOMPARE(review->notes.size(), std::size_t{1});
        QCOMPARE(review->notes[0].text, std::string("look here"));
        QVERIFY2(f.window->keeper().file().isEmpty(), "a picture is no session file to save to");
    }

    void aPairBringsTheComparisonBack() {
        const Program program;
        program.write(QStringLiteral("a.jsonl"), tests::recording(200, [](int) { return 2.0; }));
        program.write(QStringLiteral("b.jsonl"), tests::recording(200, [](int) { return 3.0; }));
        QCOMPARE(program
                     .runShell(QStringLiteral(
                         "tachograph report a.jsonl b.jsonl -o pair.png --with-session --offset 7 --axis step"))
                     .status,
                 0);
        tests::WindowFixture f;
        f.window->opener().open({program.path(QStringLiteral("pair.png"))});
        QVERIFY(f.waitUntilJudged(2));
        QTRY_COMPARE(f.window->comparison().bar().options().offset, 7.0);
        QTRY_VERIFY_WITH_TIMEOUT(f.window->comparison().view(), 60'000);
    }

    /// One run of several files, one with several attempts of which one is chosen, one that is left out, one hidden:
    /// dropped on a window, the picture brings all of them back as they were.
    void attemptsAndRunsLeftOutComeBack() {
        QTemporaryDir place;
        const auto path = [&place](const char* name) {
            return place.filePath(QString::fromLatin1(name));
        };
        for (const auto& [name, rows] :
             {std::pair("a.jsonl", tests::stepRows(60, 2.0) + tests::stepRows(80, 2.5, 41)),
              std::pair("b1.jsonl", tests::stepRows(60, 3.0)), std::pair("b2.jsonl", tests::stepRows(60, 3.0, 61)),
              std::pair("c.jsonl", tests::stepRows(90, 2.2)), std::pair("d.jsonl", tests::stepRows(90, 2.3))})
            QVERIFY(tests::writeAll(path(name), rows));
        {
            tests::Desk desk(place.path());
            QVERIFY(tests::showAt(*desk.window, {1500, 900}));
            desk.session->open(path("a.jsonl"));
            desk.session->openAsOneRun({path("b1.jsonl"), path("b2.jsonl")});
            for (const char* name : {"c.jsonl", "d.jsonl"})
                desk.session->open(path(name));
            QVERIFY(desk.settled(4));
            const auto& runs = desk.session->runs();
            desk.session->setVisible(runs[3].id, false);
            desk.window->actions().compare->setChecked(true);
            widgets::ComparePage& page = desk.window->comparison();
            page.bar().setRuns(runs[0].id, 1, runs[1].id, 1);
            page.runs().setLeftOut({runs[2].id});
            QTRY_VERIFY_WITH_TIMEOUT(page.view() && page.view()->request.options.attemptB == std::size_t{1}, 60'000);
            widgets::MessageBar messages;
            app::ReportExporter exporter(*desk.session, messages, nullptr);
            QSignalSpy saved(&exporter, &app::ReportExporter::saved);
            app::ExportChoice choice = tests::choiceOf(app::ReportKind::png);
            choice.form.withSession = true;
            choice.file = path("pair.png");
            exporter.startComparison(choice, page.view(), page.plot().viewRange());
            QTRY_VERIFY_WITH_TIMEOUT(!saved.isEmpty(), 60'000);
        }
        tests::Desk desk(place.path());
        QVERIFY(tests::showAt(*desk.window, {1500, 900}));
        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(path("pair.png"))});
        desk.window->opener().take(dropped, {});
        QVERIFY(desk.settled(4));
        QTRY_VERIFY(desk.window->actions().compare->isChecked());
        widgets::ComparePage& page = desk.window->comparison();
        const auto& runs = desk.session->runs();
        QTRY_COMPARE(page.bar().options().attemptB, std::optional<std::size_t>(1));
        QCOMPARE(page.bar().options().attemptA, std::optional<std::size_t>(1));
        QCOMPARE(page.bar().runA(), runs[0].id);
        QCOMPARE(page.bar().runB(), runs[1].id);
        QCOMPARE(runs[0].run->attempts().size(), std::size_t{2});
        QCOMPARE(runs[1].run->attempts().size(), std::size_t{2});
        QCOMPARE(runs[1].run->sources().size(), std::size_t{2});
        QCOMPARE(page.runs().leftOut(), (std::set<std::uint64_t>{runs[2].id}));
        QVERIFY(runs[2].visible && !runs[3].visible);
        QVERIFY(!desk.message("session"));
    }

    /// The same from the command line, where every run is compared.
    void attemptsOfTheCommandLineComeBack() {
        const Program program;
        program.write(QStringLiteral("a.jsonl"), tests::stepRows(60, 2.0) + tests::stepRows(80, 2.5, 41));
        program.write(QStringLiteral("b.jsonl"), tests::stepRows(60, 3.0) + tests::stepRows(80, 3.5, 41));
        const auto outcome = program.runShell(
            QStringLiteral("tachograph report a.jsonl --attempt 1 b.jsonl --attempt last -o pair.png --with-session"));
        QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.err.constData());
        tests::WindowFixture f;
        f.window->opener().open({program.path(QStringLiteral("pair.png"))});
        QVERIFY(f.waitUntilJudged(2));
        QTRY_COMPARE(f.window->comparison().bar().options().attemptB, std::optional<std::size_t>(1));
        QCOMPARE(f.window->comparison().bar().options().attemptA, std::optional<std::size_t>(0));
    }

    /// What is not asked for is not there, and no path is ever.
    void nothingLeaks() {
        const Program program;
        program.write(QStringLiteral("deep/secret-folder/rot.jsonl"), tests::recording(60, [](int) { return 2.0; }));
        program.write(QStringLiteral("out/x"), {});
        const QStringList words{QStringLiteral("report"), QStringLiteral("deep/secret-folder/rot.jsonl"),
                                QStringLiteral("-o"), QStringLiteral("out/a.png")};
        QCOMPARE(program.run(words).status, 0);
        QVERIFY(!program.read(QStringLiteral("out/a.png")).contains("Tachograph session"));
        QCOMPARE(program.run(words + QStringList{QStringLiteral("--with-session")}).status, 0);
        const QByteArray png = program.read(QStringLiteral("out/a.png"));
        const qsizetype data = png.indexOf("Tachograph session") + 23;
        QVERIFY(data > 23);
        quint32 length = 0;
        for (int i = 0; i < 4; ++i)
            length = length << 8U | static_cast<quint8>(png[data - 23 - 8 + i]);
        // qUncompress wants the length of the text first; any guess will do.
        const QByteArray text = qUncompress(QByteArray("\0\1\0\0", 4) + png.mid(data, length - 23));
        QVERIFY2(text.contains("\"rot.jsonl\""), text.constData());
        QVERIFY(!text.contains("secret-folder"));
        QVERIFY(!text.contains(QDir::tempPath().toUtf8()));
    }

    void badPicturesChangeNothing_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        QImage dot(1, 1, QImage::Format_RGB32);
        dot.fill(Qt::black);
        const QByteArray plain = widgets::encodePng(dot);
        QTest::newRow("of another program") << plain << "holds no session";
        QTest::newRow("torn") << plain.left(20) << "holds no session";
        QTest::newRow("empty") << QByteArray() << "it is no PNG";
        QTest::newRow("a recording by that name") << QByteArray("{\"step\": 1, \"loss\": 2}\n") << "it is no PNG";
        const auto with = [&plain](const char* text) {
            return QByteArray::fromStdString(*tachograph::withSession(plain.toStdString(), text));
        };
        QTest::newRow("no JSON in it") << with("hello") << ".png: ";
        QTest::newRow("another schema") << with("{\"schema\": \"x/1\"}") << ".png: ";
        QTest::newRow("paths that lead out")
            << with(R"({"schema": "tachograph.session/1", "runs": [{"path": {"relative": "../../etc/passwd"}}]})")
            << ".png: ";
    }
    void badPicturesChangeNothing() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        tests::WindowFixture f;
        QVERIFY(f.openDemo());
        QFile file(f.folder.filePath(QStringLiteral("bad.png")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();
        f.window->opener().open({file.fileName()});
        const auto& messages = f.window->messages().messages();
        QTRY_VERIFY(!messages.empty() && messages.back().headline == QStringLiteral("Session not opened."));
        QVERIFY2(messages.back().text.contains(sentence), qPrintable(messages.back().text));
        QVERIFY(messages.back().text.contains(QStringLiteral("bad.png: ")));
        QCOMPARE(f.session->runs().size(), std::size_t{1});
    }
};

QTEST_MAIN(TestSessionPicture)
#include "tst_sessionpicture.moc"
