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
    /// `systemIsDark` says what the desktop asks for; another one is for tests.
    explicit ThemeController(Settings& settings, std::function<bool()> systemIsDark = widgets::systemIsDark,
                             QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    /// Shows it and keeps it as the user's own.
    void choose(ThemeChoice choice);
    /// Shows it in this window only: that of a session is not the user's own.
    void show(ThemeChoice choice);
    [[nodiscard]] const widgets::Theme& theme() const { return *m_theme; }

  signals:
    void themeChanged(const tachograph::widgets::Theme& theme);
    void choiceChanged(tachograph::app::ThemeChoice choice);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void apply();

    Settings& m_settings;
    std::function<bool()> m_systemIsDark;
    ThemeChoice m_choice;
    const widgets::Theme* m_theme = nullptr;
};

} // namespace tachograph::app
