#pragma once

#include "models/timeline.h"

#include <cstddef>
#include <optional>
#include <utility>

namespace tachograph::widgets {

/// What a lane shows of y, and how many points lie outside.
struct ValueRange {
    double low = 0, high = 1;
    bool logarithmic = false;         ///< then low > 0
    std::size_t above = 0, below = 0; ///< measured points in view outside [low, high]
    double highest = 0, lowest = 0;   ///< of all measured points in view; only with above or below
    std::size_t notPositive = 0;      ///< of those below: at or below 0, which a logarithmic scale does not have
    bool empty = true;                ///< nothing finite in view, or nothing above 0 on a logarithmic scale

    /// Where y lies between low (0) and high (1).
    [[nodiscard]] double shareOf(double y) const;
    [[nodiscard]] double valueAt(double share) const;
};

/// Ratios (unit "×") lie on a logarithmic scale: ×0.5 and ×2 are equally far from ×1, which is always in view.
bool isRatio(const models::Lane& lane);

/// Robust: the Hampel-filtered values in view, plus smoothed lines, fits and limits; otherwise everything in view.
/// 8 % headroom, zero shown for quantities that can be zero, 5 % around a constant. `byHand` overrules all.
/// With `logarithmic` a lane that can be so is laid out by its values above 0; the others are counted.
/// The bounds are rounded outwards to quarters of a tick, so that the header can name them.
ValueRange valueRange(const models::Lane& lane, double xMin, double xMax, bool robust, double height,
                      const std::optional<std::pair<double, double>>& byHand = {}, bool logarithmic = false);

} // namespace tachograph::widgets
