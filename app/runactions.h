#pragma once

#include "models/session.h"

#include <QObject>

namespace tachograph::app {

class Actions;
class Workspace;

/// Does what the actions about open runs ask for: closing, hiding, following them, pinning the baseline; and keeps what
/// is checked and enabled right.
class RunActions : public QObject {
    Q_OBJECT
  public:
    RunActions(models::Session& session, Actions& actions, Workspace& workspace, QObject* parent);

  private:
    void refresh();

    models::Session& m_session;
    Actions& m_actions;
};

} // namespace tachograph::app
