#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tachograph::tests {

/// One record of a TensorBoard event file around `data`: length, check sums.
std::string eventRecord(std::string_view data);

/// A TensorBoard event file written down as text, one or more events a line:
///
///     version@100                   the first record of a writer
///     10@101.5 loss=2.5 lr=nan      one event a value, as torch writes them; "inf", "-inf"
///     10 loss=2                     without a time
///     - loss=2                      the step field is absent
///     start@100  stop@100           session log
///     checkpoint 50@100 model-50
std::string eventFile(std::string_view text);

/// One event with a value in a tensor. `tensor` and `metadata` are messages; metadata may be empty.
std::string tensorEvent(std::int64_t step, std::string_view tag, std::string_view tensor,
                        std::string_view metadata = {});
/// SummaryMetadata of a plugin, with its content.
std::string pluginMetadata(std::string_view plugin, std::string_view content = {});

} // namespace tachograph::tests
