#pragma once

#include <optional>
#include <string_view>

namespace tachograph {

/// A number at the front of a text with what is written directly behind it: "29.00GiB(92.49%)" is 29, "GiB" and
/// "(92.49%)".
struct Quantity {
    double value = 0;
    std::string_view unit; ///< letters, '%' and '/' directly behind the number; may be empty
    std::string_view rest; ///< what follows
};

/// Reads numbers with thousands commas and exponents, "nan", "inf", "np.float64(0.5)"; blanks in front are skipped.
/// Nothing when the text does not begin with a number.
std::optional<Quantity> readQuantity(std::string_view text);

} // namespace tachograph
