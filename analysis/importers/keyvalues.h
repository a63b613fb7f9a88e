#pragma once

#include "analysis/importers/quantity.h"

#include <string_view>
#include <vector>

namespace tachograph {

/// One "key=value" or "key: value" of a line. Views into the line.
struct KeyValue {
    std::string_view key;
    double value = 0;
    std::string_view unit; ///< written behind the number: "s", "ms", "%"
};

/// The numbers of a line with their keys: "step=5 loss=3.66 dt=108ms", "iter 5: loss 3.66, time 108ms" only as far as
/// it has signs of equality or colons. A key of several words ("Mean reward: 0.3") reaches back to a comma, a bar, two
/// blanks or the value before. With `torn`, a number that reaches to the end of the line is left out: it may be half of
/// one. `cut`, when given, tells whether one was.
std::vector<KeyValue> keyValuesOf(std::string_view line, bool torn, bool* cut = nullptr);

} // namespace tachograph
