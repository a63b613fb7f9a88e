#pragma once

#include "app/sessionkeeper.h"
#include "models/review/reviews.h"
#include "tests/app/comparewindow.h"
#include "widgets/messagebar.h"

#include <QDir>
#include <QFile>

namespace tachograph::tests {

/// A window of its own over a folder that outlives it.
struct Desk {
    explicit Desk(const QString& folder) : settings(folder + QStringLiteral("/settings.ini")), theme(settings) {
        session = std::make_unique<models::Session>(nullptr);
        window = std::make_unique<app::MainWindow>(*session, settings, theme);
    }
    /// Waits until this many runs are there and nothing is read or judged any more.
    [[nodiscard]] bool settled(std::size_t runs) const {
        return QTest::qWaitFor(
                   [this, runs] {
                       return session->runs().size() == runs &&
                              std::ranges::all_of(session->runs(), [](const models::OpenRun& run) {
                                  return run.state == models::OpenRun::State::failed || (run.run && run.diagnosis);
                              });
                   },
                   60'000) &&
               QTest::qWaitFor([this, runs] { return runs == 0 || session->timeline() != nullptr; });
    }
    bool open(const QStringList& paths) {
        for (const QString& path : paths)
            session->open(path);
        return settled(static_cast<std::size_t>(paths.size()));
    }
    std::uint64_t note(int step, const char* text) const {
        Note note;
        setPlace(note, step, step);
        note.text = text;
        return session->reviews().add(session->current()->id, note);
    }
    [[nodiscard]] QStringList notes() const {
        QStringList texts;
        for (const models::OpenRun& run : session->runs())
            for (const Note& note : session->reviews().of(run.id)->notes)
                texts << QStringLiteral("%1 %2: %3")
                             .arg(run.name, QString::fromStdString(placeText(note)), QString::fromStdString(note.text));
        return texts;
    }
    [[nodiscard]] const widgets::MessageBar::Message* message(const QString& topic) const {
        const auto& all = window->messages().messages();
        const auto found = std::ranges::find(all, topic, &widgets::MessageBar::Message::topic);
        return found == all.end() ? nullptr : &*found;
    }
    bool openSession(const QString& path, std::size_t runs) {
        window->opener().open({path});
        return settled(runs);
    }

    app::Settings settings;
    app::ThemeController theme;
    std::unique_ptr<models::Session> session;
    std::unique_ptr<app::MainWindow> window;
};

inline bool writeAll(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).absolutePath()) && file.open(QIODevice::WriteOnly | QIODevice::Truncate) &&
           file.write(bytes) == bytes.size();
}

inline QByteArray readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace tachograph::tests
