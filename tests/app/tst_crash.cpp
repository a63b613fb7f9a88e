#include "app/mainwindow.h"
#include "app/sessionkeeper.h"
#include "app/settings.h"
#include "app/themecontroller.h"
#include "models/review/reviews.h"
#include "tests/app/comparewindow.h"
#include "widgets/messagebar.h"

#include <QFile>
#include <QProcess>
#include <QRandomGenerator>

using namespace tachograph;

namespace {

QString notesOf(const models::Session& session, models::Reviews& reviews) {
    QString line;
    for (const models::OpenRun& run : session.runs())
        for (const Note& note : reviews.of(run.id)->notes)
            line += QString::fromStdString(note.text) + QLatin1Char('|');
    return line;
}

} // namespace

/// The program ended by kill -9 at random moments while notes are edited: what was there before the last edit, or after
/// it, comes back, and the session file is whole.
class TestCrash : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }
    void noNoteIsLost();

  private:
    static constexpr int times = 20;
};

void TestCrash::noNoteIsLost() {
    const unsigned seed = 20261130;
    QRandomGenerator random(seed);
    int edited = 0;
    for (int time = 0; time < times; ++time) {
        const QTemporaryDir folder;
        QFile recording(folder.filePath("run.jsonl"));
        QVERIFY(recording.open(QIODevice::WriteOnly));
        recording.write(tests::stepRows(40, 2.0));
        recording.close();
        QProcess program;
        program.start(QStringLiteral(TACHOGRAPH_REVIEWSCRIPT), {folder.path(), QString::number(time)});
        QByteArray told;
        QVERIFY(QTest::qWaitFor( // it edits
            [&] {
                program.waitForReadyRead(100);
                told += program.readAllStandardOutput();
                return told.contains("\n=") || told.startsWith('=');
            },
            60'000));
        QTest::qSleep(random.bounded(0, 120));
        program.kill();
        QVERIFY(program.waitForFinished());
        QByteArrayList lines = (told + program.readAllStandardOutput()).split('\n');
        lines.removeLast();                               // what follows the last line break is not a whole line
        const bool within = lines.last().startsWith('?'); // an edit had begun
        while (!lines.isEmpty() && lines.last().startsWith('?'))
            lines.removeLast();
        const QString last = lines.isEmpty() ? QString() : QString::fromUtf8(lines.last().mid(1));
        edited += static_cast<int>(lines.size());

        app::Settings settings(folder.filePath("settings.ini"));
        app::ThemeController theme(settings);
        models::Session session(nullptr);
        app::MainWindow window(session, settings, theme);
        window.keeper().offerRecovery();
        const auto& messages = window.messages().messages();
        QVERIFY2(!messages.empty() && messages.back().buttons.size() == 2, qPrintable(last));
        const auto restore = messages.back().buttons.front().clicked; // the message goes meanwhile
        restore();
        QVERIFY(QTest::qWaitFor([&] { return session.current() && session.current()->run; }, 60'000));
        const QString restored = notesOf(session, session.reviews());
        // What was told is there to the letter; an edit that had begun may be there too.
        const auto wordsOf = [](const QString& line) {
            QStringList words = line.split('|', Qt::SkipEmptyParts);
            words.sort(); // files keep notes by their places
            return words;
        };
        const auto edits = std::abs(wordsOf(restored).size() - wordsOf(last).size());
        qsizetype different = 0;
        for (const QString& note : wordsOf(last))
            different += wordsOf(restored).contains(note) ? 0 : 1;
        QVERIFY2(within ? edits <= 1 && different <= 1 : wordsOf(restored) == wordsOf(last),
                 qPrintable(QStringLiteral("run %1 told\n%2\nrestored\n%3").arg(time).arg(last, restored)));
        QFile saved(folder.filePath("review.tacho"));
        if (saved.open(QIODevice::ReadOnly)) {
            const auto whole = sessionFromJson(saved.readAll().toStdString());
            QVERIFY2(whole.ok(), whole ? "" : whole.error().message.c_str());
        }
    }
    QVERIFY2(edited > times, "the program was ended before it edited anything");
}

QTEST_MAIN(TestCrash)
#include "tst_crash.moc"
