#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tachograph {

/// A tqdm bar as printed: " 21%|██ | 841/4096 [1:03:43<4:06:33, 4.54s/it, loss=0.2]".
struct ProgressBar {
    std::string_view description; ///< what stands in front of the percentage, without its colon
    std::int64_t done = 0, total = 0;
    std::optional<double> elapsed; ///< seconds, printed in whole ones
    std::string_view postfix;      ///< what stands behind the rate: "loss=0.2"
    std::size_t end = 0;           ///< position behind it in the text
};

/// The first whole bar in `text` from position `from` on; its description begins there.
std::optional<ProgressBar> findProgressBar(std::string_view text, std::size_t from = 0);

} // namespace tachograph
