#pragma once

#include "analysis/core/result.h"

#include <cstddef>
#include <string>
#include <string_view>

/// A session within the picture of a report: compressed in an iTXt chunk of the PNG, before its pixels. Other programs
/// show the picture and pass it by.
namespace tachograph {

/// How far into a file the session is looked for.
inline constexpr std::size_t mostPictureBytes = std::size_t{32} << 20;
/// The keyword of its chunk.
inline constexpr std::string_view pictureSessionKeyword = "Tachograph session";

bool looksLikePng(std::string_view head);

/// The PNG with the text of a session file in it; an error when it is no whole PNG.
Result<std::string> withSession(std::string_view png, std::string_view session);

/// The text of the session file in the first `mostPictureBytes` of a PNG, of at most `mostJsonBytes`. The error is one
/// sentence that continues "NAME: ", also when there is none.
Result<std::string> sessionInPicture(std::string_view png);

} // namespace tachograph
