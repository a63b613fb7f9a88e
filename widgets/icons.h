#pragma once

#include "widgets/theme.h"

#include <QIcon>
#include <QString>

/// The program's own line drawings (resources/icons/NAME.svg, 16 x 16, drawn in "currentColor"), tinted by the theme.
namespace tachograph::widgets {

/// The drawing in one colour at a size in device-independent pixels. An unknown name gives an empty picture.
QPixmap iconPixmap(const QString& name, const QColor& color, int size, qreal ratio);

/// For actions and buttons: text colour, muted when disabled, accent when checked; sharp at every size and ratio.
QIcon themedIcon(const QString& name, const Theme& theme);
/// The same in one colour whatever the state.
QIcon coloredIcon(const QString& name, const QColor& color, const QColor& disabled);

} // namespace tachograph::widgets
