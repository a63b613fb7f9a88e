#include "app/reportexporter.h"
#include "tests/app/comparewindow.h"
#include "widgets/compare/runssection.h"

#include <QComboBox>
#include <QImage>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace tachograph;

/// Three and more runs in the compare page: the table of runs, and which of them is B.
class TestCompareRuns : public QObject {
    Q_OBJECT

    static widgets::RunsSection& section(tests::CompareWindow& f) {
        return *f.page().findChild<widgets::RunsSection*>();
    }
    /// Waits until another one of the opened recordings is B.
    static bool waitForB(tests::CompareWindow& f, std::size_t run) {
        return QTest::qWaitFor([&] { return f.view() && f.view()->request.b == f.session->runs()[run].run; }, 60'000);
    }
    static QString letters(tests::CompareWindow& f) {
        QString text;
        const QAbstractItemModel& rows = *section(f).table().model();
        for (int row = 0; row < rows.rowCount(); ++row) {
            const QString letter = rows.index(row, models::ComparedRunsModel::letterColumn).data().toString();
            text += letter.isEmpty() ? QStringLiteral("-") : letter;
        }
        return text;
    }
    static void clickRow(tests::CompareWindow& f, int row) {
        QTableView& table = section(f).table();
        const QRect cell = table.visualRect(table.model()->index(row, models::ComparedRunsModel::nameColumn));
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, cell.center());
    }

  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void twoRunsHaveNoTable() {
        tests::CompareWindow f;
        QVERIFY(f.compare({tests::stepRows(200, 2), tests::stepRows(200, 3)}));
        QVERIFY(!section(f).isVisible());
        QVERIFY(f.view()->others.empty());
    }

    void everyRunIsHeldAgainstTheFirst() {
        tests::CompareWindow f;
        QVERIFY(f.compare({tests::stepRows(300, 2), tests::stepRows(300, 3), tests::stepRows(300, 4)}));
        QVERIFY(section(f).isVisible());
        QCOMPARE(letters(f), QStringLiteral("AB-"));
        const models::ComparisonViewPtr view = f.view();
        QCOMPARE(view->others.size(), std::size_t(2));
        // Medians of 2, 3 and 4 s with 2 % of noise: a third and a half of the speed are gone.
        QVERIFY(std::abs(view->others[0].headlineMetric.effect + 1.0 / 3) < 0.02);
        QVERIFY(std::abs(view->others[1].headlineMetric.effect + 0.5) < 0.02);
        QTest::qWait(100);
        QVERIFY2(
            section(f).height() >= section(f).minimumSizeHint().height(),
            qPrintable(QStringLiteral("%1 %2").arg(section(f).height()).arg(section(f).minimumSizeHint().height())));
        const QTableView& table = section(f).table();
        const int last = models::ComparedRunsModel::verdictColumn;
        QCOMPARE(table.columnViewportPosition(last) + table.columnWidth(last), table.viewport()->width());
        QVERIFY(table.columnViewportPosition(last) > table.viewport()->width() - 160);
        QVERIFY(tests::savePicture(f.window->grab(), QStringLiteral("diff-three-runs")));
    }

    void aClickMakesAnotherOneB() {
        tests::CompareWindow f;
        QVERIFY(f.compare({tests::stepRows(300, 2), tests::stepRows(300, 3), tests::stepRows(300, 4)}));
        f.bar().shiftB(20);
        QVERIFY(f.waitForOffset(20));
        clickRow(f, 2);
        QVERIFY(waitForB(f, 2));
        QCOMPARE(letters(f), QStringLiteral("A-B"));
        QCOMPARE(f.view()->comparison.alignment.offset, 0.0); // the offset was that of the other run
        QCOMPARE(f.page().plot().timeline()->runs[1].run, f.session->runs()[2].run);
        const models::ComparisonViewPtr before = f.view();
        clickRow(f, 0); // the baseline cannot be B
        clickRow(f, 2); // and this one is
        QTest::qWait(300);
        QCOMPARE(f.view(), before);
    }

    void keysChooseTheSame() {
        tests::CompareWindow f;
        QVERIFY(f.compare({tests::stepRows(300, 2), tests::stepRows(300, 3), tests::stepRows(300, 4)}));
        QTableView& table = section(f).table();
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_Down);
        QCOMPARE(table.currentIndex().row(), 2);
        QTest::keyClick(&table, Qt::Key_Return);
        QVERIFY(waitForB(f, 2));
        QCOMPARE(letters(f), QStringLiteral("A-B"));
    }

    void aRunCanBeLeftOut() {
        tests::CompareWindow f;
        QVERIFY(f.compare(
            {tests::stepRows(300, 2), tests::stepRows(300, 3), tests::stepRows(300, 4), tests::stepRows(300, 5)}));
        QCOMPARE(letters(f), QStringLiteral("AB--"));
        QMenu* menu = nullptr;
        for (auto* button : section(f).findChildren<QToolButton*>())
            menu = button->menu() ? button->menu() : menu;
        QVERIFY(menu);
        QCOMPARE(menu->actions().size(), 3);
        QVERIFY(!menu->actions()[0]->isEnabled()); // B
        menu->actions()[1]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(letters(f), QStringLiteral("AB-"), 60'000);
        QCOMPARE(f.view()->request.others.back(), f.session->runs()[3].run);
        f.session->setVisible(f.session->runs()[3].id, false); // hidden in the list of runs: out, too
        QTRY_COMPARE_WITH_TIMEOUT(f.view()->others.size(), std::size_t(0), 60'000);
        QVERIFY(section(f).isVisible()); // what was left out can be taken in again
    }

    void closingOneGoesOnWithTheRest() {
        tests::CompareWindow f;
        QVERIFY(f.compare({tests::stepRows(300, 2), tests::stepRows(300, 3), tests::stepRows(300, 4)}));
        f.session->close(f.session->runs()[2].id);
        QTRY_VERIFY_WITH_TIMEOUT(f.view()->others.empty(), 60'000);
        QVERIFY(f.page().isVisible());
        QTRY_VERIFY(!section(f).isVisible());
    }

    void theExportedPictureSaysAllOfThem() {
        tests::CompareWindow f;
        QVERIFY(f.compare({tests::stepRows(300, 2), tests::stepRows(300, 3), tests::stepRows(300, 4)}));
        clickRow(f, 2);
        QVERIFY(waitForB(f, 2));
        app::ExportChoice choice;
        choice.file = f.folder.filePath(QStringLiteral("three.png"));
        QSignalSpy saved(&f.window->exporter(), &app::ReportExporter::saved);
        f.window->exporter().startComparison(choice, f.view(), {1, 300});
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30'000);
        const QImage picture(choice.file);
        // B in front of the other, as the command line would have it.
        QVERIFY2(
            picture.text(QStringLiteral("Command")).contains(QStringLiteral("run-0.jsonl run-2.jsonl run-1.jsonl ")),
            qPrintable(picture.text(QStringLiteral("Command"))));
        for (int file = 1; file <= 3; ++file)
            QVERIFY(!picture.text(QStringLiteral("SHA-256 %1").arg(file)).isEmpty());
    }

    void anAttemptCanBeChosen() {
        tests::CompareWindow f;
        const QByteArray restarted = tests::stepRows(200, 2) + tests::stepRows(200, 4, 101, 8);
        QVERIFY(f.compare({tests::stepRows(300, 2), restarted, tests::stepRows(300, 3)}));
        auto* b = f.bar().findChildren<QComboBox*>()[1];
        QCOMPARE(b->accessibleName(), QStringLiteral("Run B"));
        QCOMPARE(b->count(), 5); // three runs, two attempts
        QVERIFY(b->itemText(3).contains(QStringLiteral("attempt 2")));
        b->setCurrentIndex(3);
        emit b->activated(3);
        QTRY_COMPARE_WITH_TIMEOUT(f.view()->comparison.options.attemptB, std::optional<std::size_t>(1), 60'000);
        QCOMPARE(f.view()->comparison.b->firstStep(), 101);
        QVERIFY(std::abs(f.view()->comparison.headlineMetric.effect + 0.5) < 0.02);
        QVERIFY(f.view()->request.nameB.endsWith(QStringLiteral(", attempt 2")));
        QCOMPARE(letters(f), QStringLiteral("AB-"));
        // The others are held against A with all they have.
        QVERIFY(std::abs(f.view()->others[1].headlineMetric.effect + 1.0 / 3) < 0.02);
        f.bar().swapRuns();
        QTRY_COMPARE_WITH_TIMEOUT(f.view()->comparison.options.attemptA, std::optional<std::size_t>(1), 60'000);
        QVERIFY(!f.view()->comparison.options.attemptB);
        f.session->close(f.session->runs()[2].id); // the lists are filled anew
        QCOMPARE(f.bar().options().attemptA, std::optional<std::size_t>(1));
    }

    void atMostEightOthers() {
        tests::CompareWindow f;
        std::vector<QByteArray> recordings;
        for (unsigned i = 0; i < 11; ++i)
            recordings.push_back(tests::stepRows(60, 2 + 0.1 * i, 1, i + 1));
        QVERIFY(f.compare(recordings));
        QCOMPARE(f.view()->others.size(), std::size_t(8));
        // The last one as B is held against A all the same.
        f.page().start(f.session->runs()[0].id, f.session->runs()[10].id);
        QVERIFY(waitForB(f, 10));
        QCOMPARE(f.view()->others.size(), std::size_t(8));
        QCOMPARE(f.view()->comparison.b, f.session->runs()[10].run);
        QVERIFY(letters(f).contains(QLatin1Char('B')));
    }
};

QTEST_MAIN(TestCompareRuns)
#include "tst_compareruns.moc"
