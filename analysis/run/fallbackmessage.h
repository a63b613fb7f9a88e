#pragma once

#include <string_view>

namespace tachograph {

/// Whether a line of a program says that a (slower) substitute is used: "flash-attn is not installed, falling back to
/// the reference attention". Importers keep such lines as notes; WARNING_NEW reads them.
bool tellsFallback(std::string_view text);

} // namespace tachograph
