#pragma once

#include "analysis/importers/jsonrecord.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tachograph {

/// One key of a history row, a configuration or a statistic, as W&B writes it: the key in one piece or in several, the
/// value as JSON with bare NaN and Infinity.
struct WandbItem {
    std::string key;       ///< pieces joined with '.'
    std::string_view json; ///< points into the message

    /// From a HistoryItem, ConfigItem or StatsItem. Nothing when it has no key or one of more than 512 bytes.
    static std::optional<WandbItem> from(std::string_view message);
};

/// Gives the numbers in the value of an item, objects flattened with '.'.
class WandbValues {
  public:
    enum class Kind { number, missing, other }; ///< other: text, list, histogram, picture
    using Taker = std::function<void(std::string_view key, Kind kind, double value)>;

    void read(const WandbItem& item, const Taker& take);

    /// A value that is not an object.
    static Kind scalar(std::string_view json, double& value);

  private:
    JsonRecord m_record{'.'};
    std::string m_padded, m_key;
};

} // namespace tachograph
