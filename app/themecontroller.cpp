#include "app/themecontroller.h"

#include <QApplication>
#include <QEvent>
#include <QTimer>

namespace tachograph::app {

ThemeController::ThemeController(Settings& settings, std::function<const widgets::Theme&()> systemTheme,
                                 QObject* parent)
    : QObject(parent), m_settings(settings), m_systemTheme(std::move(systemTheme)), m_choice(settings.theme()) {
    qApp->installEventFilter(this);
    apply();
}

void ThemeController::choose(ThemeChoice choice) {
    m_settings.setTheme(choice);
    show(choice);
}

void ThemeController::showForSession(ThemeChoice choice) {
    if (m_choice != ThemeChoice::highContrast)
        show(choice);
}

void ThemeController::show(ThemeChoice choice) {
    if (choice == m_choice)
        return;
    m_choice = choice;
    apply();
    emit choiceChanged(choice);
}

bool ThemeController::eventFilter(QObject* watched, QEvent* event) {
    // The desktop has changed its theme: every top-level window is told, one answer is enough.
    if (event->type() == QEvent::ThemeChange && m_choice == ThemeChoice::system)
        QTimer::singleShot(0, this, &ThemeController::apply);
    return QObject::eventFilter(watched, event);
}

const widgets::Theme& ThemeController::wanted() const {
    switch (m_choice) {
    case ThemeChoice::system:
        return m_systemTheme();
    case ThemeChoice::dark:
        return widgets::Theme::darkTheme();
    case ThemeChoice::highContrast:
        return widgets::Theme::highContrastTheme();
    case ThemeChoice::light:
        break;
    }
    return widgets::Theme::light();
}

void ThemeController::apply() {
    const widgets::Theme* wanted = &this->wanted();
    if (wanted == m_theme)
        return;
    m_theme = wanted;
    widgets::dressApplication(*m_theme);
    emit themeChanged(*m_theme);
}

} // namespace tachograph::app
