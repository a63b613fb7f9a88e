#include "tests/app/windowfixture.h"

#include "analysis/review/picturesession.h"
#include "app/sessionkeeper.h"
#include "models/review/reviews.h"
#include "program.h"
#include "widgets/compare/comparebar.h"
#include "widgets/compare/comparepage.h"
#include "widgets/messagebar.h"
#include "widgets/report/picturefile.h"

#include <QDir>
#include <QFile>
#include <QImage>

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
