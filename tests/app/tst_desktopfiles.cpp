#include "app/commandline/subcommand.h"
#include "version.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTest>

using namespace tachograph;

namespace {

const QString folder = QStringLiteral(TACHOGRAPH_SOURCE_DIR "/resources/desktop/");

QString textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QMap<QString, QString> desktopEntry() {
    QMap<QString, QString> entry;
    for (const QString& line : textOf(folder + "tachograph.desktop").split('\n'))
        if (const qsizetype sign = line.indexOf('='); sign > 0)
            entry[line.left(sign)] = line.mid(sign + 1);
    return entry;
}

/// What bash offers after these words, one a line, with the program of this build first in PATH.
QStringList offered(const QStringList& words) {
    QProcess bash;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", QFileInfo(TACHOGRAPH_PROGRAM).path() + ':' + environment.value("PATH"));
    bash.setProcessEnvironment(environment);
    const QString script = QStringLiteral("source '%1/completion.bash'; COMP_WORDS=(%2); COMP_CWORD=%3; _tachograph; "
                                          "printf '%s\\n' \"${COMPREPLY[@]}\"");
    QStringList quoted;
    for (const QString& word : words)
        quoted << '\'' + word + '\'';
    bash.start("bash", {"--norc", "-c",
                        QString(script)
                            .replace("%1", folder)
                            .replace("%2", quoted.join(' '))
                            .replace("%3", QString::number(words.size() - 1))});
    bash.waitForFinished();
    QStringList lines = QString::fromUtf8(bash.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
    lines.sort();
    return lines;
}

} // namespace

/// Names that several files of the desktop repeat are the same in all of them, and true of the program.
class TestDesktopFiles : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void menuEntry() {
        const auto entry = desktopEntry();
        const QString program = QFileInfo(TACHOGRAPH_PROGRAM).fileName();
        QCOMPARE(entry["Exec"], program + " %F");
        QCOMPARE(entry["StartupWMClass"], program);
        QVERIFY(QSvgRenderer(folder + entry["Icon"] + ".svg").isValid());
        QVERIFY(textOf(TACHOGRAPH_SOURCE_DIR "/app/windowcommand.cpp")
                    .contains("setDesktopFileName(QStringLiteral(\"tachograph\"))"));
    }

    void everyKindOfFileIsKnownOrOurs() {
        const QString ours = textOf(folder + "tachograph-mime.xml");
        static const QRegularExpression type("mime-type type=\"([^\"]+)\"");
        const QStringList named = desktopEntry()["MimeType"].split(';', Qt::SkipEmptyParts);
        int declared = 0;
        for (auto found = type.globalMatch(ours); found.hasNext(); ++declared)
            QVERIFY(named.contains(found.next().captured(1)));
        QVERIFY(declared > 0);
        for (const QString& name : named)
            QVERIFY2(!name.startsWith("application/x-wandb") || ours.contains(name), qPrintable(name));
    }

    void storeEntry() {
        const QString text = textOf(folder + "org.tachograph.Tachograph.metainfo.xml");
        QVERIFY(text.contains("<launchable type=\"desktop-id\">tachograph.desktop</launchable>"));
        QVERIFY(text.contains("<binary>" + QFileInfo(TACHOGRAPH_PROGRAM).fileName() + "</binary>"));
        QVERIFY(text.contains("<id>org.tachograph.Tachograph</id>"));
        QVERIFY2(text.contains("<release version=\"" TACHOGRAPH_VERSION "\""),
                 "the version in the project() line is newer");
        // Addresses are asked of nobody and must not be invented.
        QVERIFY(!text.contains("http://") && !text.contains("https://"));
        static const QRegularExpression type("<mediatype>([^<]+)</mediatype>");
        const QStringList opened = desktopEntry()["MimeType"].split(';');
        int types = 0;
        for (auto found = type.globalMatch(text); found.hasNext(); ++types) {
            const QString name = found.next().captured(1);
            QVERIFY2(opened.contains(name), qPrintable(name));
        }
        QCOMPARE(types, 3);
    }

    void storeEntryIsValid() {
        if (QStandardPaths::findExecutable("appstreamcli").isEmpty())
            QSKIP("appstreamcli is not installed (package appstream)");
        QProcess check;
        check.start("appstreamcli", {"validate", "--no-net", folder + "org.tachograph.Tachograph.metainfo.xml"});
        QVERIFY(check.waitForFinished());
        QVERIFY2(check.exitCode() == 0, check.readAllStandardOutput());
    }

    /// Libraries are looked for beside the program and in the folders of the system: a recording may lie in a folder
    /// of a stranger, and with it a library.
    void noLibraryOfTheWorkingFolder() {
        QProcess readelf;
        readelf.start("readelf", {"--dynamic", TACHOGRAPH_PROGRAM});
        QVERIFY(readelf.waitForFinished());
        const QString text = QString::fromUtf8(readelf.readAllStandardOutput());
        QVERIFY(text.contains("libQt6Core"));
        static const QRegularExpression runPath("R(?:UN)?PATH\\)[^\\[]*\\[([^\\]]*)\\]");
        for (auto found = runPath.globalMatch(text); found.hasNext();)
            for (const QString& entry : found.next().captured(1).split(':'))
                QVERIFY2(entry.startsWith("$ORIGIN") || entry.startsWith('/'), qPrintable(text));
    }

    void completionKnowsEveryCommand() {
        QStringList expected;
        for (const app::Subcommand* one : app::subcommands())
            expected << QString::fromStdString(one->name);
        expected.sort();
        QStringList names = offered({"tachograph", ""});
        names.removeIf([&](const QString& name) { return QFileInfo::exists(name); });
        QCOMPARE(names, expected);
    }

    void completionKnowsEveryOption_data() {
        QTest::addColumn<QString>("command");
        for (const app::Subcommand* one : app::subcommands())
            QTest::newRow(one->name.c_str()) << QString::fromStdString(one->name);
    }
    void completionKnowsEveryOption() {
        QFETCH(QString, command);
        const QStringList known = offered({"tachograph", command, "--"});
        for (const app::Option& option : app::subcommandByName(command.toStdString())->options) {
            const QString name = QString::fromStdString(option.name);
            if (name.startsWith("--"))
                QVERIFY2(known.contains(name), qPrintable(command + ' ' + name));
        }
        QVERIFY(known.contains("--help"));
        QVERIFY(!known.contains("--nonsense"));
    }

    void completionOffersNoOtherCommand() {
        QCOMPARE(offered({"tachograph", "dif"}), QStringList{"diff"});
        QCOMPARE(offered({"tachograph", "x-no-such-thing"}), QStringList());
        QCOMPARE(offered({"tachograph", "report", "--theme", ""}), (QStringList{"dark", "light"}));
    }
};

QTEST_GUILESS_MAIN(TestDesktopFiles)
#include "tst_desktopfiles.moc"
