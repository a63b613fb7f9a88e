#pragma once

#include <QImage>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace tachograph::tests {

/// An X server of its own (Xvfb) with a mouse and a keyboard that really move: xdotool hands their events to the server
/// (XTest), which hands them to the programs. There is no window manager; who needs the keyboard is given it by
/// giveKeyboard(). The server ends with the object.
class XDesk {
  public:
    XDesk();
    ~XDesk();
    XDesk(const XDesk&) = delete;
    XDesk& operator=(const XDesk&) = delete;

    static constexpr int width = 1600, height = 1000;

    /// What it lacks to work, as a sentence with the way out; empty when it works.
    [[nodiscard]] QString missing() const { return m_missing; }
    /// For programs on the desk.
    [[nodiscard]] QProcessEnvironment environment() const { return m_environment; }

    /// xdotool's words: {"mousemove", "10", "20", "click", "1"}.
    bool hand(const QStringList& words) const;
    bool press(const QString& keys) const { return hand({"key", "--clearmodifiers", keys}); }
    bool type(const QString& text) const { return hand({"type", "--delay", "1", text}); }
    bool click(QPoint place) const;
    /// With the button held from one place to the other, in small steps, as a hand does it.
    bool drag(QPoint from, QPoint to, const QString& heldKey = {}) const;

    /// Waits until a window whose title matches is there, and gives it the keyboard.
    bool giveKeyboard(const QString& title) const;
    /// Lets that window have the whole screen, and waits until it has it.
    bool fillScreen(const QString& title) const;
    /// Waits until no window has such a title.
    bool waitUntilGone(const QString& title) const;
    /// What is on the screen now.
    [[nodiscard]] QImage picture() const;

  private:
    [[nodiscard]] QString ask(const QStringList& words) const;

    QTemporaryDir m_folder; ///< the server keeps its screen there
    QProcess m_server;
    QProcessEnvironment m_environment;
    QString m_missing;
};

} // namespace tachograph::tests
