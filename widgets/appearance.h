#pragma once

#include "widgets/theme.h"

#include <QString>

class QPainter;
class QRect;

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

/// The theme that the desktop asks for: by the lightness of the palette it gives, and high contrast where that is black
/// and white (Qt 6.4 has no better sign). Looks past the palette that dressApplication() has set.
const Theme& systemTheme();
/// The one for a palette.
const Theme& themeLike(const QPalette& palette);

/// The ground of a chosen row; in high contrast with a bar, since tints are weak there.
void fillChosen(QPainter& painter, const QRect& row, const Theme& theme);

} // namespace tachograph::widgets
