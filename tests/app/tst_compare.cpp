#include "app/reportexporter.h"
#include "models/items/comparedmetricsmodel.h"
#include "models/items/differencesmodel.h"
#include "tests/app/comparewindow.h"
#include "widgets/plot/valuerange.h"
#include "widgets/report/comparisonreport.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QClipboard>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>

using namespace tachograph;

/// The compare page in the window: roles, options, what it does while runs come and go.
class TestCompare : public QObject {
    Q_OBJECT

    static bool waitForView(tests::WindowFixture& f) {
        return QTest::qWaitFor([&] { return f.window->comparison().view() != nullptr; }, 60'000);
    }

    /// Waits for another answer than `before`.
    static bool waitForAnother(tests::WindowFixture& f, const models::ComparisonViewPtr& before) {
        return QTest::qWaitFor([&] { return f.window->comparison().view() != before; }, 60'000);
    }

    static void openTwo(tests::WindowFixture& f, const QByteArray& a, const QByteArray& b) {
        QVERIFY(tests::showAt(*f.window, {1600, 1000}));
        f.session->openBytes(QStringLiteral("a.jsonl"), a);
        f.session->openBytes(QStringLiteral("b.jsonl"), b);
        QVERIFY(f.waitUntilJudged(2));
    }

    static Verdict verdict(tests::WindowFixture& f) { return f.window->comparison().view()->comparison.verdict; }

    static bool pageShown(tests::WindowFixture& f) { return f.window->comparison().isVisible(); }

  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void oneRunCannotBeCompared() {
        tests::WindowFixture f;
        QVERIFY(!f.window->actions().compare->isEnabled());
        f.session->openBytes(QStringLiteral("a.jsonl"), tests::stepRows(50, 2));
        QVERIFY(f.waitUntilJudged(1));
        QVERIFY(!f.window->actions().compare->isEnabled());
        f.session->openBytes(QStringLiteral("noise"), QByteArray(2000, '\x01'));
        QTRY_COMPARE(f.session->runs().back().state, models::OpenRun::State::failed);
        QVERIFY(!f.window->actions().compare->isEnabled());
    }

    void slowerRunIsWorseAndSwappedBetter() {
        tests::WindowFixture f;
        openTwo(f, tests::stepRows(400, 2), tests::stepRows(400, 3));
        f.window->actions().compare->trigger();
        QVERIFY(waitForView(f));
        QVERIFY(pageShown(f));
        QCOMPARE(verdict(f), Verdict::worse);
        const auto before = f.window->comparison().view();
        QVERIFY(before->comparison.headline.find("slower") != std::string::npos);
        QVERIFY2(f.window->windowTitle().contains(QLatin1String(" against ")), qPrintable(f.window->windowTitle()));
        f.window->comparison().bar().swapRuns();
        QVERIFY(waitForAnother(f, before));
        QCOMPARE(verdict(f), Verdict::better);
        const auto after = f.window->comparison().view();
        const double product =
            (1 + before->comparison.headlineMetric.effect) * (1 + after->comparison.headlineMetric.effect);
        QVERIFY2(std::abs(product - 1) < 1e-6, qPrintable(QString::number(product)));
    }

    void theLanesHaveBothRunsAndTheirRatio() {
        tests::WindowFixture f;
        openTwo(f, tests::stepRows(400, 2), tests::stepRows(400, 3));
        f.window->actions().compare->trigger();
        QVERIFY(waitForView(f));
        const models::TimelinePtr timeline = f.window->comparison().plot().timeline();
        QVERIFY(timeline);
        QCOMPARE(timeline->runs.size(), std::size_t(2));
        const auto ratio = std::ranges::find(timeline->lanes, QString(models::ratioLaneId), &models::Lane::id);
        QVERIFY(ratio != timeline->lanes.end());
        QVERIFY2(ratio->state.isEmpty(), qPrintable(ratio->state));
    }

    void offsetMovesB() {
        tests::WindowFixture f;
        openTwo(f, tests::stepRows(300, 2), tests::stepRows(300, 3));
        f.window->actions().compare->trigger();
        QVERIFY(waitForView(f));
        const auto before = f.window->comparison().view();
        f.window->comparison().bar().shiftB(50);
        QVERIFY(waitForAnother(f, before));
        const auto moved = f.window->comparison().view();
        QCOMPARE(moved->comparison.alignment.offset, 50.0);
        QCOMPARE(moved->timeline->xMax, before->timeline->xMax + 50);
        f.window->comparison().bar().resetOffset();
        QVERIFY(waitForAnother(f, moved));
        QCOMPARE(f.window->comparison().view()->timeline->xMax, before->timeline->xMax);
    }

    void sideBySideIsLinkedAndEquallyScaled() {
        tests::WindowFixture f;
        openTwo(f, tests::stepRows(300, 2), tests::stepRows(300, 3));
        f.window->actions().compare->trigger();
        QVERIFY(waitForView(f));
        QVERIFY(!f.window->comparison().plotB().isVisible());
        const auto before = f.window->comparison().view();
        for (auto* box : f.window->comparison().findChildren<QCheckBox*>())
            if (box->text() == QLatin1String("Side by side"))
                box->click();
        QVERIFY(waitForAnother(f, before));
        widgets::PlotView &a = f.window->comparison().plot(), &b = f.window->comparison().plotB();
        QVERIFY(a.isVisible() && b.isVisible());
        QCOMPARE(a.timeline()->lanes.size(), b.timeline()->lanes.size());
        for (std::size_t i = 0; i < a.timeline()->lanes.size(); ++i) {
            const models::Lane &ofA = a.timeline()->lanes[i], &ofB = b.timeline()->lanes[i];
            QCOMPARE(ofA.unit, ofB.unit);
            const auto range = [](const models::Lane& lane) {
                const widgets::ValueRange found = widgets::valueRange(lane, 1, 300, true, 150);
                return std::pair(found.low, found.high);
            };
            QCOMPARE(range(ofA), range(ofB));
            for (const models::LaneLine& line : ofA.lines)
                QCOMPARE(line.run, 0);
            for (const models::LaneLine& line : ofB.lines)
                QCOMPARE(line.run, 1);
        }
        a.setViewRange(50, 150);
        QCOMPARE(b.viewRange(), a.viewRange());
        b.setViewRange(100, 120);
        QCOMPARE(a.viewRange(), b.viewRange());
        QTest::qWait(200); // the splitter settles, the lanes are drawn
        QVERIFY2(std::abs(a.width() - b.width()) < 10,
                 qPrintable(QStringLiteral("%1 %2").arg(a.width()).arg(b.width())));
        QVERIFY(tests::savePicture(f.window->grab(), QStringLiteral("diff-side-by-side")));
    }

    void closingARunGoesBackToTheTimelines() {
        tests::WindowFixture f;
        openTwo(f, tests::stepRows(100, 2), tests::stepRows(100, 3));
        f.window->actions().compare->trigger();
        QVERIFY(waitForView(f));
        f.session->close(f.session->runs().back().id);
        QTRY_VERIFY(!pageShown(f));
        QVERIFY(!f.window->actions().compare->isEnabled());
        QVERIFY(!f.window->actions().compare->isChecked());
        QVERIFY(f.window->workspace().isVisible());
    }

    void theCloseButtonAndTheKeyGoBack() {
        tests::WindowFixture f;
        openTwo(f, tests::stepRows(100, 2), tests::stepRows(100, 3));
        f.window->actions().compare->trigger();
        QVERIFY(waitForView(f));
        emit f.window->comparison().bar().closeRequested();
        QVERIFY(!pageShown(f));
        f.window->actions().compare->trigger();
        QVERIFY(pageShown(f));
        f.window->actions().compare->trigger();
        QVERIFY(!pageShown(f));
    }

    void theBundledPairHasItsConfigurations() {
        tests::WindowFixture f;
        f.window->opener().openPair();
        QVERIFY(f.waitUntilJudged(2));
        QStringList torch;
        for (const auto& entry : f.session->runs()) {
            QVERIFY(entry.run->config().contains("token_budget"));
            torch += QString::fromStdString(entry.run->environment().at("torch"));
        }
        QCOMPARE(torch, (QStringList{QStringLiteral("2.9.1+cu128"), QStringLiteral("2.9.1+cu130")}));
    }

    void tablesCanBeCopied() {
        tests::WindowFixture f;
        f.window->opener().openPair();
        f.window->compareWhenReady();
        QVERIFY(tests::showAt(*f.window, {1600, 1000}));
        QVERIFY(waitForView(f));
        QCOMPARE(verdict(f), Verdict::worse);
        auto copied = [&](const QString& button) {
            for (QToolButton* candidate : f.window->comparison().findChildren<QToolButton*>())
                if (candidate->text() == button)
                    candidate->click();
            return QApplication::clipboard()->text();
        };
        const QString table = copied(QStringLiteral("Copy as table"));
        QVERIFY2(table.startsWith(QStringLiteral("Metric\tA\tB\tChange\t95 % interval\tn\tn_eff\tVerdict\n")),
                 qPrintable(table));
        QVERIFY2(table.contains(QStringLiteral("not observable")), qPrintable(table));
        const QString markdown = copied(QStringLiteral("Copy as Markdown"));
        QVERIFY2(markdown.startsWith(QStringLiteral("| Row | A | B | What it can explain |\n|---|---|---|---|\n")),
                 qPrintable(markdown));
        for (const char* row :
             {"| torch | 2.9.1+cu128 | 2.9.1+cu130 |", "| CUDA_MODULE_LOADING | not set | LAZY | no effect"})
            QVERIFY2(markdown.contains(QLatin1String(row)), qPrintable(markdown));
        for (const QString& line : markdown.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            QCOMPARE(QString(line).remove(QStringLiteral("\\|")).count(QLatin1Char('|')), 5);
    }

    void theExportedPictureIsThatOfTheComparison() {
        tests::WindowFixture f;
        openTwo(f, tests::stepRows(300, 2), tests::stepRows(300, 3));
        f.window->actions().compare->trigger();
        QVERIFY(waitForView(f));
        app::ExportChoice choice;
        choice.file = f.folder.filePath(QStringLiteral("pair.png"));
        QSignalSpy saved(&f.window->exporter(), &app::ReportExporter::saved);
        f.window->exporter().startComparison(choice, f.window->comparison().view(), {1, 300});
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30'000);
        const QImage picture(choice.file);
        QCOMPARE(picture.size(), QSize(1600, 1000));
        QCOMPARE(picture.text(QStringLiteral("Title")), QStringLiteral("b against a"));
        widgets::ComparisonReportInput input;
        const RunPtr a = f.session->runs()[0].run, b = f.session->runs()[1].run;
        input.view = widgets::reportComparison(a, b, compareRuns(a, b));
        input.version = picture.text(QStringLiteral("Software")).section(QLatin1Char(' '), 1);
        QCOMPARE(widgets::renderComparison(input), picture.convertToFormat(QImage::Format_RGB32));
    }

    void hostilePairsGetAnAnswer_data() {
        QTest::addColumn<QByteArray>("a");
        QTest::addColumn<QByteArray>("b");
        QTest::addColumn<QString>("allowed");
        const QByteArray nothing = "{\"step\": 1, \"loss\": NaN}\n{\"step\": 2, \"loss\": NaN}\n";
        QTest::newRow("one step each") << tests::stepRows(1, 2) << tests::stepRows(1, 3) << "too-few not-comparable";
        QTest::newRow("nothing in common") << nothing << tests::stepRows(200, 2) << "too-few not-comparable";
        QTest::newRow("only NaN on both sides") << nothing << nothing << "too-few not-comparable same-run";
        QTest::newRow("no step in common")
            << tests::stepRows(200, 2) << tests::stepRows(200, 3, 100'000) << "too-few not-comparable worse";
        QTest::newRow("the same run") << tests::stepRows(200, 2) << tests::stepRows(200, 2) << "same-run";
        QTest::newRow("a part of it") << tests::stepRows(200, 2) << tests::stepRows(90, 2) << "same-run";
        QTest::newRow("few steps") << tests::stepRows(8, 2) << tests::stepRows(9, 3) << "too-few";
    }

    void hostilePairsGetAnAnswer() {
        QFETCH(QByteArray, a);
        QFETCH(QByteArray, b);
        QFETCH(QString, allowed);
        tests::WindowFixture f;
        openTwo(f, a, b);
        f.window->actions().compare->trigger();
        QVERIFY(waitForView(f));
        const QString name = QLatin1String(verdictName(verdict(f)));
        QVERIFY2(allowed.split(QLatin1Char(' ')).contains(name), qPrintable(name));
        QVERIFY(!f.window->comparison().view()->comparison.headline.empty());
        QVERIFY(!f.window->comparison().grab().isNull());
    }
};

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
