#include "widgets/start/emptypage.h"

#include "tests/support/gui.h"
#include "widgets/start/droparea.h"
#include "widgets/start/keycaps.h"
#include "widgets/start/recentrow.h"

#include <QPushButton>
#include <QSignalSpy>

using namespace tachograph;
using widgets::EmptyPage;
using widgets::RecentEntry;
using widgets::RecentRow;

/// The page of an empty window: every entry and button answers to mouse and keys, missing files say so.
class TestEmptyPage : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        widgets::dressApplication(widgets::Theme::light());
    }

    void recentEntriesAnswerToMouseAndKeys() {
        EmptyPage page({QStringLiteral("JSONL")});
        page.setRecent({entry("/runs/a.jsonl", false), entry("/mnt/b.jsonl", true)});
        QVERIFY(tests::showAt(page, {1200, 900}));
        QSignalSpy chosen(&page, &EmptyPage::recentChosen);
        const auto rows = page.findChildren<RecentRow*>();
        QCOMPARE(rows.size(), 2);
        QTest::mouseClick(rows[0], Qt::LeftButton);
        QTest::keyClick(rows[1], Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("/runs/a.jsonl"));
        QCOMPARE(chosen[1][0].toString(), QStringLiteral("/mnt/b.jsonl"));
        QVERIFY(rows[1]->accessibleName().contains(QLatin1String("file not found")));
        QVERIFY(!rows[0]->accessibleName().contains(QLatin1String("file not found")));
    }

    void aListThatIsReplacedWhileClickedIsSafe() {
        EmptyPage page({});
        page.setRecent({entry("/runs/a.jsonl", false)});
        QVERIFY(tests::showAt(page, {1200, 900}));
        connect(&page, &EmptyPage::recentChosen, &page, [&page] { page.setRecent({}); });
        QTest::mouseClick(page.findChild<RecentRow*>(), Qt::LeftButton);
        QTRY_COMPARE(page.findChildren<RecentRow*>().size(), 0);
    }

    void buttonsAsk() {
        EmptyPage page({});
        QVERIFY(tests::showAt(page, {1200, 900}));
        QSignalSpy files(&page, &EmptyPage::openFilesRequested), folder(&page, &EmptyPage::openFolderRequested),
            sample(&page, &EmptyPage::sampleRequested), second(&page, &EmptyPage::secondSampleRequested);
        for (auto* button : page.findChildren<QPushButton*>()) {
            QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->text()));
            QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(files.size() + folder.size() + sample.size() + second.size(), 4);
        QCOMPARE(files.size(), 1);
        QCOMPARE(sample.size(), 1);
    }

    void keyCapsSayTheirShortcut() {
        const widgets::KeyCaps caps({QStringLiteral("Ctrl"), QStringLiteral("O")}, QStringLiteral("open"));
        QCOMPARE(caps.accessibleName(), QStringLiteral("Ctrl+O open"));
    }

    /// A window that opens a run at once does not pay for what it never shows.
    void theSketchIsMadeWhenItIsFirstShown() {
        EmptyPage page({QStringLiteral("JSONL")});
        int made = 0;
        page.setSampleLines([&made] {
            ++made;
            return sketch();
        });
        QVERIFY(!page.grab().isNull()); // drawn, but not shown
        QCOMPARE(made, 0);
        for (int i = 0; i < 2; ++i) {
            QVERIFY(tests::showAt(page, {1600, 900}));
            QCOMPARE(made, 1);
            page.hide();
        }
    }

    void pictures() {
        const std::pair<QString, const widgets::Theme*> themes[] = {
            {QStringLiteral("light"), &widgets::Theme::light()},
            {QStringLiteral("dark"), &widgets::Theme::darkTheme()},
            {QStringLiteral("contrast"), &widgets::Theme::highContrastTheme()}};
        for (const auto& [name, shown] : themes) {
            const widgets::Theme& theme = *shown;
            widgets::dressApplication(theme);
            EmptyPage page({QStringLiteral("JSONL"), QStringLiteral("CSV"), QStringLiteral("console logs")});
            page.setTheme(theme);
            page.setRecent({entry("/runs/grpo/a.jsonl", false), entry("/mnt/nas/b.jsonl", true)});
            page.setSampleLines([] { return sketch(); });
            QVERIFY(tests::showAt(page, {1600, 900}));
            QVERIFY(tests::savePicture(page.grab(), QStringLiteral("emptypage-") + name));
            // Nothing may be narrower than its text, and nothing may need sideways scrolling.
            for (const auto* row : page.findChildren<RecentRow*>())
                QVERIFY(row->width() >= 300);
            QVERIFY(page.widget()->width() <= page.viewport()->width());
        }
    }

  private:
    static std::vector<widgets::SampleSketch::Line> sketch() {
        return {{QStringLiteral("step time"), {1, 1.2, 1.6, 2.0}, 0}, {QStringLiteral("tok/s"), {1, 1.1, 1, 1.1}, 1}};
    }
    static RecentEntry entry(const char* path, bool missing) {
        const QString text = QString::fromLatin1(path);
        return {text,
                text.section(QLatin1Char('/'), -1),
                text.section(QLatin1Char('/'), 0, -2),
                QStringLiteral("14 Nov"),
                false,
                missing};
    }
};

QTEST_MAIN(TestEmptyPage)
#include "tst_emptypage.moc"
