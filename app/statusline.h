#pragma once

#include "models/session.h"
#include "widgets/theme.h"

#include <QStatusBar>

class QLabel;

namespace tachograph::app {

/// The line at the bottom: what was read, how it is drawn, what is selected or being read.
class StatusLine : public QStatusBar {
    Q_OBJECT
  public:
    explicit StatusLine(models::Session& session, QWidget* parent = nullptr);

    void setTheme(const widgets::Theme& theme);
    void setPlotText(const QString& text);

  private:
    void refresh();
    [[nodiscard]] QString readText(const models::OpenRun& run) const;
    [[nodiscard]] QString rightText() const;

    models::Session& m_session;
    const widgets::Theme* m_theme;
    QString m_busy;
    QLabel* m_glyph;
    QLabel* m_read;
    QLabel* m_plot;
    QLabel* m_right;
};

} // namespace tachograph::app
