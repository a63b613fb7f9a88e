#include "analysis/importers/openrun.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace tachograph;

/// Recordings that are known but not read are refused with the way out.
class TestForeignRecordings : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void isNamedWithTheWayOut_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("opened"); // below the folder; empty for the folder itself
        QTest::addColumn<QString>("says");
        const QByteArray parquet = "PAR1\x15\x04";
        QTest::newRow("Parquet file") << "a.parquet" << parquet << "a.parquet"
                                      << "Parquet file.*CSV";
        QTest::newRow("folder of Parquet files") << "a.parquet" << parquet << ""
                                                 << "Parquet files.*CSV";
        QTest::newRow("Aim repository") << ".aim/run_metadata.sqlite" << QByteArray("SQLite") << ".aim"
                                        << "Aim repository.*CSV";
        QTest::newRow("folder with one") << ".aim/run_metadata.sqlite" << QByteArray("SQLite") << ""
                                         << "Aim repository.*CSV";
        QTest::newRow("neither") << "notes.txt" << QByteArray("Nothing of use.") << ""
                                 << "holds no recording";
    }
    void isNamedWithTheWayOut() {
        QFETCH(QString, file);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, opened);
        QFETCH(QString, says);
        QTemporaryDir folder;
        QVERIFY(QDir().mkpath(QFileInfo(folder.filePath(file)).path()));
        QFile written(folder.filePath(file));
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(bytes);
        written.close();
        const auto runs = openRuns((opened.isEmpty() ? folder.path() : folder.filePath(opened)).toStdString());
        QVERIFY(!runs.ok());
        QVERIFY2(QRegularExpression(says).match(QString::fromStdString(runs.error().message)).hasMatch(),
                 runs.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestForeignRecordings)
#include "tst_foreignrecordings.moc"
