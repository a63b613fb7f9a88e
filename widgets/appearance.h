#pragma once

#include "widgets/theme.h"

#include <QString>

namespace tachograph::widgets {

/// Gives the whole application the style, palette, face and style sheet of a theme. Qt's style sheets have no cascade
/// of their own for colours set by hand: widgets that paint themselves are told the theme by setTheme().
void dressApplication(const Theme& theme);

/// While one lives, the application has no style sheet: for putting a window together. The rules would be matched
/// against a part and all in it each time it is put into another; so they are matched once, when all is in its place.
class WithoutStyleSheet {
  public:
    WithoutStyleSheet();
    ~WithoutStyleSheet();
    WithoutStyleSheet(const WithoutStyleSheet&) = delete;
    WithoutStyleSheet& operator=(const WithoutStyleSheet&) = delete;

  private:
    QString m_sheet;
};

/// Whether the desktop asks for dark windows: by the lightness of the palette it gives (Qt 6.4 has no better sign).
/// Looks past the palette that dressApplication() has set.
bool systemIsDark();

} // namespace tachograph::widgets
