#pragma once

#include "models/session.h"
#include "widgets/messagebar.h"

#include <QObject>

#include <set>

namespace tachograph::app {

/// Turns what happens in the session into messages: problems, blemishes of a recording that was read all the same, and
/// recordings in which no key is known to tell how long a step takes.
class Announcer : public QObject {
    Q_OBJECT
  public:
    Announcer(models::Session& session, widgets::MessageBar& messages, QObject* parent);

  signals:
    void issuesRequested(std::uint64_t run);
    void meaningsRequested(std::uint64_t run); ///< what its keys mean

  private:
    void lookAtRuns();
    void announceKeys(const models::OpenRun& run);
    void announceIssues(const models::OpenRun& run);

    models::Session& m_session;
    widgets::MessageBar& m_messages;
    std::set<const Run*> m_announced; // by recording: a reloaded one is announced anew
};

} // namespace tachograph::app
