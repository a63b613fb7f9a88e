#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tachograph {

/// A line "step:3 - actor/entropy:0.16 - timing_s/step:364.7" of verl. Views point into the scanned text.
struct VerlStep {
    struct Value {
        std::string_view key;
        double value = 0.0;
    };
    std::int64_t step = 0;
    std::vector<Value> values;
    std::vector<std::string_view> missing; ///< keys with None or null
    std::vector<std::string_view> words;   ///< keys whose value is no number
    bool cut = false;                      ///< the line ends inside of a key or value
    std::string_view cutKey;               ///< the key of the cut value, when the key itself is whole
};

/// Where "step:N - " begins: at the start of the text or behind a blank, so that "training/global_step:3 - " is none.
std::size_t findVerlStep(std::string_view text);

/// Reads a line that starts with "step:N - ". With `endMissing` the last value may be half a number: it is left out.
std::optional<VerlStep> scanVerlStep(std::string_view text, bool endMissing);

} // namespace tachograph
