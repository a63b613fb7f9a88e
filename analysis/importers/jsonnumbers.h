#pragma once

#include "analysis/importers/jsonrecord.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tachograph {

/// The numbers in one JSON object of a database column, nested keys joined with '/'. NaN and infinities may be written
/// bare or as texts.
class JsonNumbers {
  public:
    /// False when `json` is no object. `take` gets nothing for null.
    bool read(std::string_view json,
              const std::function<void(std::string_view key, std::optional<double> value)>& take);

  private:
    JsonRecord m_record;
    std::string m_padded;
};

} // namespace tachograph
