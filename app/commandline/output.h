#pragma once

#include "analysis/core/result.h"

#include <string>
#include <string_view>

namespace tachograph::app {

/// Writes a whole file or leaves what was there as it was: nobody ever sees half of it. The error is a sentence for
/// "PATH: ...".
Result<void> writeFileAtomically(const std::string& path, std::string_view bytes);

} // namespace tachograph::app
