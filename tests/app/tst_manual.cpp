#include "analysis/detectors/detector.h"
#include "analysis/importers/importer.h"
#include "app/actions.h"
#include "app/manual/manualdialog.h"
#include "app/manual/manualfiles.h"
#include "app/manual/manualpage.h"
#include "app/manual/manualview.h"
#include "app/shortcutsdialog.h"
#include "tests/app/windowfixture.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QTableWidget>
#include <QTest>

#include <set>

using namespace tachograph;
using namespace tachograph::app;

class TestManual : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        widgets::Theme::loadFaces();
    }

    void pages_data() {
        QTest::addColumn<QString>("id");
        for (const ManualPage& page : manualPages())
            QTest::newRow(page.id) << QString(page.id);
    }
    /// A page begins with its title; its links lead to pages and pictures that are there, and never outside.
    void pages() {
        QFETCH(QString, id);
        const ManualPage* page = manualPageById(id.toStdString());
        QVERIFY(page);
        const QString text = QString::fromStdString(manualMarkdown(*page));
        QVERIFY2(text.startsWith(QString("# %1\n").arg(page->title)), qPrintable(text.left(80)));
        std::set<std::string> names;
        for (const ManualFile& file : manualFiles())
            names.insert(file.name);
        const QString html = QString::fromStdString(manualBody(*page, ".html"));
        static const QRegularExpression target("(?:href|src)=\"([^\"]*)\"");
        for (auto match = target.globalMatch(html); match.hasNext();) {
            const QString name = match.next().captured(1);
            QVERIFY2(names.contains(name.toStdString()), qPrintable(name));
        }
        QVERIFY(!html.contains("|---")); // a table that Markdown did not take for one
    }

    /// What the registries hold is told, once.
    void reference() {
        const std::string findings = manualMarkdown(*manualPageById("findings"));
        for (const Detector* detector : detectors()) {
            const auto heading = findings.find("\n## " + detector->code + ": ");
            QVERIFY2(heading != std::string::npos, detector->code.c_str());
            QCOMPARE(findings.find("\n## " + detector->code + ": ", heading + 1), std::string::npos);
            for (const Knob& knob : detector->knobs)
                QVERIFY2(findings.find("`" + detector->code + '.' + knob.name + "`") != std::string::npos,
                         knob.name.c_str());
        }
        const std::string formats = manualMarkdown(*manualPageById("formats"));
        for (const Importer* importer : importers())
            QVERIFY2(formats.find("(`" + importer->id + "`)") != std::string::npos, importer->id.c_str());
    }

    void unknownPage_data() {
        QTest::addColumn<QString>("id");
        for (const char* id : {"", "nothing", "tour.md", "../tour", "TOUR"})
            QTest::newRow(id) << QString(id);
    }
    void unknownPage() {
        QFETCH(QString, id);
        QVERIFY(!manualPageById(id.toStdString()));
        ManualDialog dialog(nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.showPage("reports");
        dialog.showPage(id);
        QCOMPARE(dialog.findChild<ManualView*>()->page(), manualPageById("reports"));
    }

    /// Whatever the window and its timelines answer to stands in the table of keys.
    void everyKeyIsTold() {
        const QString page = QString::fromStdString(manualMarkdown(*manualPageById("window")));
        const QString keys = page.mid(page.indexOf("\n## Keys"));
        tests::WindowFixture f;
        int told = 0;
        for (const QAction* action : f.window->actions().all())
            for (const QKeySequence& key : action->shortcuts()) {
                const QString name = key.toString(QKeySequence::PortableText);
                QVERIFY2(keys.contains('`' + name + '`'), qPrintable(name + ": " + action->text()));
                ++told;
            }
        QVERIFY(told > 40);
        ShortcutsDialog dialog({}, nullptr); // what the plot itself answers to is left
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        const auto* table = dialog.findChild<QTableWidget*>();
        QVERIFY(table->rowCount() > 10);
        for (int row = 0; row < table->rowCount(); ++row)
            for (const QString& key : table->item(row, 0)->text().split(", "))
                QVERIFY2(keys.contains(key.section(" on ", 0, 0), Qt::CaseInsensitive), qPrintable(key));
    }

    /// Files stand alone: nothing is fetched, no script runs, every page leads to every other.
    void htmlFiles() {
        int pages = 0;
        for (const ManualFile& file : manualFiles()) {
            QVERIFY2(!file.bytes.empty(), file.name.c_str());
            if (!QString::fromStdString(file.name).endsWith(".html"))
                continue;
            ++pages;
            QVERIFY2(file.bytes.find("://") == std::string::npos, file.name.c_str());
            QVERIFY2(file.bytes.find("<script") == std::string::npos, file.name.c_str());
            for (const ManualPage& page : manualPages())
                QVERIFY(file.bytes.find("<a href=\"" + std::string(page.id) + ".html\"") != std::string::npos);
        }
        QCOMPARE(pages, static_cast<int>(manualPages().size()));
    }

    void followsLinksAndFindsWords() {
        ManualDialog dialog(nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QVERIFY(tests::showAt(dialog, QSize(1000, 760)));
        auto* view = dialog.findChild<ManualView*>();
        QCOMPARE(view->page(), &manualPages().front());
        emit view->anchorClicked(QUrl("comparing"));
        QCOMPARE(view->page(), manualPageById("comparing"));

        auto* find = dialog.findChild<QLineEdit*>();
        find->setText("QUEUE_IMBALANCE");
        QTest::keyClick(find, Qt::Key_Return);
        QCOMPARE(view->page(), manualPageById("findings"));
        QCOMPARE(view->textCursor().selectedText(), QString("QUEUE_IMBALANCE"));
        find->setText("balance check"); // on an earlier page: round again
        QTest::keyClick(find, Qt::Key_Return);
        QCOMPARE(view->textCursor().selectedText().toLower(), QString("balance check"));
        find->setText("xyzzy");
        QTest::keyClick(find, Qt::Key_Return);
        bool said = false;
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            said = said || label->text() == "not in the manual";
        QVERIFY(said);
    }

    /// No picture is wider than the view, however narrow it is.
    void picturesFit_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void picturesFit() {
        QFETCH(bool, dark);
        widgets::dressApplication(dark ? widgets::Theme::darkTheme() : widgets::Theme::light());
        ManualDialog dialog(nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QVERIFY(tests::showAt(dialog, QSize(1000, 760)));
        auto* view = dialog.findChild<ManualView*>();
        for (const int width : {1400, 1000, 700}) {
            dialog.resize(width, 700);
            QVERIFY(QTest::qWaitFor([&] { return dialog.width() == width; }));
            const QUrl name("window.png");
            const auto picture = view->document()->resource(QTextDocument::ImageResource, name).value<QImage>();
            QVERIFY(picture.width() > 200);
            QVERIFY2(picture.width() / picture.devicePixelRatio() < view->viewport()->width(),
                     qPrintable(QString::number(picture.width())));
            QVERIFY(tests::savePicture(dialog.grab(), QString("manual-%1-%2").arg(QTest::currentDataTag()).arg(width)));
        }
    }
};

QTEST_MAIN(TestManual)
#include "tst_manual.moc"
