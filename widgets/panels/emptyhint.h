#pragma once

#include "models/session.h"

#include <QLabel>

namespace tachograph::widgets {

/// Says in a panel that it is empty because the chosen run could not be read; hidden otherwise. Follows the session
/// itself.
class EmptyHint : public QLabel {
    Q_OBJECT
  public:
    explicit EmptyHint(models::Session& session, QWidget* parent = nullptr);

  private:
    void follow();

    models::Session& m_session;
};

} // namespace tachograph::widgets
