#include "tests/app/pictureprobes.h"
#include "tests/app/windowfixture.h"

#include "app/actions.h"
#include "app/exportdialog.h"
#include "app/previewpane.h"
#include "models/following/watching.h"
#include "models/items/runsview.h"
#include "tests/support/samples.h"
#include "widgets/compare/comparepage.h"
#include "widgets/compare/metrictable.h"
#include "widgets/elidedlabel.h"
#include "widgets/messagebar.h"
#include "widgets/panels/findings/findinglist.h"

#include <QDockWidget>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>

using namespace tachograph;

namespace {

struct Scene {
    const char* name;
    const char* shared;   ///< recording of the shared folder; nullptr = none
    const char* bundled;  ///< bundled case instead; nullptr = none
    bool select;          ///< the first finding is chosen
    bool issues;          ///< the Issues panel is shown
    bool pair = false;    ///< the bundled pair, compared
    bool bill = false;    ///< the visible range is billed, all of its time
    bool many = false;    ///< twelve runs in groups, a baseline, one that is followed, the statistics of a lane
    bool exports = false; ///< the export dialog over the window
};

constexpr Scene scenes[] = {{"empty", nullptr, nullptr, false, false},
                            {"rot", nullptr, "rot-2s-to-5s.jsonl", true, false},
                            {"verl", "verl_console/rl-length-growth-238steps.log", nullptr, true, false},
                            {"dflash", nullptr, "after-cu130.log", false, false},
                            {"issues", "rl/nan-and-gaps.jsonl", nullptr, false, true},
                            {"diff", nullptr, nullptr, false, false, true},
                            {"bill", "rl/resumed-overlap.jsonl", nullptr, false, false, false, true},
                            {"many", nullptr, nullptr, false, false, false, false, true},
                            {"export", nullptr, "rot-2s-to-5s.jsonl", true, false, false, false, false, true}};

} // namespace

/// Pictures of the whole window in its main states, light, dark and in high contrast, at two sizes, on one sheet for
/// people to compare with the design, and probes that a machine can judge.
class TestContactSheet : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    void scenesAreDrawn_data() {
        QTest::addColumn<int>("scene");
        QTest::addColumn<QString>("theme");
        QTest::addColumn<QSize>("size");
        for (int scene = 0; scene < static_cast<int>(std::size(scenes)); ++scene)
            for (const char* theme : {"light", "dark", "contrast"})
                for (const QSize size : {QSize(1600, 1000), QSize(1280, 800)})
                    QTest::addRow("%s %s %d", scenes[scene].name, theme, size.width())
                        << scene << QString::fromLatin1(theme) << size;
    }
    void scenesAreDrawn() {
        QFETCH(int, scene);
        QFETCH(QString, theme);
        QFETCH(QSize, size);
        const Scene& what = scenes[scene];
        if (what.shared && tests::sharedData("").empty())
            QSKIP(tests::sharedDataMissing);
        tests::WindowFixture f;
        const app::Actions& actions = f.window->actions();
        (theme == "contrast" ? actions.themeContrast
         : theme == "dark"   ? actions.themeDark
                             : actions.themeLight)
            ->trigger();
        QVERIFY(tests::showAt(*f.window, size));
        open(f, what);
        if (QTest::currentTestFailed())
            return;
        QTest::qWait(200); // the list scrolls to the chosen card, docks settle
        QImage picture = f.window->grab().toImage();
        QCOMPARE(picture.size(), size);
        if (auto* dialog = f.window->findChild<QDialog*>())
            QPainter(&picture).drawPixmap(picture.rect().center() - dialog->rect().center(), dialog->grab());
        const QString name = QString::fromLatin1(QTest::currentDataTag()).replace(QLatin1Char(' '), QLatin1Char('-'));
        QVERIFY(tests::savePicture(QPixmap::fromImage(picture), name));
        m_pictures << picture;
        probe(f, what, picture);
        if (!what.exports && !QTest::currentTestFailed()) // the dialog lies over the window
            tests::probeContrast(*f.window, picture, f.theme.theme().highContrast ? 7.0 : 4.5);
    }

    void cleanupTestCase() {
        if (m_pictures.isEmpty())
            return;
        constexpr int columns = 6, width = 800, height = 500;
        const int rows = static_cast<int>((m_pictures.size() + columns - 1) / columns);
        QImage sheet(columns * width, rows * height, QImage::Format_RGB32);
        sheet.fill(QPalette().color(QPalette::Mid));
        QPainter painter(&sheet);
        for (qsizetype i = 0; i < m_pictures.size(); ++i) {
            const QImage small =
                m_pictures[i].scaled(width - 8, height - 8, Qt::KeepAspectRatio, Qt::SmoothTransformation);
            painter.drawImage(
                QPoint(static_cast<int>(i % columns) * width + 4, static_cast<int>(i / columns) * height + 4), small);
        }
        painter.end();
        QVERIFY(tests::savePicture(QPixmap::fromImage(sheet), QStringLiteral("contact-sheet")));
    }

  private:
    static void openMany(tests::WindowFixture& f) {
        for (int i = 1; i <= 12; ++i) {
            QByteArray lines;
            for (int step = 1; step <= 80; ++step)
                lines += QStringLiteral("{\"step\": %1, \"timestamp\": %2, \"step_time_s\": %3, \"reward\": %4}\n")
                             .arg(step)
                             .arg(1'764'500'000 + 5 * step)
                             .arg(2.0 + 0.1 * i + 0.05 * (step % 5))
                             .arg(0.01 * step)
                             .toLatin1();
            const QByteArray config = "learning_rate: " + QByteArray(i % 2 == 0 ? "1e-6" : "5e-6") + "\n";
            if (i > 1)
                f.session->openBytes(QStringLiteral("sweep-%1").arg(i), lines, config);
            else
                f.session->open(written(f.folder.filePath(QStringLiteral("sweep-1.jsonl")), lines));
        }
        QVERIFY(f.waitUntilJudged(12));
        models::showOnly(*f.session, {f.session->runs()[0].id, f.session->runs()[3].id});
        auto& watching = models::Watching::of(*f.session);
        watching.setBaseline(f.session->runs()[3].id);
        watching.setFollowed(f.session->runs()[0].id, true);
        QTRY_VERIFY(watching.live(f.session->runs()[0].id)->written > 0);
        f.window->findChild<models::RunsView*>()->setGroupKey(QStringLiteral("learning_rate"));
        f.window->workspace().showPanel(QStringLiteral("statistics"));
        QTest::qWait(300);
    }

    static QString written(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("%s cannot be written", qPrintable(path));
        return path;
    }

    static void open(tests::WindowFixture& f, const Scene& what) {
        if (what.shared)
            f.window->opener().open({QString::fromStdString(tests::sharedData(what.shared))});
        if (what.bundled)
            for (const app::BundledCase& bundled : app::bundledCases())
                if (QLatin1String(bundled.name) == QLatin1String(what.bundled))
                    f.session->openBytes(QString::fromLatin1(bundled.name), app::bytesOf(bundled));
        if (what.pair) {
            f.window->opener().openPair();
            f.window->compareWhenReady();
            QVERIFY(f.waitUntilJudged(2));
            QTRY_VERIFY_WITH_TIMEOUT(f.window->comparison().view(), 60'000);
        }
        if (what.many)
            openMany(f);
        if (!what.shared && !what.bundled)
            return;
        QVERIFY(f.waitUntilJudged(1));
        if (what.select && !f.session->timeline()->findings.empty())
            f.session->setSelectedFinding(0);
        if (what.bill) {
            f.session->setViewRange(std::pair(600.0, 780.0));
            auto* list = f.window->findChild<QListView*>(QStringLiteral("billList"));
            QVERIFY(list);
            QTRY_VERIFY(list->model()->rowCount() > 0);
            list->setCurrentIndex(list->model()->index(0, 0));
        }
        if (what.exports) {
            f.window->actions().exportReport->trigger();
            const auto* dialog = f.window->findChild<app::ExportDialog*>();
            QVERIFY(dialog);
            QTRY_VERIFY_WITH_TIMEOUT(!dialog->preview().picture().isNull(), 60'000);
        }
        if (what.issues)
            f.window->workspace().showPanel(QStringLiteral("issues"));
    }

    static void probe(const tests::WindowFixture& f, const Scene& what, const QImage& picture) {
        if (!what.shared && !what.bundled) {
            QVERIFY(tests::ink(picture, picture.rect().adjusted(200, 120, -200, -60)) > 0.02);
            if (what.many)
                probeStatistics(f);
            for (const auto* table : f.window->findChildren<widgets::MetricTable*>())
                if (table->isVisible()) {
                    const int verdict = models::ComparedMetricsModel::verdictColumn;
                    QVERIFY2(table->columnViewportPosition(verdict) + table->columnWidth(verdict) <= table->width(),
                             "the verdicts are cut off");
                    probeCells(*table);
                }
            for (const auto* note : f.window->comparison().findChildren<widgets::ElidedLabel*>())
                QVERIFY2(!note->isVisible() || !note->elided(), qPrintable(note->text()));
            return;
        }
        app::Workspace& workspace = f.window->workspace();
        for (const char* id : {"runs", "series", "details", "findings", "bill"})
            QVERIFY2(workspace.dock(QString::fromLatin1(id))->isVisible(), id);
        QVERIFY(workspace.plot().width() >= 560);
        const QPoint corner = workspace.plot().mapTo(f.window.get(), QPoint(0, 0));
        QVERIFY2(tests::ink(picture, QRect(corner, workspace.plot().size())) > 0.02, "the plot is empty");
        int drawn = 0;
        for (const models::Lane& lane : f.session->timeline()->lanes)
            drawn += lane.state.isEmpty() && !lane.lines.empty() ? 1 : 0;
        QVERIFY(drawn >= 2);
        for (const auto* note : f.window->findChildren<widgets::ElidedLabel*>())
            QVERIFY2(!note->isVisible() || !note->elided(), qPrintable(note->text()));
        for (const auto* button : f.window->findChildren<QToolButton*>())
            if (button->isVisible() && !button->text().isEmpty() && button->toolButtonStyle() != Qt::ToolButtonIconOnly)
                QVERIFY2(button->width() >= button->fontMetrics().horizontalAdvance(button->text()),
                         qPrintable(button->text()));
    }

    /// All rows of the statistics are seen without scrolling.
    static void probeStatistics(const tests::WindowFixture& f) {
        const auto* panel = f.window->workspace().panel(QStringLiteral("statistics"));
        const auto* table = panel->findChild<QTableView*>();
        QVERIFY(table->isVisible());
        QCOMPARE(table->model()->rowCount(), 7);
        QCOMPARE(table->verticalScrollBar()->maximum(), 0);
    }

    /// Every text of the table is wide enough to be read.
    static void probeCells(const widgets::MetricTable& table) {
        const QAbstractItemModel& rows = *table.model();
        for (int row = 0; row < rows.rowCount(); ++row)
            for (int column = 0; column < models::ComparedMetricsModel::verdictColumn; ++column) {
                const QString text = rows.index(row, column).data().toString();
                const bool joined = table.columnSpan(row, models::ComparedMetricsModel::effectColumn) > 1 &&
                                    column >= models::ComparedMetricsModel::effectColumn;
                if (table.isColumnHidden(column) || joined)
                    continue;
                QVERIFY2(table.fontMetrics().horizontalAdvance(text) <= table.columnWidth(column),
                         qPrintable(QStringLiteral("%1: %2").arg(row).arg(text)));
            }
    }

    QList<QImage> m_pictures;
};

QTEST_MAIN(TestContactSheet)
#include "tst_contactsheet.moc"
