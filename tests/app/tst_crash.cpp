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

/// What the program had told until it was ended.
struct Told {
    QStringList notes;   ///< after its last whole edit, sorted: files keep notes by their places
    bool within = false; ///< another edit had begun
    int edits = 0;
};

QStringList wordsOf(const QByteArray& line) {
    QStringList words = QString::fromUtf8(line).split('|', Qt::SkipEmptyParts);
    words.sort();
    return words;
}

Told toldBy(const QByteArray& output) {
    QByteArrayList lines = output.split('\n');
    lines.removeLast(); // what follows the last line break is not a whole line
    Told told;
    told.within = !lines.isEmpty() && lines.last().startsWith('?');
    lines.removeIf([](const QByteArray& line) { return !line.startsWith('='); });
    told.edits = static_cast<int>(lines.size());
    if (!lines.isEmpty())
        told.notes = wordsOf(lines.last().mid(1));
    return told;
}

QStringList notesOf(const models::Session& session, models::Reviews& reviews) {
    QByteArray line;
    for (const models::OpenRun& run : session.runs())
        for (const Note& note : reviews.of(run.id)->notes)
            line += QByteArray::fromStdString(note.text) + '|';
    return wordsOf(line);
}

/// Starts the program over the folder, ends it by kill -9 and answers what it has told. `waitForEdits`: the time runs
/// from its first edit on, else from its start.
bool killed(const QString& folder, int seed, bool waitForEdits, int milliseconds, Told& told) {
    QProcess program;
    program.start(QStringLiteral(TACHOGRAPH_REVIEWSCRIPT), {folder, QString::number(seed)});
    if (!program.waitForStarted())
        return false;
    QByteArray output;
    const auto edits = [&] {
        program.waitForReadyRead(20);
        output += program.readAllStandardOutput();
        return output.contains("\n=") || output.startsWith('=');
    };
    if (waitForEdits && !QTest::qWaitFor(edits, 60'000))
        return false;
    QTest::qSleep(milliseconds);
    program.kill();
    if (!program.waitForFinished())
        return false;
    told = toldBy(output + program.readAllStandardOutput());
    return true;
}

/// Whether all is there that was told, to the letter; of an edit that had begun the outcome may be there too.
bool isAllThere(const Told& told, const QStringList& restored) {
    if (!told.within)
        return restored == told.notes;
    qsizetype different = 0;
    for (const QString& note : told.notes)
        different += restored.contains(note) ? 0 : 1;
    return std::abs(restored.size() - told.notes.size()) <= 1 && different <= 1;
}

} // namespace

/// The program ended by kill -9 at a hundred random moments while notes are edited and kept as fast as it can: what was
/// there before the last edit, or after it, comes back, and the session file is whole.
class TestCrash : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { tests::failOnWarnings(); }
    void noNoteIsLost_data();
    void noNoteIsLost();
    void cleanupTestCase();

  private:
    void endAndRestore(int seed, bool waitForEdits, int milliseconds);

    static constexpr int rows = 10, each = 10;
    int m_ended = 0, m_edits = 0, m_within = 0;
};

void TestCrash::noNoteIsLost_data() {
    QTest::addColumn<int>("first");
    QTest::addColumn<bool>("waitForEdits");
    QTest::addColumn<int>("latest"); // ms
    for (int row = 0; row < rows; ++row) {
        const bool whileStarting = row == rows - 1;
        QTest::addRow("%d to %d, %s", row * each + 1, (row + 1) * each, whileStarting ? "from its start" : "editing")
            << row * each << !whileStarting << (whileStarting ? 900 : 300);
    }
}

void TestCrash::noNoteIsLost() {
    QFETCH(int, first);
    QFETCH(bool, waitForEdits);
    QFETCH(int, latest);
    QRandomGenerator random(20261130U + static_cast<unsigned>(first));
    for (int time = 0; time < each && !QTest::currentTestFailed(); ++time)
        endAndRestore(first + time, waitForEdits, static_cast<int>(random.bounded(latest)));
}

void TestCrash::endAndRestore(int seed, bool waitForEdits, int milliseconds) {
    const QTemporaryDir folder;
    QFile recording(folder.filePath("run.jsonl"));
    QVERIFY(recording.open(QIODevice::WriteOnly));
    recording.write(tests::stepRows(40, 2.0));
    recording.close();
    Told told;
    QVERIFY(killed(folder.path(), seed, waitForEdits, milliseconds, told));
    ++m_ended;
    m_edits += told.edits;
    m_within += told.within ? 1 : 0;

    app::Settings settings(folder.filePath("settings.ini"));
    app::ThemeController theme(settings);
    models::Session session(nullptr);
    app::MainWindow window(session, settings, theme);
    window.keeper().offerRecovery();
    const auto& messages = window.messages().messages();
    if (messages.empty()) { // it had not opened anything yet
        QVERIFY2(!waitForEdits && told.edits == 0, qPrintable(told.notes.join('|')));
        return;
    }
    QCOMPARE(messages.back().buttons.size(), std::size_t(2));
    const auto restore = messages.back().buttons.front().clicked; // the message goes meanwhile
    restore();
    QVERIFY(QTest::qWaitFor([&] { return session.current() && session.current()->run; }, 60'000));
    const QStringList restored = notesOf(session, session.reviews());
    QVERIFY2(isAllThere(told, restored), qPrintable(QStringLiteral("end %1, after %2 ms: told\n%3\nrestored\n%4")
                                                        .arg(seed)
                                                        .arg(milliseconds)
                                                        .arg(told.notes.join('|'), restored.join('|'))));
    QFile saved(folder.filePath("review.tacho"));
    if (saved.open(QIODevice::ReadOnly)) {
        const auto whole = sessionFromJson(saved.readAll().toStdString());
        QVERIFY2(whole.ok(), whole ? "" : whole.error().message.c_str());
    }
}

/// The moments were such that something could have been lost: many fell within an edit. How many edits there are before
/// an end depends on the machine; a busy one made 15.
void TestCrash::cleanupTestCase() {
    if (m_ended < rows * each)
        return; // a row by itself
    QVERIFY2(m_edits > 5 * m_ended, qPrintable(QStringLiteral("%1 edits").arg(m_edits)));
    QVERIFY2(m_within > m_ended / 5, qPrintable(QStringLiteral("%1 within an edit").arg(m_within)));
}

QTEST_MAIN(TestCrash)
#include "tst_crash.moc"
