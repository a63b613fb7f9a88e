#pragma once

#include "widgets/theme.h"

namespace tachograph::widgets {

/// Gives the whole application the style, palette, face and style sheet of a theme. Qt's style sheets have no cascade
/// of their own for colours set by hand: widgets that paint themselves are told the theme by setTheme().
void dressApplication(const Theme& theme);

/// Whether the desktop asks for dark windows: by the lightness of the palette it gives (Qt 6.4 has no better sign).
/// Looks past the palette that dressApplication() has set.
bool systemIsDark();

} // namespace tachograph::widgets
