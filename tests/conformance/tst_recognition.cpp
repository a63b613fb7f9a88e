#include "analysis/importers/importer.h"
#include "analysis/importers/openrun.h"
#include "tests/conformance/reading.h"
#include "tests/support/samples.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace tachograph;
using namespace tachograph::tests;

/// Which files are whose, and what is said of those that are nobody's.
class TestRecognition : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    /// No recording that people have is claimed by two with equal certainty.
    void everyFileIsClaimedByOneOnly_data() {
        if (sharedData("").empty())
            QSKIP(sharedDataMissing);
        QTest::addColumn<QString>("path");
        const QString folder = QString::fromStdString(sharedData(""));
        for (QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories); files.hasNext();) {
            const QString path = files.next();
            QTest::newRow(qPrintable(QDir(folder).relativeFilePath(path))) << path;
        }
    }
    void everyFileIsClaimedByOneOnly() {
        QFETCH(QString, path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.read(static_cast<qint64>(Head::bytesAsked));
        QList<int> certainties;
        for (const Importer* importer : importers())
            certainties += importer->sniff(
                {std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())), "recording"});
        const int best = *std::ranges::max_element(certainties);
        QVERIFY2(best == 0 || certainties.count(best) == 1, qPrintable(QString::number(best)));
    }

    /// What is no recording is refused in one sentence.
    void foreignFile_data() {
        QTest::addColumn<QByteArray>("bytes");
        const auto content = [](const QString& path) {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QString root = QString::fromStdString(testData("")) + "/../..";
        QTest::newRow("a readme") << content(root + "/README.md");
        QTest::newRow("a changelog") << content(root + "/CHANGELOG.md");
        QTest::newRow("a source file") << content(root + "/analysis/run/runbuilder.cpp");
        QTest::newRow("a build file") << content(root + "/CMakeLists.txt");
        QTest::newRow("a table of settings") << content(root + "/resources/metric-roles.json");
        QTest::newRow("a picture") << content(root + "/resources/pictures/window.png");
        QTest::newRow("a photo") << QByteArray("\xff\xd8\xff\xe0\0\x10JFIF\0", 11) + noise(300'000, 7);
        QTest::newRow("a core dump") << QByteArray("\x7f"
                                                   "ELF\2\1\1\0\0\0\0\0\0\0\0\0\4\0>\0",
                                                   20) +
                                            noise(100'000, 8) + "PATH=/usr/bin\0step=1\0loss=2\0";
    }
    void foreignFile() {
        QFETCH(QByteArray, bytes);
        QVERIFY(bytes.size() > 500);
        const auto runs = openRunsFromBytes("file", bytes.toStdString());
        QVERIFY(!runs.ok());
        QCOMPARE(faultOfSentence(QString::fromStdString(runs.error().message)), QString());
    }
};

QTEST_GUILESS_MAIN(TestRecognition)
#include "tst_recognition.moc"
