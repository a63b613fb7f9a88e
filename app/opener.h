#pragma once

#include "app/settings.h"
#include "models/backgroundjob.h"
#include "models/session.h"
#include "widgets/messagebar.h"
#include "widgets/start/recentlist.h"

#include <QObject>
#include <QStringList>

#include <cstdint>

class QMimeData;
class QWidget;

namespace tachograph::app {

/// Every way by which recordings come into the window: dialogs, drop, paste, recent list, bundled cases. Several files
/// that may be one run are asked about in the message bar, never in a box; several runs in one recording are offered in
/// a list beside the window.
class Opener : public QObject {
    Q_OBJECT
  public:
    Opener(models::Session& session, Settings& settings, widgets::MessageBar& messages, QWidget& window);

    void askForFiles();
    void askForFolder();
    void open(const QStringList& paths);
    /// A file that is still written to; it need not be there yet. Answers its entry.
    std::uint64_t follow(const QString& path, const QString& configFile);
    /// Puts what was opened first in the recent list.
    void remember(const QString& path);
    void openDemo();
    void openPair();

    /// A session file, or a picture that may carry a session.
    [[nodiscard]] static bool mayBeSession(const QString& path);
    [[nodiscard]] static bool canTake(const QMimeData& data);
    /// Files and folders, else text as the lines of a recording. `from` names the text: "clipboard".
    void take(const QMimeData& data, const QString& from);
    void paste();

    /// As last looked at; looking is done in the background, since a dead network drive may hang.
    [[nodiscard]] const std::vector<widgets::RecentEntry>& recent() const { return m_recent; }
    void refreshRecent();

  signals:
    void recentChanged();
    void sessionChosen(const QString& path); ///< a session file instead of a recording

  private:
    void offer(std::uint64_t offered);
    void openEach(const QStringList& paths);
    void askOneOrSeveral(const QStringList& paths);

    models::Session& m_session;
    Settings& m_settings;
    widgets::MessageBar& m_messages;
    QWidget& m_window;
    models::BackgroundJob m_look;
    std::vector<widgets::RecentEntry> m_recent;
};

/// Filters of the Open dialog: all formats together, each by itself, all files.
QStringList fileFilters();

} // namespace tachograph::app
