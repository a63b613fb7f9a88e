#include "app/settings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace tachograph::app;

/// Settings survive a restart, bound their lists, and do without a folder that can be written.
class TestSettings : public QObject {
    Q_OBJECT
  private slots:
    void recentIsNewestFirstAndBounded() {
        QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("s.ini")));
        QVERIFY(settings.recent().isEmpty());
        for (int i = 0; i < 15; ++i)
            settings.addRecent(QStringLiteral("/runs/a, b; %1.jsonl").arg(i), 1000 + i);
        settings.addRecent(QStringLiteral("/runs/a, b; 9.jsonl"), 2000);
        const auto entries = Settings(folder.filePath(QStringLiteral("s.ini"))).recent();
        QCOMPARE(entries.size(), Settings::mostRecent);
        QCOMPARE(entries.front().path, QStringLiteral("/runs/a, b; 9.jsonl"));
        QCOMPARE(entries.front().openedAt, qint64(2000));
        QCOMPARE(entries[1].path, QStringLiteral("/runs/a, b; 14.jsonl"));
        settings.clearRecent();
        QVERIFY(settings.recent().isEmpty());
    }

    void nonsenseInTheFileIsIgnored() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.ini"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[General]\ntheme=purple\nrecent=x, 12, 13 , 14 /good\n[window]\nlayout=@Nonsense\n\0\xff[");
        file.close();
        const Settings settings(path);
        QCOMPARE(settings.theme(), ThemeChoice::system);
        for (const auto& entry : settings.recent())
            QVERIFY(!entry.path.isEmpty());
    }

    void thePriceOfAGpuHourSurvivesARestart() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.ini"));
        QCOMPARE(Settings(path).gpuPrice(), 0.0);
        Settings(path).setGpuPrice(2.35);
        QCOMPARE(Settings(path).gpuPrice(), 2.35);
        Settings(path).setGpuPrice(0.0);
        QCOMPARE(Settings(path).gpuPrice(), 0.0);
    }

    void aPriceThatIsNoneIsIgnored_data() {
        QTest::addColumn<QByteArray>("written");
        for (const char* written : {"-2", "nan", "inf", "cheap", ""})
            QTest::newRow(written) << QByteArray(written);
    }
    void aPriceThatIsNoneIsIgnored() {
        QFETCH(QByteArray, written);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.ini"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[bill]\ngpuPrice=" + written + "\n");
        file.close();
        QCOMPARE(Settings(path).gpuPrice(), 0.0);
    }

    void knobsSurviveARestart() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.ini"));
        QVERIFY(Settings(path).knobs().empty());
        tachograph::AllKnobs knobs;
        knobs["THROUGHPUT_ROT"]["ratio"] = 1.2345678901;
        knobs["RUN_STALLED"]["minutes"] = 0.5;
        Settings(path).setKnobs(knobs);
        QVERIFY(Settings(path).knobs() == knobs);
        Settings(path).setKnobs({});
        QVERIFY(Settings(path).knobs().empty());
    }

    void knobsThatNobodyTakesAreIgnored() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.ini"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[General]\nknobs=THROUGHPUT_ROT.ratio=1e9, NO_SUCH.ratio=2, THROUGHPUT_ROT.other=1, =, "
                   "THROUGHPUT_ROT.ratio=nan, STEP_TIME_SHIFT.ratio=1.3\n");
        file.close();
        tachograph::AllKnobs expected;
        expected["STEP_TIME_SHIFT"]["ratio"] = 1.3;
        QVERIFY(Settings(path).knobs() == expected);
    }

    void aFolderThatCannotBeWrittenOnlyForgets() {
        Settings settings(QStringLiteral("/proc/no-such-folder/s.ini"));
        settings.setTheme(ThemeChoice::dark);
        settings.addRecent(QStringLiteral("/runs/a.jsonl"), 1);
        QCOMPARE(settings.theme(), ThemeChoice::system);
        QVERIFY(settings.recent().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
