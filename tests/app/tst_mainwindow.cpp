#include "tests/app/windowfixture.h"

#include "app/actions.h"
#include "app/announcer.h"
#include "app/reportexporter.h"
#include "app/samplelines.h"
#include "app/shortcutsdialog.h"
#include "app/statusline.h"
#include "models/items/runsmodel.h"
#include "tests/support/samples.h"
#include "widgets/dropoverlay.h"
#include "widgets/messagebar.h"
#include "widgets/panels/findings.h"
#include "widgets/panels/findings/findinglist.h"
#include "widgets/start/emptypage.h"
#include "widgets/viewbar.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>
#include <QUrl>

#include <set>

using namespace tachograph;
using models::OpenRun;

namespace {

QString writeFile(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes) {
    QFile file(folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
}

QByteArray jsonLines(int first, int last) {
    QByteArray lines;
    for (int step = first; step <= last; ++step)
        lines += QStringLiteral("{\"step\": %1, \"step_time_s\": 2.0%2, \"timestamp\": %3}\n")
                     .arg(step)
                     .arg(step % 7)
                     .arg(1764500000 + 2 * step)
                     .toUtf8();
    return lines;
}

const char* threeLines =
    "[8m] step=705 loss=2.9410 acc=0.044 streak=0.1 lr=3.22e-04 noise=0.0268 | tgt=0.29b/s dft=0.14b/s (5.3Ktok/s) | "
    "q_pre=[50, 50, 50, 50, 50] q_hs=[60] | epoch~0.01 ETA=15.7d\n"
    "[8m] step=706 loss=3.2079 acc=0.043 streak=0.1 lr=3.22e-04 noise=0.0268 | tgt=0.29b/s dft=0.14b/s (5.3Ktok/s) | "
    "q_pre=[50, 50, 50, 50, 50] q_hs=[60] | epoch~0.01 ETA=15.7d\n"
    "[8m] step=707 loss=2.0889 acc=0.049 streak=0.1 lr=3.23e-04 noise=0.0268 | tgt=0.29b/s dft=0.14b/s (5.3Ktok/s) | "
    "q_pre=[50, 50, 50, 49, 50] q_hs=[60] | epoch~0.01 ETA=15.7d\n";

} // namespace

/// The window does what its menus, keys and the mouse ask for; bad input leaves it usable.
class TestMainWindow : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void startsEmpty() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(f.window->findChild<widgets::EmptyPage*>()->isVisible());
        QVERIFY(!f.window->workspace().isVisible());
        QVERIFY(!f.window->actions().exportReport->isEnabled());
        QVERIFY(!f.window->actions().closeRun->isEnabled());
        QVERIFY(f.window->actions().openFiles->isEnabled());
        QCOMPARE(app::sampleLines().size(), std::size_t(2));
    }

    void bundledCasesAreThere() {
        for (const app::BundledCase& bundled : app::bundledCases())
            QVERIFY2(app::bytesOf(bundled).size() > 10'000, bundled.name);
    }

    void theDemoShowsItsFindings() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1600, 1000}));
        QVERIFY(f.openDemo());
        QVERIFY(f.window->workspace().isVisible());
        QVERIFY(!f.session->timeline()->findings.empty());
        QCOMPARE(QString::fromStdString(f.session->timeline()->findings.front().finding.code),
                 QStringLiteral("THROUGHPUT_ROT"));
        QVERIFY(f.window->windowTitle().contains(QLatin1String("rot-2s-to-5s")));
        QVERIFY(f.window->workspace().plot().timeline() == f.session->timeline());
        for (const char* id : {"runs", "series", "details", "findings"})
            QVERIFY2(f.window->workspace().dock(QString::fromLatin1(id))->isVisible(), id);
        QVERIFY(!f.window->workspace().dock(QStringLiteral("issues"))->isVisible());
    }

    void clickingACardZooms() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1600, 1000}));
        QVERIFY(f.openDemo());
        auto* list = f.window->findChild<widgets::FindingList*>();
        QVERIFY(list->model()->rowCount() > 0);
        const QRect card = list->visualRect(list->model()->index(0, 0));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, card.topLeft() + QPoint(40, 40));
        QCOMPARE(f.session->selectedFinding(), 0);
        const auto& finding = f.session->timeline()->findings.front();
        const auto [min, max] = f.window->workspace().plot().viewRange();
        QVERIFY(min <= finding.first && max >= finding.last);
        QVERIFY(f.session->viewRange().has_value());
        QVERIFY(max - min < f.session->timeline()->xMax - f.session->timeline()->xMin);
        // The open card is taller, and its text can be copied.
        QVERIFY(list->visualRect(list->model()->index(0, 0)).height() > card.height() + 60);
        f.window->actions().copyFinding->trigger();
        QVERIFY(QApplication::clipboard()->text().contains(QLatin1String("THROUGHPUT_ROT")));
        f.window->actions().wholeRun->trigger();
        QVERIFY(!f.session->viewRange().has_value());
    }

    void theListSaysWhatEveryDetectorSaid() {
        tests::WindowFixture f;
        QVERIFY(f.openDemo());
        const auto* list = f.window->findChild<widgets::FindingList*>();
        QStringList listed;
        for (int row = 0; row < list->model()->rowCount(); ++row)
            listed << list->model()->index(row, 0).data().toString();
        for (const Examination& examination : f.session->current()->diagnosis->examinations)
            QVERIFY2(listed.contains(QString::fromStdString(examination.detector->code)),
                     examination.detector->code.c_str());
    }

    void lettersActInThePlotOnly() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1600, 1000}));
        QVERIFY(f.openDemo());
        const int smoothing = f.session->options().smoothing;
        f.window->findChild<QTreeView*>()->setFocus();
        QTest::keyClick(f.window->focusWidget(), Qt::Key_M);
        QCOMPARE(f.session->options().smoothing, smoothing);
        f.window->workspace().plot().setFocus();
        QTest::keyClick(&f.window->workspace().plot(), Qt::Key_M);
        QVERIFY(f.session->options().smoothing != smoothing);
        const bool robust = f.window->workspace().plot().options().robustY;
        QTest::keyClick(&f.window->workspace().plot(), Qt::Key_Y);
        QCOMPARE(f.window->workspace().plot().options().robustY, !robust);
        QTest::keyClick(&f.window->workspace().plot(), Qt::Key_X);
        QVERIFY(f.session->options().axis != XAxis::step);
        QTest::keyClick(&f.window->workspace().plot(), Qt::Key_BracketRight);
        QVERIFY(f.session->selectedFinding() >= 0);
    }

    void f6GoesThroughThePanels() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1600, 1000}));
        QVERIFY(f.openDemo());
        f.window->workspace().plot().setFocus();
        std::set<QWidget*> seen;
        for (int i = 0; i < 5; ++i) {
            f.window->actions().nextPanel->trigger();
            seen.insert(QApplication::focusWidget());
        }
        QVERIFY(seen.size() >= 4);
    }

    void droppedFilesOpen() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(writeFile(f.folder, QStringLiteral("a.jsonl"), jsonLines(1, 100)))});
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(f.window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QVERIFY(f.window->findChild<widgets::DropOverlay*>()->isVisible());
        QDropEvent drop({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(f.window.get(), &drop);
        QVERIFY(!f.window->findChild<widgets::DropOverlay*>()->isVisible());
        QVERIFY(f.waitUntilJudged(1));
        QCOMPARE(f.session->current()->run->stepCount(), std::size_t(100));
        QCOMPARE(f.settings.recent().size(), 1);
    }

    void whatCannotBeTakenIsRefused() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QMimeData data;
        data.setUrls({QUrl(QStringLiteral("https://example.org/run.jsonl"))});
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(f.window.get(), &enter);
        QVERIFY(!f.window->findChild<widgets::DropOverlay*>()->isVisible());
    }

    void filesThatContinueEachOtherAreAskedAbout() {
        for (const bool asOne : {true, false}) {
            tests::WindowFixture f;
            const QString first = writeFile(f.folder, QStringLiteral("part1.jsonl"), jsonLines(1, 60));
            const QString second = writeFile(f.folder, QStringLiteral("part2.jsonl"), jsonLines(61, 120));
            f.window->opener().open({first, second});
            QCOMPARE(f.session->runs().size(), std::size_t(0));
            const auto& message = f.window->messages().messages().back();
            QCOMPARE(message.buttons.size(), std::size_t(2));
            message.buttons[asOne ? 0 : 1].clicked();
            QVERIFY(f.waitUntilJudged(asOne ? 1 : 2));
            QCOMPARE(f.session->runs().front().run->stepCount(), asOne ? std::size_t(120) : std::size_t(60));
        }
    }

    void threePastedLinesOpen() {
        tests::WindowFixture f;
        QApplication::clipboard()->setText(QString::fromLatin1(threeLines));
        f.window->actions().paste->trigger();
        QVERIFY(f.waitUntilJudged(1));
        QCOMPARE(f.session->current()->run->lastStep(), std::int64_t(707));
        QVERIFY(f.session->current()->run->forRole("throughput"));
    }

    void pastingNothingSaysSo() {
        tests::WindowFixture f;
        QApplication::clipboard()->setText(QStringLiteral("  \n "));
        f.window->actions().paste->trigger();
        QCOMPARE(f.session->runs().size(), std::size_t(0));
        QCOMPARE(f.window->messages().messages().size(), std::size_t(1));
    }

    void brokenFilesLeaveTheOthers_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("binary noise") << QByteArray(5000, '\x01');
        QTest::newRow("half a character") << QByteArray("\xc3");
        QTest::newRow("prose") << QByteArray("nothing of a training run\n");
    }
    void brokenFilesLeaveTheOthers() {
        QFETCH(QByteArray, bytes);
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(f.openDemo());
        const auto before = f.session->timeline();
        f.window->opener().open({writeFile(f.folder, QStringLiteral("broken.log"), bytes)});
        QTRY_COMPARE(f.session->runs().size(), std::size_t(2));
        QTRY_COMPARE(f.session->runs().back().state, OpenRun::State::failed);
        QVERIFY(!f.window->messages().messages().empty());
        QVERIFY(f.window->messages().isVisible());
        QVERIFY(f.window->messages().messages().back().text.contains(QLatin1String("broken.log")));
        QCOMPARE(f.session->current()->name, QStringLiteral("rot-2s-to-5s.jsonl").section(QLatin1Char('.'), 0, 0));
        QVERIFY(f.session->timeline());
        QVERIFY(QApplication::activeModalWidget() == nullptr);
    }

    void aMissingFileSaysSo() {
        tests::WindowFixture f;
        f.window->opener().open({f.folder.filePath(QStringLiteral("gone.jsonl"))});
        QTRY_VERIFY(!f.window->messages().messages().empty());
        QVERIFY(f.window->messages().messages().back().text.contains(QLatin1String("gone.jsonl")));
        QTRY_VERIFY(!f.window->opener().recent().empty() && f.window->opener().recent().front().missing);
    }

    void issuesAreAnnouncedAndShown() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        f.window->opener().open(
            {writeFile(f.folder, QStringLiteral("torn.jsonl"), jsonLines(1, 50) + "{\"step\": 51, \"ste")});
        QVERIFY(f.waitUntilJudged(1));
        QTRY_VERIFY(!f.window->messages().messages().empty());
        const auto message = f.window->messages().messages().back();
        QVERIFY(message.headline.contains(QLatin1String("1 issue")));
        message.buttons.front().clicked();
        QVERIFY(f.window->workspace().dock(QStringLiteral("issues"))->isVisible());
        const auto* issues = f.window->workspace().panel(QStringLiteral("issues"));
        auto* table = issues->findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 1);
    }

    void closingTheLastRunShowsTheEmptyPage() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(f.openDemo());
        f.window->actions().closeRun->trigger();
        QCOMPARE(f.session->runs().size(), std::size_t(0));
        QVERIFY(f.window->findChild<widgets::EmptyPage*>()->isVisible());
        QVERIFY(!f.window->actions().exportReport->isEnabled());
    }

    void hidingARunKeepsItOpen() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        f.window->opener().openPair();
        QVERIFY(f.waitUntilJudged(2));
        const auto id = f.session->runs().back().id;
        f.session->setVisible(id, false);
        QTRY_COMPARE(f.session->timeline()->runs.size(), std::size_t(1));
        f.session->setVisible(id, true);
        QTRY_COMPARE(f.session->timeline()->runs.size(), std::size_t(2));
    }

    void themesSwitchAndAreRemembered() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        f.window->actions().themeDark->trigger();
        QVERIFY(f.theme.theme().dark);
        QVERIFY(f.window->grab().toImage().pixelColor(5, 5).lightness() < 80);
        f.window->actions().themeLight->trigger();
        QVERIFY(!f.theme.theme().dark);
        QVERIFY(f.window->grab().toImage().pixelColor(5, 5).lightness() > 200);
        QCOMPARE(app::Settings(f.folder.filePath(QStringLiteral("settings.ini"))).theme(), app::ThemeChoice::light);
    }

    void theLayoutIsRemembered() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1600, 1000}));
        QVERIFY(f.openDemo());
        f.window->workspace().dock(QStringLiteral("series"))->hide();
        f.window->close();
        app::MainWindow again(*f.session, f.settings, f.theme);
        again.restoreWindow();
        QVERIFY(again.workspace().dock(QStringLiteral("series"))->isHidden());
        QVERIFY(!again.workspace().dock(QStringLiteral("runs"))->isHidden());
    }

    void aReportIsWrittenAndCopied() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(f.openDemo());
        QSignalSpy saved(&f.window->exporter(), &app::ReportExporter::saved),
            copied(&f.window->exporter(), &app::ReportExporter::copied);
        app::ExportChoice choice;
        choice.file = f.folder.filePath(QStringLiteral("report.png"));
        f.window->exporter().start(choice);
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 30'000);
        const QImage picture(choice.file);
        QCOMPARE(picture.size(), QSize(1600, 1000));
        f.window->actions().copyPicture->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(copied.size(), 1, 30'000);
        const QImage clip = QApplication::clipboard()->image();
        QVERIFY(clip.convertToFormat(QImage::Format_RGB32) == picture.convertToFormat(QImage::Format_RGB32));
        choice.file = QStringLiteral("/no/such/folder/report.png");
        f.window->exporter().start(choice);
        QTRY_COMPARE(f.window->messages().messages().back().headline, QStringLiteral("No report."));
    }

    void everyControlHasAName() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1600, 1000}));
        QVERIFY(f.openDemo());
        for (const QWidget* widget : f.window->findChildren<QWidget*>()) {
            const bool control = qobject_cast<const QAbstractButton*>(widget) ||
                                 qobject_cast<const QAbstractItemView*>(widget) ||
                                 qobject_cast<const QComboBox*>(widget) || qobject_cast<const QLineEdit*>(widget);
            if (control && widget->isVisible() && widget->focusPolicy() != Qt::NoFocus)
                QVERIFY2(!widget->accessibleName().isEmpty(),
                         qPrintable(widget->objectName() + QLatin1Char(' ') +
                                    QString::fromLatin1(widget->metaObject()->className())));
        }
    }

    void realRecordingsOpen_data() {
        QTest::addColumn<QString>("path");
        for (const char* path : {"rl/checkpoint-stall.jsonl", "rl/nan-and-gaps.jsonl", "rl/resumed-overlap.jsonl",
                                 "dflash/tmux-capture.log", "dflash/cu130-full-budget-oom.log",
                                 "verl_console/rl-length-growth-238steps.log"})
            QTest::newRow(path) << QString::fromLatin1(path);
    }
    void realRecordingsOpen() {
        QFETCH(QString, path);
        const QString file = QString::fromStdString(tests::sharedData(path.toStdString()));
        if (file.isEmpty())
            QSKIP(tests::sharedDataMissing);
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        f.window->opener().open({file});
        QVERIFY(f.waitUntilJudged(1));
        QCOMPARE(f.session->current()->state, OpenRun::State::ready);
        f.window->grab();
    }
};

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
