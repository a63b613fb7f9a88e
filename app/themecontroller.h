#pragma once

#include "app/settings.h"
#include "widgets/appearance.h"

#include <QObject>

#include <functional>

namespace tachograph::app {

/// Which theme is shown: the desktop's, or the one that was chosen. Dresses the application and tells the window.
class ThemeController : public QObject {
    Q_OBJECT
  public:
    /// `systemTheme` says what the desktop asks for; another one is for tests.
    explicit ThemeController(Settings& settings,
                             std::function<const widgets::Theme&()> systemTheme = widgets::systemTheme,
                             QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    /// Shows it and keeps it as the user's own.
    void choose(ThemeChoice choice);
    /// Shows it in this window only: that of a session is not the user's own. Who has chosen high contrast needs it and
    /// keeps it.
    void showForSession(ThemeChoice choice);
    [[nodiscard]] const widgets::Theme& theme() const { return *m_theme; }

  signals:
    void themeChanged(const tachograph::widgets::Theme& theme);
    void choiceChanged(tachograph::app::ThemeChoice choice);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void show(ThemeChoice choice);
    void apply();
    [[nodiscard]] const widgets::Theme& wanted() const;

    Settings& m_settings;
    std::function<const widgets::Theme&()> m_systemTheme;
    ThemeChoice m_choice;
    const widgets::Theme* m_theme = nullptr;
};

} // namespace tachograph::app
