#pragma once

#include "app/recoveryfile.h"
#include "app/windowstate.h"
#include "widgets/messagebar.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <string>

class QWidget;

namespace tachograph::app {

/// The session file: opened, saved, kept safe while the program runs, and what was left by a process that ended
/// unexpectedly. Problems are told in the message bar; the only box is the question before notes would be lost.
class SessionKeeper : public QObject {
    Q_OBJECT
  public:
    SessionKeeper(WindowState& state, widgets::MessageBar& messages, const QString& recoveryFolder, QWidget& window);

    void open(const QString& path);
    void askForFile();
    /// To the file it came from, else as saveAs(). `then` is called once it is saved.
    void save(const std::function<void()>& then = {});
    void saveAs(const std::function<void()>& then = {});
    /// Writes the file; false, with a message, when that failed, or when the session file that is open was changed by
    /// another program meanwhile: then the message has the ways out. `then` is called once one of them has saved.
    bool saveTo(const QString& path, const std::function<void()>& then = {});

    /// Path of the session file; empty when there is none.
    [[nodiscard]] const QString& file() const { return m_file; }
    /// What would be saved differs from the file; without a file: there are notes.
    [[nodiscard]] bool modified() const { return m_modified; }
    [[nodiscard]] bool notesWouldBeLost() const;
    /// Asks, when notes would be lost, whether to save them; `then` is called unless the answer is to stay.
    void beforeLosing(const std::function<void()>& then);
    /// Offers in the message bar what was left behind.
    void offerRecovery();
    /// The program ends in good order.
    void finish();

  signals:
    void titleChanged(); ///< file or modified

  private:
    void load(const QString& path);
    void restore(const SavedSession& saved, const QString& folder, const QString& file);
    void recover(const QString& path);
    bool write(const QString& file);
    void askAboutOther(const std::function<void()>& then);
    void settled(const QStringList& missing, const QStringList& changed, const QStringList& dropped);
    void keep();
    void follow();
    [[nodiscard]] std::string text(const QString& folder) const;
    [[nodiscard]] std::string notesText() const;
    [[nodiscard]] QString folder() const;
    void say(widgets::MessageBar::Kind kind, const QString& headline, const QString& text);

    WindowState& m_state;
    widgets::MessageBar& m_messages;
    QWidget& m_window;
    QString m_lockFolder; ///< of the turns that windows take in saving
    RecoveryFile m_recovery;
    QTimer m_wait; // zooming writes once
    QString m_file;
    std::string m_fileHash;                ///< SHA-256 of the file as last read or written here; empty = not known
    std::string m_savedText, m_savedNotes; ///< as in the file
    std::string m_kept;                    ///< as last written to the recovery file
    bool m_modified = false;
    bool m_recovered = false; ///< what is being restored was never saved
    bool m_toldFailure = false;
    bool m_finished = false; ///< nothing is kept any more
};

} // namespace tachograph::app
