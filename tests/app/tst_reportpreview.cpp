#include "tests/app/exportwindow.h"

#include "app/reportpreview.h"
#include "tests/support/timelines.h"
#include "widgets/plot/plotpainting.h"
#include "widgets/plot/plotview.h"

#include <QSignalSpy>
#include <QTimer>

using namespace tachograph;
using app::ExportChoice;
using app::ReportKind;
using app::ReportPreview;

namespace {

struct Shown {
    std::vector<ReportPreview::Page> pages;
    std::vector<QString> sentences;

    void follow(ReportPreview& preview) {
        QObject::connect(&preview, &ReportPreview::drawn, &preview,
                         [this](const ReportPreview::Page& page) { pages.push_back(page); });
        for (auto said : {&ReportPreview::waiting, &ReportPreview::failed})
            QObject::connect(&preview, said, &preview,
                             [this](const QString& sentence) { sentences.push_back(sentence); });
    }
};

/// What would be written, decoded.
QImage written(const app::ReportBuilder& builder, const ExportChoice& choice) {
    const auto material = builder({});
    const QByteArray file = widgets::pictureFile(app::picturePlan(*material, choice.meaningful(false).form));
    return QImage::fromData(file, "PNG");
}

ExportChoice toFile(ExportChoice choice) {
    choice.file = QStringLiteral("/tmp/out") + QString::fromStdString(app::endingOf(choice.form.kind));
    return choice;
}

bool samePixels(const QImage& a, const QImage& b) {
    return a.convertToFormat(QImage::Format_RGB32) == b.convertToFormat(QImage::Format_RGB32);
}

} // namespace

/// The picture of a choice while it is being made: that of the file, the newest choice and no other, drawn in pieces.
class TestReportPreview : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void thePixelsOfTheFile_data() {
        QTest::addColumn<ExportChoice>("choice");
        QTest::newRow("ticket") << tests::choiceOf(ReportKind::png);
        QTest::newRow("dark slide, larger") << tests::choiceOf(ReportKind::png, "slide", true, 1.5);
        QTest::newRow("long without findings") << tests::choiceOf(ReportKind::png, "long", false, 1, "findings,notes");
        QTest::newRow("page") << tests::choiceOf(ReportKind::html, "ticket", true, 2);
        QTest::newRow("no lanes") << tests::choiceOf(ReportKind::png, "ticket", false, 1, "lanes");
    }
    void thePixelsOfTheFile() {
        QFETCH(ExportChoice, choice);
        choice = toFile(choice);
        tests::WindowFixture f;
        QVERIFY(f.openDemo());
        const app::ReportBuilder builder = f.window->exporter().builder(false);
        const QImage file = written(builder, choice);
        ReportPreview preview([builder](bool) { return builder; }, false);
        Shown shown;
        shown.follow(preview);
        preview.show(choice, 0);
        QTRY_COMPARE_WITH_TIMEOUT(shown.pages.size(), std::size_t{1}, 60'000);
        QVERIFY(samePixels(shown.pages[0].picture, file));
        QCOMPARE(shown.pages[0].pixels, file.size());
        preview.show(choice, 500);
        QTRY_COMPARE_WITH_TIMEOUT(shown.pages.size(), std::size_t{2}, 60'000);
        QVERIFY(samePixels(shown.pages[1].picture, file.scaledToWidth(500, Qt::SmoothTransformation)));
        QCOMPARE(shown.pages[1].pixels, file.size());
        preview.show(choice, 100'000); // nothing is blown up
        QTRY_COMPARE_WITH_TIMEOUT(shown.pages.size(), std::size_t{3}, 60'000);
        QCOMPARE(shown.pages[2].picture.size(), file.size());
    }

    /// However the second choice comes in between: nothing of the first is shown behind it.
    void anOlderChoiceIsNeverShown_data() {
        QTest::addColumn<int>("after"); ///< ms
        for (const int after : {0, 125, 140, 180, 260})
            QTest::addRow("%d ms", after) << after;
    }
    void anOlderChoiceIsNeverShown() {
        QFETCH(int, after);
        tests::WindowFixture f;
        QVERIFY(f.openDemo());
        const app::ReportBuilder builder = f.window->exporter().builder(false);
        const ExportChoice light = toFile(tests::choiceOf(ReportKind::png, "long"));
        const ExportChoice dark = toFile(tests::choiceOf(ReportKind::png, "ticket", true));
        const QImage expected = written(builder, dark);
        ReportPreview preview([builder](bool) { return builder; }, false);
        Shown shown;
        shown.follow(preview);
        preview.show(dark, 0); // the material is there
        QTRY_COMPARE_WITH_TIMEOUT(shown.pages.size(), std::size_t{1}, 60'000);
        preview.show(light, 0);
        QTest::qWait(after);
        preview.show(dark, 0);
        shown.pages.clear();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.pages.empty(), 60'000);
        QTest::qWait(300);
        QCOMPARE(shown.pages.size(), std::size_t{1});
        QVERIFY(samePixels(shown.pages[0].picture, expected));
        QVERIFY(shown.sentences.empty());
    }

    /// While the run is judged it is asked again, and what cannot be worked out is said.
    void nothingYet() {
        tests::WindowFixture f;
        QVERIFY(f.openDemo());
        app::ReportBuilder builder;
        ReportPreview preview([&builder](bool) { return builder; }, false);
        Shown shown;
        shown.follow(preview);
        preview.show(toFile(tests::choiceOf(ReportKind::png)), 400);
        QTRY_VERIFY(!shown.sentences.empty());
        QVERIFY(shown.pages.empty());
        builder = f.window->exporter().builder(false);
        QTRY_COMPARE_WITH_TIMEOUT(shown.pages.size(), std::size_t{1}, 60'000);
    }
    void itCannotBeWorkedOut() {
        ReportPreview preview(
            [](bool) {
                return [](const Job&) -> Result<app::ReportMaterial> {
                    return Error{"It cannot be done."};
                };
            },
            false);
        Shown shown;
        shown.follow(preview);
        preview.show(toFile(tests::choiceOf(ReportKind::png)), 400);
        QTRY_COMPARE(shown.sentences, std::vector<QString>{QStringLiteral("It cannot be done.")});
        QVERIFY(shown.pages.empty());
    }
    void noSource() {
        ReportPreview preview({}, false);
        Shown shown;
        shown.follow(preview);
        preview.show({}, 400);
        QTRY_VERIFY(!shown.sentences.empty());
    }
    void tooLargeIsSaid() {
        tests::WindowFixture f;
        QVERIFY(f.openDemo());
        ReportPreview preview([&f](bool) { return f.window->exporter().builder(false); }, false);
        Shown shown;
        shown.follow(preview);
        preview.show(toFile(tests::choiceOf(ReportKind::png, "8000x8000", false, 4)), 400);
        QTRY_COMPARE_WITH_TIMEOUT(shown.sentences.size(), std::size_t{1}, 60'000);
        QVERIFY2(shown.sentences[0].contains(QStringLiteral("too large")), qPrintable(shown.sentences[0]));
        QVERIFY(shown.pages.empty());
    }

    void closedInTheMiddle() {
        tests::WindowFixture f;
        QVERIFY(f.openDemo());
        for (const int wait : {0, 125, 150, 200, 300}) {
            ReportPreview preview([&f](bool) { return f.window->exporter().builder(false); }, false);
            preview.show(toFile(tests::choiceOf(ReportKind::png, "long", false, 2)), 400);
            QTest::qWait(wait);
        }
    }

    /// The first rows of a table, not all of it.
    void textIsCut() {
        tests::WindowFixture f;
        QByteArray rows = "step,loss\n";
        for (int step = 1; step <= 5'000; ++step)
            rows += QByteArray::number(step) + ",2.5\n";
        f.session->openBytes(QStringLiteral("a.csv"), rows);
        QVERIFY(f.waitUntilJudged(1));
        f.session->setViewRange(std::pair(1'001.0, 1'020.0));
        ReportPreview preview([&f](bool part) { return f.window->exporter().builder(part); }, false);
        Shown shown;
        shown.follow(preview);
        ExportChoice choice = toFile(tests::choiceOf(ReportKind::csv));
        preview.show(choice, 400);
        QTRY_COMPARE_WITH_TIMEOUT(shown.pages.size(), std::size_t{1}, 60'000);
        QVERIFY(shown.pages[0].picture.isNull() && shown.pages[0].cut);
        QCOMPARE(shown.pages[0].text.count(QLatin1Char('\n')), 60);
        choice.visibleRange = true;
        preview.show(choice, 400);
        QTRY_COMPARE_WITH_TIMEOUT(shown.pages.size(), std::size_t{2}, 60'000);
        QVERIFY(!shown.pages[1].cut);
        const QStringList lines = shown.pages[1].text.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1 + 20);
        QVERIFY(lines[1].startsWith(QStringLiteral("1001,")) && lines[20].startsWith(QStringLiteral("1020,")));
    }

    /// In bands of any height, down to single rows of pixels; lines are rounded at their edges, which nobody sees.
    void bandsGiveTheSamePicture_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<qreal>("scale");
        QTest::newRow("rows of pixels") << 1 << 1.0;
        QTest::newRow("seven at once") << 7 << 1.5;
        QTest::newRow("hundred at once") << 100 << 2.0;
        QTest::newRow("more than there are") << 100'000 << 1.0;
    }
    void bandsGiveTheSamePicture() {
        QFETCH(int, rows);
        QFETCH(qreal, scale);
        tests::WindowFixture f;
        QVERIFY(f.openDemo());
        widgets::PlotView view;
        view.setTimeline(f.session->timeline());
        constexpr QSize size(700, 340);
        widgets::PlotPainting painting(view, size, scale);
        int bands = 1;
        while (painting.drawBand(qsizetype(rows) * qRound(size.width() * scale)))
            ++bands;
        QCOMPARE(bands, qCeil(size.height() * scale / rows));
        QVERIFY(!painting.drawBand(1'000));
        const QImage whole = view.render(size, scale);
        QCOMPARE(painting.picture().size(), whole.size());
        int most = 0;
        for (int y = 0; y < whole.height(); ++y)
            for (int x = 0; x < whole.width(); ++x) {
                const QColor a = whole.pixelColor(x, y), b = painting.picture().pixelColor(x, y);
                most = std::max({most, qAbs(a.red() - b.red()), qAbs(a.green() - b.green()), qAbs(a.blue() - b.blue()),
                                 qAbs(a.alpha() - b.alpha())});
            }
        QVERIFY2(most <= 6, qPrintable(QString::number(most)));
    }
};

QTEST_MAIN(TestReportPreview)
#include "tst_reportpreview.moc"
