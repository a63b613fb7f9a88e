#include "tests/app/exportwindow.h"

#include "tests/support/fulldisk.h"
#include "tests/support/withoutprivileges.h"

using namespace tachograph;
using tests::ExportWindow;
using tests::readWhole;
using tests::writeWhole;

/// The export dialog when its file is not taken.
class TestExportRefused : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }

    /// One sentence, the old file whole, the dialog open; and with another place it goes on.
    void notTaken_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no such folder") << "nowhere/r.png"
                                        << "r.png could not be written: ";
        QTest::newRow("a folder of that name") << "folder.png"
                                               << "folder.png could not be written: ";
        QTest::newRow("unwritable folder") << "closed/r.png"
                                           << "r.png could not be written: ";
        QTest::newRow("the recording") << "a.csv"
                                       << "a.csv is a recording that is open here.";
        QTest::newRow("the recording by another name") << "link.csv"
                                                       << "link.csv is a recording that is open here.";
    }
    void notTaken() {
        QFETCH(QString, file);
        QFETCH(QString, sentence);
        ExportWindow f;
        QVERIFY(QFile::setPermissions(f.folder.path(), QFile::Permissions(0x7755)));
        const QDir folder(f.folder.path());
        QVERIFY(folder.mkdir(QStringLiteral("folder.png")) && folder.mkdir(QStringLiteral("closed")));
        const QByteArray rows = "step,loss\n1,2.5\n2,2.25\n3,2.0\n4,1.9\n";
        writeWhole(folder.filePath(QStringLiteral("a.csv")), rows);
        writeWhole(folder.filePath(QStringLiteral("closed/r.png")), "an older picture");
        QVERIFY(QFile::link(folder.filePath(QStringLiteral("a.csv")), folder.filePath(QStringLiteral("link.csv"))));
        QVERIFY(QFile::setPermissions(folder.filePath(QStringLiteral("closed")), QFile::Permissions(0x5555)));
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        f.window->opener().open({folder.filePath(QStringLiteral("a.csv"))});
        QVERIFY(f.waitUntilJudged(1));
        QVERIFY(f.openDialog());
        QVERIFY(f.waitForPreview());
        if (file.endsWith(QLatin1String("csv")))
            QVERIFY(f.choose("Format", "CSV"));
        f.file()->setText(folder.filePath(file));
        {
            const tests::WithoutPrivileges nobody;
            f.button("Save")->click();
            QTRY_VERIFY_WITH_TIMEOUT(f.dialog()->told().startsWith(sentence), 60'000);
        }
        QVERIFY2(f.dialog()->told().endsWith(QLatin1Char('.')), qPrintable(f.dialog()->told()));
        QVERIFY(f.dialog()->isVisible() && f.button("Save")->isEnabled());
        QCOMPARE(readWhole(folder.filePath(QStringLiteral("a.csv"))), rows);
        QCOMPARE(readWhole(folder.filePath(QStringLiteral("closed/r.png"))), QByteArray("an older picture"));
        f.file()->setText(folder.filePath(QStringLiteral("good")));
        QVERIFY2(f.dialog()->told().isEmpty(), "what was said was about the other name");
        f.button("Save")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!f.dialog(), 60'000);
    }

    void fullDisk() {
        ExportWindow f;
        QVERIFY(tests::showAt(*f.window, {1280, 800}));
        QVERIFY(f.openDemo());
        QVERIFY(f.openDialog());
        QVERIFY(f.waitForPreview());
        const QString file = f.folder.filePath(QStringLiteral("r.md")), beside = f.folder.filePath("r.png");
        writeWhole(file, "old text");
        writeWhole(beside, "old picture");
        QVERIFY(f.choose("Format", "Markdown"));
        f.file()->setText(file);
        {
            const tests::FullDisk full(2'000);
            QVERIFY(full.works());
            f.button("Save")->click();
            QTRY_VERIFY_WITH_TIMEOUT(f.dialog()->told().contains(QStringLiteral("could not be written: ")), 60'000);
        }
        QVERIFY(f.dialog()->told().contains(QStringLiteral("What was there is unchanged.")));
        QCOMPARE(readWhole(file), QByteArray("old text"));
        QCOMPARE(readWhole(beside), QByteArray("old picture"));
        QCOMPARE(QDir(f.folder.path()).entryList({QStringLiteral("r.*")}, QDir::Files).size(), 2);
        f.button("Save")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!f.dialog(), 60'000);
        QVERIFY(readWhole(file).contains("![") && readWhole(beside).startsWith("\x89PNG"));
    }
};

QTEST_MAIN(TestExportRefused)
#include "tst_exportrefused.moc"
