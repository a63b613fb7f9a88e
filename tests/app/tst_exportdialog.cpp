#include "tests/app/exportwindow.h"
#include "tests/app/tabwalk.h"

#include "widgets/compare/comparepage.h"
#include "widgets/messagebar.h"

#include <QClipboard>
#include <QFileInfo>
#include <QLabel>
#include <QScrollArea>
#include <QSignalSpy>

using namespace tachograph;
using app::ReportExporter;
using app::ReportKind;
using tests::ExportWindow;

/// The export dialog: what can be chosen, what is shown of it and kept.
class TestExportDialog : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void nothingOpenNothingToExport() {
        ExportWindow f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(!f.window->actions().exportReport->isEnabled());
        f.window->actions().exportReport->trigger();
        QVERIFY(!f.dialog());
        f.window->actions().copyPicture->trigger();
        QVERIFY(f.window->messages().messages().empty());
    }

    void thePreviewFollowsTheChoice() {
        ExportWindow f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(f.openDemo());
        QVERIFY(f.openDialog());
        QVERIFY(f.waitForPreview());
        const app::PreviewPane& pane = f.dialog()->preview();
        const QImage light = pane.picture();
        QVERIFY(light.width() > 500);
        QVERIFY2(qAbs(light.height() - light.width() * 1000 / 1600) <= 1, "the form of a ticket");
        QVERIFY2(pane.caption().startsWith(QStringLiteral("1600 × 1000 pixels, shown at ")),
                 qPrintable(pane.caption()));
        QVERIFY(f.dialog()->commandLine().startsWith(QStringLiteral("tachograph report ")));
        QVERIFY2(f.dialog()->commandLine().endsWith(QStringLiteral("-report.png")),
                 qPrintable(f.dialog()->commandLine()));
        QVERIFY(f.choose("Theme", "Dark"));
        QVERIFY2(f.drawing(), "the old picture is not passed off as the new one");
        QVERIFY(f.waitForPreview());
        QVERIFY(pane.picture() != light);
        QVERIFY(f.dialog()->commandLine().contains(QStringLiteral("--theme dark")));
        QVERIFY(f.choose("Form", "Slide"));
        QVERIFY(f.choose("Scale", "1.5"));
        QVERIFY(f.waitForPreview());
        QVERIFY2(pane.caption().startsWith(QStringLiteral("1920 × 1080 pixels")), qPrintable(pane.caption()));
        QVERIFY(f.dialog()->commandLine().contains(QStringLiteral("--size slide --theme dark --scale 1.5")));
        f.button("Copy command")->click();
        QCOMPARE(QApplication::clipboard()->text(), f.dialog()->commandLine());
    }

    /// What means nothing for a kind cannot be chosen, and the name ends as the kind does.
    void kinds_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("ending");
        QTest::addColumn<QString>("off"); ///< of Form, Theme, Scale, Lanes, Carry the session
        QTest::addColumn<QString>("beginning");
        QTest::newRow("PNG") << "PNG"
                             << "png"
                             << ""
                             << "";
        QTest::newRow("HTML") << "HTML"
                              << "html"
                              << "Carry the session"
                              << "";
        QTest::newRow("Markdown") << "Markdown"
                                  << "md"
                                  << "Carry the session"
                                  << "# ";
        QTest::newRow("CSV") << "CSV"
                             << "csv"
                             << "Form,Theme,Scale,Lanes,Carry the session"
                             << "step,";
        QTest::newRow("JSON") << "JSON"
                              << "json"
                              << "Form,Theme,Scale,Lanes,Carry the session"
                              << "{";
        QTest::newRow("SVG") << "SVG"
                             << "svg"
                             << "Scale,Carry the session"
                             << "";
        QTest::newRow("PDF") << "PDF"
                             << "pdf"
                             << "Scale,Carry the session"
                             << "";
    }
    void kinds() {
        QFETCH(QString, kind);
        QFETCH(QString, ending);
        QFETCH(QString, off);
        QFETCH(QString, beginning);
        ExportWindow f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(f.openDemo());
        QVERIFY(f.openDialog());
        QVERIFY(f.choose("Format", kind.toLatin1().constData()));
        QVERIFY(f.waitForPreview());
        QVERIFY2(f.dialog()->choice().file.endsWith(QStringLiteral("-report.") + ending),
                 qPrintable(f.dialog()->choice().file));
        QVERIFY2(f.dialog()->commandLine().contains(QStringLiteral("-report.") + ending),
                 qPrintable(f.dialog()->commandLine()));
        QStringList disabled;
        for (const char* name : {"Form", "Theme", "Scale"})
            if (!f.box(name)->isEnabled())
                disabled << QString::fromLatin1(name);
        for (const char* name : {"Lanes", "Carry the session"})
            if (!f.check(name)->isEnabled())
                disabled << QString::fromLatin1(name);
        QCOMPARE(disabled.join(u','), off);
        const app::PreviewPane& pane = f.dialog()->preview();
        QVERIFY2(beginning.isEmpty() || pane.text().startsWith(beginning), qPrintable(pane.text().left(80)));
        QCOMPARE(pane.picture().isNull(), ending == QLatin1String("csv") || ending == QLatin1String("json"));
    }

    void aPartIsNeeded() {
        ExportWindow f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(f.openDemo());
        QVERIFY(f.openDialog());
        for (const char* part : {"Lanes", "Findings", "Tables", "Notes"})
            f.check(part)->setChecked(false);
        QCOMPARE(f.dialog()->preview().text(), QStringLiteral("Choose at least one part."));
        for (const char* name : {"Save", "Copy picture", "Copy as Markdown"})
            QVERIFY2(!f.button(name)->isEnabled(), name);
        QVERIFY(f.dialog()->commandLine().isEmpty());
        f.check("Tables")->setChecked(true);
        QVERIFY(f.waitForPreview());
        QVERIFY(f.dialog()->commandLine().contains(QStringLiteral("--without lanes,findings,notes")));
        f.file()->setText(QStringLiteral("  "));
        QVERIFY(!f.button("Save")->isEnabled());
        QVERIFY2(f.button("Copy picture")->isEnabled(), "the clipboard needs no name");
        QVERIFY(f.waitForPreview());
    }

    /// What the dialog was opened with does not matter to a comparison: it has no notes and no rows.
    void comparisons() {
        ExportWindow f;
        f.settings.setExportChoice(tests::choiceOf(ReportKind::csv));
        app::MainWindow window(*f.session, f.settings, f.theme);
        QVERIFY(tests::showAt(window, {1280, 800}));
        window.opener().openPair();
        window.compareWhenReady();
        QVERIFY(f.waitUntilJudged(2));
        QTRY_VERIFY_WITH_TIMEOUT(window.comparison().view(), 60'000);
        window.actions().exportReport->trigger();
        auto* dialog = window.findChild<app::ExportDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->preview().picture().isNull(), 60'000);
        QVERIFY2(
            dialog->commandLine().startsWith(QStringLiteral("tachograph report before-cu130.log after-cu130.log ")),
            qPrintable(dialog->commandLine()));
        QCOMPARE(dialog->choice().form.kind, ReportKind::png);
        for (const auto* part : dialog->findChildren<QCheckBox*>())
            QVERIFY(part->text() != QLatin1String("Notes") || !part->isVisible());
        QSignalSpy copied(&window.exporter(), &ReportExporter::copied);
        for (auto* button : dialog->findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Copy as Markdown"))
                button->click();
        QTRY_COMPARE_WITH_TIMEOUT(copied.size(), 1, 60'000);
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("## Metrics")));
    }

    /// Both ways of copying say what is in the clipboard and leave the dialog open.
    void copies() {
        ExportWindow f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(f.openDemo());
        QVERIFY(f.openDialog());
        QVERIFY(f.choose("Format", "JSON"));
        f.button("Copy as Markdown")->click();
        QVERIFY(!f.button("Save")->isEnabled());
        QTRY_COMPARE_WITH_TIMEOUT(f.dialog()->told(), QStringLiteral("Its text is in the clipboard as Markdown."),
                                  60'000);
        const QString text = QApplication::clipboard()->text();
        QVERIFY2(text.startsWith(QStringLiteral("# ")), qPrintable(text.left(80)));
        QVERIFY(!text.contains(QStringLiteral("![")));
        f.button("Copy picture")->click();
        QTRY_COMPARE_WITH_TIMEOUT(f.dialog()->told(),
                                  QStringLiteral("The picture, 1600 × 1000 pixels, is in the clipboard."), 60'000);
        QCOMPARE(QApplication::clipboard()->image().size(), QSize(1600, 1000));
        QVERIFY(f.button("Save")->isEnabled());
        QVERIFY(f.dialog()->isVisible());
    }

    void theLastChoiceIsKept() {
        ExportWindow f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(f.openDemo());
        QVERIFY(f.openDialog());
        QVERIFY2(!f.check("Carry the session")->isChecked(), "off unless it is asked for");
        QVERIFY(f.choose("Form", "Long") && f.choose("Format", "SVG") && f.choose("Scale", "2"));
        f.check("Notes")->setChecked(false);
        f.file()->setText(f.folder.filePath(QStringLiteral("r.svg")));
        QTest::keyClick(f.file(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!f.dialog(), 60'000);
        QVERIFY(tests::readWhole(f.folder.filePath(QStringLiteral("r.svg"))).startsWith("<?xml"));
        const app::Settings again(f.folder.filePath(QStringLiteral("settings.ini")));
        QCOMPARE(app::toText(again.exportChoice()), QStringLiteral("svg long scale=2 without=notes"));
        QCOMPARE(again.exportFolder(), QFileInfo(f.folder.path()).absoluteFilePath());
        QVERIFY(f.openDialog());
        QVERIFY(!f.check("Notes")->isChecked());
        QVERIFY(f.box("Form")->currentText().startsWith(QStringLiteral("Long")));
        QVERIFY2(f.dialog()->choice().file.startsWith(f.folder.path()), "the folder is kept too");
    }

    void choicesComeBackFromText_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const QString everything = QStringLiteral("md slide scale=2 dark session without=notes");
        const QString plain = QStringLiteral("png ticket scale=1");
        QTest::newRow("everything") << everything << everything;
        QTest::newRow("nothing") << "" << plain;
        QTest::newRow("unknown words") << "gif huge bright" << plain;
        QTest::newRow("scale of zero") << "png scale=0" << plain;
        QTest::newRow("scale beyond") << "png scale=99" << plain;
        QTest::newRow("scale that is none") << "png scale=nan" << plain;
        QTest::newRow("a size that is too large") << "png 9000x9000" << plain;
        QTest::newRow("without everything") << "png without=lanes,findings,tables,notes" << plain;
        QTest::newRow("without nonsense") << "png without=x" << plain;
    }
    void choicesComeBackFromText() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(app::toText(app::choiceFromText(text)), expected);
    }

    void replacingIsSaid() {
        ExportWindow f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(f.openDemo());
        QVERIFY(f.openDialog());
        const auto said = [&f] {
            for (const auto* label : f.dialog()->findChildren<QLabel*>())
                if (label->text() == QLatin1String("There is a file of that name; it is replaced."))
                    return true;
            return false;
        };
        f.file()->setText(f.folder.filePath(QStringLiteral("r.png")));
        QVERIFY(!said());
        tests::writeWhole(f.folder.filePath(QStringLiteral("q.png")), "x");
        f.file()->setText(f.folder.filePath(QStringLiteral("q"))); // the ending is added
        QVERIFY(said());
    }

    /// By Tab, with names, and the focus is seen; with every kind of control that there is.
    void keysReachEverything_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void keysReachEverything() {
        QFETCH(bool, dark);
        QApplication::setCursorFlashTime(0); // what is compared must not blink
        ExportWindow f;
        (dark ? f.window->actions().themeDark : f.window->actions().themeLight)->trigger();
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(f.openDemo());
        f.session->setViewRange(std::pair(50.0, 200.0));
        for (const char* kind : {"Markdown", "PNG"}) {
            QVERIFY(f.openDialog());
            QVERIFY(f.choose("Format", kind));
            QVERIFY(f.waitForPreview());
            f.dialog()->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(f.dialog()));
            const tests::TabWalk walk(*f.dialog());
            QVERIFY2(walk.stops().size() >= 15, qPrintable(QString::number(walk.stops().size())));
            const QStringList faults = walk.unnamed() + walk.unreachable() + walk.unmarked();
            QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QStringLiteral(", "))));
            QVERIFY(walk.stops().contains(f.button("Save")));
            QTest::keyClick(f.dialog(), Qt::Key_Escape);
            QTRY_VERIFY(!f.dialog());
        }
    }

    void itIsSeen_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("pair");
        QTest::addColumn<QString>("kind");
        QTest::newRow("light") << false << false << "PNG";
        QTest::newRow("dark") << true << false << "PNG";
        QTest::newRow("pair-light") << false << true << "PNG";
        QTest::newRow("pair-dark") << true << true << "PNG";
        QTest::newRow("markdown-light") << false << false << "Markdown";
        QTest::newRow("csv-dark") << true << false << "CSV";
    }
    void itIsSeen() {
        QFETCH(bool, dark);
        QFETCH(bool, pair);
        QFETCH(QString, kind);
        ExportWindow f;
        (dark ? f.window->actions().themeDark : f.window->actions().themeLight)->trigger();
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        if (pair) {
            f.window->opener().openPair();
            f.window->compareWhenReady();
            QTRY_VERIFY_WITH_TIMEOUT(f.window->comparison().view(), 60'000);
        } else {
            QVERIFY(f.openDemo());
        }
        QVERIFY(f.openDialog());
        QVERIFY(f.choose("Theme", dark ? "Dark" : "Light") && f.choose("Format", kind.toLatin1().constData()));
        QVERIFY(f.waitForPreview());
        const app::ExportDialog& dialog = *f.dialog();
        QVERIFY2(dialog.width() <= 1280 && dialog.height() <= 800, "larger than the screen of a laptop");
        QVERIFY(tests::savePicture(f.dialog()->grab(),
                                   QStringLiteral("export-dialog-") + QLatin1String(QTest::currentDataTag())));
        for (const auto* button : dialog.findChildren<QAbstractButton*>())
            if (button->isVisible())
                QVERIFY2(button->width() >= button->fontMetrics().horizontalAdvance(button->text()),
                         qPrintable(button->text()));
        for (const auto* label : dialog.findChildren<QLabel*>())
            if (label->isVisible() && !label->text().isEmpty() && label->wordWrap())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
        for (const auto* shown : dialog.findChildren<QComboBox*>())
            QVERIFY2(shown->width() - 30 >= shown->fontMetrics().horizontalAdvance(shown->currentText()),
                     qPrintable(shown->currentText()));
        if (!f.dialog()->preview().picture().isNull())
            QVERIFY(f.dialog()->preview().picture().width() <=
                    dialog.findChild<QScrollArea*>()->viewport()->width() * dialog.devicePixelRatioF());
    }
};

QTEST_MAIN(TestExportDialog)
#include "tst_exportdialog.moc"
