// usage: reviewscript FOLDER SEED. A window with FOLDER/run.jsonl in which notes are made, changed and deleted at
// random until somebody ends it. After every edit a line with all notes that are there is printed: what may not get
// lost.
#include "app/mainwindow.h"
#include "app/sessionkeeper.h"
#include "app/settings.h"
#include "app/themecontroller.h"
#include "models/review/reviews.h"

#include <QApplication>
#include <QTimer>

#include <cstdio>
#include <random>

using namespace tachograph;

namespace {

class Script {
  public:
    Script(models::Session& session, app::MainWindow& window, QString folder, unsigned seed)
        : m_session(session), m_window(window), m_folder(std::move(folder)), m_random(seed) {}

    void step() {
        if (!m_session.current() || !m_session.current()->run)
            return;
        const std::uint64_t run = m_session.current()->id;
        models::Reviews& reviews = m_session.reviews();
        const auto& notes = reviews.of(run)->notes;
        std::puts("?");
        std::fflush(stdout);
        const int what = static_cast<int>(m_random() % 10);
        if (notes.empty() || what < 5) {
            Note note;
            setPlace(note, static_cast<std::int64_t>(m_random() % 100), static_cast<std::int64_t>(m_random() % 100));
            note.text = "note " + std::to_string(++m_count);
            reviews.add(run, note);
        } else if (what < 7) {
            Note note = notes[m_random() % notes.size()];
            note.text = "changed " + std::to_string(++m_count);
            reviews.change(run, note);
        } else if (what < 8) {
            reviews.remove(run, notes[m_random() % notes.size()].id);
        } else {
            m_window.keeper().saveTo(m_folder + QStringLiteral("/review.tacho"));
        }
        tell(*reviews.of(run));
    }

  private:
    static void tell(const RunReview& review) {
        std::string line;
        for (const Note& note : review.notes)
            line += note.text + '|';
        std::printf("=%s\n", line.c_str());
        std::fflush(stdout);
    }

    models::Session& m_session;
    app::MainWindow& m_window;
    QString m_folder;
    std::mt19937 m_random;
    int m_count = 0;
};

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc != 3)
        return 2;
    const QString folder = QString::fromLocal8Bit(argv[1]);
    app::Settings settings(folder + QStringLiteral("/settings.ini"));
    app::ThemeController theme(settings);
    models::Session session(nullptr);
    app::MainWindow window(session, settings, theme);
    session.open(folder + QStringLiteral("/run.jsonl"));
    Script script(session, window, folder, QString::fromLocal8Bit(argv[2]).toUInt());
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &application, [&script] { script.step(); });
    timer.start(1);
    return QApplication::exec();
}
