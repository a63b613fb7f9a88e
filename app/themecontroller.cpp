#include "app/themecontroller.h"

#include <QApplication>
#include <QEvent>
#include <QTimer>

namespace tachograph::app {

ThemeController::ThemeController(Settings& settings, std::function<bool()> systemIsDark, QObject* parent)
    : QObject(parent), m_settings(settings), m_systemIsDark(std::move(systemIsDark)), m_choice(settings.theme()) {
    qApp->installEventFilter(this);
    apply();
}

void ThemeController::choose(ThemeChoice choice) {
    m_settings.setTheme(choice);
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

void ThemeController::apply() {
    const bool dark = m_choice == ThemeChoice::dark || (m_choice == ThemeChoice::system && m_systemIsDark());
    const widgets::Theme* wanted = dark ? &widgets::Theme::darkTheme() : &widgets::Theme::light();
    if (wanted == m_theme)
        return;
    m_theme = wanted;
    widgets::dressApplication(*m_theme);
    emit themeChanged(*m_theme);
}

} // namespace tachograph::app
