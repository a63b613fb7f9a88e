#pragma once

#include "app/settings.h"
#include "widgets/theme.h"

#include <QObject>

namespace tachograph::app {

/// Which theme is shown: the desktop's, or the one that was chosen. Dresses the application and tells the window.
class ThemeController : public QObject {
    Q_OBJECT
  public:
    explicit ThemeController(Settings& settings, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    void choose(ThemeChoice choice);
    [[nodiscard]] const widgets::Theme& theme() const { return *m_theme; }

  signals:
    void themeChanged(const tachograph::widgets::Theme& theme);
    void choiceChanged(tachograph::app::ThemeChoice choice);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void apply();

    Settings& m_settings;
    ThemeChoice m_choice;
    const widgets::Theme* m_theme = nullptr;
};

} // namespace tachograph::app
