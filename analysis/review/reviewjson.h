#pragma once

#include "analysis/core/result.h"
#include "analysis/review/runreview.h"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

/// Notes and dismissals as JSON, as they stand in sidecar files, sessions and answers of the command line. What is read
/// is taken for hostile: every count, length and number has a bound, and what breaks one is refused in a sentence.
namespace tachograph {

/// Parses a whole file of at most `mostJsonBytes` and `mostJsonValues`, nested at most `deepestJson` deep. The error is
/// a phrase that continues "NAME: ". (Objects with ordered keys would take quadratic time for hostile input.)
Result<nlohmann::json> parseBoundedJson(std::string_view text);
inline constexpr std::size_t mostJsonBytes = std::size_t{16} << 20, mostJsonValues = 1'000'000;
inline constexpr int deepestJson = 16;

nlohmann::ordered_json noteJson(const Note& note);
nlohmann::ordered_json dismissalJson(const Dismissal& dismissal);
/// {"notes": [...], "dismissed": [...]}, the notes in their order.
nlohmann::ordered_json reviewJson(const RunReview& review);

/// The lists "notes" and "dismissed" of an object; one that is not there is empty. Errors are phrases that name the
/// entry.
Result<RunReview> readReview(const nlohmann::json& object);

/// Values of an object that have a bound. Nothing when it is there and is none; the fallback when it is not there or
/// null.
std::optional<std::string> boundedText(const nlohmann::json& object, const char* key, std::size_t most,
                                       const std::string& fallback = {});
/// A whole number from `least` to `most`.
std::optional<std::int64_t> boundedInteger(const nlohmann::json& object, const char* key, std::int64_t least,
                                           std::int64_t most, std::int64_t fallback);
std::optional<bool> boundedBool(const nlohmann::json& object, const char* key, bool fallback);
/// The value of a key when it is there and not null; else nullptr.
const nlohmann::json* present(const nlohmann::json& object, const char* key);

} // namespace tachograph
