#include "app/runchooser.h"
#include "tests/app/windowfixture.h"
#include "tests/support/mlflowruns.h"
#include "widgets/start/emptypage.h"

#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTreeView>
#include <QUrl>

using namespace tachograph;

namespace {

/// The names in the list, as shown.
QStringList namesIn(const QTreeView& list) {
    QStringList names;
    for (int row = 0; row < list.model()->rowCount(); ++row)
        names << list.model()->index(row, 0).data().toString();
    return names;
}

QStringList namesOpen(const models::Session& session) {
    QStringList names;
    for (const models::OpenRun& run : session.runs())
        names << run.name;
    return names;
}

} // namespace

/// Several runs in one recording: the list in the window, by mouse and keys.
class TestRunChooser : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        tests::failOnWarnings();
        QFile file(m_folder.filePath("mlflow.db"));
        const std::string bytes =
            tests::mlflowBytes({{"sft-base", 40}, {"grpo-long", 120, 3}, {"grpo-short", 30}, {"eval", 5}});
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes.data(), static_cast<qint64>(bytes.size())), static_cast<qint64>(bytes.size()));
        m_database = file.fileName();
    }

    void enterOpensTheFirst() {
        tests::WindowFixture f;
        app::RunChooser* chooser = opened(f);
        QVERIFY(chooser);
        QVERIFY(f.session->runs().empty());
        auto* list = chooser->findChild<QTreeView*>();
        QCOMPARE(namesIn(*list), QStringList({"sft-base", "grpo-long", "grpo-short", "eval"}));
        QVERIFY(tests::savePicture(chooser->grab(), "run-chooser"));
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_COMPARE(namesOpen(*f.session), QStringList("sft-base"));
        QVERIFY(f.waitUntilJudged(1));
    }

    void searchAndSelectSeveral() {
        tests::WindowFixture f;
        app::RunChooser* chooser = opened(f);
        QVERIFY(chooser);
        auto* search = chooser->findChild<QLineEdit*>();
        auto* list = chooser->findChild<QTreeView*>();
        QTest::keyClicks(search, "GRPO");
        QCOMPARE(namesIn(*list), QStringList({"grpo-long", "grpo-short"}));
        QTest::keyClick(search, Qt::Key_Down); // into the list
        QVERIFY(list->hasFocus());
        QTest::keyClick(list, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(button(*chooser)->text(), "Open 2 runs");
        QTest::mouseClick(button(*chooser), Qt::LeftButton);
        QVERIFY(f.waitUntilJudged(2));
        QCOMPARE(namesOpen(*f.session), QStringList({"grpo-long", "grpo-short"}));
        QCOMPARE(f.session->timeline()->runs.size(), std::size_t(2));
    }

    void clicksWithCtrlSelectSeveral() {
        tests::WindowFixture f;
        app::RunChooser* chooser = opened(f);
        QVERIFY(chooser);
        auto* list = chooser->findChild<QTreeView*>();
        auto middle = [list](int row) {
            return list->visualRect(list->model()->index(row, 0)).center();
        };
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, middle(3));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::ControlModifier, middle(1));
        QCOMPARE(chooser->chosen(), (std::vector<std::size_t>{1, 3})); // in the order of the list
    }

    void doubleClickOpensOne() {
        tests::WindowFixture f;
        app::RunChooser* chooser = opened(f);
        QVERIFY(chooser);
        auto* list = chooser->findChild<QTreeView*>();
        const QPoint place = list->visualRect(list->model()->index(2, 0)).center();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, place);
        QTRY_COMPARE(namesOpen(*f.session), QStringList("grpo-short"));
    }

    void sortingBySteps() {
        tests::WindowFixture f;
        app::RunChooser* chooser = opened(f);
        QVERIFY(chooser);
        auto* list = chooser->findChild<QTreeView*>();
        list->sortByColumn(1, Qt::DescendingOrder);
        QCOMPARE(namesIn(*list), QStringList({"grpo-long", "sft-base", "grpo-short", "eval"}));
        list->setCurrentIndex(list->model()->index(0, 0));
        QCOMPARE(chooser->chosen(), std::vector<std::size_t>{1}); // an index into the offer, not into the list
    }

    void nothingFoundNothingOpens() {
        tests::WindowFixture f;
        app::RunChooser* chooser = opened(f);
        QVERIFY(chooser);
        QTest::keyClicks(chooser->findChild<QLineEdit*>(), "nobody");
        QVERIFY(chooser->chosen().empty());
        QVERIFY(!button(*chooser)->isEnabled());
        QTest::keyClick(chooser->findChild<QLineEdit*>(), Qt::Key_Backspace);
        chooser->findChild<QLineEdit*>()->clear();
        QVERIFY(button(*chooser)->isEnabled());
    }

    void escapeOpensNothing() {
        tests::WindowFixture f;
        app::RunChooser* chooser = opened(f);
        QVERIFY(chooser);
        QTest::keyClick(chooser, Qt::Key_Escape);
        QTRY_VERIFY(!f.window->findChild<app::RunChooser*>());
        QVERIFY(f.session->runs().empty());
        QVERIFY(f.window->findChild<widgets::EmptyPage*>()->isVisible());
    }

    void theWindowStaysUsable() {
        tests::WindowFixture f;
        app::RunChooser* chooser = opened(f);
        QVERIFY(chooser);
        QVERIFY(!chooser->isModal());
        f.window->opener().openDemo();
        QVERIFY(f.waitUntilJudged(1));
        QVERIFY(chooser->isVisible());
        QTest::keyClick(chooser->findChild<QTreeView*>(), Qt::Key_Return);
        QVERIFY(f.waitUntilJudged(2));
    }

    void droppedAndRecent() {
        tests::WindowFixture f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(m_database)});
        QDragEnterEvent enter({200, 200}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(f.window.get(), &enter);
        QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(f.window.get(), &drop);
        QTRY_VERIFY(f.window->findChild<app::RunChooser*>());
        QTest::keyClick(f.window->findChild<app::RunChooser*>(), Qt::Key_Escape);
        QTRY_VERIFY(!f.window->findChild<app::RunChooser*>());
        QTRY_COMPARE(f.window->opener().recent().size(), std::size_t(1));
        emit f.window->findChild<widgets::EmptyPage*>()->recentChosen(m_database);
        QTRY_VERIFY(f.window->findChild<app::RunChooser*>());
    }

    void everyControlHasANameAndIsReachedByTab() {
        tests::WindowFixture f;
        app::RunChooser* chooser = opened(f);
        QVERIFY(chooser);
        QSet<QWidget*> reached;
        for (int i = 0; i < 12; ++i) {
            reached << chooser->focusWidget();
            QTest::keyClick(chooser->focusWidget(), Qt::Key_Tab);
        }
        for (QWidget* control : {static_cast<QWidget*>(chooser->findChild<QLineEdit*>()),
                                 static_cast<QWidget*>(chooser->findChild<QTreeView*>())}) {
            QVERIFY(!control->accessibleName().isEmpty());
            QVERIFY(reached.contains(control));
        }
        for (QPushButton* control : chooser->findChildren<QPushButton*>())
            QVERIFY2(reached.contains(control), qPrintable(control->text()));
    }

  private:
    /// The window, shown, with the database opened; nullptr when no list came.
    app::RunChooser* opened(tests::WindowFixture& f) {
        if (!tests::showAt(*f.window, {1280, 800}))
            return nullptr;
        f.window->opener().open({m_database});
        if (!QTest::qWaitFor([&] { return f.window->findChild<app::RunChooser*>() != nullptr; }, 20'000))
            return nullptr;
        auto* chooser = f.window->findChild<app::RunChooser*>();
        return QTest::qWaitForWindowActive(chooser) ? chooser : nullptr;
    }

    static QPushButton* button(const app::RunChooser& chooser) {
        for (QPushButton* candidate : chooser.findChildren<QPushButton*>())
            if (candidate->isDefault())
                return candidate;
        return nullptr;
    }

    QTemporaryDir m_folder;
    QString m_database;
};

QTEST_MAIN(TestRunChooser)
#include "tst_runchooser.moc"
