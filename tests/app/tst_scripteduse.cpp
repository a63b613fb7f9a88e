#include "tests/app/program.h"
#include "tests/app/xdesk.h"
#include "widgets/theme.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <functional>

using namespace tachograph;
using tests::XDesk;

namespace {

constexpr int patience = 30'000; // ms: the machine may be busy with other things
constexpr int steps = 300, onset = 100;

/// 2 s a step to the onset, from there on evenly to 5 s.
double rottingTime(int step) {
    const double along = std::max(0, step - onset) / double(steps - onset);
    return 2.0 * std::pow(2.5, along) * (1.0 + 0.01 * ((step * 7) % 5 - 2));
}

double steadyTime(int step) {
    return 2.0 * (1.0 + 0.01 * ((step * 7) % 5 - 2));
}

QJsonObject read(const QString& file) {
    QFile json(file);
    return json.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(json.readAll()).object() : QJsonObject();
}

/// "runs/0/name": what is there in a session, or nothing.
QJsonValue at(const QJsonObject& session, const QString& path) {
    QJsonValue value = session;
    for (const QString& part : path.split(u'/')) {
        bool isNumber = false;
        const int index = part.toInt(&isNumber);
        value = isNumber ? value.toArray().at(index) : value.toObject().value(part);
    }
    return value;
}

QJsonArray notesOf(const QJsonObject& session) {
    QJsonArray all;
    for (const QJsonValue run : session.value("runs").toArray())
        for (const QJsonValue note : run.toObject().value("notes").toArray())
            all.append(note);
    return all;
}

bool soon(const std::function<bool()>& condition, int timeout = patience) {
    return QTest::qWaitFor(condition, timeout);
}

} // namespace

/// A review from the first file to the reopened session by nothing but mouse and keys: the program that people start,
/// on an X server, whose events go through the server as those of a person do. What it does is looked at from outside:
/// the session that it keeps while it runs, the files that it writes, the picture on the screen.
class TestScriptedUse : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        if (!m_desk.missing().isEmpty())
            QSKIP(qPrintable(m_desk.missing()));
        m_files.write("rot.jsonl", tests::recording(steps, rottingTime));
        m_files.write("steady.jsonl", tests::recording(steps, steadyTime));
    }
    void init() {
        if (m_stuck)
            QSKIP("A step before this one failed.");
    }
    void cleanup() { m_stuck = m_stuck || QTest::currentTestFailed(); }
    void cleanupTestCase() {
        m_program.close(); // where a step failed
        m_source.close();
    }

    // In this order; each goes on where the one before it ended.
    void opensARun();
    void zoomsToAFinding();
    void writesANote();
    void comparesWithADraggedOffset();
    void exportsTheReport();
    void savesAndCloses();
    void reopensTheSession();
    void takesADroppedPicture();

  private:
    bool start(const QStringList& words = {});
    bool openFile(const QString& path);
    /// What the program keeps while it runs; empty when there is nothing.
    [[nodiscard]] QJsonObject kept() const;
    [[nodiscard]] QString path(const QString& name) const { return m_files.path(name); }
    [[nodiscard]] int pixels(const QColor& color, const QRect& area) const;

    static constexpr const char* window = "Tachograph[*]?$"; ///< the star: not saved
    const tests::Program m_files;
    XDesk m_desk;
    QProcess m_program, m_source;
    QJsonObject m_saved;
    bool m_stuck = false;
};

bool TestScriptedUse::start(const QStringList& words) {
    QProcessEnvironment environment = m_desk.environment();
    for (const auto& [name, folder] : {std::pair("HOME", "home"), std::pair("XDG_CONFIG_HOME", "home/config"),
                                       std::pair("XDG_DATA_HOME", "home/data")})
        environment.insert(name, path(folder));
    environment.insert("LC_ALL", "C.UTF-8");
    m_program.setProcessEnvironment(environment);
    m_program.setWorkingDirectory(path("."));
    m_program.setProcessChannelMode(QProcess::ForwardedChannels);
    m_program.start(TACHOGRAPH_PROGRAM, words);
    return m_desk.giveKeyboard(window) && m_desk.fillScreen(window);
}

QJsonObject TestScriptedUse::kept() const {
    const QDir folder(path("home/data/tachograph/recovery"));
    const QStringList files = folder.entryList({"*.tacho"}, QDir::Files);
    return files.isEmpty() ? QJsonObject() : read(folder.filePath(files.front()));
}

int TestScriptedUse::pixels(const QColor& color, const QRect& area) const {
    const QImage picture = m_desk.picture();
    int count = 0;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            count += picture.valid(x, y) && picture.pixelColor(x, y) == color ? 1 : 0;
    return count;
}

bool TestScriptedUse::openFile(const QString& file) {
    const auto chosen = [this, &file] {
        return m_desk.press("ctrl+o") && m_desk.giveKeyboard("^Open runs") && m_desk.type(file) &&
               m_desk.press("Return") && m_desk.waitUntilGone("^Open runs");
    };
    return chosen() && m_desk.giveKeyboard(window);
}

void TestScriptedUse::opensARun() {
    QVERIFY(start());
    QVERIFY(openFile(path("rot.jsonl")));
    QVERIFY(soon([this] { return !at(kept(), "runs/0/sha256").toObject().isEmpty(); }));
    QCOMPARE(at(kept(), "runs/0/name").toString(), QString("rot"));
    // The finding is drawn in its strip above the lanes.
    const QColor finding = widgets::Theme::light().info.fill;
    QVERIFY(soon([&] { return pixels(finding, QRect(340, 100, 900, 160)) > 1'000; }));
}

void TestScriptedUse::zoomsToAFinding() {
    QVERIFY(m_desk.press("ctrl+k"));
    QVERIFY(m_desk.type("throughput_rot"));
    QVERIFY(m_desk.press("Return"));
    QVERIFY(soon([this] { return at(kept(), "view/range").isArray(); }));
    const double from = at(kept(), "view/range/0").toDouble(), to = at(kept(), "view/range/1").toDouble();
    QVERIFY2(from > 1 && from < onset + 40 && to >= steps - 10, qPrintable(QString("%1 %2").arg(from).arg(to)));
}

/// The click pins the crosshair in the middle of the lane; the note is made there.
void TestScriptedUse::writesANote() {
    QVERIFY(m_desk.click({790, 260}));
    QVERIFY(m_desk.press("n"));
    QVERIFY(m_desk.giveKeyboard("^New note"));
    QVERIFY(m_desk.type("driver updated here"));
    QVERIFY(m_desk.press("ctrl+Return"));
    QVERIFY(m_desk.waitUntilGone("^New note"));
    QVERIFY(m_desk.giveKeyboard(window));
    QVERIFY(soon([this] { return notesOf(kept()).size() == 1; }));
    const QJsonObject note = notesOf(kept())[0].toObject();
    QCOMPARE(note.value("text").toString(), QString("driver updated here"));
    const double step = note.value("first_step").toDouble();
    const QJsonArray range = at(kept(), "view/range").toArray();
    const double middle = (range[0].toDouble() + range[1].toDouble()) / 2,
                 width = range[1].toDouble() - range[0].toDouble();
    QVERIFY2(std::abs(step - middle) < 0.1 * width, qPrintable(QString("%1 %2").arg(step).arg(middle)));
}

void TestScriptedUse::comparesWithADraggedOffset() {
    QVERIFY(openFile(path("steady.jsonl")));
    QVERIFY(soon([this] { return !at(kept(), "runs/1/sha256").toObject().isEmpty(); }));
    QVERIFY(m_desk.press("ctrl+d"));
    QVERIFY(soon([this] { return at(kept(), "comparison/shown").toBool(); }));
    // The lanes come when both runs are compared: dragged until there is something that can be dragged.
    QVERIFY(soon([this] {
        return m_desk.drag({500, 330}, {590, 330}, "shift") &&
               soon([this] { return at(kept(), "comparison/offset").toDouble() != 0; }, 2'000);
    }));
    QVERIFY(at(kept(), "comparison/offset").toDouble() > 0);
}

void TestScriptedUse::exportsTheReport() {
    QVERIFY(m_desk.press("ctrl+e"));
    QVERIFY(m_desk.giveKeyboard("^Export report"));
    QVERIFY(m_desk.press("Return"));
    QVERIFY(m_desk.waitUntilGone("^Export report"));
    QVERIFY(m_desk.giveKeyboard(window));
    QString picture;
    QVERIFY(soon([&] {
        QDirIterator files(path("."), {"*report*.png"}, QDir::Files, QDirIterator::Subdirectories);
        picture = files.hasNext() ? files.next() : QString();
        return !picture.isEmpty() && QImage(picture).width() >= 1'280; // a whole picture
    }));
    QVERIFY2(picture.contains("against"), qPrintable(picture)); // of the comparison
}

void TestScriptedUse::savesAndCloses() {
    QVERIFY(m_desk.press("ctrl+s"));
    QVERIFY(m_desk.giveKeyboard("^Save"));
    QVERIFY(m_desk.press("ctrl+a"));
    QVERIFY(m_desk.type(path("review.tacho")));
    QVERIFY(m_desk.press("Return"));
    QVERIFY(m_desk.waitUntilGone("^Save"));
    QVERIFY(soon([this] { return at(read(path("review.tacho")), "comparison").isObject(); }));
    m_saved = read(path("review.tacho"));
    QCOMPARE(at(m_saved, "runs").toArray().size(), 2);
    QCOMPARE(at(m_saved, "runs/0/path/relative").toString(), QString("rot.jsonl"));
    QCOMPARE(notesOf(m_saved).size(), 1);
    QVERIFY(at(m_saved, "comparison/shown").toBool() && at(m_saved, "comparison/offset").toDouble() > 0);
    QVERIFY(m_desk.giveKeyboard(window));
    QVERIFY(m_desk.press("ctrl+q"));
    QVERIFY(m_program.waitForFinished(patience));
    QCOMPARE(m_program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(m_program.exitCode(), 0);
    QVERIFY(kept().isEmpty()); // an orderly end leaves nothing behind
}

void TestScriptedUse::reopensTheSession() {
    QVERIFY(start());
    QVERIFY(openFile(path("review.tacho")));
    QVERIFY(soon([this] { return at(kept(), "comparison/shown").toBool(); }));
    const QJsonObject again = kept();
    QCOMPARE(notesOf(again), notesOf(m_saved));
    QCOMPARE(at(again, "comparison"), at(m_saved, "comparison"));
    QCOMPARE(at(again, "view/range"), at(m_saved, "view/range"));
}

/// The picture carries its session. It is dragged out of another program's window and dropped on ours (XDND), by the
/// mouse.
void TestScriptedUse::takesADroppedPicture() {
    const auto made = m_files.run({"report", "rot.jsonl", "-o", "ticket.png", "--with-session", "--range", "120:220"});
    QVERIFY2(made.status == 0, made.err.constData());
    m_source.setProcessEnvironment(m_desk.environment());
    m_source.start(TACHOGRAPH_DRAGSOURCE, {path("ticket.png")});
    QVERIFY(m_desk.giveKeyboard("^Drag from here"));
    QVERIFY(m_desk.drag({1520, 30}, {800, 500}));
    QVERIFY(soon([this] { return at(kept(), "runs").toArray().size() == 1 && at(kept(), "view/range").isArray(); }));
    QCOMPARE(at(kept(), "runs/0/name").toString(), QString("rot"));
    QCOMPARE(at(kept(), "view/range"), QJsonValue(QJsonArray{120, 220}));
    QVERIFY(soon([this] { return m_source.readAllStandardOutput().contains("dropped"); }));
    m_source.terminate();
    QVERIFY(m_source.waitForFinished(patience));
    QVERIFY(m_desk.giveKeyboard(window));
    QVERIFY(m_desk.press("ctrl+q"));
    QVERIFY(m_program.waitForFinished(patience));
    QCOMPARE(m_program.exitCode(), 0);
}

QTEST_GUILESS_MAIN(TestScriptedUse)
#include "tst_scripteduse.moc"
