#include "widgets/theme.h"

#include <QFile>

#include <algorithm>
#include <utility>
#include <vector>

// Resources of a static library must be named once by the program; the macro has to stand outside every namespace.
static void initThemeResources() {
    Q_INIT_RESOURCE(theme);
}

namespace tachograph::widgets {
namespace {

using Tokens = std::vector<std::pair<QString, QString>>;

Tokens tokensOf(const Theme& theme) {
    const auto name = [](const QColor& color) {
        return color.name();
    };
    Tokens tokens = {
        {"@window", name(theme.window)},
        {"@bar", name(theme.bar)},
        {"@panel", name(theme.panel)},
        {"@hover", name(theme.hover)},
        {"@selected", name(theme.selected)},
        {"@hair", name(theme.hair)},
        {"@edge", name(theme.edge)},
        {"@text", name(theme.text)},
        {"@text2", name(theme.text2)},
        {"@muted", name(theme.muted)},
        {"@accent", name(theme.accent)},
        {"@onAccent", name(theme.dark ? theme.window : theme.panel)},
        {"@disabled", name(Theme::mixed(theme.muted, theme.window, 0.6))},
        {"@criticalText", name(theme.critical.text)},
        {"@criticalFill", name(theme.critical.fill)},
        {"@warningText", name(theme.warning.text)},
        {"@warningFill", name(theme.warning.fill)},
        {"@infoText", name(theme.info.text)},
        {"@infoFill", name(theme.info.fill)},
        {"@goodText", name(theme.good.text)},
        {"@goodFill", name(theme.good.fill)},
        {"@variant", theme.dark ? "dark" : "light"},
    };
    // Longest first, so that "@text" does not eat the beginning of "@text2".
    std::ranges::sort(tokens, [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
    return tokens;
}

QString resource(const QString& name) {
    QFile file(QStringLiteral(":/theme/%1.qss").arg(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

QString Theme::styleSheet() const {
    initThemeResources();
    QString sheet = resource(QStringLiteral("stylesheet"));
    if (highContrast)
        sheet += resource(QStringLiteral("highcontrast"));
    for (const auto& [token, value] : tokensOf(*this))
        sheet.replace(token, value);
    return sheet;
}

} // namespace tachograph::widgets
