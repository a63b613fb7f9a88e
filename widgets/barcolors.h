#pragma once

#include "widgets/theme.h"

#include <QString>

namespace tachograph::widgets {

struct BarColors {
    QColor fill, edge;
};

/// What no logged phase covers, in lanes and bars alike.
QColor unaccountedFill(const Theme& theme);

/// Of a difference in time: more is worse.
BarColors differenceColors(const Theme& theme, double seconds);

/// Of a part of the time, by its id (see TimePart): phases as in the lane of the split, stalls as warnings.
BarColors partColors(const Theme& theme, const QString& id);

} // namespace tachograph::widgets
