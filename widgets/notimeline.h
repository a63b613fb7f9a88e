#pragma once

#include "models/session.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace tachograph::widgets {

struct Theme;

/// Lies over the timelines while there are none, and says why and what leads on; hidden otherwise. Follows the session
/// itself.
class NoTimeline : public QWidget {
    Q_OBJECT
  public:
    explicit NoTimeline(models::Session& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);

  signals:
    void openFilesRequested();

  private:
    void follow();

    models::Session& m_session;
    QLabel *m_headline, *m_advice;
    QProgressBar* m_progress;
    QPushButton* m_open;
};

} // namespace tachograph::widgets
