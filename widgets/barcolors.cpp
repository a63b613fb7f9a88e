#include "widgets/barcolors.h"

namespace tachograph::widgets {

QColor unaccountedFill(const Theme& theme) {
    return Theme::mixed(theme.otherFill, theme.plot, 0.45);
}

BarColors differenceColors(const Theme& theme, double seconds) {
    const Theme::Signal& signal = seconds > 0 ? theme.critical : theme.good;
    return {signal.fill, signal.line};
}

BarColors partColors(const Theme& theme, const QString& id) {
    if (id == QLatin1String("phase/generation"))
        return {theme.generationFill, theme.generationLine};
    if (id == QLatin1String("phase/optimization"))
        return {theme.optimizationFill, theme.optimizationLine};
    if (id == QLatin1String("unaccounted"))
        return {unaccountedFill(theme), theme.otherLine};
    if (id.startsWith(QLatin1String("phase/")) || id == QLatin1String("step-time"))
        return {theme.otherFill, theme.otherLine};
    return {theme.warning.fill, theme.warning.line};
}

} // namespace tachograph::widgets
