#pragma once

#include <optional>
#include <string_view>

namespace tachograph {

/// The number in a TensorProto that holds exactly one; nothing for several, none, or text.
/// float16 and bfloat16 are widened; every other type is exact up to 2^53.
std::optional<double> scalarOfTensor(std::string_view tensor);

/// Whether scalarOfTensor() comes from 32 bits or fewer of a floating-point number, so that 7 digits of it hold.
bool isSinglePrecision(std::string_view tensor);

/// The first text in a TensorProto of strings; nothing when it holds none.
std::optional<std::string_view> textOfTensor(std::string_view tensor);

} // namespace tachograph
